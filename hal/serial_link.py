"""Decides how a serial port is taken, and which of its many ways to fail means what. The only import of pyserial.

8 data bits, no parity, 1 stop bit, no flow control (PROTOCOL.md, section 1). It must never know what the bytes mean.
"""

import contextlib
import errno
import fcntl
import os
import stat
import termios
from typing import Final

import serial

from hal.errors import HalError, LinkLost, PortBusy
from hal.lock import lock

READ_AT_MOST: Final = 4096
"""Bytes of one `read`: what the kernel buffers of a serial line."""

LONGEST_NAME: Final = 255
"""Characters of a port that a line for people repeats; no name of a file has more."""

PSEUDO_TERMINALS: Final = range(136, 144)
"""Major device numbers of pseudo-terminals (Linux, devices.txt: 136 to 143)."""

_NO_PERMISSION: Final = (errno.EACCES, errno.EPERM)
_BUSY: Final = (errno.EBUSY, errno.EWOULDBLOCK)
_NO_SERIAL_LINE: Final = (errno.ENOTTY, errno.EINVAL, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG)

_GONE: Final = (OSError, termios.error, TypeError, ValueError)
"""How pyserial 3.5 and the system say that a port is no longer there; its own exception is an `OSError`."""


class _Port(serial.Serial):
    """A pyserial port that counts what its `open` throws away."""

    discarded = 0

    def _reset_input_buffer(self) -> None:
        self.discarded = self.in_waiting
        super()._reset_input_buffer()  # type: ignore[misc]  # the stubs leave it out; `open` of 3.5 calls it


class SerialLink:
    """Implements `ByteLink`.

    Args:
        port: path of the device, best a stable name such as ``/dev/shoe``; resolved again by each `open`.
        baud: bits per second.
        listen_only: not one byte can be written, and DTR and RTS are off.
    """

    def __init__(self, port: str, baud: int, listen_only: bool) -> None:
        self._name = port
        self._said = port if len(port) <= LONGEST_NAME else f"{port[:LONGEST_NAME]}..."
        self._baud = baud
        self._listen_only = listen_only
        self._port: _Port | None = None

    def open(self) -> int:
        """Open the port, discard what lies in its input buffer and return how many bytes that were.

        Raises:
            LinkLost: the port is not there (now); try again later.
            PortBusy: another process has it.
            HalError: it cannot work as configured. Of a port that was just plugged in this may be so for a moment,
                before the system has given it to its group.
        """
        self.close()
        try:
            if not stat.S_ISCHR(os.stat(self._name).st_mode):
                raise HalError(f"{self._said}: not a device; give the path of the shoe's serial port")
            self._port = self._opened()
            if self._listen_only:
                self._give_up_writing(self._port.fileno())
            self._keep_others_out(self._port.fileno())
        except _GONE as error:
            self.close()
            raise self._reason(error) from error
        except HalError:
            self.close()
            raise
        return self._port.discarded

    def fileno(self) -> int:
        """Return the descriptor to wait on. Raises `LinkLost` when the port is not open."""
        return self._taken().fileno()

    def read(self) -> bytes:
        """Return what has arrived, at most `READ_AT_MOST` bytes, perhaps none. Raises `LinkLost`."""
        port = self._taken()
        try:
            # pyserial asks first whether there is something. But it alone can tell nothing from a port that is gone.
            return _at_hand(port.fileno()) or bytes(port.read(READ_AT_MOST))
        except _GONE as error:
            raise self._lost(error) from error

    def write(self, data: bytes) -> int:
        """Hand over as many bytes as the port takes now and return how many.

        Raises:
            LinkLost: the port is gone.
            HalError: the port is listen-only.
        """
        if self._listen_only:
            raise HalError(f"{self._said}: listen_only is set, nothing is ever sent")
        descriptor = self._taken().fileno()
        try:
            return os.write(descriptor, data)  # not pyserial's write: it spins for ever on a full line
        except BlockingIOError:
            return 0
        except _GONE as error:
            raise self._lost(error) from error

    def close(self) -> None:
        """Close the port. May be called twice."""
        port, self._port = self._port, None
        if port is not None:
            with contextlib.suppress(*_GONE):  # a port that is gone cannot be closed properly, nor need it be
                port.close()

    def _taken(self) -> _Port:
        if self._port is None:
            raise LinkLost(f"{self._said}: not open")
        return self._port

    def _opened(self) -> _Port:
        port = _Port(baudrate=self._baud, timeout=0, exclusive=True)
        if self._listen_only:
            port.dtr = port.rts = False  # before the opening, so that pyserial does not raise them first
        port.port = self._name
        port.open()
        return port

    def _give_up_writing(self, descriptor: int) -> None:
        """Put a read-only descriptor in the place of pyserial's, so that no mistake of ours can send a byte."""
        read_only = os.open(self._name, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            if os.fstat(read_only).st_rdev != os.fstat(descriptor).st_rdev:
                raise LinkLost(f"{self._said}: became another device while it was opened")
            os.dup2(read_only, descriptor, inheritable=False)
        finally:
            os.close(read_only)
        lock(descriptor, self._said)  # the lock went with the descriptor that was there

    def _keep_others_out(self, descriptor: int) -> None:
        """Also against programs that know no lock; but the maker of a pseudo-terminal must be able to open it again."""
        if os.major(os.fstat(descriptor).st_rdev) not in PSEUDO_TERMINALS:
            fcntl.ioctl(descriptor, termios.TIOCEXCL)

    def _reason(self, error: Exception) -> HalError:
        number = _error_number(error)
        if number in _BUSY:
            return PortBusy(f"{self._said}: another process has the port; stop that one or give the table another port")
        if number in _NO_SERIAL_LINE or isinstance(error, ValueError):
            return HalError(f"{self._said}: not a serial port that takes {self._baud} baud; check [shoe] port and baud")
        if number in _NO_PERMISSION:
            return HalError(
                f"{self._said}: no permission; add this user to the group of the device (dialout) and log in again"
            )
        return LinkLost(f"{self._said}: not there ({os.strerror(number) if number else error}); plug the shoe in")

    def _lost(self, error: Exception) -> LinkLost:
        number = _error_number(error)
        # pyserial's own words for a cable that was pulled speak of a second program on the port.
        why = f" ({os.strerror(number)})" if number else ""
        return LinkLost(f"{self._said}: the port is gone{why}; plug the shoe in again")


def _at_hand(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, READ_AT_MOST)
    except BlockingIOError:
        return b""


def _error_number(error: BaseException | None) -> int | None:
    """Return the system's error number, which pyserial often leaves in the exception behind its own."""
    while error is not None:
        if isinstance(error, OSError) and error.errno:
            return error.errno
        if isinstance(error, termios.error):
            return int(error.args[0])
        error = error.__context__
    return None
