"""Disks that are soon full."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """Put a disk of 64 KiB in the place of `folder`."""
    folder.mkdir(mode=0o700)
    mounted = ["mount", "-t", "tmpfs", "-o", "size=64k,mode=700", "coup", str(folder)]
    if os.geteuid() or subprocess.run(mounted, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a small disk, and not everywhere")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)
