"""What goes wrong at a table in Dealing Style A, who may decide what, and what follows."""

import pytest

from firmware.core import inputs as i
from tests.core.table_talk import Talk, words

DRY = "2S 9H 5D 8C"  # 7 and 7: nobody draws


def out_of_turn(extra: str = "6D") -> Talk:
    """A card too many after a round that is over."""
    return Talk().deal(f"{DRY} {extra}")


def final_round() -> Talk:
    table = Talk().round()
    table.say("cut")
    return table.deal(f"{DRY} 6D")


# ---------------------------------------------------------------------- any hold


def test_a_hold_asks_for_the_supervisor_and_no_card_may_leave() -> None:
    table = out_of_turn()
    assert (table.phase, table.behind, table.hold) == ("hold", "result", "card_out_of_turn")
    assert table.lamps == words("stop supervisor player_stand banker_stand tie")
    assert (table.blink, table.shown.gate_open) == ({"supervisor"}, False)


def test_in_a_hold_no_draw_lamp_is_lit() -> None:
    table = Talk().deal("5S 3H KD KC")
    table.say("lid open")
    assert (table.behind, table.lamps) == ("player_draw", words("stop supervisor"))


def test_buttons_in_passing_mean_nothing_in_a_hold() -> None:
    table = out_of_turn()
    assert [table.press(button) for button in ("confirm", "reveal", "cut", "void")] == ["ignored"] * 4


def test_what_the_shoe_says_in_a_hold_is_kept_in_order() -> None:
    table = out_of_turn()
    table.deal("KH")
    table.say("cut")
    table.deal("3C 9S")
    assert (table.table.cards_out, table.public) == (8, "2S 9H 5D 8C")
    table.decide("closed")
    assert (table.phase, table.public, table.lamps >= {"last_hand"}) == ("result", "6D KH 3C 9S", True)


def test_what_is_not_open_is_refused() -> None:
    table = out_of_turn()
    assert table.decide("resume") == "refused:not_open"
    assert table.decide("undisclosed", by="dealer") == "refused:role"
    assert table.decide("undisclosed", by="technician") == "refused:role"


def test_a_decision_about_another_hold_is_stale() -> None:
    table = out_of_turn()
    assert table.table.hold is not None
    first = table.table.hold.id
    table.decide("undisclosed", hold=first)
    table.deal("7D")
    assert table.decide("undisclosed", hold=first) == "refused:stale"
    assert table.decide("undisclosed", hold=first + 1) == "done"
    assert table.decide("void_round", hold=first + 1) == "refused:stale"


# ---------------------------------------------------------------------- buttons with the key on


@pytest.mark.parametrize(
    ("cards", "said", "code", "phase"),
    [
        (DRY + " 6D", (), "card_out_of_turn", "dealing"),  # closed
        ("2S", ("SENSOR",), "reader_distrust", "dealing"),  # accept
        ("2S", ("empty",), "shoe_empty", "dealing"),  # resume
        ("2S", ("restart",), "shoe_restarted", "dealing"),  # resume
        ("2S", ("lost",), "events_lost", "dealing"),  # resume
        ("2S", ("lid open",), "lid_opened", "dealing"),  # resume
        (DRY, ("loaded",), "shoe_replaced", "ready"),  # closed
    ],
)
def test_the_confirm_button_with_the_key_takes_the_marked_decision(
    cards: str, said: tuple[str, ...], code: str, phase: str
) -> None:
    table = Talk().deal(cards)
    table.say(*said)
    assert table.hold == code
    assert table.hold_down("confirm") == "done"
    assert table.phase == phase


def test_a_hold_without_a_marked_decision_waits_for_a_person() -> None:
    table = Talk()
    table.say("cut")
    assert (table.hold, table.hold_down("confirm")) == ("cut_misplaced", "ignored")


def test_with_three_result_buttons_any_of_them_takes_the_marked_decision() -> None:
    table = Talk(confirm="result").deal("2S")
    table.say("lid open")
    assert table.hold_down("confirm") == "ignored"
    assert table.hold_down("tie") == "done"


def test_the_void_button_voids_the_round_or_else_the_shoe() -> None:
    table = Talk()
    assert table.hold_down("void") == "ignored"
    table.say("cut")
    assert table.hold_down("void") == "done"  # nothing to void: reshuffle
    assert table.phase == "shuffle"
    within = out_of_turn()
    within.hold_down("void")
    assert (within.phase, within.lamps) == ("result", words("stop void_hand"))


