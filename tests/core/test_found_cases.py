"""Cases that a long walk beside the model of the table once found to be told in two ways."""

from firmware.core import inputs as i
from firmware.core.decide import decide
from tests.core.table_talk import Talk, words

DRY = "2S 9H 5D 8C"  # 7 and 7: nobody draws
MIDI = "nz-midi-1996"


# ---------------------------------------------------------------------- what is shown


def test_a_hold_in_shuffle_keeps_the_shuffle_lamp() -> None:
    assert Talk(loaded=False).deal("9S").lamps == words("stop shuffle supervisor")


def test_behind_an_unread_first_card_the_round_has_begun() -> None:
    table = Talk().deal("??")
    assert (table.phase, table.behind, table.open) == ("hold", "dealing", words("card void_round"))


def test_cards_that_a_person_has_named_count_at_once() -> None:
    table = Talk()
    table.say("lost")
    table.decide("card", card="TH")
    assert table.table.cards_out == 1


def test_a_voided_round_has_no_counts_and_no_natural() -> None:
    table = Talk().deal("9S KH KD KC")
    table.decide("void_round")
    table.press("confirm")
    assert (table.result, table.last.natural) == (("void", 0, 0), False)


# ---------------------------------------------------------------------- refusals


def test_what_cannot_be_read_is_refused_before_what_is_not_open() -> None:
    table = Talk(loaded=False)
    assert table.decide("correct", card="KH", n=1) == "refused:form"
    assert table.decide("card", by="casino") == "refused:form"
    assert table.decide("card", by="casino", card="KH") == "refused:not_open"


# ---------------------------------------------------------------------- what the reader says of a card


def test_a_doubt_about_no_card_of_this_shoe_is_about_the_reader() -> None:
    table = Talk()
    table.say("DOUBLE")
    assert (table.hold, table.open) == ("reader_distrust", {"accept"})


def test_a_card_is_pushed_back_once() -> None:
    table = Talk().deal("2S 9H")
    table.say("BACK", "BACK")
    table.decide("accept")
    assert (table.hold, table.open, table.public) == ("reader_distrust", words("accept void_round"), "2S")
    table.decide("accept")
    assert table.public == "2S"


def test_a_doubt_after_named_cards_is_about_the_last_of_them() -> None:
    table = Talk().deal("2S")
    table.say("restart")
    table.decide("card", card="9H")
    table.say("BACK")
    table.decide("resume")
    table.decide("accept")
    assert (table.public, table.table.cards_out) == ("2S", 1)


def test_a_face_that_was_read_answers_the_readers_doubt_too() -> None:
    table = Talk(edition=MIDI, style="C").deal("??")
    table.say("UV")
    table.deal("KH KD KC")
    table.press("reveal")
    assert table.hold == "unread_card"
    table.decide("card", card="9S")
    assert (table.phase, table.public) == ("reveal", "9S -- KD --")


def test_a_face_read_anew_is_judged_anew_even_where_a_person_stood_for_the_last_one() -> None:
    table = Talk(decks=1).deal("6H KH 7H TC 5S")  # Player 3: 5S is his third card
    table.deal("KC KD")  # the Banker's third, and one too many
    assert table.hold == "card_out_of_turn"
    table.decide("correct", n=7, card="KS")
    table.say("UV")
    table.decide("undisclosed")
    table.press("confirm")
    table.deal("2C")
    assert table.hold == "reader_distrust"
    table.decide("card", card="6H")
    assert table.hold == "impossible_card"


def test_a_second_card_of_a_voided_round_goes_out_with_it() -> None:
    table = Talk().deal("2S")
    table.decide("void_round")
    table.say("DOUBLE")
    table.decide("card", card="9H")
    assert (table.phase, table.table.cards_out) == ("result", 2)


def test_a_card_pushed_back_is_no_longer_in_a_voided_round() -> None:
    table = Talk().deal("2S 9H")
    table.decide("void_round")
    table.say("BACK")
    table.decide("accept")
    assert table.public == "2S"


def test_a_shoe_without_a_card_out_starts_again_even_over_a_voided_round() -> None:
    table = Talk().deal("2S")
    table.decide("void_round")
    table.say("BACK", "loaded")
    table.deal("5H")
    table.decide("accept")
    assert (table.table.standing.shoe, table.public) == (2, "5H")


# ---------------------------------------------------------------------- burning


def test_a_burn_called_over_stays_over_when_its_card_goes_back() -> None:
    table = Talk(burn="first-card").deal("6S")
    table.press("confirm")
    table.say("BACK")
    table.decide("accept")
    table.decide("accept")
    assert (table.phase, table.table.cards_out) == ("ready", 0)


# ---------------------------------------------------------------------- the cutting card


