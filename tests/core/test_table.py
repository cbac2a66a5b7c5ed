"""A table in Dealing Style A when nothing goes wrong: phases, burn, draw, result, and what the lamps say."""

import pytest

from firmware.core import inputs as i
from firmware.core.indicators import gate_wish
from tests.core.table_talk import Talk, words

# ---------------------------------------------------------------------- phases, one after the other


def test_a_table_without_cards_waits_for_them() -> None:
    table = Talk(loaded=False)
    assert (table.phase, table.lamps, table.shown.gate_open) == ("shuffle", words("stop shuffle"), False)
    table.say("loaded")
    assert (table.phase, table.lamps, table.shown.gate_open) == ("ready", words("deal"), True)


def test_a_round_from_its_first_card_to_its_close() -> None:
    table = Talk()
    told = []
    for card in ("5S", "3H", "KD", "KC", "9D", "2C"):
        table.deal(card)
        told.append(table.phase)
    assert told == ["dealing", "dealing", "dealing", "player_draw", "banker_draw", "result"]
    assert table.public == "5S 3H KD KC 9D 2C"
    assert table.press("confirm") == "done"
    assert (table.phase, table.public, table.table.round_number) == ("ready", "", 1)
    assert table.result == ("banker", 4, 5)


def test_new_cards_can_be_called_in_for_a_shoe_that_cannot_say_so() -> None:
    table = Talk(loaded=False)
    assert table.decide("new_shoe", by="dealer") == "refused:role"
    assert table.decide("new_shoe") == "done"
    assert table.phase == "ready"
    assert table.decide("new_shoe") == "refused:not_open"


@pytest.mark.parametrize(
    ("cards", "phase", "lit"),
    [
        ("9S", "dealing", "deal"),
        ("9S 3H KD", "dealing", "deal"),
        ("9S 3H KD KC", "result", "stop player_stand banker_stand natural player_wins"),
        ("7S 8H KD KC", "result", "stop player_stand banker_stand natural banker_wins"),  # a Banker's natural, too
        ("8S 8H KD KC", "result", "stop player_stand banker_stand natural tie"),
        ("6S 5H KD KC", "banker_draw", "deal player_stand banker_draw"),  # 9.5, never Table 2
        ("6S 6H KD KC", "result", "stop player_stand banker_stand tie"),
        ("5S 3H KD KC", "player_draw", "deal player_draw"),
        ("5S 3H KD KC 8D", "result", "stop banker_stand tie"),  # Banker 3 stands on an 8 only
        ("5S 3H KD KC 9D", "banker_draw", "deal banker_draw"),
        ("2S 6H KD KC 7D", "banker_draw", "deal banker_draw"),
        ("AS 7H KD KC 8D", "result", "stop banker_stand player_wins"),  # three cards are no natural
    ],
)
def test_who_draws_and_what_the_lamps_say(cards: str, phase: str, lit: str) -> None:
    table = Talk().deal(cards)
    assert (table.phase, table.lamps) == (phase, words(lit))
    assert table.shown.gate_open == ("deal" in lit)
    assert not table.blink


def test_lamps_of_a_round_go_out_when_it_is_closed() -> None:
    assert Talk().round("6S 6H KD KC").lamps == words("deal")


# ---------------------------------------------------------------------- burning


@pytest.mark.parametrize(
    ("burn", "cards"),
    [("fixed:1", "KS"), ("fixed:3", "KS 2S ??"), ("decks", "2S 3S 4S 5S 6S 7S 8S 9S"), ("first-card", "AS KD")],
)
def test_wagers_open_when_the_last_burn_card_left(burn: str, cards: str) -> None:
    table = Talk(burn=burn)
    for card in cards.split():
        assert (table.phase, table.lamps) == ("burn", words("deal"))
        table.deal(card)
    assert (table.phase, table.public) == ("ready", "")


@pytest.mark.parametrize(("first", "more"), [("AS", 1), ("7D", 7), ("TC", 10), ("KH", 10)])
def test_the_first_card_tells_how_many_more_are_burned(first: str, more: int) -> None:
    table = Talk(burn="first-card").deal(first)
    for _ in range(more):
        assert table.phase == "burn"
        table.deal("2C")
    assert table.phase == "ready"


def test_the_burn_called_over_too_early_is_a_question() -> None:
    table = Talk(burn="fixed:3").deal("KS")
    assert table.press("confirm") == "done"
    assert (table.hold, table.behind, table.open) == ("burn_mismatch", "burn", words("accept resume"))
    table.decide("resume")
    assert table.phase == "burn"
    table.press("tie")
    table.decide("accept")
    assert table.phase == "ready"


def test_cards_dealt_too_early_were_burn_cards() -> None:
    table = Talk(no_more_bets="button")
    table.press("no_more_bets")
    table.deal("KS 2D")
    assert table.decide("burned") == "done"
    assert (table.phase, table.public, table.lamps) == ("ready", "", words("deal"))
    table.round()
    assert table.result == ("player", 9, 0)
    table.press("no_more_bets")
    table.deal("KS")
    assert table.decide("burned") == "refused:not_open"  # the first round only


# ---------------------------------------------------------------------- bets and results


def test_cards_leave_only_after_no_more_bets_where_that_is_set() -> None:
    table = Talk(no_more_bets="button")
    assert (table.lamps, table.shown.gate_open) == (words("stop"), False)
    assert table.press("no_more_bets") == "done"
    assert table.lamps == words("deal")
    assert table.press("no_more_bets") == "ignored"
    table.round()
    assert (table.phase, table.lamps) == ("ready", words("stop"))


def test_no_more_bets_means_nothing_where_it_is_not_set() -> None:
    assert Talk().press("no_more_bets") == "ignored"


