"""The cutting card (9.7, 9.8), an empty mouth, too few cards, and the next shoe."""

import pytest

from tests.core.table_talk import Talk, words

DRY = "2S 9H 5D 8C"  # 7 and 7: nobody draws
LONG = "2S 3H KD KC 9D 4C"  # both draw


def finals(table: Talk) -> list[bool]:
    return [closed.final for closed in table.table.rounds]


# ---------------------------------------------------------------------- where the cutting card lies


def test_before_the_first_card_the_round_is_the_final_one_at_once() -> None:
    table = Talk().round()
    table.say("cut")
    assert table.lamps == words("deal last_hand")
    table.round()
    assert (table.phase, table.lamps, finals(table)) == ("shuffle", words("stop shuffle"), [False, True])


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_within_a_round_one_more_follows(n: int) -> None:
    table, cards = Talk(), LONG.split()
    table.deal(" ".join(cards[:n]))
    table.say("cut")
    assert "last_hand" not in table.lamps
    table.deal(" ".join(cards[n:-1]))
    assert "last_hand" not in table.lamps
    table.deal(cards[-1])
    assert "last_hand" in table.lamps
    table.press("confirm")
    assert table.lamps == words("deal last_hand")
    table.round()
    assert (table.phase, finals(table)) == ("shuffle", [False, True])


@pytest.mark.parametrize("cards", [DRY, "AS 7H KD KC 8D", LONG])
def test_after_the_last_card_of_a_round_the_next_one_is_final_at_once(cards: str) -> None:
    table = Talk().deal(cards)
    assert table.phase == "result"
    table.say("cut")
    assert "last_hand" in table.lamps
    table.press("confirm")
    table.round()
    assert (table.phase, finals(table)) == ("shuffle", [False, True])


def test_in_a_reveal_it_lies_within_so_that_the_lamp_tells_nothing() -> None:
    table = Talk(edition="nz-midi-1996", style="C").deal("9S KH KD KC")
    table.say("cut")
    assert table.lamps == words("stop")
    table.press("reveal reveal")
    assert "last_hand" in table.lamps


def test_only_the_first_cutting_card_counts() -> None:
    table = Talk().deal("2S")
    table.say("cut")
    table.deal("9H 5D 8C")
    table.press("confirm")
    table.say("cut")
    table.round()
    assert (table.phase, finals(table)) == ("shuffle", [False, True])


def test_behind_a_carried_card_it_lies_within_the_round_that_card_begins() -> None:
    table = Talk().deal(DRY + " 6D")
    table.decide("undisclosed")
    table.say("cut")
    table.press("confirm")
    assert "last_hand" not in table.lamps
    table.deal("KH 3C 9S")
    assert "last_hand" in table.lamps
    table.press("confirm")
    table.round()
    assert (table.phase, finals(table)) == ("shuffle", [False, False, True])


@pytest.mark.parametrize("pressed", [False, True])
def test_a_cutting_card_can_be_called_or_pressed(pressed: bool) -> None:
    table = Talk().round()
    assert (table.press("cut") if pressed else table.decide("cut")) == "done"
    assert table.lamps == words("deal last_hand")


def test_a_voided_final_round_is_the_end_too() -> None:
    table = Talk().round()
    table.say("cut")
    table.deal("9S")
    table.decide("void_round")
    assert table.lamps == words("stop void_hand last_hand")
    table.press("confirm")
    assert (table.phase, finals(table)) == ("shuffle", [False, True])


def test_a_void_hand_can_be_the_final_round() -> None:
    table = Talk().deal(DRY)
    table.say("cut")
    table.deal("6D")
    table.decide("disclosed")
    table.press("confirm")
    assert (table.phase, table.lamps) == ("dealing", words("deal void_hand last_hand"))
    table.round("KH 3C 9S")
    assert (table.phase, table.last.void_hand, table.last.final) == ("shuffle", True, True)


def test_a_correction_takes_no_announcement_back() -> None:
    table = Talk().deal("9S KH KD KC")
    table.say("cut")
    table.decide("correct", n=1, card="5S")
    assert (table.phase, table.lamps) == ("player_draw", words("deal player_draw last_hand"))


# ---------------------------------------------------------------------- a cutting card in the wrong place


@pytest.mark.parametrize("burn", ["none", "fixed:3"])
def test_before_the_first_round_the_cutting_card_is_misplaced(burn: str) -> None:
    table = Talk(burn=burn)
    table.say("cut")
    assert (table.hold, table.open) == ("cut_misplaced", {"accept"})
    assert table.decide("accept") == "refused:role"
    table.decide("accept", by="casino")
    assert table.lamps == words("deal last_hand")
    table.deal("" if burn == "none" else "2S 3S 4S")
    table.round()
    assert (table.phase, finals(table)) == ("shuffle", [True])


def test_with_a_card_carried_into_the_first_round_it_is_not_misplaced() -> None:
    table = Talk(no_more_bets="button").deal("6D")
    table.decide("undisclosed")
    table.say("cut")
    assert (table.phase, table.lamps) == ("ready", words("stop"))


# ---------------------------------------------------------------------- after the end


