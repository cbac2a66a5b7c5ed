"""Whether the machine itself is fit for a table: its clock, its watchdog, its user, its root file system.

Decides which of these is only worth a note. Must never change one of them.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from firmware.doctor.finding import Finding
from firmware.doctor.machine import Machine
from firmware.self_test import clock_trouble

_SYSTEMD: Final = ("usr/lib/systemd", "etc/systemd", "run/systemd")
_WATCHDOG: Final = re.compile(r"^\s*RuntimeWatchdogSec\s*=\s*(\S+)", re.MULTILINE)


def clock(machine: Machine) -> Iterator[Finding]:
    """See that the wall clock can be right, and whether the network keeps it so."""
    wall = machine.wall()
    trouble = clock_trouble(wall)
    if trouble:
        yield Finding("clock", "bad", trouble)
    elif machine.there("run/systemd/timesync/synchronized"):
        yield Finding("clock", "ok", f"{wall}, kept right by the network")
    else:
        yield Finding("clock", "note", f"{wall}, not kept right by systemd-timesyncd: see `timedatectl`")


def watchdog(machine: Machine) -> Iterator[Finding]:
    """See that the hardware starts the machine anew when it hangs."""
    if not machine.there("dev/watchdog"):
        yield Finding(
            "watchdog", "note", "no /dev/watchdog: a machine that hangs stays so; the heartbeat pin still guards"
        )
    elif not _armed(machine):
        yield Finding(
            "watchdog", "note", "it is not armed: set RuntimeWatchdogSec=15 under [Manager] in /etc/systemd/system.conf"
        )
    else:
        yield Finding("watchdog", "ok", "the hardware's is armed")


def user(machine: Machine) -> Iterator[Finding]:
    """Say when permissions were not really tried."""
    if machine.user() == 0:
        yield Finding(
            "user",
            "note",
            "this is root, who may do everything: look again as the controller's user, `sudo -u coup coup doctor`",
        )
    else:
        yield Finding("user", "ok", f"user number {machine.user()}")


def root(machine: Machine) -> Iterator[Finding]:
    """Say how the root file system is mounted: both ways are fine."""
    mount = machine.mount(Path("/"))
    if mount:
        yield Finding("root", "ok", f"the root file system is {'writable' if mount.writable else 'read-only'}")


def _armed(machine: Machine) -> bool:
    """Whether the last word of systemd's configuration on it is a time."""
    said: list[str] = []
    for folder in _SYSTEMD:
        for path in (f"{folder}/system.conf", *sorted(_drop_ins(machine, folder))):
            said += _WATCHDOG.findall(machine.text(path))
    return bool(said) and said[-1] not in ("0", "off", "infinity")


def _drop_ins(machine: Machine, folder: str) -> Iterator[str]:
    for file in (machine.root / folder / "system.conf.d").glob("*.conf"):
        yield f"{folder}/system.conf.d/{file.name}"
