"""Whether a journal leads where it says: every record folded again, its phase, lamps, gate and results compared.

What was decided is on record and is not decided again: a later program may decide otherwise, and the night stays what
it was.

Decides where the two first differ. Must never know what makes the bytes sound, and whether a file is missing: `audit`
answers for that.
"""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from firmware.core.evolve import evolve
from firmware.core.facts import RoundClosed, RoundCompleted
from firmware.core.indicators import indicate
from firmware.core.inputs import ShoesRemoved
from firmware.core.state import Kept, Standing, Table
from firmware.errors import JournalUnsound
from firmware.journal.audit import Proof, chained
from firmware.journal.crew import Progress, each, files
from firmware.journal.fold import opening, take
from firmware.journal.page import Page
from firmware.journal.record import Record
from firmware.journal.seal import PLAIN, Seal
from firmware.named_file import opened


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
        SettingsError: a header has settings that this version does not know.
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
    with opened(path) as file:
        page = Page(file, path.name, seal)
        for record in page.records():
            assert page.header is not None
            if table is None:
                table = opening(page.header)
                begins = (table.standing, table.kept)
            removed = record.said if isinstance(record.said, ShoesRemoved) else removed
            try:
                table = _again(table, record)
            except JournalUnsound as error:
                raise page.unsound(f"{error} (on record by version {page.header.version})") from error
    return Replayed(Proof.of(page, removed), begins, (table.standing, table.kept) if table else None)


def _again(table: Table, record: Record) -> Table:
    """Return the table after `record`. Raises `JournalUnsound` in whatever it differs from what is on record."""
    after = take(table, record)
    differences = [*_results(table, record), *_differences(record, after)]
    if differences:
        raise JournalUnsound("; ".join(differences))
    return after


def _results(table: Table, record: Record) -> Iterator[str]:
    """Yield every result on record that is not the one the cards make."""
    for fact in record.facts:
        if isinstance(fact, RoundCompleted | RoundClosed) and table.round and not table.round.voided:
            made = table.outcome
            then = (fact.winner, fact.player_count, fact.banker_count)
            if then != (now := (made.winner, made.player_count, made.banker_count)):
                yield "result {} {} {} on record, ".format(*then) + "{} {} {} now".format(*now)
        table = evolve(table, fact)


def _differences(record: Record, table: Table) -> list[str]:
    shown = indicate(table)
    lamps = tuple(sorted(shown.lamps))
    pairs = (("phase", record.phase, table.phase), ("gate", record.gate, shown.gate), ("lamps", record.lamps, lamps))
    return [f"{what} {_words(then)} on record, {_words(now)} now" for what, then, now in pairs if then != now]


def _words(shown: str | tuple[str, ...]) -> str:
    return shown if isinstance(shown, str) else " ".join(shown)
