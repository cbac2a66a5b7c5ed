"""A controller that is stopped before its table is shown: it ends as cleanly as later, and has touched nothing."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.whole.room import CONFIG, PLACES, ROOT

STOPPING = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]

STANDS_STILL = "print('here', flush=True), time.sleep(60)"
AT_AN_IMPORT = f"""
import sys, time
class Heavy:
    def find_spec(self, name, *_):
        if name == "firmware.app":
            {STANDS_STILL}
sys.meta_path.insert(0, Heavy())
"""
AT_THE_PORT = f"""
import time
from firmware.line import Line
Line.start = lambda *_: ({STANDS_STILL})
"""


def stopped(folder: Path, still: str, number: signal.Signals) -> tuple[int, str]:
    """Start a controller that stands still at some place, stop it there, and return its exit code and what it said."""
    config = folder / "table.toml"
    config.write_text(CONFIG.format(**PLACES), encoding="utf-8")
    program = f"import firmware.__main__ as coup{still}\nraise SystemExit(coup.main())"
    command = [sys.executable, "-c", program, "run", "--config", str(config)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "here\n"
        process.send_signal(number)
        _, said = process.communicate()
    return process.returncode, said


@pytest.mark.parametrize("number", STOPPING)
def test_while_the_program_is_read_nothing_is_there_to_be_given_back(tmp_path: Path, number: signal.Signals) -> None:
    assert stopped(tmp_path, AT_AN_IMPORT, number) == (0, "")
    assert [file.name for file in tmp_path.iterdir()] == ["table.toml"]


@pytest.mark.parametrize("number", STOPPING)
def test_before_the_first_lamp_everything_is_given_back(tmp_path: Path, number: signal.Signals) -> None:
    assert stopped(tmp_path, AT_THE_PORT, number) == (0, "")
    assert not (tmp_path / "control.sock").exists()
    assert '"lamps":["' not in (tmp_path / "lamps.jsonl").read_text().replace(" ", "")
    assert [file.name for file in (tmp_path / "journal").iterdir()] == []


AS_ITS_LAMPS_GO_OUT = """
import os, signal, time
from hal.mock import MockLamps
close = MockLamps.close
def disturbed(lamps):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        os.kill(os.getpid(), number)
    close(lamps)
MockLamps.close = disturbed
from firmware.loop import Loop
start = Loop.start
def lit(loop, *words):
    start(loop, *words)
    print("here", flush=True)
Loop.start = lit
"""


@pytest.mark.parametrize("number", STOPPING)
def test_whoever_cannot_wait_for_the_end_leaves_no_lamp_lit(tmp_path: Path, number: signal.Signals) -> None:
    code, said = stopped(tmp_path, AS_ITS_LAMPS_GO_OUT, number)
    assert code == 0
    assert said.endswith("plug the shoe in; trying again every second\n")  # and nothing behind it
    *_, lit, dark = (tmp_path / "lamps.jsonl").read_text().splitlines()
    assert '"lamps":[]' not in lit.replace(" ", "")
    assert '"lamps":[]' in dark.replace(" ", "")
    assert not (tmp_path / "control.sock").exists()


def ours(folder: Path) -> list[str]:
    """Processes that are told of a file in `folder`."""
    found = []
    for line in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has ended
            found.append(line.read_bytes().decode(errors="replace"))
    return [words for words in found if str(folder) in words]


@pytest.mark.parametrize("number", STOPPING)
def test_a_bench_takes_its_controller_and_its_folder_along(tmp_path: Path, number: signal.Signals) -> None:
    command = [sys.executable, "-m", "firmware", "bench", "--pty", "--shoes", "9"]
    with subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, "TMPDIR": str(tmp_path)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stdout.readline().startswith(b"round  1")
        assert ours(tmp_path)
        process.send_signal(number)
        _, said = process.communicate(timeout=30)
    assert (process.returncode, said) == (1, b"coup: stopped\n")
    assert ours(tmp_path) == []
    assert list(tmp_path.iterdir()) == []
