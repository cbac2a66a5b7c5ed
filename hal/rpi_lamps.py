"""Decides what level each lamp's pin of a Raspberry Pi has, and whether it has it.

Lamps and gate are outputs whose level is set before their direction, so that nothing flashes at the start. They stay
outputs when the driver is closed: RPi.GPIO's `cleanup` makes floating inputs of them, and what floats may light.
What was written is read back: a Pi reads the level at the pin, not the one it was given. It must never know why a lamp
is lit.
"""

import os
from collections.abc import Iterable
from typing import Final

from hal.errors import HalError, LampError
from hal.lock import lock_file
from hal.ports import DARK, Shown
from hal.rpi import Gpio, cannot_use, load_gpio
from hal.settings import LAMPS, RpiSettings

PACE_NS: Final = 50_000_000
"""50 ms: `tick` at least this often, so that the heartbeat never takes 100 ms even when a turn is late."""

LOOK_NS: Final = 1_000_000_000
"""1 s: every output's level is read so often, besides each time it was written."""

BLINK_NS: Final = 500_000_000
"""Half a blink, 500 ms: a lamp that starts to blink is lit for so long, then dark for so long."""


class RpiLamps:
    """Implements `Lamps`, with the gate as a second output and an optional heartbeat.

    Open the lamps before the panel: they hold the lock for both.
    """

    def __init__(self, settings: RpiSettings) -> None:
        self._settings = settings
        self._pins = settings.outputs
        self._gpio: Gpio | None = None
        self._lock: int | None = None
        self._shown = DARK
        self._blink_from_ns: int | None = None
        self._lit_half = True
        self._beat = False
        self._on: dict[str, bool] = {}  # what each pin was seen to be, as far as that is known
        self._look_at_ns: int | None = None

    def open(self) -> None:
        """Take the pins, everything dark and shut.

        Raises:
            PortBusy: another controller holds the lock file.
            HalError: the pins cannot be used; says what to do.
        """
        self._lock = lock_file(self._settings.lock)
        try:
            gpio = load_gpio()
            try:
                for pin in self._pins.values():
                    gpio.setup(pin, gpio.OUT, initial=self._level(False))
            except Exception as error:  # see load_gpio
                raise cannot_use(error) from error
        except HalError:
            self._unlock()
            raise
        self._gpio = gpio
        self._shown, self._beat, self._on = DARK, False, dict.fromkeys(self._pins, False)
        self._look_at_ns = None

    def show(self, shown: Shown) -> None:
        """Make the pins show `shown`; only pins that change are written.

        Raises:
            LampError: a pin could not be written, or has another level than it was given (the others have theirs);
                the next call writes it again.
        """
        unknown = shown.lamps.difference(LAMPS)
        if unknown:
            raise LampError(f"no such lamp: {', '.join(sorted(unknown))}")
        if shown.blink != self._shown.blink:
            self._blink_from_ns, self._lit_half = None, True
        self._shown = shown
        self._write()

    @property
    def pace_ns(self) -> int:
        """The heartbeat's pace; blinking is slower."""
        return PACE_NS

    def tick(self, now_ns: int) -> None:
        """Blink when it is due, and toggle the heartbeat: at least every 100 ms.

        Raises:
            LampError: as `show` does, for a pin that lost its level since, too.
        """
        if self._blink_from_ns is None:
            self._blink_from_ns = now_ns
        self._lit_half = (now_ns - self._blink_from_ns) // BLINK_NS % 2 == 0
        self._beat = not self._beat
        self._write()
        if self._look_at_ns is None or now_ns >= self._look_at_ns:
            self._look_at_ns = now_ns + LOOK_NS
            self._look(self._on)

    def close(self) -> None:
        """Leave every lamp dark and the gate shut, and give up the lock. May be called twice. Raises `LampError`."""
        if self._gpio is None:
            return
        self._shown, self._beat = DARK, False
        try:
            self._write()
        finally:
            self._gpio = None
            self._unlock()

    def _write(self) -> None:
        if self._gpio is None:
            raise LampError("the lamps are not open")
        wanted = self._wanted()
        changed = [name for name in wanted if self._on.get(name) != wanted[name]]
        failed: Exception | None = None
        # What goes dark goes first, the gate at its head, and the gate opens last: no moment shows more than is true.
        for name in sorted(changed, key=lambda name: (wanted[name], (name == "gate") == wanted[name])):
            try:
                self._gpio.output(self._pins[name], self._level(wanted[name]))
                self._on[name] = wanted[name]
            except Exception as error:  # noqa: BLE001  # see load_gpio; raised below
                failed = error
        if failed is not None:
            self._on.clear()
            raise LampError(f"cannot write the lamps' pins ({failed})") from failed
        self._look(changed)

    def _look(self, names: Iterable[str]) -> None:
        """Read the pins of these outputs. What has another level than it was given is as good as never written."""
        assert self._gpio
        try:
            wrong = [name for name in names if self._gpio.input(self._pins[name]) != self._level(self._on[name])]
        except Exception as error:  # see load_gpio
            self._on.clear()
            raise LampError(f"cannot read the lamps' pins ({error})") from error
        for name in wrong:
            del self._on[name]
        if wrong:
            told = ", ".join(f"{name} (BCM {self._pins[name]})" for name in wrong)
            raise LampError(f"these do not have the level they were given: {told}; look for a short or a crossed wire")

    def _wanted(self) -> dict[str, bool]:
        """Return for every output whether it is on now."""
        dark_half = frozenset() if self._lit_half else self._shown.blink
        on = {name: name in self._shown.lamps and name not in dark_half for name in self._settings.lamps}
        more = {"gate": self._shown.gate_open, "heartbeat": self._beat}
        return on | {name: value for name, value in more.items() if name in self._pins}

    def _level(self, on: bool) -> int:
        return int(on != self._settings.active_low)

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
