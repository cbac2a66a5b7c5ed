"""Decides whether a document of rules is whole: every reachable case decided exactly once, and every rule cited.

An edition is what one Gazette text makes of the game: its draw tables, its Dealing Styles, its number of decks. This
page must never know which editions there are, nor where their documents lie.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, NoReturn, TypeAlias, cast, get_args

from firmware.core.tableau import NATURAL, Tableau
from firmware.errors import CoupError

Style: TypeAlias = Literal["A", "B", "C"]
Status: TypeAlias = Literal["stated", "assumed"]

COUNTS: Final = range(10)
"""Point counts of a hand, and point values of a card."""

LIVE: Final = tuple(count for count in COUNTS if count not in NATURAL)
"""Two-card counts on which a hand may draw or stand."""

CITED: Final = ("4.2", "9.6", "9.7", "9.8", "10.1", "11.1", "11.2")
"""Rules the table follows in every edition and no table holds: each edition must cite them all the same."""


class EditionError(CoupError):
    """A document of rules is not whole. Names the edition, the place in it and the first case that is wrong."""

    code = "edition"


class Citation(NamedTuple):
    """One rule, in our own words, and where it comes from."""

    number: str
    """The Gazette's number, or the name of a definition."""
    text: str
    source: str
    status: Status
    why: str
    """Why it is assumed; empty where it is stated."""


@dataclass(frozen=True, slots=True)
class Edition:
    """One Gazette text of the game. Made by `parse`."""

    name: str
    title: str
    styles: tuple[Style, ...]
    decks_min: int
    decks_max: int
    tableau: Tableau
    rules: tuple[Citation, ...]


def parse(document: Mapping[str, object], name: str) -> Edition:
    """Return the edition that `document`, as read from its file, sets down.

    Raises:
        EditionError: a case is missing, decided twice or impossible, a style or key is unknown, or a rule that is
            followed is not cited; for the first such case.
    """
    page = _Page((name,), document, "title", "rules", "styles", "decks", "rule_9_2", "table_1", "table_2", "rule_9_5")
    rules = tuple(_citation(row) for row in page.rows("rules", *Citation._fields))
    for number in (rule.number for rule in rules):
        if sum(rule.number == number for rule in rules) > 1:
            page.wrong(f"rules: {number}", "cited twice")
    for number in (*CITED, *(page.section(key).text("rule") for key in _SECTIONS)):
        if number not in [rule.number for rule in rules]:
            page.wrong(f"rules: {number}", "not cited")
    _check_naturals(page.section("rule_9_2"), "count")
    table_1, table_2 = _table_1(page.section("table_1")), _table_2(page.section("table_2"))
    tableau = Tableau(table_1, table_2, _rule_9_5(page.section("rule_9_5"), table_1))
    return Edition(
        name, page.text("title"), _styles(page.section("styles")), *_decks(page.section("decks")), tableau, rules
    )


_SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "styles": ("rule", "known"),
    "decks": ("rule", "min", "max"),
    "rule_9_2": ("rule", "natural"),
    "table_1": ("rule", "draw", "stand", "natural"),
    "table_2": ("rule", "rows", "natural"),
    "rule_9_5": ("rule", "player", "draw", "stand"),
}


class _Page:
    """A table of the document that knows its place in it and takes only the keys it is told of."""

    def __init__(self, place: tuple[str, ...], table: object, *keys: str) -> None:
        self._place = place
        if not isinstance(table, Mapping):
            self.wrong("not a table")
        self._table: Mapping[str, object] = table
        for key in table:
            if key not in keys:
                self.wrong(str(key), f"unknown key; known are {', '.join(keys)}")
        for key in keys:
            if key not in table:
                self.wrong(key, "missing")

    def wrong(self, *what: str) -> NoReturn:
        raise EditionError(": ".join(self._place + what))

    def section(self, key: str) -> "_Page":
        return _Page((*self._place, key), self._table[key], *_SECTIONS[key])

    def rows(self, key: str, *keys: str) -> list["_Page"]:
        rows = self._list(key)
        return [_Page((*self._place, key, f"row {n}"), row, *keys) for n, row in enumerate(rows, 1)]

    def text(self, key: str) -> str:
        value = self._table[key]
        if not isinstance(value, str):
            self.wrong(key, "not a text")
        return value

    def number(self, key: str) -> int:
        value = self._table[key]
        if type(value) is not int:
            self.wrong(key, "not a whole number")
        return value

    def texts(self, key: str) -> list[str]:
        return [one if isinstance(one, str) else self.wrong(key, f"{one!r} is not a text") for one in self._list(key)]

    def values(self, key: str) -> list[int]:
        # bool is an int to Python, never a point value to a dealer.
        return [one if type(one) is int else self.wrong(key, f"{one!r} is not a number") for one in self._list(key)]

    def _list(self, key: str) -> list[object]:
        value = self._table[key]
        if not isinstance(value, list):
            self.wrong(key, "not a list")
        return value


