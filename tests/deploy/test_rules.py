"""Which port is the shoe: the examples work as they are written, once their # is gone."""

import re
from pathlib import Path

import pytest

from tests.deploy.card import CHECKOUT, Card, run

SITE, OURS = CHECKOUT / "deploy/shoe.rules", CHECKOUT / "deploy/71-coup.rules"
PORT = Path("/sys/class/tty/ttyS0")
EXAMPLE = re.compile(r"^#(?=[A-Z]+[!=]=)", re.MULTILINE)


def site() -> str:
    return SITE.read_text(encoding="utf-8")


def test_nothing_is_the_shoe_before_somebody_says_so() -> None:
    assert [line for line in site().splitlines() if line and not line.startswith("#")] == []
    assert len(EXAMPLE.findall(site())) == 3


def test_udev_takes_every_rule(tmp_path: Path) -> None:
    if run(["udevadm", "verify", "--help"]).returncode != 0:
        pytest.skip("this udevadm cannot verify: it is older than systemd 254")
    (tmp_path / "70.rules").write_text(EXAMPLE.sub("", site()), encoding="utf-8")
    done = run(["udevadm", "verify", str(tmp_path / "70.rules"), str(OURS)])
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.timeout(900)  # seconds; the first time a whole Debian is fetched
@pytest.mark.skipif(not PORT.exists(), reason="this machine has no serial port for the card to find")
def test_a_port_that_is_named_is_the_shoe_and_the_controllers_alone(table: Card) -> None:
    """The rule of the header's port, for a port that this machine has; in a /dev and a /run of its own."""
    rules = EXAMPLE.sub("", site()).replace('KERNEL=="ttyAMA0"', f'KERNEL=="{PORT.name}"')
    assert PORT.name in rules
    table.write("etc/coup/shoe.rules", rules)
    test = (
        'cd "$0"; mount -t sysfs sysfs sys; mount -t proc proc proc; mount -t tmpfs tmpfs run;'
        "mount -t tmpfs tmpfs dev;"
        f"mknod dev/{PORT.name} c 4 64; mknod dev/null c 1 3; chroot . udevadm test {PORT} 2>&1;"
        f"readlink dev/shoe; chroot . stat -c '%a %G' dev/{PORT.name}"
    )
    done = run(["unshare", "--mount", "bash", "-euc", test, str(table.root)])
    assert not re.search(r"(70-coup-shoe|71-coup).*(invalid|ignor|unknown|failed)", done.stdout, re.IGNORECASE)
    for found in ("ID_MM_DEVICE_IGNORE=1", "ID_MM_PORT_IGNORE=1", f"\n{PORT.name}\n", "660 dialout"):
        assert found in done.stdout
