"""A user who may not do everything: root, without the privilege that permissions do not count for it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.whole.room import ROOT

NOBODY = 65534
"""Number of the user `nobody`."""

_SETPRIV = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")


def somebody_elses(folder: Path) -> None:
    """Make a folder that is another user's alone."""
    if os.geteuid() or subprocess.run([*_SETPRIV, "true"], capture_output=True, check=False).returncode:
        pytest.skip("only root can make such a folder, and give the privilege up")
    folder.mkdir(mode=0o700)
    os.chown(folder, NOBODY, NOBODY)


def run_without_privilege(*words: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the program to its end."""
    command = [*_SETPRIV, sys.executable, "-m", "firmware", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