def _citation(row: _Page) -> Citation:
    number, text, source, status, why = (row.text(field) for field in Citation._fields)
    for field, value in (("number", number), ("text", text), ("source", source)):
        if not value.strip():
            row.wrong(field, "empty")
    if status not in get_args(Status):
        row.wrong("status", f"{status!r} is unknown; known are {', '.join(get_args(Status))}")
    if (status == "assumed") != bool(why.strip()):
        row.wrong("why", "an assumed rule says why it is assumed, a stated one has nothing to say")
    return Citation(number, text, source, cast(Status, status), why)


def _styles(page: _Page) -> tuple[Style, ...]:
    styles = page.texts("known")
    for style in styles:
        if style not in get_args(Style):
            page.wrong("known", f"style {style!r} is unknown; known are {', '.join(get_args(Style))}")
    if not styles or len(set(styles)) < len(styles):
        page.wrong("known", "each style of the edition once, and at least one")
    return tuple(cast(list[Style], styles))


def _decks(page: _Page) -> tuple[int, int]:
    least, most = page.number("min"), page.number("max")
    if not 1 <= least <= most <= 8:
        page.wrong("min and max are 1 to 8, in this order")
    return least, most


def _check_naturals(page: _Page, whose: str) -> None:
    """Refuse a list of naturals that is not exactly the definition's."""
    values = page.values("natural")
    _decided(page, f"{whose} {{}}", tuple(sorted(NATURAL)), values, [])


def _decided(page: _Page, case: str, cases: Sequence[int], draw: list[int], stand: list[int]) -> tuple[bool, ...]:
    """Return for each of `cases` whether it draws; refuse unless each is in one list, once, and nothing else is.

    `case` names one, with ``{}`` for its number.
    """
    listed = draw + stand
    for number in listed:
        if number not in cases:
            page.wrong(case.format(number), "impossible")
    for number in cases:
        if listed.count(number) != 1:
            page.wrong(case.format(number), "decided twice" if number in listed else "not decided")
    return tuple(number in draw for number in cases)


def _table_1(page: _Page) -> tuple[bool, ...]:
    _check_naturals(page, "Player")
    return _decided(page, "Player {}", LIVE, page.values("draw"), page.values("stand"))


def _table_2(page: _Page) -> tuple[tuple[bool, ...], ...]:
    _check_naturals(page, "Banker")
    draw: dict[int, list[int]] = {banker: [] for banker in LIVE}
    stand: dict[int, list[int]] = {banker: [] for banker in LIVE}
    for row in page.rows("rows", "banker", "draw", "stand"):
        for banker in row.values("banker"):
            if banker not in LIVE:
                page.wrong(f"Banker {banker}", "impossible")
            draw[banker] += row.values("draw")
            stand[banker] += row.values("stand")
    return tuple(
        _decided(page, f"Banker {banker}, Player's third {{}}", COUNTS, draw[banker], stand[banker]) for banker in LIVE
    )


def _rule_9_5(page: _Page, table_1: tuple[bool, ...]) -> tuple[bool, ...]:
    """Read the Banker's rule for a Player's Hand that stands; one that draws is Table 2's to decide."""
    decision = _decided(page, "Banker {}", LIVE, page.values("draw"), page.values("stand"))
    standing = page.values("player")
    for player in standing:
        if player not in LIVE:
            page.wrong(f"Player {player}, Banker 0", "impossible")
    for player in LIVE:
        decided = standing.count(player) + table_1[player]
        if decided != 1:
            page.wrong(f"Player {player}, Banker 0", "decided twice" if decided else "not decided")
    return decision
