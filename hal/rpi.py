"""The pins of a Raspberry Pi: RPi.GPIO is imported here alone, and only when pins are taken.

Decides what is told when they cannot be had. It must never know what is wired to a pin.
"""

import importlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Protocol, cast

from hal.errors import HalError, PortBusy


class Gpio(Protocol):
    """What is used of the module RPi.GPIO (0.7.1, or rpi-lgpio under the same name)."""

    BCM: int
    IN: int
    OUT: int
    PUD_UP: int

    def setwarnings(self, flag: bool, /) -> None:
        """Switch the module's warnings."""

    def setmode(self, mode: int, /) -> None:
        """Choose the numbering of pins."""

    def setup(self, channel: int, direction: int, pull_up_down: int = ..., initial: int = ...) -> None:
        """Make a pin an input or an output."""

    def output(self, channel: int, value: int, /) -> None:
        """Set the level of an output."""

    def input(self, channel: int, /) -> int:
        """Read the level of a pin."""

    def cleanup(self, channel: Sequence[int], /) -> None:
        """Make floating inputs of pins."""


def load_gpio() -> Gpio:
    """Return the module, set to BCM numbers.

    Its warnings are off: they tell of pins that are outputs already, which is how a closed driver leaves them.

    Raises:
        HalError: it is not installed, or this is no Raspberry Pi that it knows.
    """
    try:
        with _folder_for_lgpio():
            gpio = cast(Gpio, importlib.import_module("RPi.GPIO"))
        gpio.setwarnings(False)
        gpio.setmode(gpio.BCM)
    except ImportError as error:
        raise HalError(
            f"cannot import RPi.GPIO ({error}): install the extra `pi`, on a Raspberry Pi 5 `pi5`"
        ) from error
    except Exception as error:  # each of the two packages has exceptions of its own
        raise cannot_use(error) from error
    return gpio


@contextmanager
def _folder_for_lgpio() -> Iterator[None]:
    """Have a folder for the pipe that lgpio makes when it is imported, and go back to where the program was after that.

    It makes it in LG_WD, which it also goes to, else where the program stands: a service may not write there. Once the
    pipe is open nobody needs its name.
    """
    here, there = os.getcwd(), os.environ.get("LG_WD")
    with tempfile.TemporaryDirectory(prefix="coup-gpio-") as folder:
        os.environ["LG_WD"] = folder
        try:
            yield
        finally:
            with suppress(OSError):  # started by sudo in a folder that is closed to this user
                os.chdir(here)
            if there is None:
                del os.environ["LG_WD"]
            else:
                os.environ["LG_WD"] = there


def cannot_use(error: Exception) -> HalError:
    """Word what RPi.GPIO, or rpi-lgpio in its place, says when the pins cannot be used."""
    said = str(error)
    if "peripheral base address" in said:
        return HalError("this Raspberry Pi is newer than RPi.GPIO: uninstall RPi.GPIO and install the extra `pi5`")
    if "only be run on a Raspberry Pi" in said:
        return HalError('this is no Raspberry Pi: set [hal] driver = "mock", or run it on one')
    if "/dev/mem" in said or "gpiochip" in said:
        return HalError(f"no permission for the pins ({said}); add this user to the group gpio and log in again")
    if "different mode" in said:
        return HalError("this program already numbers pins otherwise (GPIO.BOARD); it has to use BCM numbers")
    if "busy" in said:
        return PortBusy(f"the pins cannot be used ({said}): another program has one of them; stop that one")
    return HalError(f"the pins cannot be used ({said}); run `coup doctor`")
