"""What a shoe of another make says of the game: compared once it is public, and never before."""

import pytest

from firmware.core import inputs as i
from firmware.core.cards import UNREAD, read_card
from tests.core.table_talk import Talk, words

DRY = "2S 9H 5D 8C"  # 7 and 7: nobody draws, a tie
DRAWS = "2S KH 3D 4C"  # Player 5 draws; Banker 4


def counted(*cards: str) -> list[i.Input]:
    """Cards as the shoe counts them: `P:2S`, `B:9H`, `burn:KC`."""
    hands: dict[str, i.Hand] = {"P": "player", "B": "banker", "burn": "burn"}
    said: list[i.Input] = []
    for card in cards:
        hand, _, face = card.partition(":")
        said.append(i.CardLeft(face=UNREAD if face == UNREAD else read_card(face), hand=hands[hand]))
    return said


def result(winner: str) -> i.ResultSaid:
    return i.ResultSaid(winner=winner)  # type: ignore[arg-type]


OVERDRAW, MISREAD = i.AlarmSaid(alarm="overdraw"), i.AlarmSaid(alarm="misread")


def now(table: Talk) -> tuple[str | None, str, str]:
    """The hold, the phase and the cards of the round as they are by now."""
    return table.hold, table.phase, table.public


def again(card: str, hand: i.Hand, nth: int) -> i.CardSaidAgain:
    return i.CardSaidAgain(face=read_card(card), hand=hand, nth=nth)


# ---------------------------------------------------------------------- whose card it is


def test_a_shoe_that_counts_as_the_table_does_is_not_noticed() -> None:
    table = Talk()
    table.hear(*counted("P:2S", "B:KH", "P:3D", "B:4C", "P:7S", "B:2D"))
    assert (table.phase, table.public) == ("result", "2S KH 3D 4C 7S 2D")


@pytest.mark.parametrize(
    ("before", "card", "phase"),
    [
        ([], "B:2S", "dealing"),
        (["P:2S", "B:KH"], "B:3D", "dealing"),
        (["P:2S", "B:KH", "P:3D", "B:4C"], "B:7S", "player_draw"),
        (["P:2S", "B:KH", "P:3D", "B:2C", "P:7S"], "P:8S", "banker_draw"),
        (["P:2S"], "burn:KH", "dealing"),
    ],
)
def test_another_hand_than_the_shoe_says_is_a_question(before: list[str], card: str, phase: str) -> None:
    table = Talk()
    table.hear(*counted(*before, card))
    assert (table.hold, table.behind) == ("reader_distrust", phase)
    assert table.open == words("accept correct void_round")
    dealt = len(before)
    assert len(table.table.public_cards) == dealt
    assert table.decide("accept") == "done"
    assert len(table.table.public_cards) == dealt + 1
    assert table.hold is None


def test_a_correction_answers_whose_card_it_is() -> None:
    table = Talk()
    table.hear(*counted("P:2S", "B:KH", "P:3D", "B:2C", "B:7S"))
    assert table.hold == "reader_distrust"
    table.decide("correct", card="3C", n=3)  # Player 5 all the same: the card is still the Player's
    assert table.hold == "reader_distrust"
    table.decide("correct", card="5D", n=3)  # Player 7 stands, the Banker draws: as the shoe says
    assert now(table) == (None, "result", "2S KH 5D 2C 7S")


def test_a_burn_card_that_the_shoe_counts_to_a_hand() -> None:
    table = Talk(burn="fixed:2")
    table.hear(*counted("burn:KH", "P:2S"))
    assert (table.hold, table.behind) == ("reader_distrust", "burn")
    table.decide("accept")
    assert table.phase == "ready"


def test_the_first_burn_card_counts_once_however_it_is_counted() -> None:
    table = Talk(burn="first-card")
    table.hear(*counted("P:2S"))
    table.decide("accept")
    table.hear(*counted("burn:KH", "burn:9H"))
    assert (table.phase, table.table.burned) == ("ready", 3)


def test_cards_that_are_public_already_are_not_asked_about() -> None:
    table = Talk().deal(DRY)
    table.hear(*counted("B:6D"))
    assert table.hold == "card_out_of_turn"
    table.decide("disclosed")
    table.press("confirm")
    assert now(table) == (None, "dealing", "6D")