def test_without_the_card_before_it_a_cutting_card_is_placed_anew() -> None:
    table = Talk().round().deal("7H")
    table.say("cut")
    assert table.lamps == words("deal")
    table.say("BACK")
    table.decide("accept")
    assert table.lamps == words("deal last_hand")


def test_without_the_carried_card_before_it_the_cutting_card_is_announced_at_once() -> None:
    table = Talk().deal(f"{DRY} 6D")
    table.decide("undisclosed")
    table.say("cut", "BACK")
    assert "last_hand" not in table.lamps
    table.decide("accept")
    assert "last_hand" in table.lamps


def test_without_the_first_card_of_the_shoe_the_cutting_card_was_misplaced() -> None:
    table = Talk().deal("7H")
    table.say("cut", "BACK")
    table.decide("accept")
    assert (table.hold, table.behind) == ("cut_misplaced", "ready")


def test_a_cutting_card_goes_with_the_carried_card_when_another_round_is_voided() -> None:
    table = Talk(no_more_bets="button").deal("6H")
    table.decide("undisclosed")
    table.say("cut")
    table.deal("7S")
    table.decide("void_round")
    assert table.lamps == words("stop void_hand")
    table.press("confirm no_more_bets")
    table.deal("KH 3C 9S")
    assert "last_hand" in table.lamps


def test_a_round_that_the_carried_card_began_announces_even_if_it_is_voided() -> None:
    table = Talk(no_more_bets="button").deal("6H")
    table.decide("undisclosed")
    table.say("cut")
    table.press("no_more_bets")
    table.deal("??")
    table.decide("void_round")
    assert table.lamps == words("stop void_hand last_hand")


def test_a_cutting_card_called_while_a_new_shoe_waits_belongs_to_that_shoe() -> None:
    table = Talk().deal("2S")
    table.say("loaded")
    table.decide("void_round", by="casino")
    table.decide("cut")
    assert table.lamps == words("stop void_hand")
    table.press("confirm")
    assert (table.table.standing.shoe, table.hold) == (2, "cut_misplaced")


def test_a_shoe_that_is_over_has_no_cutting_card_to_place() -> None:
    table = Talk().deal("2S")
    table.say("cut")
    table.decide("reshuffle", by="casino")
    table.say("BACK")
    assert table.decide("accept") == "done"
    assert (table.phase, table.lamps) == ("shuffle", words("stop shuffle"))


# ---------------------------------------------------------------------- cards that are carried


def test_carried_cards_begin_their_round_in_the_order_they_were_carried() -> None:
    table = Talk().deal("2S KH 2D 3C 6C 9H 5S")  # Player 4, Banker 3: both drew; 5S is one too many
    table.decide("undisclosed")
    table.decide("correct", n=3, card="6D")  # Player a natural: 6C and 9H have no place
    table.decide("disclosed")
    table.decide("disclosed")
    table.press("confirm")
    assert table.public == "5S 6C 9H"


def test_carried_cards_come_before_cards_that_wait_when_a_card_becomes_due() -> None:
    table = Talk().deal("KH QS TS 5S 6S 4H")  # Player 0, Banker 5: both drew
    table.decide("correct", n=3, card="9H")  # a natural
    table.decide("disclosed")
    assert table.hold == "card_out_of_turn"  # 4H
    table.decide("correct", n=3, card="TS")
    assert (table.phase, table.public) == ("result", "KH QS TS 5S 6S 4H")


def test_a_disclosed_card_alone_keeps_its_void_hand() -> None:
    table = Talk().deal(f"{DRY} 9C AS")
    table.decide("disclosed")
    table.decide("undisclosed")
    table.press("confirm")
    assert table.public == "9C AS"
    table.say("BACK")
    table.decide("accept")
    assert (table.phase, table.public, table.lamps) == ("dealing", "9C", words("deal void_hand"))


def test_a_doubt_of_a_carried_card_outlives_a_voided_round() -> None:
    table = Talk(edition=MIDI, style="C").deal("9S KH KD KC 5C")
    table.decide("continue")
    table.say("UV")
    table.press("reveal reveal")
    table.decide("disclosed")
    assert table.hold == "reader_distrust"
    table.decide("void_round")
    assert (table.hold, table.behind) == ("reader_distrust", "result")


def test_a_carried_card_that_was_judged_is_put_right_and_not_judged_again() -> None:
    table = Talk(decks=1).deal(f"{DRY} 6D")
    table.decide("disclosed")
    table.say("UV")
    table.decide("card", card="2S")
    assert table.phase == "result"
    table.press("confirm")
    assert table.public == "2S"


def test_voiding_over_another_doubt_asks_nothing_of_a_carried_card() -> None:
    table = Talk().deal(f"{DRY} ??")
    table.decide("undisclosed")
    table.say("BACK")
    table.decide("void_round")
    assert table.phase == "result"


