"""Decides what a table without hardware leaves behind: a trace of what it showed; and whose hand presses a button.

It must never know why something is shown. Chosen by configuration, never by fallback.
"""

import contextlib
import json
import os
import stat
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from hal.errors import HalError, LampError, PanelError
from hal.lock import lock
from hal.ports import DARK, ButtonName, Press, Shown
from hal.settings import BUTTONS, LAMPS

_START: Final = b'{"t_ns":'
"""What a trace begins with."""


class MockLamps:
    """Implements `Lamps` on a trace file: one JSON line for every change of what is shown, the first included.

    Args:
        trace: the file; lines are put behind what is there.
        clock: nanoseconds of a monotonic clock, for the lines.
    """

    def __init__(self, trace: Path, clock: Callable[[], int] = time.monotonic_ns) -> None:
        self._trace = trace
        self._clock = clock
        self._file: int | None = None
        self._shown: Shown | None = None

    def open(self) -> None:
        """Take the trace file; its folder is made if it is not there.

        Nothing is written yet: a line that is dark means that the controller has stopped.

        Raises:
            PortBusy: another controller writes it.
            HalError: it cannot be opened, or is another file than a trace: it is as it was.
        """
        try:
            self._trace.parent.mkdir(parents=True, exist_ok=True)
            # O_NONBLOCK: a pipe that nobody reads is an error, not a wait
            descriptor = os.open(self._trace, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK, 0o644)
        except OSError as error:
            raise HalError(f"{self._trace}: cannot write the trace ({error.strerror}); see [hal.mock] trace") from error
        try:
            self._check(descriptor)
            lock(descriptor, str(self._trace))
        except HalError:
            os.close(descriptor)
            raise
        self._file, self._shown = descriptor, None

    def show(self, shown: Shown) -> None:
        """Write a line, unbuffered, if `shown` differs from the line before.

        Raises:
            LampError: it could not be written; the next call writes it again.
        """
        if self._file is None:
            raise LampError("the lamps are not open")
        unknown = shown.lamps.difference(LAMPS)
        if unknown:
            raise LampError(f"no such lamp: {', '.join(sorted(unknown))}")
        if shown != self._shown:
            self._write(self._file, shown)
            self._shown = shown

    @property
    def pace_ns(self) -> int:
        """Nothing changes by time alone: 0."""
        return 0

    def tick(self, now_ns: int) -> None:
        """Do nothing: a trace says that a lamp blinks, not when."""

    def close(self) -> None:
        """Write that all is dark and shut, and give the file back. May be called twice. Raises `LampError`."""
        if self._file is None:
            return
        try:
            if self._shown is not None:  # what never showed anything has nothing to put out
                self.show(DARK)
        finally:
            with contextlib.suppress(OSError):  # it is closed whatever the system says
                os.close(self._file)
            self._file = None

    def _check(self, descriptor: int) -> None:
        """See that what lies there is a trace, if anything: what is named by mistake may be somebody's record."""
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return
        try:
            with self._trace.open("rb") as trace:
                start = trace.read(len(_START))
        except OSError as error:
            raise HalError(f"{self._trace}: cannot read the trace ({error.strerror}); see [hal.mock] trace") from error
        if start != _START[: len(start)]:
            raise HalError(f"{self._trace}: is no trace of lamps; name another file as [hal.mock] trace")

    def _write(self, descriptor: int, shown: Shown) -> None:
        record = {
            "t_ns": self._clock(),
            "lamps": sorted(shown.lamps),
            "blink": sorted(shown.blink),
            "gate": "open" if shown.gate_open else "shut",
        }
        line = (json.dumps(record, separators=(",", ":")) + "\n").encode()
        try:
            written = os.write(descriptor, line)
        except OSError as error:
            raise LampError(f"{self._trace}: cannot write the trace ({error.strerror})") from error
        if written < len(line):
            with contextlib.suppress(OSError):  # a pipe keeps the half line
                os.ftruncate(descriptor, os.fstat(descriptor).st_size - written)
            raise LampError(f"{self._trace}: cannot write the trace (no room for a line)")


class MockPanel:
    """Implements `Panel` for whoever plays the hand: the control socket or a scenario.

    Attributes:
        key: whether the supervisor's key is turned on; set it to turn the key.
    """

    def __init__(self) -> None:
        self.key = False
        self._presses: list[Press] = []

    def open(self) -> None:
        """Do nothing: there is no hardware to take."""

    @property
    def pace_ns(self) -> int:
        """No contact to look at: 0."""
        return 0

    def press(self, button: ButtonName, held: bool = False) -> None:
        """Press and let go, one press by itself, for the next `poll`. Only with the key on it can be a held one.

        Raises:
            PanelError: the table has no such button.
        """
        if button not in BUTTONS:
            raise PanelError(f"no such button: {button}; there are {', '.join(BUTTONS)}")
        self._presses.append(Press(button, held and self.key, self.key))

    def poll(self, now_ns: int) -> Sequence[Press]:
        """Return the presses since the last call, in order."""
        presses, self._presses = self._presses, []
        return presses

    def close(self) -> None:
        """Do nothing."""
