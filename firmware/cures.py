"""What to do about a file that the system will not let us have.

Decides the words alone. Must never know which file, nor what for.
"""

import errno
from typing import Final

_CURES: Final = {
    errno.EACCES: "give it to the controller's user (`chown`)",
    errno.EPERM: "give it to the controller's user (`chown`)",
    errno.EROFS: "its disk is read-only: mount it writable, or name a folder on another one {where}",
    errno.ENOSPC: "make room on its disk",
    errno.EDQUOT: "make room for this user on its disk",
    errno.ENOENT: "make its folder, or name another one {where}",
    errno.ENOTDIR: "a part of its path is no folder: name another one {where}",
    errno.EIO: "its disk fails: replace it",
}

_OWN: Final = "name one in a folder of your own {where}"
_CURES_OF_AN_OPTION: Final = {**_CURES, errno.EACCES: _OWN, errno.EPERM: _OWN}


def in_words(error: OSError, option: str = "") -> str:
    """Return what the system says, in brackets, and what to do about it.

    Args:
        error: what the system says.
        option: of the command, with which whoever gives it names the file; else the configuration names it, for the
            controller.
    """
    if option:
        where, cures, otherwise = f"with {option}", _CURES_OF_AN_OPTION, "name another one {where}"
    else:
        where, cures, otherwise = "in the configuration", _CURES, "run `coup doctor`"
    cure = cures.get(error.errno or 0, otherwise)
    return f"({error.strerror}); {cure.format(where=where)}"


def for_a_reader(error: OSError) -> str:
    """Return the same of a file that is the controller's, and that whoever looks at its work has named."""
    cure = "look as its owner, or with `sudo`" if isinstance(error, PermissionError) else "name one that can be read"
    return f"({error.strerror}); {cure}"
