"""A machine with a card in it, switched on: systemd as the first process of its own, with a network of its own.

Decides how little of a machine systemd needs. It must never know what a controller is.
"""

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.deploy.card import Card, run

PATIENCE_S = 60.0
"""Nothing takes that long; what has not come by then never will."""
GLANCE_S = 0.1

_SWITCH_ON = """\
mount --bind "$0" "$0"
cd "$0"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=755 tmpfs dev
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts
mknod -m 666 dev/null c 1 3
mknod -m 666 dev/zero c 1 5
mknod -m 666 dev/full c 1 7
mknod -m 666 dev/random c 1 8
mknod -m 666 dev/urandom c 1 9
mknod -m 666 dev/tty c 5 0
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
exec env -i container=other PATH=/usr/sbin:/usr/bin chroot . /lib/systemd/systemd
"""
_PARTS = ["--mount", "--pid", "--uts", "--ipc", "--cgroup", "--net"]


class Machine:
    """What is done at it."""

    def __init__(self, first_process: int) -> None:
        self._first_process = str(first_process)

    def does(self, *words: str, said: str = "") -> subprocess.CompletedProcess[str]:
        enter = ["nsenter", "--target", self._first_process, *_PARTS, "--root", "--wd"]
        path = ["env", "-i", "PATH=/usr/local/bin:/usr/sbin:/usr/bin", "LC_ALL=C.UTF-8"]
        return subprocess.run([*enter, *path, *words], capture_output=True, text=True, check=False, input=said)

    def asks(self, unit: str, about: str) -> str:
        return self.does("systemctl", "show", "--value", "-p", about, unit).stdout.strip()

    def until(self, what: Callable[[], bool], why: str) -> None:
        end = time.monotonic() + PATIENCE_S
        while not what():
            assert time.monotonic() < end, why
            time.sleep(GLANCE_S)


@contextmanager
def switched_on(card: Card) -> Iterator[Machine]:
    """Lend a machine with `card` in it; it loses its power afterwards. Raises `OSError`: it cannot be done here."""
    group = _group_of_processes(card.root.parent.name)
    enter = f'echo $$ >"{group}/cgroup.procs"; exec unshare {" ".join(_PARTS)} --fork --kill-child bash -euc "$1" "$0"'
    with subprocess.Popen(
        ["bash", "-euc", enter, str(card.root), _SWITCH_ON], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            machine = Machine(_first_process(process))
            machine.until(
                lambda: machine.does("systemctl", "is-system-running").stdout.strip() in ("running", "degraded"),
                "systemd did not start",
            )
            yield machine
        finally:
            process.kill()
            process.wait()
            _no_group_any_more(group)


def _group_of_processes(name: str) -> Path:
    mounted = run(["findmnt", "-n", "-o", "TARGET", "-t", "cgroup2"]).stdout.split()
    if not mounted:
        raise OSError("no cgroup2 is mounted")
    group = Path(mounted[0]) / f"coup-{name}"
    group.mkdir(exist_ok=True)
    return group


def _first_process(process: subprocess.Popen[bytes]) -> int:
    """Return the number of the machine's first process, as soon as that is systemd."""
    end = time.monotonic() + PATIENCE_S
    while process.poll() is None and time.monotonic() < end:
        for number in _text(f"/proc/{process.pid}/task/{process.pid}/children").split():
            if _text(f"/proc/{number}/comm").strip() == "systemd":
                return int(number)
        time.sleep(GLANCE_S)
    raise OSError("nothing of a machine can be put together here")


def _text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError:  # it has just ended
        return ""


def _no_group_any_more(group: Path) -> None:
    """Remove a group and those in it; one whose last process is just ending stays, empty."""
    for folder, _, _ in os.walk(group, topdown=False):
        with suppress(OSError):
            os.rmdir(folder)
