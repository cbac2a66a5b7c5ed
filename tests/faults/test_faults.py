"""One call of the system fails, whichever it is: the table goes on, or says in a line why not, and nothing is lost."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.faults.faults import SHORT, Call, Fault, can_fail, can_trace, chances
from tests.faults.hour import EVENING, FIRST_DAY, Hour, Table, be_cut_off, evening, what_must_hold
from tests.faults.ready import Readiness
from tests.whole.someone_elses_shoe import Shoe

pytestmark = pytest.mark.skipif(not can_trace(), reason="strace is not installed, or may not trace here")

SAMPLE, SAMPLE_SEED = 9, 3


@dataclass
class Day:
    """A table as it is before the hour, what happens then, and how it ends where nothing fails."""

    readiness: Readiness
    steps: tuple[str, ...]
    left_behind: Path | None
    as_ever: dict[str, Any] = field(default_factory=dict)
    done: list[Call] = field(default_factory=list)

    def hour(self, *faults: Fault) -> tuple[Hour, list[Call]]:
        """Let the hour pass at a table of its own, and see that what must hold does."""
        with TemporaryDirectory(prefix="coup-") as name:
            folder = Path(name)
            shoe = evening(folder, self.left_behind) if self.left_behind else Shoe()
            known = shoe.last
            table = Table(folder, self.readiness, shoe)
            try:
                table.line.plug()
                hour = Hour(table)
                done = hour.go_by(self.steps, *faults)
                if not self.as_ever:
                    self.as_ever, self.done = hour.status, done
                # One hour is not quite like another: what was counted may now be a call that cannot fail.
                if all(can_fail(call, fault.how) for call in done if call.hit for fault in faults):
                    what_must_hold(hour, done, known, self.as_ever, faults)
            finally:
                table.close()
        return hour, done

    def go_through(self, faults: Iterable[Fault]) -> int:
        """Let an hour pass for each of `faults`, and return in how many of them strace made a call fail."""
        hit = 0
        for fault in faults:
            try:
                _, done = self.hour(fault)
            except AssertionError as error:
                error.add_note(f"where {fault} failed")
                raise
            hit += any(call.hit for call in done)
        return hit


@pytest.fixture(scope="module")
def readiness() -> Iterator[Readiness]:
    here = Readiness()
    yield here
    here.close()


@pytest.fixture(scope="module", params=["first day", "after a power cut"])
def day(request: pytest.FixtureRequest, readiness: Readiness, tmp_path_factory: pytest.TempPathFactory) -> Day:
    if request.param == "first day":
        day = Day(readiness, FIRST_DAY, None)
    else:
        kept = tmp_path_factory.mktemp("kept")
        table = Table(tmp_path_factory.mktemp("before"), readiness, Shoe())
        try:
            table.line.plug()
            be_cut_off(table, kept)
        finally:
            table.close()
        day = Day(readiness, EVENING, kept)
    day.hour()
    return day


def sample(done: Iterable[Call], draw: Random) -> Sequence[Fault]:
    """Return faults of different calls, wherever they come."""
    kinds: dict[str, list[Fault]] = {}
    for call, fault in chances(done):
        kinds.setdefault(call.name, []).append(fault)
    return [draw.choice(kinds[name]) for name in draw.sample(sorted(kinds), SAMPLE)]


def at_journal(day: Day, name: str, how: str) -> list[Fault]:
    return [
        fault
        for call, fault in chances(day.done)
        if call.about.startswith("journal/") and (fault.name, fault.how, fault.times) == (name, how, 1)
    ]


def test_calls_fail_here_and_there(day: Day) -> None:
    assert day.go_through(sample(day.done, Random(SAMPLE_SEED))) > SAMPLE // 2


def test_half_a_record_finds_room(day: Day) -> None:
    day.go_through(at_journal(day, "write", SHORT)[::3])


def test_a_file_of_the_journal_cannot_be_closed(day: Day) -> None:
    assert day.go_through(at_journal(day, "close", "EIO"))


def test_a_file_that_no_shoe_began_with_cannot_be_removed_at_once(day: Day) -> None:
    newest = max(call.about for call in day.done if call.about.startswith("journal/"))
    before = list(takewhile(lambda call: (call.name, call.about) != ("fdatasync", newest), day.done))
    made = Counter(call.name for call in before)
    flushed = Fault("fdatasync", made["fdatasync"] + 1, "ENOSPC")
    hour, done = day.hour(flushed, Fault("unlink", made["unlink"] + 1, "EROFS", times=2))
    assert sum(call.hit for call in done) == 3
    assert "the journal cannot be written (Read-only file system)" in hour.told[0]


@pytest.mark.measure
@pytest.mark.timeout(7200)
def test_every_call_fails_in_every_way(day: Day) -> None:
    day.go_through(fault for _, fault in chances(day.done))
