"""What a journal asks of the disk: the few calls that can fail for want of room, or because the disk does.

One small object, so that a disk that fails can be put in its place.
"""

import os
from pathlib import Path


class Disk:
    """Files by their descriptors. Every call raises `OSError` where it fails."""

    def create(self, path: Path) -> int:
        """Create a file that nobody but its owner can read, and open it to append."""
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC, 0o600)

    def write(self, file: int, raw: bytes) -> int:
        """Write at the end and return how many bytes were taken."""
        return os.write(file, raw)

    def flush(self, file: int) -> None:
        """Return once what was written, and the size it led to, is on the disk."""
        os.fdatasync(file)

    def truncate(self, file: int, size: int) -> None:
        """Cut the file to `size` bytes."""
        os.ftruncate(file, size)

    def flush_folder(self, folder: int) -> None:
        """Return once the names in a folder are on the disk."""
        os.fsync(folder)
