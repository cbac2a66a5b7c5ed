"""What the dealer announces (rule 10.1), and the texts a result comes in."""

from typing import Any

import pytest

from firmware.errors import Refused
from firmware.money.result import Result, read_round, read_words
from firmware.money.wagers import Bet

SHOWN: dict[str, Any] = {
    "shoe": 3, "round": 17, "player": ["4S", "TD"], "banker": ["9H", "9C"], "winner": "banker", "player_count": 4,
    "banker_count": 8, "natural": True, "void_hand": False, "final": False, "corrected": False,
}  # fmt: skip
"""A round as the journal's command prints it."""


@pytest.mark.parametrize(
    ("words", "announced"),
    [
        ("player 7 2", "Player's Hand 7, Banker's Hand 2: Player's Hand wins"),
        ("banker 4 6", "Player's Hand 4, Banker's Hand 6: Banker's Hand wins"),
        ("tie 6 6", "Player's Hand 6, Banker's Hand 6: Tie Hand"),
        ("banker 0 9 void_hand", "Player's Hand 0, Banker's Hand 9: Banker's Hand wins"),
        ("void", "The round is void"),
    ],
)
def test_the_dealer_announces_both_counts_and_the_hand_that_won(words: str, announced: str) -> None:
    assert read_words(words).announcement == announced


def test_words_after_the_counts_name_pairs_and_a_void_hand() -> None:
    assert read_words("tie 6 6 player_pair") == Result((6, 6), pairs=frozenset({Bet.PLAYER_PAIR}))
    assert read_words("banker 4 6 void_hand banker_pair") == Result((4, 6), True, frozenset({Bet.BANKER_PAIR}))
    assert read_words(" void ") == Result(None)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "it is empty; write `banker 4 6`"),
        (" ", "it is empty; write `banker 4 6`"),
        ("banker", "'banker' lacks the winner or a count; write `banker 4 6`"),
        ("banker 4", "'banker 4' lacks the winner or a count"),
        ("4 6", "'4 6' lacks the winner or a count"),
        ("void_hand", "'void_hand' lacks the winner or a count; .* player_pair, banker_pair, void_hand stand behind"),
        ("banker 4 void_hand", "'banker 4 void_hand' lacks the winner or a count"),
        ("void_hand banker 4 6", "'void_hand banker 4 6' lacks the winner or a count"),
        ("void void_hand", "'void void_hand': nothing follows `void`"),
        ("banker 4 10", "'10' is no point count"),
        ("banker 4 ٣", "'.u0663' is no point count"),
        ("banker -4 6", "'-4' is no point count"),
        ("dealer 4 6", "'dealer' is no winner"),
        ("player 4 6", "player is said, and the counts make banker"),
        ("tie 4 6", "tie is said, and the counts make banker"),
        ("banker 4 6 dragon", "'dragon' is unknown"),
        ("banker 4 6 6", "'6' is unknown; .* stand behind the counts"),
        ("void 4 6", "'void 4 6': nothing follows `void`"),
    ],
)
def test_words_that_say_no_result_are_refused(words: str, said: str) -> None:
    with pytest.raises(Refused, match=f"^result: {said}"):
        read_words(words)


def test_a_round_is_taken_as_the_journal_shows_it() -> None:
    assert read_round(SHOWN) == Result((4, 8), pairs=frozenset({Bet.BANKER_PAIR}))
    assert read_round({**SHOWN, "winner": "void"}) == Result(None)
    assert read_round({**SHOWN, "void_hand": True}).void_hand


def test_a_pair_is_of_rank_not_of_value_and_of_the_first_two_cards() -> None:
    court = {**SHOWN, "player": ["JS", "QD", "4S"], "banker": ["9H", "TC", "9C"]}
    assert read_round(court) == Result((4, 8), pairs=frozenset())


def test_without_the_cards_nobody_knows_of_a_pair() -> None:
    assert read_round({"winner": "banker", "player_count": 4, "banker_count": 8}) == Result((4, 8), pairs=None)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"winner": "player"}, "player is said, and the counts make banker"),
        ({"player_count": 10}, "'10' is no point count"),
        ({"player_count": True}, "'True' is no point count"),
        ({"banker_count": None}, "'None' is no point count"),
        ({"banker_count": [8]}, "'.8.' is no point count"),
        ({"player_count": 5}, "4S TD of player count 4, not 5"),
        ({"banker": ["9H", "--"]}, "'--' of banker is not a card"),
        ({"banker": ["9H", 9]}, "'9' of banker is not a card"),
        ({"banker": ["9H"]}, "banker is a list of two or three cards"),
        ({"banker": "9H9C"}, "banker is a list of two or three cards"),
        ({"void_hand": "no"}, "void_hand is true or false"),
        ({"natrual": True}, "'natrual' is unknown"),
        ({"winner": ["player"]}, ".*is no winner"),
    ],
)
def test_a_round_that_cannot_be_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused, match=f"^result: {said}"):
        read_round(SHOWN | changes)


@pytest.mark.parametrize("key", ["winner", "player_count", "banker_count"])
def test_a_round_without_its_result_is_refused(key: str) -> None:
    with pytest.raises(Refused, match=f"^result: {key} is missing"):
        read_round({name: value for name, value in SHOWN.items() if name != key})
