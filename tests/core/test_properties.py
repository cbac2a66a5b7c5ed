"""What is worked out from the table and stored nowhere."""

from firmware.core.dealing import next_to_turn
from firmware.core.state import Table
from firmware.core.tableau import Outcome, work_out
from tests.core.table_talk import Talk

DRY = "2S 9H 5D 8C"  # 7 and 7: nobody draws


def test_without_a_round_no_card_makes_anything() -> None:
    for table in (Talk().table, Talk().round(DRY).table):
        assert table.outcome == Outcome((), (), 0, 0, False, "initial", None)
        assert (table.hands_of(()), table.public_cards) == (((), ()), ())


def test_a_hand_has_every_second_card_of_a_round_and_its_third_one() -> None:
    table = Talk().deal("5S 3H KD KC 9D 2C").table
    assert table.hands_of((0, 1, 2, 3)) == ((0, 2), (1, 3))
    assert table.hands_of((0, 1, 2, 3, 4, 5)) == ((0, 2, 4), (1, 3, 5))
    assert table.hands_of((0, 1)) == ((0,), (1,))


def test_the_bankers_third_card_is_the_bankers_where_the_player_stands() -> None:
    table = Talk().deal("6S 3H KD KC 9D").table
    assert table.hands_of((0, 1, 2, 3, 4)) == ((0, 2), (1, 3, 4))


def test_a_third_card_that_lies_face_down_is_turned_by_itself() -> None:
    table = Talk(edition="nz-midi-1996", style="B").deal("2S KH 3D 4C")
    assert next_to_turn(table.table) == (0, 2)
    table.press("reveal reveal")
    table.deal("KS")
    assert next_to_turn(table.table) == (4,)


def left_of(table: Table) -> tuple[int, int, int]:
    return table.left, table.cards_out, table.cards_left


def test_cards_that_wait_or_are_carried_are_still_to_be_dealt() -> None:
    table = Talk().deal(f"{DRY} 6D")
    assert left_of(table.table) == (5, 5, 412)
    table.deal("KH")  # kept, behind the hold
    assert left_of(table.table) == (5, 6, 412)
    table.decide("undisclosed")
    table.decide("undisclosed")
    assert left_of(table.table) == (6, 6, 412)


def test_a_round_that_needs_a_card_has_no_winner_and_is_no_natural() -> None:
    tableau = Talk().table.settings.edition.tableau
    assert work_out(tableau, ["9S"]) == Outcome(("9S",), (), 9, 0, False, "initial", None)
    assert work_out(tableau, ["9S", "8H", "KD"]) == Outcome(("9S", "KD"), ("8H",), 9, 8, False, "initial", None)
    four: list[str] = ["5S", "3H", "KD", "KC"]
    assert work_out(tableau, four) == Outcome(("5S", "KD"), ("3H", "KC"), 5, 3, False, "player_third", None)  # type: ignore[arg-type]


def test_a_shoe_that_is_over_leaves_no_order_behind() -> None:
    called = Talk(edition="nz-midi-1996", style="B", no_more_bets="button")
    called.press("no_more_bets")
    called.decide("banker_first", by="casino")
    called.decide("reshuffle", by="casino")
    dry = Talk().round(DRY).deal("9S KH")
    dry.say("empty")
    dry.decide("void_round")
    dry.press("confirm")
    final = Talk().round(DRY)
    final.say("cut")
    final.round(DRY)
    for table in (called.table, dry.table, final.table):
        assert table.phase.value == "shuffle"
        left = (table.bets_closed, table.banker_first, table.over, table.last_hand, table.cut_round, table.carried)
        assert left == (False, False, False, False, None, ())