def test_a_card_after_the_end_is_set_aside() -> None:
    for loaded in (False, True):
        table = Talk(loaded=loaded)
        if loaded:
            table.decide("reshuffle", by="casino")
        table.deal("6D")
        assert (table.hold, table.behind, table.open) == ("card_after_end", "shuffle", {"discard"})
        assert table.lamps == words("stop shuffle supervisor")
        assert table.decide("discard") == "refused:role"
        assert table.decide("discard", by="casino") == "done"
        assert (table.phase, table.table.cards_out) == ("shuffle", 1)


def test_a_cutting_card_after_the_end_is_only_recorded() -> None:
    table = Talk(loaded=False)
    table.say("cut")
    assert (table.phase, table.lamps) == ("shuffle", words("stop shuffle"))


# ---------------------------------------------------------------------- too few cards


def test_with_fewer_than_six_cards_left_no_round_starts() -> None:
    table = Talk(decks=1, burn="fixed:42").deal("?? " * 42)
    table.round(DRY)
    assert table.phase == "ready"  # six are left
    table.round()
    assert (table.phase, table.last.final) == ("shuffle", False)


def test_a_burn_that_leaves_too_few_cards_ends_the_shoe() -> None:
    assert Talk(decks=1, burn="fixed:47").deal("?? " * 47).phase == "shuffle"


def test_carried_cards_are_still_to_be_dealt() -> None:
    table = Talk(decks=1, burn="fixed:42").deal("?? " * 42 + DRY + " 6D")
    table.decide("undisclosed")
    table.press("confirm")
    assert table.phase == "ready"  # five in the shoe, one carried


def test_a_continuous_shuffler_never_runs_out() -> None:
    assert Talk(decks=1, burn="fixed:47", inventory=False).deal("?? " * 47).phase == "ready"


def test_with_a_cutting_card_seen_the_count_decides_nothing() -> None:
    table = Talk(decks=1, burn="fixed:42").deal("?? " * 42 + "2S")
    table.say("cut")
    table.deal("9H 5D 8C 6D")
    table.decide("void_round")
    table.press("confirm")
    assert table.phase == "ready"


# ---------------------------------------------------------------------- an empty mouth


def test_an_empty_mouth_is_asked_about_only_when_a_card_is_due() -> None:
    table = Talk().deal(DRY)
    table.say("empty")
    assert table.phase == "result"
    table.press("confirm")
    assert (table.hold, table.behind, table.open) == ("shoe_empty", "ready", words("resume accept"))
    table.decide("accept")
    assert table.phase == "shuffle"


def test_an_empty_mouth_is_forgotten_when_a_card_leaves() -> None:
    table = Talk(no_more_bets="button")
    table.say("empty")
    table.deal("6D")
    table.decide("undisclosed")
    assert table.press("no_more_bets") == "done"
    assert table.hold is None


def test_a_wedge_that_sticks_reports_it_too_so_play_can_go_on() -> None:
    table = Talk().deal("2S")
    table.say("empty")
    assert (table.behind, table.open) == ("dealing", words("resume void_round"))
    table.decide("resume")
    assert (table.phase, table.lamps) == ("dealing", words("deal"))


def test_a_round_that_runs_dry_is_voided_and_the_shoe_is_over() -> None:
    table = Talk().deal("2S 9H")
    table.say("empty")
    table.decide("void_round")
    assert table.phase == "result"
    table.press("confirm")
    assert (table.phase, table.result[0]) == ("shuffle", "void")


def test_a_burn_that_runs_dry_can_end_the_shoe() -> None:
    table = Talk(burn="fixed:3").deal("2S")
    table.say("empty")
    assert (table.behind, table.open) == ("burn", words("resume accept"))
    table.decide("accept")
    assert table.phase == "shuffle"


# ---------------------------------------------------------------------- the next shoe


def test_fresh_cards_begin_a_shoe_that_knows_nothing_of_the_last() -> None:
    table = Talk().round()
    table.say("cut")
    table.round()
    table.say("loaded")
    assert (table.phase, table.table.standing.shoe, table.table.rounds) == ("ready", 2, ())
    table.deal("2S")
    assert "last_hand" not in table.lamps


def test_a_shoe_of_which_no_card_is_out_simply_starts_again() -> None:
    table = Talk(burn="fixed:2")
    table.say("loaded")
    assert (table.phase, table.table.standing.shoe) == ("burn", 2)


def test_fresh_cards_while_a_shoe_is_in_play_are_a_question() -> None:
    table = Talk().round()
    table.say("loaded")
    assert (table.hold, table.behind, table.open) == ("shoe_replaced", "ready", {"void_round"})
    assert table.decide("void_round") == "refused:role"
    table.decide("void_round", by="casino")
    assert (table.phase, table.table.standing.shoe, table.table.round_number) == ("ready", 2, 0)


def test_fresh_cards_after_a_result_that_was_not_closed() -> None:
    table = Talk().deal(DRY)
    table.say("loaded")
    table.deal("9S KH")
    assert table.open == words("closed void_round")
    table.decide("closed", by="casino")
    assert (table.table.standing.shoe, table.public) == (2, "9S KH")


def test_fresh_cards_within_a_round_wait_until_it_is_voided_and_closed() -> None:
    table = Talk().deal("2S 9H")
    table.say("lid shut", "loaded")
    table.deal("9S KH")
    table.decide("void_round", by="casino")
    assert (table.phase, table.table.cards_out) == ("result", 2)
    table.press("confirm")
    assert (table.table.standing.shoe, table.public) == (2, "9S KH")