def test_a_long_press_of_confirm_after_the_last_round_calls_new_cards_in() -> None:
    table = Talk(loaded=False)
    assert table.hear(i.Pressed(button="confirm", held=True)) == "ignored"  # without the key
    assert table.hear(i.Pressed(button="confirm", key=True)) == "ignored"  # in passing
    assert table.hold_down("confirm") == "done"
    assert table.phase == "ready"


# ---------------------------------------------------------------------- a card out of turn (11.2)


def test_in_result_the_round_may_have_been_over() -> None:
    table = out_of_turn()
    assert table.open == words("closed disclosed undisclosed correct void_round")
    table.decide("closed")
    assert (table.phase, table.public, table.result) == ("dealing", "6D", ("tie", 7, 7))


def test_in_ready_the_bets_may_have_been_over() -> None:
    table = Talk(no_more_bets="button").deal("6D")
    assert (table.behind, table.open) == ("ready", words("closed disclosed undisclosed correct void_round"))
    table.decide("closed")
    assert (table.phase, table.public, table.lamps) == ("dealing", "6D", words("deal"))


def test_a_card_nobody_saw_is_the_first_of_the_next_round() -> None:
    table = out_of_turn()
    table.decide("undisclosed")
    assert table.lamps == words("stop player_stand banker_stand tie")
    table.press("confirm")
    assert (table.phase, table.public) == ("ready", "")
    table.deal("KH 3C 9S")
    assert table.public == "6D KH 3C 9S"


def test_a_card_that_was_seen_begins_a_void_hand() -> None:
    table = out_of_turn()
    table.decide("disclosed")
    assert table.lamps == words("stop player_stand banker_stand tie void_hand")
    table.press("confirm")
    assert (table.phase, table.public, table.lamps) == ("dealing", "6D", words("deal void_hand"))
    table.round("KH 3C 9S")
    assert (table.last.void_hand, table.phase, table.lamps) == (True, "ready", words("deal"))


def test_in_ready_a_void_hand_begins_at_once_and_without_no_more_bets() -> None:
    table = Talk(no_more_bets="button").deal("6D")
    table.decide("disclosed")
    assert (table.phase, table.lamps) == ("dealing", words("deal void_hand"))


def test_a_void_hand_begins_with_every_carried_card_in_order() -> None:
    table = out_of_turn("6D 7D 8D")
    table.decide("undisclosed")
    table.decide("disclosed")
    table.decide("undisclosed")
    table.press("confirm")
    assert (table.public, table.lamps) == ("6D 7D 8D", words("deal void_hand"))


def test_an_irregularity_in_a_void_hand_may_cause_another() -> None:
    table = out_of_turn()
    table.decide("disclosed")
    table.press("confirm")
    table.deal("KH 3C 9S 2C")
    table.decide("disclosed")
    table.press("confirm")
    assert (table.phase, table.public, table.table.round_number) == ("dealing", "2C", 2)


def test_a_fourth_carried_card_is_one_too_many() -> None:
    table = out_of_turn("6D 7D 8D 9D")
    for _ in range(3):
        table.decide("undisclosed")
    assert table.open == words("closed discard correct void_round")
    table.decide("discard")
    table.press("confirm")
    table.deal("2C")
    assert table.public == "6D 7D 8D 2C"


def test_a_fourth_card_has_no_button_but_that_of_a_forgotten_confirm() -> None:
    table = Talk().deal("9S KH KD KC")
    for _ in range(3):
        table.deal("2C")
        table.decide("undisclosed")
    table.deal("6D")
    assert table.hold_down("confirm") == "done"
    assert (table.phase, table.public) == ("result", "2C 2C 2C 6D")


def test_a_card_can_go_out_with_its_round_and_what_is_carried_stays() -> None:
    table = out_of_turn("6D 7D")
    table.decide("undisclosed")
    table.decide("void_round")
    assert (table.phase, table.lamps) == ("result", words("stop void_hand"))
    table.press("confirm")
    table.deal("KH 3C 9S")
    assert table.public == "6D KH 3C 9S"


def test_a_first_card_that_waits_can_be_voided() -> None:
    table = Talk(no_more_bets="button").deal("6D")
    table.decide("void_round")
    assert (table.phase, table.public) == ("result", "")
    table.press("confirm")
    assert table.result[0] == "void"


