"""Tries mutants: whether any test fails once a function does something else.

The tests are collected and run once, which says what lines each of them runs. Then every mutant has a process of its
own, forked from there, in which the function is exchanged and the tests that run the changed statement are run, the
quickest first, until one fails. It must never decide whether a mutant may survive.
"""

from __future__ import annotations

import functools
import gc
import importlib
import os
import resource
import signal
import struct
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from types import LambdaType
from typing import Any, Final

import pytest
from coverage import Coverage
from hypothesis import HealthCheck, Phase, settings

from tests.mutation.mutants import ROOT, Mutant

settings.register_profile(
    "mutation",  # few examples and always the same ones; the first that fails is enough
    deadline=None,
    suppress_health_check=list(HealthCheck),
    max_examples=25,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
)

PATIENCE: Final = 1.0
"""Seconds of processor time that a test has beyond ten times what it takes without a change; then it has failed."""

MEMORY: Final = 1 << 30
"""Bytes that it may take beyond what the tests have taken."""

SURVIVED, KILLED, UNTRIED = range(3)


class Trial:
    """A plugin of pytest that tries mutants instead of running the tests. `survivors` are known once pytest is done."""

    def __init__(self, mutants: Sequence[Mutant], workers: int) -> None:
        """Make ready to try `mutants`, `workers` of them at a time."""
        self.survivors: list[Mutant] = []
        self.tried = 0
        self._mutants, self._workers = mutants, workers
        self._items: list[pytest.Item] = []
        self._failed = False
        self._seconds: list[float] = []  # of processor time, for each test
        self._tests: dict[str, dict[int, list[int]]] = {}  # places of those that run a line of a file
        self._killers: dict[tuple[str, str], list[int]] = defaultdict(list)  # places of those that killed in a function
        self._caches: list[Any] = []
        self._lambdas: list[LambdaType] = []
        self._running: dict[int, tuple[Mutant, int]] = {}  # by process id, and where it tells who killed it

    def pytest_configure(self) -> None:
        """Let hypothesis do little: `tests/conftest.py` has asked for more by now."""
        settings.load_profile("mutation")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note that a test has failed."""
        self._failed |= report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try every mutant.

        Raises:
            UsageError: a test fails without any change, or a mutant could not be tried.
        """
        self._items = session.items
        self._run_unchanged()
        things = gc.get_objects()
        self._caches = [thing for thing in things if isinstance(thing, functools._lru_cache_wrapper)]
        self._lambdas = [thing for thing in things if isinstance(thing, LambdaType) and thing.__name__ == "<lambda>"]
        gc.freeze()  # or else every fork would have to copy them to look at them
        for mutant in self._mutants:
            while len(self._running) >= self._workers:
                self._take_back()
            ends, told = os.pipe()
            child = os.fork()
            if not child:
                os._exit(self._outcome(mutant, told))
            os.close(told)
            self._running[child] = mutant, ends
        while self._running:
            self._take_back()
        return True

    def _run(self, place: int) -> None:
        item = self._items[place]
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)

    def _run_unchanged(self) -> None:
        watched = sorted({str(ROOT / mutant.file) for mutant in self._mutants})
        coverage = Coverage(data_file=None, include=watched, config_file=False)
        coverage.start()
        for place, item in enumerate(self._items):
            coverage.switch_context(str(place))
            began = time.process_time()
            self._run(place)
            self._seconds.append(time.process_time() - began)
            if self._failed:
                coverage.stop()
                raise pytest.UsageError(f"fails without any change: {item.nodeid}")
        coverage.stop()
        for file in watched:
            contexts = coverage.get_data().contexts_by_lineno(file)
            self._tests[file] = {line: [int(place) for place in places] for line, places in contexts.items()}

    def _to_run(self, mutant: Mutant) -> list[int]:
        """Return the places of the tests that run its statement, those first that killed others of its function."""
        killers = self._killers[mutant.file, mutant.function]
        places = self._tests[str(ROOT / mutant.file)].get(mutant.line, [])
        return sorted(places, key=lambda place: (-killers.count(place), self._seconds[place]))

    def _outcome(self, mutant: Mutant, told: int) -> int:
        """Within the forked process: return what becomes of the mutant."""
        places = self._to_run(mutant)
        try:
            _exchange(mutant, self._lambdas)
        except Exception as error:  # noqa: BLE001  # whatever it is, this mutant tells nothing
            print(f"cannot be tried: {mutant.file} {mutant}: {error!r}", file=sys.stderr)
            return UNTRIED
        for cache in self._caches:
            cache.cache_clear()  # what it holds was worked out without the change
        _limit_memory()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.dup2(nowhere, sys.stderr.fileno())
        for place in places:
            signal.setitimer(signal.ITIMER_PROF, PATIENCE + 10 * self._seconds[place])  # kills this process in the end
            try:
                self._run(place)
            except BaseException:  # noqa: BLE001  # it has not even come to a report
                self._failed = True
            if self._failed:
                os.write(told, struct.pack("I", place))
                return KILLED
        return SURVIVED

    def _take_back(self) -> None:
        child, status = os.wait()
        mutant, ends = self._running.pop(child)
        killer = os.read(ends, 4)
        os.close(ends)
        if killer:
            self._killers[mutant.file, mutant.function] += struct.unpack("I", killer)
        outcome = os.WEXITSTATUS(status) if os.WIFEXITED(status) else KILLED  # out of time or memory
        if outcome == UNTRIED:
            raise pytest.UsageError("a mutant could not be tried")
        if outcome == SURVIVED:
            self.survivors.append(mutant)
            print(f"\nsurvived: {mutant.file}:{mutant.line} {mutant}", flush=True)
        self.tried += 1
        if self.tried % 100 == 0:
            print(f"\n{self.tried} of {len(self._mutants)}, {len(self.survivors)} survived", flush=True)


def _exchange(mutant: Mutant, lambdas: Sequence[LambdaType]) -> None:
    """Let the function do what its mutant does, wherever it has been imported to."""
    if mutant.is_lambda:
        _lambda(mutant, lambdas).__code__ = mutant.code()
        return
    owner: Any = importlib.import_module(mutant.file.removesuffix(".py").replace("/", "."))
    *classes, name = mutant.function.split(".")
    for inner in classes:
        owner = getattr(owner, inner)
    function = vars(owner)[name]
    for wrapped in ("fget", "func", "__func__", "__wrapped__"):
        function = getattr(function, wrapped, None) or function
    function.__code__ = mutant.code()


def _lambda(mutant: Mutant, lambdas: Sequence[LambdaType]) -> LambdaType:
    """Return the lambda that the mutant was made of: it has a line of its own."""
    codes = {one.__code__: one for one in lambdas if one.__code__.co_filename == str(ROOT / mutant.file)}
    (found,) = (one for code, one in codes.items() if code.co_firstlineno == mutant.begins)
    return found


def _limit_memory() -> None:
    taken = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + MEMORY, resource.RLIM_INFINITY))
