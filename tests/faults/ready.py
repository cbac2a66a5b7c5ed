"""Controllers that have read their program already: each stands still just before it looks at its configuration.

What is asked of the system from there on is the controller's own doing, and can be counted. Must never know what is
made to fail.

`python -m tests.faults.ready` is the process that they are forked from.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
GLANCE_S = 0.002
MOST_FILES = 100


class Controller:
    """A process that stands still until it is told to go on. It has what is used here of a `Popen`."""

    def __init__(self, readiness: "Readiness", pid: int) -> None:
        self._readiness = readiness
        self.pid = pid
        self.returncode: int | None = None

    def go_on(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = self._readiness.ask(poll=self.pid)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def wait(self) -> int:
        while self.poll() is None:
            time.sleep(GLANCE_S)
        assert self.returncode is not None
        return self.returncode


class Readiness:
    """Where they come from."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.ready"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def controller(self, config: Path, log: Path, short: range) -> Controller:
        """Return one of the table in `config`, which says in `log` what it has to say to people.

        Of what it writes in its writes number `short` (1 is the first) only a half finds room.
        """
        return Controller(self, self.ask(run=str(config), log=str(log), short=[short.start, short.stop]))

    def ask(self, **order: object) -> Any:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(order).encode() + b"\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        self._process.communicate()


def _be_forked() -> None:
    # What `run` imports once it runs is had here, so that no file of the program's is read later.
    import firmware.app  # noqa: F401
    from firmware import cli

    with redirect_stderr(StringIO()):
        cli.main(["run", "--config", str(ROOT / "pyproject.toml")])  # no table's
    for line in sys.stdin.buffer:
        order = json.loads(line)
        answer = _fork(**order) if "run" in order else _ended(order["poll"])
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def _fork(run: str, log: str, short: list[int]) -> int:
    pid = os.fork()
    if pid:
        os.waitpid(pid, os.WUNTRACED)
    else:
        _be_the_controller(run, log, range(*short))
    return pid


def _be_the_controller(run: str, log: str, short: range) -> None:
    nothing, said = os.open(os.devnull, os.O_RDONLY), os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    for number, file in enumerate((nothing, said, said)):
        os.dup2(file, number)
    os.closerange(3, MOST_FILES)
    os.write = _written_in_part(os.write, short)  # type: ignore[assignment]  # it takes bytes alone
    os.kill(os.getpid(), signal.SIGSTOP)
    from firmware import cli

    code = cli.main(["run", "--config", run])
    sys.stderr.flush()
    os._exit(code)


def _written_in_part(write: Callable[[int, bytes], int], short: range) -> Callable[[int, bytes], int]:
    numbers = count(1)

    def written(file: int, raw: bytes) -> int:
        return write(file, raw[: len(raw) // 2] if next(numbers) in short else raw)

    return written


def _ended(pid: int) -> int | None:
    there, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if there else None


if __name__ == "__main__":
    _be_forked()
