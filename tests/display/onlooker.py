"""What a display ought to show, by somebody who sits at the table and writes down what happens, in style A.

Decides it from the rules as people say them and from roads drawn by another hand; lamps and draws are the rules' own
(`tests.whole.oracle`). It shares no line with the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from firmware import editions
from firmware.bench.world import World
from firmware.core.settings import build
from tests.display import another_hand
from tests.whole.evening import stack
from tests.whole.oracle import DECKS, Oracle, count

SECOND_NS = 1_000_000_000
LETTER = {"player": "P", "banker": "B", "tie": "T"}
DERIVED = {"big_eye": 1, "small": 2, "cockroach": 3}


class Round:
    """The cards of a round, and what they come to."""

    def __init__(self, number: int, cards: list[str], player_draws: bool) -> None:
        self.number = number
        thirds = cards[4:]
        self.player = cards[0:4:2] + (thirds[:1] if player_draws else [])
        self.banker = cards[1:4:2] + (thirds[1:] if player_draws else thirds)
        self.natural = len(cards) == 4 and max(self.player_count, self.banker_count) >= 8

    @property
    def player_count(self) -> int:
        return count(*self.player)

    @property
    def banker_count(self) -> int:
        return count(*self.banker)

    @property
    def winner(self) -> str:
        ahead = self.player_count - self.banker_count
        return "player" if ahead > 0 else "banker" if ahead < 0 else "tie"


class Onlooker:
    """Somebody at a table where nothing goes wrong."""

    def __init__(self) -> None:
        self.oracle = Oracle()
        self.rounds: list[Round] = []

    def take(self, what: str) -> None:
        """Something happens: `LOADED`, `CARD,KH`, `CUT`, `confirm`."""
        if what == "LOADED":
            self.rounds = []
        elif what == "confirm":
            self.rounds.append(self._now)
        self.oracle.take(what)

    @property
    def _now(self) -> Round:
        cards = self.oracle.cards
        return Round(len(self.rounds) + 1, list(cards), len(cards) > 4 and self.oracle._draws[0])

    @property
    def letters(self) -> str:
        return "".join(LETTER[each.winner] for each in self.rounds)

    @property
    def display(self) -> dict[str, Any]:
        """What the display ought to show."""
        phase, present = self.oracle.phase, bool(self.oracle.cards)
        shown = self._now if present else self.rounds[-1] if self.rounds else None
        counted = shown is not None and (not present or len(self.oracle.cards) >= 4)
        over = shown is not None and (not present or phase == "result")
        return {
            "stale": "",
            "phase": phase,
            "bets": "open" if phase == "ready" else "closed",
            "player": {
                "cards": shown.player if shown else [],
                "count": str(shown.player_count) if counted and shown else "",
            },
            "banker": {
                "cards": shown.banker if shown else [],
                "count": str(shown.banker_count) if counted and shown else "",
            },
            "lamps": self.oracle.lamps,
            "blink": [],
            "result": shown.winner if over and shown else "",
            "past": not present,
            "round": str(shown.number) if shown else "",
            "cards": str(self.oracle.out),
            "stats": self._stats,
        }

    @property
    def _stats(self) -> dict[str, int]:
        winners = [each.winner for each in self.rounds]
        return {name: winners.count(name) for name in LETTER} | {
            "player_pairs": sum(each.player[0][0] == each.player[1][0] for each in self.rounds),
            "banker_pairs": sum(each.banker[0][0] == each.banker[1][0] for each in self.rounds),
            "naturals": sum(each.natural for each in self.rounds),
            "rounds": len(self.rounds),
        }

    def roads(self) -> dict[str, list[list[Any]]]:
        """The roads, whole."""
        letters = self.letters
        drawn = {
            "bead": [list(mark) for mark in another_hand.bead(letters)],
            "big": [list(mark) for mark in another_hand.big(letters)],
        }
        for name, k in DERIVED.items():
            marks = another_hand.derived(letters, k)
            drawn[name] = [[*place, mark] for place, mark in zip(another_hand.sheet(marks), marks, strict=True)]
        return drawn


def world(folder: Path, style: str = "A", table: str = "BAC-07", **more: Any) -> World:
    """A table in memory that writes a true feed into `folder`/feed."""
    edition = {"A": "nz-mini-1996", "B": "nz-midi-1996", "C": "nz-midi-1996"}[style]
    settings = build({"edition": edition, "style": style, **more}, editions.shipped())
    return World(settings, table, feed=folder / "feed")


def happen(table: World, what: str) -> None:
    """Let something happen at the table, and a second pass."""
    match what.split(","):
        case ["CARD", face]:
            table.shoe.card(face)  # type: ignore[arg-type]
        case ["CUT"]:
            table.shoe.cut()
        case ["LOADED"]:
            table.shoe.loaded()
        case [button]:
            assert not table.press(button, 0.1), f"{button} means nothing"  # type: ignore[arg-type]
    table.wait(SECOND_NS)


def evening(table: World, draw: Random, behind: int = 16) -> Iterator[Onlooker]:
    """Deal a whole shoe in style A, and yield after everything that happens."""
    onlooker = Onlooker()
    shoe = [*stack(DECKS * 52 - behind, draw), "LOADED"]
    while True:
        closing = onlooker.oracle.phase == "result" and shoe[-1] != "CUT"
        what = "confirm" if closing else shoe.pop()
        happen(table, what)
        onlooker.take(what)
        yield onlooker
        if onlooker.oracle.phase == "shuffle":
            return
