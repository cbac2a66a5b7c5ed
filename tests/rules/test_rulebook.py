"""The rules as they are printed."""

import pytest

from firmware.editions import NAMES, load
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
    rows = {banker: cells for banker, *cells in sheets(load("nz-midi-1996"))[1].rows}
    assert [third for third, cell in enumerate(rows["3"]) if cell == "stands"] == [8]
    assert [third for third, cell in enumerate(rows["6"]) if cell == "draws"] == [6, 7]
    assert set(rows["2"]) == {"draws"}
    assert set(rows["7"]) == {"stands"}
    assert set(rows["8"]) == set(rows["9"]) == {"natural"}


def test_each_rule_is_printed_with_its_source() -> None:
    edition = load("nz-midi-1996")
    printed = {number: (source, status) for number, _, source, status, _ in sheets(edition)[3].rows}
    assert printed["9.4"] == ("New Zealand Gazette 1996, No. 7, page 294", "stated")
    assert len(printed) == len(edition.rules)
