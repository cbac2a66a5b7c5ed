"""A whole shoe by a real port that is only listened to: not one byte is sent, and none could be."""

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from firmware import editions
from firmware.bench.cable import Cable
from firmware.bench.stack import CUT, Item, shuffled
from firmware.core.cards import Card
from firmware.core.settings import build
from firmware.core.tableau import work_out
from firmware.shoe.registry import Registry
from tests.shoe.wire import boots
from tests.whole.test_order_of_effects import can_trace

ROOT = Path(__file__).parents[2]
PATIENCE_S = 20.0
LISTENERS = ("angel-eye", "bee-tek", "shoe-link")

CONFIG = """\
[table]
id = "EARS-1"
edition = "nz-mini-1996"
[shoe]
protocol = "{protocol}"
port = "shoe"
listen_only = {listen_only}
[hal]
driver = "mock"
"""
CALLS = "trace=write,writev,pwrite64,pwritev,pwritev2,sendto,sendmsg,sendfile,splice,ioctl"
SENT = re.compile(r"(?:\d+ +)?(?:write|writev|pwrite64|pwritev|pwritev2|sendto|sendmsg|sendfile|splice)\((.*)")
RAISED = re.compile(r"ioctl\(\d+</dev/pts/\d+>, (TIOCSTI|TCSBRK|TCSBRKP|TIOCSBRK|TCXONC)")


class Room:
    """A controller under strace, and a simulated shoe at the other end of its port."""

    def __init__(self, folder: Path, protocol: str) -> None:
        self.folder = folder
        self.shoe = Registry().find(protocol).simulated(boots())
        self.cable = Cable(folder / "shoe", lambda line: None)
        self.heard = b""
        """Whatever came out of the controller's end of the line."""
        listen_only = "true" if protocol == "shoe-link" else "false"  # the others are so whatever stands there
        (folder / "table.toml").write_text(CONFIG.format(protocol=protocol, listen_only=listen_only), encoding="utf-8")
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, *before: str) -> None:
        self.cable.open()
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*before, sys.executable, "-m", "firmware", "run", "--config", str(self.folder / "table.toml")],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self.until(lambda: (self.folder / "control.sock").exists() and not self.status()["faults"])

    def ask(self, **request: object) -> dict[str, Any]:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE_S)
            line.connect(str(self.folder / "control.sock"))
            line.sendall(json.dumps(request).encode() + b"\n")
            with line.makefile("rb") as answers:
                answer: dict[str, Any] = json.loads(answers.readline())
        assert answer["ok"], answer
        return answer

    def status(self) -> dict[str, Any]:
        try:
            return self.ask(do="status")
        except ConnectionError:
            return {"faults": ["not there yet"]}

    def until(self, done: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not done():
            assert self.process is not None
            assert self.process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < end, f"{self.status()} {(self.folder / 'log').read_text()}"
            self.exchange()
            time.sleep(0.005)  # another process is at work

    def exchange(self) -> None:
        now = time.monotonic_ns()
        self.heard += self.cable.read()
        while said := self.shoe.outgoing(now):
            self.cable.write(said)

    def leave(self, item: Item) -> None:
        """A card leaves the shoe, or a cutting card; of that people tell where the wire has no word for it."""
        if item != CUT:
            self.shoe.card(item)
        elif "cut" in self.shoe.lacks:
            self.ask(do="press", button="cut")
        else:
            self.shoe.cut()
        self.exchange()

    def descriptors(self) -> list[int]:
        """How each of the controller's descriptors for a serial line was opened."""
        assert self.process is not None
        places = Path(f"/proc/{self.process.pid}/fd")
        lines = [place.name for place in places.iterdir() if where(place).startswith("/dev/pts/")]
        texts = [(places.parent / "fdinfo" / name).read_text() for name in lines]
        return [int(found[1], 8) & os.O_ACCMODE for text in texts if (found := re.search(r"flags:\s+(\d+)", text))]

    def close(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
        self.cable.close()


def where(descriptor: Path) -> str:
    try:
        return os.readlink(descriptor)
    except FileNotFoundError:  # closed meanwhile
        return ""


@contextmanager
def room(folder: Path, protocol: str) -> Iterator[Room]:
    here = Room(folder, protocol)
    try:
        yield here
    finally:
        here.close()


def deal(table: Room, stack: tuple[Item, ...]) -> int:
    """Deal a whole shoe by the rules, and return how many rounds it had."""
    tableau = build({}, editions.shipped()).edition.tableau
    items, rounds = list(stack), 0
    table.shoe.loaded()
    if "loaded" in table.shoe.lacks:
        table.ask(do="key", on=True)
        table.ask(do="decide", decision="new_shoe", actor="Kim", reason="fresh cards")
        table.ask(do="key", on=False)
    table.until(lambda: table.status()["phase"] == "ready")
    while table.status()["phase"] != "shuffle":
        cards: list[Card] = []
        while work_out(tableau, cards).due != "none":
            item = items.pop(0)
            if item != CUT:
                cards.append(item)
            table.leave(item)
        table.until(lambda: table.status()["phase"] == "result")
        assert table.status()["public"] == cards
        table.ask(do="press", button="confirm")
        rounds += 1
    return rounds


@pytest.mark.parametrize("protocol", LISTENERS)
def test_a_port_that_is_only_listened_to_cannot_be_written_and_nothing_comes_out_of_it(
    tmp_path: Path, protocol: str
) -> None:
    with room(tmp_path, protocol) as table:
        table.start()
        assert table.descriptors() == [os.O_RDONLY]
        for face in ("2S", "9H"):  # before any fresh cards: a question, and nothing is said about it to the shoe
            table.leave(face)
        table.until(lambda: table.status()["hold"] is not None)
        assert table.heard == b""


@pytest.mark.skipif(not can_trace(), reason="strace is not installed, or may not trace here")
@pytest.mark.parametrize("protocol", LISTENERS)
def test_in_a_whole_shoe_the_controller_asks_the_system_for_no_write_to_the_port(tmp_path: Path, protocol: str) -> None:
    log = tmp_path / "strace"
    with room(tmp_path, protocol) as table:
        # -D: the controller, not strace, is the process that signals go to.
        table.start("strace", "-D", "-f", "-y", "-qq", "-s", "16", "-e", CALLS, "-o", str(log))
        assert deal(table, shuffled(build({}, editions.shipped()), Random(7))) > 60
        table.exchange()
        assert table.heard == b""
        assert table.process is not None
        table.process.terminate()
        assert table.process.wait(PATIENCE_S) == 0
        table.exchange()
        assert table.heard == b""
    said = log.read_text(encoding="utf-8", errors="replace")
    sent = SENT.findall(said)
    assert sum("/journal/" in call for call in sent) > 400
    assert [call for call in sent if "/dev/" in call.partition(",")[0]] == []
    assert RAISED.findall(said) == []
