"""What hangs, is killed or comes back under an open page: STALE in time, never a frozen hand, and back again."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.display.browser import Browser
from tests.display.onlooker import SECOND_NS, Onlooker, evening, world
from tests.display.pages import Pages, pages, pages_of, with_pages
from tests.whole.evening import Evening
from tests.whole.room import Room, room

STALE_S = 3.0
BACK_S = 2.0
HAND = ("LOADED", "CARD,9S", "CARD,2H", "CARD,KD")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with room(tmp_path_factory.mktemp("table")) as here:
        with_pages(here.config)
        here.start()
        yield here


@pytest.fixture(scope="module")
def served(table: Room) -> Iterator[Pages]:
    with pages(table.config) as here:
        yield here


@pytest.fixture
def server(table: Room, served: Pages, browser: Browser) -> Pages:
    """The page of a shoe of which three cards are dealt."""
    if table.ask(do="status")["phase"] != "shuffle":
        table.decide("reshuffle")
    browser.meanwhile = lambda: table.wait(0.005)
    browser.open(served.address)
    table.happen(*HAND)
    browser.shows(hand())
    return served


def hand() -> dict[str, Any]:
    return {"stale": "", "phase": "dealing", "player": {"cards": ["9S", "KD"], "count": ""}, "cards": "3"}


def is_stale(browser: Browser) -> bool:
    """Whether the page says so; it shows no hand then, and none is hidden in it."""
    shown = browser.read()
    if shown["stale"] != "stale":
        return False
    assert shown["player"] == shown["banker"] == {"cards": [], "count": ""}
    assert (shown["lamps"], shown["result"], shown["round"]) == ([], "", "")
    assert "STALE" in browser.text("#veil")
    assert 'data-card="' not in browser.html()
    return True


def goes_stale(browser: Browser) -> None:
    """The page says so in time. Until then it shows what was last told, and nothing else."""
    assert browser.until(lambda: is_stale(browser), "STALE", STALE_S + 1) < STALE_S


@pytest.mark.browser
def test_a_controller_that_hangs_is_told_and_so_is_that_it_goes_on(
    table: Room, server: Pages, browser: Browser
) -> None:
    assert table.process
    table.process.send_signal(signal.SIGSTOP)
    goes_stale(browser)
    browser.until(lambda: is_stale(browser), "STALE")
    assert browser.colours() > 20
    table.process.send_signal(signal.SIGCONT)
    browser.shows({"stale": "", "player": {"cards": ["9S", "KD"], "count": ""}})


@pytest.mark.browser
def test_a_display_that_hangs_is_told(table: Room, server: Pages, browser: Browser) -> None:
    server.send(signal.SIGSTOP)
    goes_stale(browser)
    server.send(signal.SIGCONT)
    browser.shows(hand())


@pytest.mark.browser
def test_who_comes_back_to_a_page_sees_what_is_and_not_what_was(table: Room, server: Pages, browser: Browser) -> None:
    for _ in range(7):  # a browser has six lines to one server
        browser.open(server.address)
        browser.shows(hand())
    browser.open("about:blank")
    table.happen("CARD,7C")
    browser.back()
    assert not browser.read()["player"]["cards"] or browser.read()["cards"] == "4"
    browser.shows({"stale": "", "banker": {"cards": ["2H", "7C"], "count": "9"}})


@pytest.mark.browser
def test_a_controller_that_is_killed_comes_back_under_an_open_page(
    table: Room, server: Pages, browser: Browser
) -> None:
    table.kill()
    goes_stale(browser)
    table.start()
    browser.shows(hand())
    table.happen("CARD,7C")
    browser.shows({"stale": "", "banker": {"cards": ["2H", "7C"], "count": "9"}, "phase": "result", "result": "tie"})


@pytest.mark.browser
def test_the_table_goes_on_while_the_display_is_killed_again_and_again(
    table: Room, server: Pages, browser: Browser
) -> None:
    dealt = Evening(table, Random(4))
    dealt.oracle.take("LOADED")
    for said in HAND[1:]:
        dealt.oracle.take(said)
    dealt.fill(300)
    del dealt.shoe[-1]
    for step in range(24):
        if step % 6 == 0:
            server.end(signal.SIGKILL)
        if step % 6 == 3:
            server.start()
        dealt.step()  # and the lamps are right
    browser.shows({"stale": "", "cards": str(dealt.oracle.out), "lamps": dealt.oracle.lamps})


@pytest.mark.measure
@pytest.mark.timeout(300)
def test_killing_the_display_at_any_moment_changes_nothing_at_the_table(table: Room) -> None:
    """The lamps are looked at after everything that happens, while a display comes up, serves and is killed."""
    server, draw, done = Pages(table.config), Random(3), threading.Event()
    kills = 0

    def meddle() -> None:
        nonlocal kills
        while not done.is_set():
            server.launch()
            done.wait(draw.uniform(0.05, 2))
            server.close()
            kills += 1

    meddler = threading.Thread(target=meddle)
    meddler.start()
    try:
        dealt = Evening(table, Random(4))
        while kills < 40:
            dealt.deal(300)
    finally:
        done.set()
        meddler.join()
    print(f"{kills} kills")
    assert table.cards_on_record() == table.shoe.cards


@pytest.mark.browser
def test_a_display_that_is_killed_late_in_a_shoe_comes_back_by_itself_with_every_round(
    tmp_path: Path, browser: Browser
) -> None:
    table = world(tmp_path)
    seen = Onlooker()
    for seen in evening(table, Random(11)):
        if len(seen.rounds) == 80 and len(seen.oracle.cards) == 3:
            break
    assert len(seen.rounds) == 80
    browser.meanwhile = lambda: table.wait(SECOND_NS)
    with pages_of(tmp_path) as server:
        browser.open(server.address)
        browser.shows(seen.display)
        server.end(signal.SIGKILL)
        goes_stale(browser)
        began = time.monotonic()
        server.start()
        browser.shows(seen.display)
        took = time.monotonic() - began
        print(f"right again {took:.2f} s after it was started")
        assert took < BACK_S
        shown, roads = browser.read(), seen.roads()
        assert all(shown["roads"][name][-1:] == roads[name][-1:] for name in roads)
