"""The README's table "Where to change what" is true: what a row names is decided in the files it names."""

import ast
import re
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from firmware import reference, sections
from firmware.bench import grammar
from firmware.bench.scenario import read
from firmware.bench.world import World
from firmware.core import indicators
from firmware.core.edition import parse
from firmware.core.indicators import Lamp
from firmware.core.irregularities import IRREGULARITIES, Offer
from firmware.core.settings import build
from firmware.core.view import status
from firmware.display.house import house
from firmware.editions import shipped
from firmware.money.wagers import ODDS, Bet
from hal.registry import DRIVERS, hardware
from hal.settings import MockSettings, RpiSettings
from tests.pages import FILES, named, rows, text
from tests.test_architecture import SOURCES, tree

PAGE = "README.md"

DECIDED: dict[str, dict[str, str]] = {
    "a draw rule, a number of decks, a citation": {"firmware/editions/nz-mini-1996.toml": "[table_2] [decks]"},
    "which phase follows which": {"firmware/core/lifecycle.py": "Phase MOVES STAYS LEGAL"},
    "an irregularity and the decisions it offers": {"firmware/core/irregularities.py": "IRREGULARITIES offers"},
    "when a lamp is lit": {"firmware/core/indicators.py": "Lamp indicate gate_wish"},
    "what a frame of Shoe Link looks like": {"firmware/shoe/frames.py": "ShoeFrame HostFrame read_shoe read_host"},
    "what `coup bench` shows of a shoe": {"firmware/bench/live.py": "SHOE_S summary"},
    "what goes wrong with `coup bench --irregularities`": {"firmware/bench/troubled.py": "TroubledDealer SHARE"},
    "what `coup soak` holds a table to": {
        "firmware/bench/watch.py": "Watch Violated",
        "firmware/bench/lamp_rules.py": "shown_wrongly recorded_wrongly guided_wrongly",
    },
    "a word of the scenario language": {"firmware/bench/grammar.py": "DECISIONS _GRAMMAR"},
    "what can be typed at a simulated shoe": {"firmware/bench/by_hand.py": "_SHORT"},
    "the shoes there is a driver for": {
        "firmware/shoe/registry.py": "Registry Make ENTRY_POINTS",
        "firmware/shoe/listener.py": "Listener Dialect",
    },
    "what is made of a shoe's second opinion": {"firmware/core/opinions.py": "weigh opinion_due take_up"},
    "what the display shows, and how it looks": {
        "firmware/display/screen.py": "screen WAITING",
        "firmware/display/static/display.css": "body",
    },
    "a word on the pages, or another language": {"firmware/display/texts/en.toml": "language"},
    "odds, a wager, what is valid of it": {
        "firmware/money/wagers.py": "ODDS Bet Wager",
        "firmware/money/banker.py": "valid_part commission smallest_wager",
    },
    "limits of wagers": {"firmware/money/limits.py": "Limits notices"},
    "what the display says of odds, commission and Banker wagers": {"firmware/display/house.py": "house"},
    "Pai Gow's phases, its settlement": {
        "firmware/paigow/lifecycle.py": "Phase MOVES STAYS LEGAL",
        "firmware/paigow/settlement.py": "Policy counter_clockwise StakeFallsShort",
    },
    "the roads": {"firmware/display/roads.py": "bead_plate big_road derived_road next_marks"},
    "what the doctor looks at": {"firmware/doctor/visit.py": "examine"},
    "what is installed where, and the service": {
        "deploy/install.sh": "CONFIG=/etc/coup/table.toml",
        "deploy/coup.service": "[Service] ExecStart= User=coup",
    },
    "a command, or its words": {
        "firmware/cli/commands.py": "PLACES INTERRUPTED",
        "firmware/cli/words.py": "copyable",
        "firmware/cli/configuration.py": "DEFAULT_CONFIG",
        "firmware/cli/__init__.py": "READER_GONE",
    },
    "a key of the configuration": {"firmware/sections.py": "SECTIONS KEYS"},
    "what displays and other followers may see": {"firmware/core/view.py": "snapshot closed_since"},
    "what a line of the journal holds": {"firmware/journal/record.py": "Header Record"},
    "who may decide, and how a PIN is checked": {
        "firmware/control/authority.py": "Authority",
        "firmware/control/checker.py": "PinChecker PIN_PROCESS",
    },
    "the order of journal, lamps, feed and acknowledgement": {"firmware/loop.py": "Loop"},
    "which parts a controller is made of": {"firmware/app.py": "run"},
    "pins, or another kind of lamp driver": {
        "hal/settings.py": "LAMPS BUTTONS RpiSettings",
        "hal/registry.py": "DRIVERS hardware",
    },
    "who may import whom, or a dependency": {"pyproject.toml": "[[tool.importlinter.contracts]] dependencies"},
}
"""What each row names, by the names that decide it in each file."""

