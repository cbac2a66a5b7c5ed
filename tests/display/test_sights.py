"""Sights of the display that a table seldom offers: no shoe yet, a shoe that nobody counts, boards that are full."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.display import another_hand
from tests.display.browser import Browser
from tests.display.onlooker import SECOND_NS, happen, world
from tests.display.pages import Pages, pages_of
from tests.display.retold import Retold
from tests.display.test_display_page import SIZES, well_placed

pytestmark = pytest.mark.browser

ROUND = ("LOADED", "CARD,9S", "CARD,2H", "CARD,KD", "CARD,5C", "confirm")
SMALLEST_CELL = 14.0
"""Pixels of a mark that can still be read."""

STRETCH = "PB" * 15 + "T" * 12
FULL = STRETCH + "PPPPPPBBBBBB" * 4 + "PPPPPPBBBB"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    folder = tmp_path_factory.mktemp("table")
    (folder / "true").mkdir()
    table = world(folder / "true")
    for what in ROUND:
        happen(table, what)
    with pages_of(folder) as served:
        yield served


@pytest.fixture(scope="module")
def told(server: Pages) -> Retold:
    """What the table has told is retold on the pages."""
    return Retold(server.config.parent)


@pytest.fixture
def page(server: Pages, told: Retold, browser: Browser) -> Browser:
    browser.meanwhile = told.live
    browser.open(server.address)
    return browser


def test_before_the_first_shoe_there_is_none_and_shuffle_is_said_once(tmp_path: Path, browser: Browser) -> None:
    table = world(tmp_path)
    browser.meanwhile = lambda: table.wait(SECOND_NS)
    with pages_of(tmp_path) as server:
        browser.open(server.address)
        browser.shows({"stale": "", "phase": "shuffle", "lamps": ["shuffle", "stop"]})
        assert browser.text("[data-about=shoe]") == "No shoe yet"
        assert browser.text(".headline") == "Shuffle"
        assert not browser.has("[data-lamp=shuffle]")
        happen(table, "LOADED")
        browser.shows({"phase": "ready"})
        assert browser.text("[data-about=shoe]").split("\n")[0] == "Shoe 1 0 of 416 cards dealt"
        for what in ROUND[1:]:
            happen(table, what)
        browser.shows({"past": True, "result": "player", "round": "1"})
        assert browser.run(FADED, ".tag.natural") == browser.run(FADED, ".result.last"), "it is of the round before"


FADED = """
const { color, backgroundColor } = getComputedStyle(document.querySelector(arguments[0]));
return [color, backgroundColor];
"""


def test_a_shoe_that_nobody_counts_has_no_end(told: Retold, page: Browser) -> None:
    told.tell(inventory=False)
    page.shows({"stale": "", "cards": "4"})
    assert page.text("[data-about=shoe]") == "Shoe 1 4 cards dealt"
    assert not page.has("[role=progressbar]")


def test_a_hundred_rounds_and_forty_columns_are_on_the_boards(told: Retold, page: Browser) -> None:
    told.tell(FULL)
    assert len(FULL) == 100
    assert max(mark[0] for mark in another_hand.big(FULL)) + 1 == 40
    for size in SIZES.values():
        page.size(*size)
        page.shows({"stale": "", "round": "100"})
        shown, boards = page.read(), page.look("boards")
        assert shown["roads"]["bead"] == [list(mark) for mark in another_hand.bead(FULL)]
        assert shown["roads"]["big"] == [list(mark) for mark in another_hand.big(FULL)]
        assert min(boards["cells"][name] for name in ("bead", "big")) >= SMALLEST_CELL
        assert (boards["numbers"], boards["sticking_out"]) == (1, 0), "12 ties are read off their mark"
        well_placed(page)


def test_a_young_shoe_is_drawn_large_and_a_long_one_to_its_newest_round(told: Retold, page: Browser) -> None:
    told.tell("PB" * 6)
    page.shows({"stale": "", "round": "12"})
    assert page.look("boards")["cells"]["bead"] > 40
    told.tell("PB" * 60)
    page.shows({"stale": "", "round": "120"})
    shown, boards = page.read(), page.look("boards")
    assert boards["columns"]["big"] == 45
    assert shown["first"]["big"] == 120 + 1 - 45
    assert shown["roads"]["big"][-1] == [119, 0, "B", 0]
