"""Every hold of the page of the table, and which decisions are open in it to whom: typed in from the page, section 4.

Each row says how a table gets there and, exactly, what is open: `s` for a game supervisor at least, `c` for a casino
supervisor, `*` for what the button alone decides. `reshuffle` (c) is open in every one of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from firmware.core.inputs import (
    AlarmSaid,
    CardLeft,
    CardSaidAgain,
    CutLeft,
    Decided,
    EventsLost,
    Input,
    LidMoved,
    Loaded,
    MouthEmpty,
    ResultSaid,
    Role,
    ShoePresented,
    Spoiled,
)
from hal.ports import ButtonName
from tests.loop.test_desk import Case, faces

LEAST: Mapping[str, Role] = {"s": "supervisor", "c": "casino"}


class Row(NamedTuple):
    """A hold (`code` empty: none), what leads there, the settings, and what is open."""

    name: str
    code: str
    said: Sequence[Input | ButtonName]
    settings: Mapping[str, Any]
    open: str

    @property
    def least(self) -> dict[str, Role]:
        """Every open decision, with the least role for it."""
        words = [word.partition(":") for word in self.open.split()]
        listed = {name.rstrip("*"): LEAST[mark] for name, _, mark in words}
        return listed | ({"reshuffle": "casino"} if self.code else {})

    @property
    def marked(self) -> str | None:
        """The decision that the button alone takes."""
        return next((word.partition("*")[0] for word in self.open.split() if "*" in word), None)

    def cases(self) -> list[Case]:
        return [
            Case(name, least, self.code, self.said, self.settings, MORE.get(name, {}))
            for name, least in self.least.items()
        ]


MORE: Mapping[str, Mapping[str, Any]] = {"card": {"card": "KH"}, "correct": {"n": 1, "card": "2S"}}


def decided(decision: str, **more: Any) -> Decided:
    return Decided(decision=decision, role="casino", actor="Cy", second="Ana", second_role="supervisor", **more)


MINI: dict[str, Any] = {}
C = {"edition": "nz-midi-1996", "style": "C"}
B = {"edition": "nz-midi-1996", "style": "B"}
BETS = {"no_more_bets": "button"}
THREE = {"confirm": "result"}
BURN = {"burn": "fixed:2"}
FEW = {"edition": "nz-baccarat-2004", "decks": 4}

LOADED: list[Input | ButtonName] = [Loaded()]
FIRST = [*LOADED, *faces("2S")]
DRY = [*LOADED, *faces("2S", "9H", "5D", "8C")]  # both have 7: nobody draws
OVER = [*DRY, "confirm"]
LAST = [*OVER, CutLeft(), *faces("2H", "9D", "5S", "8H")]
QUEENS = [*LOADED, *faces("QH", "QH", "QH", "QH", "5D", "6D")]  # in one of four decks there is no fifth
RESTART = ShoePresented(boot="0000002A", serial="S", model="M", firmware="1", restarted=True)
LOST = EventsLost(boot="0000002A", first=1, last=2)
THREE_CARRIED = [step for face in ("6D", "6H", "6S") for step in (*faces(face), decided("undisclosed"))]

OVERDRAW, MISREAD = AlarmSaid(alarm="overdraw"), AlarmSaid(alarm="misread")
BANKER_WINS = ResultSaid(winner="banker")
OTHER, FIFTH = (CardSaidAgain(face="9S", hand="player", nth=nth) for nth in (1, 5))

MOVED = "card:s resume*:s"

HOLDS = [
    Row("in result", "card_out_of_turn", [*DRY, *faces("6D")], MINI,
        "closed*:s disclosed:s undisclosed:s correct:s void_round:s"),
    Row("before no more bets", "card_out_of_turn", [*LOADED, *faces("6D")], BETS,
        "closed*:s disclosed:s undisclosed:s correct:s void_round:s"),
    Row("in the final round", "card_out_of_turn", [*LAST, *faces("6D")], MINI, "discard*:s correct:s void_round:s"),
    Row("with three carried", "card_out_of_turn", [*DRY, *THREE_CARRIED, *faces("6C")], MINI,
        "closed*:s discard:s correct:s void_round:s"),
    Row("a public one that a correction leaves over", "card_out_of_turn",
        [*LOADED, *faces("2S", "9H", "3D", "8C", "4H"), decided("correct", n=3, card="5D")], MINI,
        "disclosed:s correct:s void_round:s"),
    Row("in reveal", "card_before_reveal", [*DRY, *faces("6D")], C, "continue*:s void_round:s"),
    Row("in a round", "unread_card", [*LOADED, *faces("??")], MINI, "card:s void_round:s"),
    Row("at the reveal", "unread_card", [*LOADED, *faces("2S", "9H", "??", "8C"), "reveal"], C, "card:s void_round:s"),
    Row("disclosed", "unread_card", [*DRY, *faces("??"), decided("disclosed")], MINI, "card:s discard:s"),
    Row("in a round", "impossible_card", [*QUEENS, "confirm", *faces("QH")], FEW,
        "accept:s card:s correct:s void_round:s"),
    Row("disclosed", "impossible_card", [*QUEENS, *faces("QH"), decided("disclosed")], FEW,
        "accept:s card:s correct:s discard:s"),
    Row("UV", "reader_distrust", [*DRY, Spoiled(code="UV")], MINI, "accept*:s card:s void_round:s"),
    Row("UV, its round closed", "reader_distrust", [*OVER, Spoiled(code="UV")], MINI, "accept*:s card:s"),
    Row("DOUBLE", "reader_distrust", [*DRY, Spoiled(code="DOUBLE")], MINI, "accept*:s card:s void_round:s"),
    Row("BACK", "reader_distrust", [*DRY, Spoiled(code="BACK")], MINI, "accept*:s void_round:s"),
    Row("SENSOR", "reader_distrust", [*LOADED, Spoiled(code="SENSOR")], MINI, "accept*:s"),
    Row("whose card it is", "reader_distrust", [*FIRST, CardLeft(face="9H", hand="player")], MINI,
        "accept*:s correct:s void_round:s"),
    Row("whose card it is, face down", "reader_distrust", [*FIRST, CardLeft(face="9H", hand="burn")], C,
        "accept*:s correct:s void_round:s"),
    Row("whose card it is, in burn", "reader_distrust", [*LOADED, CardLeft(face="9H", hand="banker")], BURN,
        "accept*:s correct:s"),
    Row("a card said again", "reader_distrust", [*DRY, OTHER], MINI, "accept*:s card:s void_round:s"),
    Row("a card said again, its round closed", "reader_distrust", [*OVER, OTHER], MINI, "accept*:s card:s"),
    Row("a card said to lie where none does", "reader_distrust", [*DRY, FIFTH], MINI, "accept*:s void_round:s"),
    Row("in result", "result_mismatch", [*DRY, "player"], THREE, "accept:s correct:s void_round:s"),
    Row("said by the shoe", "result_mismatch", [*DRY, BANKER_WINS], MINI, "accept:s correct:s void_round:s"),
    Row("said by the shoe, the round closed", "result_mismatch", [*OVER, BANKER_WINS], MINI, "accept:s correct:s"),
    Row("said by the shoe, the shoe over", "result_mismatch", [*LAST, "confirm", BANKER_WINS], MINI,
        "accept:s correct:s"),
    Row("within a round", "overdraw_reported", [*FIRST, OVERDRAW], MINI, "accept*:s correct:s void_round:s"),
    Row("in ready", "overdraw_reported", [*OVER, OVERDRAW], MINI, "accept*:s correct:s"),
    Row("in burn", "overdraw_reported", [*LOADED, *faces("KH"), OVERDRAW], BURN, "accept*:s correct:s"),
    Row("kept in reveal", "overdraw_reported", [*DRY, OVERDRAW, "reveal", "reveal"], C,
        "accept*:s correct:s void_round:s"),
    Row("within a round", "misread_reported", [*FIRST, MISREAD], MINI, "accept*:s card:s void_round:s"),
    Row("in result", "misread_reported", [*DRY, MISREAD], MINI, "accept*:s card:s void_round:s"),
    Row("in ready", "misread_reported", [*OVER, MISREAD], MINI, "accept*:s card:s"),
    Row("in burn", "misread_reported", [*LOADED, MISREAD], BURN, "accept*:s card:s"),
    Row("in burn", "burn_mismatch", [*LOADED, "confirm"], BURN, "accept*:s resume:s"),
    Row("before the first round", "cut_misplaced", [*LOADED, CutLeft()], MINI, "accept:c"),
    Row("in burn", "cut_misplaced", [*LOADED, CutLeft()], BURN, "accept:c"),
    Row("in shuffle", "card_after_end", faces("6D"), MINI, "discard*:c"),
    Row("within a round", "shoe_empty", [*FIRST, MouthEmpty()], MINI, "resume*:s void_round:s"),
    Row("in ready", "shoe_empty", [*OVER, MouthEmpty()], MINI, "resume*:s accept:s"),
    Row("in burn", "shoe_empty", [*LOADED, MouthEmpty()], BURN, "resume*:s accept:s"),
    Row("within a round", "shoe_restarted", [*FIRST, RESTART], MINI, f"{MOVED} void_round:s"),
    Row("in ready", "shoe_restarted", [*OVER, RESTART], MINI, MOVED),
    Row("within a round", "events_lost", [*FIRST, LOST], MINI, f"{MOVED} void_round:s"),
    Row("in ready", "events_lost", [*OVER, LOST], MINI, MOVED),
    Row("in result", "shoe_replaced", [*DRY, Loaded()], MINI, "closed*:c void_round:c"),
    Row("in result of a voided round", "shoe_replaced", [*DRY, decided("void_round"), Loaded()], MINI, "closed*:c"),
    Row("within a round", "shoe_replaced", [*FIRST, Loaded()], MINI, "void_round:c"),
    Row("in ready", "shoe_replaced", [*OVER, Loaded()], MINI, "void_round:c"),
    Row("within a round", "lid_opened", [*FIRST, LidMoved(open=True)], MINI, "resume*:c void_round:s"),
    Row("in ready", "lid_opened", [*OVER, LidMoved(open=True)], MINI, "resume*:c"),
]  # fmt: skip

NO_HOLD = [
    Row("in shuffle", "", [], MINI, "new_shoe:s cut:s"),
    Row("in ready", "", OVER, MINI, "cut:s correct:s reshuffle:c"),
    Row("in the first round", "", FIRST, MINI, "cut:s correct:s reshuffle:c void_round:s burned:s"),
    Row("in another round", "", [*OVER, *faces("2S")], MINI, "cut:s correct:s reshuffle:c void_round:s"),
    Row("in result", "", DRY, MINI, "cut:s correct:s reshuffle:c void_round:s"),
    Row("in result, voided", "", [*DRY, decided("void_round")], MINI, "cut:s correct:s reshuffle:c"),
    Row("in style B, before the first hand", "", DRY, B, "cut:s correct:s reshuffle:c void_round:s banker_first:c"),
    Row("in style B, a hand turned", "", [*DRY, "reveal"], B, "cut:s correct:s reshuffle:c void_round:s"),
]
