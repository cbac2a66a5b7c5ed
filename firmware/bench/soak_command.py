"""Decides what `coup soak` does: how shoes are shared out among processes, and what is said of them."""

import json as jsonlib
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import count
from multiprocessing import get_context
from random import SystemRandom
from typing import Any, Final, TextIO

from firmware.bench.command import SEEDS
from firmware.bench.soak import SHOES, Tally, evening
from firmware.errors import DONE, REFUSED
from firmware.interrupts import ctrl_c_waits

LINES: Final = 10
"""So many lines of progress at most, where there is no terminal."""


def soak(shoes: int, *, jobs: int = 1, seed: int | None = None, json: bool = False, out: TextIO | None = None) -> int:
    """Deal `shoes` shoes in `jobs` processes and say what came of it on `out`, else standard output.

    Returns:
        The exit code: 0 every invariant held and every journal replays, 1 not.
    """
    out = out or sys.stdout
    seed = SystemRandom().randrange(SEEDS) if seed is None else seed
    began, total = time.perf_counter(), Tally()
    evenings = _evenings(seed, shoes, min(SHOES, -(-shoes // jobs)))
    dealt = _in_processes(evenings, jobs) if jobs > 1 else (evening(*one) for one in evenings)
    for tally in dealt if json else _with_progress(dealt, shoes, out):
        total.add(tally)
    report = _report(total, seed, jobs, time.perf_counter() - began)
    print(jsonlib.dumps(report) if json else _worded(report), file=out)
    return REFUSED if total.violations else DONE


def _evenings(seed: int, shoes: int, most: int) -> list[tuple[int, int]]:
    """Return a seed and a number of shoes for each evening; the first has the seed that was asked for."""
    return [(seed + n, min(most, shoes - done)) for n, done in zip(count(), range(0, shoes, most), strict=False)]


def _in_processes(evenings: list[tuple[int, int]], jobs: int) -> Iterator[Tally]:
    pool = ProcessPoolExecutor(min(jobs, len(evenings)), get_context("spawn"))
    try:
        with ctrl_c_waits():
            dealt = [pool.submit(evening, *one) for one in evenings]
        for done in as_completed(dealt):
            yield done.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _with_progress(dealt: Iterator[Tally], shoes: int, out: TextIO) -> Iterator[Tally]:
    """Yield what was dealt, saying violations and progress: a bar on a terminal, else a line now and then."""
    return _bar(dealt, shoes, out) if out.isatty() else _lines(dealt, shoes, out)


def _bar(dealt: Iterator[Tally], shoes: int, out: TextIO) -> Iterator[Tally]:
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(file=out)) as bar:
        task = bar.add_task("shoes", total=shoes)
        for tally in dealt:
            for violation in tally.violations:
                bar.console.print(violation, markup=False, highlight=False, soft_wrap=True)
            bar.advance(task, tally.shoes)
            yield tally


def _lines(dealt: Iterator[Tally], shoes: int, out: TextIO) -> Iterator[Tally]:
    done, told = 0, 0
    for tally in dealt:
        for violation in tally.violations:
            print(violation, file=out, flush=True)
        done += tally.shoes
        if done * LINES // shoes > told:
            told = done * LINES // shoes
            print(f"{done} of {shoes} shoes", file=out, flush=True)
        yield tally


def _report(total: Tally, seed: int, jobs: int, seconds: float) -> dict[str, Any]:
    return {
        "seed": seed,
        "jobs": jobs,
        "shoes": total.shoes,
        "rounds": total.rounds,
        "cards": total.cards,
        "records": total.records,
        "irregularities": total.of("irregularity"),
        "decisions": total.of("decision"),
        "faults": total.of("fault"),
        "seconds": round(seconds, 3),
        "cards_per_second": round(total.cards / seconds),
        "cards_per_second_of_a_job": round(total.cards / total.dealing_s) if total.dealing_s else 0,
        "violations": total.violations,
    }


def _each(jobs: int) -> str:
    return "the one job" if jobs == 1 else f"each of {jobs} jobs"


def _worded(report: dict[str, Any]) -> str:
    def times(what: str) -> str:
        return ", ".join(f"{name} {n}" for name, n in report[what].items()) or "none"

    held = len(report["violations"])
    return "\n".join(
        (
            f"{report['shoes']} shoes, {report['rounds']} rounds, {report['cards']} cards; "
            f"{report['records']} records verified and replayed",
            f"irregularities  {times('irregularities')}",
            f"decisions       {times('decisions')}",
            f"faults          {times('faults')}",
            f"{report['cards_per_second']} cards a second in {report['seconds']:.1f} s, verifying and replaying too; "
            f"{_each(report['jobs'])} dealt {report['cards_per_second_of_a_job']} a second",
            f"violations      {held or 'none'}",
            *report["violations"],
            f"seed {report['seed']}",
        )
    )
