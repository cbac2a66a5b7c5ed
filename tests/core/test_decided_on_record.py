"""What goes on record of presses and decisions, and what is said to whoever is refused."""

import pytest

from firmware.core import facts as f
from firmware.core import inputs as i
from firmware.core.decide import decide
from firmware.errors import Refused
from tests.core.record import DRY, MIDI, recorded
from tests.core.table_talk import Talk

# ---------------------------------------------------------------------- presses


def test_a_button_decides_in_the_name_of_the_key() -> None:
    table = Talk().deal(f"{DRY} 6D")
    pressed = i.Pressed(button="confirm", held=True, key=True)
    assert recorded(table, pressed)[0] == f.IrregularityDecided(
        id=1, decision="closed", role="casino", actor="key", reason="confirm button"
    )


def test_a_press_that_means_nothing_is_recorded() -> None:
    assert recorded(Talk(), i.Pressed(button="reveal")) == [f.PressIgnored(button="reveal")]


def test_a_press_that_means_something_is_not_also_ignored() -> None:
    table = Talk(no_more_bets="button")
    assert recorded(table, i.Pressed(button="no_more_bets")) == [f.BetsClosed()]
    assert recorded(table, i.Pressed(button="no_more_bets")) == [f.PressIgnored(button="no_more_bets")]
    assert recorded(table, i.Pressed(button="cut"))[0].kind == "irregularity_raised"
    burning = Talk(burn="fixed:1")
    assert [fact.kind for fact in recorded(burning, i.Pressed(button="tie"))] == ["irregularity_raised"]
    closing = Talk().deal(DRY)
    assert [fact.kind for fact in recorded(closing, i.Pressed(button="confirm"))] == ["round_closed", "wagers_opened"]


def test_a_reveal_turns_a_hand_and_then_the_other() -> None:
    table = Talk(edition=MIDI, style="C").deal(DRY)
    reveal = i.Pressed(button="reveal")
    assert recorded(table, reveal) == [f.CardsTurned(places=(0, 2))]
    assert recorded(table, reveal) == [
        f.CardsTurned(places=(1, 3)),
        f.RoundCompleted(winner="tie", player_count=7, banker_count=7),
    ]


# ---------------------------------------------------------------------- decisions


def test_a_decision_is_recorded_with_who_took_it_and_who_agreed() -> None:
    table = Talk(two_person=True).deal("2S")
    said = i.Decided(
        decision="void_round", role="supervisor", actor="mia", reason="spilt", second="leo", second_role="casino"
    )
    assert recorded(table, said) == [
        f.DecisionTaken(decision="void_round", role="supervisor", actor="mia", reason="spilt", second="leo"),
        f.RoundVoided(),
    ]


def test_a_second_person_without_a_name_is_recorded_by_rank() -> None:
    table = Talk(two_person=True).deal(DRY)
    table.say("lid open")
    said = i.Decided(decision="void_round", role="casino", actor="mia", reason="seen", second_role="supervisor")
    assert recorded(table, said)[0] == f.IrregularityDecided(
        id=1, decision="void_round", role="casino", actor="mia", reason="seen", second="supervisor"
    )


def test_a_second_person_of_no_rank_is_none() -> None:
    table = Talk(two_person=True).deal("2S")
    with pytest.raises(Refused, match="a second, different person"):
        decide(table.table, i.Decided(decision="void_round", role="casino", actor="mia", second="leo"))
    with pytest.raises(Refused, match="a second, different person"):
        decide(table.table, i.Decided(decision="void_round", role="casino", actor="mia", second_role="dealer"))


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (i.Decided(decision="shuffle", role="casino"), "there is no decision 'shuffle'"),
        (i.Decided(decision="correct", role="casino", n=1), "correct takes a card, such as KH"),
        (
            i.Decided(decision="correct", role="casino", n=5, card="KH"),
            "correct takes the number n of a card of the open shoe, from 1 to 4",
        ),
        (i.Decided(decision="new_shoe", role="casino"), "new_shoe is not open for decision now"),
        (i.Decided(decision="reshuffle", role="supervisor"), "reshuffle takes the casino supervisor at least"),
        (i.Decided(decision="cut", role="dealer"), "cut takes a game supervisor at least"),
        (i.Decided(decision="cut", role="casino", hold=1), "the table waits for something else by now: read it again"),
    ],
)
def test_who_is_refused_is_told_what_to_do_instead(said: i.Decided, why: str) -> None:
    table = Talk().deal(DRY)
    with pytest.raises(Refused) as refused:
        decide(table.table, said)
    assert str(refused.value) == why


def test_a_decision_about_the_hold_that_waits_is_taken_and_one_about_another_is_stale() -> None:
    table = Talk().deal(f"{DRY} 6D")
    assert table.decide("closed", hold=2) == "refused:stale"
    assert table.decide("closed", hold=1) == "done"
