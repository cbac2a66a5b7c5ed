"""The whole controller as one function: bytes, presses, requests and time go in, all that leaves it comes out.

The true loop, desk, driver, journal and feed; lamps, line and clock alone are in memory, and no disk is waited for.
Decides in which order things happen. It must never look at a card, nor judge what comes out.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import MappingProxyType

from firmware.bench.stage import Seen
from firmware.core.settings import Settings
from firmware.core.state import Table
from firmware.desk import Desk
from firmware.errors import JournalError
from firmware.feed.page import write_page
from firmware.journal.folder import FileStore
from firmware.ledger import Ledger
from firmware.line import Line
from firmware.loop import Loop
from firmware.shoe.driver import ShoeDriver
from firmware.shoe.registry import Make, Registry, Simulated
from firmware.shoe.talker import Talker
from hal.mock import MockPanel
from hal.ports import DARK
from tests.whole.happenings import Arrives, Asks, Dies, Event, Fills, Plugs, Says, Starts, Waits
from tests.whole.one_function_parts import (
    TABLE,
    Clock,
    Effect,
    Log,
    LoggedDesk,
    LoggedDisk,
    LoggedFeed,
    LoggedLamps,
    PowerCut,
    Wire,
)

MS = 1_000_000
SECOND = 1_000 * MS
MOST_TURNS = 5_000
"""Turns without any time passing; what comes in takes a few for each frame."""
MAKES: Mapping[str, Make] = Registry()
FAST = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""Where files cost nothing."""


@dataclass
class Outputs:
    """Everything that came out, and how the table stands at the end."""

    journal: dict[str, bytes]
    feed: dict[str, bytes]
    effects: list[Effect]
    rests: list[tuple[Seen, bool]]
    """What was seen after each event while a process ran, and whether the round was voided."""
    table: Table
    retold: list[Event] = field(compare=False)
    """The same events, with the bytes that the shoe has said in its place."""
    recalled: list[bytes]
    """Lines of the open shoe's feed, worked out from the journal."""


