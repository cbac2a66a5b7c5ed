"""What is claimed before anything is changed, and who is told what when it cannot be had."""

import fcntl
import os
import pty
import socket
import subprocess
import sys
from pathlib import Path

import pytest

CONFIG = """
[table]
id = "BAC-07"
edition = "nz-mini-1996"
[shoe]
port = "shoe"
[hal]
driver = "mock"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "table.toml").write_text(CONFIG)
    return tmp_path


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "firmware", "run", "--config", str(folder / "table.toml")]
    return subprocess.run(words, capture_output=True, text=True, timeout=50, check=False)


def test_a_port_that_another_process_has_is_one_line_and_nothing_is_touched(folder: Path) -> None:
    master, slave = pty.openpty()
    try:
        os.symlink(os.ttyname(slave), folder / "shoe")
        fcntl.flock(slave, fcntl.LOCK_EX)
        done = run(folder)
    finally:
        os.close(master)
        os.close(slave)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert not (folder / "journal").exists()
    assert (folder / "lamps.jsonl").read_bytes() == b""


def test_a_socket_on_which_another_controller_answers_is_left_to_it(folder: Path) -> None:
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(str(folder / "control.sock"))
        other.listen(1)
        done = run(folder)
        assert done.returncode == 1
        assert "another controller answers there" in done.stderr.splitlines()[-1]
        assert (folder / "control.sock").is_socket()
    assert not (folder / "journal").exists()
