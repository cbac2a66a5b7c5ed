"""Parts of a controller that write down what is done to them, in one common list."""

from collections.abc import Sequence
from typing import Any

from firmware import editions
from firmware.bench.in_memory import MemoryStore
from firmware.core.inputs import FaultGone, Input
from firmware.core.link import LinkMemory
from firmware.core.settings import build
from firmware.errors import JournalError
from firmware.journal.record import Header, Record
from firmware.ledger import Ledger
from firmware.line import Line
from firmware.loop import Desk, Loop
from firmware.shoe.driver import Mouth
from hal.errors import HalError, LampError, LinkLost, PanelError
from hal.ports import Press, Shown, Watchdog

SECOND = 1_000_000_000


class FakeClock:
    """Time stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = 0

    def monotonic_ns(self) -> int:
        return self.now

    def wall(self) -> str:
        return "2026-11-30T12:00:00.000Z"


class Journal(MemoryStore):
    """A journal that can be out of order."""

    def __init__(self, done: list[str]) -> None:
        super().__init__()
        self.done = done
        self.broken = False

    def begin(self, shoe: int, header: Header, first: Record) -> None:
        self._refuse()
        super().begin(shoe, header, first)
        self.done.append("journal")

    def append(self, record: Record) -> None:
        self._refuse()
        super().append(record)
        self.done.append("journal")

    def _refuse(self) -> None:
        if self.broken:
            raise JournalError("the disk is full; make room")


class Driver:
    """A shoe that says what a test gives it."""

    listen_only = False
    mouth: Mouth = "open"
    up = True

    def __init__(self, done: list[str]) -> None:
        self.done = done
        self.says: list[Input] = []
        self.wished: list[bool] = []
        self.bytes = b""
        self.sends = b""
        self.closings = 0

    def start(self, header: LinkMemory) -> None: ...

    def memory(self) -> LinkMemory:
        return LinkMemory()

    def restore(self, earlier: Input) -> None: ...

    def opened(self, now: int, discarded: int) -> None: ...

    def closed(self, now: int) -> None:
        self.closings += 1

    def receive(self, data: bytes, now: int) -> None:
        self.bytes += data

    def next_input(self, now: int) -> Input | None:
        return self.says[0] if self.says else None

    def recorded(self, taken: Input, now: int) -> None:
        assert taken is self.says.pop(0)
        self.done.append("recorded")

    def put_back(self, taken: Input, now: int) -> None:
        self.done.append("put back")

    def wish(self, gate_open: bool, now: int) -> None:
        self.wished.append(gate_open)

    def outgoing(self, now: int) -> bytes:
        sent, self.sends = self.sends, b""
        return sent

    def deadline(self, now: int) -> int:
        return now if self.says else now + SECOND

    def counters(self) -> dict[str, int]:
        return {}


class Port:
    """A port that is there or not, and takes as much as it is told to."""

    def __init__(self) -> None:
        self.here = True
        self.error: HalError | None = None
        self.opened = 0
        self.taken = b""
        self.room = 1000

    def open(self) -> int:
        if not self.here:
            raise self.error or LinkLost("/dev/shoe: not there")
        self.opened += 1
        return 0

    def fileno(self) -> int:
        return 7

    def read(self) -> bytes:
        if not self.here:
            raise LinkLost("/dev/shoe: unplugged")
        return b""

    def write(self, data: bytes) -> int:
        if not self.here:
            raise LinkLost("/dev/shoe: unplugged")
        now = data[: self.room]
        self.taken += now
        return len(now)

    def close(self) -> None: ...


class Lamps:
    """Lamps that remember what they showed, and can fail."""

    pace_ns = 0

    def __init__(self, done: list[str]) -> None:
        self.done = done
        self.shown: list[Shown] = []
        self.broken = False
        self.contradicted = False  # a pin has another level than it was given

    def open(self) -> None: ...

    def show(self, shown: Shown) -> None:
        if self.broken:
            raise LampError("the lamp driver does not answer")
        self.shown.append(shown)
        self.done.append("lamps")

    def tick(self, now_ns: int) -> None:
        if self.contradicted:
            raise LampError("a lamp does not have the level it was given")

    def close(self) -> None: ...


class Panel:
    """Buttons that a test presses."""

    pace_ns = 0
    key = False

    def __init__(self) -> None:
        self.presses: list[Press] = []
        self.stuck = False

    def open(self) -> None: ...

    def poll(self, now_ns: int) -> Sequence[Press]:
        if self.stuck:
            raise PanelError("confirm is down for more than 10 s; free it")
        presses, self.presses = self.presses, []
        return presses

    def close(self) -> None: ...


class Bench:
    """A whole loop on these parts, started, with the shoe heard."""

    def __init__(self, desk: Desk | None = None, watchdog: Watchdog | None = None, **settings: Any) -> None:
        self.done: list[str] = []
        self.said: list[str] = []
        self.clock = FakeClock()
        self.journal = Journal(self.done)
        self.driver = Driver(self.done)
        self.port = Port()
        self.lamps = Lamps(self.done)
        self.panel = Panel()
        self.line = Line(self.port, self.driver, self.said.append)
        ledger = Ledger(
            self.journal, self.driver, self.clock, table_id="T", settings=build(settings, editions.shipped())
        )
        ledger.open()
        self.loop = Loop(
            clock=self.clock,
            ledger=ledger,
            line=self.line,
            lamps=self.lamps,
            panel=self.panel,
            desk=desk,
            feed=None,
            tell=self.said.append,
            watchdog=watchdog,
        )
        self.line.claim()
        self.line.start(0)
        self.loop.start("0")
        self.hear(FaultGone(fault="link"))

    def hear(self, *said: Input) -> None:
        """Let the shoe say things, and the loop take them up."""
        self.driver.says += said
        self.settle()

    def settle(self) -> None:
        """Turn until nothing is due at once."""
        while self.loop.turn() or self.line.deadline(self.clock.now) <= self.clock.now:
            pass

    def lit(self) -> set[str]:
        """The lamps as they were shown last."""
        return set(self.lamps.shown[-1].lamps)
