"""Decides how clients are heard on the control socket: each in its turn, one request at a time, and at nobody's cost.

Nothing here waits, and nothing a client does raises. This page must never know what a request does, nor whether its
sender may: it hands over who the system says is there.
"""

import contextlib
import json
import os
import selectors
import socket
import stat
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from firmware.control.requests import LONGEST_REQUEST, Lines, Request, read_request
from firmware.errors import CoupError, Refused
from firmware.sections import LONGEST_SOCKET_PATH

MOST_CONNECTIONS: Final = 64
"""For one more, the longest idle one is closed."""
READ_AT_MOST: Final = LONGEST_REQUEST
"""Bytes of one `recv`; with what waits at most 8 KiB of a connection."""
UNREAD_AT_MOST: Final = 64 * 1024
"""Bytes of answers kept for a client that does not read; with more it is closed."""
MODE: Final = 0o660
"""Who may connect: the controller's user and its group."""

_CREDENTIALS: Final = struct.Struct("iII")  # struct ucred: pid, uid, gid


@dataclass(frozen=True, slots=True)
class Peer:
    """The process at the other end as it was when it connected, by the system's word and not its own."""

    pid: int
    uid: int
    gid: int

    def __str__(self) -> str:
        """Say it as it is put on record."""
        return f"pid {self.pid} uid {self.uid} gid {self.gid}"


class _Connection:
    """One client: what it has said, whether it is owed an answer, and the answers it has not read."""

    def __init__(self, line: socket.socket) -> None:
        line.setblocking(False)
        self.line = line
        credentials = line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
        self.peer = Peer(*_CREDENTIALS.unpack(credentials))
        self.said = Lines()
        self.owed = False
        self.unread = bytearray()
        self.watched = 0

    @property
    def asks(self) -> bool:
        """A request waits, and the one before it is answered."""
        return self.said.has_line and not self.owed

    @property
    def busy(self) -> bool:
        """The controller has something to do for it."""
        return self.said.has_line or self.owed

    @property
    def over(self) -> bool:
        """It says no more and has all its answers."""
        return self.said.done and not self.owed and not self.unread

    @property
    def wish(self) -> int:
        """What to be woken for, as a selector's events."""
        return (selectors.EVENT_READ if self.said.has_room else 0) | (selectors.EVENT_WRITE if self.unread else 0)


@dataclass(frozen=True, slots=True)
class Asked:
    """A request in its turn, or why its line cannot be one; its sender is owed one answer either way."""

    connection: _Connection
    request: Request | Refused
    peer: Peer


