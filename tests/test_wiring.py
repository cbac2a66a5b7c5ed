"""A technician wires a table by the book: the plans of pins can be used, and the tables say what the blocks say."""

import re
import tomllib
import xml.etree.ElementTree as Xml
from pathlib import Path
from typing import Any

import pytest

from firmware import config
from firmware.errors import ConfigError
from firmware.makes import makes
from firmware.sections import Config
from hal.settings import BUTTONS, KEY, LAMPS

ROOT = Path(__file__).parents[1]
BOOK = (ROOT / "deploy" / "WIRING.md").read_text(encoding="utf-8")
HEADER = (
    "3v3 5v 2 5v 3 gnd 4 14 gnd 15 17 18 27 gnd 22 23 3v3 24 10 gnd 9 25 11 8 gnd 7 "
    "0 1 5 gnd 6 12 13 gnd 19 16 26 20 gnd 21"
)
"""The 40 pins of the header in order: BCM numbers, supplies and grounds."""

TABLE = '[table]\nid = "BAC-07"\nedition = "nz-mini-1996"\n'
PLANS = {"Plan A": "## Plan A: the shoe on USB\n", "Plan B": "## Plan B: the shoe on the header's serial port\n"}


def plan(name: str) -> str:
    return BOOK.partition(PLANS[name])[2].partition("\n## ")[0]


def block(name: str) -> str:
    (toml,) = re.findall(r"```toml\n(.*?)```", plan(name), re.DOTALL)
    return TABLE + str(toml)


def rows(name: str) -> dict[int, tuple[int, str]]:
    """Return header pin and what is wired to it, by BCM number."""
    found = re.findall(r"^\| (\d+) \| (\d+) \| (.+) \|$", plan(name), re.MULTILINE)
    assert len({bcm for bcm, _, _ in found}) == len(found)
    return {int(bcm): (int(pin), wired) for bcm, pin, wired in found}


def loaded(name: str, folder: Path) -> Config:
    file = folder / "table.toml"
    file.write_text(block(name), encoding="utf-8")
    return config.load(file, protocols=makes())


def wires(rpi: dict[str, Any]) -> dict[int, str]:
    """Return what the words of the table are for each pin of a block."""
    named = {pin: f"lamp `{lamp}`" for lamp, pin in rpi["lamps"].items()}
    named |= {pin: f"button `{button}`" for button, pin in rpi["buttons"].items() if button != KEY}
    named |= {rpi["buttons"][KEY]: "key switch `key`"}
    return named | {rpi[output]: f"output `{output}`" for output in ("gate", "heartbeat")}


@pytest.mark.parametrize("name", PLANS)
def test_a_plan_is_a_configuration_without_a_mistake(name: str, tmp_path: Path) -> None:
    table = loaded(name, tmp_path)
    assert table.hal.driver == "rpi"
    assert not table.hal.rpi.active_low
    assert set(table.hal.rpi.lamps) == set(LAMPS)
    assert table.hal.rpi.unwired == []


def test_on_the_header_the_shoe_has_its_two_pins_to_itself(tmp_path: Path) -> None:
    block_a = block("Plan A").replace('"/dev/shoe"', '"/dev/ttyAMA0"')
    (tmp_path / "table.toml").write_text(block_a, encoding="utf-8")
    with pytest.raises(ConfigError) as told:
        config.load(tmp_path / "table.toml", protocols=makes())
    assert len(told.value.problems) == 2
    assert str(loaded("Plan B", tmp_path).shoe.port) == "/dev/ttyAMA0"


@pytest.mark.parametrize("name", PLANS)
def test_the_table_of_a_plan_says_what_its_block_says(name: str) -> None:
    wired = {bcm: words for bcm, (_, words) in rows(name).items()}
    by_block = wires(tomllib.loads(block(name))["hal"]["rpi"])
    others = {bcm: words for bcm, words in wired.items() if bcm not in by_block}
    assert {bcm: words for bcm, words in wired.items() if bcm in by_block} == by_block
    assert others == (
        {} if name == "Plan A" else {4: "free", 14: "serial port, to the shoe", 15: "serial port, from the shoe"}
    )


@pytest.mark.parametrize("name", PLANS)
def test_every_pin_is_where_the_header_has_it(name: str) -> None:
    header = {int(what): place for place, what in enumerate(HEADER.split(), 1) if what.isdecimal()}
    assert {bcm: pin for bcm, (pin, _) in rows(name).items()} == {bcm: header[bcm] for bcm in range(2, 28)}


def test_grounds_and_supplies_are_where_the_header_has_them() -> None:
    (told,) = re.findall(r"Ground: header pins ([\d, ]+)\. 3\.3 V: (\d+) and (\d+)\.", BOOK)
    grounds, *supplies = told
    places = list(enumerate(HEADER.split(), 1))
    assert [int(pin) for pin in grounds.split(",")] == [n for n, what in places if what == "gnd"]
    assert [int(pin) for pin in supplies] == [n for n, what in places if what == "3v3"]


def test_the_first_plan_is_the_shipped_configuration_with_every_button() -> None:
    shipped = tomllib.loads((ROOT / "config" / "table.toml").read_text(encoding="utf-8"))["hal"]["rpi"]
    planned = tomllib.loads(block("Plan A"))["hal"]["rpi"]
    assert planned["lamps"] == shipped["lamps"]
    assert (planned["gate"], planned["heartbeat"]) == (shipped["gate"], shipped["heartbeat"])
    assert planned["buttons"] == planned["buttons"] | shipped["buttons"]
    assert set(planned["buttons"]) == {*BUTTONS, KEY}


@pytest.mark.parametrize("name", PLANS)
def test_nothing_that_lights_is_on_a_pin_with_a_pull_up_on_the_board(name: str) -> None:
    rpi = tomllib.loads(block(name))["hal"]["rpi"]
    assert not {2, 3} & {*rpi["lamps"].values(), rpi["gate"], rpi["heartbeat"]}


@pytest.mark.parametrize("drawing", ["wiring.svg", "wiring-circuits.svg"])
def test_a_drawing_is_shown_and_its_words_are_words(drawing: str) -> None:
    assert f"]({drawing})" in BOOK
    root = Xml.parse(ROOT / "deploy" / drawing).getroot()
    words = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert len(words) > 10
    assert all(words)
