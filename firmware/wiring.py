"""Whether lamps, gate and buttons are wired as the configuration says: shown to a person, one by one.

Decides the order. Must never know what a lamp says of a round.
"""

import os
import select
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Protocol

from firmware.idle_table import claimed, in_hand
from firmware.sections import Config
from hal.errors import PanelError
from hal.ports import DARK, Clock, Lamps, Panel, Shown
from hal.settings import KEY, LAMPS
from hal.system_clock import SystemClock

LOOK_NS: Final = 1_000_000_000
"""The longest wait between two looks at the clock where the hardware asks for none."""


class Technician(Protocol):
    """The person who watches."""

    @property
    def answers(self) -> bool:
        """Whether there is a terminal to press Enter at; else the test goes on by itself."""

    def tell(self, line: str) -> None:
        """Show a line."""

    def wait(self, seconds: float) -> bool:
        """Wait so long, or until Enter is pressed: True then."""


class Console:
    """The technician at this terminal."""

    def __init__(self) -> None:
        """Look whether standard input is a terminal."""
        self.answers = sys.stdin is not None and sys.stdin.isatty()

    def tell(self, line: str) -> None:
        """Print a line."""
        print(line, flush=True)

    def wait(self, seconds: float) -> bool:
        """Wait so long, or until Enter is pressed: True then."""
        if not self.answers:
            time.sleep(seconds)
            return False
        if not select.select([sys.stdin], [], [], seconds)[0]:
            return False
        os.read(sys.stdin.fileno(), 4096)
        return True


def tour(config: Config, pace_s: float, technician: Technician | None = None) -> None:
    """Light each lamp, then all, then none; open and shut the gate; ask for each button. All is dark at the end.

    Args:
        config: the table's.
        pace_s: seconds for each where nobody can press Enter.
        technician: who watches; else whoever is at the terminal.

    Raises:
        CoupError: the table's controller is running.
        HalError: the hardware cannot be used, or a lamp could not be written.
    """
    watcher = technician or Console()
    with claimed(config.journal.dir), in_hand(config.hal) as (lamps, panel):
        panel.open()
        walk = Tour(lamps, panel, watcher, SystemClock(), pace_s)
        if config.hal.driver == "mock":
            walk.lamps(LAMPS, ())
            walk.gate()
            watcher.tell("buttons: the mock panel has none to press; beside a controller, `coup ctl press` does it")
            return
        pins = config.hal.rpi
        walk.lamps([lamp for lamp in LAMPS if lamp in pins.lamps], pins.unwired)
        if pins.gate is None:
            watcher.tell("gate: no output is wired; the shoe's own gate obeys a controller only")
        else:
            walk.gate()
        walk.buttons(list(pins.buttons))


class Tour:
    """One walk around a table's hardware, with a person who watches."""

    def __init__(self, lamps: Lamps, panel: Panel, technician: Technician, clock: Clock, pace_s: float) -> None:
        """Take hardware that is open already."""
        self._lamps = lamps
        self._panel = panel
        self._technician = technician
        self._clock = clock
        self._pace_ns = round(pace_s * 1e9)
        self._tell = technician.tell
        if technician.answers:
            self._tell("Enter goes on to the next; Ctrl-C ends the test, and all is dark")

    def lamps(self, wired: Sequence[str], unwired: Sequence[str]) -> None:
        """Light each lamp that is `wired`, then all of them, then none."""
        for lamp in wired:
            self._hold(Shown(frozenset({lamp}), frozenset(), False), f"lamp {lamp}")
        self._hold(Shown(frozenset(wired), frozenset(), False), "all lamps")
        self._hold(DARK, "no lamp")
        if unwired:
            self._tell(f"not wired: {', '.join(unwired)}")

    def gate(self) -> None:
        """Open the gate, and shut it."""
        self._hold(DARK, "gate: it opens next; nobody's hand at the shoe")
        self._hold(Shown(frozenset(), frozenset(), True), "gate open")
        self._hold(DARK, "gate shut")

    def buttons(self, wired: Sequence[str]) -> None:
        """Ask for each button in turn, and for the key."""
        for button in wired:
            if button == KEY:
                self._ask("turn the key on", partial(self._turned, True))
                self._ask("turn the key off", partial(self._turned, False))
            else:
                self._ask(f"press {button}", partial(self._pressed, button))

    def _hold(self, shown: Shown, line: str) -> None:
        self._lamps.show(shown)
        self._tell(line)
        self._until(lambda: False)

    def _ask(self, what: str, seen: Callable[[], bool]) -> None:
        self._tell(f"{what} (Enter: skip it)" if self._technician.answers else what)
        self._tell("  seen" if self._until(seen) else "  not seen: skipped")

    def _pressed(self, wanted: str) -> bool:
        presses = [press.button for press in self._panel.poll(self._clock.monotonic_ns())]
        for other in presses:
            if other != wanted:
                self._tell(f"  that was {other}")
        return wanted in presses

    def _turned(self, on: bool) -> bool:
        self._panel.poll(self._clock.monotonic_ns())
        return self._panel.key == on

    def _until(self, seen: Callable[[], bool]) -> bool:
        """Return True once `seen`; False at Enter, or after the pace where nobody can press it."""
        end = self._clock.monotonic_ns() + self._pace_ns
        trouble = ""
        while True:
            now = self._clock.monotonic_ns()
            self._lamps.tick(now)  # the heartbeat: without it the hardware cuts the lamps' supply
            try:
                if seen():
                    return True
            except PanelError as error:
                if str(error) != trouble:
                    trouble = str(error)
                    self._tell(f"  {trouble}")
            if not self._technician.answers and now >= end:
                return False
            paces = [pace for pace in (self._lamps.pace_ns, self._panel.pace_ns, LOOK_NS) if pace]
            due = min(paces) if self._technician.answers else min(*paces, end - now)
            if self._technician.wait(due / 1e9):
                return False
