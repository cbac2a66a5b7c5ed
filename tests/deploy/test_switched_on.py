"""The card is put into a machine, and that is switched on: the service at work, shut in as it will be at a table."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.card import CONFIG, Card
from tests.deploy.machine import Machine, switched_on

pytestmark = pytest.mark.timeout(900)  # seconds; the first time a whole Debian is fetched

TRACE = Path("var/lib/coup/lamps.jsonl")
ROLES = "/var/lib/coup/roles.toml"
DARK = '"lamps":[]'


@pytest.fixture
def machine(table: Card) -> Iterator[Machine]:
    """A table without lamps, and with a watchdog that has little patience."""
    config = table.text(CONFIG).replace('driver = "rpi"', 'driver = "mock"')
    config = config.replace('# trace = "lamps.jsonl"', f'trace = "/{TRACE}"').replace(
        '# roles_file = ""', f'roles_file = "{ROLES}"'
    )
    table.write(CONFIG, config)
    table.write("etc/systemd/system/coup.service.d/soon.conf", "[Service]\nWatchdogSec=2\n")
    try:
        with switched_on(table) as machine:
            as_coup = ["setpriv", "--reuid=coup", "--regid=coup", "--init-groups"]
            machine.does(*as_coup, "coup", "roles", "add", "Ana", "--role", "casino", said="4711\n4711\n")
            machine.does("systemctl", "restart", "coup")
            yield machine
    except OSError as error:
        pytest.skip(str(error))


def shown(card: Card) -> list[str]:
    return card.text(TRACE).splitlines()


def starts(machine: Machine) -> int:
    return int(machine.asks("coup", "NRestarts"))


def test_the_service_works_is_killed_hangs_and_is_dark_between_and_back_each_time(
    table: Card, machine: Machine
) -> None:
    assert machine.asks("coup", "ActiveState") == "active"
    assert machine.asks("coup", "StatusText") == "shuffle; fault link"

    # A PIN is checked in a process of its own, and the socket answers, in all that confines them.
    decide = ["coup", "ctl", "decide", "new_shoe", "--actor", "Ana", "--reason", "fresh cards"]
    assert machine.does(*decide, said="1234\n").returncode == 1
    machine.until(lambda: machine.does(*decide, said="4711\n").returncode == 0, "no PIN is right")
    assert machine.asks("coup", "StatusText") == "ready; fault link"

    for signal in ("KILL", "STOP"):
        before, seen = starts(machine), len(shown(table))
        machine.does("systemctl", "kill", "-s", signal, "coup")
        machine.until(
            lambda: starts(machine) > before and machine.asks("coup", "ActiveState") == "active",  # noqa: B023 - at once
            f"{signal}: not started again",
        )
        assert any(DARK in line for line in shown(table)[seen:])
        assert machine.asks("coup", "StatusText") == "ready; fault link"

    seen = len(shown(table))
    assert machine.does("systemctl", "stop", "coup").returncode == 0
    assert DARK in shown(table)[seen:][-1]
    assert machine.asks("coup", "Result") == "success"
