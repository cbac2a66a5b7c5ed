"""What goes on record when a card turns out to be another one, or never to have left."""

from typing import Any

import pytest

from firmware.core import facts as f
from firmware.core import inputs as i
from firmware.core.cards import read_card
from firmware.core.lifecycle import Phase
from tests.core.record import DRY, MIDI, PLAYER_WINS, decided
from tests.core.table_talk import Talk

# ---------------------------------------------------------------------- corrections


def test_a_result_that_was_corrected_is_announced_anew() -> None:
    table = Talk().deal(PLAYER_WINS)
    assert decided(table, "correct", n=2, card="9H") == [
        f.CardCorrected(place=1, face="9H"),
        f.RoundCompleted(winner="tie", player_count=9, banker_count=9),
    ]


def test_a_correction_that_leaves_a_card_due_announces_nothing() -> None:
    table = Talk().deal("9S")
    assert decided(table, "correct", n=1, card="9H") == [f.CardCorrected(place=0, face="9H")]
    drawn = Talk().deal(PLAYER_WINS)
    assert decided(drawn, "correct", n=1, card="5S") == [f.CardCorrected(place=0, face="5S"), f.PlayerCardDue()]


def test_a_voided_round_has_no_result_to_announce() -> None:
    table = Talk().deal(PLAYER_WINS)
    table.decide("void_round")
    assert decided(table, "correct", n=2, card="9H") == [f.CardCorrected(place=1, face="9H")]


@pytest.mark.parametrize(
    ("face", "winner", "count"), [("9H", "tie", 9), ("8H", "player", 8), ("KH", "player", 0), ("7H", "player", 7)]
)
def test_a_finished_round_says_what_it_comes_to_now(face: str, winner: Any, count: int) -> None:
    table = Talk().round(PLAYER_WINS)
    assert decided(table, "correct", n=2, card=face) == [
        f.CardCorrected(place=1, face=read_card(face)),
        f.RoundCorrected(number=1, winner=winner, player_count=9, banker_count=count, natural=True),
    ]


def test_a_finished_round_can_be_the_bankers_now() -> None:
    table = Talk().round(PLAYER_WINS)
    assert decided(table, "correct", n=1, card="7S")[1:] == [
        f.RoundCorrected(number=1, winner="player", player_count=7, banker_count=0, natural=False)
    ]
    assert decided(table, "correct", n=2, card="8H")[1:] == [
        f.RoundCorrected(number=1, winner="banker", player_count=7, banker_count=8, natural=True)
    ]


def test_a_finished_void_round_comes_to_nothing() -> None:
    table = Talk().deal(PLAYER_WINS)
    table.decide("void_round")
    table.press("confirm")
    assert decided(table, "correct", n=2, card="9H")[1:] == [
        f.RoundCorrected(number=1, winner=None, player_count=0, banker_count=0, natural=False)
    ]


def test_a_correction_answers_the_readers_doubt_before_anybody_is_asked() -> None:
    table = Talk(edition=MIDI, style="C").deal("9S KH KD")
    table.say("UV")
    table.decide("correct", n=3, card="QD")
    card = table.table.cards[2]
    assert (card.face, card.source, card.vouched, card.doubted) == ("QD", "corrected", True, False)
    table.deal("KC")
    table.press("reveal")
    assert (table.hold, table.public) == (None, "9S -- QD --")


# ---------------------------------------------------------------------- cards that went back


def test_without_its_only_card_a_round_has_not_begun() -> None:
    table = Talk().deal("2S")
    table.say("BACK")
    assert decided(table, "accept") == [
        f.HoldEnded(to=Phase.DEALING),
        f.CardWentBack(place=0),
        f.RoundUnbegun(burned=False),
    ]


def test_without_its_first_own_card_a_round_carries_what_was_carried() -> None:
    table = Talk().deal(f"{DRY} 9C")
    table.decide("undisclosed")
    table.press("confirm")
    table.deal("KD")
    assert table.public == "9C KD"
    table.say("BACK")
    assert decided(table, "accept")[-1] == f.RoundUnbegun(burned=False)
    assert (table.phase, table.public, table.table.carried, table.table.burned) == ("ready", "", (4,), 0)
    assert table.deal("3D").public == "9C 3D"


def test_a_first_card_that_was_burned_is_no_card_of_a_round() -> None:
    table = Talk().deal("2S")
    assert decided(table, "burned") == [f.RoundUnbegun(burned=True)]
    assert (table.phase, table.table.burned) == ("ready", 1)
    assert table.table.cards[0].left_in is Phase.BURN


def test_a_card_that_waits_for_the_reveal_can_go_back() -> None:
    table = Talk(edition=MIDI, style="C").deal("5S 3H KD KC 9D")
    table.decide("continue")
    table.say("BACK")
    table.decide("accept")
    table.press("reveal reveal")
    assert (table.phase, table.public) == ("player_draw", "5S 3H KD KC")


def test_a_card_that_went_back_is_not_public() -> None:
    table = Talk().deal("2S 9H")
    table.say("BACK")
    table.decide("accept")
    assert [card.public for card in table.table.cards] == [True, False]


