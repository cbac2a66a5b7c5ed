"""The events of a simulated shoe: what it still holds, and which of them leaves the line next (PROTOCOL.md, section 6).

Decides when unacknowledged events are sent again. Must never know the gate, nor what an event means.
"""

from typing import Final, Literal

from firmware.shoe.frames import Beat, Event

RESEND_NS: Final = 500_000_000
"""Age of an unacknowledged event, and rest after a sequence, before a resend (PROTOCOL.md, section 6)."""

RESEND_MOST_NS: Final = 5_000_000_000
"""What the rest grows to while nothing is acknowledged (PROTOCOL.md, section 6)."""

RETAINED: Final = 1024
"""Events that are held even when acknowledged (PROTOCOL.md, section 6)."""


class Telling:
    """The events of one BOOT, told in order, and again where they were not acknowledged."""

    def __init__(self, boot: str, memory: int) -> None:
        """Begin without an event. Raises `ValueError` if `memory`, how many can be held, is below 1,024."""
        if memory < RETAINED:
            raise ValueError(f"a shoe holds at least {RETAINED} events, not {memory}")
        self.last = 0
        """SEQ of the newest event, 0 for none."""
        self._boot = boot
        self._memory = memory
        self._first = 1  # the oldest event that is held; all up to `last` are
        self._acked = 0
        self._next = 1  # the event that leaves next
        self._said: dict[int, str] = {}
        self._left: dict[int, int] = {}  # when each unacknowledged event left first, ns
        self._sequence: Literal["resend", "answer"] | None = None
        self._rested_since: int | None = None
        self._rest = RESEND_NS

    @property
    def full(self) -> bool:
        """Whether there is no room for an event but in the place of an unacknowledged one."""
        return len(self._said) >= self._memory and self._first > self._acked

    def happen(self, said: str) -> None:
        """An event happens, room or not."""
        self.last += 1
        self._said[self.last] = said
        if len(self._said) > self._memory:
            self._forget_first()
        self._trim()

    def beat(self) -> Beat:
        """Word a heartbeat."""
        return Beat(self._boot, self._first, self._acked, self.last)

    def acknowledge(self, seq: int) -> None:
        """A host has every event up to `seq`."""
        self._left = {left: since for left, since in self._left.items() if left > seq}
        self._acked = max(self._acked, seq)
        self._rest = RESEND_NS
        self._trim()

    def resume(self, seq: int) -> None:
        """A host asks for all events after `seq`: any sequence under way is over."""
        self._next = seq + 1
        self._sequence = "answer"

    def next_event(self, now: int) -> Event | None:
        """Return the event that leaves now, None for none."""
        if self._next > self.last and self._left and now >= self._resend_at():
            self._next = self._first
            self._sequence = "resend"
            self._rest = min(2 * self._rest, RESEND_MOST_NS)
        self._next = max(self._next, self._first, self._acked + 1 if self._sequence == "resend" else 0)
        event = None
        if self._next <= self.last:
            event = Event(self._boot, self._next, self._said[self._next])
            if self._next > self._acked:
                self._left.setdefault(self._next, now)
            self._next += 1
        if self._sequence and self._next > self.last:
            self._sequence = None
            self._rested_since = now
        return event

    def deadline(self, now: int) -> int | None:
        """Return when `next_event` will next have one, None for not by time alone."""
        if self._next <= self.last:
            return now
        return self._resend_at() if self._left else None

    def _resend_at(self) -> int:
        aged = next(iter(self._left.values())) + RESEND_NS
        return aged if self._rested_since is None else max(aged, self._rested_since + self._rest)

    def _trim(self) -> None:
        while len(self._said) > RETAINED and self._first <= self._acked:
            self._forget_first()

    def _forget_first(self) -> None:
        del self._said[self._first]
        self._left.pop(self._first, None)
        self._first += 1
