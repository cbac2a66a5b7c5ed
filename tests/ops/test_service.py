"""A controller as a service: when it says that it is there, that it lives, and that it ends."""

import os
import select
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.whole.room import PATIENCE_S, Room, room
from tests.whole.someone_elses_shoe import Shoe

WITHIN_S = 1.0
"""Who gives no sign of life for so long is taken for dead."""


class Service:
    """A table whose controller is started by a service manager that listens."""

    def __init__(self, table: Room, manager: socket.socket) -> None:
        self.table = table
        self._manager = manager
        self.told: list[str] = []

    def launch(self) -> None:
        watched = f"WATCHDOG_USEC={round(WITHIN_S * 1e6)}"
        self.table.launch("env", f"NOTIFY_SOCKET={self.table.folder / 'notify'}", watched)

    def hear(self, seconds: float) -> str:
        """Return what is told next, empty if nothing is within so many seconds; the shoe goes on meanwhile."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if select.select([self._manager], [], [], 0)[0]:
                self.told.append(self._manager.recv(4096).decode())
                return self.told[-1]
            self.table.line.go_on(0.005)
        return ""

    def drain(self) -> None:
        while self.hear(0.01):
            pass


@contextmanager
def service(folder: Path) -> Iterator[Service]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager, room(folder) as table:
        manager.bind(str(folder / "notify"))
        yield Service(table, manager)


def test_it_is_ready_once_its_table_is_shown(tmp_path: Path) -> None:
    with service(tmp_path) as here:
        here.launch()
        first = here.hear(PATIENCE_S)
        assert here.table.shown(), "shown before it was told"
        assert first.startswith("READY=1\nSTATUS=shuffle; fault link\nWATCHDOG=1")


def test_a_controller_that_may_not_start_is_never_ready(tmp_path: Path) -> None:
    (tmp_path / "journal").write_bytes(b"a file in the folder's place")
    with service(tmp_path) as here:
        here.launch()
        assert here.table.process
        assert here.table.process.wait(PATIENCE_S) == 1
        assert here.hear(0.05) == ""
        assert here.table.shown() == []


def test_a_table_at_rest_lives_and_one_that_hangs_does_not(tmp_path: Path) -> None:
    with service(tmp_path) as here:
        here.launch()
        here.table.until(here.table.trusts, "the controller to trust the shoe")
        here.drain()
        for _ in range(4):
            assert "WATCHDOG=1" in here.hear(WITHIN_S), "in time, though nothing happens at the table"
        os.kill(here.table.pid, signal.SIGSTOP)
        here.drain()
        assert here.hear(2 * WITHIN_S) == ""
        os.kill(here.table.pid, signal.SIGCONT)
        assert "WATCHDOG=1" in here.hear(PATIENCE_S)


def test_its_status_has_phase_and_faults_and_it_says_when_it_ends(tmp_path: Path) -> None:
    with service(tmp_path) as here:
        here.launch()
        here.table.until(here.table.trusts, "the controller to trust the shoe")
        here.table.happen("LOADED", "CARD,KH")
        assert here.table.end() == 0
        here.drain()
        statuses = [line for told in here.told for line in told.splitlines() if line.startswith("STATUS=")]
        assert statuses[-3:] == ["STATUS=shuffle; no fault", "STATUS=ready; no fault", "STATUS=dealing; no fault"]
        assert here.told[-1] == "STOPPING=1"
        assert not any("KH" in told for told in here.told)


def test_a_manager_that_goes_away_disturbs_nobody(tmp_path: Path) -> None:
    with service(tmp_path) as here:
        here.launch()
        here.table.until(here.table.trusts, "the controller to trust the shoe")
        (tmp_path / "notify").unlink()
        here.table.happen("LOADED", "CARD,KH")
        here.table.wait(WITHIN_S)
        assert here.table.lit == ["deal"]
        assert here.table.end() == 0
        assert here.table.log == ""


def test_a_shoe_that_is_not_there_is_waited_for_in_service(tmp_path: Path) -> None:
    with service(tmp_path) as here:
        here.table.line.unplug()
        here.launch()
        assert here.hear(PATIENCE_S).startswith("READY=1\nSTATUS=shuffle; fault link")
        assert "plug the shoe in" in here.table.log
        here.table.line.shoe = Shoe()
        here.table.line.plug()
        here.table.until(here.table.trusts, "the controller to trust the shoe")
