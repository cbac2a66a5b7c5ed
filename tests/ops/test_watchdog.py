"""The service manager is told that the table is shown and that it turns; a table goes on whether it listens or not."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.core.inputs import FaultSeen
from hal.watchdog import RETRY_NS, ServiceWatchdog
from tests.loop.parts import SECOND, Bench

QUIET = "ready; no fault"
WITHIN_NS = 20 * SECOND


class Manager:
    """A service manager at the other end of a socket."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)
        self.socket.setblocking(False)

    def heard(self) -> list[str]:
        """Return what it was told since the last time, a text for each datagram."""
        told = []
        while True:
            try:
                told.append(self.socket.recv(4096).decode())
            except BlockingIOError:
                return told


@pytest.fixture
def address(tmp_path: Path) -> str:
    return str(tmp_path / "notify")


@pytest.fixture
def manager(address: str) -> Iterator[Manager]:
    manager = Manager(address)
    yield manager
    manager.socket.close()


def test_the_first_turn_says_that_the_table_is_shown_and_what_it_shows(manager: Manager, address: str) -> None:
    ServiceWatchdog(address, WITHIN_NS).turned(0, QUIET)
    assert manager.heard() == [f"READY=1\nSTATUS={QUIET}\nWATCHDOG=1"]


def test_turns_without_news_are_told_four_times_in_the_time_there_is(manager: Manager, address: str) -> None:
    watchdog = ServiceWatchdog(address, WITHIN_NS)
    told = []
    for now in range(0, WITHIN_NS, SECOND // 10):
        watchdog.turned(now, QUIET)
        told += [(now // SECOND, line) for line in manager.heard()]
    assert told[1:] == [(5, "WATCHDOG=1"), (10, "WATCHDOG=1"), (15, "WATCHDOG=1")]


def test_a_table_at_rest_is_turned_in_time_for_the_next_sign_of_life(manager: Manager, address: str) -> None:
    watchdog = ServiceWatchdog(address, WITHIN_NS)
    watchdog.turned(SECOND, QUIET)
    assert watchdog.due_ns == 6 * SECOND


def test_the_status_is_told_when_it_changes(manager: Manager, address: str) -> None:
    watchdog = ServiceWatchdog(address, WITHIN_NS)
    for now, status in enumerate([QUIET, QUIET, "ready; fault jam", "ready; fault jam", QUIET]):
        watchdog.turned(now, status)
    assert manager.heard()[1:] == ["STATUS=ready; fault jam", f"STATUS={QUIET}"]


def test_where_nobody_watches_there_is_no_sign_of_life_and_nothing_is_due(manager: Manager, address: str) -> None:
    watchdog = ServiceWatchdog(address, 0)
    watchdog.turned(0, QUIET)
    watchdog.turned(100 * SECOND, QUIET)
    assert manager.heard() == [f"READY=1\nSTATUS={QUIET}"]
    assert watchdog.due_ns is None


def test_the_end_is_told(manager: Manager, address: str) -> None:
    ServiceWatchdog(address, WITHIN_NS).stopping()
    assert manager.heard() == ["STOPPING=1"]


def test_an_abstract_address_begins_with_an_at_sign() -> None:
    name = f"coup-{os.getpid()}"
    manager = Manager(f"\0{name}")
    ServiceWatchdog(f"@{name}", 0).stopping()
    assert manager.heard() == ["STOPPING=1"]
    manager.socket.close()


def test_what_nobody_heard_is_told_again(address: str) -> None:
    watchdog = ServiceWatchdog(address, WITHIN_NS)
    watchdog.turned(0, QUIET)
    assert watchdog.due_ns == RETRY_NS
    manager = Manager(address)
    watchdog.turned(RETRY_NS, QUIET)
    assert manager.heard() == [f"READY=1\nSTATUS={QUIET}\nWATCHDOG=1"]
    manager.socket.close()


def test_a_manager_that_does_not_read_holds_up_nobody(manager: Manager, address: str) -> None:
    watchdog = ServiceWatchdog(address, WITHIN_NS)
    for turn in range(1000):  # many more than a socket keeps
        watchdog.turned(turn, f"turn {turn}")
    assert watchdog.due_ns == 999 + RETRY_NS
    told = manager.heard()
    assert 0 < len(told) < 1000
    watchdog.turned(1000, QUIET)
    assert manager.heard() == [f"STATUS={QUIET}"]


@pytest.mark.parametrize(
    ("environment", "pings"),
    [
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "7"}, True),
        ({"WATCHDOG_USEC": "20000000"}, True),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "8"}, False),
        ({"WATCHDOG_USEC": "soon"}, False),
        ({"WATCHDOG_USEC": "9" * 5000}, False),
        ({}, False),
    ],
)
def test_signs_of_life_are_wanted_as_the_environment_says(
    manager: Manager, address: str, environment: dict[str, str], pings: bool
) -> None:
    watchdog = ServiceWatchdog.of({"NOTIFY_SOCKET": address, **environment}, 7)
    assert watchdog is not None
    watchdog.turned(0, QUIET)
    assert ("WATCHDOG=1" in manager.heard()[0]) == pings


@pytest.mark.parametrize("environment", [{}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "vsock:2:1234"}], ids=str)
def test_without_a_socket_of_this_machine_there_is_nobody_to_tell(environment: dict[str, str]) -> None:
    assert ServiceWatchdog.of(environment, 7) is None


class Ear:
    """A watchdog that writes down what it is told, among what else is done."""

    due_ns: int | None = None

    def __init__(self) -> None:
        self.told: list[str] = []
        self.done: list[str] = []

    def turned(self, now_ns: int, status: str) -> None:
        self.told.append(status)
        self.done.append("told")

    def stopping(self) -> None:
        raise AssertionError("a loop turns until it is no longer called")


def test_a_loop_tells_of_each_turn_once_it_is_complete() -> None:
    ear = Ear()
    bench = Bench(watchdog=ear)
    ear.done = bench.done
    bench.done.clear()
    bench.driver.says.append(FaultSeen(fault="jam"))
    bench.loop.turn()
    assert bench.done == ["journal", "lamps", "recorded", "told"]
    assert ear.told[-1] == "shuffle; fault jam"


def test_a_turn_that_fails_is_no_sign_of_life() -> None:
    ear = Ear()
    bench = Bench(watchdog=ear)
    before = len(ear.told)

    def fail(now: int) -> bytes:
        raise ZeroDivisionError

    bench.driver.outgoing = fail  # type: ignore[method-assign]  # a driver with a mistake in it
    with pytest.raises(ZeroDivisionError):
        bench.loop.turn()
    assert len(ear.told) == before


def test_a_loop_is_woken_for_the_sign_of_life() -> None:
    ear = Ear()
    bench = Bench(watchdog=ear)
    at_rest = bench.loop.deadline()
    ear.due_ns = at_rest - 5
    assert bench.loop.deadline() == at_rest - 5
