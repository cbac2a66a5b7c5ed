"""A pseudo-terminal between a shoe and whatever opens its other end: the wire, in real time.

Decides what becomes of bytes on their way. Must never know what they mean.
"""

import os
import re
import select
import time
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tests.whole.someone_elses_shoe import Shoe

Carry = Callable[[bytes], bytes]


class Line:
    """A pseudo-terminal under a stable name, with a shoe at the end that has none."""

    def __init__(self, name: Path, shoe: Shoe, carry: Carry = bytes) -> None:
        self.shoe = shoe
        self._name = name
        self._carry = carry
        self._ends: tuple[int, int] | None = None
        self._half = b""

    def plug(self) -> None:
        shoe, host = self._ends = os.openpty()
        # The host's end stays open here too: a host that dies is not the end of the line.
        tty.setraw(host)
        os.set_blocking(shoe, False)
        self._name.symlink_to(os.ttyname(host))

    def unplug(self) -> None:
        """Pull the plug. May be called twice."""
        if self._ends:
            self._name.unlink()
            for end in self._ends:
                os.close(end)
            self._ends, self._half = None, b""

    def put(self, raw: bytes) -> None:
        """Bytes on the wire; what finds no room, because nobody reads, is lost."""
        if self._ends:
            with suppress(BlockingIOError):
                os.write(self._ends[0], raw)

    def go_on(self, seconds: float) -> None:
        """Say what is due, hear what comes within so many seconds, and answer it."""
        if not self._ends:
            select.select([], [], [], seconds)
            return
        self.speak()
        now = time.monotonic_ns()
        wait = min(seconds, (self.shoe.due(now) - now) / 1e9)
        if select.select([self._ends[0]], [], [], max(0, wait))[0]:
            raw = self._half + os.read(self._ends[0], 4096)
            *frames, self._half = re.split(rb"(?<=\n)", raw)
            for frame in frames:
                self.shoe.hear(self._carry(frame), time.monotonic_ns())
        self.speak()

    def speak(self) -> None:
        while said := self.shoe.say(time.monotonic_ns()):
            self.put(self._carry(said))
