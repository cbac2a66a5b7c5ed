"""The table's display beside the bench: `coup display` as a process of its own, on the feed of the bench's table.

Decides when it is there and that it is gone with the bench. It must never know what the display shows.
"""

import os
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import firmware
from firmware.errors import CoupError

STEP_S: Final = 0.6
"""Seconds from one thing that happens to the next, for the eye: a shoe takes some minutes."""

BEAT_S: Final = 1.0
"""Seconds between two signs of life of a table at which nothing happens, at most."""

_CONFIGURATION: Final = """\
[table]
id = "BENCH"
edition = "nz-mini-1996"
[shoe]
port = "none"
[hal]
driver = "mock"
[journal]
dir = "no-journal"
[feed]
dir = "{feed}"
[control]
socket = "no-socket"
[display]
listen = "127.0.0.1:0"
console = false
chips = "0.50,2.50,5,25,100"
"""
"""Of the table the display takes its feed; all else it hears from there."""


@contextmanager
def on_display(folder: Path, feed: Path) -> Iterator[str]:
    """Have the display of a table served, and yield its address. `folder` is for its configuration.

    Raises:
        CoupError: it does not come up, with what it has said.
    """
    file = folder / "display.toml"
    file.write_text(_CONFIGURATION.format(feed=feed), encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "firmware", "display", "--config", str(file)],
        cwd=Path(firmware.__file__).parents[1],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    ) as display:
        assert display.stdout is not None
        try:
            said = display.stdout.readline().strip()
            if not said.startswith("http"):
                raise CoupError(f"the display does not come up: {said or 'it has said nothing'}")
            yield said
        finally:
            display.terminate()


def open_browser(address: str) -> None:
    """Show a page where there is a screen to show it on."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)