def test_a_carried_card_that_goes_back_is_not_carried_again() -> None:
    table = Talk().deal(f"{DRY} 9C AS")
    table.decide("undisclosed")
    table.decide("disclosed")
    table.press("confirm")
    assert table.public == "9C AS"  # a void hand, for the ace
    table.say("BACK")
    table.decide("accept")
    assert (table.phase, table.table.carried) == ("ready", (4,))


def test_a_void_hand_has_begun_with_its_disclosed_card_whatever_goes_back() -> None:
    table = Talk().deal(f"{DRY} 9C")
    table.decide("disclosed")
    table.press("confirm")
    table.deal("KD")
    table.say("BACK")
    assert decided(table, "accept") == [f.HoldEnded(to=Phase.DEALING), f.CardWentBack(place=5)]
    assert table.public == "9C"


def test_hands_that_were_turned_are_carried_as_if_they_were_not() -> None:
    table = Talk(edition=MIDI, style="B").deal(DRY)
    table.press("reveal reveal")
    table.deal("9C 3S 2H")
    for _ in range(3):
        table.decide("undisclosed")
    table.press("confirm")
    table.deal("KD")
    table.press("reveal")
    assert table.public == "9C -- 2H --"
    table.say("BACK")
    table.decide("accept")
    assert (table.phase, table.table.carried) == ("ready", (4, 5, 6))
    assert not any(table.table.cards[place].turned for place in table.table.carried)


@pytest.mark.parametrize("burned", [True, False])
def test_banker_first_stays_ordered_for_a_round_that_has_not_begun(burned: bool) -> None:
    table = Talk(edition=MIDI, style="B").deal("2S")
    table.decide("banker_first", by="casino")
    if burned:
        table.decide("burned")
    else:
        table.say("BACK")
        table.decide("accept")
    assert table.phase == "ready"
    table.deal(DRY)
    table.press("reveal")
    assert table.public == "-- 9H -- 8C"


# ---------------------------------------------------------------------- cards that a person names


def test_a_card_that_the_shoe_only_raised_an_alarm_about_is_named() -> None:
    table = Talk().deal(DRY)
    table.hear(i.AlarmSaid(alarm="misread"))
    table.deal("??")  # kept behind the hold: which card it is nobody knows
    assert decided(table, "card", card="5C") == [
        f.HoldEnded(to=Phase.RESULT),
        f.CardOut(face="5C", boot="", seq=0, source="manual"),
        f.AlarmAnswered(place=4),
        f.IrregularityRaised(id=2, code="card_out_of_turn", rule="11.2, 9.6", place=4),
    ]


def test_a_card_told_as_unread_behind_its_alarm_is_the_one_that_is_named() -> None:
    table = Talk().deal("2S")
    table.hear(i.AlarmSaid(alarm="misread"))
    table.deal("??")
    assert decided(table, "card", card="5C")[1:4] == [
        f.KeptCardRead(kept=0, face="5C"),
        f.KeptTakenUp(),
        f.CardOut(face="5C", boot="", seq=0, source="manual"),
    ]


def test_behind_a_burn_no_card_is_told_from_another() -> None:
    table = Talk(burn="fixed:3").deal("2S")
    table.hear(i.AlarmSaid(alarm="misread"))
    table.deal("??")
    assert decided(table, "card", card="5C")[1] == f.CardOut(face="5C", boot="", seq=0, source="manual")


def test_a_second_card_beside_a_carried_one_is_none_of_a_voided_round() -> None:
    table = Talk().deal(f"{DRY} 9C")
    table.decide("undisclosed")
    table.decide("void_round")
    table.say("DOUBLE")
    table.decide("card", card="5D")
    assert (table.hold, table.table.carried, table.table.waiting) == ("card_out_of_turn", (4,), (5,))


def test_a_card_that_was_dealt_and_is_not_due_any_more_is_not_judged_again() -> None:
    table = Talk(edition="nz-baccarat-2004", decks=4)
    for _ in range(3):
        table.round("9D KH KD KC")
    table.deal("5S 3H KD KC 9D")
    table.decide("correct", n=2, card="9D")  # now there is one too many, and nobody can say which
    table.decide("correct", n=13, card="9S")  # a natural: no third card is due
    assert (table.hold, table.public) == ("card_out_of_turn", "9S 3H KD KC")
    table.decide("disclosed")
    assert (table.hold, table.table.carried) == (None, (16,))


# ---------------------------------------------------------------------- cards of a new shoe


def test_a_reshuffle_takes_up_what_was_kept_of_the_old_shoe_and_the_new_one() -> None:
    table = Talk().deal(f"{DRY} 6D KH")
    table.say("loaded")
    kinds = [fact.kind for fact in decided(table, "reshuffle")]
    assert kinds == [
        "hold_ended", "round_voided", "kept_taken_up", "card_out", "card_set_aside", "kept_taken_up",
        "replacement_noted", "round_closed", "shoe_ended",
    ]  # fmt: skip


def test_a_reshuffle_takes_nothing_from_the_new_shoe() -> None:
    table = Talk().deal("2S 9H")
    table.say("loaded")
    assert table.hold == "shoe_replaced"
    table.deal("KH")
    table.decide("reshuffle", by="casino")
    assert (table.phase, table.public, table.table.cards_out) == ("dealing", "KH", 1)
