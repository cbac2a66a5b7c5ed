"""Whether the shoe's serial port can be had, and whether something else would speak on it.

Decides what else is a nuisance on a serial port. Must never send a byte: the shoe may be in play at another table.
"""

from collections.abc import Iterator
from typing import Final

from firmware.config import UART
from firmware.doctor.finding import Finding
from firmware.doctor.machine import Machine
from firmware.sections import Config, Shoe
from hal.errors import HalError, LinkLost
from hal.serial_link import SerialLink
from hal.settings import problems

_CHECK: Final = "serial port"
_LOGINS: Final = ("agetty", "getty")


def port(shoe: Shoe, running: bool) -> Iterator[Finding]:
    """See that the port is there, a device, permitted and free. A controller that is `running` has it: not tried."""
    if running:
        yield Finding(_CHECK, "note", f"{shoe.port}: not tried, this table's controller has it")
        return
    # To listen is enough here, so nothing else is asked for.
    link = SerialLink(str(shoe.port), shoe.baud, listen_only=True)
    try:
        link.open()
    except LinkLost as error:
        yield Finding(_CHECK, "bad", f"{error}, or name its port as [shoe] port")
    except HalError as error:
        yield Finding(_CHECK, "bad", str(error))
    else:
        yield Finding(_CHECK, "ok", f"{shoe.port}: there, permitted and free")
    finally:
        link.close()


def others_on_it(shoe: Shoe, machine: Machine) -> Iterator[Finding]:
    """Look for a console, a login or a modem manager: each of them would speak to the shoe, or eat what it says."""
    name = shoe.port.resolve().name
    if name in _consoles(machine):
        yield Finding(
            _CHECK,
            "bad",
            f"{name} is the system's console: switch the serial console off (`raspi-config`, Interface Options, Serial"
            " Port), then restart",
        )
    running = list(machine.running())
    if any(program in _LOGINS and name in words for program, *words in running):
        yield Finding(_CHECK, "bad", f"a login waits on {name}: `systemctl disable --now serial-getty@{name}.service`")
    if any(program == "ModemManager" for program, *_ in running):
        yield Finding(
            _CHECK,
            "note",
            "ModemManager runs, and tries every new serial port for a modem: `systemctl disable --now ModemManager`",
        )


def pins_on_it(config: Config) -> Iterator[Finding]:
    """See that no lamp and no button is on the pins of the port, under whichever name the configuration has it."""
    real = config.shoe.port.resolve()
    if config.hal.driver != "rpi" or real.name not in {path.name for path in UART}:
        return
    for mistake in problems(config.hal.rpi.settings, shoe_on_uart=True):
        yield Finding(_CHECK, "bad", f"{config.shoe.port} is {real.name}, the board's own; hal.rpi.{mistake}")


def _consoles(machine: Machine) -> set[str]:
    words = machine.text("proc/cmdline").split()
    named = (word.removeprefix("console=").partition(",")[0] for word in words if word.startswith("console="))
    return {(machine.root / "dev" / device).resolve().name for device in named}
