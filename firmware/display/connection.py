"""A connection that says nothing for too long is closed, so that whoever holds many open keeps nobody out.

Decides how long a request may take to arrive, and how many connections there may be. Answers may take as long as they
like: a stream of events never ends. It must never know what is asked.
"""

import asyncio
import resource
from typing import Final, NamedTuple

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE_S: Final = 10.0
"""Seconds from one look at a connection to the next; a request that is not whole at two of them is given up."""

MOST_WAITING: Final = 64
"""Connections at a time whose request is not whole; the oldest makes room for a new one."""

MOST_OPEN: Final = 1024
"""Connections at a time, if the system gives the process twice as many files."""

BACKLOG: Final = 64
"""Connections that are taken in one turn of the loop, if the system gives the process 16 times as many files."""


class Room(NamedTuple):
    """How many connections this process has room for: `most` at a time, `at_once` in one turn of the loop.

    One that is refused, too, has a file for the four turns until it is closed: a quarter of all files is for those,
    half is for the others, and a quarter is left for everything else.
    """

    most: int
    at_once: int


def room() -> Room:
    """Return what room there is, as many files as the system lets the process have open."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return Room(min(MOST_OPEN, files // 2), max(1, min(BACKLOG, files // 16)))


class Connection(H11Protocol):
    """One browser's connection, or a proxy's."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request, where there is room for one."""
        super().connection_made(transport)
        self._seen: object = self  # the newest request at the last look
        self._look_at = self.loop.call_later(PATIENCE_S, self._look)
        # One that is closed already is among them until the loop's next turn.
        opened = [each for each in self.connections if isinstance(each, Connection) and not each.transport.is_closing()]
        waiting = [each for each in opened if each.waits]
        if len(waiting) > MOST_WAITING:
            min(waiting, key=lambda each: each._look_at.when()).transport.abort()
        elif len(opened) > room().most:
            self.logger.warning("too many connections at once: new ones are refused")
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._look_at.cancel()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """End with the server. What has begun to answer and is not done is a stream of events, which never is."""
        super().shutdown()
        if self.conn.our_state is h11.SEND_BODY:
            self.transport.close()

    @property
    def waits(self) -> bool:
        """Whether a request has yet to come, or to be whole."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def _look(self) -> None:
        if self.waits and self.cycle is self._seen:
            self.transport.close()
        else:
            self._seen = self.cycle
            self._look_at = self.loop.call_later(PATIENCE_S, self._look)
