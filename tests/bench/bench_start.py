"""How soon a controller shows its table, and how much memory it has: at a new table, and after thousands of shoes."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

import pytest

from tests.bench import results
from tests.bench.past import have_dealt
from tests.bench.reactions import Table
from tests.bench.resident import Resident, resident
from tests.bench.results import verdict
from tests.bench.thousand import SHOES
from tests.whole.room import PATIENCE_S, ROOT

STARTS = 20
PAST = 5000
READY_MS = 500
MOST_MIB = 45
GROWTH_MIB = 1
LIBRARIES = "msgspec, serial, transitions"
MS = 1e6
KINDS = ("a new table", "1 past shoe", f"{PAST:,} past shoes")


class Start(NamedTuple):
    """One start: milliseconds from the process to its word that it is there, and to its first lamp; its memory then."""

    ready: float
    lamp: float
    memory: Resident


def started(table: Table) -> Start:
    """Start a controller as a service manager would, and end it."""
    notify = table.folder / "notify"
    notify.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(notify))
        manager.settimeout(PATIENCE_S)
        began = time.monotonic_ns()
        table.launch("env", f"NOTIFY_SOCKET={notify}")
        told = manager.recv(4096)
        ready = time.monotonic_ns()
    assert told.startswith(b"READY=1")
    memory = resident(table.pid)
    lamp = table.shown()[table.before]["t_ns"]
    assert table.end() == 0
    return Start((ready - began) / MS, (lamp - began) / MS, memory)


def bare() -> Start:
    """Start Python with the libraries alone."""
    program = f"import sys, {LIBRARIES}; print(flush=True); sys.stdin.read()"
    began = time.monotonic_ns()
    command = [sys.executable, "-I", "-c", program]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"\n"
        there = (time.monotonic_ns() - began) / MS
        return Start(there, there, resident(process.pid))


def row(name: str, starts: list[Start], *, judged: bool = True) -> tuple[str, ...]:
    """Return the row of one kind; what is only there to compare with has no target."""
    ready = [start.ready for start in starts]
    rss = max(start.memory.rss for start in starts) / 1024
    soon = f" ({verdict(f'≤ {READY_MS}', median(ready) <= READY_MS)})" if judged else ""
    small = f" ({verdict(f'≤ {MOST_MIB}', rss <= MOST_MIB)})" if judged else ""
    return (
        name,
        f"{median(ready):.0f}{soon}",
        f"{max(ready):.0f}",
        f"{median(start.lamp for start in starts):.0f}",
        f"{rss:.1f}{small}",
        f"{max(start.memory.pss for start in starts) / 1024:.1f}",
    )


def cost(one: list[Start], many: list[Start]) -> tuple[str, ...]:
    """Return the row of what many past shoes cost; nothing that can be measured if as many pairs say so as not."""
    more = [after.ready - before.ready for before, after in zip(one, many, strict=True)]
    low, middle, high = quantiles(more, n=4)
    lamp = median(after.lamp - before.lamp for before, after in zip(one, many, strict=True))
    free = verdict("nothing measurable", low <= 0)
    return (
        f"{PAST:,} instead of 1",
        f"{middle:+.0f} ({free})",
        f"half within {low:+.0f} to {high:+.0f}",
        f"{lamp:+.0f}",
        "",
        "",
    )


@pytest.mark.measure
@pytest.mark.timeout(3600)
def test_from_a_process_to_its_first_lamp(disk: Path) -> None:
    tables = [Table(disk / str(number)) for number in range(len(KINDS))]
    have_dealt(tables[1].folder, 1)
    have_dealt(tables[2].folder, PAST)
    starts: list[list[Start]] = [[] for _ in KINDS]
    libraries: list[Start] = []
    try:
        for again in range(STARTS + 1):
            found = [bare(), *(started(table) for table in tables)]
            if again:  # the first time everything is read from the disk
                libraries.append(found[0])
                for kind, start in zip(starts, found[1:], strict=True):
                    kind.append(start)
            new(tables[0])
    finally:
        for table in tables:
            table.close()
    _, one, many = starts
    results.write(
        "Start",
        "From the start of `coup run` to READY, as a service manager is told it, and to the first lamp, in ms; "
        f"{STARTS} starts of each kind, in turn. Memory at READY in MiB, the most of all starts. The reference is "
        f"`python -I -c 'import {LIBRARIES}'`.",
        ("", "READY, median", "READY, slowest", "first lamp, median", "resident", "proportional"),
        [
            row("the libraries alone", libraries, judged=False),
            *(row(name, kind) for name, kind in zip(KINDS, starts, strict=True)),
            cost(one, many),
        ],
        disk,
    )


def new(table: Table) -> None:
    """Let a table forget everything."""
    for folder in (table.journal, table.folder / "feed"):
        for file in folder.iterdir():
            file.unlink()


@pytest.mark.measure
@pytest.mark.timeout(3600)
def test_memory_after_a_thousand_shoes(disk: Path) -> None:
    dealt = subprocess.run(
        [sys.executable, "-m", "tests.bench.thousand", str(disk)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    before, after = (int(kib) / 1024 for kib in dealt.stdout.split())
    growth = after - before
    results.write(
        "Memory",
        f"Resident memory of one controller that deals {SHOES:,} shoes, in MiB: in simulated time, with its journal "
        "and its feed on files (`thousand.py`).",
        ("", "MiB"),
        [
            ("after the first shoes", f"{before:.1f}"),
            (f"{SHOES:,} shoes later", f"{after:.1f}"),
            ("growth", f"{growth:.2f} ({verdict(f'< {GROWTH_MIB} MiB', growth < GROWTH_MIB)})"),
        ],
        disk,
    )
