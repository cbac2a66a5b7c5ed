"""How long it takes from a card to its lamps, beside the smallest program that could do it, and in company."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import Random
from statistics import median

import pytest

from firmware.control.server import MOST_CONNECTIONS
from tests.bench import results
from tests.bench.past import have_dealt
from tests.bench.reactions import PAUSE_S, Floor, Table, cards, events, rest_of
from tests.bench.results import own_target, p99, verdict
from tests.display.pages import pages, with_pages
from tests.display.test_crowd import SCREENS, crowd
from tests.whole.evening import Evening
from tests.whole.room import ROOT

REACTIONS = 4000
IN_COMPANY = 1000
BLOCK = 40
"""Reactions of one table before it is the next one's turn: no other is out of its shoe's hearing for long."""
CONNECTIONS = 1000
PAST = 5000
RECORD = 200
"""Bytes of a record of the smallest program."""

IDLERS = """
import socket, sys
lines = []
for _ in range(int(sys.argv[2])):
    line = socket.socket(socket.AF_UNIX)
    line.connect(sys.argv[1])
    lines.append(line)
print("there", flush=True)
sys.stdin.read()
"""

MEASURED = (
    "From just before a card's frame is written to a pseudo-terminal, in one piece, to the moment the lamps' driver is "
    "called, in ms. `coup run` and the smallest program (`floor.py`: pyserial, CRC, "
    f"{RECORD} bytes appended and flushed, the same mock lamps) are processes of their own, with their journals on the "
    f"disk named below. Before each card that is measured there are {PAUSE_S * 1000:.0f} ms of rest."
)


@contextmanager
def idle_connections(path: Path) -> Iterator[None]:
    """Have people who are connected to a controller and ask nothing."""
    command = [sys.executable, "-c", IDLERS, str(path), str(CONNECTIONS)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=many_files) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"there\n"
        try:
            yield
        finally:
            process.kill()


def many_files() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


class Own:
    """The controller's own part, in a process of its own."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "tests.bench.unflushed", str(folder)]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def cards(self, times: int) -> list[float]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{times}\n")
        took: list[float] = json.loads(self._process.stdout.readline())
        return took

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


def flushes(file: int, times: int) -> list[float]:
    """Append a record and flush it, so often; returns the milliseconds each took."""
    took = []
    for _ in range(times):
        time.sleep(PAUSE_S)
        began = time.monotonic_ns()
        os.write(file, bytes(RECORD))
        os.fdatasync(file)
        took.append((time.monotonic_ns() - began) / 1e6)
    return took


def told(took: list[float]) -> tuple[str, str, str]:
    return str(len(took)), f"{median(took):.3f}", f"{p99(took):.3f}"


def beside(took: list[float], floor: list[float]) -> tuple[str, str]:
    """Say how often the floor's median and p99 go into these, and what was aimed at."""
    middle, tail = median(took) / median(floor), p99(took) / p99(floor)
    return (
        f"{middle:.2f} ({verdict('≤ 1.5', middle <= 1.5)})",
        f"{tail:.2f} ({verdict('≤ 2', tail <= 2)})",
    )


COLUMNS = ("", "cards", "median", "p99", "median ÷ floor's", "p99 ÷ floor's")


@pytest.mark.measure
@pytest.mark.timeout(3600)
def test_from_a_card_to_its_lamps(disk: Path) -> None:
    file = os.open(disk / "flushed", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    with (
        closing(Floor(disk / "floor")) as smallest,
        closing(Table(disk / "table")) as table,
        closing(Own(disk / "own")) as own,
    ):
        smallest.start()
        table.start()
        rest, dealt = rest_of([smallest, table]), Evening(table, Random(1))
        floor: list[float] = []
        ours: list[float] = []
        part: list[float] = []
        flush: list[float] = []
        while len(ours) < REACTIONS:
            floor += events(smallest, BLOCK, rest)
            ours += cards(table, dealt, BLOCK, rest)
            part += own.cards(BLOCK)
            flush += flushes(file, BLOCK // 4)
    os.close(file)
    results.write(
        "From a card to its lamps",
        f"{MEASURED} The controller's own part (`unflushed.py`) is the true loop with port, journal, feed and lamps, "
        "from the turn that finds bytes at the port to the lamps' driver: no flush, and no process to be woken.",
        COLUMNS,
        [
            ("smallest program", *told(floor), "1", "1"),
            ("`coup run`", *told(ours), *beside(ours, floor)),
            ("the controller's own part, no flush", *told(part), "", f"p99 {own_target(part)}"),
            (f"{RECORD} bytes appended and flushed, nothing else", *told(flush), "", ""),
        ],
        disk,
    )


@pytest.mark.measure
@pytest.mark.timeout(3600)
def test_in_company(disk: Path) -> None:
    names = ["`coup run`", f"with {SCREENS} displays", f"with {CONNECTIONS:,} idle connections", f"{PAST:,} past shoes"]
    tables = [Table(disk / str(number)) for number in range(len(names))]
    _, shown, connected, old = tables
    have_dealt(old.folder, PAST)
    with_pages(shown.config)
    with ExitStack() as stack:
        smallest = stack.enter_context(closing(Floor(disk / "floor")))
        for table in (smallest, *tables):
            stack.callback(table.close)
            table.start()
        server = stack.enter_context(pages(shown.config))
        stack.enter_context(crowd(server, SCREENS))
        stack.enter_context(idle_connections(connected.folder / "control.sock"))
        rest = rest_of([smallest, *tables])
        evenings = [Evening(table, Random(seed)) for seed, table in enumerate(tables)]
        floor: list[float] = []
        took: list[list[float]] = [[] for _ in tables]
        while len(floor) < IN_COMPANY:
            floor += events(smallest, BLOCK, rest)
            for table, dealt, ours in zip(tables, evenings, took, strict=True):
                table.until(table.trusts, "the controller to trust the shoe")
                ours += cards(table, dealt, BLOCK, rest)
    rows = [(name, *told(ours), *beside(ours, floor)) for name, ours in zip(names, took, strict=True)]
    results.write(
        "In company",
        f"{MEASURED} Tables are dealt at in turn, side by side: one alone, one whose feed goes to {SCREENS} screens "
        f"through `coup display`, one with {CONNECTIONS:,} connections at its control socket, of which it keeps "
        f"{MOST_CONNECTIONS}, one with {PAST:,} shoes in the folders of its journal and its feed.",
        COLUMNS,
        [("smallest program", *told(floor), "1", "1"), *rows],
        disk,
    )
