"""Every deal there is: the published totals come out, and with one cell of any table changed they do not."""

from collections.abc import Iterator
from dataclasses import replace
from math import perm

import pytest

from firmware.core.tableau import Tableau
from firmware.editions import NAMES, load
from firmware.proof import PUBLISHED, count_deals, prove


@pytest.mark.parametrize("name", NAMES)
def test_every_edition_deals_the_published_totals(name: str) -> None:
    verdicts = prove(load(name).tableau)
    assert [verdict.decks for verdict in verdicts] == [8, 6, 4, 2, 1]
    for verdict in verdicts:
        assert verdict.proven, verdict


@pytest.mark.parametrize("decks", PUBLISHED)
def test_no_deal_is_left_out(decks: int) -> None:
    totals = PUBLISHED[decks]
    assert totals.deals == perm(52 * decks, 6)
    assert totals.deals == totals.cards_4 + totals.cards_5 + totals.cards_6


def test_eight_decks_take_so_many_cards() -> None:
    totals = count_deals(load("nz-mini-1996").tableau, 8)
    assert round(100 * totals.cards_4 / totals.deals, 4) == 37.8868
    assert round(100 * totals.cards_5 / totals.deals, 4) == 30.3444
    assert round(100 * totals.cards_6 / totals.deals, 4) == 31.7687


def one_cell_changed(tableau: Tableau) -> Iterator[tuple[str, Tableau]]:
    def flipped(cells: tuple[bool, ...], at: int) -> tuple[bool, ...]:
        return (*cells[:at], not cells[at], *cells[at + 1 :])

    for count in range(8):
        yield f"Table 1, Player {count}", replace(tableau, table_1=flipped(tableau.table_1, count))
        yield f"Rule 9.5, Banker {count}", replace(tableau, rule_9_5=flipped(tableau.rule_9_5, count))
        for third in range(10):
            rows = list(tableau.table_2)
            rows[count] = flipped(rows[count], third)
            yield f"Table 2, Banker {count}, third {third}", replace(tableau, table_2=tuple(rows))


def test_any_one_cell_changed_deals_another_game() -> None:
    changed = dict(one_cell_changed(load("nz-mini-1996").tableau))
    assert len(changed) == 96
    published = PUBLISHED[1]
    for cell, tableau in changed.items():
        counted = count_deals(tableau, 1)
        assert counted[:3] != published[:3], cell
        assert counted[3:] != published[3:], cell


def test_a_changed_cell_fails_the_proof_for_every_shoe() -> None:
    for _, tableau in list(one_cell_changed(load("nz-mini-1996").tableau))[::13]:
        assert not any(verdict.proven for verdict in prove(tableau))


def test_the_proof_tells_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    prove(load("nz-mini-1996").tableau, lambda done, of: told.append((done, of)))
    assert told == [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]
