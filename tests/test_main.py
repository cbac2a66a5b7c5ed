"""What becomes of a command whose output nobody takes, and of a mistake in the program itself."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from firmware import cli
from firmware.cli import commands
from firmware.errors import BROKEN

COUP = (sys.executable, "-m", "firmware")


def test_a_reader_that_went_away_is_told_nothing_and_proves_nothing() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run([*COUP, "identify"], stdout=writing, stderr=subprocess.PIPE, timeout=50, check=False)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (cli.READER_GONE, b"")


def test_a_full_disk_behind_the_output_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*COUP, "identify"], stdout=full, stderr=subprocess.PIPE, timeout=50, check=False)
    assert (done.returncode, done.stderr) == (1, b"coup: output: No space left on device\n")


def test_a_closed_output_is_no_mistake_of_the_program() -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *COUP, "identify"], stderr=subprocess.PIPE, timeout=50, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_mistake_in_the_program_is_one_line_that_holds_no_card(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise ZeroDivisionError("KH")

    monkeypatch.setattr(commands, "app", fails)
    assert cli.main(["status"]) == BROKEN
    line = capsys.readouterr().err
    assert line.startswith("coup: this is a mistake in the program: ZeroDivisionError at fails, line ")
    assert line.count("\n") == 1
    assert "KH" not in line
