"""Decides which PIN is checked when, and hears from the PIN process whether it is right, without ever waiting.

One PIN is checked at a time. A wrong one makes the next check of that name wait, longer each time. It must never know
what a right PIN is good for; and it works on no hash itself (`firmware.control.pins` does).
"""

import itertools
import json
import os
import selectors
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from firmware.control.delays import Delays
from firmware.errors import Refused

PIN_PROCESS: Final = (sys.executable, "-I", "-m", "firmware.control.pins")
"""The command of the PIN process: isolated, so that neither its folder nor the environment chooses its code."""
LONGEST_CHECK_NS: Final = 10_000_000_000
"""A PIN process that has not answered by then never will."""
RESTART_NS: Final = 1_000_000_000
"""Between the end of a PIN process and the next one's start."""
MOST_WAITING: Final = 64
"""Checks that wait: one for each connection there can be."""
MOST_OF_A_NAME: Final = 4
"""Checks of one name that wait: who floods one leaves room for the others."""

_NOBODYS: Final = "$argon2id$v=19$m=19456,t=2,p=1$HUqFUqMuX5yTPBXUX1Bl7w$YGOl4snKIgJknvs3Ce+hoGTYxY/2CVE/Zju98J8nLZk"
"""A hash like others of a PIN that nobody knows, so that a name in no file takes as long as one that is in it."""


@dataclass(slots=True, eq=False)
class Check:
    """A PIN that is checked: `right` is None until that is known."""

    name: str
    pin_hash: str | None = field(repr=False)
    pin: str = field(repr=False)
    right: bool | None = None


class PinProcess:
    """One PIN process, at the other end of two pipes. PINs go through them and nowhere else."""

    def __init__(self, command: Sequence[str], selector: selectors.BaseSelector, watcher: object) -> None:
        """Start it; `watcher` becomes the selector's `data`. Raises `OSError`."""
        self._process: Final = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
        )
        assert self._process.stdin
        assert self._process.stdout
        self._to, self._from = self._process.stdin, self._process.stdout
        for pipe in (self._to, self._from):
            os.set_blocking(pipe.fileno(), False)
        self._selector: Final = selector
        self._said = b""
        self.ended = False
        selector.register(self._from, selectors.EVENT_READ, watcher)

    def ask(self, line: bytes) -> None:
        """Give it a line of less than a pipe takes at once; it has answered all before."""
        try:
            os.write(self._to.fileno(), line)
        except OSError:
            self.ended = True

    def receive(self) -> None:
        """Take what it says."""
        data = self._from.read(4096)
        self.ended = self.ended or data == b""
        self._said += data or b""

    def next_line(self) -> bytes | None:
        """Return the next line it has said, or None."""
        line, newline, rest = self._said.partition(b"\n")
        if not newline:
            return None
        self._said = rest
        return line

    def end(self) -> None:
        """End it at once: it holds nothing that matters."""
        self._selector.unregister(self._from)
        self._process.kill()
        self._to.close()
        self._from.close()
        self._process.wait()


class PinChecker:
    """The queue of PINs, and the process that checks them one by one. `turn` is called once in every turn of the loop.

    A PIN process that ends, hangs or talks nonsense is told once and started again; the PIN it had counts as wrong.
    """

    def __init__(self, tell: Callable[[str], None], command: Sequence[str] = PIN_PROCESS) -> None:
        """`tell` gets a line for people."""
        self._tell: Final = tell
        self._command: Final = command
        self._selector: selectors.BaseSelector | None = None
        self._pins: PinProcess | None = None
        self._may_start_at = 0
        self._told = False
        self._waiting: list[Check] = []
        self._running: Check | None = None
        self._give_up_at = 0
        self._numbers: Final = itertools.count(1)
        self._number = 0
        self._delays: Final = Delays()

    def open(self, selector: selectors.BaseSelector) -> None:
        """Start the PIN process; its pipe is registered with `selector`, with this object as the key's `data`."""
        self._selector = selector
        with suppress(OSError):  # told at the first check, when it is tried again
            self._pins = PinProcess(self._command, selector, self)

    def close(self) -> None:
        """End the PIN process. May be called twice."""
        if self._pins:
            self._pins.end()
            self._pins = None

    def serve(self, ready: object, events: int) -> None:
        """Take what the PIN process says."""
        if self._pins:
            self._pins.receive()

    def ask(self, name: str, pin_hash: str | None, pin: str) -> Check:
        """Return a check of `pin` that will be done; `pin_hash` is None for a name in no file: then no PIN is right.

        Raises:
            Refused: `pin`, too many checks wait already.
        """
        of_the_name = sum(check.name == name for check in self._waiting)
        if len(self._waiting) >= MOST_WAITING or of_the_name >= MOST_OF_A_NAME:
            raise Refused("pin", "too many PINs wait to be checked: try again in a while")
        check = Check(name, pin_hash, pin)
        self._waiting.append(check)
        return check

    def forget(self, check: Check) -> None:
        """Nobody waits for `check` any more. One that has begun goes on, and counts."""
        with suppress(ValueError):
            self._waiting.remove(check)

    def turn(self, now: int) -> None:
        """Take the PIN process's answer if there is one, and begin the next check that is due."""
        self._hear(now)
        if self._running is None:
            self._begin(now)

    def deadline(self, now: int) -> int | None:
        """Return when `turn` is due by time alone, in monotonic nanoseconds; None: only when the PIN process speaks."""
        if self._running:
            return self._give_up_at
        if not self._waiting:
            return None
        start = now if self._pins else self._may_start_at
        return max(start, min(self._delays.until(check.name) for check in self._waiting))

    def _hear(self, now: int) -> None:
        pins = self._pins
        if pins is None:
            return
        line = pins.next_line()
        if line is not None:
            right = _verdict(line, self._number)
            if right is None or self._running is None:
                self._lose("it does not answer as it should", now)
            else:
                self._told = False
                self._settle(self._running, right, now)
        elif pins.ended:
            self._lose("it has ended", now)
        elif self._running and now >= self._give_up_at:
            self._lose("it does not answer", now)

    def _begin(self, now: int) -> None:
        if self._pins is None and now < self._may_start_at:
            return
        check = next((each for each in self._waiting if now >= self._delays.until(each.name)), None)
        if check is None:
            return
        self._waiting.remove(check)
        self._running, self._give_up_at, self._number = check, now + LONGEST_CHECK_NS, next(self._numbers)
        if self._pins is None:
            assert self._selector, "opened before it is asked"
            try:
                self._pins = PinProcess(self._command, self._selector, self)
            except OSError as error:
                self._lose(f"it cannot be started ({error.strerror})", now)
                return
        asked = {"id": self._number, "hash": check.pin_hash or _NOBODYS, "pin": check.pin}
        self._pins.ask(json.dumps(asked).encode() + b"\n")

    def _settle(self, check: Check, right: bool, now: int) -> None:
        self._running = None
        check.right = right and check.pin_hash is not None
        check.pin = ""
        self._delays.note(check.name, check.right, known=check.pin_hash is not None, now=now)

    def _lose(self, why: str, now: int) -> None:
        self.close()
        self._may_start_at = now + RESTART_NS
        if not self._told:
            self._told = True
            self._tell(f"the process that checks PINs is started again: {why}; a PIN it had counts as wrong")
        if self._running:
            self._settle(self._running, False, now)


def _verdict(line: bytes, number: int) -> bool | None:
    """Return whether the PIN of check `number` is right; None if the line does not say so."""
    try:
        answer = json.loads(line)
    except ValueError:
        return None
    match answer:
        case {"id": int(said), "right": bool(right)} if said == number:
            return right
    return None
