"""What anybody may read of the table, line by line."""

import json
from typing import Any

import pytest

from firmware.core import inputs as i
from firmware.core.decide import decide
from firmware.core.facts import RoundCorrected
from firmware.feed.page import timeless, write_page
from tests.feed.evening import Evening


def lines(evening: Evening) -> list[dict[str, Any]]:
    written = write_page("BAC-07", evening.moments)
    assert written is not None
    return [json.loads(line) for line in written[1]]


def now(evening: Evening) -> dict[str, Any]:
    return lines(evening)[-1]


def present(evening: Evening, *keys: str) -> tuple[Any, ...]:
    return tuple(now(evening)["present"][key] for key in keys)


def test_a_line_begins_with_its_number_and_its_time() -> None:
    told = lines(Evening().loaded().cards("2S"))
    assert [list(line)[:2] for line in told] == [["n", "t"]] * 2
    assert [line["n"] for line in told] == [1, 2]
    assert told[0]["t"] == "2026-11-30T02:42:00.000Z"


def test_every_line_has_the_same_keys_in_the_same_order() -> None:
    told = lines(Evening().loaded().cards("2S", "9H", "5D", "8C").press("confirm"))
    assert len({tuple(line) for line in told}) == 1


def test_a_line_names_table_edition_style_decks_and_shoe() -> None:
    line = now(Evening("B").loaded())
    assert (line["table"], line["edition"], line["style"]) == ("BAC-07", "nz-midi-1996", "B")
    assert (line["decks"], line["shoe"]) == (8, 1)


def test_a_press_that_means_nothing_writes_no_line() -> None:
    evening = Evening().loaded().cards("2S")
    before = lines(evening)
    assert lines(evening.press("reveal", "confirm")) == before


def test_each_card_is_a_line_of_its_own() -> None:
    told = lines(Evening().loaded().cards("2S", "9H", "5D", "8C"))
    assert [line["cards"] for line in told] == [0, 1, 2, 3, 4]


def test_face_up_cards_are_told_as_they_are_dealt_and_counted_once_both_hands_are_out() -> None:
    evening = Evening().loaded().cards("2S", "9H", "5D")
    assert present(evening, "player", "banker", "player_count", "natural") == (["2S", "5D"], ["9H"], None, None)
    evening.cards("8C")
    assert present(evening, "player_count", "banker_count", "natural", "winner") == (7, 7, False, "tie")


def test_a_face_down_hand_is_told_when_it_is_turned_and_counted_when_both_are() -> None:
    evening = Evening("B").loaded().cards("2S", "4H", "6D", "4C")
    assert present(evening, "cards", "player_count", "natural", "winner") == (["--"] * 4, None, None, None)
    evening.press("reveal")
    assert present(evening, "player", "banker", "player_count", "natural") == (["2S", "6D"], ["--", "--"], None, None)
    evening.press("reveal")
    assert present(evening, "player_count", "banker_count", "natural", "winner") == (8, 8, True, "tie")


def test_a_third_card_face_down_counts_when_it_is_turned() -> None:
    evening = Evening("B").loaded().cards("2S", "KH", "2D", "7C").press("reveal", "reveal").cards("3C")
    assert now(evening)["phase"] == "reveal"
    assert present(evening, "player", "player_count", "winner") == (["2S", "2D", "--"], 4, None)
    evening.press("reveal")
    assert present(evening, "player", "player_count", "banker_count", "winner") == (
        ["2S", "2D", "3C"],
        7,
        7,
        "tie",
    )


def test_a_third_card_lies_in_the_hand_that_draws_it() -> None:
    players = Evening("C").loaded().cards("2S", "KH", "2D", "7C").press("reveal", "reveal").cards("3C")
    assert present(players, "player", "banker") == (["2S", "2D", "3C"], ["KH", "7C"])
    bankers = Evening("C").loaded().cards("2S", "KH", "4D", "5C").press("reveal", "reveal").cards("3C")
    assert present(bankers, "player", "banker") == (["2S", "4D"], ["KH", "5C", "3C"])
    both = Evening().loaded().cards("2S", "KH", "2D", "2C", "3C", "4C")
    assert present(both, "player", "banker", "banker_count") == (["2S", "2D", "3C"], ["KH", "2C", "4C"], 6)


def test_bets_are_open_until_they_are_called_over() -> None:
    evening = Evening(no_more_bets="button").loaded()
    assert now(evening)["bets"] == "open"
    assert now(evening.press("no_more_bets"))["bets"] == "closed"
    assert now(evening.cards("2S"))["bets"] == "closed"


