"""A pseudo-terminal with the shoe at its end: a serial line without hardware, for a controller on the same machine.

Decides what becomes of bytes that nobody reads: they are lost, as on a wire. Must never know what they mean.
"""

import contextlib
import os
import tty
from collections.abc import Callable
from pathlib import Path

from hal.errors import HalError, LinkLost, PortBusy
from hal.serial_link import READ_AT_MOST

MADE_BY_THE_SYSTEM = "/dev/pts/"
"""Where Linux has pseudo-terminals: a link to there is a shoe's, and forgotten if it leads to none."""


class Cable:
    """Implements `ByteLink` from the other side: each `open` makes a pseudo-terminal, `close` takes it away."""

    def __init__(self, link: Path | None, tell: Callable[[str], None]) -> None:
        """Name the stable link to make, if any; `tell` gets a line that says where the shoe is.

        The folder of a relative link is made if need be, that of an absolute one has to be there.
        """
        self._link = link
        self._tell = tell
        self._ends: tuple[int, int] | None = None  # the shoe's, the host's

    def open(self) -> int:
        """Make the pseudo-terminal, and the link to it. Nothing lies in it: 0.

        Raises:
            PortBusy: another shoe has the link.
            HalError: the link cannot be made; with what to do.
        """
        self.close()
        shoe, host = self._ends = os.openpty()
        # The host's end stays open here, too: a host that closes it is not the end of the line.
        tty.setraw(host)
        os.set_blocking(shoe, False)
        name = os.ttyname(host)
        if self._link is not None:
            try:
                _tie(self._link, name)
            except HalError:
                self.close()
                raise
        self._tell(f"the shoe is at {self._link or name}")
        return 0

    def fileno(self) -> int:
        """Return the descriptor to wait on. Raises `LinkLost` when the cable is not plugged in."""
        if self._ends is None:
            raise LinkLost("the cable is not plugged in")
        return self._ends[0]

    def read(self) -> bytes:
        """Return what has arrived, perhaps nothing."""
        try:
            return os.read(self.fileno(), READ_AT_MOST)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> int:
        """Send all of `data`; what finds no room, because nobody reads, is lost."""
        with contextlib.suppress(BlockingIOError):
            os.write(self.fileno(), data)
        return len(data)

    def close(self) -> None:
        """Pull the cable out, and remove the link if it still is this one. May be called twice."""
        if self._ends is None:
            return
        if self._link is not None:
            with contextlib.suppress(OSError):
                if os.readlink(self._link) == os.ttyname(self._ends[1]):
                    self._link.unlink()
        for end in self._ends:
            os.close(end)
        self._ends = None


def _tie(link: Path, name: str) -> None:
    try:
        if not link.is_absolute():
            # Below the folder one stands in, as in the examples: a checkout has no build/ at first.
            link.parent.mkdir(parents=True, exist_ok=True)
        elif not link.parent.is_dir():
            raise HalError(f"{link}: there is no folder {link.parent}; make it, or name another link")
        if link.is_symlink() and (before := os.readlink(link)).startswith(MADE_BY_THE_SYSTEM):
            # The system gives the number of a pseudo-terminal that is gone to the next one, perhaps to this.
            if before != name and link.exists():
                raise PortBusy(f"{link}: another shoe is there; stop it, or name another link")
            link.unlink()
        if link.is_symlink() or link.exists():
            raise HalError(f"{link}: something else is there; remove it, or name another link")
        link.symlink_to(name)
    except OSError as error:
        raise HalError(f"{link}: the link cannot be made ({error.strerror})") from error
