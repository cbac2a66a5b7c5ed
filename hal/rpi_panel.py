"""Buttons and key at the pins of a Raspberry Pi: inputs with pull-ups, closed to ground.

Decides which contacts are closed. It must never know what a press means.
"""

from collections.abc import Mapping, Sequence

from hal.buttons import POLL_NS, Debouncer
from hal.errors import PanelError
from hal.ports import Press
from hal.rpi import Gpio, cannot_use, load_gpio
from hal.settings import BUTTONS, KEY, RpiSettings


class RpiPanel:
    """Implements `Panel`: polled, at least every `hal.buttons.POLL_NS`."""

    def __init__(self, settings: RpiSettings) -> None:
        self._pins: Mapping[str, int] = settings.buttons
        self._gpio: Gpio | None = None
        self._debouncer = Debouncer()

    def open(self) -> None:
        """Take the pins, with their pull-ups on. Raises `HalError` with what to do."""
        gpio = load_gpio()
        try:
            for pin in self._pins.values():
                gpio.setup(pin, gpio.IN, pull_up_down=gpio.PUD_UP)
        except Exception as error:  # see load_gpio
            raise cannot_use(error) from error
        self._gpio, self._debouncer = gpio, Debouncer()

    def poll(self, now_ns: int) -> Sequence[Press]:
        """Return the presses since the last call, in order.

        Raises:
            PanelError: a pin cannot be read; or there is no press, and a button is stuck. So a call that returns
                presses says nothing of a stuck button, and no press of another button is lost.
        """
        if self._gpio is None:
            raise PanelError("the buttons are not open")
        try:
            closed = {name: not self._gpio.input(self._pins[name]) for name in BUTTONS if name in self._pins}
            key = KEY in self._pins and not self._gpio.input(self._pins[KEY])
        except Exception as error:  # see load_gpio
            raise PanelError(f"cannot read the buttons' pins ({error})") from error
        presses = self._debouncer.look(closed, key, now_ns)
        stuck = self._debouncer.stuck
        if stuck and not presses:
            raise PanelError(f"down for more than 10 s: {', '.join(sorted(stuck))}; free the button or its wire")
        return presses

    @property
    def pace_ns(self) -> int:
        """How often to look at the contacts."""
        return POLL_NS

    @property
    def key(self) -> bool:
        """Whether the supervisor's key is turned on."""
        return self._debouncer.key

    def close(self) -> None:
        """Give the pins back: these alone, another program may have others. May be called twice."""
        gpio, self._gpio = self._gpio, None
        if gpio is not None and self._pins:
            gpio.cleanup(list(self._pins.values()))
