"""The emulated Raspberry Pi of these tests: where QEMU and what builds its assets are not there, they are skipped.

With COUP_PI_REQUIRED=1 in the environment they fail instead.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pi.emulator import QEMU, Emulator
from tests.pi.overlay import overlay
from tests.pi.table import CONFIG, CONFIG_FILE, WITH_LGPIO, Table, table_at

HERE = Path(__file__).parent
TOOLS = (QEMU, "aarch64-linux-gnu-gcc", "apt-get", "cpio", "dpkg-deb", "fdtput", "flock", "setpriv", "unzip")


@pytest.fixture(scope="session")
def assets() -> Path:
    """The folder with what the machine starts from; it is built once, in about half a minute."""
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "coup-pi"
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        _cannot(f"no emulated Raspberry Pi without {', '.join(missing)}: see .ci/run for the packages")
    built = subprocess.run(
        [HERE / "assets.sh", folder, sys.executable],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    if built.returncode:
        _cannot(f"tests/pi/assets.sh: exit {built.returncode}: {built.stderr[-2000:]}")
    return folder


def _cannot(why: str) -> None:
    (pytest.fail if os.environ.get("COUP_PI_REQUIRED") else pytest.skip)(why)


@pytest.fixture(scope="session")
def machine(assets: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Emulator]:
    unpacked = overlay(tmp_path_factory.mktemp("overlay"), {CONFIG_FILE: CONFIG})
    with Emulator(tmp_path_factory.mktemp("pi"), assets, unpacked) as pi:
        yield pi


@pytest.fixture
def table(machine: Emulator) -> Iterator[Table]:
    """A table with RPi.GPIO; nothing runs yet."""
    with table_at(machine) as table:
        yield table


@pytest.fixture
def pi5_table(machine: Emulator) -> Iterator[Table]:
    """A table with rpi-lgpio, as on a Raspberry Pi 5; nothing runs yet."""
    with table_at(machine, WITH_LGPIO) as table:
        yield table
