"""A file that people have named: read without waiting, and only if it is one, and of a length that makes sense.

Decides nothing about what is in it. It must never hang on a pipe, nor fill the memory from a device.
"""

import errno
import os
import stat
from pathlib import Path
from typing import NamedTuple


class NamedFile(NamedTuple):
    """What a file holds, and how it stood when it was read."""

    raw: bytes
    status: os.stat_result


def read(path: Path, longest: int) -> NamedFile:
    """Return the file at `path`, if it has at most `longest` bytes.

    Raises:
        OSError: it cannot be read, is no file, or is longer; with words for people as its `strerror`.
    """
    with open(path, "rb", opener=_without_waiting) as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "this is no file")
        raw = file.read(longest + 1)
    if len(raw) > longest:
        raise OSError(errno.EFBIG, f"longer than {longest} bytes")
    return NamedFile(raw, status)


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)  # a pipe may have nobody at its other end
