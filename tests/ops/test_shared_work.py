"""Work that is shared out among processes is stopped by who shares it out: Ctrl-C reaches none of the others."""

import multiprocessing
import os
import re
import signal
from pathlib import Path

import pytest

from firmware.bench import soak_command
from firmware.interrupts import ctrl_c_waits
from firmware.journal import crew
from firmware.journal.audit import prove
from firmware.journal.seal import PLAIN
from tests.journal.table import dealt_in, three_rounds


def hears_ctrl_c(pid: int | None) -> bool:
    blocked = re.search(r"^SigBlk:\s*(\w+)$", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    assert blocked
    return not int(blocked[1], 16) >> (signal.SIGINT - 1) & 1


def test_a_journal_that_is_worth_more_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "WORTH_A_PROCESS", 1)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    dealt_in(tmp_path / "journal", three_rounds)
    work = crew.each(prove, crew.files(tmp_path / "journal"), PLAIN)
    next(work)
    assert [hears_ctrl_c(each.pid) for each in multiprocessing.active_children()] == [False, False]
    assert hears_ctrl_c(os.getpid())
    work.close()  # type: ignore[attr-defined]  # a generator: stopped early, as by Ctrl-C
    assert multiprocessing.active_children() == []


def test_a_soak_in_two_jobs() -> None:
    work = soak_command._in_processes([(1, 1), (2, 1)], jobs=2)
    next(work)
    assert [hears_ctrl_c(each.pid) for each in multiprocessing.active_children()] == [False, False]
    assert len(list(work)) == 1


def test_ctrl_c_meanwhile_is_heard_afterwards() -> None:
    done = []

    def share_out() -> None:
        with ctrl_c_waits():
            os.kill(os.getpid(), signal.SIGINT)
            done.append("shared out")

    with pytest.raises(KeyboardInterrupt):
        share_out()
    assert done
    assert hears_ctrl_c(os.getpid())