class ControlSocket:
    """The socket of a controller at `path`. Only the holder of the journal's lock may open one."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._listener: socket.socket | None = None
        self._made: tuple[int, int] | None = None
        # The one whose last answer is longest ago comes first: it is heard next and, when idle, closed first.
        self._connections: dict[socket.socket, _Connection] = {}

    def open(self, selector: selectors.BaseSelector) -> None:
        """Listen; what is to be watched is registered with `selector`, with this object as the key's `data`.

        Raises:
            CoupError: the path is too long or taken by something else than a socket, or the system refuses.
        """
        listener: socket.socket | None = None
        try:
            listener = socket.socket(socket.AF_UNIX)
            self._clear_the_path()
            listener.setblocking(False)
            listener.bind(os.fsencode(self._path))
            os.chmod(self._path, MODE)  # before it listens: until then nobody can connect
            listener.listen(MOST_CONNECTIONS)
            self._made = _identity(self._path)
            selector.register(listener, selectors.EVENT_READ, self)
        except OSError as error:
            _close(listener)
            raise CoupError(f"{self._path}: no socket can be made here ({error.strerror}); check its folder") from error
        except CoupError:
            _close(listener)
            raise
        self._listener = listener
        self._selector = selector

    def close(self) -> None:
        """Close all and remove the socket's file, unless it is another's by now. May be called twice."""
        for connection in list(self._connections.values()):
            self._drop(connection)
        listener, self._listener = self._listener, None
        if listener is None:
            return
        self._selector.unregister(listener)
        _close(listener)
        with contextlib.suppress(OSError):  # it may be gone, with its folder
            if _identity(self._path) == self._made:
                self._path.unlink()

    def serve(self, ready: object, events: int) -> None:
        """Do what `ready`, the file object of a key of ours, is ready for: one call of the system for each event."""
        if ready is self._listener and self._listener:
            self._accept(self._listener)
            return
        connection = self._connections.get(ready) if isinstance(ready, socket.socket) else None
        if connection is None:
            return  # closed since the selector looked
        if events & selectors.EVENT_READ:
            self._receive(connection)
        if events & selectors.EVENT_WRITE:
            self._send(connection)
        self._settle(connection)

    @property
    def has_request(self) -> bool:
        """Whether `next_request` has one."""
        return any(connection.asks for connection in self._connections.values())

    def next_request(self) -> Asked | None:
        """Return the next request, from the client whose last answer is longest ago, or None."""
        connection = next((each for each in self._connections.values() if each.asks), None)
        if connection is None:
            return None
        request: Request | Refused
        try:
            request = read_request(connection.said.take())
        except Refused as refused:
            request = refused
        connection.owed = True
        self._settle(connection)
        return Asked(connection, request, connection.peer)

    def is_there(self, asked: Asked) -> bool:
        """Return whether its sender can still hear an answer."""
        connection = asked.connection
        try:
            connection.line.send(b"")  # sends nothing, and fails when the other end is closed
        except BlockingIOError:
            pass
        except OSError:
            self._drop(connection)
        return connection.line in self._connections

    def answer(self, asked: Asked, document: Mapping[str, Any]) -> None:
        """Send `document` as the one answer; nobody hears it when the client is gone."""
        connection = asked.connection
        if connection.line not in self._connections:
            return
        assert connection.owed, "every request gets exactly one answer"
        connection.owed = False
        connection.unread += json.dumps(document, separators=(",", ":")).encode() + b"\n"
        self._connections[connection.line] = self._connections.pop(connection.line)  # to the end
        self._send(connection)
        if len(connection.unread) > UNREAD_AT_MOST:
            self._drop(connection)
        self._settle(connection)

    def _clear_the_path(self) -> None:
        if len(os.fsencode(self._path)) > LONGEST_SOCKET_PATH:
            raise CoupError(f"{self._path}: longer than {LONGEST_SOCKET_PATH} bytes; give the socket a shorter path")
        try:
            there = self._path.lstat()
        except FileNotFoundError:
            return
        if not stat.S_ISSOCK(there.st_mode):
            raise CoupError(f"{self._path}: there is something else than a socket; move it or give another path")
        if _answers(self._path):
            raise CoupError(f"{self._path}: another controller answers there; stop it, or give this one another socket")
        self._path.unlink()  # left by a controller that was killed

    def _accept(self, listener: socket.socket) -> None:
        try:
            connection = _Connection(listener.accept()[0])
        except OSError:
            return  # it has gone again, or the system is short of something: it stays in the queue
        if len(self._connections) >= MOST_CONNECTIONS:
            self._drop(min(self._connections.values(), key=lambda each: each.busy))
        self._connections[connection.line] = connection
        self._settle(connection)

    def _receive(self, connection: _Connection) -> None:
        try:
            connection.said.add(connection.line.recv(READ_AT_MOST))
        except BlockingIOError:
            return
        except OSError:
            self._drop(connection)

    def _send(self, connection: _Connection) -> None:
        try:
            sent = connection.line.send(connection.unread)
        except BlockingIOError:
            return
        except OSError:
            self._drop(connection)
        else:
            del connection.unread[:sent]

    def _settle(self, connection: _Connection) -> None:
        """Close a connection that is over; have the selector watch another for what it waits for now."""
        if connection.line not in self._connections:
            return
        if connection.over:
            self._drop(connection)
            return
        before, connection.watched = connection.watched, connection.wish
        if before == connection.watched:
            return
        if not connection.watched:
            self._selector.unregister(connection.line)
            return
        try:
            if before:
                self._selector.modify(connection.line, connection.watched, self)
            else:
                self._selector.register(connection.line, connection.watched, self)
        except OSError:  # the system is short of something, and the selector has let go of it
            connection.watched = 0
            self._drop(connection)

    def _drop(self, connection: _Connection) -> None:
        if self._connections.pop(connection.line, None) is None:
            return
        if connection.watched:
            self._selector.unregister(connection.line)
        _close(connection.line)


def _close(line: socket.socket | None) -> None:
    """Close it if it was made: it is closed whatever the system says."""
    if line:
        with contextlib.suppress(OSError):
            line.close()


def _answers(path: Path) -> bool:
    """Return whether somebody listens at `path`."""
    with socket.socket(socket.AF_UNIX) as caller:
        caller.setblocking(False)
        try:
            caller.connect(os.fsencode(path))
        except BlockingIOError:
            return True  # a full queue is somebody's
        except OSError:
            return False
    return True


def _identity(path: Path) -> tuple[int, int]:
    there = path.lstat()
    return there.st_dev, there.st_ino
