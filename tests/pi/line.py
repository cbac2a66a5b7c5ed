"""The line between the emulated Pi's serial port and a simulated shoe, in real time.

Decides when the shoe speaks, and whether anybody is at the other end. It must never know what a card means.
"""

import select
import socket
import threading
import time
from contextlib import suppress
from itertools import count
from types import TracebackType
from typing import Final, Self, cast

from firmware.core.cards import Face
from firmware.shoe.decoder import Decoder
from firmware.shoe.frames import Ack, FrameError, read_host
from firmware.shoe.simulator import SimulatedShoe

GLANCE_S: Final = 0.005
BOOTS: Final = count(0x0C0FFEE0)
"""No two shoes, one after another on the same line, draw the same."""


class Line:
    """A shoe, and the wire to it. While nobody listens, what the shoe says is lost, as it is on a wire."""

    def __init__(self, uart: socket.socket) -> None:
        """Take the host's end of the serial line; a fresh shoe is put on it."""
        self._shoe = SimulatedShoe(lambda: f"{next(BOOTS):08X}")
        self._uart = uart
        self._heard = Decoder()
        self._acked = 0
        self._pulled = False
        self._hands_off = threading.Lock()  # the shoe is one thing, and the line goes on while a card leaves
        self._thread = threading.Thread(target=self._go_on)
        self.listened = False

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._pulled = True
        self._thread.join()

    @property
    def acked(self) -> bool:
        """Whether everything that happened at the shoe is acknowledged."""
        with self._hands_off:
            return self._acked == self._shoe.last

    @property
    def gate_open(self) -> bool:
        """Whether the shoe's own gate is open."""
        with self._hands_off:
            return self._shoe.gate_open

    def happen(self, said: str) -> None:
        """Something happens at the shoe: `LOADED`, `CUT`, or `CARD,KH` and so on."""
        with self._hands_off:
            match said.split(","):
                case ["CARD", face]:
                    self._shoe.card(cast(Face, face))
                case ["CUT"]:
                    self._shoe.cut()
                case ["LOADED"]:
                    self._shoe.loaded()
                case _:
                    raise ValueError(said)

    def _go_on(self) -> None:
        while not self._pulled:
            if select.select([self._uart], [], [], GLANCE_S)[0]:
                heard = self._uart.recv(4096)
                if not heard:
                    return
                self._hear(heard, time.monotonic_ns())
            now = time.monotonic_ns()
            with self._hands_off:
                while said := self._shoe.outgoing(now):
                    if self.listened:
                        self._uart.sendall(said)

    def _hear(self, heard: bytes, now: int) -> None:
        with self._hands_off:
            self._shoe.receive(heard, now)
            for body in self._heard.feed(heard, now):
                with suppress(FrameError):
                    said = read_host(body)
                    if isinstance(said, Ack) and said.boot == self._shoe.boot:
                        self._acked = max(self._acked, said.seq)
