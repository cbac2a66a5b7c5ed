"""Whether a journal says what this program would have made of it: every record folded and decided again.

Decides where the two first differ. Must never know what makes the bytes sound, and whether a file is missing: `audit`
answers for that.
"""

from itertools import pairwise, zip_longest
from pathlib import Path
from typing import NamedTuple

from firmware.core.decide import decide
from firmware.core.evolve import evolve
from firmware.core.facts import Fact, ReplacementNoted
from firmware.core.indicators import indicate
from firmware.core.inputs import Continued, ShoesRemoved
from firmware.core.state import Kept, Standing, Table
from firmware.errors import IllegalFact, JournalUnsound, Refused
from firmware.journal.audit import Proof, chained
from firmware.journal.crew import Progress, each, files
from firmware.journal.fold import opening, take
from firmware.journal.page import Page
from firmware.journal.record import Record
from firmware.journal.seal import PLAIN, Seal


class Replayed(NamedTuple):
    """What one file led from and to, as far as the next one goes on with it."""

    proof: Proof
    begins: tuple[Standing, tuple[Kept, ...]] | None
    """None: its shoe never began."""
    ends: tuple[Standing, tuple[Kept, ...]] | None


def replay(path: Path, seal: Seal = PLAIN, *, progress: Progress | None = None) -> int:
    """Play the journal at `path`, a folder or one file, again and return how many records agree: all of them.

    Raises:
        JournalUnsound: with the first file and line that differs, or that is not sound, and in what.
        NoJournal: there is nothing to replay.
    """
    paths = files(path)
    results = list(each(replay_file, paths, seal, progress))
    proofs = chained(path, paths, [result.proof if isinstance(result, Replayed) else result for result in results])
    played = {result.proof: result for result in results if isinstance(result, Replayed)}
    for last, proof in pairwise(proofs):
        begins = played[proof].begins
        if begins and begins != played[last].ends:
            raise JournalUnsound(f"{proof.name}, line 1: it does not begin with what {last.name} led to")
    return sum(proof.records for proof in proofs)


def replay_file(path: Path, seal: Seal) -> Replayed:
    """Play one file again. Raises `JournalUnsound`, `SettingsError`, `OSError`."""
    table = begins = removed = None
    with path.open("rb") as file:
        page = Page(file, path.name, seal)
        for record in page.records():
            assert page.header is not None
            if table is None:
                table = opening(page.header)
                begins = (table.standing, table.kept)
                if isinstance(record.said, Continued):
                    # The shoe that begins by itself was noted on the page before.
                    table = evolve(table, ReplacementNoted())
            removed = record.said if isinstance(record.said, ShoesRemoved) else removed
            try:
                table = _again(table, record)
            except JournalUnsound as error:
                raise page.unsound(f"{error} (on record by version {page.header.version})") from error
    return Replayed(Proof.of(page, removed), begins, (table.standing, table.kept) if table else None)


def _again(table: Table, record: Record) -> Table:
    """Return the table after `record`. Raises `JournalUnsound` in whatever it differs from what is decided now."""
    try:
        facts, decided = decide(table, record.said)
    except Refused:
        raise JournalUnsound("this program refuses what is on record") from None
    except IllegalFact as error:
        raise JournalUnsound(f"this program cannot decide what is on record ({error})") from error
    same = facts == record.facts
    after = decided if same else take(table, record)
    differences = _differences(record, after)
    if not same:
        differences.append(_other_fact(record.facts, facts))
    if differences:
        raise JournalUnsound("; ".join(differences))
    return after


def _differences(record: Record, table: Table) -> list[str]:
    shown = indicate(table)
    lamps, gate = tuple(sorted(shown.lamps)), "open" if shown.gate_open else "shut"
    pairs = (("phase", record.phase, table.phase), ("gate", record.gate, gate), ("lamps", record.lamps, lamps))
    return [f"{what} {_words(then)} on record, {_words(now)} now" for what, then, now in pairs if then != now]


def _words(shown: str | tuple[str, ...]) -> str:
    return shown if isinstance(shown, str) else " ".join(shown)


def _other_fact(then: tuple[Fact, ...], now: tuple[Fact, ...]) -> str:
    # Kinds only: what a fact says may be a card.
    pairs = enumerate(zip_longest(then, now), 1)
    place, (on_record, decided) = next(pair for pair in pairs if pair[1][0] != pair[1][1])
    return f"fact {place} is {_kind(on_record)} on record, {_kind(decided)} now"


def _kind(fact: Fact | None) -> str:
    return fact.kind if fact else "none"
