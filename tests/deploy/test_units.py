"""What the system is told of the controller: its service may do what it must, and hardly anything else."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deploy.card import CHECKOUT, run, skip

DEPLOY = CHECKOUT / "deploy"
UNITS = ("coup.service", "coup-serial-server.service", "coup-display.service")
MOST_EXPOSED = 20
"""What `systemd-analyze security` calls 2.0."""


@pytest.fixture(autouse=True)
def _analyst() -> None:
    if not shutil.which("systemd-analyze"):
        skip("systemd-analyze is not installed")


def lines(unit: str) -> list[str]:
    return (DEPLOY / unit).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_says_nothing_that_systemd_does_not_know(unit: str, tmp_path: Path) -> None:
    """Only the programs are taken from this machine: verified is also that they are there."""
    text = (DEPLOY / unit).read_text(encoding="utf-8")
    here = tmp_path / unit
    here.write_text(
        text.replace("/opt/coup/current/bin/python", sys.executable).replace("/usr/bin/socat", "/bin/true"),
        encoding="utf-8",
    )
    done = run(["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(here)])
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_is_hardly_exposed(unit: str) -> None:
    words = ["systemd-analyze", "security", "--offline=true", "--no-pager", f"--threshold={MOST_EXPOSED}"]
    done = run([*words, str(DEPLOY / unit)])
    assert done.returncode == 0, done.stdout[-2000:]
    assert re.search(rf"exposure level for {unit}: \d\.\d", done.stdout)


@pytest.mark.parametrize(
    "line",
    [
        "Type=notify",
        "Restart=always",
        "StartLimitIntervalSec=0",
        "ExecStopPost=/opt/coup/current/bin/python -I -m firmware lamps dark --config /etc/coup/table.toml",
        "PrivateNetwork=yes",
        "RestrictAddressFamilies=AF_UNIX",
        "DevicePolicy=closed",
        "CapabilityBoundingSet=",
        "LimitCORE=0",
        "User=coup",
    ],
)
def test_the_controller_is_watched_started_again_left_dark_and_shut_in(line: str) -> None:
    assert line in lines("coup.service")


def test_it_reaches_pins_and_serial_ports_and_no_other_device() -> None:
    allowed = [line.removeprefix("DeviceAllow=").split()[0] for line in lines("coup.service") if "DeviceAllow=" in line]
    assert all(re.fullmatch(r"(/dev/|char-)(bcm2835-)?(gpio|tty)\w+", device) for device in allowed)
    assert any("gpio" in device for device in allowed)
    assert any("tty" in device for device in allowed)


def test_who_has_the_network_has_neither_journal_nor_socket() -> None:
    server = lines("coup-serial-server.service")
    assert "InaccessiblePaths=-/var/lib/coup -/run/coup" in server
    assert "DynamicUser=yes" in server
    assert not [line for line in server if line.startswith(("Group=", "DeviceAllow="))]


def test_the_scripts_are_clean() -> None:
    if not shutil.which("shellcheck"):
        skip("shellcheck is not installed")
    done = subprocess.run(
        ["shellcheck", "-x", "-a", "install.sh", "uninstall.sh"],
        cwd=DEPLOY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")
