"""What the controller asks of the system for each card, in order: journal, flush, lamps, feed, acknowledgement."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from tests.whole.evening import Evening
from tests.whole.room import room

CALLS = "trace=write,writev,pwrite64,pwritev,sendfile,fsync,fdatasync,sync_file_range,ftruncate"
CALL = re.compile(r"(?:\d+ +)?(\w+)\(\d+<([^>]*)>(?:, (.*))?\) += \d+")


def can_trace() -> bool:
    strace = shutil.which("strace")
    return bool(strace) and subprocess.run([str(strace), "-o", "/dev/null", "true"], check=False).returncode == 0


class Call(NamedTuple):
    what: str
    text: str


def calls(log: Path, folder: Path) -> Iterator[Call]:
    """Yield what was written and flushed, in order, by what it was for."""
    for line in log.read_text(encoding="utf-8").splitlines():
        found = CALL.fullmatch(line)
        if not found:
            continue
        call, path, text = found[1], found[2], found[3] or ""
        if path.startswith("/dev/pts/"):
            yield Call("wire", text)
        elif path.startswith(str(folder)):
            part = Path(path).relative_to(folder).parts[0]
            yield Call(part if call == "write" else f"{call} {part}", text)


def events(found: Iterator[Call]) -> Iterator[list[Call]]:
    """Yield what was done for each event of the shoe, from its record to the next one."""
    event: list[Call] = []
    for call in found:
        if call.what == "journal":
            if event:
                yield event
            event = []
        if event or (call.what == "journal" and '\\"seq\\":' in call.text):
            event.append(call)
    yield event


@pytest.mark.skipif(not can_trace(), reason="strace is not installed, or may not trace here")
def test_each_card_is_on_record_then_flushed_then_shown_then_fed_then_acknowledged_once(tmp_path: Path) -> None:
    log = tmp_path / "strace"
    with room(tmp_path) as table:
        # -D: the controller, not strace, is the process that signals go to.
        table.start("strace", "-D", "-f", "-y", "-qq", "-s", "4000", "-e", CALLS, "-o", str(log))
        evening = Evening(table, Random(5))
        evening.fill(40)
        shown = []
        before: list[str] = []
        while evening.oracle.out < 30:
            if evening.next == "confirm":
                evening.step()
            else:
                evening.step()
                shown.append(evening.oracle.lamps != before)
            before = evening.oracle.lamps
        sent = table.shoe.last
        assert table.end() == 0
    done = [event for event in events(calls(log, tmp_path)) if not "adopted" in event[0].text]
    assert len(done) == len(shown) == sent
    for seq, (event, lamps_changed) in enumerate(zip(done, shown, strict=True), 1):
        print(seq, [c.what for c in event], event[-1].text[:100])
