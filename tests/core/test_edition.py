"""A document of rules is refused unless every case is decided exactly once and every rule is cited."""

import copy
import re
import tomllib
from importlib.resources import files
from typing import Any, Final

import pytest

from firmware.core.edition import CITED, EditionError, parse
from firmware.editions import NAMES, load, shipped

NAME: Final = "nz-mini-1996"
PAGE: Final[dict[str, Any]] = tomllib.loads((files("firmware.editions") / f"{NAME}.toml").read_text(encoding="utf-8"))

Document = dict[str, Any]


@pytest.fixture
def page() -> Document:
    """The document of Mini Baccarat 1996, to be spoiled."""
    return copy.deepcopy(PAGE)


def refused(document: Document, why: str) -> None:
    with pytest.raises(EditionError, match=f"^{re.escape(f'{NAME}: {why}')}$"):
        parse(document, NAME)


def row_of(page: Document, banker: int) -> Document:
    return next(row for row in page["table_2"]["rows"] if banker in row["banker"])


def alone(page: Document, banker: int) -> Document:
    """Give `banker` a row of its own, so that one cell can be spoiled."""
    shared = row_of(page, banker)
    shared["banker"].remove(banker)
    own = {"banker": [banker], "draw": list(shared["draw"]), "stand": list(shared["stand"])}
    page["table_2"]["rows"].append(own)
    return own


@pytest.mark.parametrize("name", NAMES)
def test_every_edition_shipped_is_whole(name: str) -> None:
    edition = load(name)
    assert edition.name == name
    assert edition.decks_min <= 8 <= edition.decks_max
    assert set(CITED) <= {rule.number for rule in edition.rules}


def test_the_editions_say_what_their_tables_may_be() -> None:
    bounds = {name: (e.styles, e.decks_min, e.decks_max) for name, e in shipped().items()}
    assert bounds == {
        "nz-mini-1994": (("A",), 8, 8),
        "nz-mini-1996": (("A",), 8, 8),
        "nz-midi-1996": (("A", "B", "C"), 8, 8),
        "nz-baccarat-2004": (("A", "B", "C"), 4, 8),
    }


def test_an_edition_says_what_its_document_says(page: Document) -> None:
    page["styles"]["known"] = ["C", "A"]
    edition = parse(page, "nz-maxi-1890")
    assert (edition.name, edition.title, edition.styles) == ("nz-maxi-1890", page["title"], ("C", "A"))
    tables = edition.tableau
    assert [count for count in range(8) if tables.table_1[count]] == page["table_1"]["draw"]
    assert [count for count in range(8) if tables.rule_9_5[count]] == page["rule_9_5"]["draw"]
    for banker in range(8):
        assert [third for third in range(10) if tables.table_2[banker][third]] == row_of(page, banker)["draw"]
    assert [rule._asdict() for rule in edition.rules] == page["rules"]


def test_what_an_edition_assumes_it_gives_a_reason_for() -> None:
    for edition in shipped().values():
        for rule in edition.rules:
            assert bool(rule.why) == (rule.status == "assumed"), (edition.name, rule.number)


def test_the_pages_found_are_what_is_stated() -> None:
    stated = {name: {r.number for r in e.rules if r.status == "stated"} for name, e in shipped().items()}
    assert stated["nz-mini-1994"] == {"6.1", "7.1"}
    assert stated["nz-mini-1996"] == {"9.5", "9.6", "9.7", "9.8", "10.1", "11.1", "11.2"}
    assert stated["nz-midi-1996"] == {"9.4", "9.5", "9.6", "9.7", "9.8", "9.9"}
    assert {"8.13", "8.16", "8.17", "8.18", "8.19", "9.1", "9.2"} < stated["nz-baccarat-2004"]


def test_an_edition_nobody_shipped() -> None:
    with pytest.raises(EditionError, match=r"^nz-maxi-1890: no such edition; there are nz-mini-1994, nz-mini-1996, "):
        load("nz-maxi-1890")


def test_an_edition_whose_document_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.editions.NAMES", ("nz-lost",))
    with pytest.raises(EditionError, match=r"^nz-lost: its document cannot be read: "):
        load("nz-lost")


