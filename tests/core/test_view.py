"""What anybody may know of the table, key by key: `coup status --json`, and what a display is told."""

from typing import Any

from firmware.core import inputs as i
from firmware.core.view import closed_since, snapshot, status
from tests.core.table_talk import Talk

DRY = "2S 9H 5D 8C"  # 7 and 7: nobody draws
DRAWN = "5S 3H KD KC 9D 2C"  # both draw: 4 and 5
MIDI = "nz-midi-1996"


def shown(table: Talk) -> dict[str, Any]:
    return snapshot(table.table, table.shown)


def present(table: Talk) -> dict[str, Any]:
    found: dict[str, Any] = shown(table)["present"]
    return found


def test_the_status_of_a_table_that_deals() -> None:
    table = Talk(two_person=True).round(DRY).deal("9S KH")
    table.hear(i.FaultSeen(fault="lamps"), i.FaultSeen(fault="panel"), i.FaultGone(fault="panel"))
    assert status(table.table, table.shown, link_up=True) == {
        "phase": "dealing",
        "behind": "dealing",
        "lamps": ["fault", "stop"],
        "blink": [],
        "gate": "shut",
        "faults": ["lamps"],
        "unacknowledged": ["lamps", "panel"],
        "hold": None,
        "link": "up",
        "shoe": "1",
        "round": 1,
        "cards": 6,
        "public": ["9S", "KH"],
        "open": {"correct": "supervisor", "cut": "supervisor", "reshuffle": "casino", "void_round": "supervisor"},
        "two_person": True,
    }


def test_the_status_of_a_table_in_a_hold() -> None:
    table = Talk().deal(f"{DRAWN} 6D")
    assert status(table.table, table.shown, link_up=False) == {
        "phase": "hold",
        "behind": "result",
        "lamps": ["banker_wins", "stop", "supervisor"],
        "blink": ["supervisor"],
        "gate": "shut",
        "faults": [],
        "unacknowledged": [],
        "hold": {
            "id": 1,
            "code": "card_out_of_turn",
            "decisions": ["closed", "correct", "disclosed", "reshuffle", "undisclosed", "void_round"],
        },
        "link": "down",
        "shoe": "1",
        "round": 0,
        "cards": 7,
        "public": DRAWN.split(),
        "open": {
            "closed": "supervisor",
            "correct": "supervisor",
            "disclosed": "supervisor",
            "reshuffle": "casino",
            "undisclosed": "supervisor",
            "void_round": "supervisor",
        },
        "two_person": False,
    }


def test_what_is_shown_between_two_rounds() -> None:
    table = Talk().round(DRY)
    table.say("cut")
    assert shown(table) == {
        "shoe": 1,
        "phase": "ready",
        "behind": "ready",
        "bets": "open",
        "lamps": ["deal", "last_hand"],
        "blink": [],
        "gate": "open",
        "faults": [],
        "hold": None,
        "last_hand": True,
        "cards": 4,
        "round": 1,
        "present": None,
    }


def test_what_is_shown_of_a_round() -> None:
    table = Talk().deal(DRAWN)
    assert present(table) == {
        "number": 1,
        "void_hand": False,
        "voided": False,
        "final": False,
        "cards": DRAWN.split(),
        "player": ["5S", "KD", "9D"],
        "banker": ["3H", "KC", "2C"],
        "numbers": {"player": [1, 3, 5], "banker": [2, 4, 6]},
        "player_count": 4,
        "banker_count": 5,
        "natural": False,
        "winner": "banker",
    }


def test_of_hands_that_lie_face_down_nothing_is_told_but_how_many_cards() -> None:
    table = Talk(edition=MIDI, style="B").deal("5S 3H KD KC")
    table.press("reveal")
    told = present(table)
    assert (told["cards"], told["player"], told["banker"]) == (["5S", "--", "KD", "--"], ["5S", "KD"], ["--", "--"])
    assert [told[key] for key in ("player_count", "banker_count", "natural", "winner")] == [None] * 4
    table.press("reveal")
    table.deal("9D")
    told = present(table)
    assert (told["player"], told["banker"]) == (["5S", "KD", "--"], ["3H", "KC"])
    assert (told["player_count"], told["banker_count"], told["natural"], told["winner"]) == (5, 3, False, None)


def test_a_voided_round_is_shown_without_counts() -> None:
    table = Talk().deal(DRAWN)
    table.decide("void_round")
    told = present(table)
    assert told["voided"] is True
    assert [told[key] for key in ("player_count", "banker_count", "natural", "winner")] == [None] * 4


def test_a_void_hand_is_shown_as_one() -> None:
    table = Talk().deal(f"{DRY} 9C")
    table.decide("disclosed")
    table.press("confirm")
    told = present(table)
    assert (told["number"], told["void_hand"], told["cards"], told["final"]) == (2, True, ["9C"], False)


def test_the_final_round_is_shown_as_such() -> None:
    table = Talk().round(DRY)
    table.say("cut")
    assert present(table.deal("9S"))["final"] is True


def test_a_card_that_went_back_has_no_number() -> None:
    table = Talk().deal("5S 3H KD")
    table.say("BACK")
    table.decide("accept")
    table.deal("KC 2S 9D")
    assert present(table)["numbers"] == {"player": [1, 3, 5], "banker": [2, 4]}
    assert [table.table.number_of(place) for place in (0, 1, 3, 4, 5)] == [1, 2, 3, 4, 5]


def test_what_is_told_of_a_round_that_is_over() -> None:
    table = Talk().deal(DRAWN)
    before = table.table.rounds
    assert closed_since(before, table.table) == []
    table.press("confirm")
    once = {
        "round": 1,
        "cards": DRAWN.split(),
        "player": ["5S", "KD", "9D"],
        "banker": ["3H", "KC", "2C"],
        "numbers": {"player": [1, 3, 5], "banker": [2, 4, 6]},
        "winner": "banker",
        "player_count": 4,
        "banker_count": 5,
        "natural": False,
        "void_hand": False,
        "final": False,
        "corrected": False,
        "correction": None,
    }
    assert closed_since(before, table.table) == [once]
    before = table.table.rounds
    table.round("9S KH KD KC")
    assert [told["round"] for told in closed_since(before, table.table)] == [2]
    before = table.table.rounds
    table.decide("correct", card="3S", n=1)
    now = {"winner": "banker", "player_count": 2, "banker_count": 5, "natural": False}
    corrected = once | {"cards": ["3S", *DRAWN.split()[1:]], "player": ["3S", "KD", "9D"]}
    assert closed_since(before, table.table) == [corrected | {"corrected": True, "correction": now}]


def test_a_voided_round_that_is_over_was_won_by_nobody() -> None:
    table = Talk(edition=MIDI, style="B").deal("9S KH KD KC")
    table.press("reveal")
    table.decide("void_round")
    table.press("confirm")
    assert closed_since((), table.table) == [
        {
            "round": 1,
            "cards": ["9S", "--", "KD", "--"],
            "player": ["9S", "KD"],
            "banker": ["--", "--"],
            "numbers": {"player": [1, 3], "banker": [2, 4]},
            "winner": "void",
            "player_count": None,
            "banker_count": None,
            "natural": False,
            "void_hand": False,
            "final": False,
            "corrected": False,
            "correction": None,
        }
    ]
    table.decide("correct", card="3S", n=1)
    (told,) = closed_since((), table.table)
    assert (told["corrected"], told["correction"]) == (True, None)
