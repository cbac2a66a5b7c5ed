"""The display in a real browser: a shoe is dealt, and somebody looks at the page after everything that happens."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.display.browser import Browser
from tests.display.onlooker import SECOND_NS, Onlooker, evening, world
from tests.display.pages import Pages, pages_of

pytestmark = pytest.mark.browser

SIZES = {"a large monitor": (1920, 1080), "a small one": (1280, 800), "an upright one": (1080, 1920)}


@pytest.fixture
def page(tmp_path: Path, browser: Browser) -> Iterator[Pages]:
    with pages_of(tmp_path) as served:
        browser.open(served.address)
        yield served
    complaints = [line for line in browser.console() if "ERR_" not in line]
    assert not complaints


def shows(browser: Browser, seen: Onlooker) -> None:
    """The page shows what happens at the table, and the newest marks of each road."""
    browser.shows(seen.display)
    shown, roads = browser.read(), seen.roads()
    for name, first in shown["first"].items():
        assert shown["roads"][name] == [mark for mark in roads[name] if mark[0] >= first], name
        assert roads[name][-1:] == shown["roads"][name][-1:], f"{name}: the newest mark is not there"


def well_placed(browser: Browser) -> None:
    """Everything lies on the screen, nothing on something else, and no text is cut off."""
    places: dict[str, Any] = browser.look("places")
    width, height = places["width"], places["height"]
    for name, (left, top, right, bottom) in [*places["blocks"], *places["inner"], *places["loose"]]:
        assert min(left, top, width - right, height - bottom) >= -1, f"{name} is off the screen"
    for named in (places["blocks"], places["inner"], places["head"]):
        for (one, a), (other, b) in combinations(named, 2):
            apart = a[2] <= b[0] + 1 or b[2] <= a[0] + 1 or a[3] <= b[1] + 1 or b[3] <= a[1] + 1
            assert apart, f"{one} and {other} overlap"
    assert not places["cut"]


def test_rounds_are_dealt_and_the_page_shows_them(tmp_path: Path, browser: Browser, page: Pages) -> None:
    table = world(tmp_path)
    browser.meanwhile = lambda: table.wait(SECOND_NS)
    for seen in islice(evening(table, Random(1920)), 24):
        for size in SIZES.values():
            browser.size(*size)
            shows(browser, seen)
            well_placed(browser)
    assert browser.colours() > 100


@pytest.mark.measure
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_a_whole_shoe_is_dealt_and_looked_at_after_every_card(
    size: tuple[int, int], tmp_path: Path, browser: Browser, page: Pages
) -> None:
    browser.size(*size)
    table = world(tmp_path)
    browser.meanwhile = lambda: table.wait(SECOND_NS)
    for seen in evening(table, Random(1)):
        shows(browser, seen)
        well_placed(browser)
        assert browser.colours() > 100
    assert len(seen.rounds) > 60
