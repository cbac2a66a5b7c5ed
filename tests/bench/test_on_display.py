"""`coup bench --display`: a shoe is dealt on the table's display, and Ctrl-C ends both."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from firmware.bench.on_display import on_display, open_browser
from firmware.cli import main
from firmware.errors import CALLER, CoupError
from tests.whole.room import ROOT


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_shoe_is_dealt_on_the_display_until_it_is_stopped(number: signal.Signals, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "firmware", "bench", "--display", "--seed", "3"]
    environment = {name: value for name, value in os.environ.items() if "DISPLAY" not in name}
    environment["TMPDIR"] = str(tmp_path)
    with subprocess.Popen(words, cwd=ROOT, env=environment, stdout=subprocess.PIPE, encoding="utf-8") as bench:
        assert bench.stdout
        said = re.fullmatch(r"(http://127\.0\.0\.1:\d+/)  seed 3; Ctrl-C ends it\n", bench.stdout.readline())
        assert said
        cards = cards_shown(said[1])
        bench.send_signal(number)
        assert bench.wait(10) == 0
    assert cards == [1, 2, 3]
    assert not list(tmp_path.iterdir()), "nothing is left"
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(said[1], timeout=2)


def cards_shown(address: str) -> list[int]:
    """Return how many cards are out, each time the display tells, up to three."""
    shown: list[int] = []
    end = time.monotonic() + 20
    with urllib.request.urlopen(f"{address}events", timeout=10) as events:
        while shown[-1:] != [3]:
            assert time.monotonic() < end
            name, _, data = events.readline().decode().partition(": ")
            state = json.loads(data) if name == "data" else {}
            cards = state.get("shoe", {}).get("cards", 0)
            if cards and cards not in shown:
                shown.append(cards)
    return shown


@pytest.mark.parametrize("word", ["--fast", "--pty", "--json", "--irregularities", "some.coup"])
def test_what_does_not_go_with_a_display_is_told_in_a_line(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--display", word]) == CALLER
    told = capsys.readouterr().err
    assert told.startswith("coup: --display: whole shoes are dealt, at a pace for the eye; leave ")
    assert told.count("\n") == 1


def test_a_display_that_does_not_come_up_says_why(tmp_path: Path) -> None:
    with (
        pytest.raises(CoupError, match=r"^the display does not come up: coup: .*not TOML"),
        on_display(tmp_path, Path("no\\path")),
    ):
        pytest.fail("it is not there")


def test_a_browser_is_opened_where_there_is_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    open_browser("http://127.0.0.1:1/")
    assert opened == []
    monkeypatch.setenv("DISPLAY", ":0")
    open_browser("http://127.0.0.1:1/")
    assert opened == ["http://127.0.0.1:1/"]