@pytest.mark.parametrize("button", ["confirm", "player", "banker", "tie"])
def test_one_button_closes_a_round(button: str) -> None:
    table = Talk().deal("9S KH KD KC")
    assert table.press(button) == ("done" if button == "confirm" else "ignored")


def test_the_right_result_button_closes_a_round() -> None:
    table = Talk(confirm="result").deal("9S KH KD KC")
    assert table.press("confirm") == "ignored"
    assert table.press("player") == "done"
    assert (table.phase, table.result) == ("ready", ("player", 9, 0))


@pytest.mark.parametrize("buttons", ["confirm", "player", "reveal", "void"])
def test_a_button_that_means_nothing_is_ignored(buttons: str) -> None:
    table = Talk()
    before = table.table
    assert table.press(buttons) == "ignored"
    assert table.table == before


# ---------------------------------------------------------------------- voided rounds and new cards


def test_a_voided_round_has_no_result_and_is_closed_by_any_button() -> None:
    for button in ("confirm", "tie"):
        table = Talk(confirm="result").deal("9S KH KD")
        assert table.decide("void_round", by="dealer") == "refused:role"
        assert table.decide("void_round") == "done"
        assert (table.phase, table.lamps) == ("result", words("stop void_hand"))
        table.press(button)
        assert (table.phase, table.result, table.last.natural) == ("ready", ("void", 0, 0), False)


def test_a_round_that_is_over_can_still_be_voided_and_a_voided_one_not_again() -> None:
    table = Talk().deal("9S KH KD KC")
    assert table.decide("void_round") == "done"
    assert table.lamps == words("stop void_hand")
    assert table.decide("void_round") == "refused:not_open"


def test_nothing_can_be_voided_between_rounds() -> None:
    assert Talk().decide("void_round") == "refused:not_open"


def test_a_reshuffle_voids_and_closes_the_round_first() -> None:
    table = Talk().deal("9S KH")
    assert table.decide("reshuffle") == "refused:role"
    assert table.decide("reshuffle", by="casino") == "done"
    assert (table.phase, table.result) == ("shuffle", ("void", 0, 0))
    table.say("loaded")
    assert (table.phase, table.table.round_number, table.table.cards_out) == ("ready", 0, 0)


def test_a_reshuffle_between_rounds_voids_nothing() -> None:
    table = Talk().round()
    table.decide("reshuffle", by="casino")
    assert (table.phase, table.table.round_number) == ("shuffle", 1)
    assert table.decide("reshuffle", by="casino") == "refused:not_open"


# ---------------------------------------------------------------------- corrections


def test_a_correction_works_the_round_out_again() -> None:
    table = Talk().deal("9S KH KD KC")
    assert table.decide("correct", n=1, card="5S") == "done"
    assert (table.phase, table.public) == ("player_draw", "5S KH KD KC")


def test_a_finished_round_is_marked_corrected_and_never_overwritten() -> None:
    table = Talk().round("9S KH KD KC")
    table.decide("correct", n=2, card="9H")
    assert (table.result, table.last.corrected) == (("player", 9, 0), True)


@pytest.mark.parametrize(("n", "card"), [(0, "2S"), (5, "2S"), (None, "2S"), (1, "")])
def test_a_correction_names_a_card_of_the_open_shoe(n: int | None, card: str) -> None:
    assert Talk().deal("9S KH KD KC").decide("correct", n=n, card=card) == "refused:form"


def test_a_decision_nobody_knows_cannot_be_read() -> None:
    assert Talk().decide("settle") == "refused:form"


def test_two_people_where_two_are_asked_for() -> None:
    table = Talk(two_person=True).deal("9S KH KD KC")
    assert table.decide("void_round") == "refused:second"
    assert table.decide("void_round", second="dealer") == "refused:second"
    assert table.decide("void_round", second="supervisor") == "refused:second"  # the same person
    assert table.hold_down("void") == "ignored"  # a button counts as one person
    assert table.decide("void_round", second="casino") == "done"


# ---------------------------------------------------------------------- faults and the gate


def test_a_fault_leaves_only_stop_and_what_is_announced() -> None:
    table = Talk().deal("6S 5H KD KC")
    table.hear(i.FaultSeen(fault="panel"))
    assert (table.phase, table.lamps, table.shown.gate_open) == ("banker_draw", words("stop fault"), False)
    table.deal("2C")  # judged as ever
    assert (table.phase, table.lamps) == ("result", words("stop fault"))
    table.hear(i.FaultGone(fault="panel"))
    assert table.lamps == words("stop player_stand banker_wins")
    assert list(table.table.standing.unacknowledged) == ["panel"]
    table.hear(i.FaultsAcknowledged(actor="ann"))
    assert not list(table.table.standing.unacknowledged)


def test_a_jam_is_a_fault_until_the_mouth_is_clear() -> None:
    table = Talk()
    table.say("jam")
    assert table.lamps == words("stop fault")
    table.say("clear")
    assert table.lamps == words("deal")


def test_the_gate_fault_keeps_the_wish_so_that_it_can_clear() -> None:
    table = Talk()
    table.hear(i.FaultSeen(fault="gate"))
    assert (table.shown.gate_open, gate_wish(table.table)) == (False, True)
    table.hear(i.FaultSeen(fault="link"))
    assert gate_wish(table.table) is False


def test_last_hand_void_hand_and_shuffle_outlast_a_fault() -> None:
    table = Talk().round()
    table.say("cut")
    table.deal("9S")
    table.decide("void_round")
    table.hear(i.FaultSeen(fault="lamps"))
    assert table.lamps == words("stop fault last_hand void_hand")
    table.press("confirm")
    assert table.lamps == words("stop fault shuffle")
    table.deal("9S")
    assert table.lamps == words("stop fault shuffle supervisor")
    assert table.blink == {"supervisor"}
