"""A gaming room with one table: `coup run` as a process of its own, a pseudo-terminal, and a shoe at its other end.

Decides when the shoe speaks and for how long anybody waits. It must never look into the controller: it has the trace,
the files, the control socket and the line.
"""

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.whole.line import Carry, Line
from tests.whole.someone_elses_shoe import Shoe

ROOT = Path(__file__).parents[2]
PATIENCE_S = 30.0
"""Nothing takes that long; what has not come by then never will."""
GLANCE_S = 0.005

CONFIG = """\
[table]
id = "ROOM-1"
edition = "nz-mini-1996"
[shoe]
port = "{port}"
[hal]
driver = "mock"
[hal.mock]
trace = "{trace}"
[journal]
dir = "{journal}"
[feed]
dir = "{feed}"
[control]
socket = "control.sock"
"""
PLACES = {"port": "shoe", "trace": "lamps.jsonl", "journal": "journal", "feed": "feed"}


class Room:
    """The table, its controller, and what it leaves behind."""

    def __init__(self, folder: Path, shoe: Shoe, carry: Carry = bytes, **places: str) -> None:
        self.folder = folder
        self.line = Line(folder / "shoe", shoe, carry)
        self.trace = folder / "lamps.jsonl"
        self.journal = folder / "journal"
        self.config = folder / "table.toml"
        self.config.write_text(CONFIG.format(**PLACES | places), encoding="utf-8")
        self.python = sys.executable
        """Of the environment in which the program is installed."""
        self.process: subprocess.Popen[bytes] | None = None
        self.before = 0
        """How many lines of the trace are of controllers before this one."""
        self._read = 0
        self._lines: list[dict[str, Any]] = []

    @property
    def shoe(self) -> Shoe:
        return self.line.shoe

    @property
    def pid(self) -> int:
        assert self.process
        return self.process.pid

    # -- the controller ---------------------------------------------------------------------------------------------

    def command(self, *words: str) -> list[str]:
        return [self.python, "-m", "firmware", *words]

    def launch(self, *before: str) -> None:
        """Start the controller, behind other words if there are any, and wait for nothing."""
        self.before = len(self.shown())
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*before, *self.command("run", "--config", str(self.config))],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def start(self, *before: str) -> None:
        """Start the controller and wait until it trusts the shoe."""
        self.launch(*before)
        self.until(self.trusts, "the controller to trust the shoe")

    def trusts(self) -> bool:
        """Whether this controller shows no fault, and has every event."""
        spoke = len(self.shown()) > self.before
        return spoke and self.acked() and bool(self.lit) and "fault" not in self.lit

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send the controller a signal and return its exit code."""
        assert self.process
        self.process.send_signal(number)
        end = time.monotonic() + PATIENCE_S
        while self.process.poll() is None:
            assert time.monotonic() < end, f"it does not end: {self.log}"
            self.line.go_on(GLANCE_S)
        code, self.process = self.process.returncode, None
        return code

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run another command of the program to its end."""
        return subprocess.run(self.command(*words), cwd=ROOT, capture_output=True, text=True, check=False)

    # -- people and cards -------------------------------------------------------------------------------------------

    @contextmanager
    def asking(self, **request: object) -> Iterator[socket.socket]:
        """Send the controller a request; its answer is for whoever wants it."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE_S)
            line.connect(str(self.folder / "control.sock"))
            line.sendall(json.dumps(request).encode() + b"\n")
            yield line

    def ask(self, **request: object) -> dict[str, Any]:
        with self.asking(**request) as line, line.makefile("rb") as answers:
            answer: dict[str, Any] = json.loads(answers.readline())
        return answer

    def press(self, button: str = "confirm") -> None:
        answer = self.ask(do="press", button=button)
        assert answer == {"ok": True, "ignored": False}, answer

    def decide(self, decision: str, **more: object) -> None:
        """The supervisor turns the key, decides, and turns it back."""
        self.ask(do="key", on=True)
        answer = self.ask(do="decide", decision=decision, actor="Kim", reason="seen on camera", **more)
        assert answer["ok"], answer
        self.ask(do="key", on=False)

    def happen(self, *events: str) -> None:
        """Let things happen at the shoe, each once the one before is acknowledged."""
        for event in events:
            self.shoe.happen(event, self.now())
            self.until(self.acked, f"an acknowledgement of {event}")

    def acked(self) -> bool:
        return self.shoe.acked == self.shoe.last

    def until(self, done: Callable[[], bool], what: str, seconds: float = PATIENCE_S) -> None:
        end = time.monotonic() + seconds
        while not done():
            assert self.process is None or self.process.poll() is None, f"the controller ended: {self.log}"
            assert time.monotonic() < end, f"waited for {what}; {self.shown()[-1:]}; {self.log}"
            self.line.go_on(GLANCE_S)

    def now(self) -> int:
        """Return what a shoe's clock says."""
        return time.monotonic_ns()

    def wait(self, seconds: float) -> None:
        """Let time pass at the table."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.line.go_on(left)

    # -- what can be seen -------------------------------------------------------------------------------------------

    def shown(self) -> list[dict[str, Any]]:
        """Return every line of the trace so far."""
        if self.trace.exists():
            with self.trace.open("rb") as file:
                file.seek(self._read)
                new = file.read()
            whole = new[: new.rfind(b"\n") + 1]
            self._read += len(whole)
            self._lines += map(json.loads, whole.splitlines())
        return self._lines

    @property
    def lit(self) -> list[str]:
        """The lamps of the trace's last line."""
        lamps: list[str] = self.shown()[-1]["lamps"]
        return lamps

    @property
    def log(self) -> str:
        """What the controller has said to people."""
        return (self.folder / "log").read_text(encoding="utf-8")

    def recorded(self) -> Iterator[dict[str, Any]]:
        """Yield what was said in each record of the journal, as it stands there."""
        for file in sorted(self.journal.glob("*.jsonl")):
            for line in file.read_bytes().split(b"\n")[1:-1]:
                said: dict[str, Any] = json.loads(line)["said"]
                yield said

    def cards_on_record(self) -> list[tuple[str, int, str]]:
        """Return BOOT, SEQ and face of every card, as the journal command prints them."""
        shown = self.run("journal", "show", "--cards", "--json", str(self.journal))
        assert shown.returncode == 0, shown.stderr
        rows = map(json.loads, shown.stdout.splitlines())
        return [(row["boot"], row["seq"], row["card"]) for row in rows]

    def close(self) -> None:
        """End everything that runs."""
        if self.process:
            self.process.kill()
            self.process.wait()
        self.line.unplug()


@contextmanager
def room(folder: Path, shoe: Shoe | None = None, carry: Carry = bytes, **places: str) -> Iterator[Room]:
    """Have a room with its shoe plugged in; nothing runs yet."""
    here = Room(folder, shoe or Shoe(), carry, **places)
    try:
        here.line.plug()
        yield here
    finally:
        here.close()


def sound(lines: Sequence[dict[str, Any]]) -> None:
    """See that exactly one of deal and stop is lit in every line but dark ones, and that the gate goes with deal."""
    for line in lines:
        lamps = line["lamps"]
        assert len({"deal", "stop"} & set(lamps)) == (1 if lamps else 0), line
        assert (line["gate"] == "open") == ("deal" in lamps), line
