"""Every text is from the catalogue, and everybody can read it: a language, labels, landmarks, contrast."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.display.browser import Browser
from tests.display.onlooker import SECOND_NS, happen, world
from tests.display.pages import Pages, pages, pages_of
from tests.display.test_console_page import at_the_form, signed_in
from tests.display.test_console_server import with_people
from tests.display.test_display_page import well_placed
from tests.whole.room import ROOT, Room, room

pytestmark = pytest.mark.browser

MARK = "¤"


def marked(text: str) -> str:
    """A catalogue in which every text is marked, values and all."""
    return re.sub(
        r'^("(?!language)[^"]+" = ")(.*)"$',
        lambda found: f'{found[1]}{MARK}{found[2]}{MARK}"',
        text,
        flags=re.MULTILINE,
    )


@pytest.fixture(scope="module")
def another_language(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with a second language: one more file."""
    copy = tmp_path_factory.mktemp("program")
    for name in ("firmware", "hal"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    folder = copy / "firmware/display/texts"
    english = (folder / "en.toml").read_text(encoding="utf-8")
    (folder / "mi.toml").write_text(marked(english).replace('"language" = "en"', '"language" = "mi"'), encoding="utf-8")
    return copy


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Room]:
    with room(tmp_path) as here:
        with_people(here)
        here.start()
        yield here


def in_a_hold(table: Room, browser: Browser) -> None:
    """A round was dealt, another has begun, and its second card could not be read."""
    browser.meanwhile = lambda: table.wait(0.005)
    table.happen("LOADED", "CARD,9S", "CARD,2H", "CARD,KD", "CARD,5C")
    table.press()
    table.happen("CARD,9H", "CARD,??")


OWN = re.compile(r"[\d\s:.,–%/-]*|[A2-9TJQK]|10|[?▒⌫✓✗]|ROOM-1|Ana|")
"""What is no text of a language: numbers, cards, names of the table and of people."""


def untranslated(words: list[list[str]]) -> list[list[str]]:
    return [word for word in words if MARK not in word[0] and not OWN.fullmatch(word[0])]


def test_a_second_language_is_one_more_file_and_no_word_is_outside_it(
    table: Room, browser: Browser, another_language: Path
) -> None:
    with table.config.open("a", encoding="utf-8") as config:
        config.write('language = "mi"\n')
    server = Pages(table.config)
    server.before = ("env", f"PYTHONPATH={another_language}", "PYTHONSAFEPATH=1", table.python, "-m", "firmware")
    try:
        server.start()
        browser.open(server.address)
        in_a_hold(table, browser)
        browser.shows({"stale": "", "phase": "hold"})
        assert browser.run("return document.documentElement.lang") == "mi"
        assert untranslated(browser.look("words")) == []
        browser.open(f"{server.address}console")
        at_the_form(browser)
        assert untranslated(browser.look("words")) == []
        signed_in(browser, "Ana")
        browser.until(lambda: browser.has("[data-decision=card]"), "the hold")
        browser.press("[data-decision=card]")
        assert untranslated(browser.look("words")) == []
    finally:
        server.close()


def readable(browser: Browser) -> None:
    assert browser.look("access") == []
    assert browser.look("contrast") == []


def test_everybody_can_read_the_console(table: Room, browser: Browser) -> None:
    with pages(table.config) as server:
        browser.size(1180, 820)
        in_a_hold(table, browser)
        browser.open(f"{server.address}console")
        at_the_form(browser)
        readable(browser)
        signed_in(browser, "Ana")
        browser.until(lambda: browser.has("[data-decision=card]"), "the hold")
        readable(browser)
        browser.press("[data-decision=card]")
        browser.until(lambda: browser.has("form[data-asks]"), "the question")
        readable(browser)
        browser.run("document.querySelector('#ask-title').style.color = '#0a3327'")
        assert any("ask-title" in faint for faint in browser.look("contrast")), "what is faint is found"
        browser.run("document.querySelector('form[data-asks]').append(document.createElement('input'))")
        assert any("no label" in trouble for trouble in browser.look("access")), "and what has no label"


EVENING = (
    ("LOADED", "bets are open"),
    ("CARD,9S", "a card lies there"),
    ("CARD,4H", ""),
    ("CARD,KD", ""),
    ("CARD,5C", "a tie of naturals"),
    ("confirm", "the round before"),
    ("CARD,2S", ""),
    ("CARD,2H", ""),
    ("CARD,2D", ""),
    ("CARD,2C", "the Player draws"),
    ("CARD,3C", "the Banker draws"),
    ("CARD,KC", "the Player wins"),
    ("CARD,KS", "a hold"),
    ("UNPLUGGED", "a hold and a fault"),
)


LONGEST_ID = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_01234"
DEAREST_CHIP = "50000000"
LONGEST_LIMITS = "Player/Banker 10,000 – 5,000,000 · Tie 100 – 50,000 · NZ$"


def test_everybody_can_read_the_display_of_the_table_with_the_longest_name(tmp_path: Path, browser: Browser) -> None:
    table = world(tmp_path, table=LONGEST_ID)
    browser.meanwhile = lambda: table.wait(SECOND_NS)
    with pages_of(tmp_path, limits=LONGEST_LIMITS, chips=DEAREST_CHIP) as server:
        browser.open(server.address)
        for n, (what, sight) in enumerate(EVENING):
            if what == "UNPLUGGED":
                table.move_link(up=False)
                table.wait(5 * SECOND_NS)
            else:
                happen(table, what)
            for size in ((1920, 1080), (1280, 800), (1080, 1920)) if sight else ():
                browser.size(*size)
                cards = sum(said.startswith("CARD") for said, _ in EVENING[: n + 1])
                browser.shows({"stale": "", "cards": str(cards), "phase": table.see().phase})
                readable(browser)
                well_placed(browser)
        assert (browser.text("[data-about=id]"), LONGEST_LIMITS in browser.text("[data-about=limits]")) == (
            LONGEST_ID,
            True,
        )
        assert browser.text("[data-banker-wagers]") == "Banker wagers in multiples of 1000000000.00"
        assert browser.read()["lamps"] == ["fault", "stop", "supervisor"]
        browser.run("document.querySelector('[data-hand=player]').style.translate = '50%'")
        with pytest.raises(AssertionError, match="overlap"):
            well_placed(browser)
