"""The edge of the house, from every deal there is through the settlement that pays the players."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest

from firmware.editions import NAMES, load
from firmware.money.chips import read_chips
from firmware.money.edge import house_edge, rounded
from firmware.money.result import Result
from firmware.money.settlement import settle
from firmware.money.wagers import ODDS, Bet, Wager, odds
from firmware.proof import PUBLISHED

TABLEAU = load("nz-mini-1996").tableau


def percent(edges: Mapping[Bet, Fraction]) -> dict[str, str]:
    return {bet: f"{100 * float(edge):.4f}" for bet, edge in edges.items()}


@pytest.mark.parametrize("name", NAMES)
def test_eight_decks_have_the_published_edges(name: str) -> None:
    edges = percent(house_edge(load(name).tableau, 8, ODDS))
    assert edges == {"player": "1.2351", "banker": "1.0579", "tie": "14.3596"}


def test_a_pair_at_11_to_1_has_the_published_edge() -> None:
    edges = percent(house_edge(TABLEAU, 8, odds(11)))
    assert (edges["player_pair"], edges["banker_pair"]) == ("10.3614", "10.3614")


@pytest.mark.parametrize("decks", PUBLISHED)
def test_the_edges_follow_from_the_published_totals(decks: int) -> None:
    totals, edges = PUBLISHED[decks], house_edge(TABLEAU, decks, ODDS)
    assert edges[Bet.PLAYER] == Fraction(totals.banker - totals.player, totals.deals)
    assert edges[Bet.BANKER] == Fraction(20 * totals.player - 19 * totals.banker, 20 * totals.deals)
    assert edges[Bet.TIE] == 1 - Fraction(9 * totals.tie, totals.deals)


def test_nothing_is_paid_by_the_counts_so_one_result_stands_for_all_of_a_winner() -> None:
    paid: dict[str, set[int]] = {"player": set(), "banker": set(), "tie": set()}
    for player, banker in product(range(10), repeat=2):
        result = Result((player, banker))
        for bet in ODDS:
            done = settle([Wager(1, bet, 100)], result, read_chips("0.05"))
            paid[result.winner].add(1000 * list(Bet).index(bet) + done.house)
    assert {winner: len(houses) for winner, houses in paid.items()} == {"player": 3, "banker": 3, "tie": 3}


@pytest.mark.parametrize(
    ("edge", "text"),
    [
        (Fraction(1, 3), "0.333333"),
        (Fraction(2, 3), "0.666667"),
        (Fraction(1, 2_000_000), "0.000001"),
        (Fraction(-1, 3), "-0.333333"),
        (Fraction(3, 2), "1.500000"),
        (Fraction(0), "0.000000"),
    ],
)
def test_an_edge_is_printed_with_six_decimals(edge: Fraction, text: str) -> None:
    assert rounded(edge) == text
