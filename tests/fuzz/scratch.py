"""A folder for the files of one run, in memory where the system has one, gone with the process."""

import tempfile
from functools import cache
from pathlib import Path

MEMORY = Path("/dev/shm")


@cache
def _scratch() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None)


def folder() -> Path:
    """Return the folder: the same one at every call."""
    return Path(_scratch().name)


def emptied(name: str) -> Path:
    """Return the folder `name` in it, with nothing inside."""
    place = folder() / name
    place.mkdir(exist_ok=True)
    for file in place.iterdir():
        file.unlink()
    return place