@pytest.mark.parametrize("third", range(10))
@pytest.mark.parametrize("banker", range(8))
class TestACellOfTable2:
    def test_missing(self, page: Document, banker: int, third: int) -> None:
        row = alone(page, banker)
        (row["draw"] if third in row["draw"] else row["stand"]).remove(third)
        refused(page, f"table_2: Banker {banker}, Player's third {third}: not decided")

    def test_both_ways(self, page: Document, banker: int, third: int) -> None:
        row = alone(page, banker)
        (row["stand"] if third in row["draw"] else row["draw"]).append(third)
        refused(page, f"table_2: Banker {banker}, Player's third {third}: decided twice")

    def test_printed_again_in_another_row(self, page: Document, banker: int, third: int) -> None:
        page["table_2"]["rows"].append({"banker": [banker], "draw": [third], "stand": []})
        refused(page, f"table_2: Banker {banker}, Player's third {third}: decided twice")


@pytest.mark.parametrize("count", range(8))
@pytest.mark.parametrize(("table", "whose"), [("table_1", "Player"), ("rule_9_5", "Banker")])
class TestACountOfTable1OrRule95:
    def test_missing(self, page: Document, table: str, whose: str, count: int) -> None:
        for cells in (page[table]["draw"], page[table]["stand"]):
            cells[:] = [cell for cell in cells if cell != count]
        refused(page, f"{table}: {whose} {count}: not decided")

    def test_both_ways(self, page: Document, table: str, whose: str, count: int) -> None:
        cells = page[table]
        (cells["stand"] if count in cells["draw"] else cells["draw"]).append(count)
        refused(page, f"{table}: {whose} {count}: decided twice")


def test_the_first_wrong_cell_is_the_one_named(page: Document) -> None:
    row_of(page, 6)["stand"].remove(8)
    row_of(page, 3)["stand"].remove(8)
    refused(page, "table_2: Banker 3, Player's third 8: not decided")


def test_a_banker_row_missing_altogether(page: Document) -> None:
    row_of(page, 0)["banker"].remove(1)
    refused(page, "table_2: Banker 1, Player's third 0: not decided")


@pytest.mark.parametrize("value", [-1, 10])
def test_a_third_card_that_cannot_be(page: Document, value: int) -> None:
    row_of(page, 4)["draw"].append(value)
    refused(page, f"table_2: Banker 4, Player's third {value}: impossible")


@pytest.mark.parametrize("banker", [-1, 8, 9, 10])
def test_a_banker_who_cannot_draw_has_no_row(page: Document, banker: int) -> None:
    page["table_2"]["rows"].append({"banker": [banker], "draw": [], "stand": [0]})
    refused(page, f"table_2: Banker {banker}: impossible")


@pytest.mark.parametrize("count", [8, 9, 10])
def test_a_natural_neither_draws_nor_stands(page: Document, count: int) -> None:
    page["table_1"]["stand"].append(count)
    refused(page, f"table_1: Player {count}: impossible")


@pytest.mark.parametrize(("place", "whose"), [("rule_9_2", "count"), ("table_1", "Player"), ("table_2", "Banker")])
def test_naturals_are_eight_and_nine_everywhere(page: Document, place: str, whose: str) -> None:
    page[place]["natural"] = [8]
    refused(page, f"{place}: {whose} 9: not decided")
    page[place]["natural"] = [7, 8, 9]
    refused(page, f"{place}: {whose} 7: impossible")
    page[place]["natural"] = [8, 9, 9]
    refused(page, f"{place}: {whose} 9: decided twice")


def test_a_player_who_stands_without_a_rule_for_the_banker(page: Document) -> None:
    page["table_1"]["draw"].remove(5)
    page["table_1"]["stand"].append(5)
    refused(page, "rule_9_5: Player 5, Banker 0: not decided")


def test_a_player_who_draws_is_table_2s_and_not_rule_95s(page: Document) -> None:
    page["table_1"]["stand"].remove(6)
    page["table_1"]["draw"].append(6)
    refused(page, "rule_9_5: Player 6, Banker 0: decided twice")


