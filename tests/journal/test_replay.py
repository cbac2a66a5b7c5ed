"""A journal played again: the same program finds the same night, and says where another would not have."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from firmware.core import facts as f
from firmware.core import inputs as i
from firmware.core.lifecycle import Phase
from firmware.core.settings import SettingsError
from firmware.errors import JournalUnsound
from firmware.journal.record import TAIL, Header, Record, decode_header, decode_record, encode
from firmware.journal.replay import replay
from tests.journal.table import Dealer, dealt_in, three_rounds

SHOE = "shoe-000001.jsonl"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    dealt_in(tmp_path / "journal", three_rounds)
    return tmp_path / "journal"


def rewritten(path: Path, edit: Callable[[Record], Record], header: Callable[[Header], Header] = lambda it: it) -> None:
    """Edit every record and work all hashes out anew: what `verify` alone cannot find without a key."""
    first, *rest = [line[:-TAIL] for line in path.read_bytes().splitlines(keepends=True)]
    opening = header(decode_header(first))
    raw, head = encode(opening, opening.before)
    lines = [raw]
    for body in rest:
        raw, head = encode(edit(decode_record(body)), head)
        lines.append(raw)
    path.write_bytes(b"".join(lines))


def at(n: int, /, **changes: Any) -> Callable[[Record], Record]:
    return lambda record: replace(record, **changes) if record.n == n else record


def difference(path: Path) -> str:
    with pytest.raises(JournalUnsound) as caught:
        replay(path)
    return str(caught.value)


def test_whole_shoes_in_which_this_and_that_went_wrong_are_as_on_record(whole: tuple[Path, Dealer]) -> None:
    folder, dealer = whole
    told: list[tuple[int, int]] = []
    assert replay(folder, progress=lambda *done: told.append(done)) == len(dealer.tables)
    assert told[-1] == (4, 4)


def test_rewritten_with_nothing_changed_it_is_the_same_file(folder: Path) -> None:
    raw = (folder / SHOE).read_bytes()
    rewritten(folder / SHOE, lambda record: record)
    assert (folder / SHOE).read_bytes() == raw


@pytest.mark.parametrize(
    ("edit", "found"),
    [
        (at(3, phase=Phase.RESULT), "line 4: phase result on record, dealing now"),
        (at(3, lamps=("stop",)), "line 4: lamps stop on record, deal now"),
        (at(3, gate="shut"), "line 4: gate shut on record, open now"),
        (at(3, lamps=(), gate="shut"), "line 4: gate shut on record, open now; lamps  on record, deal now"),
        (at(2, facts=()), "line 3: phase dealing on record, ready now"),
        (
            at(3, facts=(f.CardsTurned(places=(1,)),)),
            "line 4: the fact cards_turned cannot follow",
        ),
        (at(3, facts=(f.CardDealt(place=77, public=True),)), "line 4: its facts cannot follow"),
        (at(3, n=4), "line 4: it is not record number 3"),
    ],
)
def test_what_was_edited_is_named(folder: Path, edit: Callable[[Record], Record], found: str) -> None:
    rewritten(folder / SHOE, edit)
    said = difference(folder / SHOE)
    assert said.startswith(f"{SHOE}, ")
    assert re.search(found, said), said


def test_a_result_that_the_cards_do_not_make_is_named(folder: Path) -> None:
    def other_winner(record: Record) -> Record:
        other = [
            replace(fact, winner="tie" if fact.winner == "player" else "player")
            if isinstance(fact, f.RoundCompleted | f.RoundClosed)
            else fact
            for fact in record.facts
        ]
        return replace(record, facts=tuple(other))

    rewritten(folder / SHOE, other_winner)
    assert re.search(r"result \w+ \d \d on record, \w+ \d \d now", difference(folder / SHOE))


def test_a_card_that_was_edited_shows_in_what_follows_and_is_not_told(folder: Path) -> None:
    """The first four cards become kings: 0 to 0, and no third card was drawn."""

    def kings(record: Record) -> Record:
        if not (isinstance(record.said, i.CardLeft) and record.n in (2, 3, 4, 5)):
            return record
        facts = tuple(replace(fact, face="KS") if isinstance(fact, f.CardOut) else fact for fact in record.facts)
        return replace(record, said=replace(record.said, face="KS"), facts=facts)

    rewritten(folder / SHOE, kings)
    said = difference(folder / SHOE)
    assert said.startswith(f"{SHOE}, line 6: ")
    assert "KS" not in said


def test_a_shoe_begins_with_what_the_one_before_led_to(folder: Path) -> None:
    rewritten(folder / SHOE, lambda record: record, lambda it: replace(it, standing=replace(it.standing, holds=5)))
    assert "line 1: it does not begin with what shoe-000000.jsonl led to" in difference(folder)


def test_settings_that_no_table_can_have_are_one_line(folder: Path) -> None:
    rewritten(folder / SHOE, lambda record: record, lambda it: replace(it, settings={"edition": "none", "decks": 99}))
    with pytest.raises(SettingsError, match="edition = 'none': allowed"):
        replay(folder)


def test_a_shoe_that_begins_by_itself_goes_on_with_what_was_noted_before(tmp_path: Path) -> None:
    """Its first record follows from no event of its own file: a new shoe in, decided or loaded on the page before."""

    def deal(dealer: Dealer) -> None:
        dealer.decide("new_shoe")
        dealer.enter(i.Continued())
        dealer.card("2S")
        dealer.says(i.Loaded, "LOADED")
        dealer.card("9H")
        dealer.decide("void_round")
        dealer.press()
        dealer.enter(i.Continued())

    dealer = dealt_in(tmp_path / "journal", deal)
    assert dealer.table.standing.shoe == 2
    assert replay(tmp_path / "journal") == len(dealer.tables)
