"""What goes on record of all that a shoe says besides its cards."""

import pytest

from firmware.core import facts as f
from firmware.core import inputs as i
from tests.core.record import PLAYER_WINS, decided, left, recorded
from tests.core.table_talk import SAID, Talk


@pytest.mark.parametrize(
    ("said", "note"),
    [
        (i.Unknown(said="DOOR"), "this version has no meaning for it"),
        (SAID["lid open"], "the lid was opened"),
        (SAID["lid shut"], "the lid was shut"),
        (SAID["lost"], "no shoe was in play"),
        (SAID["restart"], "no shoe was in play"),
        (i.AlarmSaid(alarm="overdraw"), "no shoe was in play"),
    ],
)
def test_what_means_nothing_between_two_shoes_is_noted(said: i.Input, note: str) -> None:
    assert recorded(Talk(loaded=False), said) == [f.Noted(note=note)]


def test_a_second_opinion_that_agrees_is_noted() -> None:
    table = Talk().deal(PLAYER_WINS)
    assert recorded(table, i.ResultSaid(winner="player")) == [f.Noted(note="the table found the same")]
    again = i.CardSaidAgain(face="KH", hand="banker", nth=1)
    assert recorded(table, again) == [f.Noted(note="the same card is on record there")]


def test_a_second_opinion_of_a_voided_round_is_noted() -> None:
    table = Talk().deal(PLAYER_WINS)
    table.decide("void_round")
    assert recorded(table, i.ResultSaid(winner="banker")) == [f.Noted(note="the round is void")]


def test_a_second_opinion_kept_from_a_round_that_was_voided_is_noted() -> None:
    table = Talk().deal("2S")
    table.say("lid open")
    table.hear(i.AlarmSaid(alarm="overdraw"), left("KD"))
    assert decided(table, "void_round")[2:] == [
        f.KeptTakenUp(),
        f.Noted(note="it is of a round that was voided"),
        f.KeptTakenUp(),
        f.CardOut(face="KD", boot="", seq=0, source="shoe"),
        f.CardSetAside(place=1),
    ]


@pytest.mark.parametrize(("hand", "place", "spoil"), [("player", 0, "AGAIN"), ("burn", None, "SENSOR")])
def test_a_card_that_is_said_again_otherwise_is_a_doubt(hand: i.Hand, place: int | None, spoil: str) -> None:
    table = Talk().deal(PLAYER_WINS)
    said = i.CardSaidAgain(face="2C", hand=hand, nth=1)
    raised = f.IrregularityRaised(id=1, code="reader_distrust", rule="the card governs", place=place, spoil=spoil)
    assert recorded(table, said) == [raised]


@pytest.mark.parametrize("nth", [0, 4, 9])
def test_no_hand_has_a_card_of_that_number(nth: int) -> None:
    table = Talk().deal("5S 3H KD KC 9D 2C")
    table.hear(i.CardSaidAgain(face="9D", hand="player", nth=nth))
    assert table.hold == "reader_distrust"
    assert table.table.hold is not None
    assert table.table.hold.spoil == "SENSOR"


def test_a_failed_reader_is_about_no_card() -> None:
    table = Talk().deal(PLAYER_WINS)
    doubt = f.IrregularityRaised(id=1, code="reader_distrust", rule="the card governs", spoil="SENSOR")
    assert recorded(table, SAID["SENSOR"]) == [doubt]
    assert recorded(Talk(), SAID["UV"]) == [doubt]  # no card has left that it could be about


def test_an_alarm_about_a_card_carried_before_the_first_round_is_one_the_table_has_found() -> None:
    table = Talk(no_more_bets="button").deal("2S")
    table.decide("undisclosed")
    assert recorded(table, i.AlarmSaid(alarm="overdraw")) == [f.Noted(note="the table found the same")]


def test_an_alarm_about_a_card_that_was_read_is_not_about_the_one_before_it() -> None:
    table = Talk().deal("??")
    table.decide("card", card="2S")
    table.deal("KH")
    misread = i.AlarmSaid(alarm="misread")
    assert recorded(table, misread)[-1].kind == "irregularity_raised"