def test_face_down_cards_are_asked_about_by_their_place_alone() -> None:
    holds = []
    for third in ("9S", "2S", UNREAD):
        table = Talk(edition="nz-midi-1996", style="C")
        table.hear(*counted("P:2S", "B:KH", f"B:{third}"))
        holds.append((table.hold, table.public, table.lamps))
    assert holds[0] == holds[1] == holds[2]
    assert holds[0][0] == "reader_distrust"


# ---------------------------------------------------------------------- how the round ended


def test_the_result_the_cards_make_is_not_noticed() -> None:
    table = Talk().deal(DRY)
    table.hear(result("tie"))
    assert (table.phase, table.table.opinions) == ("result", ())


def test_another_result_asks_and_accept_closes_the_round() -> None:
    table = Talk().deal(DRY)
    table.hear(result("player"))
    assert (table.hold, table.open) == ("result_mismatch", words("accept correct void_round"))
    table.decide("accept")
    assert (table.phase, table.result) == ("ready", ("tie", 7, 7))


def test_a_result_that_comes_too_early_waits_for_the_end_of_the_round() -> None:
    table = Talk().deal(DRAWS)
    table.hear(result("player"))
    assert (table.phase, table.hold) == ("player_draw", None)
    table.deal("KS")
    assert (table.behind, table.hold) == ("result", None)  # Player 5, Banker 4: as the shoe said
    table.press("confirm")
    assert (table.phase, table.table.opinions) == ("ready", ())
    table.deal(DRAWS)
    table.hear(result("banker"))
    table.deal("KS")
    assert (table.behind, table.hold) == ("result", "result_mismatch")


def test_a_result_after_the_button_is_compared_with_the_round_just_closed() -> None:
    table = Talk().round(DRY)
    table.hear(result("tie"))
    assert table.phase == "ready"
    table.hear(result("banker"))
    assert (table.hold, table.open) == ("result_mismatch", words("accept correct"))
    table.decide("accept")
    assert (table.phase, len(table.table.rounds)) == ("ready", 1)


def test_a_result_after_the_last_round() -> None:
    table = Talk().round()
    table.say("cut")
    table.round(DRY)
    assert table.phase == "shuffle"
    table.hear(result("player"))
    assert (table.hold, table.behind) == ("result_mismatch", "shuffle")
    table.decide("accept")
    assert table.phase == "shuffle"


def test_a_corrected_round_may_be_told_either_way() -> None:
    table = Talk().round(DRY)
    table.decide("correct", card="AD", n=3)
    for told in ("tie", "banker"):
        table.hear(result(told))
        assert table.phase == "ready"
    table.hear(result("player"))
    assert table.hold == "result_mismatch"


def test_a_game_broken_off_at_the_shoe() -> None:
    table = Talk().deal("2S 9H")
    table.hear(result("void"))
    assert table.phase == "dealing"
    table.decide("void_round")
    assert (table.phase, table.hold) == ("result", None)
    table.press("confirm")
    table.hear(result("void"))
    assert table.phase == "ready"
    table.deal(DRY)
    table.hear(result("void"))
    assert table.hold == "result_mismatch"


def test_a_voided_round_has_no_result_to_compare() -> None:
    table = Talk().deal("2S 9H")
    table.decide("void_round")
    table.hear(result("player"), OVERDRAW, MISREAD)
    assert (table.phase, table.hold) == ("result", None)


# ---------------------------------------------------------------------- a card too many


def test_a_card_too_many_that_the_table_has_not_found() -> None:
    table = Talk().deal(DRAWS)
    table.hear(OVERDRAW)
    assert (table.hold, table.behind, table.open) == (
        "overdraw_reported",
        "player_draw",
        words("accept correct void_round"),
    )
    table.decide("accept")
    assert table.phase == "player_draw"


def test_a_card_behind_the_alarm_is_judged_by_itself() -> None:
    table = Talk().deal(DRY)
    table.hear(OVERDRAW)
    table.deal("6D")
    assert table.hold == "overdraw_reported"
    assert table.hold_down("confirm") == "done"
    assert table.hold == "card_out_of_turn"


@pytest.mark.parametrize("decision", ["undisclosed", "disclosed", "closed"])
def test_a_card_too_many_that_the_table_has_found_is_not_asked_about_twice(decision: str) -> None:
    table = Talk().deal(f"{DRY} 6D")
    table.hear(OVERDRAW)
    assert table.hold == "card_out_of_turn"
    table.decide(decision)
    assert table.hold is None


