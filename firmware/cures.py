"""What to do about a file that the system will not let us have.

Decides the words alone. Must never know which file, nor what for.
"""

import errno
from typing import Final

_CURES: Final = {
    errno.EACCES: "give it to the controller's user (`chown`)",
    errno.EPERM: "give it to the controller's user (`chown`)",
    errno.EROFS: "its disk is read-only: mount it writable, or name a folder on another one in the configuration",
    errno.ENOSPC: "make room on its disk",
    errno.EDQUOT: "make room for this user on its disk",
    errno.ENOENT: "make its folder, or name another one in the configuration",
    errno.ENOTDIR: "a part of its path is no folder: name another one in the configuration",
    errno.EIO: "its disk fails: replace it",
}


def in_words(error: OSError) -> str:
    """Return what the system says, in brackets, and what to do about it."""
    cure = _CURES.get(error.errno or 0, "run `coup doctor`")
    return f"({error.strerror}); {cure}"
