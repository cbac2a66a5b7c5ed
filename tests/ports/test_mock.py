import fcntl
import json
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from hal.errors import HalError, LampError, PanelError
from hal.mock import MockLamps, MockPanel
from hal.ports import DARK, Press
from tests.ports.lamp_contract import HOLD, READY, RESULT, LampContract, Rig, look


def lines(trace: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in trace.read_text().splitlines()]


class TraceRig(Rig):
    def __init__(self, trace: Path) -> None:
        self.trace = trace
        self.limits = resource.getrlimit(resource.RLIMIT_FSIZE)

    def driver(self) -> MockLamps:
        return MockLamps(self.trace)

    def seen(self) -> tuple[frozenset[str], bool]:
        written = lines(self.trace) if self.trace.exists() else []
        return (frozenset(written[-1]["lamps"]), written[-1]["gate"] == "open") if written else look(DARK)

    def writes(self) -> int:
        return len(lines(self.trace))

    def fail(self) -> None:
        room = self.trace.stat().st_size + 10  # bytes: a line begins, and does not end
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, self.limits[1]))

    def mend(self) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, self.limits)


class TestMockLamps(LampContract):
    @contextmanager
    def rig(self) -> Iterator[TraceRig]:
        with TemporaryDirectory() as folder:
            rig = TraceRig(Path(folder) / "lamps.jsonl")
            try:
                yield rig
            finally:
                rig.mend()


def test_a_shift_leaves_one_line_for_each_change_and_a_dark_one_at_its_end(tmp_path: Path) -> None:
    trace = tmp_path / "lamps.jsonl"
    ticks = count(1000, 5)
    lamps = MockLamps(trace, clock=lambda: next(ticks))
    lamps.open()
    assert trace.read_text() == ""
    for shown in (READY, RESULT, RESULT, HOLD):
        lamps.show(shown)
        lamps.tick(0)
    lamps.close()
    assert lines(trace) == [
        {"t_ns": 1000, "lamps": ["deal"], "blink": [], "gate": "open"},
        {"t_ns": 1005, "lamps": ["banker_stand", "player_stand", "stop", "tie"], "blink": [], "gate": "shut"},
        {"t_ns": 1010, "lamps": ["stop", "supervisor"], "blink": ["supervisor"], "gate": "shut"},
        {"t_ns": 1015, "lamps": [], "blink": [], "gate": "shut"},
    ]


def test_a_line_is_in_the_file_when_show_returns(tmp_path: Path) -> None:
    trace = tmp_path / "lamps.jsonl"
    lamps = MockLamps(trace)
    lamps.open()
    lamps.show(READY)
    assert trace.read_bytes().endswith(b'"gate":"open"}\n')


def test_the_next_shift_writes_behind_the_last_one(tmp_path: Path) -> None:
    trace = tmp_path / "lamps.jsonl"
    for _ in range(2):
        lamps = MockLamps(trace)
        lamps.open()
        lamps.show(RESULT)
        lamps.close()
    assert [line["lamps"] == [] for line in lines(trace)] == [False, True, False, True]


def test_a_full_disk_leaves_no_half_line(tmp_path: Path) -> None:
    rig = TraceRig(tmp_path / "lamps.jsonl")
    lamps = rig.driver()
    lamps.open()
    lamps.show(READY)
    rig.fail()
    try:
        with pytest.raises(LampError, match="no room"):
            lamps.show(RESULT)
    finally:
        rig.mend()
    assert len(lines(rig.trace)) == 1


def test_a_device_that_is_always_full_is_a_lamp_error() -> None:
    lamps = MockLamps(Path("/dev/full"))
    lamps.open()
    with pytest.raises(LampError, match="No space left"):
        lamps.show(READY)
    lamps.close()  # nothing was ever shown, so there is nothing to put out


def test_a_trace_gets_its_folder_as_journal_and_feed_do(tmp_path: Path) -> None:
    """Whoever starts the controller of the bench before its shoe finds no folder there."""
    lamps = MockLamps(tmp_path / "build" / "bench" / "lamps.jsonl")
    lamps.open()
    lamps.show(READY)
    lamps.close()
    assert [line["lamps"] for line in lines(tmp_path / "build" / "bench" / "lamps.jsonl")] == [sorted(READY.lamps), []]


def test_a_trace_that_cannot_be_written_stops_the_start_with_one_line(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe / "lamps.jsonl", tmp_path, pipe):
        with pytest.raises(HalError, match=r"\[hal.mock\] trace") as told:
            MockLamps(path).open()
        assert "\n" not in str(told.value)


@pytest.mark.parametrize("there", [b"", b'{"t_', b'{"t_ns":1,"lamps":[],"blink":[],"gate":"shut"}\n'])
def test_a_trace_and_what_may_become_one_is_gone_on_with(tmp_path: Path, there: bytes) -> None:
    trace = tmp_path / "lamps.jsonl"
    trace.write_bytes(there)
    lamps = MockLamps(trace)
    lamps.open()
    lamps.show(READY)
    lamps.close()
    written = trace.read_bytes()
    assert written.startswith(there)
    assert written.count(b"\n") == there.count(b"\n") + 2


@pytest.mark.parametrize("there", [b"[table]\n", b'{"format":1,"shoe":0,', b'{"n":1,"t":"', b"\0"])
def test_a_file_that_is_no_trace_is_left_as_it_is(tmp_path: Path, there: bytes) -> None:
    """It may be the configuration itself, a journal, or a feed: a trace that is named by mistake."""
    file = tmp_path / "table.toml"
    file.write_bytes(there)
    lamps = MockLamps(file)
    with pytest.raises(HalError, match=r"is no trace of lamps; name another file as \[hal.mock\] trace"):
        lamps.open()
    assert file.read_bytes() == there
    with file.open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)  # nobody holds it


def test_presses_come_one_by_one_in_order_and_once() -> None:
    panel = MockPanel()
    panel.open()
    panel.press("confirm")
    panel.key = True
    panel.press("void", held=True)
    panel.press("confirm")
    assert panel.poll(0) == [
        Press("confirm", held=False, key=False),
        Press("void", held=True, key=True),
        Press("confirm", held=False, key=True),
    ]
    assert panel.poll(0) == []
    panel.close()


def test_without_the_key_nothing_is_held() -> None:
    panel = MockPanel()
    panel.press("void", held=True)
    assert panel.poll(0) == [Press("void", held=False, key=False)]


def test_the_key_is_no_button() -> None:
    with pytest.raises(PanelError, match="no such button: key"):
        MockPanel().press("key")  # type: ignore[arg-type]
