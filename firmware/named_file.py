"""A file that somebody has named: read without waiting, and only if it is one, and of a length that makes sense.

Decides nothing about what is in it. It must never hang on a pipe, nor fill the memory from a device.
"""

import errno
import os
import stat
import tomllib
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple


class NamedFile(NamedTuple):
    """What a file holds, and how it stood when it was read."""

    raw: bytes
    status: os.stat_result


def read(path: Path | str, longest: int | None = None) -> NamedFile:
    """Return the file at `path`, if it has at most `longest` bytes (None: any number).

    Raises:
        OSError: it cannot be read, is no file, or is longer; with words for people as its `strerror`.
    """
    with open(path, "rb", opener=_without_waiting) as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "this is no file")
        raw = file.read(-1 if longest is None else longest + 1)
    if raw is None:  # its type knows nothing of it: there is nothing to be had just now
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
    if longest is not None and len(raw) > longest:
        raise OSError(errno.EFBIG, f"longer than {longest} bytes")
    return NamedFile(raw, status)


def opened(path: Path) -> BinaryIO:
    """Open the file at `path` to be read bit by bit; a pipe that nobody writes into is empty. Raises `OSError`."""
    file = open(path, "rb", opener=_without_waiting)  # noqa: SIM115 - the caller's
    os.set_blocking(file.fileno(), True)  # who does write into a pipe is waited for
    return file


class NotToml(ValueError):
    """A file is no TOML: what is wrong, in words for people."""


def toml(raw: bytes) -> dict[str, Any]:
    """Return the document that a file holds. Raises `NotToml`, which does not hold the file."""
    try:
        document = tomllib.loads(raw.decode("utf-8-sig"))
        repr(document)  # a number that Python will not write is told of here, not amid a line that repeats it
    except UnicodeDecodeError as error:
        why = f"byte {error.start + 1} is not UTF-8: save the file as UTF-8 text"
    except tomllib.TOMLDecodeError as error:
        why = f"not TOML: {error}"
    except ValueError:
        why = "a number in it has thousands of digits: no key takes that"
    except RecursionError:
        why = "brackets within brackets, too deep to read: no key takes that"
    else:
        return document
    raise NotToml(why)


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)  # a pipe may have nobody at its other end
