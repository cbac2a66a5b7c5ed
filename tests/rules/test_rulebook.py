"""The rules as they are printed."""

import re

import pytest

from firmware.cli import main
from firmware.editions import NAMES, load
from firmware.errors import DONE
from firmware.rulebook import sheets


@pytest.mark.parametrize("name", NAMES)
def test_every_row_fills_its_columns(name: str) -> None:
    for sheet in sheets(load(name)):
        assert sheet.rows
        assert all(len(row) == len(sheet.columns) for row in sheet.rows)


def test_table_1_as_printed() -> None:
    table_1 = {row[0]: row[1] for row in sheets(load("nz-mini-1996"))[0].rows}
    assert [count for count, what in table_1.items() if what == "draws"] == list("012345")
    assert [count for count, what in table_1.items() if what == "stands"] == list("67")
    assert [count for count, what in table_1.items() if what == "natural"] == list("89")


def test_table_2_as_printed() -> None:
    """A hand of 8 or 9 is a natural, and no third card is dealt: it has no row."""
    rows = {banker: "".join(cells) for banker, *cells in sheets(load("nz-midi-1996"))[1].rows}
    assert list(rows) == list("01234567")
    assert rows["2"] == "DDDDDDDDDD"
    assert rows["3"] == "DDDDDDDDSD"
    assert rows["6"] == "SSSSSSDDSS"
    assert rows["7"] == "SSSSSSSSSS"


def test_table_2_is_readable_where_it_is_piped_to(capsys: pytest.CaptureFixture[str]) -> None:
    """No terminal, so 80 columns: each row of the table is one line."""
    assert main(["rules", "show"]) == DONE
    lines = capsys.readouterr().out.splitlines()
    cells = [re.findall(r"\w+", line) for line in lines]
    assert ["6", *"SSSSSSDDSS"] in cells
    assert max(map(len, lines)) <= 80
    assert any(line.startswith("Table 2: ") and line.endswith("D draws, S stands") for line in lines)


def test_one_deck_is_no_decks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "prove"]) == DONE
    said = [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()]
    assert said == ["8 decks", "6 decks", "4 decks", "2 decks", "1 deck"]


def test_each_rule_is_printed_with_its_source() -> None:
    edition = load("nz-midi-1996")
    printed = {number: (source, status) for number, _, source, status, _ in sheets(edition)[3].rows}
    assert printed["9.4"] == ("New Zealand Gazette 1996, No. 7, page 294", "stated")
    assert len(printed) == len(edition.rules)
