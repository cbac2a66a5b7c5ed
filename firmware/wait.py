"""The one place that waits: for the port, the control socket, a signal, or the next thing that is due by time."""

import os
import select
import selectors
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final, Protocol

from firmware.errors import CoupError
from firmware.interrupts import handled
from firmware.line import Line


class Ready(Protocol):
    """Something that registered file objects of its own with the selector."""

    def serve(self, ready: object, events: int) -> None:
        """Do what a file object is ready for."""


class Wait:
    """Looks at the port itself, whichever descriptor it has by now, and through a selector at all else."""

    def __init__(self, line: Line) -> None:
        """Nothing is watched yet but the port of `line`. Raises `CoupError` if the system is short of something."""
        with _short_told():
            self.selector: Final = selectors.EpollSelector()
        self._line: Final = line
        self._watched: int | None = None
        # The lamps wait for the port, and what a selector does after it has been woken takes 25 us more than this.
        self._poll: Final = select.poll()
        self._poll.register(self.selector.fileno(), select.POLLIN)

    def until(self, deadline: int, now: int) -> None:
        """Return at `deadline` (monotonic nanoseconds) or when something is ready, whichever is first."""
        self._watch_port()
        for descriptor, _ in self._poll.poll(max(0, deadline - now) / 1e6):
            if descriptor != self._watched:
                self._serve()

    def close(self) -> None:
        """Watch nothing any more."""
        self.selector.close()

    def _serve(self) -> None:
        for key, events in self.selector.select(0):
            owner: Ready = key.data
            owner.serve(key.fileobj, events)

    def _watch_port(self) -> None:
        descriptor = self._line.descriptor
        if self._watched not in (None, descriptor):
            self._poll.unregister(self._watched)
        self._watched = descriptor
        if descriptor is not None:
            self._poll.register(descriptor, select.POLLIN | (select.POLLOUT if self._line.wants_to_write else 0))


@contextmanager
def _short_told() -> Iterator[None]:
    """Raise `CoupError` where the system has not what it takes to wait."""
    try:
        yield
    except OSError as error:
        raise CoupError(
            f"the system is short of what it takes to wait ({error.strerror}); end others, or restart the machine"
        ) from error


class Signals:
    """SIGTERM, SIGINT and SIGHUP as something to wait for: a terminal that is closed must not leave a lamp lit."""

    def __init__(self) -> None:
        """No signal yet. Raises `CoupError` as `Wait`."""
        self.stop = False
        with _short_told():
            self._wake, self._woken = os.pipe()

    @contextmanager
    def caught(self, selector: selectors.BaseSelector) -> Iterator[None]:
        """Catch them, and put back what was there. Raises `CoupError` as `Wait`."""
        os.set_blocking(self._woken, False)
        os.set_blocking(self._wake, False)
        with _short_told():
            selector.register(self._wake, selectors.EVENT_READ, self)
        wakeup = signal.set_wakeup_fd(self._woken, warn_on_full_buffer=False)
        try:
            with handled(self._caught):
                yield
        finally:
            signal.set_wakeup_fd(wakeup)
            selector.unregister(self._wake)
            os.close(self._wake)
            os.close(self._woken)

    def serve(self, ready: object, events: int) -> None:
        """Empty the pipe that a signal wakes the selector through."""
        with suppress(BlockingIOError):
            os.read(self._wake, 64)

    def _caught(self, number: int, frame: FrameType | None) -> None:
        self.stop = True
