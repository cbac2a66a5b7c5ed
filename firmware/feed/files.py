"""The files of a feed: one for each shoe, named by its number, for anybody to read.

They hold nothing that the journal cannot give again, so nothing is flushed to the disk, and a file that is not what the
journal says is replaced. Decides which files are this table's feed: no other one is ever replaced or removed, for a
folder named by mistake may hold somebody's journal.
"""

import contextlib
import errno
import os
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from firmware.errors import CoupError
from firmware.feed.page import timeless
from firmware.locks import give_back

_NAME: Final = re.compile(r"shoe-(\d{6,})\.jsonl")

_START: Final = b'{"n":1,"t":"'
"""What a feed file begins with (`feed.page`)."""
_WHOSE: Final = re.compile(re.escape(_START) + rb'[^"]*","table":"([^"]*)",')
_HEAD: Final = 256
"""Bytes of a file by which it is known: a time and a table's name are much shorter."""


class FeedError(CoupError):
    """A feed cannot be written."""


def page_path(directory: Path, shoe: int) -> Path:
    """Return where the file of shoe number `shoe` lies."""
    return directory / f"shoe-{shoe:06}.jsonl"


def shoes(directory: Path) -> list[int]:
    """Return the numbers of the shoes that have a file, in no order. Raises `OSError`."""
    return [int(name[1]) for entry in os.listdir(directory) if (name := _NAME.fullmatch(entry))]


def check_owner(directory: Path, table_id: str, numbers: Iterable[int]) -> None:
    """See that the files of the shoes `numbers` are the table's, or are not there.

    Raises:
        FeedError: one is not; it says which, and what to do.
        OSError: one cannot be read.
    """
    for shoe in numbers:
        _check(page_path(directory, shoe), table_id)


def remove(path: Path, table_id: str) -> None:
    """Remove a file of the table's feed, if it is there. Raises `FeedError` as `check_owner`, `OSError`."""
    _check(path, table_id)
    path.unlink(missing_ok=True)


def bring_up_to_date(path: Path, table_id: str, lines: Sequence[bytes]) -> int:
    """Make a file of the table's feed hold exactly `lines`, times apart, and return it open for more of them.

    A torn last line is cut off and what is missing is put behind; a file that says anything else is replaced by one
    that appears whole, so that no follower reads half of each.

    Raises:
        FeedError: what is there is not the table's feed; it is as it was.
        OSError: it could not be done; the file may be behind.
    """
    _check(path, table_id)
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raw = b""
    whole = raw.rfind(b"\n") + 1
    there = raw[:whole].split(b"\n")[:-1]
    if not there or [timeless(line + b"\n") for line in there] != [timeless(line) for line in lines[: len(there)]]:
        return _replaced(path, table_id, lines)
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
    with _closed_if_it_fails(file):
        if whole < len(raw):
            os.ftruncate(file, whole)
        if len(there) < len(lines):
            append(file, b"".join(lines[len(there) :]), os.fstat(file))
    return file


def append(file: int, raw: bytes, before: os.stat_result) -> None:
    """Put whole lines behind what is there, in one write; `before` is how the file stands.

    Raises:
        OSError: they are not in the file, or not all of them; then nothing is, and it looks as if nobody had tried.
    """
    written = os.write(file, raw)
    if written < len(raw):
        with contextlib.suppress(OSError):
            os.ftruncate(file, before.st_size)
            os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _replaced(path: Path, table_id: str, lines: Sequence[bytes]) -> int:
    fresh = path.with_suffix(".new")
    _check(fresh, table_id)
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC
    file = os.open(fresh, flags, 0o644)
    with _closed_if_it_fails(file):
        append(file, b"".join(lines), os.fstat(file))
        os.replace(fresh, path)
    return file


@contextlib.contextmanager
def _closed_if_it_fails(file: int) -> Iterator[None]:
    try:
        yield
    except OSError:
        give_back(file)
        raise


def _check(path: Path, table_id: str) -> None:
    """See that a file may be replaced or removed. Raises `FeedError`, `OSError`."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)  # a pipe is not waited for
    except FileNotFoundError:
        return
    try:
        if not (stat.S_ISREG(os.fstat(file).st_mode) and _is_owner(file, table_id.encode())):
            raise FeedError(f"{path.name} is no feed of table {table_id}; name another folder as feed.dir")
    finally:
        give_back(file)


def _is_owner(file: int, table_id: bytes) -> bool:
    """Whether a file is the table's feed, or what a power cut left of one before it said whose it is."""
    head = os.read(file, _HEAD)
    if told := _WHOSE.match(head):
        return told[1] == table_id
    written = head.rstrip(b"\0")  # NULs stand for what never reached the disk
    torn = len(written) < _HEAD and b"\n" not in written and written[: len(_START)] == _START[: len(written)]
    return torn and _is_blank(file)


def _is_blank(file: int) -> bool:
    """Whether nothing but NULs is left to read."""
    while chunk := os.read(file, 1 << 16):
        if chunk.strip(b"\0"):
            return False
    return True
