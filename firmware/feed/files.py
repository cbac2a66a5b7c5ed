"""The files of a feed: one for each shoe, named by its number, for anybody to read.

They hold nothing that the journal cannot give again, so nothing is flushed to the disk, and a file that is not what the
journal says is replaced.
"""

import contextlib
import errno
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from firmware.feed.page import timeless

_NAME: Final = re.compile(r"shoe-(\d{6,})\.jsonl")


def page_path(directory: Path, shoe: int) -> Path:
    """Return where the file of shoe number `shoe` lies."""
    return directory / f"shoe-{shoe:06}.jsonl"


def shoes(directory: Path) -> list[int]:
    """Return the numbers of the shoes that have a file, in no order. Raises `OSError`."""
    return [int(name[1]) for entry in os.listdir(directory) if (name := _NAME.fullmatch(entry))]


def bring_up_to_date(path: Path, lines: Sequence[bytes]) -> int:
    """Make a file hold exactly `lines`, times apart, and return it open for more of them.

    A torn last line is cut off and what is missing is put behind; a file that says anything else is replaced by one
    that appears whole, so that no follower reads half of each.

    Raises:
        OSError: it could not be done; the file may be behind.
    """
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raw = b""
    whole = raw.rfind(b"\n") + 1
    there = raw[:whole].split(b"\n")[:-1]
    if not there or [timeless(line + b"\n") for line in there] != [timeless(line) for line in lines[: len(there)]]:
        return _replaced(path, lines)
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
    with _closed_if_it_fails(file):
        if whole < len(raw):
            os.ftruncate(file, whole)
        if len(there) < len(lines):
            append(file, b"".join(lines[len(there) :]))
    return file


def append(file: int, raw: bytes) -> None:
    """Put whole lines behind what is there, in one write.

    Raises:
        OSError: they are not in the file, or not all of them; then nothing is.
    """
    written = os.write(file, raw)
    if written < len(raw):
        with contextlib.suppress(OSError):
            os.ftruncate(file, os.fstat(file).st_size - written)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _replaced(path: Path, lines: Sequence[bytes]) -> int:
    fresh = path.with_suffix(".new")
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC
    file = os.open(fresh, flags, 0o644)
    with _closed_if_it_fails(file):
        append(file, b"".join(lines))
        os.replace(fresh, path)
    return file


@contextlib.contextmanager
def _closed_if_it_fails(file: int) -> Iterator[None]:
    try:
        yield
    except OSError:
        os.close(file)
        raise