def test_a_hold_is_told_with_its_code_and_what_may_be_decided() -> None:
    evening = Evening().loaded().cards("2S", "9H", "5D", "8C", "6D")
    line = now(evening)
    assert (line["phase"], line["behind"]) == ("hold", "result")
    assert line["hold"]["code"] == "card_out_of_turn"
    assert "undisclosed" in line["hold"]["decisions"]
    assert (line["present"]["cards"], line["cards"]) == (["2S", "9H", "5D", "8C"], 5)


def test_a_carried_card_lies_face_down_until_its_round_begins() -> None:
    evening = Evening().loaded().cards("2S", "9H", "5D", "8C", "6D").decides("undisclosed").press("confirm")
    assert "6D" not in json.dumps(lines(evening))
    assert present(evening.cards("KH"), "player", "banker") == (["6D"], ["KH"])


def test_a_round_is_told_once_as_it_is_closed() -> None:
    evening = Evening().loaded().cards("2S", "9H", "5D", "8C").press("confirm").cards("KH")
    assert [len(line["closed"]) for line in lines(evening)] == [0, 0, 0, 0, 0, 1, 0]
    assert lines(evening)[5]["closed"] == [
        {
            "round": 1, "cards": ["2S", "9H", "5D", "8C"], "player": ["2S", "5D"], "banker": ["9H", "8C"],
                "numbers": {"player": [1, 3], "banker": [2, 4]},
            "winner": "tie", "player_count": 7, "banker_count": 7, "natural": False, "void_hand": False,
            "final": False, "corrected": False, "correction": None,
        }
    ]  # fmt: skip


def test_a_voided_round_has_no_counts_and_what_lay_face_down_stays_so() -> None:
    evening = Evening("C").loaded().cards("2S", "KH", "2D", "7C").press("reveal").decides("void_round")
    assert present(evening, "voided", "player_count", "winner") == (True, None, None)
    (told,) = now(evening.press("confirm"))["closed"]
    assert (told["winner"], told["player_count"], told["cards"]) == ("void", None, ["2S", "--", "2D", "--"])
    (again,) = now(evening.decides("correct", n=2, card="9H"))["closed"]
    assert (again["corrected"], again["correction"], again["cards"]) == (True, None, ["2S", "--", "2D", "--"])


def test_a_corrected_round_keeps_its_result_and_tells_what_it_comes_to() -> None:
    evening = Evening().loaded().cards("2S", "9H", "5D", "8C").press("confirm").decides("correct", n=1, card="3S")
    (told,) = now(evening)["closed"]
    assert (told["winner"], told["player_count"], told["corrected"]) == ("tie", 7, True)
    assert told["correction"] == {"winner": "player", "player_count": 8, "banker_count": 7, "natural": True}
    evening.decides("correct", n=1, card="AS")
    assert now(evening)["closed"][0]["correction"]["winner"] == "banker"


@pytest.mark.parametrize("card", ["AS", "2S", "3S", "9S", "KS"])
def test_a_correction_comes_to_what_is_on_record(card: Any) -> None:
    evening = Evening().loaded().cards("2S", "KH", "2D", "2C", "3C", "4C").press("confirm")
    said = i.Decided(decision="correct", role="casino", n=1, card=card)
    (fact,) = [fact for fact in decide(evening.table, said).facts if isinstance(fact, RoundCorrected)]
    assert evening.hears(said)
    told = now(evening)["closed"][0]["correction"]
    assert told == {key: getattr(fact, key) for key in ("winner", "player_count", "banker_count", "natural")}


def test_the_final_round_is_told_as_such() -> None:
    evening = Evening().loaded().cards("2S")
    evening.hears(i.CutLeft())
    assert not now(evening)["last_hand"]
    evening.cards("9H", "5D", "8C")
    assert now(evening)["last_hand"]
    evening.press("confirm").cards("KH")
    assert present(evening, "final") == (True,)


def test_equipment_faults_are_told() -> None:
    evening = Evening().loaded()
    evening.hears(i.FaultSeen(fault="lamps"))
    line = now(evening)
    assert (line["faults"], line["gate"], line["lamps"]) == (["lamps"], "shut", ["fault", "stop"])


def test_without_their_times_two_lines_can_be_compared() -> None:
    early, late = b'{"n":1,"t":"2026","cards":3}\n', b'{"n":1,"t":"2027","cards":3}\n'
    assert timeless(early) == timeless(late) == b'{"n":1,"cards":3}\n'
    assert timeless(early) != timeless(b'{"n":2,"t":"2026","cards":3}\n')