def test_a_card_too_many_in_the_final_round_is_not_asked_about_twice() -> None:
    table = Talk().round()
    table.say("cut")
    table.deal(f"{DRY} 6D")
    table.hear(OVERDRAW)
    table.decide("discard")
    assert (table.phase, table.hold) == ("result", None)


def test_correct_may_prove_the_shoe_right() -> None:
    table = Talk().deal(f"{DRAWS} KS")
    table.hear(OVERDRAW)
    assert table.hold == "overdraw_reported"
    table.decide("correct", card="6D", n=3)  # Player 8, a natural: the third card was one too many
    assert table.hold == "card_out_of_turn"


def test_with_no_shoe_in_play_an_alarm_is_only_noted() -> None:
    table = Talk(loaded=False)
    table.hear(OVERDRAW, MISREAD, again("2S", "player", 1), result("player"))
    assert table.phase == "shuffle"


# ---------------------------------------------------------------------- a card that was not read


def test_an_alarm_about_an_unread_card_asks_once() -> None:
    table = Talk().deal(f"2S 9H {UNREAD}")
    table.hear(MISREAD)
    assert table.hold == "unread_card"
    table.decide("card", card="5D")
    assert now(table) == (None, "dealing", "2S 9H 5D")


def test_one_alarm_is_about_one_card() -> None:
    table = Talk().deal(f"2S 9H {UNREAD}")
    table.hear(MISREAD)
    table.decide("card", card="5D")
    assert now(table) == (None, "dealing", "2S 9H 5D")
    table.hear(MISREAD)
    assert table.hold == "misread_reported"
    table.decide("card", card="8C")
    assert now(table) == (None, "result", "2S 9H 5D 8C")


@pytest.mark.parametrize("correction", ["6D", "5D"])
def test_an_unread_card_answers_its_alarm_whatever_it_was_corrected_to_since(correction: str) -> None:
    table = Talk().deal(f"2S 9H {UNREAD}")
    table.decide("card", card="5D")
    sources = [table.table.cards[2].source]
    table.decide("correct", card=correction, n=3)
    assert [*sources, table.table.cards[2].source] == ["manual", "corrected"]
    table.hear(MISREAD)
    assert now(table) == (None, "dealing", f"2S 9H {correction}")
    table.hear(MISREAD)
    assert table.hold == "misread_reported"


def test_a_card_that_was_read_answers_no_alarm_whatever_it_was_corrected_to() -> None:
    table = Talk().deal("2S 9H 5D")
    table.decide("correct", card="6D", n=3)
    table.hear(MISREAD)
    assert table.hold == "misread_reported"


def test_an_alarm_that_was_answered_by_naming_a_card_is_not_answered_again() -> None:
    for behind in ("", UNREAD):
        table = Talk().deal("2S 9H")
        table.hear(MISREAD)
        table.deal(behind)
        table.decide("card", card="5D")
        assert now(table) == (None, "dealing", "2S 9H 5D")
        table.hear(MISREAD)
        assert table.hold == "misread_reported"


def test_an_alarm_before_its_unread_card_names_that_one() -> None:
    table = Talk().deal("2S 9H")
    table.hear(MISREAD)
    table.deal(f"{UNREAD} 8C")
    assert (table.hold, table.open) == ("misread_reported", words("accept card void_round"))
    table.decide("card", card="5D")
    assert (table.phase, table.public) == ("result", "2S 9H 5D 8C")
    assert table.table.cards[2].source == "manual"


def test_an_alarm_alone_is_a_card_that_was_not_told() -> None:
    table = Talk().deal("2S 9H")
    table.hear(MISREAD)
    table.decide("card", card="5D")
    assert table.public == "2S 9H 5D"
    table.deal("8C")
    assert table.phase == "result"


def test_an_alarm_alone_with_no_card_missing() -> None:
    table = Talk().deal("2S 9H")
    table.hear(MISREAD)
    assert table.hold_down("confirm") == "done"
    assert (table.phase, table.public) == ("dealing", "2S 9H")


def test_what_is_said_of_a_voided_round_goes_out_with_it() -> None:
    table = Talk().deal(f"2S {UNREAD}")
    table.hear(MISREAD, OVERDRAW, result("player"))
    table.decide("void_round")
    assert (table.phase, table.hold) == ("result", None)


# ---------------------------------------------------------------------- face down


