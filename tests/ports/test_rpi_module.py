import os
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from hal.rpi import load_gpio

LIKE_LGPIO = """\
import os
BCM = 11
folder = os.environ.get("LG_WD", os.getcwd())
os.mkfifo(f"{folder}/.pipe")
os.chdir(folder)
def setwarnings(flag): pass
def setmode(mode): pass
"""


@pytest.fixture
def _like_lgpio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that makes a pipe where it is imported and goes there, as rpi-lgpio does with LG_WD."""
    (tmp_path / "RPi").mkdir()
    (tmp_path / "RPi" / "GPIO.py").write_text(LIKE_LGPIO)
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.usefixtures("_like_lgpio")
@pytest.mark.parametrize("folder", [None, "/elsewhere"])
def test_the_pipe_that_the_module_makes_is_left_nowhere(
    folder: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.delenv("LG_WD", raising=False)
    if folder:
        monkeypatch.setenv("LG_WD", folder)
    monkeypatch.setattr("tempfile.tempdir", str(here))
    with patch.dict(sys.modules):
        gpio = load_gpio()
    assert gpio.BCM == 11
    assert Path.cwd() == here
    assert list(here.iterdir()) == []
    assert os.environ.get("LG_WD") == folder


@pytest.mark.usefixtures("_like_lgpio")
def test_a_program_that_was_started_in_a_folder_closed_to_it_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = os.chdir
    monkeypatch.chdir(tmp_path)

    def only_away(to: str) -> None:
        if to == str(tmp_path):
            raise PermissionError(13, "Permission denied")
        go(to)

    with patch.dict(sys.modules), patch("os.chdir", only_away):
        assert load_gpio().BCM == 11