def test_a_correction_may_find_the_card_its_place() -> None:
    table = out_of_turn()
    table.decide("correct", n=3, card="3D")  # Player 5
    assert (table.phase, table.public) == ("result", "2S 9H 3D 8C 6D")


def test_a_correction_that_changes_nothing_asks_again() -> None:
    table = out_of_turn()
    table.decide("correct", n=3, card="5H")
    assert (table.hold, table.public) == ("card_out_of_turn", "2S 9H 5H 8C")


def test_a_correction_can_leave_a_card_without_a_place() -> None:
    table = Talk().deal("2S 9H 3D 8C 6D")
    table.decide("correct", n=3, card="5D")
    assert (table.hold, table.public) == ("card_out_of_turn", "2S 9H 5D 8C")
    assert table.open == words("disclosed correct void_round")  # everybody saw it


def test_in_the_final_round_a_card_too_many_is_set_aside_with_the_shoe() -> None:
    table = final_round()
    assert table.open == words("discard correct void_round")
    assert table.hold_down("confirm") == "done"
    table.press("confirm")
    assert (table.phase, table.last.final) == ("shuffle", True)


def test_a_carried_card_ends_with_its_shoe() -> None:
    table = out_of_turn()
    table.decide("disclosed")
    table.decide("reshuffle", by="casino")
    assert table.lamps == words("stop shuffle")
    table.say("loaded")
    assert table.deal("KH").public == "KH"


def test_a_reshuffle_voids_the_round_of_a_card_that_waits() -> None:
    table = Talk(no_more_bets="button").deal("6D 7D")
    table.decide("reshuffle", by="casino")
    assert (table.phase, table.result[0], table.table.cards_out) == ("shuffle", "void", 2)


def test_a_reshuffle_starts_the_new_shoe_that_was_kept() -> None:
    table = out_of_turn("6D 7D")
    table.say("loaded")
    table.deal("KH")
    table.decide("reshuffle", by="casino")
    assert (table.table.standing.shoe, table.public, table.table.cards_out) == (2, "KH", 1)


# ---------------------------------------------------------------------- carried cards and what they are


def test_a_disclosed_card_is_judged_at_once_and_can_be_set_aside() -> None:
    table = out_of_turn("??")
    table.decide("disclosed")
    assert (table.hold, table.open) == ("unread_card", words("card discard"))
    table.decide("discard")
    assert (table.phase, table.lamps) == ("result", words("stop player_stand banker_stand tie"))


def test_a_disclosed_card_that_is_read_begins_its_void_hand() -> None:
    table = out_of_turn("??")
    table.decide("disclosed")
    table.decide("card", card="6D")
    table.press("confirm")
    assert (table.phase, table.public) == ("dealing", "6D")


def test_a_carried_card_is_judged_when_its_round_takes_it_up() -> None:
    table = out_of_turn("??")
    table.decide("undisclosed")
    table.press("confirm")
    assert table.phase == "ready"
    table.deal("KH")
    assert (table.hold, table.behind, table.public) == ("unread_card", "dealing", "")
    table.decide("card", card="6D")
    assert (table.phase, table.public) == ("dealing", "6D KH")


# ---------------------------------------------------------------------- unread and impossible cards


def test_an_unread_card_is_read_from_its_face() -> None:
    table = Talk().deal("2S ??")
    assert (table.hold, table.public, table.open) == ("unread_card", "2S", words("card void_round"))
    assert table.decide("card") == "refused:form"
    assert table.decide("card", card="9H") == "done"
    assert (table.phase, table.public) == ("dealing", "2S 9H")


def test_an_unread_first_card_goes_out_with_its_round() -> None:
    table = Talk().deal("??")
    table.decide("void_round")
    assert (table.phase, table.public) == ("result", "")
    table.press("confirm")
    assert (table.phase, table.table.cards_out) == ("ready", 1)


def test_more_copies_than_the_decks_hold() -> None:
    table = Talk(decks=1).deal("2S 2S")
    assert (table.hold, table.open) == ("impossible_card", words("accept card correct void_round"))
    table.decide("accept")
    assert table.public == "2S 2S"


