"""A card is two characters, and what is none is refused with what a card looks like."""

import pytest

from firmware.core.cards import DECK, POINTS, count, read_card


@pytest.mark.parametrize("text", ["", "K", "10H", "kh", "HK", "KH ", "1S", "??", "--"])
def test_what_is_no_card_is_refused_with_what_a_card_looks_like(text: str) -> None:
    with pytest.raises(
        ValueError, match=r"is not a card: a rank of A 2 3 4 5 6 7 8 9 T J Q K, then a suit of S H D C$"
    ):
        read_card(text)


def test_every_card_is_read_as_itself() -> None:
    assert [read_card(card) for card in DECK] == list(DECK)
    assert len(set(DECK)) == 52


@pytest.mark.parametrize("rank", "A23456789TJQK")
def test_an_ace_counts_one_and_tens_and_court_cards_nothing(rank: str) -> None:
    points = {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0}
    assert {POINTS[card] for card in DECK if card[0] == rank} == {points.get(rank) if rank in points else int(rank)}


def test_a_hand_counts_the_last_digit_of_its_sum() -> None:
    assert [count(hand) for hand in ((), ("9S",), ("9S", "9H"), ("5S", "5H"), ("9S", "9H", "9D"))] == [0, 9, 8, 0, 7]
