"""A simulated shoe at its end of a pseudo-terminal, in real time.

Decides what it takes for heard by the host. It must never answer for the shoe.
"""

import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from firmware.bench.cable import Cable
from firmware.shoe.decoder import Decoder
from firmware.shoe.frames import Ack, FrameError, HostFrame, Who, read_host
from firmware.shoe.simulator import SimulatedShoe


class ShoeEnd:
    """The shoe at its end of a pseudo-terminal, whose other end has a stable name."""

    def __init__(self, shoe: SimulatedShoe, name: Path) -> None:
        self.plugged = False
        """Whether the port is there."""
        self.named = ""
        """The BOOT that the host named last."""
        self.acked: tuple[str, int] = ("", 0)
        """The last acknowledgement that was heard: BOOT and SEQ."""
        self._shoe: Final = shoe
        self._cable: Final = Cable(name, lambda line: None)
        self._decoder = Decoder()

    def plug(self) -> None:
        """Make a port and give it its name. Raises `HalError`."""
        self._cable.open()
        self.plugged, self._decoder = True, Decoder()

    def unplug(self) -> None:
        """Take the port away, name and all. May be called twice."""
        self._cable.close()
        self.plugged = False

    def exchange(self) -> None:
        """Hear what has arrived, and say what is due."""
        if not self.plugged:
            return
        now = time.monotonic_ns()
        heard = self._cable.read()
        for body in self._decoder.feed(heard, now):
            with suppress(FrameError):
                self._note(read_host(body))
        self._shoe.receive(heard, now)
        while said := self._shoe.outgoing(now):
            self._cable.write(said)

    def _note(self, frame: HostFrame) -> None:
        if not isinstance(frame, Who):
            self.named = frame.boot
        if isinstance(frame, Ack):
            self.acked = (frame.boot, frame.seq)
