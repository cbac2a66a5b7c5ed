"""The same table as a process of its own, with a simulated shoe at the other end of a pseudo-terminal, in real time.

Decides when both have finished what they have to say, and never waits longer than a deadline. It must never look into
the controller: it sees status, journal, and what comes over the line.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import firmware
from firmware.bench.last_round import JournalEnd
from firmware.bench.shoe_end import ShoeEnd
from firmware.bench.stage import Seen
from firmware.bench.steps import Decides
from firmware.control.client import ask
from firmware.core.inputs import Button
from firmware.core.settings import Settings, words
from firmware.errors import ConfigError, CoupError
from firmware.shoe.simulator import SimulatedShoe

REST_S: Final = 15.0
"""A shoe and a controller that have nothing new have come to rest by then: the longest pause of the link is 5 s."""
START_S: Final = 20.0
"""A controller answers by then, on a busy machine too."""
ANSWER_S: Final = 10.0
GLANCE_S: Final = 0.002
"""Between two looks at the line."""


class PtyError(CoupError):
    """The controller's process ended, or did not come to rest."""

    code = "pty"


@contextmanager
def pty_table(settings: Settings, table_id: str = "BENCH") -> Iterator["PtyTable"]:
    """Have a table in a folder of its own that is gone afterwards.

    Raises:
        ConfigError: the settings need people whose roles are known.
        PtyError: the controller does not start.
    """
    with tempfile.TemporaryDirectory(prefix="coup-") as folder:
        table = PtyTable(settings, Path(folder), table_id)
        try:
            table.start()
            table.settle()
            yield table
        finally:
            table.close()


