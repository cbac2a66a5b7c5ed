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
    for found in map(CALL.fullmatch, log.read_text(encoding="utf-8").splitlines()):
        if not found:
            continue
        call, path, text = found[1], found[2], found[3] or ""
        if path.startswith("/dev/pts/"):
            yield Call("line", text)
        elif path.startswith(f"{folder}/"):
            part = path.removeprefix(f"{folder}/").split("/")[0]
            yield Call(part if call == "write" else f"{call} {part}", text)


def events(found: Iterator[Call]) -> Iterator[list[Call]]:
    """Yield what was done from one record to the next."""
    event: list[Call] = []
    for call in found:
        if call.what == "journal" and event:
            yield event
            event = []
        event.append(call)
    yield event


def of_a_card(event: list[Call]) -> bool:
    return '\\"kind\\":\\"card\\"' in event[0].text


@pytest.mark.skipif(not can_trace(), reason="strace is not installed, or may not trace here")
def test_each_card_is_on_record_then_flushed_then_shown_then_fed_then_acknowledged_once(tmp_path: Path) -> None:
    log = tmp_path / "strace"
    with room(tmp_path) as table:
        # -D: the controller, not strace, is the process that signals go to.
        table.start("strace", "-D", "-f", "-y", "-qq", "-s", "4000", "-e", CALLS, "-o", str(log))
        evening, moved = Evening(table, Random(5)), []
        evening.fill(40)
        while evening.oracle.out < 30 or evening.oracle.cards:
            before, card = evening.oracle.lamps, evening.next.startswith("CARD,")
            evening.step()
            if card:
                moved.append((before, evening.oracle.lamps))
        cards = table.shoe.cards
        assert table.end() == 0
    done = [event for event in events(calls(log, tmp_path)) if of_a_card(event)]
    for event, (before, after), (boot, seq, _) in zip(done, moved, cards, strict=True):
        lamps = ["lamps.jsonl"] if before != after else []
        said = [call.text for call in event if call.what == "line"]
        assert [call.what for call in event if call.what != "line"] == [
            "journal",
            "fdatasync journal",
            *lamps,
            "feed",
        ]
        first_said = [call.what for call in event].index("line")
        assert event[first_said - 1].what == "feed"
        acks = [f"$ACK,{boot},{seq}*" in text for text in said]
        assert acks[0]
        assert sum(acks) == 1
        if ("deal" in before) != ("deal" in after):
            assert re.search(r"GATE.*ACK", said[0]), "the mouth is told before the shoe may forget the card"
