"""An hour at a table where one call of the system fails, whatever becomes of the controller; and what must hold then.

Decides what happens at the table, and who goes on with it: a controller that has ended is followed by a sound one. It
must never look into a controller, nor know which call it was that failed.
"""

import json
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, cast

from firmware.errors import CALLER, REFUSED
from firmware.journal.audit import verify
from tests.faults.faults import PASSING, SHORT, Call, Fault, calls, watch
from tests.faults.ready import Controller, Readiness
from tests.whole.room import CONFIG, GLANCE_S, PATIENCE_S, PLACES, Room, sound
from tests.whole.someone_elses_shoe import Shoe

BEFORE = ("LOADED", "CARD,2S", "CARD,3H", "CARD,KD", "CARD,TC")
"""What the table of an evening has seen: the Player draws next."""
FIRST_DAY = (*BEFORE, "CARD,9C", "CARD,2D", "confirm")
EVENING = ("CARD,9C", "CARD,2D", "confirm", "CARD,4S", "reshuffle", "LOADED", "CARD,8H")
"""The last one begins a file, and the oldest one is no longer kept."""
MOST_TOLD = 6
"""Lines for people, of one thing that went wrong."""
SEEN: dict[str, Any] = {"unacknowledged": []}
"""A fault that was shown waits to be acknowledged."""
OF_THE_MACHINE = re.compile(r"\(power cut\)$|^a turn took ")
"""Lines for people that are of what was left behind, or of a disk that is slow just now."""
UNFINISHED = b'{"n":7,"wall":"2026'


class Table(Room):
    """A table whose controllers come from where they are ready to begin."""

    def __init__(self, folder: Path, readiness: Readiness, shoe: Shoe) -> None:
        super().__init__(folder, shoe)
        self.config.write_text(CONFIG.format(**PLACES).replace("[feed]", "keep_shoes = 1\n[feed]"), encoding="utf-8")
        self._readiness = readiness
        self.watched = folder / "strace"
        self._watcher: subprocess.Popen[str] | None = None

    def launch(self, *before: str) -> None:
        assert not before
        self._ready(range(0)).go_on()

    def launch_watched(self, *faults: Fault) -> None:
        """Start a controller to which `faults` happen; wait for nothing."""
        short = next((range(fault.nth, fault.nth + fault.times) for fault in faults if fault.how == SHORT), range(0))
        controller = self._ready(short)
        self._watcher = watch(controller, self.watched, faults)
        controller.go_on()

    def _ready(self, short: range) -> Controller:
        self.before = len(self.shown())
        controller = self._readiness.controller(self.config, self.folder / "log", short)
        self.process = cast("subprocess.Popen[bytes]", controller)
        return controller

    def watched_calls(self) -> list[Call]:
        """Return what the controller that was watched has asked of the system; it has ended."""
        assert self._watcher
        self._watcher.communicate()
        self._watcher = None
        return list(calls(self.watched, self.folder))

    @property
    def ended(self) -> bool:
        return self.process is None or self.process.poll() is not None

    def asked(self, **request: object) -> dict[str, Any]:
        """Ask as a person does who takes no answer for one."""
        try:
            return self.ask(**request)
        except (OSError, ValueError):
            return {"ok": False, "phase": ""}

    def close(self) -> None:
        super().close()
        if self._watcher:
            self._watcher.communicate()


class Hour:
    """An hour at one table, to its end."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.codes: list[int] = []
        """What controllers ended with that nobody had ended."""
        self.status: dict[str, Any] = {}
        self.told: list[str] = []
        """Lines for people, but for one of a power cut."""

    def go_by(self, steps: Sequence[str], *faults: Fault) -> list[Call]:
        """Let `faults` happen while `steps` are gone through, and return what that controller asked of the system."""
        table = self.table
        table.launch_watched(*faults)
        for step in steps:
            if step in ("confirm", "reshuffle"):
                self._until(lambda step=step: self._is_done(step), step)  # type: ignore[misc]
            else:
                table.shoe.happen(step, table.now())
                self._until(table.acked, f"an acknowledgement of {step}")
        self._until(table.trusts, "a table without a fault")
        self._end()
        table.start()
        self.status = table.ask(do="status")
        del self.status["counters"]  # of time, not of what happened
        self._end()
        self.told = [line for line in table.log.splitlines() if not OF_THE_MACHINE.search(line)]
        return table.watched_calls()

    def _end(self) -> None:
        code = self.table.end()
        if code:
            self.codes.append(code)

    def _is_done(self, what: str) -> bool:
        """Ask for it where it is still to come; True once it is done."""
        phase = self.table.asked(do="status")["phase"]
        if what == "confirm":
            if phase == "result":
                self.table.asked(do="press", button="confirm")
            return bool(phase == "ready")
        if phase == "dealing":
            self.table.asked(do="key", on=True)
            self.table.asked(do="decide", decision="reshuffle", actor="Kim", reason="seen on camera")
            self.table.asked(do="key", on=False)
        return bool(phase == "shuffle")

    def _until(self, done: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE_S
        while not done():
            assert time.monotonic() < end, f"waited for {what}; {self.table.shown()[-1:]}; {self.table.log}"
            if self.table.ended:
                assert self.table.process
                self.codes.append(self.table.process.returncode)
                self.table.launch()
            self.table.line.go_on(GLANCE_S)


def evening(folder: Path, before: Path) -> Shoe:
    """Make `folder` what the power cut of `before` has left, and return the table's shoe."""
    shutil.copytree(before, folder, dirs_exist_ok=True)
    with socket.socket(socket.AF_UNIX) as left_behind:
        left_behind.bind(str(folder / "control.sock"))
    shoe = Shoe()
    for step in BEFORE:
        shoe.happen(step, 0)
    shoe.acked = shoe.last
    return shoe


