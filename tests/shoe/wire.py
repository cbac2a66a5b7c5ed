"""A simulated shoe and a host on one line, under a clock that a test moves."""

from collections.abc import Callable
from itertools import count

from firmware.core.inputs import CardLeft, FaultGone, FaultSeen, Input
from firmware.core.link import LinkMemory
from firmware.shoe.session import HostSession
from firmware.shoe.simulator import SimulatedShoe

MS = 1_000_000
Line = Callable[[bytes], bytes]


def boots() -> Callable[[], str]:
    """BOOTs that are never drawn alike twice."""
    numbers = count(0xB0070000)
    return lambda: f"{next(numbers):08X}"


def clear(frame: bytes) -> bytes:
    return frame


def cut(frame: bytes) -> bytes:
    return b""


class Wire:
    """Shoe, host and what is on record. The table here wants the gate open whenever the link is trusted."""

    def __init__(self, shoe: SimulatedShoe | None = None, listen_only: bool = False) -> None:
        self.shoe = shoe or SimulatedShoe(boots())
        self.listen_only = listen_only
        self.now = 5_000 * MS
        self.record: list[Input] = []
        self.header = LinkMemory()
        self.page: list[Input] = []  # the record since the header
        self.disk_full = False
        self.to_host: Line = clear
        self.to_shoe: Line = clear
        self.host_starts()

    def host_starts(self) -> None:
        """The host dies, and another one starts on its record."""
        self.host = HostSession(self.listen_only)
        self.host.start(self.header)
        for earlier in self.page:
            self.host.restore(earlier)
        self.host.opened(self.now, 0)

    def new_page(self) -> None:
        """The journal goes on in another file."""
        self.header = self.host.memory()
        self.page = []

    @property
    def faces(self) -> tuple[str, ...]:
        return tuple(found.face for found in self.record if isinstance(found, CardLeft))

    @property
    def faults(self) -> frozenset[str]:
        return frozenset(self.host.memory().faults)

    def kinds(self) -> list[str]:
        """What is on record but for faults."""
        return [found.kind for found in self.record if not isinstance(found, FaultSeen | FaultGone)]

    def take(self) -> None:
        while (found := self.host.next_input(self.now)) is not None:
            if self.disk_full:
                self.host.put_back(found, self.now)
                continue
            self.record.append(found)
            self.page.append(found)
            self.host.recorded(found, self.now)
            self.host.wish("link" not in self.faults, self.now)
            self.speak()

    def speak(self) -> None:
        self.shoe.receive(self.to_shoe(self.host.outgoing(self.now)), self.now)

    def settle(self) -> None:
        """Let both finish what they have to say; no time passes."""
        for _ in range(100_000):
            self.take()
            self.speak()
            frame = self.shoe.outgoing(self.now)
            if not frame:
                return
            self.host.receive(self.to_host(frame), self.now)
        raise AssertionError("they never stop talking")

    def run(self, ms: int) -> None:
        """Let time pass, from one deadline to the next."""
        end = self.now + ms * MS
        self.settle()
        while self.now < end:
            due = min(self.shoe.deadline(self.now), self.host.deadline(self.now), end)
            assert due > self.now or self.to_shoe is not clear, "somebody had more to say"
            self.now = max(due, self.now + MS // 10)
            self.settle()
