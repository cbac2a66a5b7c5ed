"""The lock on a folder: one process at a time writes what is in it. It ends with its holder, so none is ever stale."""

import fcntl
import os
from contextlib import suppress
from pathlib import Path


def locked_folder(folder: Path) -> int:
    """Return a descriptor of `folder` that holds its lock until it is closed. Nothing in it is changed.

    Raises:
        BlockingIOError: another process has the lock.
        OSError: the folder is not there, or cannot be locked.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def give_back(descriptor: int) -> None:
    """Close a file or folder, and end the lock it holds. It is closed whatever the system says."""
    with suppress(OSError):
        os.close(descriptor)