class PtyTable:
    """A controller as a process, and its shoe. A `Stage`."""

    def __init__(self, settings: Settings, folder: Path, table_id: str = "BENCH") -> None:
        """Write a configuration into `folder`; nothing runs yet. Raises `ConfigError` for `two_person`."""
        if settings.two_person:
            raise ConfigError(
                ["two_person = true: behind --pty there is the key and no second person; leave --pty out"]
            )
        self.folder: Final = folder
        self.trace: Final = folder / "lamps.jsonl"
        self.shoe: Final = SimulatedShoe(lambda: os.urandom(4).hex().upper())
        self.line: Final = ShoeEnd(self.shoe, folder / "shoe")
        self._socket: Final = folder / "control.sock"
        self._process: subprocess.Popen[bytes] | None = None
        self._journal = JournalEnd(folder / "journal")
        self._key = False
        (folder / "table.toml").write_text(_configuration(settings, table_id), encoding="utf-8")
        self.line.plug()

    @property
    def pid(self) -> int:
        """The controller's process id. Only while it runs."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start the controller and wait until it answers. Raises `PtyError`."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "firmware", "run", "--config", str(self.folder / "table.toml")],
                cwd=Path(firmware.__file__).parents[1],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self._until(self._answers, START_S, "the controller to answer")
        if self._key:
            self._ask({"do": "key", "on": True})

    def stop(self, signal_number: int = signal.SIGTERM) -> int:
        """End the controller with a signal and return its exit code. Raises `PtyError` if it does not end."""
        process = self._process
        assert process is not None
        process.send_signal(signal_number)
        end = time.monotonic() + REST_S
        while process.poll() is None:
            if time.monotonic() > end:
                raise PtyError(f"the controller did not end; its log says: {self._log()}")
            self._go_on()
        self._process = None
        return process.returncode

    def forget(self) -> None:
        """Take the journal away, as if another controller had been here before. Only while none runs."""
        assert self._process is None
        shutil.rmtree(self.folder / "journal")
        self._journal = JournalEnd(self.folder / "journal")

    def close(self) -> None:
        """End everything that runs. May be called twice."""
        if self._process is not None:
            with suppress(PtyError):
                self.stop()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
        self.line.unplug()

    def status(self) -> dict[str, Any]:
        """Return what `coup status --json` would print."""
        return self._ask({"do": "status"})

    def settle(self) -> None:
        """Go on until all events are acknowledged and the link is trusted, or its loss is shown. Raises `PtyError`."""
        self._until(self._at_rest, REST_S, "shoe and controller to come to rest")

    def wait(self, ns: int) -> None:
        """Let time pass."""
        end = time.monotonic() + ns / 1e9
        while time.monotonic() < end:
            self._go_on()

    def press(self, button: Button, seconds: float) -> bool:
        """Press a button for so long; True if it meant nothing."""
        for_ms = max(1, round(seconds * 1000))
        return bool(self._ask({"do": "press", "button": button, "for_ms": for_ms})["ignored"])

    def turn_key(self, on: bool) -> None:
        """Turn the supervisor's key."""
        self._key = on
        self._ask({"do": "key", "on": on})

    def decide(self, said: Decides) -> str:
        """Let somebody decide: with the key on, which stands for every role from supervisor up.

        Raises:
            PtyError: the role is a lower one, or too low for a decision that is open; or there is a second person.
        """
        too_low = said.role == "supervisor" and self.status()["open"].get(said.decision) == "casino"
        if said.role not in ("supervisor", "casino") or too_low or said.second:
            raise PtyError("behind --pty there is the key and no roles: play this scenario without it")
        request: dict[str, Any] = {"do": "decide", "decision": said.decision, "reason": said.reason}
        if said.card is not None:
            request["card"] = said.card
        if said.n is not None:
            request["n"] = said.n
        key = self._key
        self.turn_key(True)
        answer = ask(self._socket, request, ANSWER_S)
        self.turn_key(key)
        return "" if answer["ok"] else str(answer["code"])

    def move_link(self, up: bool) -> None:
        """Take the port away, or bring it back under its name."""
        if up and not self.line.plugged:
            self.line.plug()
        elif not up:
            self.line.unplug()

    def cut_power(self) -> None:
        """Kill the controller and start it again on its journal."""
        self.stop(signal.SIGKILL)
        self.start()

    def see(self) -> Seen:
        """Look at the table."""
        status = self.status()
        self._journal.read_on()
        return Seen(
            phase=status["phase"],
            lamps=frozenset(status["lamps"]),
            blink=frozenset(status["blink"]),
            gate_open=status["gate"] == "open",
            faults=frozenset(status["faults"]),
            hold=status["hold"]["code"] if status["hold"] else None,
            shoe=status["shoe"],
            round=status["round"],
            cards=status["cards"],
            public=tuple(status["public"]),
            closed=self._journal.last_round.closed,
            corrected=self._journal.last_round.corrected,
        )

    def _at_rest(self) -> bool:
        link_lost = "link" in self.status()["faults"]
        if not self.line.plugged:
            return link_lost
        known = self.line.named == self.shoe.boot
        told = self.shoe.last == 0 or self.line.acked == (self.shoe.boot, self.shoe.last)
        return known and told and not link_lost

    def _answers(self) -> bool:
        try:
            self.status()
        except CoupError:
            return False
        return True

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        answer = ask(self._socket, request, ANSWER_S)
        if not answer["ok"]:
            raise PtyError(f"the controller refused {request['do']}: {answer['error']}")
        return answer

    def _until(self, done: Callable[[], bool], seconds: float, what: str) -> None:
        end = time.monotonic() + seconds
        while not done():
            if self._process is None or self._process.poll() is not None:
                raise PtyError(f"the controller ended; its log says: {self._log()}")
            if time.monotonic() > end:
                raise PtyError(f"waited {seconds:g} s for {what}; the log says: {self._log()}")
            self._go_on()

    def _go_on(self) -> None:
        self.line.exchange()
        time.sleep(GLANCE_S)

    def _log(self) -> str:
        lines = (self.folder / "log").read_text(encoding="utf-8", errors="replace").splitlines()
        return lines[-1] if lines else "nothing"


def _configuration(settings: Settings, table_id: str) -> str:
    asked = {"id": table_id, **words(settings)}
    del asked["two_person"]
    sections: dict[str, dict[str, str | int | bool]] = {
        "table": asked,
        "shoe": {"port": "shoe"},
        "hal": {"driver": "mock"},
        "hal.mock": {"trace": "lamps.jsonl"},
        "journal": {"dir": "journal"},
        "feed": {"dir": "feed"},
        "control": {"socket": "control.sock"},
    }
    # A string, a number and a boolean are written in TOML as in JSON.
    return "\n".join(
        line
        for name, keys in sections.items()
        for line in (f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in keys.items()))
    )
