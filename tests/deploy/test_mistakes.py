"""Whoever calls the installer wrongly is told so in one line, and nothing has happened."""

import os
from pathlib import Path

import pytest

from tests.deploy.card import CHECKOUT, run, skip

INSTALL, UNINSTALL = (str(CHECKOUT / "deploy" / name) for name in ("install.sh", "uninstall.sh"))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--rot",), "--rot: there is no such option"),
        (("--root",), "--root: a value is missing"),
        (("--root", "/nowhere"), "--root /nowhere: there is no such folder"),
        (("--root", "/proc"), "--root /proc: not a root file system"),
    ],
)
@pytest.mark.parametrize("script", [INSTALL, UNINSTALL])
def test_a_wrong_option_is_named(script: str, words: tuple[str, ...], told: str) -> None:
    done = run([script, *words])
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_folder_of_wheels_that_is_not_there_is_named() -> None:
    done = run([INSTALL, "--wheels", "/nowhere"])
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "--wheels /nowhere: there is no such folder" in done.stderr


@pytest.mark.parametrize("script", [INSTALL, UNINSTALL])
def test_help_names_every_option(script: str) -> None:
    done = run([script, "--help"])
    assert (done.returncode, done.stderr) == (0, "")
    assert {"--dry-run", "--root", "--help"} <= set(done.stdout.split())


def test_nobody_but_root_may_install() -> None:
    done = run(["unshare", "--user", INSTALL])
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "run it as root: sudo" in done.stderr


@pytest.fixture
def card(tmp_path: Path) -> Path:
    """A card with nothing on it but a shell, which plays Python."""
    if os.geteuid() != 0:
        skip("only root can make a card")
    for folder in ("etc", "usr/bin", "dev", "proc", "run", "opt"):
        (tmp_path / folder).mkdir(parents=True)
    linked = run(["ldd", "/bin/sh"]).stdout.split()
    run(["cp", "--parents", "/bin/sh", *(word for word in linked if word.startswith("/")), str(tmp_path)])
    return tmp_path


def play_python(card: Path, text: str) -> None:
    player = card / "usr/bin/python3"
    player.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    player.chmod(0o755)


@pytest.mark.parametrize(
    ("python", "told"),
    [
        ("exit 127", "there is no python3"),
        ('case "$*" in *version_info*) exit 1;; esac', "python3 is too old"),
        ('case "$*" in *ensurepip*) exit 1;; esac', "has no venv"),
    ],
)
def test_a_python_that_is_missing_or_too_old_or_without_venv_is_named(card: Path, python: str, told: str) -> None:
    play_python(card, python)
    done = run([INSTALL, "--root", str(card), "--pi", "none"])
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert told in done.stderr


def test_a_disk_without_room_is_named(card: Path) -> None:
    play_python(card, "exit 0")
    small = 'mount -t tmpfs -o size=1M none "$0/opt" && exec "$1" --root "$0"'
    done = run(["unshare", "--mount", "bash", "-c", small, str(card), INSTALL])
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "no space: 1 MB are free at /opt, 300 MB are needed" in done.stderr


def test_an_unknown_board_is_named(card: Path) -> None:
    done = run([INSTALL, "--root", str(card), "--pi", "pi9"])
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "--pi pi9: allowed are none, pi and pi5" in done.stderr
