"""A technician settles what the papers of a shoe leave in doubt, and is told every mistake with the others."""

from pathlib import Path

import pytest

from firmware import config
from firmware.errors import ConfigError
from firmware.sections import Config
from firmware.shoe.options import Option, chosen
from firmware.shoe.registry import Registry

LEAST = """
[table]
id = "BAC-07"
edition = "nz-mini-1996"
[hal]
driver = "mock"
[shoe]
"""
OPTIONS = (Option("colour", ("red", "green"), "of the shoe"), Option("index", (1, 0), "of a card"))


def loaded(folder: Path, shoe: str) -> Config:
    file = folder / "table.toml"
    file.write_text(LEAST + shoe, encoding="utf-8")
    return config.load(file, protocols=Registry())


def refused(folder: Path, shoe: str) -> list[str]:
    with pytest.raises(ConfigError) as error:
        loaded(folder, shoe)
    return [problem.removeprefix(f"{folder / 'table.toml'}: ") for problem in error.value.problems]


def test_the_first_choice_is_the_default() -> None:
    assert chosen(OPTIONS, {}) == {"colour": "red", "index": 1}
    assert chosen(OPTIONS, {"index": 0}) == {"colour": "red", "index": 0}


def test_a_yes_is_no_number() -> None:
    with pytest.raises(ConfigError, match=r"shoe\.options\.index = true: 1, 0"):
        chosen(OPTIONS, {"index": True})


def test_every_mistake_is_told() -> None:
    with pytest.raises(ConfigError) as error:
        chosen(OPTIONS, {"size": 3, "colour": "Blue"})
    assert error.value.problems == (
        "shoe.options.size = 3: only colour, index",
        "shoe.options.colour = Blue: red, green",
    )


@pytest.mark.parametrize(
    ("protocol", "baud"), [("shoe-link", 115200), ("line", 9600), ("angel-eye", 4800), ("bee-tek", 9600)]
)
def test_a_line_has_the_speed_of_its_protocol_unless_another_is_given(tmp_path: Path, protocol: str, baud: int) -> None:
    assert loaded(tmp_path, f'protocol = "{protocol}"').shoe.baud == baud
    assert loaded(tmp_path, f'baud = 19200\nprotocol = "{protocol}"').shoe.baud == 19200


def test_the_settings_are_a_section(tmp_path: Path) -> None:
    shoe = loaded(tmp_path, 'protocol = "bee-tek"\n[shoe.options]\nmanual_burn = "card"\nsecond_opinion = false').shoe
    assert shoe.options == {"manual_burn": "card", "second_opinion": False}
    Registry().find(shoe.protocol).driver(shoe.listen_only, shoe.options)


def test_every_mistake_is_told_together_with_those_of_the_rest(tmp_path: Path) -> None:
    lines = refused(
        tmp_path,
        'protocol = "angel-eye"\nbaud = 300\n[shoe.options]\nreverse = "maybe"\nsecond_opinion = 1\n"a b" = 2\n'
        "[journal]\nkeep_shoes = -1\n",
    )
    assert lines == [
        "shoe.baud = 300: allowed: 4800, 9600, 19200, 38400, 57600, 115200, 230400",
        'shoe.options.reverse = "maybe": allowed: doubt, back',
        "shoe.options.second_opinion = 1: allowed: true, false",
        'shoe.options."a b" = 2: allowed: only second_opinion, reverse, first_index, sequence',
        "journal.keep_shoes = -1: allowed: 0 or more",
    ]


def test_a_protocol_without_settings_says_so(tmp_path: Path) -> None:
    assert refused(tmp_path, "[shoe.options]\nreverse = 1") == [
        "shoe.options.reverse = 1: allowed: none: this protocol has no settings"
    ]


def test_of_a_protocol_that_is_not_there_no_settings_are_judged(tmp_path: Path) -> None:
    (line,) = refused(tmp_path, 'protocol = "angel"\n[shoe.options]\nreverse = "back"')
    assert line == 'shoe.protocol = "angel": allowed: angel-eye, bee-tek, line, shoe-link'


def test_settings_that_are_no_section_are_one_line(tmp_path: Path) -> None:
    assert refused(tmp_path, "options = 3") == ["shoe.options = 3: allowed: a section, [shoe.options]"]
