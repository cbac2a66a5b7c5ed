"""A table of glass: the true loop, desk and feed in memory, and everything that leaves them, byte for byte.

Decides what counts as public: lamps, feed, status, answers, what people are told, frames to the shoe, and for how long
the table is busy. It must never look at a card itself.
"""

from __future__ import annotations

import json
import time
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from firmware import editions
from firmware.bench.in_memory import BenchClock, MemoryLamps, MemoryLink, MemoryStore
from firmware.core.cards import Face
from firmware.core.settings import build
from firmware.core.state import Table
from firmware.desk import Desk
from firmware.feed.writer import Feed
from firmware.journal.fold import steps
from firmware.journal.history import Shoe, cards, rounds
from firmware.journal.page import Page, name
from firmware.journal.report import report
from firmware.journal.words import card_rows, report_lines, round_rows
from firmware.ledger import Ledger
from firmware.line import Line
from firmware.loop import Loop
from firmware.shoe.registry import Simulated
from firmware.shoe.session import HostSession
from firmware.shoe.simulator import SimulatedShoe
from hal.mock import MockPanel
from hal.ports import Shown
from tests.loop.test_desk import Counter

MOST_TURNS = 10_000
COMING_UP_NS = 100_000_000


class Told(NamedTuple):
    """What one thing that happened made public."""

    lamps: list[str]
    feed: dict[str, bytes]
    status: str
    answer: str
    people: list[str]
    to_the_shoe: bytes
    turns: int
    due_ns: int


class Lamps(MemoryLamps):
    """Lamps that note when they changed, as the mock's trace does."""

    def __init__(self, clock: BenchClock) -> None:
        super().__init__()
        self._clock = clock
        self.trace: list[str] = []
        self.changed_at = 0
        """When they changed last, by the true clock."""

    def show(self, shown: Shown) -> None:
        if shown != self.shown:
            lit = f"{sorted(shown.lamps)} {sorted(shown.blink)} {shown.gate_open}"
            self.changed_at = time.perf_counter_ns()
            self.trace.append(f"{self._clock.now} {lit}")
        super().show(shown)


class Wire(MemoryLink):
    """A line on which somebody listens to the host."""

    def __init__(self, shoe: Simulated, clock: BenchClock) -> None:
        super().__init__(shoe, clock)
        self.sent = b""

    def write(self, data: bytes) -> int:
        self.sent += data
        return super().write(data)


class Glass:
    """One table, up and heard, its key turned on. Without a roles file the key stands for the casino supervisor."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.clock = BenchClock()
        self.store = MemoryStore()
        self.shoe = SimulatedShoe(iter(["BE9C0001", "BE9C0002", "BE9C0003", "BE9C0004"] * 8).__next__)
        self.lamps = Lamps(self.clock)
        self._wire = Wire(self.shoe, self.clock)
        self._people: list[str] = []
        self._folder = folder
        self._read: dict[str, int] = {}
        self._counter = Counter()
        self._panel = MockPanel()
        driver = HostSession(listen_only=False)
        ledger = Ledger(self.store, driver, self.clock, table_id="GLASS", settings=build(settings, editions.shipped()))
        ledger.open()
        self.lamps.open()
        line = Line(self._wire, driver, self._people.append)
        line.claim()
        line.claim()
        line.start(self.clock.now)
        self.feed = Feed(folder, "GLASS", clock=self.clock, recall=ledger.recall, tell=self._people.append)
        self.loop = Loop(
            clock=self.clock,
            ledger=ledger,
            line=line,
            lamps=self.lamps,
            panel=self._panel,
            desk=Desk(self._counter, self._panel, None),
            feed=self.feed,
            tell=self._people.append,
        )
        self.loop.start("glass")
        while "link" in self.table.standing.faults:
            self.wait(COMING_UP_NS)
        self.ask(do="key", on=True)

    def close(self) -> None:
        self.feed.close()

    @property
    def table(self) -> Table:
        return self.loop.table

    def settle(self) -> int:
        """Let table and shoe finish what they have to say; returns how many turns that took."""
        for turn in range(MOST_TURNS):
            busy = self.loop.turn()
            if not busy and min(self.loop.deadline(), self.shoe.deadline(self.clock.now)) > self.clock.now:
                return turn
        raise AssertionError("it does not come to rest")

    # -- what happens ------------------------------------------------------------------------------------------------

    def leaves(self, face: Face) -> Told:
        self.shoe.card(face)
        return self._told()

    def says(self, word: str, *more: Any) -> Told:
        """The shoe says something: the name of what happens at the simulated one."""
        getattr(self.shoe, word)(*more)
        return self._told()

    def wait(self, ns: int) -> Told:
        self.clock.now += ns
        return self._told()

    def ask(self, **request: Any) -> Told:
        """Somebody asks at the control socket; the answer is public, too."""
        self._counter.hand_in(**request)
        return self._told()

    # -- what can be seen of it --------------------------------------------------------------------------------------

    def _told(self) -> Told:
        turns = self.settle()
        answer = json.dumps([document for _, document in self._counter.answers])
        self._counter.answers.clear()
        self._counter.hand_in(do="status")
        turns += self.settle()
        ((_, status),) = self._counter.answers
        told = Told(
            lamps=list(self.lamps.trace),
            feed=self._new_lines(),
            status=json.dumps(status),
            answer=answer,
            people=list(self._people),
            to_the_shoe=self._wire.sent,
            turns=turns,
            due_ns=self.loop.deadline() - self.clock.now,
        )
        self._counter.answers.clear()
        self.lamps.trace.clear()
        self._people.clear()
        self._wire.sent = b""
        return told

    def _new_lines(self) -> dict[str, bytes]:
        """What is new in each file of the feed."""
        new = {}
        for file in sorted(self._folder.glob("*.jsonl")):
            begun = self._read.get(file.name, 0)
            if file.stat().st_size != begun:
                new[file.name] = file.read_bytes()[begun:]
                self._read[file.name] = begun + len(new[file.name])
        return new

    def printed(self) -> list[str]:
        """What `coup journal show`, `show --cards` and `report` print of the open shoe."""
        newest = max(self.store.files)
        page = Page(BytesIO(b"".join(self.store.files[newest])), name(newest), self.store.seal)
        read = list(steps(page))
        assert page.header
        shoe = Shoe(page.header, read, closed=False)
        found = report(shoe)
        rows = [*map(str, round_rows(shoe)), *map(str, card_rows(shoe)), *report_lines(found)]
        return [*rows, json.dumps([*rounds(shoe), *cards(shoe)]), json.dumps(found)]
