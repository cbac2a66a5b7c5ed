"""Work that is shared out among processes is stopped by who shares it out: Ctrl-C reaches none of the others."""

import multiprocessing
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.bench import soak_command
from firmware.errors import REFUSED
from firmware.interrupts import STOPPING, ctrl_c_waits, interruptible
from firmware.journal import crew
from firmware.journal.audit import prove
from firmware.journal.seal import PLAIN
from tests.journal.table import dealt_in, three_rounds

SHARED_OUT = """
import os, sys, time
if __name__ == "__main__":
    from firmware import cli
    from firmware.journal import crew
    crew.WORTH_A_PROCESS = 1
    os.cpu_count = lambda: 2
    crew._counted = lambda results, *_: (next(results), print("here", flush=True), time.sleep(60))
    raise SystemExit(cli.main())
"""


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

    with pytest.raises(KeyboardInterrupt), interruptible():  # whoever started the tests may have had it ignored
        share_out()
    assert done
    assert hears_ctrl_c(os.getpid())


@pytest.mark.parametrize("number", STOPPING)
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_whatever_stops_a_journal_command_stops_its_processes(
    tmp_path: Path, command: str, number: signal.Signals
) -> None:
    """A process whose master was ended without a word waits for work for ever."""
    dealt_in(tmp_path / "journal", three_rounds)
    process = subprocess.Popen(
        [sys.executable, "-c", SHARED_OUT, "journal", command, str(tmp_path / "journal")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout
    assert process.stdout.readline() == "here\n"
    process.send_signal(number)
    # Both pipes are open as long as one of its processes is left.
    assert process.communicate(timeout=20) == ("", "coup: stopped\n")
    assert process.returncode == REFUSED
