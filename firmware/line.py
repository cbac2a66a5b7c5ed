"""The port and the driver that speaks on it: bytes in, bytes out, and a port that is tried again when it is lost."""

from collections.abc import Callable
from typing import Final

from firmware.shoe.driver import ShoeDriver
from hal.errors import HalError, LinkLost
from hal.ports import ByteLink

STUCK_NS: Final = 10_000_000
"""A port that does not take what is to be sent keeps waiting so long, at the most, what else is due: the driver has
something to say all the while, and nobody could do anything about it in turns without end."""

REOPEN_NS: Final = 1_000_000_000
"""A port that is lost is tried again so often, by its stable name."""


class Line:
    """The serial line to the shoe."""

    def __init__(self, link: ByteLink, driver: ShoeDriver, tell: Callable[[str], None]) -> None:
        """Name the parts; `tell` gets a line for people when the port is lost or found again."""
        self._link: Final = link
        self.driver: Final = driver
        self._tell: Final = tell
        self._open = False
        self._told: type[HalError] | None = None  # what kind of trouble people were told of
        self._retry_at = 0
        self._unsent = b""
        self._claimed: int | LinkLost = LinkLost("the port was never opened")

    def claim(self) -> None:
        """Open the port for the first time. A port that is not there is waited for.

        Raises:
            PortBusy: another process has it.
            HalError: it can never work as configured.
        """
        try:
            self._claimed = self._link.open()
        except LinkLost as error:
            self._claimed = error

    def start(self, now: int) -> None:
        """Let the driver, which has learnt from the journal by now, have the port as far as it was there."""
        if isinstance(self._claimed, LinkLost):
            self._lost(self._claimed, now)
        else:
            self._opened(self._claimed, now)

    def read(self, now: int) -> None:
        """Give the driver what has arrived; open the port if that is due."""
        if not self._open and now >= self._retry_at:
            try:
                self._opened(self._link.open(), now)
            except HalError as error:
                # Whatever keeps the port shut now may be put right while the table waits: never the end of the program.
                self._lost(error, now)
        if self._open:
            try:
                arrived = self._link.read()
            except LinkLost as error:
                self._lost(error, now)
            else:
                if arrived:
                    self.driver.receive(arrived, now)

    def send(self, now: int) -> None:
        """Send what the driver has to say, as far as the port takes it."""
        if not self._open:
            return
        self._unsent = self._unsent or self.driver.outgoing(now)
        if not self._unsent:
            return
        try:
            sent = self._link.write(self._unsent)
        except LinkLost as error:
            self._lost(error, now)
        else:
            self._unsent = self._unsent[sent:]

    def retry(self) -> None:
        """Try a lost port at the next `read`: somebody knows that it is back."""
        self._retry_at = 0

    @property
    def descriptor(self) -> int | None:
        """What to wait on for bytes to read; None while the port is not open."""
        return self._link.fileno() if self._open else None

    @property
    def wants_to_write(self) -> bool:
        """Whether the port did not take all that is to be sent."""
        return bool(self._unsent)

    def deadline(self, now: int) -> int:
        """Return when there is something to do by time alone, in monotonic nanoseconds."""
        due = self.driver.deadline(now)
        if self._unsent:
            due = max(due, now + STUCK_NS)
        return due if self._open else min(due, self._retry_at)

    def close(self, now: int) -> None:
        """Tell the shoe to shut its mouth, if it listens, and close the port."""
        self.driver.wish(False, now)
        self.send(now)
        self._link.close()
        self._open = False

    def _opened(self, discarded: int, now: int) -> None:
        self._open, self._unsent = True, b""
        self.driver.opened(now, discarded)
        if self._told:
            self._tell("the shoe's port is back")
            self._told = None

    def _lost(self, error: HalError, now: int) -> None:
        if self._open:
            self.driver.closed(now)
        self._link.close()
        self._open, self._unsent = False, b""
        self._retry_at = now + REOPEN_NS
        # One line for one trouble: a port that was unplugged is not there a second later either.
        if type(error) is not self._told:
            self._told = type(error)
            self._tell(f"{error}; trying again every second")
