"""What goes on record of faults, cards and rounds: journal, feed and a restart know no more of a night."""

import pytest

from firmware.core import facts as f
from firmware.core import inputs as i
from firmware.core.decide import decide
from firmware.core.lifecycle import Phase
from tests.core.record import DRY, MIDI, PLAYER_WINS, decided, left, recorded
from tests.core.table_talk import SAID, Talk

# ---------------------------------------------------------------------- faults and starts


def test_a_fault_is_recorded_with_its_reason_and_once() -> None:
    table = Talk()
    seen = i.FaultSeen(fault="lamps", why="the lamps do not answer")
    assert recorded(table, seen) == [f.FaultBegan(fault="lamps", why="the lamps do not answer")]
    assert recorded(table, seen) == []
    assert recorded(table, i.FaultGone(fault="lamps")) == [f.FaultEnded(fault="lamps")]
    assert recorded(table, i.FaultGone(fault="lamps")) == []


def test_a_mouth_that_is_blocked_is_a_fault_until_it_is_clear() -> None:
    table = Talk()
    assert recorded(table, SAID["jam"]) == [f.FaultBegan(fault="jam", why="the shoe says its mouth is blocked")]
    assert recorded(table, SAID["clear"]) == [f.FaultEnded(fault="jam")]


def test_who_acknowledged_the_faults_is_recorded() -> None:
    assert recorded(Talk(), i.FaultsAcknowledged(actor="mia")) == [f.FaultsAcknowledged(actor="mia")]


def test_after_a_start_the_shoe_has_not_been_heard_and_the_program_may_try_again() -> None:
    table = Talk()
    table.hear(i.FaultSeen(fault="software"))
    unheard = f.FaultBegan(fault="link", why="the shoe has not been heard since the start")
    assert recorded(table, i.Started(version="1")) == [unheard, f.FaultEnded(fault="software")]
    assert recorded(table, i.Started(version="1")) == []


def test_nothing_follows_from_an_input_that_failed() -> None:
    due = decide(Talk(loaded=False).table, i.Decided(decision="new_shoe", role="casino")).table
    assert due.new_shoe_due  # and what failed may have been to begin it
    failed = decide(due, i.InputFailed(what="{}", error="ZeroDivisionError"))
    assert (failed.facts, failed.table) == ((), due)
    assert decide(due, i.Continued()).facts == (f.ShoeOpened(shoe=1), f.WagersOpened())


@pytest.mark.parametrize("restarted", [True, False])
def test_a_shoe_that_powers_up_says_anew_whether_its_mouth_is_blocked(restarted: bool) -> None:
    table = Talk(loaded=False)
    table.say("jam")
    presented = i.ShoePresented(boot="0000000C", serial="S", model="M", firmware="1", restarted=restarted)
    assert recorded(table, presented)[0] == f.FaultEnded(fault="jam")


def test_a_shoe_that_only_names_itself_is_no_question() -> None:
    table = Talk().deal("2S")
    presented = i.ShoePresented(boot="0000000C", serial="S", model="M", firmware="1", restarted=False)
    assert recorded(table, presented) == []


# ---------------------------------------------------------------------- cards


def test_a_card_is_recorded_as_the_shoe_said_it() -> None:
    table = Talk(edition=MIDI, style="B")
    said = left("9S", boot="0000000A", seq=7, said="CARD,9S", hand="player")
    out = f.CardOut(face="9S", boot="0000000A", seq=7, source="shoe", hand="player")
    began = f.RoundBegan(number=1, void_hand=False)
    assert recorded(table, said) == [out, began, f.CardDealt(place=0, public=False)]
    card = table.table.cards[0]
    assert (card.boot, card.seq, card.source, card.hand) == ("0000000A", 7, "shoe", "player")
    assert (card.left_in, card.left_round, card.public) == (Phase.READY, 0, False)


def test_a_card_whose_value_a_person_stands_for_is_not_judged_again() -> None:
    table = Talk(loaded=False, decks=8)
    table.say("loaded")
    table.hear(left("9S", source="corrected"), left("9H", source="manual"), left("9D"))
    assert [card.vouched for card in table.table.cards] == [True, False, False]


def test_a_burn_says_how_many_and_shows_only_the_card_that_told() -> None:
    table = Talk(loaded=False, burn="first-card")
    assert recorded(table, SAID["loaded"]) == [f.ShoeOpened(shoe=1), f.BurnBegan(due=1)]
    assert recorded(table, left("AS"))[1:] == [f.BurnCounted(due=2), f.CardBurned(place=0, public=True)]
    assert recorded(table, left("KD"))[1:] == [f.CardBurned(place=1, public=False), f.WagersOpened()]
    assert [card.public for card in table.table.cards] == [True, False]


def test_a_card_before_the_hands_are_turned_is_held_by_its_place() -> None:
    table = Talk(edition=MIDI, style="C").deal(DRY)
    assert recorded(table, left("6D"))[1:] == [
        f.IrregularityRaised(id=1, code="card_before_reveal", rule="9.1", place=4)
    ]


# ---------------------------------------------------------------------- rounds that begin and are closed


def test_a_card_is_carried_as_seen_or_unseen() -> None:
    table = Talk().deal(f"{DRY} 9C 6D")
    assert decided(table, "undisclosed")[1] == f.CardCarried(place=4, disclosed=False)
    assert decided(table, "disclosed")[1] == f.CardCarried(place=5, disclosed=True)


def test_a_round_begins_with_what_was_carried_and_then_the_card_that_began_it() -> None:
    table = Talk().deal(f"{DRY} 9C")
    table.decide("undisclosed")
    table.press("confirm")
    assert recorded(table, left("KD")) == [
        f.CardOut(face="KD", boot="", seq=0, source="shoe"),
        f.RoundBegan(number=2, void_hand=False),
        f.CardDealt(place=4, public=True),
        f.CardDealt(place=5, public=True),
    ]
    assert table.table.carried == ()


def test_a_round_is_closed_with_all_that_was_announced() -> None:
    table = Talk().deal(PLAYER_WINS)
    assert recorded(table, i.Pressed(button="confirm"))[0] == f.RoundClosed(
        number=1,
        cards=(0, 1, 2, 3),
        winner="player",
        player_count=9,
        banker_count=0,
        natural=True,
        void_hand=False,
        final=False,
    )


def test_a_voided_round_is_closed_with_nothing_but_its_cards() -> None:
    table = Talk().deal("9S 8H KD KC")
    table.decide("void_round")
    assert recorded(table, i.Pressed(button="confirm"))[0] == f.RoundClosed(
        number=1,
        cards=(0, 1, 2, 3),
        winner=None,
        player_count=0,
        banker_count=0,
        natural=False,
        void_hand=False,
        final=False,
    )
