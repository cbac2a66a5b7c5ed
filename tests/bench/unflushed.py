"""The controller's own part of a reaction: the true loop, port, journal, feed and lamps, with no disk to wait for.

Each line on standard input asks for so many reactions, and is answered by a line with the milliseconds each took: from
the moment a turn begins because the port has bytes, to the moment the lamps' driver writes. What the system takes to
wake a process that waits, and the flush of the journal, are no part of it.
"""

import gc
import json
import select
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from firmware.feed.writer import Feed
from firmware.journal.folder import FileStore
from firmware.ledger import Ledger
from firmware.line import Line
from firmware.loop import Loop
from firmware.shoe.registry import Registry
from hal.mock import MockLamps, MockPanel
from hal.serial_link import SerialLink
from hal.system_clock import SystemClock
from tests.bench.past import SETTINGS, TABLE
from tests.bench.reactions import Table, cards, rest_of
from tests.journal.table import QuickDisk
from tests.whole.evening import Evening
from tests.whole.room import GLANCE_S, PATIENCE_S

PROTOCOL = "shoe-link"


class Unflushed(Table):
    """A table whose controller takes a turn whenever it is waited for: it is no process of its own."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        clock = SystemClock()
        make = Registry().find(PROTOCOL)
        driver = make.driver(False, {})
        ledger = Ledger(FileStore(self.journal, disk=QuickDisk()), driver, clock, table_id=TABLE, settings=SETTINGS)
        ledger.open()
        lamps = MockLamps(self.trace, self._lit)
        lamps.open()
        self._panel = MockPanel()
        self._port = Line(SerialLink(str(folder / "shoe"), make.baud, listen_only=False), driver, print)
        self._port.claim()
        self._port.start(clock.monotonic_ns())
        self._loop = Loop(
            clock=clock,
            ledger=ledger,
            line=self._port,
            lamps=lamps,
            panel=self._panel,
            desk=None,
            feed=Feed(folder / "feed", TABLE, clock=clock, recall=ledger.recall, tell=print),
            tell=print,
        )
        assert self._port.descriptor is not None
        self._shoe = self._port.descriptor
        self._turned = 0
        self._took: list[int] = []
        self._loop.start("bench")

    def until(self, done: Callable[[], bool], what: str, seconds: float = PATIENCE_S) -> None:
        end = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < end, f"waited for {what}"
            self.line.go_on(0)
            select.select([self._shoe], [], [], GLANCE_S)
            self._turned = time.monotonic_ns()
            self._loop.turn()

    def press(self, button: str = "confirm") -> None:
        assert button == "confirm"
        self._panel.press("confirm")
        self._loop.take_presses(time.monotonic_ns())

    def reaction(self, line: int) -> int:
        return self._took[line]

    def _lit(self) -> int:
        now = time.monotonic_ns()
        self._took.append(now - self._turned)
        return now


def main(folder: Path) -> None:
    """Answer until nobody asks any more."""
    table = Unflushed(folder)
    gc.freeze()  # as `coup run` does before its first turn
    table.until(table.trusts, "the controller to trust the shoe")
    dealt, rest = Evening(table, Random(7)), rest_of([table])
    for line in sys.stdin:
        print(json.dumps(cards(table, dealt, int(line), rest)), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
