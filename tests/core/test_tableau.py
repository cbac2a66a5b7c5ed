"""Who draws, and what a round comes to: dealt card by card, as at the table."""

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.core.cards import DECK, POINTS, Card, count, read_card
from firmware.core.tableau import Outcome, work_out
from firmware.editions import NAMES, load

TABLEAU: Final = load("nz-mini-1996").tableau

# Typed in from the Gazette's pages, not from the edition files. Columns: no third card, then 0 to 9.
CHART: Final = """
0  D  D D D D D D D D D D
1  D  D D D D D D D D D D
2  D  D D D D D D D D D D
3  D  D D D D D D D D S D
4  D  S S D D D D D D S S
5  D  S S S S D D D D S S
6  S  S S S S S S D D S S
7  S  S S S S S S S S S S
"""

deals = st.lists(st.sampled_from(DECK), min_size=6, max_size=6)


def dealt(cards: str) -> Outcome:
    return work_out(TABLEAU, [read_card(card) for card in cards.split()])


@pytest.mark.parametrize("name", NAMES)
def test_every_edition_has_the_banker_draw_by_the_chart(name: str) -> None:
    tableau = load(name).tableau
    for row in CHART.split("\n")[1:-1]:
        banker, *cells = row.split()
        for third, cell in zip([None, *range(10)], cells, strict=True):
            player = 7 if third is None else 0
            assert tableau.banker_draws(player, int(banker), third) is (cell == "D"), (banker, third)


@pytest.mark.parametrize("name", NAMES)
def test_every_edition_has_the_player_draw_on_0_to_5(name: str) -> None:
    tableau = load(name).tableau
    for banker in range(8):
        assert [player for player in range(10) if tableau.player_draws(player, banker)] == [0, 1, 2, 3, 4, 5]


def test_a_natural_on_either_hand_stops_both() -> None:
    for natural in (8, 9):
        for other in range(10):
            assert not TABLEAU.player_draws(natural, other)
            assert not TABLEAU.player_draws(other, natural)
            for third in (None, *range(10)):
                assert not TABLEAU.banker_draws(natural, other, third)
                assert not TABLEAU.banker_draws(other, natural, third)


@pytest.mark.parametrize(
    ("cards", "due"),
    [
        ("", "initial"),
        ("2S", "initial"),
        ("2S 9H 5D", "initial"),
        ("2S 9H 5D 8C", "none"),
        ("2S 9H 2D 8C", "player_third"),
        ("2S 9H 2D 8C 6D", "none"),
        ("2S 9H 2D 4C", "player_third"),
        ("2S 9H 2D 4C 8D", "none"),
        ("2S 9H 2D 4C 9D", "banker_third"),
        ("2S 9H 2D 4C 9D KH", "none"),
        ("2S 9H 5D 4C", "banker_third"),
        ("2S 9H 5D 4C KH", "none"),
        ("2S 4H 2D 4C", "none"),
    ],
)
def test_what_is_due_next(cards: str, due: str) -> None:
    assert dealt(cards).due == due


@pytest.mark.parametrize(
    ("cards", "winner", "player", "banker"),
    [
        ("2S 9H 5D 8C", "tie", 7, 7),
        ("4S 9H 4D TC", "banker", 8, 9),
        ("4S 3H 4D 5C", "tie", 8, 8),
        ("9S 3H TD KC", "player", 9, 3),
        ("2S 9H 2D 4C 8D", "banker", 2, 3),
        ("2S 9H 2D 4C 4D KH", "player", 8, 3),
        ("2S 9H 5D 4C 5H", "banker", 7, 8),
    ],
)
def test_the_higher_count_wins(cards: str, winner: str, player: int, banker: int) -> None:
    outcome = dealt(cards)
    assert (outcome.winner, outcome.player_count, outcome.banker_count) == (winner, player, banker)


def test_eight_on_three_cards_is_no_natural() -> None:
    outcome = dealt("2S 9H 2D 4C 4D KH")
    assert outcome.player_count == 8
    assert not outcome.natural
    assert dealt("4S 9H 4D TC").natural


def test_no_third_card_is_not_a_third_card_that_counts_nothing() -> None:
    assert dealt("2S 4H 5D TC").banker_draws
    assert dealt("2S 4H 2D TC KC").banker_stands


def test_whether_a_hand_stands_is_not_said_before_its_turn() -> None:
    three_out = dealt("2S 4H 5D")
    assert not three_out.player_stands
    assert not three_out.player_draws
    player_to_draw = dealt("2S 7H 2D TC")
    assert player_to_draw.player_draws
    assert not player_to_draw.banker_stands
    assert not player_to_draw.banker_draws
    player_drew = dealt("2S 7H 2D TC 3S")
    assert player_drew.player_draws
    assert player_drew.banker_stands
    natural = dealt("9S 3H TD KC")
    assert natural.player_stands
    assert natural.banker_stands


@given(deals)
def test_cards_beyond_the_round_belong_to_neither_hand(cards: list[Card]) -> None:
    outcome = work_out(TABLEAU, cards)
    assert 4 <= outcome.used <= 6
    assert work_out(TABLEAU, cards[: outcome.used]) == outcome
    assert sorted(outcome.player + outcome.banker) == sorted(cards[: outcome.used])
    assert outcome.player[:2] == (cards[0], cards[2])
    assert outcome.banker[:2] == (cards[1], cards[3])


@given(deals)
def test_a_round_is_undecided_until_its_last_card(cards: list[Card]) -> None:
    used = work_out(TABLEAU, cards).used
    for out in range(used):
        partial = work_out(TABLEAU, cards[:out])
        assert partial.due != "none"
        assert partial.winner is None
        assert partial.used == out
    assert work_out(TABLEAU, cards).winner is not None


@given(deals)
def test_the_counts_are_those_of_the_cards_in_the_hands(cards: list[Card]) -> None:
    for out in range(7):
        outcome = work_out(TABLEAU, cards[:out])
        assert (outcome.player_count, outcome.banker_count) == (count(outcome.player), count(outcome.banker))


@given(deals)
def test_only_point_values_decide(cards: list[Card]) -> None:
    of_spades: list[Card] = [next(card for card in DECK if POINTS[card] == POINTS[other]) for other in cards]
    one, other = work_out(TABLEAU, cards), work_out(TABLEAU, of_spades)
    assert (one.winner, one.used, one.natural) == (other.winner, other.used, other.natural)