def be_cut_off(table: Table, keep: Path) -> None:
    """Deal `BEFORE`, lose the power amid a line, and keep what is left."""
    table.start()
    table.happen(*BEFORE)
    table.kill()
    for part in ("journal", "feed"):
        with max((table.folder / part).glob("*.jsonl")).open("ab") as file:
            file.write(UNFINISHED)
        shutil.copytree(table.folder / part, keep / part)
    shutil.copy(table.trace, keep)


def what_must_hold(
    hour: Hour, done: Iterable[Call], known: int, as_ever: dict[str, Any], faults: Sequence[Fault]
) -> None:
    """See that nobody was told anything that is not so, and that nothing is lost.

    Args:
        hour: the one that has passed.
        done: what its first controller asked of the system.
        known: the highest SEQ that was on record before.
        as_ever: the table's status after such an hour in which nothing failed.
        faults: what failed.
    """
    table = hour.table
    _told_in_plain_words(hour, nothing=all(fault.how in PASSING for fault in faults))
    _in_order(done, known)
    sound(table.shown())
    assert hour.status | SEEN == as_ever | SEEN
    assert verify(table.journal).torn == 0
    assert table.shoe.acked == table.shoe.last
    taken = [said["seq"] for said in table.recorded() if "seq" in said]
    assert taken == list(range(taken[0], table.shoe.last + 1)), "each event once"


def _told_in_plain_words(hour: Hour, nothing: bool) -> None:
    assert all(code in (REFUSED, CALLER) for code in hour.codes), hour.table.log
    assert not (nothing and hour.told), hour.told
    assert len(hour.codes) == sum(line.startswith("coup: ") for line in hour.told), "one line each says why it ended"
    for word in ("Traceback", "Exception", "Error", "mistake in the program"):
        assert not any(word in line for line in hour.told), hour.told
    assert len(set(hour.told)) <= MOST_TOLD, hour.told


def _in_order(done: Iterable[Call], known: int) -> None:
    """See that what was shown, fed and acknowledged was on the disk before."""
    on_disk: list[dict[str, Any]] = []
    written: list[dict[str, Any]] = []
    taken = set(range(known + 1))
    for call in (call for call in done if call.done):
        if call.about.startswith("journal/"):
            if call.name == "write":
                written += [line for line in _lines(call) if "said" in line]
            elif call.name == "ftruncate":
                written = []
            elif call.name == "fdatasync":
                on_disk, written = on_disk + written, []
                taken |= {record["said"].get("seq", 0) for record in on_disk}
        elif call.name == "write" and call.about == "lamps.jsonl":
            for shown in _lines(call):
                if shown["lamps"] and "fault" not in shown["lamps"]:
                    assert not written
                    assert (shown["lamps"], shown["gate"]) == (on_disk[-1]["lamps"], on_disk[-1]["gate"])
        elif call.name == "write" and call.about.startswith("feed/"):
            assert not written or "fault" in call.text
        elif call.name == "write" and call.about == "line":
            acked = {int(seq) for seq in re.findall(r"\$ACK,\w+,(\d+)", call.text)}
            assert acked <= taken, "acknowledged, and not on record"


def _lines(call: Call) -> list[dict[str, Any]]:
    """Return what was written, but for what is no whole line."""
    raw = call.text[call.text.index('"') + 1 : call.text.rindex('"')].encode().decode("unicode_escape")
    return [json.loads(line) for line in raw.split("\n")[:-1]]
