"""A table in memory: the true loop on its record, and a simulated shoe at the other end of a line of bytes.

Decides when shoe and controller have finished, and how time passes. Must never take a short cut: every event is worded
as a frame, read, decided, put on record, shown and acknowledged as at a real table.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from firmware.bench.in_memory import BenchClock, KeepsRounds, MemoryLamps, MemoryLink, RoundStore
from firmware.bench.stage import Seen
from firmware.bench.steps import Decides
from firmware.core.facts import PressIgnored
from firmware.core.inputs import Button, Decided
from firmware.core.settings import Settings
from firmware.core.state import Table
from firmware.errors import CoupError, Refused
from firmware.feed.writer import Feed
from firmware.ledger import Ledger
from firmware.line import Line
from firmware.loop import Loop
from firmware.shoe.registry import Registry, Simulated
from hal.buttons import HELD_NS, SETTLED_NS
from hal.mock import MockPanel

MOST_TURNS: Final = 100_000
"""Turns without any time passing. Each does something; a step of a scenario takes some twenty."""
COMING_UP_NS: Final = 10_000_000_000
"""A shoe and a controller that are both switched on have found each other by then."""


class Restless(CoupError):
    """Shoe and controller do not come to rest: one of them, or the bench, is wrong."""

    code = "restless"


class World:
    """One table, from the moment its link is up. A `Stage`."""

    def __init__(
        self,
        settings: Settings,
        table_id: str = "BENCH",
        store: KeepsRounds | None = None,
        *,
        protocol: str = "shoe-link",
        options: Mapping[str, object] | None = None,
        feed: Path | None = None,
    ) -> None:
        """Set up a table and a shoe, both just switched on, and let them find each other.

        `store` is the journal; without one it is in memory. `options` are those of the shoe's `protocol`.
        `feed` is the folder of a feed for others to look at; None: there is none.

        Raises:
            Restless: they do not.
        """
        make = Registry().find(protocol)
        self._new_driver: Final = partial(make.driver, False, options or {})
        self._settings: Final = settings
        self._table_id: Final = table_id
        self._feed_folder: Final = feed
        self.clock: Final = BenchClock()
        self.store: Final[KeepsRounds] = store or RoundStore()
        self.lamps: Final = MemoryLamps()
        self.panel: Final = MockPanel()
        self.shoe: Final[Simulated] = make.simulated(_boots())
        self.link: Final = MemoryLink(self.shoe, self.clock)
        self._line, self._loop, self._feed = self._switch_on()
        self._run_until(lambda: "link" not in self.table.standing.faults, COMING_UP_NS)

    @property
    def table(self) -> Table:
        """The table as it is on record."""
        return self._loop.table

    def settle(self) -> None:
        """Let shoe and controller finish what they have to say; no time passes. Raises `Restless`."""
        clock, loop = self.clock, self._loop
        for _ in range(MOST_TURNS):
            if not loop.turn() and not self._has_more(clock.now):
                return
        raise Restless("shoe and controller do not come to rest")

    def wait(self, ns: int) -> None:
        """Let `ns` nanoseconds pass, from one thing that is due to the next. Raises `Restless`."""
        end = self.clock.now + ns
        while self.clock.now < end:
            self.clock.now = min(end, self._due())
            self.settle()

    def press(self, button: Button, seconds: float) -> bool:
        """Press a button for so long, in no time; True if it meant nothing."""
        if seconds < SETTLED_NS / 1e9:
            return True
        self.panel.press(button, held=seconds >= HELD_NS / 1e9)
        facts = self._loop.take_presses(self.clock.now)
        return any(isinstance(fact, PressIgnored) for fact in facts)

    def turn_key(self, on: bool) -> None:
        """Turn the supervisor's key."""
        self.panel.key = on

    def decide(self, said: Decides) -> str:
        """Let somebody decide; returns the code of a refusal, or nothing."""
        try:
            self._loop.enter(
                Decided(
                    decision=said.decision,
                    role=said.role,
                    actor=said.role,
                    reason=said.reason,
                    card=said.card,
                    n=said.n,
                    second=f"second {said.second}" if said.second else "",
                    second_role=said.second,
                )
            )
        except Refused as refused:
            return refused.code
        return ""

    def move_link(self, up: bool) -> None:
        """Take the shoe's port away or bring it back. The line tries it at once: no time passes until its next try."""
        self.link.there = up
        if up:
            self._line.retry()

    def cut_power(self) -> None:
        """Kill the controller and start it again on its journal. The shoe goes on, and the key stays as it is."""
        self._switch_off()
        self._line, self._loop, self._feed = self._switch_on()

    def see(self) -> Seen:
        """Look at the table."""
        table, shown, last_round = self.table, self.lamps.shown, self.store.last_round
        return Seen(
            phase=table.phase.value,
            lamps=frozenset(map(str, shown.lamps)),
            blink=frozenset(map(str, shown.blink)),
            gate_open=shown.gate_open,
            faults=frozenset(table.standing.faults),
            hold=table.hold.code if table.hold else None,
            shoe=str(table.standing.shoe),
            round=table.round_number,
            cards=table.cards_out,
            public=table.public_cards,
            closed=last_round.closed,
            corrected=last_round.corrected,
        )

    def close(self) -> None:
        """Switch everything off."""
        self._line.close(self.clock.now)
        self._switch_off()

    def _switch_off(self) -> None:
        self.lamps.close()
        self.store.close()
        if self._feed:
            self._feed.close()

    def _switch_on(self) -> tuple[Line, Loop, Feed | None]:
        driver = self._new_driver()
        ledger = Ledger(self.store, driver, self.clock, table_id=self._table_id, settings=self._settings)
        ledger.open()
        self.lamps.open()
        line = Line(self.link, driver, _nobody_listens)
        line.claim()
        line.start(self.clock.now)
        feed = None
        if self._feed_folder:
            feed = Feed(self._feed_folder, self._table_id, clock=self.clock, recall=ledger.recall, tell=_nobody_listens)
        loop = Loop(
            clock=self.clock,
            ledger=ledger,
            line=line,
            lamps=self.lamps,
            panel=self.panel,
            desk=None,
            feed=feed,
            tell=_nobody_listens,
        )
        loop.start("bench")
        return line, loop, feed

    def _run_until(self, done: Callable[[], bool], ns: int) -> None:
        end = self.clock.now + ns
        self.settle()
        while not done():
            if self.clock.now >= end:
                raise Restless("shoe and controller do not find each other")
            self.wait(max(1, self._due() - self.clock.now))

    def _due(self) -> int:
        """When something is due by time alone; later than now once all is settled."""
        due = self._loop.deadline()
        return min(due, self.shoe.deadline(self.clock.now)) if self.link.there else due

    def _has_more(self, now: int) -> bool:
        return self._due() <= now


def _boots() -> Callable[[], str]:
    """Return what draws a shoe's BOOTs: the same ones on every bench, so that a scenario always runs alike."""
    numbers = iter(range(0xBE9C0001, 0xFFFFFFFF))
    return lambda: f"{next(numbers):08X}"


def _nobody_listens(line: str) -> None:
    """Take a line that is meant for the people at a real table."""