class Controller:
    """One table, one process after the other. `happen` is the function, one event at a time."""

    def __init__(self, folder: Path, settings: Settings, protocol: str, *, shoe: bool) -> None:
        """Start it. Without a `shoe` the port has what `Arrives`, and nothing else."""
        self._folder, self._settings = folder, settings
        self._new_driver = partial(MAKES[protocol].driver, False, {})
        self.clock = Clock()
        self.log = Log(self.clock)
        boots = (f"{number:08X}" for number in range(0xBE9C0001, 0xFFFFFFFF))
        self.shoe: Simulated = MAKES[protocol].simulated(boots.__next__) if shoe else Talker(boots.__next__)
        self.wire = Wire(self.shoe, self.clock, self.log)
        self.lamps = LoggedLamps(self.log)
        self.panel = MockPanel()
        self._read: dict[Path, bytes] = {}
        self._rests: list[tuple[Seen, bool]] = []
        self._retold: list[Event] = []
        self.loop: Loop | None = None
        self.start()

    # -- processes -----------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start a process; killed as it starts, another one. Without room for a record it ends."""
        while self.loop is None:
            self.log.effects.append(Effect(self.clock.now, "starts"))
            try:
                self._start()
            except PowerCut:
                self.die()
            except JournalError:
                self.die()
                return

    def _start(self) -> None:
        driver: ShoeDriver = self._new_driver()
        self._disk = LoggedDisk(self.log)
        self._ledger = Ledger(
            FileStore(self._folder / "journal", disk=self._disk),
            driver,
            self.clock,
            table_id=TABLE,
            settings=self._settings,
        )
        tell = partial(self.log.note, "told")
        self._feed = LoggedFeed(
            self._folder / "feed", self.log, self._read, clock=self.clock, recall=self._ledger.recall, tell=tell
        )
        self._desk = LoggedDesk(self.log)
        self._ledger.open()
        self.lamps.open()
        line = Line(self.wire, driver, tell)
        line.claim()
        line.start(self.clock.now)
        loop = Loop(
            clock=self.clock,
            ledger=self._ledger,
            line=line,
            lamps=self.lamps,
            panel=self.panel,
            desk=Desk(self._desk, self.panel, None),
            feed=self._feed,
            tell=tell,
        )
        loop.start("one")
        self.loop = loop

    def die(self) -> None:
        """Kill the process: files are given back as they are, the lamps go dark."""
        self.loop = None
        self._ledger.close()
        self.wire.close()
        self._disk.dies()
        self._feed.close()
        self.log.effects.append(Effect(self.clock.now, "dies"))
        self.lamps.shown = DARK

    # -- events --------------------------------------------------------------------------------------------------

    def happen(self, event: Event, cut: int = 0) -> None:
        """Let it happen, and the process be killed behind so many effects of it, if there are."""
        begun, self.log.left = self.clock.now, cut
        match event:
            case Says(what=what, more=more):
                getattr(self.shoe, what)(*more)
            case Arrives(pieces=pieces, after=after):
                self.wire.coming.append((begun + after, [*pieces] or [b""]))
                self.wire.coming.sort(key=lambda piece: piece[0])
            case Asks(request=request) if self.loop:
                self._desk.hand_in(**request)
            case Waits(ns=ns):
                self._wait(ns)
            case Plugs(there=there):
                self.wire.there = there
            case Fills(full=full):
                self.log.full = full
                if not full:
                    self.start()
            case Dies() if self.loop:
                self.die()
            case Starts():
                self.start()
        if not isinstance(event, Arrives):
            self.settle()
            self.log.left = 0
            if self.loop:
                self._rests.append((self.seen(), bool(self.table.round and self.table.round.voided)))
            self._retell(event, begun)

    def settle(self) -> None:
        """Let shoe and controller finish what they have to say; no time passes."""
        for _ in range(MOST_TURNS):
            if not self.wire.is_open:
                self.wire.lose()
            if self.loop is None:
                return
            try:
                if not self.loop.turn() and self._due() > self.clock.now:
                    return
            except PowerCut:
                self.die()
                self.start()
        raise AssertionError("it does not come to rest")

    def _wait(self, ns: int) -> None:
        end = self.clock.now + ns
        self.settle()
        while self.clock.now < end:
            self.clock.now = min(end, self._due())
            self.settle()

    def _due(self) -> int:
        """When something is due by time alone. A port that is not open has nothing."""
        due = [self.loop.deadline()] if self.loop else []
        if self.wire.is_open or not isinstance(self.shoe, Talker):
            due.append(self.shoe.deadline(self.clock.now))
        if self.wire.is_open:
            due += [at for at, _ in self.wire.coming[:1]]
        return min(due, default=self.clock.now + SECOND)

    def _retell(self, event: Event, begun: int) -> None:
        looks, self.wire.looks = self.wire.looks, []
        heard: dict[int, list[bytes]] = {}
        for at, said in looks:
            heard.setdefault(at, []).append(said)
        for at, pieces in heard.items():
            while pieces and not pieces[-1]:
                pieces.pop()
            if pieces:
                self._retold.append(Arrives(tuple(pieces), at - begun))
        self._retold.append(Waits(0) if isinstance(event, Says) else event)

    # -- what is seen of it --------------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        return self._ledger.table

    def seen(self) -> Seen:
        table, shown = self.loop.shown_table if self.loop else self.table, self.lamps.shown
        return Seen(
            phase=table.phase.value,
            lamps=shown.lamps,
            blink=shown.blink,
            gate_open=shown.gate_open,
            faults=frozenset(table.standing.faults),
            hold=table.hold.code if table.hold else None,
            shoe=str(table.standing.shoe),
            round=table.round_number,
            cards=table.cards_out,
            public=table.public_cards,
            closed=None,
            corrected=False,
        )

    def outputs(self) -> Outputs:
        self.start()
        written = write_page(TABLE, self._ledger.recall())
        return Outputs(
            journal=_files(self._folder / "journal"),
            feed=_files(self._folder / "feed"),
            effects=list(self.log.effects),
            rests=self._rests,
            table=self.table,
            retold=self._retold,
            recalled=written[1] if written else [],
        )

    def close(self) -> None:
        if self.loop is not None:
            self.die()


def controller(
    events: Sequence[Event],
    settings: Settings,
    protocol: str = "shoe-link",
    *,
    shoe: bool = True,
    cuts: Mapping[int, int] = MappingProxyType({}),
) -> Outputs:
    """Return all that comes out of a controller to which these events happen.

    `cuts`: in which event the process is killed, and behind how many effects of it. Without a `shoe` the port has what
    `Arrives`, and nothing else.
    """
    with one_table(settings, protocol, shoe=shoe) as one:
        for place, event in enumerate(events):
            one.happen(event, cuts.get(place, 0))
        return one.outputs()


@contextmanager
def one_table(settings: Settings, protocol: str, *, shoe: bool = True) -> Iterator[Controller]:
    """Have a controller, and a folder for its files: always the same one, for its name is in what people are told."""
    place = Path(FAST or tempfile.gettempdir()) / f"one-table-{os.getpid()}"
    shutil.rmtree(place, ignore_errors=True)  # of a process of that number that was killed
    place.mkdir()
    try:
        with closing(Controller(place, settings, protocol, shoe=shoe)) as one:
            yield one
    finally:
        shutil.rmtree(place)


def _files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}
