"""RULES.md says what the program does."""

import re
from importlib.resources import files
from typing import Final

from firmware.editions import load, shipped
from firmware.proof import PUBLISHED

PAGE: Final = (files("firmware") / "RULES.md").read_text(encoding="utf-8")


def test_the_grid_on_the_page_is_the_one_that_is_dealt() -> None:
    tableau = load("nz-mini-1996").tableau
    rows = re.findall(r"^([0-7])((?: +[DS]){11})$", PAGE, re.MULTILINE)
    assert [banker for banker, _ in rows] == list("01234567")
    for banker, cells in rows:
        dealt = (tableau.rule_9_5[int(banker)], *tableau.table_2[int(banker)])
        assert cells.split() == ["D" if draws else "S" for draws in dealt]


def test_the_totals_on_the_page_are_those_that_are_proven() -> None:
    for decks, totals in PUBLISHED.items():
        assert f"| {decks} | {totals.deals:,} | {totals.player:,} | {totals.banker:,} | {totals.tie:,} |" in PAGE


def test_every_edition_is_on_the_page_with_its_styles_and_decks() -> None:
    for name, edition in shipped().items():
        bounds = (edition.decks_min, edition.decks_max)
        decks = str(bounds[0]) if bounds[0] == bounds[1] else f"{bounds[0]} to {bounds[1]}"
        assert f"| `{name}` | {', '.join(edition.styles)} | {decks} |" in PAGE


def test_every_rule_an_edition_cites_by_number_is_on_the_page() -> None:
    numbers = {rule.number for edition in shipped().values() for rule in edition.rules if rule.number[0].isdigit()}
    missing = {number for number in numbers if not re.search(rf"\b{re.escape(number)}\b", PAGE)}
    assert missing == set()
