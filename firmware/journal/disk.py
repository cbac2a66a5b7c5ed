"""What a journal asks of the disk: the few calls that can fail for want of room, or because the disk does.

One small object, so that a disk that fails can be put in its place.
"""

import errno
import os
from pathlib import Path

from firmware import named_file
from firmware.locks import give_back


class Disk:
    """Files by their descriptors. Every call but `close` raises `OSError` where it fails."""

    def create(self, path: Path) -> int:
        """Create a file that nobody but its owner can read, and open it to append."""
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC, 0o600)

    def read(self, path: Path) -> bytes:
        """Return all of a file: one that is read short must not look like one that was written short."""
        raw, status = named_file.read(path)
        if len(raw) < status.st_size:
            raise OSError(errno.EIO, "only a part of a file could be read")
        return raw

    def write(self, file: int, raw: bytes) -> int:
        """Write at the end and return how many bytes were taken."""
        return os.write(file, raw)

    def flush(self, file: int) -> None:
        """Return once what was written, and the size it led to, is on the disk."""
        os.fdatasync(file)

    def identity(self, file: int) -> tuple[int, int]:
        """Return what tells an open file from every other one: its device and its number there."""
        status = os.fstat(file)
        return status.st_dev, status.st_ino

    def is_in_place(self, identity: tuple[int, int], path: str) -> bool:
        """Return whether `path` is the file `identity`: what is written into one that is gone is on no record."""
        try:
            status = os.stat(path)
        except (FileNotFoundError, NotADirectoryError):
            return False
        return (status.st_dev, status.st_ino) == identity

    def truncate(self, file: int, size: int) -> None:
        """Cut the file to `size` bytes."""
        os.ftruncate(file, size)

    def flush_folder(self, folder: int) -> None:
        """Return once the names in a folder are on the disk."""
        os.fsync(folder)

    def make_folder(self, path: Path) -> None:
        """Make a folder that nobody but its owner can use, and return once its name is on the disk."""
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        above = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            self.flush_folder(above)
        finally:
            self.close(above)

    def remove(self, path: Path, folder: int) -> None:
        """Remove a file, if it is there, and return once its name is off the disk."""
        path.unlink(missing_ok=True)
        self.flush_folder(folder)

    def close(self, file: int) -> None:
        """Give a file or folder back. What counts was flushed before, and it is closed whatever the system says."""
        give_back(file)
