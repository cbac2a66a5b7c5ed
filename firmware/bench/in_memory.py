"""A table's parts without hardware, disk or time: a clock, a line, lamps and a journal.

Decides nothing. Each does what the true part does, as far as the controller can tell.
"""

from io import BytesIO
from typing import Final, Protocol

from firmware.bench.last_round import LastRound
from firmware.core.inputs import ShoesRemoved
from firmware.journal.page import Page, name
from firmware.journal.record import START, Header, Record, encode, encode_first
from firmware.journal.seal import PLAIN
from firmware.journal.store import Newest, Recovered, Store
from firmware.shoe.registry import Simulated
from hal.errors import LinkLost
from hal.ports import DARK, Shown


class BenchClock:
    """Time that passes only when it is told to."""

    def __init__(self) -> None:
        self.now = 1_000_000_000

    def monotonic_ns(self) -> int:
        """Nanoseconds since a second before the bench was set up."""
        return self.now

    def wall(self) -> str:
        """Always the same: the bench has no calendar."""
        return "2000-01-01T00:00:00.000Z"


class MemoryLink:
    """A serial line without a wire: the host's end is a `ByteLink`, at the other end is `shoe`."""

    def __init__(self, shoe: Simulated, clock: BenchClock) -> None:
        self.there = True
        """Whether the port is there. While it is not, the shoe keeps what it has to say."""
        self._shoe: Final = shoe
        self._clock: Final = clock

    def open(self) -> int:
        """Open the port; nothing lies in its input buffer. Raises `LinkLost` while it is not there."""
        self._need()
        return 0

    def fileno(self) -> int:
        """Raise `LinkLost`: nobody can wait on it."""
        raise LinkLost("the bench has no descriptor")

    def read(self) -> bytes:
        """Return all that the shoe has to say now. Raises `LinkLost`."""
        self._need()
        return b"".join(iter(lambda: self._shoe.outgoing(self._clock.now), b""))

    def write(self, data: bytes) -> int:
        """Let the shoe hear `data`. Raises `LinkLost`."""
        self._need()
        self._shoe.receive(data, self._clock.now)
        return len(data)

    def close(self) -> None:
        """Do nothing: the line holds nothing."""

    def _need(self) -> None:
        if not self.there:
            raise LinkLost("the shoe's port is not there")


class MemoryLamps:
    """Lamps that remember what they showed."""

    def __init__(self) -> None:
        self.shown = DARK
        self.history: list[Shown] = []
        """Everything that was shown, one entry for each change."""

    pace_ns = 0

    def open(self) -> None:
        """Show nothing yet."""
        self.show(DARK)

    def show(self, shown: Shown) -> None:
        """Show `shown`."""
        if shown != self.shown:
            self.shown = shown
            self.history.append(shown)

    def tick(self, now_ns: int) -> None:
        """Do nothing: a blinking lamp blinks by itself."""

    def close(self) -> None:
        """Leave all dark."""
        self.show(DARK)


class MemoryStore:
    """A journal in memory: what a power cut leaves is what was appended."""

    seal = PLAIN

    def __init__(self) -> None:
        """Begin with an empty journal."""
        self.files: dict[int, list[bytes]] = {}
        self._head = START

    @property
    def head(self) -> str:
        """Hash of the last line; of no line, `START`."""
        return self._head

    def claim(self) -> None:
        """Do nothing: nobody else can have it."""

    def open(self) -> Recovered | None:
        """Return the newest file, decoded as from a disk."""
        if not self.files:
            return None
        page, records = self._read()
        assert page.header is not None
        self._head = page.head
        return Recovered(page.header, records, 0, page.name)

    def newest(self) -> Newest:
        """Return the newest file."""
        page, records = self._read()
        assert page.header is not None
        return Newest(page.header, records)

    def begin(self, shoe: int, header: Header, first: Record) -> None:
        """Begin the file of a shoe."""
        raw, self._head = encode_first(header, first)
        self.files[shoe] = [raw]

    def append(self, record: Record) -> None:
        """Keep a record."""
        raw, self._head = encode(record, self._head)
        self.files[max(self.files)].append(raw)

    def _read(self) -> tuple[Page, tuple[Record, ...]]:
        newest = max(self.files)
        page = Page(BytesIO(b"".join(self.files[newest])), name(newest), self.seal)
        return page, tuple(page.records())

    def outlived(self) -> ShoesRemoved | None:
        """Return None: everything is kept."""
        return None

    def remove(self, removed: ShoesRemoved) -> None:
        """Never asked for."""
        raise NotImplementedError

    def close(self) -> None:
        """Do nothing: there is nothing to give back."""


class KeepsRounds(Store, Protocol):
    """A journal that knows the round last closed."""

    last_round: LastRound


class RoundStore(MemoryStore):
    """A journal in memory that knows the round last closed, whatever shoe it was of."""

    def __init__(self) -> None:
        super().__init__()
        self.last_round = LastRound()

    def begin(self, shoe: int, header: Header, first: Record) -> None:
        """Begin the file of a shoe."""
        super().begin(shoe, header, first)
        self.last_round.note(first)

    def append(self, record: Record) -> None:
        """Keep a record."""
        super().append(record)
        self.last_round.note(record)
