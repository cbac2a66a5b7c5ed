"""Whether the program is the installed one, and whether it has what it runs on.

Decides what may be installed beside it. Must never import what it looks for: a wrong package may already fail there.
"""

from collections.abc import Iterator
from pathlib import Path
from platform import python_version
from typing import Final

from firmware.doctor.finding import Finding, Grade
from firmware.doctor.machine import Machine
from firmware.errors import CoupError
from firmware.identity import DISTRIBUTION, libraries, program
from firmware.sections import Config
from firmware.self_test import software_trouble

NAMES: Final = ("firmware", "hal")
"""The program's packages: others use these names, too."""

OLD, NEW = "RPi.GPIO", "rpi-lgpio"
"""The two distributions that bring the module RPi.GPIO: for a Raspberry Pi up to 4, and for 5."""

_NEW_BOARDS: Final = ("Raspberry Pi 5", "Raspberry Pi Compute Module 5")


def identity(manifest: Path) -> Iterator[Finding]:
    """Compare the program with the one that `manifest` says was installed."""
    try:
        found = program()
    except CoupError as error:
        yield Finding("program", "bad", str(error))
        return
    trouble = software_trouble(found, manifest)
    if trouble:
        yield Finding("program", "bad", trouble)
    elif manifest.exists():
        yield Finding("program", "ok", f"version {found.version}, as it was installed")
    else:
        yield Finding("program", "note", f"version {found.version}; without {manifest} nobody knows what was installed")


def names(machine: Machine) -> Iterator[Finding]:
    """See that no other distribution brings a package of the same name."""
    owners = machine.owners()
    for name in NAMES:
        others = sorted({*owners.get(name, ())} - {DISTRIBUTION})
        if others:
            yield Finding(
                "names",
                "bad",
                f"{', '.join(others)} brings a package `{name}`, too: uninstall it, or install {DISTRIBUTION} in an"
                " environment of its own",
            )
            return
    yield Finding("names", "ok", f"{' and '.join(NAMES)} are this program's alone")


def runs_on() -> Iterator[Finding]:
    """Say which Python and which libraries there are."""
    there = ", ".join(f"{name} {version}" for name, version in libraries().items())
    yield Finding("libraries", "ok", f"python {python_version()}; {there}")


def gpio(config: Config, machine: Machine) -> Iterator[Finding]:
    """See that the module for the pins is there once, and the one for this board."""
    there = [name for name in (OLD, NEW) if machine.version(name)]
    new_board = any(board in machine.model for board in _NEW_BOARDS)
    wanted, extra = (NEW, "pi5") if new_board else (OLD, "pi")
    if len(there) == 2:
        unwanted = OLD if new_board else NEW
        yield _gpio("bad", f"both {OLD} and {NEW} bring it: uninstall {unwanted}, then install {wanted} again")
    elif config.hal.driver != "rpi":
        yield _gpio("ok", f"none is used by the driver {config.hal.driver}")
    elif "Raspberry Pi" not in machine.model:
        yield _gpio("bad", 'this is no Raspberry Pi: set [hal] driver = "mock", or run it on one')
    elif not there:
        yield _gpio("bad", f"{wanted} is not installed: install the extra `{extra}`")
    elif new_board and there == [OLD]:
        yield _gpio("bad", f"{machine.model} is newer than {OLD}: uninstall {OLD} and install the extra `pi5`")
    else:
        yield _gpio("ok", f"{there[0]} {machine.version(there[0])} on {machine.model}")


def _gpio(grade: Grade, says: str) -> Finding:
    return Finding("gpio package", grade, says)
