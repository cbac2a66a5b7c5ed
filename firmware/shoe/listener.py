"""The host's side of a shoe that only talks: nothing it said can be asked for again (PROTOCOL.md, section 7).

Decides when an input is handed out, when events count as lost, and that the fault `link` means that the port is not
open. Must never know a dialect: that makes inputs of bytes, and no more.

What could not be recorded stays where it is in the queue and is offered again: it cannot be had a second time.
"""

from collections import Counter, deque
from typing import Final, Protocol

from firmware.core.inputs import EventsLost, FaultGone, FaultSeen, Input, LineNoted
from firmware.core.link import LinkMemory
from firmware.shoe.driver import Mouth
from firmware.shoe.memory import Memory

RETRY_NS: Final = 250_000_000
"""What could not be recorded is offered again so much later."""

WAITING_LIMIT: Final = 4096
"""Inputs that may wait: some ten shoes of cards. What comes beyond is lost, and that is on record in its place."""

IDLE_NS: Final = 1_000_000_000
"""The longest that `deadline` lets anybody wait."""

LOST: Final = EventsLost(boot="", first=0, last=0)
"""Events that have no numbers, and nobody can say how many: people have to say what moved."""

ONCE_ONLY: Final = "this shoe only talks: what it said cannot be asked for again"


class Dialect(Protocol):
    """Makes inputs of what arrives, and remembers only what that takes."""

    def restore(self, earlier: Input) -> None:
        """Learn from one input of the journal, in order, before anything is heard."""

    def reset(self) -> None:
        """Forget an unfinished message: the port was opened anew. Counters stay."""

    def hear(self, data: bytes) -> list[Input]:
        """Return what `data` completes, in order. Any bytes at all, in bounded memory and work."""

    def counters(self) -> dict[str, int]:
        """Return what was counted since the start."""


class Listener:
    """A `ShoeDriver` for a shoe that only talks."""

    def __init__(self, dialect: Dialect, listen_only: bool, note: str = "") -> None:
        """Begin with nothing on record; see `start` and `restore`. `note` is what else is said of the driver."""
        self._dialect = dialect
        self._listen_only = listen_only
        self._memory = Memory()
        self._open = False
        self._waiting: deque[Input] = deque([LineNoted(note=f"{ONCE_ONLY}; {note}" if note else ONCE_ONLY)])
        self._offered: Input | None = None
        self._retry_at = 0
        self._counts: Counter[str] = Counter()

    @property
    def listen_only(self) -> bool:
        """Whether the port is opened for reading alone; nothing is sent in any case."""
        return self._listen_only

    @property
    def mouth(self) -> Mouth:
        """Always `none`: no gate of such a shoe can be reached."""
        return "none"

    @property
    def up(self) -> bool:
        """Whether the port is open: there is no heartbeat."""
        return self._open

    def start(self, header: LinkMemory) -> None:
        """Begin with what the header of the newest journal file says, before any `restore`."""
        self._memory.start(header)

    def restore(self, earlier: Input) -> None:
        """Learn from one input of the journal, in order, before the first `opened`."""
        self._memory.learn(earlier)
        self._dialect.restore(earlier)

    def memory(self) -> LinkMemory:
        """Return what the header of a journal file that begins now has to carry."""
        return self._memory.header()

    def opened(self, now: int, discarded: int) -> None:
        """The port was opened and `discarded` bytes of old input were thrown away: whatever was said before is lost."""
        self._dialect.reset()
        self._open = True
        self._queue(LineNoted(note=f"the port was opened; {discarded} bytes that lay in it were discarded"))
        self._queue(LOST)

    def closed(self, now: int) -> None:
        """The port is gone; what had arrived is still taken up."""
        self._open = False

    def receive(self, data: bytes, now: int) -> None:
        """Take bytes that arrived."""
        for said in self._dialect.hear(data):
            self._queue(said)

    def next_input(self, now: int) -> Input | None:
        """Return the next thing to put on record, the same one until it is answered; None if there is none."""
        if self._offered is None and now >= self._retry_at:
            self._offered = self._waiting[0] if self._waiting else self._change()
        return self._offered

    def recorded(self, taken: Input, now: int) -> None:
        """`taken` is on stable storage and shown. Raises `ValueError` if it is not what was offered."""
        self._answered(taken)
        self._memory.learn(taken)
        if self._waiting and taken is self._waiting[0]:
            self._waiting.popleft()

    def put_back(self, taken: Input, now: int) -> None:
        """`taken` could not be recorded: it keeps its place, and is offered again."""
        self._answered(taken)
        self._retry_at = now + RETRY_NS

    def wish(self, gate_open: bool, now: int) -> None:
        """Do nothing: no gate can be reached."""

    def outgoing(self, now: int) -> bytes:
        """Return nothing: such a shoe does not listen."""
        return b""

    def deadline(self, now: int) -> int:
        """Return when `next_input` will next have something by time alone; at most 1 s from `now`."""
        due = self._offered or self._waiting or self._change()
        return max(now, self._retry_at) if due else now + IDLE_NS

    def counters(self) -> dict[str, int]:
        """Return what was counted since the start."""
        return {**self._dialect.counters(), **self._counts}

    def _queue(self, said: Input) -> None:
        if len(self._waiting) < WAITING_LIMIT:
            self._waiting.append(said)
            return
        self._counts["overrun"] += 1
        if self._waiting[-1] != LOST:
            self._waiting.append(LOST)

    def _answered(self, taken: Input) -> None:
        if taken is not self._offered:
            raise ValueError("this input was not the one offered")
        self._offered = None

    def _change(self) -> FaultSeen | FaultGone | None:
        """Return a fault of the link that began or ended, all that has arrived being on record."""
        faults = self._memory.faults
        if not self._open and "link" not in faults:
            return FaultSeen(fault="link", why="the port is not open")
        if self._open and "link" in faults:
            return FaultGone(fault="link")
        if "gate" in faults:
            return FaultGone(fault="gate")  # of another shoe: this one has no gate to be faulty
        return None
