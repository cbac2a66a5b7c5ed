"""Decides how the rules of an edition read on paper: plain rows, each table with the rule it stands under.

It must never know what they are printed on.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from firmware.core.edition import COUNTS, LIVE, Edition
from firmware.core.tableau import NATURAL

_NATURALS: Final = tuple(str(count) for count in sorted(NATURAL))


class Sheet(NamedTuple):
    """One table to print. Every row has as many cells as there are columns."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def sheets(edition: Edition) -> tuple[Sheet, ...]:
    """Return the draw tables of `edition`, then every rule with its source."""
    tableau = edition.tableau
    return (
        Sheet("Table 1: Player's Hand (rule 9.3)", ("Player having", "Player"), _by_count(tableau.table_1)),
        Sheet(
            "Table 2: Banker's Hand, by the Player's third card (rule 9.4); D draws, S stands",
            ("Banker having", *(str(third) for third in COUNTS)),
            tuple((str(banker), *("D" if draws else "S" for draws in tableau.table_2[banker])) for banker in LIVE),
        ),
        Sheet(
            "Banker's Hand, when the Player's Hand stands (rule 9.5)",
            ("Banker having", "Banker"),
            _by_count(tableau.rule_9_5),
        ),
        Sheet("Rules", ("rule", "in our words", "source", "status", "why"), tuple(map(tuple, edition.rules))),
    )


def _by_count(decisions: Iterable[bool]) -> tuple[tuple[str, ...], ...]:
    live = ((str(count), _word(draws)) for count, draws in zip(LIVE, decisions, strict=True))
    return (*live, *((count, "natural") for count in _NATURALS))


def _word(draws: bool) -> str:
    return "draws" if draws else "stands"