def test_two_cards_that_are_turned_together_count_for_each_other() -> None:
    table = Talk(edition="nz-baccarat-2004", style="C", decks=4)
    for cards in ("9S KH 9S KD", "9S 8H KD KC"):  # three of the four there are
        table.deal(cards)
        table.press("reveal reveal confirm")
    table.deal("9S QH 9S QD")
    table.press("reveal")
    assert (table.hold, table.public) == ("impossible_card", "-- -- -- --")
    assert table.table.hold is not None
    assert table.table.hold.card == 10


def test_an_impossible_card_was_another_one() -> None:
    table = Talk(decks=1).deal("2S 2S")
    table.decide("card", card="3S")
    assert (table.phase, table.public) == ("dealing", "2S 3S")


def test_an_impossible_card_or_an_earlier_one_of_the_shoe_was_another() -> None:
    table = Talk(decks=1).round("2S KH 7D KC").deal("2S")
    table.decide("correct", n=1, card="3S")
    assert (table.phase, table.public, table.last.corrected) == ("dealing", "2S", True)


def test_a_correction_elsewhere_leaves_a_card_impossible() -> None:
    table = Talk(decks=1).round("2S KH 7D KC").deal("2S")
    table.decide("correct", n=3, card="6D")
    assert table.hold == "impossible_card"


def test_a_disclosed_card_is_asked_about_again_however_often_it_is_named() -> None:
    table = Talk(decks=1).deal(f"{DRY} ??")
    table.decide("disclosed")
    assert table.hold == "unread_card"
    for impossible in ("2S", "9H"):
        table.decide("card", card=impossible)
        assert table.hold == "impossible_card"
    table.decide("accept")
    assert (table.phase, table.table.void_due) == ("result", True)


def test_an_impossible_card_that_the_reader_doubts_as_well_is_two_questions() -> None:
    table = Talk(edition="nz-midi-1996", style="C", decks=1).deal(f"{DRY} 2S")
    table.say("UV")
    table.decide("continue")
    table.press("reveal reveal")
    holds = []
    for decision in ("disclosed", "accept", "accept"):
        holds.append(table.hold)
        table.decide(decision)
    assert (holds, table.phase) == (["card_out_of_turn", "impossible_card", "reader_distrust"], "result")


def test_a_continuous_shuffler_brings_cards_back() -> None:
    assert Talk(decks=1, inventory=False).deal("2S 2S").phase == "dealing"


# ---------------------------------------------------------------------- the reader's doubts


def test_a_foreign_card_is_accepted_or_named() -> None:
    table = Talk().deal("2S")
    table.say("UV")
    assert (table.hold, table.open) == ("reader_distrust", words("accept card void_round"))
    table.decide("card", card="3S")
    assert table.public == "3S"
    table.say("UV")
    table.decide("accept")
    assert table.public == "3S"


def test_two_cards_left_at_once() -> None:
    table = Talk().deal("2S")
    table.say("DOUBLE")
    table.deal("KD")
    table.decide("card", card="9H")
    assert (table.public, table.table.cards_out) == ("2S 9H KD", 3)


def test_a_card_that_was_pushed_back_never_left() -> None:
    table = Talk().deal("2S 9H 5D 8C")
    table.say("BACK")
    assert table.open == words("accept void_round")
    table.decide("accept")
    assert (table.phase, table.public, table.table.cards_out) == ("dealing", "2S 9H 5D", 3)


def test_a_first_card_that_was_pushed_back_leaves_the_bets_over() -> None:
    table = Talk(no_more_bets="button")
    table.press("no_more_bets")
    table.deal("2S")
    table.say("BACK")
    table.decide("accept")
    assert (table.phase, table.lamps) == ("ready", words("deal"))


def test_a_burn_card_that_was_pushed_back_is_due_again() -> None:
    table = Talk(burn="fixed:2").deal("2S 3S")
    table.say("BACK")
    table.decide("accept")
    assert (table.phase, table.table.cards_out) == ("burn", 1)
    assert table.deal("3S").phase == "ready"


def test_a_reader_that_fails_its_own_test_is_accepted_or_not() -> None:
    table = Talk()
    table.say("SENSOR")
    assert (table.hold, table.behind, table.open) == ("reader_distrust", "ready", {"accept"})
    table.decide("accept")
    assert table.phase == "ready"


# ---------------------------------------------------------------------- results and reveals


def test_another_result_was_called_than_the_cards_make() -> None:
    table = Talk(confirm="result").deal("9S KH KD KC")
    table.press("banker")
    assert (table.hold, table.open) == ("result_mismatch", words("accept correct void_round"))
    table.decide("accept")
    assert (table.phase, table.result) == ("ready", ("player", 9, 0))