def test_rule_95_for_a_player_with_a_natural(page: Document) -> None:
    page["rule_9_5"]["player"].append(8)
    refused(page, "rule_9_5: Player 8, Banker 0: impossible")


def test_a_style_nobody_knows(page: Document) -> None:
    page["styles"]["known"] = ["A", "D"]
    refused(page, "styles: known: style 'D' is unknown; known are A, B, C")


@pytest.mark.parametrize("known", [[], ["A", "A"]])
def test_styles_are_listed_once_each(page: Document, known: list[str]) -> None:
    page["styles"]["known"] = known
    refused(page, "styles: known: each style of the edition once, and at least one")


@pytest.mark.parametrize(("least", "most"), [(1, 8), (1, 1), (8, 8), (4, 6)])
def test_decks_that_can_be(page: Document, least: int, most: int) -> None:
    page["decks"] |= {"min": least, "max": most}
    edition = parse(page, NAME)
    assert (edition.decks_min, edition.decks_max) == (least, most)


@pytest.mark.parametrize(("least", "most"), [(0, 8), (8, 9), (6, 4)])
def test_decks_that_cannot_be(page: Document, least: int, most: int) -> None:
    page["decks"] |= {"min": least, "max": most}
    refused(page, "decks: min and max are 1 to 8, in this order")


@pytest.mark.parametrize("section", ["styles", "decks", "rule_9_2", "table_1", "table_2", "rule_9_5"])
class TestASectionWithoutItsCitation:
    def test_none(self, page: Document, section: str) -> None:
        del page[section]["rule"]
        refused(page, f"{section}: rule: missing")

    def test_of_a_rule_that_is_not_there(self, page: Document, section: str) -> None:
        page[section]["rule"] = "99.9"
        refused(page, "rules: 99.9: not cited")


@pytest.mark.parametrize("number", CITED)
def test_a_rule_the_table_follows_is_cited(page: Document, number: str) -> None:
    page["rules"] = [rule for rule in page["rules"] if rule["number"] != number]
    refused(page, f"rules: {number}: not cited")


def test_a_rule_cited_twice(page: Document) -> None:
    page["rules"].append(dict(page["rules"][-1]))
    refused(page, "rules: 11.2: cited twice")


def test_an_assumption_has_a_reason_and_a_statement_has_none(page: Document) -> None:
    why = "an assumed rule says why it is assumed, a stated one has nothing to say"
    page["rules"][0]["why"] = " "
    refused(page, f"rules: row 1: why: {why}")
    page["rules"][0] |= {"status": "stated", "why": "because"}
    refused(page, f"rules: row 1: why: {why}")
    page["rules"][0]["status"] = "guessed"
    refused(page, "rules: row 1: status: 'guessed' is unknown; known are stated, assumed")


@pytest.mark.parametrize("field", ["number", "text", "source"])
def test_a_citation_is_not_empty(page: Document, field: str) -> None:
    page["rules"][0][field] = " "
    refused(page, f"rules: row 1: {field}: empty")


def test_keys_nobody_reads_are_refused(page: Document) -> None:
    page["table_1"]["draws"] = [1]
    refused(page, "table_1: draws: unknown key; known are rule, draw, stand, natural")


def test_what_is_left_out_is_missed(page: Document) -> None:
    del page["table_2"]["rows"][0]["stand"]
    refused(page, "table_2: rows: row 1: stand: missing")
    del page["table_2"]
    refused(page, "table_2: missing")


@pytest.mark.parametrize(
    ("section", "key", "value", "why"),
    [
        ("table_1", "draw", 5, "not a list"),
        ("table_1", "draw", [True], "True is not a number"),
        ("table_1", "draw", ["5"], "'5' is not a number"),
        ("table_1", "rule", 9.3, "not a text"),
        ("styles", "known", [1], "1 is not a text"),
        ("decks", "min", True, "not a whole number"),
        ("decks", "max", "8", "not a whole number"),
    ],
)
def test_values_of_the_wrong_kind(page: Document, section: str, key: str, value: object, why: str) -> None:
    page[section][key] = value
    refused(page, f"{section}: {key}: {why}")


def test_a_section_that_is_no_table(page: Document) -> None:
    page["decks"] = 8
    refused(page, "decks: not a table")
