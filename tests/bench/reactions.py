"""Tables that stand side by side, and how long each takes from a card to its lamps.

Decides when a card is let out and what counts as its reaction. Must never let a table wait for its shoe while another
one is measured.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.whole.evening import Evening
from tests.whole.room import Room
from tests.whole.someone_elses_shoe import Shoe

PAUSE_S = 0.01
"""Before a card that is measured: what the one before has caused is over, and nothing is at hand any more."""
BEFORE_CUT = 400
"""Cards before the cutting card."""


class Sent:
    """What goes over a line, as it is, and when its last event did."""

    def __init__(self) -> None:
        self.at = 0
        """Monotonic nanoseconds: just before it was written, for the first time."""
        self._event = b""

    def __call__(self, frame: bytes) -> bytes:
        if frame.startswith(b"$EV,") and frame != self._event:
            self._event, self.at = frame, time.monotonic_ns()
        return frame


class Table(Room):
    """`coup run` as a process of its own, at a line that knows when its last event was sent."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.sent = Sent()
        super().__init__(folder, Shoe(), self.sent)
        self.line.plug()

    def reaction(self, line: int) -> int:
        """Return the nanoseconds from the last event that was sent to a line of the trace."""
        taken: int = self.shown()[line]["t_ns"] - self.sent.at
        return taken


class Floor(Table):
    """The smallest program in the place of the controller."""

    def command(self, *words: str) -> list[str]:
        return [self.python, "-m", "tests.bench.floor", str(self.folder)]


def events(table: Table, times: int, rest: Callable[[], None]) -> list[float]:
    """Let so many events happen at a table where each changes the lamps; returns the milliseconds each took."""
    took = []
    for _ in range(times):
        rest()
        before = len(table.shown())
        table.happen("CARD,KH")
        took.append(table.reaction(before) / 1e6)
    return took


def cards(table: Table, dealt: Evening, times: int, rest: Callable[[], None]) -> list[float]:
    """Deal until a card has changed the lamps so often; returns the milliseconds each of these took.

    The first three cards of a round change no lamp: they are dealt, and not measured.
    """
    took: list[float] = []
    while len(took) < times:
        if dealt.oracle.phase == "shuffle":
            dealt.fill(BEFORE_CUT)
        if len(dealt.oracle.cards) < 3 or not dealt.next.startswith("CARD"):
            dealt.step()
            continue
        rest()
        before = len(table.shown())
        table.happen(dealt.draw())
        took.append(table.reaction(before) / 1e6)
        dealt.look()
    return took


def rest_of(tables: Sequence[Table]) -> Callable[[], None]:
    """Return what lets the pause pass, with every shoe saying what is due."""

    def rest() -> None:
        end = time.monotonic() + PAUSE_S
        while (left := end - time.monotonic()) > 0:
            for table in tables:
                table.line.go_on(left / len(tables))

    return rest