def test_the_cards_were_others_and_the_button_is_pressed_again() -> None:
    table = Talk(confirm="result").deal("9S KH KD KC")
    table.press("banker")
    table.decide("correct", n=2, card="9H")
    assert table.lamps == words("stop player_stand banker_stand natural tie")
    assert table.press("tie") == "done"
    assert table.result == ("tie", 9, 9)


def test_an_early_card_is_taken_up_when_the_reveal_is_over() -> None:
    table = Talk(edition="nz-midi-1996", style="C").deal("5S 3H KD KC 9D")
    assert (table.hold, table.behind, table.open) == ("card_before_reveal", "reveal", words("continue void_round"))
    table.hold_down("confirm")
    assert (table.phase, table.public) == ("reveal", "-- -- -- --")
    table.press("reveal reveal")
    assert (table.phase, table.public) == ("banker_draw", "5S 3H KD KC 9D")


# ---------------------------------------------------------------------- the shoe itself


@pytest.mark.parametrize(("said", "code"), [("restart", "shoe_restarted"), ("lost", "events_lost")])
def test_cards_that_moved_unseen_are_named_in_order(said: str, code: str) -> None:
    table = Talk().deal("2S")
    table.say(said)
    table.deal("8C")
    assert (table.hold, table.open) == (code, words("card resume void_round"))
    table.decide("card", card="9H")
    table.decide("card", card="5D")
    assert (table.hold, table.table.cards_out) == (code, 4)
    table.decide("resume")
    assert (table.phase, table.public) == ("result", "2S 9H 5D 8C")
    assert [card.source for card in table.table.cards] == ["shoe", "manual", "manual", "shoe"]


@pytest.mark.parametrize("said", ["restart", "lost", "lid open"])
def test_between_two_shoes_nobody_is_asked(said: str) -> None:
    table = Talk(loaded=False)
    table.say(said)
    assert table.phase == "shuffle"


def test_named_cards_go_out_with_a_voided_round() -> None:
    table = Talk().deal("2S")
    table.say("restart")
    table.decide("card", card="9H")
    table.deal("8C")
    table.decide("void_round")
    assert (table.phase, table.table.cards_out) == ("result", 3)
    table.press("confirm")
    assert table.deal("KD").public == "KD"


def test_an_open_lid_is_a_question_for_the_casino_supervisor() -> None:
    table = Talk()
    table.say("lid open")
    assert (table.hold, table.open) == ("lid_opened", {"resume"})
    assert table.decide("resume") == "refused:role"
    assert table.decide("resume", by="casino") == "done"
    table.deal("2S")
    table.say("lid open")
    assert table.open == words("resume void_round")


def test_a_shoe_that_starts_anew_says_again_what_holds() -> None:
    table = Talk()
    table.say("jam")
    table.say("empty")
    assert table.hold == "shoe_empty"
    table.decide("resume")
    table.say("restart")
    assert table.lamps == words("stop supervisor")  # the jam is said again where it holds
    table.decide("resume")
    assert table.lamps == words("deal")


# ---------------------------------------------------------------------- voiding and reshuffling a hold away


def test_cards_kept_behind_a_voided_round_go_out_with_it() -> None:
    table = out_of_turn("6D 7D 8D")
    table.decide("void_round")
    assert (table.phase, table.table.cards_out) == ("result", 7)
    table.press("confirm")
    assert table.deal("KD").public == "KD"


def test_a_cutting_card_kept_behind_a_voided_round_is_taken_up() -> None:
    table = out_of_turn()
    table.say("cut")
    table.decide("void_round")
    assert table.lamps == words("stop void_hand last_hand")


@pytest.mark.parametrize(
    "said", [("lid open",), ("restart",), ("empty",), ("SENSOR",), ("BACK",), ("loaded",), ("lost",)]
)
def test_any_hold_can_end_in_a_reshuffle(said: tuple[str, ...]) -> None:
    table = Talk().deal("2S")
    table.say(*said)
    assert table.decide("reshuffle") == "refused:role"
    assert table.decide("reshuffle", by="casino") == "done"
    assert (table.phase, table.table.standing.shoe) == (("ready", 2) if said == ("loaded",) else ("shuffle", 1))
