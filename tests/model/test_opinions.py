"""What a shoe of another make says of the game, told to the table and to its model: stories that chance finds seldom.

Each was told in two ways once, or is where it could be. The model holds the table to the last word of it.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.model.test_walk import Pair

MINI: Final = {"edition": "nz-mini-1996", "style": "A"}
C: Final = {"edition": "nz-midi-1996", "style": "C"}
BETS: Final = {"edition": "nz-midi-1996", "style": "B", "no_more_bets": "button"}
DRY = "2S 9H 5D 8C"  # 7 and 7: nobody draws
EARLY = "6S !continue 8H !continue 9S !continue"
HANDS: Final = {"P": "player", "B": "banker", "U": "burn"}


def told(story: str, **words: Any) -> Pair:
    """Tell a story: cards (`P:2S` as the shoe counts it), `=player` a result, `again/player/1/9S`, alarms and more."""
    plain = {"decks": 8, "burn": "none", "confirm": "single", "no_more_bets": "none"}
    pair = Pair(**plain | {"inventory": True, "two_person": False} | MINI | words)
    for word in ("loaded", *story.split()):
        _tell(pair, word)
    return pair


def _tell(pair: Pair, word: str) -> None:
    name, *more = word.split("/")
    if name.startswith("!"):
        named: dict[str, Any] = dict(zip(("card", "n"), more, strict=False))
        named |= {"n": int(named["n"])} if "n" in named else {}
        assert pair.play("decide", decision=name[1:], by="casino", **named) == "done", word
    elif name.startswith(":"):
        assert pair.play("press", button=name[1:]) == "done", word
    elif name.startswith("="):
        pair.play("result_said", winner=name[1:])
    elif name in ("overdraw", "misread"):
        pair.play("alarm", alarm=name)
    elif name == "again":
        pair.play("again", hand=more[0], nth=int(more[1]), face=more[2])
    elif name in ("UV", "BACK", "DOUBLE"):
        pair.play("spoil", code=name)
    elif name in ("loaded", "cut", "empty", "events_lost"):
        pair.play(name)
    elif ":" in name:
        pair.play("card", face=name[2:], hand=HANDS[name[0]])
    else:
        pair.play("card", face=name)


STORIES: Final[list[tuple[str, str, dict[str, str], str, str | None]]] = [
    ("the shoe counts as the table does", "P:2S B:KH P:3D B:4C P:7S B:2D", {}, "result", None),
    ("the other hand", "P:2S P:KH", {}, "dealing", "reader_distrust"),
    ("the other hand, and unread", "P:2S P:?? !card/KH", {}, "dealing", "reader_distrust"),
    ("the other hand, face down", "P:2S P:KH", C, "dealing", "reader_distrust"),
    ("the other hand, put right itself", "B:2S !correct/3S/1", {}, "dealing", "reader_distrust"),
    ("the other hand in a hold", "events_lost P:2S P:KH !resume", {}, "dealing", "reader_distrust"),
    ("carried, and counted to its old round", f"{DRY} B:6D !undisclosed :confirm 3S", {}, "dealing", None),
    ("withdrawn, and due again", "P:2S B:KH P:3D B:4C P:7S !correct/7D/3 !correct/3D/3", {}, "banker_draw", None),
    ("a result behind its button", f"{DRY} :confirm =tie =void =banker", {}, "ready", "result_mismatch"),
    ("a corrected round",
     "2S KH 3D 4C 7S 2D :confirm !correct/6D/3 =player =banker =tie", {}, "ready", "result_mismatch"),
    ("of a round that is voided", f"{DRY} !void_round =player :confirm =player", {}, "ready", None),
    ("results before any round", "=player =void 2S 9H", {}, "dealing", None),
    ("a result that closes the round", f"{DRY} =player !accept 3S", {}, "dealing", None),
    ("it goes with the round that is closed",
     f"{DRY} =player overdraw misread !accept !accept !accept", {}, "ready", None),
    ("what was kept is asked in order",
     f"{DRY} misread =banker :reveal :reveal !accept", C, "result", "result_mismatch"),
    ("an early card answers the overdraw",
     f"{DRY} 6D !continue overdraw :reveal :reveal", C, "result", "card_out_of_turn"),
    ("an early card that is due does not",
     "2S KH 3D 4C 6D !continue overdraw :reveal :reveal 8S", C, "result", "overdraw_reported"),
    ("a set-aside card answers it", f"9S KH KD KC :confirm cut {DRY} 6D !discard overdraw", {}, "result", None),
    ("a burned card does not", "2S !burned overdraw", {}, "ready", "overdraw_reported"),
    ("a card pushed back does not", f"{DRY} 6D !undisclosed BACK !accept overdraw", {}, "result", "overdraw_reported"),
    ("the unread card behind its alarm", "2S misread ?? !card/9H 5D 8C", {}, "result", None),
    ("an alarm, and a card that nobody told of", "2S misread 9H !card/KH", {}, "dealing", None),
    ("an alarm about a card put right",
     "?? 9H 5D 8C misread !correct/2S/1 :reveal :reveal", C, "result", None),
    ("an alarm about a named card put right", "?? !card/2S 9H 5D !correct/3S/1 !correct/6D/3 misread",
     {}, "dealing", "misread_reported"),
    ("an alarm about the last card, named and put right",
     "2S ?? !card/9H !correct/8H/2 misread", {}, "dealing", None),
    ("an alarm about a card put right behind a hold",
     "2S 9H 5D overdraw ?? !correct/8C/4 misread", {}, "result", "misread_reported"),
    ("an alarm about an unread card that went out of play",
     f"{DRY} ?? !disclosed !discard misread", {}, "result", None),
    ("a named card waits for the overdraw",
     f"{DRY} misread overdraw :reveal :reveal !card/6D", C, "result", "card_out_of_turn"),
    ("said again behind a result", "2S KH 3D 4C =player again/player/1/9S :reveal :reveal", C, "player_draw", None),
    ("said again once all is public",
     "2S KH 3D 4C again/player/1/9S :reveal :reveal", C, "player_draw", "reader_distrust"),
    ("said again of a voided round", f"{DRY} !void_round :confirm again/player/1/9S", C, "ready", None),
    ("said again of the round last closed",
     f"{DRY} :confirm again/player/1/9S !card/9S =player", {}, "ready", "result_mismatch"),
    ("said again of no round", "again/player/1/9S", {}, "ready", "reader_distrust"),
    ("a round that never began",
     f"{DRY} :reveal :reveal :confirm 2S =player overdraw BACK !accept", C, "ready", "result_mismatch"),
    ("reshuffled with opinions left",
     f"{DRY} :reveal :reveal :confirm 2S =player =banker BACK !accept !reshuffle", C, "shuffle", None),
    ("fresh cards with opinions left",
     f"{DRY} :reveal :reveal 6D =player loaded !undisclosed !accept !void_round", C, "ready", None),
    ("early cards have their place before what was said of the round is compared",
     f":no_more_bets 2S KH 3D 4C =void :reveal :reveal 7S {EARLY} :reveal :reveal !disclosed !undisclosed",
     BETS, "result", "result_mismatch"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("story", "words", "phase", "hold"), [pytest.param(*story, id=name) for name, *story in STORIES]
)
def test_the_table_and_its_model_tell_it_alike(story: str, words: dict[str, str], phase: str, hold: str | None) -> None:
    pair = told(story, **words)
    assert (pair.model.behind, pair.model.hold) == (phase, hold)
