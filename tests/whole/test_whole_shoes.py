"""Whole shoes from another maker's shoe: after every event that is acknowledged the lamps are those of the rules."""

import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.whole.evening import CARDS, Evening
from tests.whole.room import Room, room, sound

NEVER_SEEN = CARDS - 1
"""Behind so many cards the cutting card lies where no round begins any more."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Room]:
    with room(tmp_path) as here:
        here.start()
        yield here


def deal_all(table: Room, places: list[int], draw: Random) -> None:
    evening = Evening(table, draw)
    for place in places:
        evening.deal(place)
    sound(table.shown())
    assert len(list(table.journal.glob("*.jsonl"))) == len(places) + 1
    assert table.cards_on_record() == table.shoe.cards


def test_the_cutting_card_early_in_the_shoe(table: Room) -> None:
    deal_all(table, list(range(1, 25)), Random(1))


def test_the_cutting_card_where_it_belongs_too_deep_and_never_seen(table: Room) -> None:
    deal_all(table, [CARDS - 16, CARDS - 8, NEVER_SEEN], Random(2))


@pytest.mark.measure
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("every", range(8))
def test_the_cutting_card_anywhere(table: Room, every: int) -> None:
    deal_all(table, list(range(1 + every, CARDS + 1, 8)), Random(every))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_controller_that_is_told_to_stop_leaves_all_dark(table: Room, number: signal.Signals) -> None:
    table.happen("LOADED", "CARD,2S")
    assert table.lit == ["deal"]
    assert table.end(number) == 0
    table.wait(0.02)  # its last words
    *before, last = table.shown()
    assert (last["lamps"], last["blink"], last["gate"]) == ([], [], "shut")
    assert table.shoe.mouth == "SHUT"
    assert all(line["lamps"] for line in before), "dark at the end only"
    sound(before)
    assert table.log == ""