def test_cards_named_after_a_void_were_not_kept_behind_it() -> None:
    table = Talk().deal("2S")
    table.say("restart", "lost")
    table.decide("void_round")
    assert table.hold == "events_lost"
    table.decide("card", card="9H")
    table.decide("resume")
    assert (table.hold, table.behind) == ("card_out_of_turn", "result")


def test_banker_first_is_ordered_for_one_round_even_if_its_first_card_goes_out() -> None:
    table = Talk(edition=MIDI, style="B", no_more_bets="button")
    table.decide("banker_first", by="casino")
    table.deal("??")
    table.decide("void_round")
    table.press("confirm no_more_bets")
    table.deal("KC TC 6C 4C")
    table.press("reveal")
    assert table.public == "KC -- 6C --"


# ---------------------------------------------------------------------- corrections


def test_a_card_out_of_turn_waits_as_an_early_one_when_a_correction_leads_to_a_reveal() -> None:
    table = Talk(edition=MIDI, style="B").deal("7H 6C JS TH")
    table.press("reveal reveal")
    table.deal("QC")
    table.decide("undisclosed")
    table.deal("5C")
    table.decide("correct", n=2, card="5S")  # the Banker draws: QC, face down
    assert (table.phase, table.public) == ("reveal", "7H 5S JS TH --")
    table.press("reveal")
    assert (table.hold, table.public) == ("card_out_of_turn", "7H 5S JS TH QC")


def test_at_a_reveal_the_press_completes_before_the_round_is_worked_out_again() -> None:
    table = Talk(edition=MIDI, style="B", decks=1).deal("2H TH 3S TS")
    table.press("reveal reveal")
    table.deal("3S")
    table.press("reveal")
    assert (table.hold, table.behind, table.public) == ("impossible_card", "reveal", "2H TH 3S TS --")
    table.decide("correct", n=3, card="7D")  # Player a natural: no third card is due, and 3S is possible
    assert (table.hold, table.behind, table.public) == ("card_out_of_turn", "result", "2H TH 7D TS")
    assert table.open == words("disclosed correct void_round")  # it was turned


def test_after_a_correction_the_round_is_worked_out_before_a_carried_card_is_asked_about_again() -> None:
    table = Talk(decks=1).deal("7S TS KC 8D 7S")  # Player 7, Banker 8: a natural
    table.decide("disclosed")
    assert (table.hold, table.behind, table.open) == ("impossible_card", "result", words("accept card correct discard"))
    table.decide("correct", n=4, card="5D")  # the Banker draws
    assert (table.hold, table.behind) == ("impossible_card", "banker_draw")
    table.decide("accept")
    assert (table.phase, table.public) == ("result", "7S TS KC 5D 7S")


def test_a_card_of_an_earlier_result_tells_nothing_of_this_rounds_confirm() -> None:
    table = Talk().deal("6H KH TC TS 8D 8S")  # Player 6: the Banker drew, and 8S is one too many
    table.decide("correct", n=3, card="8H")  # Player 4: both drew
    table.deal("AS AC AD 9D")
    for _ in range(3):
        table.decide("undisclosed")
    table.decide("correct", n=4, card="6S")  # the Banker stands: 8S has no place either
    table.decide("closed")
    assert (table.hold, table.public) == ("card_out_of_turn", "AS AC AD 8S")  # 9D left before this round began
    assert table.open == words("disclosed undisclosed correct void_round")


def test_the_banker_stands_when_the_players_third_card_is_turned_whatever_else_lies_there() -> None:
    table = Talk(edition=MIDI, style="B", decks=1).deal("6S 3C 9S KD")  # Player 5, Banker 3
    table.press("reveal reveal")
    table.deal("7C")
    table.press("reveal")
    table.deal("9S")
    table.press("reveal")
    assert table.lamps == words("stop supervisor")
    table.decide("correct", n=4, card="4C")  # Banker 7
    assert (table.hold, table.lamps) == ("impossible_card", words("stop supervisor banker_stand"))


def test_a_published_result_is_never_overwritten() -> None:
    table = Talk().round("9S KH KD KC")
    table.decide("correct", n=1, card="2S")
    assert (table.result, table.last.natural, table.last.corrected) == (("player", 9, 0), True, True)


def test_what_the_shoe_says_before_a_new_shoe_has_begun_belongs_to_it() -> None:
    # The record that begins it may have to be tried twice, and cards do not wait for a disk.
    table = Talk(loaded=False)
    said: list[i.Input] = [
        i.Decided(decision="new_shoe", role="supervisor"),
        i.CardLeft(face="4S"),
        i.CutLeft(),
        i.Continued(),
    ]
    for each in said:
        table.table = decide(table.table, each).table
    assert (table.table.standing.shoe, table.table.cards_out, table.public, table.hold) == (1, 1, "4S", None)
    table.deal("9H 5D 8C")
    assert table.phase == "result"
