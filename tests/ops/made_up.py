"""A machine that a test makes up, and a table on it with nothing wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from firmware.cli import configuration
from firmware.doctor.finding import Finding, Grade
from firmware.doctor.machine import Machine
from firmware.doctor.visit import examine
from firmware.sections import Config

PI_4 = "Raspberry Pi 4 Model B Rev 1.4"
PI_5 = "Raspberry Pi 5 Model B Rev 1.0"

CONFIG = """\
[table]
id = "T-1"
edition = "nz-mini-1996"
[shoe]
port = "{port}"
[hal]
driver = "{driver}"
[hal.rpi]
lamps = {{ deal = 17, stop = 27 }}
unwired = ["player_draw", "banker_draw", "player_stand", "banker_stand", "natural", "player_wins", "banker_wins",
  "tie", "last_hand", "shuffle", "void_hand", "supervisor", "fault"]
"""
FILES = {
    "proc/cmdline": "console=tty1 root=PARTUUID=4e639091-02 rootfstype=ext4 rootwait\n",
    "proc/device-tree/model": PI_4 + "\0",
    "proc/self/mountinfo": "22 1 179:2 / / rw,noatime - ext4 /dev/mmcblk0p2 rw\n",
    "proc/1/cmdline": "/sbin/init\0splash\0",
    "run/systemd/timesync/synchronized": "",
    "dev/watchdog": "",
    "etc/systemd/system.conf": "[Manager]\nRuntimeWatchdogSec=15\n",
}


class Place:
    """A table and its machine, as a test would have them."""

    def __init__(self, folder: Path, port: str, driver: str = "mock") -> None:
        self.folder = folder
        self.source = folder / "table.toml"
        self.source.write_text(CONFIG.format(port=port, driver=driver), encoding="utf-8")
        self.manifest = folder / "manifest.json"
        self.packages: dict[str, str] = {}
        self.machine = Machine(
            root=folder / "machine",
            free=lambda _: 8_000_000_000,
            owners=lambda: {"firmware": ["shoe-table-controller"], "hal": ["shoe-table-controller"]},
            version=lambda name: self.packages.get(name, ""),
            wall=lambda: "2026-11-30T12:00:00.000Z",
            user=lambda: 1000,
        )
        for name, content in FILES.items():
            self.put(name, content)

    def put(self, name: str, content: str) -> None:
        """Put a file of the system in its place."""
        path = self.machine.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")

    def owned_by(self, owners: Mapping[str, Sequence[str]]) -> None:
        self.machine = replace(self.machine, owners=lambda: owners)

    def load(self) -> Config:
        return configuration.load(self.source)

    def add(self, lines: str) -> None:
        """Put more into the configuration."""
        self.source.write_text(self.source.read_text(encoding="utf-8") + lines, encoding="utf-8")

    def look(self) -> list[Finding]:
        """Have the doctor in."""
        return list(examine(self.load, self.machine, self.manifest))

    def found(self, check: str, grade: Grade) -> str:
        """Return what the doctor says of one thing, found so, and of that once."""
        (says,) = [one.says for one in self.look() if (one.check, one.grade) == (check, grade)]
        assert "\n" not in says
        return says