@pytest.mark.parametrize("said", [OVERDRAW, MISREAD, again("9S", "banker", 2), result("player")])
def test_before_the_reveal_an_opinion_tells_nothing(said: i.Input) -> None:
    told = []
    for hidden in (DRY, DRAWS, f"2S 9H {UNREAD} 8C", "4S 9H 5D 9S"):
        table = Talk(edition="nz-midi-1996", style="C").deal(hidden)
        table.hear(said)
        told.append((table.phase, table.lamps, table.public, table.shown.gate_open))
    assert all(seen == told[0] for seen in told)
    assert told[0][0] == "reveal"


def test_what_was_said_before_the_reveal_is_judged_as_the_round_reaches_its_result() -> None:
    table = Talk(edition="nz-midi-1996", style="C").deal(DRAWS)
    table.hear(OVERDRAW, MISREAD, result("player"))
    table.press("reveal reveal")
    assert (table.phase, table.hold) == ("player_draw", None)
    table.deal("KS")
    assert (table.behind, table.hold) == ("result", "overdraw_reported")
    table.decide("accept")
    assert table.hold == "misread_reported"
    table.decide("accept")
    assert now(table)[:2] == (None, "result")


def test_an_unread_card_that_lay_face_down_answers_its_alarm() -> None:
    table = Talk(edition="nz-midi-1996", style="C").deal(f"2S 9H {UNREAD} 8C")
    table.hear(MISREAD)
    table.press("reveal")
    assert table.hold == "unread_card"
    table.decide("card", card="5D")
    table.press("reveal")
    assert now(table)[:2] == (None, "result")


def test_an_opinion_outlives_a_restart() -> None:
    table = Talk(edition="nz-midi-1996", style="C").deal(DRY)
    table.hear(result("player"))
    table.hear(i.Started(version="1"), i.FaultGone(fault="link"))
    table.press("reveal reveal")
    assert table.hold == "result_mismatch"


def test_a_reshuffle_forgets_what_was_said_of_the_round() -> None:
    table = Talk(edition="nz-midi-1996", style="C").deal(DRY)
    table.hear(OVERDRAW)
    table.decide("reshuffle", by="casino")
    assert (table.phase, table.table.opinions) == ("shuffle", ())


# ---------------------------------------------------------------------- what lies where, said again


@pytest.mark.parametrize(
    ("card", "hand", "nth"),
    [("2S", "player", 1), ("KH", "banker", 1), ("3D", "player", 2), ("4C", "banker", 2), ("KS", "player", 3)],
)
def test_the_same_card_at_the_same_place_is_a_repeat(card: str, hand: i.Hand, nth: int) -> None:
    table = Talk().deal(f"{DRAWS} KS")
    table.hear(again(card, hand, nth))
    assert (table.phase, table.table.cards_out) == ("result", 5)


def test_another_card_at_that_place_asks_and_moves_nothing() -> None:
    table = Talk().deal(f"{DRAWS} KS")
    table.hear(again("9S", "player", 3))
    assert (table.hold, table.open) == ("reader_distrust", words("accept card void_round"))
    assert table.public == f"{DRAWS} KS"
    table.decide("card", card="9S")
    assert (table.phase, table.public) == ("result", f"{DRAWS} 9S")


def test_what_was_read_first_may_stand() -> None:
    table = Talk().deal(f"{DRAWS} KS")
    table.hear(again("9S", "player", 3))
    table.decide("accept")
    assert (table.phase, table.public) == ("result", f"{DRAWS} KS")


def test_a_place_where_no_card_lies_asks_too() -> None:
    table = Talk().deal(DRY)
    for said in (again("9S", "banker", 3), again("9S", "player", 4), again("9S", "burn", 1)):
        table.hear(said)
        assert (table.hold, table.open) == ("reader_distrust", words("accept void_round"))
        table.decide("accept")


def test_between_rounds_it_is_of_the_round_last_closed() -> None:
    table = Talk().round(DRY)
    table.hear(again("8C", "banker", 2))
    assert table.phase == "ready"
    table.hear(again("7C", "banker", 2))
    assert table.open == words("accept card")
    table.decide("card", card="7C")
    assert (table.phase, table.last.corrected, table.result) == ("ready", True, ("tie", 7, 7))


def test_a_card_said_again_while_it_lies_face_down_waits_until_it_is_public() -> None:
    table = Talk(edition="nz-midi-1996", style="C").deal(DRAWS)
    table.hear(again("9S", "player", 1))
    table.press("reveal")
    assert table.hold is None
    table.press("reveal")
    assert now(table)[:2] == ("reader_distrust", "hold")
