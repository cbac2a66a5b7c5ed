"""The one place that waits: for the port, the control socket, a signal, or the next thing that is due by time."""

import os
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
    """A selector, and the port's place in it, which changes whenever the port is opened anew."""

    def __init__(self, line: Line) -> None:
        """Nothing is watched yet but the port of `line`. Raises `CoupError` if the system is short of something."""
        with _short_told():
            self.selector: Final = selectors.DefaultSelector()
        self._line: Final = line
        self._watched: tuple[int, int] | None = None

    def until(self, deadline: int, now: int) -> None:
        """Return at `deadline` (monotonic nanoseconds) or when something is ready, whichever is first.

        Raises:
            CoupError: the system is short of something, and the port cannot be watched.
        """
        self._watch_port()
        for key, events in self.selector.select(max(0, deadline - now) / 1e9):
            owner: Ready | None = key.data
            if owner is not None:
                owner.serve(key.fileobj, events)

    def close(self) -> None:
        """Watch nothing any more."""
        self.selector.close()

    def _watch_port(self) -> None:
        descriptor = self._line.descriptor
        wanted = None
        if descriptor is not None:
            write = selectors.EVENT_WRITE if self._line.wants_to_write else 0
            wanted = (descriptor, selectors.EVENT_READ | write)
        if wanted == self._watched:
            return
        # A descriptor that was closed has left the kernel's list already, but not the selector's.
        if self._watched is not None:
            with suppress(KeyError, ValueError, OSError):
                self.selector.unregister(self._watched[0])
        if wanted is not None:
            with _short_told():
                self.selector.register(wanted[0], wanted[1], None)
        self._watched = wanted


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
