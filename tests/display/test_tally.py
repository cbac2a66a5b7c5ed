"""What the rounds of an evening come to on the boards. All rounds are told by the real feed."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from firmware.display.roads import big_road
from firmware.display.tally import Statistics, Wins, results, statistics, wins
from firmware.feed.page import write_page
from tests.feed.evening import Evening

PLAYER_NATURAL = ("4S", "KH", "5D", "2C")  # 9 to 2
PLAYER_PAIR_LOSES = ("3S", "4H", "3D", "3C")  # 6 to 7
TIE = ("KS", "2H", "7D", "5C")  # 7 to 7
BANKER_PAIR = ("2S", "KH", "5D", "KC", "7D")  # 7 to 0, then the Banker draws to 7


def rounds(evening: Evening) -> list[dict[str, Any]]:
    """Return the rounds that a follower knows: each as last told."""
    written = write_page("BAC-07", evening.moments)
    assert written is not None
    return list({told["round"]: told for line in written[1] for told in json.loads(line)["closed"]}.values())


def dealt(*hands: tuple[str, ...], evening: Evening | None = None) -> Evening:
    evening = evening or Evening().loaded()
    for cards in hands:
        evening.cards(*cards).press("confirm")
    return evening


def test_the_rounds_of_a_shoe_are_its_results_in_order() -> None:
    evening = dealt(PLAYER_NATURAL, PLAYER_PAIR_LOSES, TIE, BANKER_PAIR)
    assert results(rounds(evening)) == "PBTT"


def test_a_shoe_is_counted() -> None:
    evening = dealt(PLAYER_NATURAL, PLAYER_PAIR_LOSES, TIE, BANKER_PAIR)
    assert statistics(rounds(evening)) == Statistics(1, 1, 2, player_pairs=1, banker_pairs=1, naturals=1)


def test_a_new_shoe_counts_nothing() -> None:
    assert results([]) == ""
    assert statistics([]) == Statistics(0, 0, 0, player_pairs=0, banker_pairs=0, naturals=0)


def test_a_third_card_makes_no_pair() -> None:
    evening = dealt(("KS", "2H", "2D", "5C", "2S"))  # Player K 2 2
    (told,) = rounds(evening)
    assert told["player"] == ["KS", "2D", "2S"]
    assert statistics([told]).player_pairs == 0


def test_a_ten_and_a_court_card_are_no_pair() -> None:
    (told,) = rounds(dealt(("TS", "4H", "KD", "4C")))
    assert (statistics([told]).player_pairs, statistics([told]).banker_pairs) == (0, 1)


def test_a_void_hand_is_on_no_road_and_in_no_number() -> None:
    evening = Evening().loaded().cards("2S", "9H", "5D", "8C", "6D").decides("disclosed").press("confirm")
    before = statistics(rounds(evening))
    dealt(("KH", "3C", "9S"), evening=evening)
    told = rounds(evening)
    assert (len(told), told[1]["void_hand"], told[1]["winner"]) == (2, True, "tie")
    assert results(told) == "T"
    assert statistics(told) == before


def test_a_voided_round_is_on_no_road_and_in_no_number() -> None:
    evening = dealt(PLAYER_NATURAL)
    evening.cards("3S", "4H", "3D").decides("void_round").press("confirm")
    dealt(TIE, evening=evening)
    told = rounds(evening)
    assert [round_["winner"] for round_ in told] == ["player", "void", "tie"]
    assert results(told) == "PT"
    assert big_road(results(told)) == [(0, 0, "P", 1)], "the tie lies on the round before"
    assert statistics(told) == Statistics(1, 0, 1, player_pairs=0, banker_pairs=0, naturals=1)


def test_a_corrected_round_counts_as_corrected_in_its_own_place() -> None:
    evening = dealt(PLAYER_PAIR_LOSES, PLAYER_NATURAL, TIE)
    assert big_road(results(rounds(evening))) == [(0, 0, "B", 0), (1, 0, "P", 1)]
    evening.decides("correct", n=5, card="KS")  # Player K 5 against 2
    assert statistics(rounds(evening)).naturals == 0, "no natural any more"
    evening.decides("correct", n=6, card="7D")  # Banker 7 2
    told = rounds(evening)
    assert told[1]["winner"] == "player", "as published"
    assert results(told) == "BBT"
    assert big_road(results(told)) == [(0, 0, "B", 0), (0, 1, "B", 1)], "drawn anew"
    assert statistics(told) == Statistics(0, 2, 1, player_pairs=1, banker_pairs=0, naturals=1)


def test_a_corrected_card_makes_a_pair_and_takes_it_away() -> None:
    evening = dealt(PLAYER_NATURAL).decides("correct", n=3, card="4D")
    assert statistics(rounds(evening)).player_pairs == 1
    evening.decides("correct", n=3, card="5D")
    assert statistics(rounds(evening)).player_pairs == 0


def test_a_voided_round_stays_void_after_a_correction() -> None:
    evening = Evening().loaded().cards("3S", "4H", "3D").decides("void_round").press("confirm")
    (told,) = rounds(evening.decides("correct", n=1, card="9S"))
    assert told["corrected"]
    assert results([told]) == ""


def test_two_unread_cards_are_no_pair() -> None:
    """Such a round is closed all the same once a person has said that it counts."""
    (told,) = rounds(dealt(PLAYER_NATURAL))
    assert statistics([told | {"player": ["??", "??"]}]).player_pairs == 0


@given(st.text("PBT"))
def test_letters_alone_tell_who_won(letters: str) -> None:
    won = wins(letters)
    assert won.player + won.banker + won.tie == len(letters)
    assert big_road(letters) == [] or sum(mark.result == "P" for mark in big_road(letters)) == won.player
    assert wins(letters + "B") == Wins(won.player, won.banker + 1, won.tie)
