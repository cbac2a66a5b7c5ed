"""The model of the table against every concrete case that the page of the table gives, told as the table would.

The model is compared with the controller elsewhere; here it is only held against the words it was written from.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.model.table_model import BANKER_DRAWS, TableModel

MIDI = {"edition": "nz-midi-1996"}


def loaded(**asked_for: object) -> TableModel:
    table = TableModel(**asked_for)  # type: ignore[arg-type]
    table.step("loaded")
    return table


def deal(table: TableModel, cards: str) -> None:
    for face in cards.split():
        table.step("card", face=face)


def decide(table: TableModel, decision: str, by: str = "supervisor", **more: object) -> str:
    return table.step("decide", decision=decision, by=by, **more)


def press(table: TableModel, buttons: str) -> str:
    return [table.step("press", button=button) for button in buttons.split()][-1]


def lamps(names: str) -> frozenset[str]:
    return frozenset(names.split())


def asked(table: TableModel) -> str | None:
    """The code of the present hold, read anew."""
    return table.hold


def opened(names: str) -> frozenset[str]:
    return frozenset(names.split()) | {"reshuffle"}


def play_to_the_end(table: TableModel) -> None:
    """A round of four naturals: Player 9, Banker 0."""
    deal(table, "9S KH KD KC")
    press(table, "confirm")


# ---------------------------------------------------------------------- drawing


@pytest.mark.parametrize(
    ("cards", "phase", "lit"),
    [
        ("7S 3H KD 5C", "result", "stop player_stand banker_stand natural banker_wins"),  # nobody draws on a natural
        ("9S 3H KD KC", "result", "stop player_stand banker_stand natural player_wins"),
        ("8S 8H KD KC", "result", "stop player_stand banker_stand natural tie"),
        ("6S 5H KD KC", "banker_draw", "deal player_stand banker_draw"),  # 9.5
        ("6S 6H KD KC", "result", "stop player_stand banker_stand tie"),
        ("5S 3H KD KC", "player_draw", "deal player_draw"),
        ("5S 3H KD KC 8D", "result", "stop banker_stand tie"),  # Banker 3 stands on an 8 only
        ("5S 3H KD KC 9D", "banker_draw", "deal banker_draw"),
        ("5S 6H KD KC TD", "result", "stop banker_stand banker_wins"),
        ("5S 6H KD KC 6D", "banker_draw", "deal banker_draw"),
    ],
)
def test_who_draws_and_what_the_lamps_say(cards: str, phase: str, lit: str) -> None:
    table = loaded()
    deal(table, cards)
    assert table.phase == phase
    assert table.lamps == lamps(lit)
    assert table.gate_open == ("deal" in lit)


def test_the_chart_has_every_column_of_the_grid() -> None:
    assert sorted(BANKER_DRAWS) == list(range(8))
    assert [row.count(True) for row in BANKER_DRAWS.values()] == [11, 11, 11, 10, 7, 5, 2, 0]


# ---------------------------------------------------------------------- rule 11.2, played through


def test_an_extra_card_nobody_saw_is_the_first_of_the_next_round() -> None:
    table = loaded(edition="nz-mini-1996", style="A")
    deal(table, "2S 9H 5D 8C")
    assert table.lamps == lamps("stop player_stand banker_stand tie")
    assert table.phase == "result"
    deal(table, "6D")
    assert table.lamps == lamps("stop supervisor player_stand banker_stand tie")
    assert (asked(table), table.behind, table.blink) == ("card_out_of_turn", "result", lamps("supervisor"))
    assert table.public == ["2S", "9H", "5D", "8C"]
    assert decide(table, "undisclosed") == "done"
    assert press(table, "confirm") == "done"
    assert (table.phase, table.public) == ("ready", [])
    deal(table, "KH 3C 9S")
    assert table.phase == "result"
    assert table.public == ["6D", "KH", "3C", "9S"]
    assert "natural" in table.lamps
    press(table, "confirm")
    assert table.closed_rounds[-1] == {
        "winner": "tie", "player": 9, "banker": 9, "natural": True,
        "void_hand": False, "final": False, "corrected": False,
    }  # fmt: skip


def test_an_extra_card_that_was_seen_begins_a_void_hand_at_once_when_the_round_is_closed() -> None:
    table = loaded()
    deal(table, "2S 9H 5D 8C 6D")
    assert table.decisions == opened("closed disclosed undisclosed correct void_round")
    decide(table, "disclosed")
    assert table.lamps == lamps("stop player_stand banker_stand tie void_hand")
    press(table, "confirm")
    assert (table.phase, table.public) == ("dealing", ["6D"])
    assert table.lamps == lamps("deal void_hand")
    deal(table, "KH 3C 9S")
    press(table, "confirm")
    assert table.closed_rounds[-1]["void_hand"] is True
    assert (table.phase, table.lamps) == ("ready", lamps("deal"))


def test_an_undisclosed_card_after_a_disclosed_one_joins_the_void_hand_face_down() -> None:
    table = loaded(style="C", **MIDI)
    deal(table, "9S KH KD KC")
    press(table, "reveal reveal")
    deal(table, "4D")
    decide(table, "disclosed")
    deal(table, "5D")
    decide(table, "undisclosed")
    press(table, "confirm")
    assert (table.phase, table.public) == ("dealing", ["4D", "--"])


def test_a_forgotten_confirm_is_made_up_for_and_the_card_is_taken_up_behind_the_carried_one() -> None:
    table = loaded(no_more_bets="button")
    press(table, "no_more_bets")
    deal(table, "2S 9H 5D 8C 6D")
    decide(table, "undisclosed")
    deal(table, "7C")
    assert decide(table, "closed") == "done"
    assert (table.round, table.phase, table.public) == (1, "dealing", ["6D", "7C"])


def test_three_are_carried_and_the_fourth_is_not() -> None:
    table = loaded()
    deal(table, "2S 9H 5D 8C")
    for face in ("6D", "6H", "6S"):
        deal(table, face)
        decide(table, "undisclosed")
    deal(table, "6C")
    assert table.decisions == opened("closed discard correct void_round")
    decide(table, "discard")
    press(table, "confirm")
    deal(table, "KH")
    assert table.public == ["6D", "6H", "6S", "KH"]


def test_a_disclosed_card_that_cannot_be_read_is_set_aside_and_no_void_hand_is_due() -> None:
    table = loaded()
    deal(table, "2S 9H 5D 8C ??")
    assert asked(table) == "card_out_of_turn"
    decide(table, "disclosed")
    assert asked(table) == "unread_card"
    assert table.decisions == opened("card discard")
    decide(table, "discard")
    assert "void_hand" not in table.lamps
    press(table, "confirm")
    assert table.phase == "ready"


def test_before_the_bets_are_over_a_card_is_out_of_turn() -> None:
    table = loaded(no_more_bets="button")
    assert table.lamps == lamps("stop")
    deal(table, "KH")
    assert (asked(table), table.behind) == ("card_out_of_turn", "ready")
    assert {"closed", "disclosed", "undisclosed", "correct"} < table.decisions
    decide(table, "closed")
    assert (table.phase, table.public) == ("dealing", ["KH"])


def test_a_card_seen_before_the_bets_are_over_begins_a_void_hand_at_once() -> None:
    table = loaded(no_more_bets="button")
    deal(table, "KH")
    decide(table, "undisclosed")
    assert (table.phase, table.public) == ("ready", [])
    deal(table, "QH")
    decide(table, "disclosed")
    assert (table.phase, table.public) == ("dealing", ["KH", "QH"])
    assert table.lamps == lamps("deal void_hand")


def test_no_more_bets_opens_the_gate_once() -> None:
    table = loaded(no_more_bets="button")
    assert press(table, "no_more_bets") == "done"
    assert table.gate_open
    assert press(table, "no_more_bets") == "ignored"


# ---------------------------------------------------------------------- revealing


def test_style_c_shows_nothing_before_both_hands_are_turned() -> None:
    table = loaded(style="C", **MIDI)
    deal(table, "2S 9H 3D 8C")
    assert (table.phase, table.public, table.lamps) == ("reveal", ["--"] * 4, lamps("stop"))
    press(table, "reveal")
    assert (table.phase, table.public, table.lamps) == ("reveal", ["2S", "--", "3D", "--"], lamps("stop"))
    press(table, "reveal")
    assert (table.phase, table.lamps) == ("player_draw", lamps("deal player_draw"))
    assert press(table, "reveal") == "ignored"
    deal(table, "6D")
    assert table.public[-1] == "6D"


def test_style_b_turns_third_cards_too_and_the_banker_waits() -> None:
    table = loaded(style="B", **MIDI)
    deal(table, "2S 9H 3D 7C")
    press(table, "reveal reveal")
    deal(table, "6D")
    assert (table.phase, table.public[-1], table.lamps) == ("reveal", "--", lamps("stop"))
    press(table, "reveal")
    assert table.lamps == lamps("deal banker_draw")
    deal(table, "KD")
    assert table.phase == "reveal"
    press(table, "reveal")
    assert table.phase == "result"


def test_only_the_casino_supervisor_orders_the_banker_first() -> None:
    table = loaded(style="B", **MIDI)
    assert decide(table, "banker_first") == "refused:role"
    assert decide(table, "banker_first", by="casino") == "done"
    deal(table, "9S KH KD QC")
    press(table, "reveal")
    assert table.public == ["--", "KH", "--", "QC"]
    assert decide(table, "banker_first", by="casino") == "refused:not_open"


def test_an_early_card_is_the_third_card_where_one_is_due() -> None:
    table = loaded(style="C", **MIDI)
    deal(table, "2S 9H 3D 8C 6D")
    assert (asked(table), table.decisions) == ("card_before_reveal", opened("continue void_round"))
    decide(table, "continue")
    assert (table.phase, table.public) == ("reveal", ["--"] * 4)
    press(table, "reveal reveal")
    assert table.public == ["2S", "9H", "3D", "8C", "6D"]


def test_an_early_card_that_is_not_due_is_out_of_turn_and_was_no_forgotten_confirm() -> None:
    table = loaded(style="C", **MIDI)
    deal(table, "9S KH KD KC 6D")
    decide(table, "continue")
    press(table, "reveal reveal")
    assert (asked(table), table.decisions) == (
        "card_out_of_turn",
        opened("disclosed undisclosed correct void_round"),
    )


def test_a_face_down_card_is_judged_at_its_reveal_and_the_press_completes() -> None:
    table = loaded(style="C", **MIDI)
    deal(table, "?? KH KD KC")
    assert asked(table) is None
    press(table, "reveal")
    assert (asked(table), table.behind, table.public) == ("unread_card", "reveal", ["--"] * 4)
    decide(table, "card", card="9S")
    assert (table.phase, table.public) == ("reveal", ["9S", "--", "KD", "--"])


@settings(deadline=None)  # a busy machine is no mistake of the table
@given(hidden=st.lists(st.sampled_from("A23456789TJQK"), min_size=5, max_size=5), style=st.sampled_from("BC"))
def test_other_hidden_cards_show_the_same_until_the_reveal(hidden: Sequence[str], style: str) -> None:
    def shown(faces: Sequence[str]) -> list[object]:
        table = loaded(style=style, **MIDI)
        seen: list[object] = []
        for face in faces:
            deal(table, face + "S")
            seen.append((table.phase, table.lamps, table.public, table.decisions, asked(table), table.cards))
        decide(table, "continue")
        seen.append((decide(table, "correct", n=2, card="9D"), table.phase, table.lamps, table.public))
        return seen

    assert shown(hidden) == shown("A2345")


# ---------------------------------------------------------------------- the end of the shoe


def test_a_cutting_card_within_a_round_gives_one_more() -> None:
    table = loaded()
    deal(table, "9S KH")
    table.step("cut")
    assert "last_hand" not in table.lamps
    deal(table, "KD KC")
    assert "last_hand" in table.lamps
    press(table, "confirm")
    play_to_the_end(table)
    assert [round_["final"] for round_ in table.closed_rounds] == [False, True]
    assert (table.phase, table.lamps) == ("shuffle", lamps("stop shuffle"))


def test_a_cutting_card_between_rounds_makes_the_next_one_final_at_once() -> None:
    table = loaded()
    play_to_the_end(table)
    table.step("cut")
    assert table.lamps == lamps("deal last_hand")
    table.step("cut")  # "only the first cutting card counts"
    play_to_the_end(table)
    assert (table.phase, table.closed_rounds[-1]["final"]) == ("shuffle", True)


def test_a_cutting_card_behind_a_carried_card_lies_within_the_round_that_card_begins() -> None:
    table = loaded()
    deal(table, "2S 9H 5D 8C 6D")
    decide(table, "undisclosed")
    table.step("cut")
    assert "last_hand" not in table.lamps
    press(table, "confirm")
    assert "last_hand" not in table.lamps
    deal(table, "KH 3C 9S")
    assert "last_hand" in table.lamps
    press(table, "confirm")
    play_to_the_end(table)
    assert [round_["final"] for round_ in table.closed_rounds] == [False, False, True]


def test_a_correction_that_takes_the_carried_card_up_brings_the_cutting_card_into_the_present_round() -> None:
    table = loaded()
    deal(table, "2S 9H 5D 8C 6D")  # 7 and 7
    decide(table, "undisclosed")
    table.step("cut")
    decide(table, "correct", n=3, card="3D")  # Player 5: 6D is the third card; Banker 7 stands
    assert (table.phase, table.public) == ("result", ["2S", "9H", "3D", "8C", "6D"])
    assert "last_hand" in table.lamps
    press(table, "confirm")
    play_to_the_end(table)
    assert [round_["final"] for round_ in table.closed_rounds] == [False, True]


def test_a_voided_final_round_is_the_end_too() -> None:
    table = loaded()
    play_to_the_end(table)
    table.step("cut")
    deal(table, "9S")
    decide(table, "void_round")
    assert table.lamps == lamps("stop void_hand last_hand")
    press(table, "confirm")
    assert table.phase == "shuffle"
    deal(table, "KD")
    assert (asked(table), table.decisions) == ("card_after_end", opened("discard"))
    assert decide(table, "discard") == "refused:role"
    decide(table, "discard", by="casino")
    table.step("cut")
    assert (table.phase, table.cards) == ("shuffle", 6)


def test_in_the_final_round_a_card_out_of_turn_is_set_aside() -> None:
    table = loaded()
    play_to_the_end(table)
    table.step("cut")
    deal(table, "2S 9H 5D 8C 6D")
    assert table.decisions == opened("discard correct void_round")
    decide(table, "discard")
    press(table, "confirm")
    assert (table.phase, table.closed_rounds[-1]["final"]) == ("shuffle", True)


def test_a_cutting_card_before_the_first_round_is_misplaced() -> None:
    table = loaded()
    table.step("cut")
    assert (asked(table), table.decisions) == ("cut_misplaced", opened("accept"))
    decide(table, "accept", by="casino")
    assert table.lamps == lamps("deal last_hand")
    play_to_the_end(table)
    assert table.phase == "shuffle"


def test_with_fewer_than_six_cards_left_no_round_starts() -> None:
    table = loaded(decks=1, inventory=True, burn="fixed:42")
    deal(table, "KS " * 42)
    assert table.phase == "ready"
    deal(table, "2S 9H 5D 8C")
    press(table, "confirm")
    assert table.phase == "ready"  # six are left
    burnt_out = loaded(decks=1, burn="fixed:47")
    deal(burnt_out, "KS " * 47)
    assert burnt_out.phase == "shuffle"
    endless = loaded(decks=1, burn="fixed:47", inventory=False)
    deal(endless, "KS " * 47)
    assert endless.phase == "ready"


def test_an_empty_mouth_is_asked_about_only_when_a_card_is_due() -> None:
    table = loaded()
    deal(table, "2S 9H 5D 8C")
    table.step("empty")
    assert asked(table) is None
    press(table, "confirm")
    assert (asked(table), table.behind, table.decisions) == ("shoe_empty", "ready", opened("resume accept"))
    decide(table, "accept")
    assert table.phase == "shuffle"


def test_a_round_that_runs_dry_is_voided_and_the_shoe_is_over() -> None:
    table = loaded()
    deal(table, "2S 9H")
    table.step("empty")
    assert table.decisions == opened("resume void_round")
    decide(table, "void_round")
    assert table.phase == "result"
    press(table, "confirm")
    assert (table.phase, table.closed_rounds[-1]["winner"]) == ("shuffle", "void")


def test_a_card_after_empty_proves_the_mouth_is_not() -> None:
    table = loaded()
    deal(table, "2S 9H 5D 8C")
    table.step("empty")
    deal(table, "6D")
    decide(table, "undisclosed")
    press(table, "confirm")
    assert table.phase == "ready"


# ---------------------------------------------------------------------- burning


@pytest.mark.parametrize(
    ("policy", "cards"), [("fixed:2", 2), ("decks", 8), ("first-card", 8), ("none", 0), ("fixed:0", 0)]
)
def test_the_burn_is_over_when_its_last_card_left(policy: str, cards: int) -> None:
    table = loaded(burn=policy)
    for _ in range(cards):
        assert (table.phase, table.gate_open) == ("burn", True)
        deal(table, "7S")
    assert table.phase == "ready"


@pytest.mark.parametrize(("face", "more"), [("AS", 1), ("9S", 9), ("TS", 10), ("KS", 10)])
def test_the_first_card_says_how_many_more_are_burned(face: str, more: int) -> None:
    table = loaded(burn="first-card")
    deal(table, face + " ??" * (more - 1))
    assert table.phase == "burn"
    deal(table, "??")
    assert table.phase == "ready"


def test_an_unread_first_burn_card_is_named() -> None:
    table = loaded(burn="first-card")
    deal(table, "??")
    assert (asked(table), table.decisions) == ("unread_card", opened("card"))
    decide(table, "card", card="AS")
    assert table.phase == "burn"
    deal(table, "KS")
    assert table.phase == "ready"


def test_confirm_before_the_burn_is_complete_is_asked_about() -> None:
    table = loaded(burn="fixed:3")
    deal(table, "7S")
    press(table, "confirm")
    assert (asked(table), table.behind, table.decisions) == ("burn_mismatch", "burn", opened("accept resume"))
    decide(table, "resume")
    assert table.phase == "burn"
    press(table, "confirm")
    decide(table, "accept")
    assert table.phase == "ready"
    table.step("cut")
    assert asked(table) == "cut_misplaced"


def test_burned_takes_the_first_cards_back_as_burn_cards() -> None:
    table = loaded()
    deal(table, "2S 9H")
    decide(table, "burned")
    assert (table.phase, table.public, table.cards) == ("ready", [], 2)
    deal(table, "5D")
    assert table.public == ["5D"]


# ---------------------------------------------------------------------- what a card is


def test_an_unread_first_card_counts_as_within_its_round() -> None:
    table = loaded()
    deal(table, "??")
    assert (asked(table), table.behind, table.public) == ("unread_card", "dealing", [])
    assert table.decisions == opened("card void_round")
    decide(table, "void_round")
    assert (table.phase, table.lamps) == ("result", lamps("stop void_hand"))


def test_a_ninth_card_of_a_kind_is_accepted_read_again_or_an_earlier_one_corrected() -> None:
    for decision, more in (("accept", {}), ("card", {"card": "2S"}), ("correct", {"n": 1, "card": "2S"})):
        table = loaded(decks=1)
        deal(table, "KS KS")
        assert (asked(table), table.behind, table.public) == ("impossible_card", "dealing", ["KS"])
        assert table.decisions == opened("accept card correct void_round")
        decide(table, decision, **more)
        assert table.phase == "dealing"
        assert len(table.public) == 2


def test_a_correction_that_does_not_help_is_followed_by_the_same_question() -> None:
    table = loaded(decks=1)
    deal(table, "2S KS KS")
    decide(table, "correct", n=1, card="3S")
    assert asked(table) == "impossible_card"


def test_burned_and_voided_cards_that_stayed_hidden_are_not_counted() -> None:
    table = loaded(style="C", decks=1, burn="fixed:1", **MIDI)
    deal(table, "KS KS")
    decide(table, "void_round")
    press(table, "confirm")
    deal(table, "KS 2S 3S 4S")
    press(table, "reveal reveal")
    assert asked(table) is None


def test_back_makes_the_table_as_if_the_card_had_not_left() -> None:
    table = loaded()
    deal(table, "2S 9H 3D 8C 6D")
    table.step("spoil", code="BACK")
    assert (asked(table), table.decisions) == ("reader_distrust", opened("accept void_round"))
    decide(table, "accept")
    assert (table.phase, table.cards, table.public) == ("player_draw", 4, ["2S", "9H", "3D", "8C"])
    deal(table, "6D")
    assert table.phase == "result"


def test_back_of_the_card_that_opened_the_round_leaves_the_carried_card_carried() -> None:
    table = loaded()
    deal(table, "2S 9H 5D 8C 6D")
    decide(table, "undisclosed")
    press(table, "confirm")
    deal(table, "KH")
    table.step("spoil", code="BACK")
    decide(table, "accept")
    assert (table.phase, table.public) == ("ready", [])
    deal(table, "QH")
    assert table.public == ["6D", "QH"]


def test_a_double_names_the_second_card() -> None:
    table = loaded()
    deal(table, "2S")
    table.step("spoil", code="DOUBLE")
    deal(table, "3S")
    decide(table, "card", card="9D")
    assert (table.public, table.cards) == (["2S", "9D", "3S"], 3)


def test_a_foreign_card_face_down_is_asked_about_at_its_reveal() -> None:
    table = loaded(style="C", **MIDI)
    deal(table, "2S")
    table.step("spoil", code="UV")
    deal(table, "9H 5D 8C")
    assert asked(table) is None
    press(table, "reveal")
    assert (asked(table), table.decisions) == ("reader_distrust", opened("accept card void_round"))
    decide(table, "card", card="4S")
    assert table.public == ["4S", "--", "5D", "--"]


def test_a_failed_self_test_leaves_what_was_read() -> None:
    table = loaded()
    table.step("spoil", code="SENSOR")
    assert table.decisions == opened("accept")
    decide(table, "accept")
    assert table.phase == "ready"


# ---------------------------------------------------------------------- corrections


def test_a_correction_before_closing_can_leave_a_third_card_without_a_place() -> None:
    table = loaded()
    deal(table, "2S 9H 3D 8C 6D")  # Player 5 draws; Banker 7
    decide(table, "correct", n=3, card="5D")  # Player 7 stands, so does Banker
    assert (asked(table), table.public) == ("card_out_of_turn", ["2S", "9H", "5D", "8C"])
    assert table.decisions == opened("disclosed correct void_round")  # it is public, and was due when it left
    decide(table, "correct", n=3, card="3D")
    assert (table.phase, table.public[-1]) == ("result", "6D")


def test_the_players_third_card_may_become_the_bankers() -> None:
    table = loaded()
    deal(table, "2S 9H 3D 6C 7D 2D")  # Player 5, Banker 5 draws on 7
    decide(table, "correct", n=3, card="5D")  # Player 7 stands, Banker 5 draws
    assert asked(table) == "card_out_of_turn"  # 2D has no place now
    assert table.public == ["2S", "9H", "5D", "6C", "7D"]


def test_a_finished_round_is_marked_and_never_overwritten() -> None:
    table = loaded()
    play_to_the_end(table)
    assert decide(table, "correct", n=1, card="AS") == "done"
    assert table.closed_rounds[0]["winner"] == "player"
    assert table.closed_rounds[0]["player"] == 9
    assert table.closed_rounds[0]["corrected"] is True
    assert decide(table, "correct", n=5, card="AS") == "refused:form"


# ---------------------------------------------------------------------- results, voids, people


def test_the_wrong_result_button_is_asked_about() -> None:
    table = loaded(confirm="result")
    deal(table, "9S KH KD KC")
    assert press(table, "confirm") == "ignored"
    press(table, "banker")
    assert (asked(table), table.decisions) == ("result_mismatch", opened("accept correct void_round"))
    decide(table, "correct", n=2, card="9H")
    assert table.phase == "result"
    press(table, "tie")
    assert table.closed_rounds[-1]["winner"] == "tie"


def test_a_voided_round_is_closed_by_any_result_button_and_has_no_result() -> None:
    table = loaded(confirm="result")
    deal(table, "9S KH")
    assert decide(table, "void_round") == "done"
    assert decide(table, "void_round") == "refused:not_open"
    press(table, "tie")
    assert (table.round, table.phase, table.closed_rounds[-1]["winner"]) == (1, "ready", "void")


def test_cards_kept_behind_a_hold_that_voids_the_round_go_out_with_it() -> None:
    table = loaded()
    deal(table, "9S ?? 4S 5S")
    assert table.cards == 4
    decide(table, "void_round")
    assert table.phase == "result"
    press(table, "confirm")
    assert (table.phase, table.cards) == ("ready", 4)


def test_in_a_hold_what_the_shoe_says_is_kept_in_order() -> None:
    table = loaded()
    deal(table, "9S ?? KD KC QC")
    table.step("cut")
    decide(table, "card", card="KH")
    assert (asked(table), table.behind) == ("card_out_of_turn", "result")
    assert "last_hand" not in table.lamps
    decide(table, "closed")
    assert (table.phase, table.public) == ("dealing", ["QC"])
    assert "last_hand" not in table.lamps  # the cutting card lies within this round
    deal(table, "9C KH KD")
    assert "last_hand" in table.lamps


def test_reshuffle_voids_closes_and_starts_the_shoe_that_was_kept() -> None:
    table = loaded()
    deal(table, "9S ?? KD")
    table.step("loaded")
    deal(table, "KC")
    assert table.cards == 3
    assert decide(table, "reshuffle") == "refused:role"
    decide(table, "reshuffle", by="casino")
    assert (table.phase, table.public, table.cards, table.round) == ("dealing", ["KC"], 1, 0)


def test_loaded_with_a_card_out_is_asked_about_and_with_none_it_is_not() -> None:
    table = loaded()
    table.step("loaded")
    assert table.phase == "ready"
    deal(table, "9S KH")
    table.step("loaded")
    assert (asked(table), table.decisions) == ("shoe_replaced", opened("void_round"))
    deal(table, "2D")
    decide(table, "void_round", by="casino")
    assert (table.phase, table.cards) == ("result", 2)
    press(table, "confirm")
    assert (table.phase, table.public, table.cards) == ("dealing", ["2D"], 1)


def test_loaded_in_result_can_close_the_round() -> None:
    table = loaded()
    deal(table, "9S KH KD KC")
    table.step("loaded")
    assert table.decisions == opened("closed void_round")
    decide(table, "closed", by="casino")
    assert (table.phase, table.cards) == ("ready", 0)


def test_after_a_restart_the_cards_that_moved_are_named() -> None:
    table = loaded()
    deal(table, "9S KH")
    table.step("shoe_restart")
    deal(table, "KC")
    assert (asked(table), table.decisions) == ("shoe_restarted", opened("card resume void_round"))
    decide(table, "card", card="QD")
    assert (asked(table), table.cards) == ("shoe_restarted", 4)
    decide(table, "resume")
    assert table.public == ["9S", "KH", "QD", "KC"]


def test_a_restart_without_cards_to_deal_asks_nothing() -> None:
    table = TableModel()
    table.step("shoe_restart")
    assert table.phase == "shuffle"


def test_an_opened_lid_is_for_the_casino_supervisor() -> None:
    table = loaded()
    deal(table, "9S")
    table.step("lid", open=True)
    assert table.decisions_for("supervisor") == {"void_round"}
    assert table.decisions_for("casino") == opened("resume void_round")
    assert table.decisions_for("dealer") == table.decisions_for("technician") == frozenset()
    table.step("lid", open=False)
    assert asked(table) == "lid_opened"
    decide(table, "resume", by="casino")
    assert table.phase == "dealing"


def test_two_persons_void_a_round() -> None:
    table = loaded(two_person=True)
    deal(table, "9S")
    assert decide(table, "void_round") == "refused:second"
    assert decide(table, "void_round", second="dealer") == "refused:second"
    assert decide(table, "void_round", second="casino") == "done"


@pytest.mark.parametrize("by", ["dealer", "technician"])
def test_the_game_is_not_decided_by(by: str) -> None:
    table = loaded()
    deal(table, "9S")
    assert decide(table, "void_round", by=by) == "refused:role"


def test_words_that_are_no_decision_and_cards_that_are_none_are_refused() -> None:
    table = loaded()
    deal(table, "??")
    assert decide(table, "guess") == "refused:form"
    assert decide(table, "card", card="1S") == "refused:form"
    assert decide(table, "card") == "refused:form"
    assert decide(table, "undisclosed") == "refused:not_open"
    with pytest.raises(ValueError, match="no such step"):
        table.step("cough")


def test_before_the_first_loaded_there_is_nothing_to_deal() -> None:
    table = TableModel()
    assert (table.phase, table.lamps) == ("shuffle", lamps("stop shuffle"))
    deal(table, "9S")
    assert asked(table) == "card_after_end"
    decide(table, "discard", by="casino")
    assert decide(table, "new_shoe") == "done"
    assert (table.phase, table.cards) == ("ready", 0)


# ---------------------------------------------------------------------- faults


def test_a_fault_takes_the_guidance_away_and_changes_nothing_else() -> None:
    table = loaded()
    deal(table, "5S 3H KD KC")
    table.step("jam")
    assert (table.phase, table.lamps, table.gate_open) == ("player_draw", lamps("stop fault"), False)
    deal(table, "8D")
    assert table.phase == "result"
    table.step("clear")
    assert table.lamps == lamps("stop banker_stand tie")


def test_a_fault_leaves_the_lamps_that_still_apply() -> None:
    table = loaded()
    play_to_the_end(table)
    table.step("cut")
    deal(table, "9S KH")
    decide(table, "void_round")
    table.step("fault", name="journal", on=True)
    assert table.lamps == lamps("stop fault last_hand void_hand")
    table.step("lid", open=True)
    assert table.lamps == lamps("stop fault last_hand void_hand supervisor")
    table.step("fault", name="journal", on=False)
    assert table.faults == frozenset()


def test_cards_that_left_while_the_link_was_down_arrive_afterwards() -> None:
    table = loaded()
    table.step("link", up=False)
    deal(table, "9S KH")
    assert (table.faults, table.cards) == (frozenset(["link"]), 0)
    table.step("link", up=True)
    assert (table.faults, table.public) == (frozenset(), ["9S", "KH"])


# ---------------------------------------------------------------------- what a shoe of another make says of the game


def counted(table: TableModel, cards: str) -> None:
    for hand, face in (card.split(":") for card in cards.split()):
        table.step("card", face=face, hand={"P": "player", "B": "banker", "U": "burn"}[hand])


def test_another_hand_than_the_shoe_counts_the_card_to() -> None:
    table = loaded()
    counted(table, "P:2S B:9H P:5D P:8C")
    assert (asked(table), table.behind, table.public) == ("reader_distrust", "dealing", ["2S", "9H", "5D"])
    assert table.decisions == opened("accept correct void_round")
    decide(table, "accept")
    assert (table.phase, table.public) == ("result", ["2S", "9H", "5D", "8C"])


def test_a_result_waits_until_the_round_is_complete() -> None:
    table = loaded()
    deal(table, "2S 9H 5D")
    table.step("result_said", winner="player")
    assert asked(table) is None
    deal(table, "8C")
    assert (asked(table), table.decisions) == ("result_mismatch", opened("accept correct void_round"))
    decide(table, "accept")
    assert (table.phase, table.closed_rounds[-1]["winner"]) == ("ready", "tie")


def test_an_alarm_waits_while_something_lies_face_down() -> None:
    table = loaded(style="C", **MIDI)
    deal(table, "2S 9H 5D 8C")
    table.step("alarm", alarm="misread")
    press(table, "reveal")
    assert table.phase == "reveal"
    press(table, "reveal")
    assert (asked(table), table.behind) == ("misread_reported", "result")


def test_an_alarm_ends_no_round_by_itself() -> None:
    table = loaded()
    deal(table, "5S 3H KD KC")
    table.step("alarm", alarm="overdraw")
    assert (asked(table), table.decisions) == ("overdraw_reported", opened("accept correct void_round"))
    decide(table, "accept")
    assert table.phase == "player_draw"


def test_a_card_too_many_that_the_table_found_itself_is_only_noted() -> None:
    table = loaded()
    deal(table, "2S 9H 5D 8C 6D")
    table.step("alarm", alarm="overdraw")
    decide(table, "undisclosed")
    assert table.phase == "result"


def test_the_unread_card_behind_the_alarm_is_the_one_that_is_named() -> None:
    table = loaded()
    deal(table, "2S")
    table.step("alarm", alarm="misread")
    deal(table, "??")
    assert (asked(table), table.decisions) == ("misread_reported", opened("accept card void_round"))
    decide(table, "card", card="9H")
    assert (table.phase, table.public, table.cards) == ("dealing", ["2S", "9H"], 2)


def test_a_card_said_again_moves_none() -> None:
    table = loaded()
    deal(table, "2S 9H 5D 8C")
    table.step("again", face="5D", hand="player", nth=2)
    assert table.phase == "result"
    table.step("again", face="6D", hand="player", nth=2)
    assert (asked(table), table.decisions) == ("reader_distrust", opened("accept card void_round"))
    decide(table, "card", card="6D")
    assert table.public == ["2S", "9H", "6D", "8C"]
    table.step("again", face="6D", hand="banker", nth=3)
    assert (asked(table), table.decisions) == ("reader_distrust", opened("accept void_round"))


def test_nothing_is_said_of_the_cards_of_a_voided_round() -> None:
    table = loaded(style="C", **MIDI)
    deal(table, "2S 9H 5D 8C")
    decide(table, "void_round")
    for _ in range(2):
        table.step("again", face="9S", hand="player", nth=1)
        table.step("result_said", winner="player")
        assert asked(table) is None
        press(table, "confirm")


# ---------------------------------------------------------------------- whatever happens

HEARD: list[tuple[str, dict[str, object]]] = [("alarm", {"alarm": alarm}) for alarm in ("overdraw", "misread")]
HEARD += [("result_said", {"winner": winner}) for winner in ("player", "banker", "tie", "void")]
HEARD += [("again", {"face": "9H", "hand": hand, "nth": nth}) for hand in ("player", "banker") for nth in (1, 3)]
FACES = st.sampled_from(["AS", "2S", "5H", "6D", "7C", "8S", "9H", "KS", "KS", "??"])
CODES = ["UV", "DOUBLE", "BACK", "SENSOR"]
SHOE: st.SearchStrategy[object] = st.one_of(
    FACES.map(lambda face: ("card", {"face": face})),
    st.sampled_from(["loaded", "cut", "empty", "jam", "clear", "shoe_restart", "events_lost"]).map(lambda n: (n, {})),
    st.sampled_from(CODES).map(lambda code: ("spoil", {"code": code})),
    st.sampled_from(HEARD),
    st.sampled_from(["player", "banker", "burn"]).map(lambda hand: ("card", {"face": "9H", "hand": hand})),
    st.booleans().map(lambda is_open: ("lid", {"open": is_open})),
    st.booleans().map(lambda up: ("link", {"up": up})),
)
STEPS = st.one_of(FACES.map(lambda face: ("card", {"face": face})), SHOE, st.integers(0, 99))
BUTTONS = ["confirm", "reveal", "no_more_bets", "player", "tie", "cut"]


@settings(deadline=None)  # a busy machine is no mistake of the table
@given(
    steps=st.lists(STEPS, max_size=60),
    style=st.sampled_from("ABC"),
    burn=st.sampled_from(["none", "fixed:1", "first-card"]),
    bets=st.sampled_from(["none", "button"]),
)
def test_whatever_happens_the_table_can_go_on(steps: list[object], style: str, burn: str, bets: str) -> None:
    table = loaded(style=style, burn=burn, no_more_bets=bets, decks=1)
    for step in steps:
        if isinstance(step, tuple):
            table.step(step[0], **step[1])
        elif isinstance(step, int) and asked(table):
            decision = sorted(table.decisions)[step % len(table.decisions)]
            n = 1 + step % max(table.cards, 1)
            # Every decision that is said to be open is taken, but for a correction where no card is out.
            assert decide(table, decision, by="casino", card="3D", n=n) == "done" or table.cards == 0
        elif isinstance(step, int):
            press(table, BUTTONS[step % len(BUTTONS)])
        assert ("deal" in table.lamps) != ("stop" in table.lamps)
        assert asked(table) is None or "reshuffle" in table.decisions
        assert table.phase != "shuffle" or table.public == []
        assert len(table.carried) <= 3
        assert len(table.cards_of_round) <= 6
