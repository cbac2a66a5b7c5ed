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


@pytest.mark.parametrize(
    ("words", "code"), [(["check", "--config", "/nowhere"], 2), (["rules", "prove", "--edition", "nz-mini-1996"], 0)]
)
@pytest.mark.parametrize("errors", ["&-", "/dev/full"])
def test_messages_that_nobody_can_have_change_neither_the_output_nor_the_exit_code(
    words: list[str], code: int, errors: str
) -> None:
    command = [*COUP, *words]
    usual = subprocess.run(command, capture_output=True, timeout=50, check=False)
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" 2>{errors}', "sh", *command], stdout=subprocess.PIPE, timeout=50, check=False
    )
    assert (usual.returncode, done.returncode, done.stdout) == (code, code, usual.stdout)


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