NAMESAKES = {"run": "firmware/cli/table.py", "Authority": "firmware/sections.py"}
"""Another thing of the same name: the command, the section of the configuration."""


def places(cell: str) -> list[str]:
    """Return the files and folders that a cell names; its links lead to pages, which are read elsewhere."""
    return re.findall(r"`([^` ]+)`", re.sub(r"\[[^]]*\]\([^)]*\)", "", cell))


def within(file: str, place: str) -> bool:
    """Whether a file is in a folder, or is one of those that a pattern means: never in a folder within."""
    return (
        file.startswith(place) if place.endswith("/") else fnmatch(file, place) and file.count("/") == place.count("/")
    )


def defined(file: Path) -> Iterator[str]:
    """Yield what a file defines by name at its first level."""
    for node in tree(file).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name))


NAMES = {named(file): set(defined(file)) for file in SOURCES}
ROWS = {what: places(where) for what, where in rows(PAGE, "Where to change what")}
TOLD = {file: names for files in DECIDED.values() for file, names in files.items()}
FOLDERS = [place for cell, _ in rows(PAGE, "Layout") for place in places(cell)]


def test_each_row_is_looked_at_here() -> None:
    assert list(ROWS) == list(DECIDED)


@pytest.mark.parametrize("what", DECIDED)
def test_what_a_row_names_is_decided_in_each_of_its_files(what: str) -> None:
    for place in ROWS[what]:
        assert any(within(file, place) for file in DECIDED[what]), place
    for file, names in DECIDED[what].items():
        assert any(within(file, place) for place in ROWS[what]), file
        there = NAMES[file] if file in NAMES else text(file)
        assert [name for name in names.split() if name not in there] == [], file


@pytest.mark.parametrize("what", DECIDED)
def test_it_is_decided_in_no_other_file(what: str) -> None:
    """Two games have a thing each of some names; then each has a row."""
    for file, names in DECIDED[what].items():
        for name in names.split():
            others = [other for other, there in NAMES.items() if name in there and other != file]
            assert [
                other for other in others if name not in TOLD.get(other, "").split() and other != NAMESAKES.get(name)
            ] == []


def test_every_file_is_found_from_the_layout() -> None:
    files = [named(file) for file in SOURCES if named(file) != "firmware/__init__.py"]
    assert [file for file in files if not any(within(file, place) for place in FOLDERS)] == []


def test_every_place_that_is_named_is_there() -> None:
    there = [named(file) for file in FILES]
    named_places = [*FOLDERS, *(place for where in ROWS.values() for place in where)]
    assert [place for place in named_places if not any(within(file, place) for file in there)] == []


# -- what is changed there changes what is done ---------------------------------------------------------------------


def table() -> World:
    return World(build({}, shipped()))


def test_another_draw_rule_in_an_edition_is_dealt() -> None:
    written = text("firmware/editions/nz-mini-1996.toml")
    changed = written.replace("7, 9], stand = [8] }", "7, 8, 9], stand = [] }")
    before, after = (parse(tomllib.loads(document), "nz-mini-1996").tableau for document in (written, changed))
    assert (before.table_2[3][8], after.table_2[3][8]) == (False, True)


def test_another_lamp_for_a_result_is_lit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(indicators._WINS, "player", Lamp.SHUFFLE)
    world = table()
    world.shoe.loaded()
    for face in ("9S", "KH", "KD", "2C"):
        world.shoe.card(face)
    world.settle()
    assert Lamp.SHUFFLE in world.see().lamps


def test_another_decision_of_an_irregularity_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    told = IRREGULARITIES["card_after_end"]
    monkeypatch.setitem(IRREGULARITIES, "card_after_end", told._replace(offers=(Offer("resume", "dealer"),)))
    world = table()
    world.shoe.card("2S")
    world.settle()
    assert status(world.table, indicators.indicate(world.table), link_up=True)["open"]["resume"] == "dealer"


def test_another_word_of_the_scenario_language_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(grammar._GRAMMAR, "fresh", grammar._GRAMMAR["loaded"])
    assert read("fresh\n", "night.coup").steps == read("loaded\n", "night.coup").steps


def test_other_odds_are_told_on_the_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ODDS, Bet.TIE, 9)
    assert house("", "")["odds"]["tie"] == 9


def test_another_meaning_of_a_key_is_in_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    other = sections.KEYS["table.style"]
    monkeypatch.setitem(sections.KEYS, "table.id", other)
    (row,) = re.findall(r"^\| `id` \| .*$", reference.render(), re.MULTILINE)
    assert row.endswith(f"| {other.meaning} |")


def test_another_lamp_driver_is_had_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    lantern: Any = (object(), object())
    monkeypatch.setitem(DRIVERS, "lantern", lambda *_: lantern)
    assert hardware("lantern", MockSettings(), RpiSettings()) is lantern
