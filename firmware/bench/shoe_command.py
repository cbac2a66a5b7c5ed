"""What `coup shoe` does: a simulated shoe at a port, and a person at a terminal, until one of them is gone.

Decides which of port, terminal and time is waited for. Must never know what happens at a shoe.
"""

import os
import secrets
import select
import signal
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from itertools import takewhile
from random import Random

from firmware.bench.by_hand import HELP
from firmware.bench.mishaps import Mishaps
from firmware.bench.shoe_port import ShoePort, Tell
from firmware.bench.shoe_script import Move
from firmware.errors import Refused
from firmware.interrupts import interruptible
from firmware.shoe.registry import Make
from hal.errors import HalError, PortBusy
from hal.ports import ByteLink
from hal.system_clock import SystemClock


def shoe(
    cable: Callable[[Tell], ByteLink],
    make: Make,
    *,
    baud: int,
    pace_s: float,
    mishaps: Mishaps,
    script: Iterable[Move] | None,
    at_open_gate: bool,
) -> None:
    """Have a shoe at a line until it is stopped, or until `quit` is typed or, without a script, nothing more is.

    Args:
        cable: makes the line, from what tells people about it.
        make: the shoe's make.
        baud: bits per second.
        pace_s: seconds from one card to the next.
        mishaps: what goes wrong on the line.
        script: what happens by itself; None: only what is typed.
        at_open_gate: cards of the script leave only while the gate is open.

    Raises:
        Refused: the port can never work as it is named.
        PortBusy: another program has it, or another shoe is there.
    """
    simulated = make.simulated(lambda: secrets.token_hex(4).upper())
    keyboard = Keyboard()
    port = ShoePort(
        simulated,
        cable(keyboard.tell),
        keyboard.tell,
        baud=baud,
        pace_ns=round(pace_s * 1e9),
        mishaps=mishaps,
        random=Random(),
        script=script or (),
        at_open_gate=at_open_gate,
        somebody_answers=keyboard.terminal,
    )
    with closing(port):
        try:
            with interruptible():
                _work(port, keyboard, by_hand=script is None)
        except KeyboardInterrupt:
            print("\rthe shoe is switched off" if keyboard.terminal else "the shoe is switched off", flush=True)


def _work(port: ShoePort, keyboard: "Keyboard", *, by_hand: bool) -> None:
    clock = SystemClock()
    try:
        port.start(clock.monotonic_ns())
    except PortBusy:
        raise
    except HalError as error:
        raise Refused("form", str(error)) from error
    if keyboard.terminal:
        keyboard.tell("help lists what can be typed")
    while True:
        port.turn(clock.monotonic_ns())
        now = clock.monotonic_ns()
        if (keyboard.quit or (keyboard.ended and by_hand)) and not port.busy(now):
            return
        line = [] if port.descriptor is None else [port.descriptor]
        typed = [] if keyboard.quit or keyboard.ended else [keyboard.descriptor]
        wait_s = max(0, port.deadline(now) - now) / 1e9
        ready, _, _ = select.select(line + typed, line if port.wants_to_write else [], [], wait_s)
        if typed and typed[0] in ready:
            for words in takewhile(lambda _: not keyboard.quit, keyboard.lines()):
                _obey(port, keyboard, words)


def _obey(port: ShoePort, keyboard: "Keyboard", line: str) -> None:
    match line.strip().lower():
        case "":
            port.go_on()
        case "help":
            keyboard.tell(HELP)
        case "quit":
            port.end_script()
            keyboard.quit = True
        case _:
            try:
                port.type(line)
            except Refused as error:
                keyboard.tell(str(error))


class Keyboard:
    """The person at standard input and output."""

    def __init__(self) -> None:
        """Nothing is typed yet."""
        self.ended = sys.stdin is None
        """Nothing more will be typed."""
        self.descriptor = -1 if self.ended else sys.stdin.fileno()
        self.terminal = not self.ended and sys.stdin.isatty()
        self.quit = False
        """Nothing more is read: the shoe is switched off once what was typed before has happened."""
        self._unfinished = b""
        # A job in the background that reads the terminal would be stopped: it is told instead, and reads no more.
        signal.signal(signal.SIGTTIN, signal.SIG_IGN)

    def tell(self, line: str) -> None:
        """Print a line; on a terminal with a prompt behind it."""
        print(f"\r{line}\nshoe> " if self.terminal else f"{line}\n", end="", flush=True)

    def lines(self) -> list[str]:
        """Return the lines that were typed since. Only when there is something to read."""
        try:
            data = os.read(self.descriptor, 4096)
        except OSError:
            data = b""
        self.ended = not data
        *whole, self._unfinished = (self._unfinished + (data or b"\n")).split(b"\n")
        return [line.decode(errors="replace") for line in whole]
