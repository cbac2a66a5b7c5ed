"""Decides that one process at a time has a piece of hardware: the kernel's lock, which ends with its holder.

It never looks at process numbers or at the age of a file, so there is no stale lock to clear away.
"""

import fcntl
import os
from pathlib import Path

from hal.errors import HalError, PortBusy


def lock(descriptor: int, name: str) -> None:
    """Lock what `descriptor` has open, until it is closed.

    Raises:
        PortBusy: another process holds it; `name` says what.
        HalError: it cannot be locked at all.
    """
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise PortBusy(f"{name}: another process has it; stop that one or name another in the configuration") from None
    except OSError as error:
        raise HalError(f"{name}: cannot be locked ({error.strerror}); it has to be on a local disk") from error


def lock_file(path: Path) -> int:
    """Return a descriptor of the locked file `path`, which is made if it is not there.

    Raises:
        PortBusy: another process holds it.
        HalError: the file can neither be opened nor made.
    """
    try:
        descriptor = _open_or_make(path)
    except OSError as error:
        raise HalError(
            f"{path}: cannot open this lock file ({error.strerror}); name another as `hal.rpi.lock`"
        ) from error
    try:
        lock(descriptor, str(path))
    except HalError:
        os.close(descriptor)
        raise
    return descriptor


def _open_or_make(path: Path) -> int:
    # Not in one call: the kernel refuses O_CREAT on another user's file in a directory where everybody may write.
    try:
        return os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return os.open(path, os.O_RDONLY | os.O_CREAT, 0o644)
