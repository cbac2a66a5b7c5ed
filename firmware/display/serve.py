"""Serves the pages of one table in a process of its own, until it is told to stop.

Decides which port is taken, what is said where it cannot be, and how often the same trouble is told. It must never know
what is on a page.
"""

import logging
import os
import signal
import socket
import time
from collections.abc import Callable
from ipaddress import ip_address
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from firmware.display.connection import Connection, room
from firmware.errors import CoupError

GRACE_S: Final = 1
"""Seconds that answers under way have when the server stops."""

LONGEST_HEAD: Final = 16384
"""Bytes of a request without its body."""

TOLD_AGAIN_S: Final = 10.0
"""Seconds before the same trouble is told again: who makes it happen a thousand times a second fills no disk."""

_STOPPING: Final = (signal.SIGTERM, signal.SIGINT)


class Sparing(logging.Filter):
    """Lets a trouble through once in `TOLD_AGAIN_S`. One of the system is told in a line, without a traceback."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` counts seconds and never goes back."""
        super().__init__()
        self._clock: Final = clock
        self._again_at: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to tell it."""
        now, trouble = self._clock(), record.getMessage().partition("\n")[0]
        self._again_at = {told: at for told, at in self._again_at.items() if at > now}
        if trouble in self._again_at:
            return False
        self._again_at[trouble] = now + TOLD_AGAIN_S
        why = record.exc_info and record.exc_info[1]
        if isinstance(why, OSError):
            record.msg, record.args, record.exc_info = f"coup: {trouble} ({why.strerror})", None, None
        return True


def serve(app: ASGIApp, host: str, port: int, tell: Callable[[str], None], *, proxied: bool) -> None:
    """Serve `app` until SIGTERM or SIGINT; `port` 0 takes any that is free. `tell` gets the address.

    `proxied`: a proxy of the house stands in front, on this machine, and says whom it speaks for. Without one nobody is
    believed who says so.

    Raises:
        CoupError: the address cannot be had.
    """
    with listening(host, port) as at:
        tell(f"http://{shown(host)}:{at.getsockname()[1]}/")
        config = uvicorn.Config(
            app,
            http=Connection,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=proxied,
            forwarded_allow_ips="127.0.0.1,::1",
            backlog=room().at_once,
            timeout_graceful_shutdown=GRACE_S,
            h11_max_incomplete_event_size=LONGEST_HEAD,
            ws="none",
        )
        for name in ("asyncio", "uvicorn.error"):
            logging.getLogger(name).addFilter(Sparing())
        # The server raises the signal anew when it is done; by then nothing is left for it to end.
        before = [(number, signal.signal(number, lambda *_: None)) for number in _STOPPING]
        try:
            uvicorn.Server(config).run(sockets=[at])
        finally:
            for number, handler in before:
                signal.signal(number, handler)


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens at a loopback address. Raises `CoupError` if it cannot be had."""
    family = socket.AF_INET6 if ip_address(host).version == 6 else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=room().at_once)
    except OSError as error:
        why = os.strerror(error.errno or 0)
        raise CoupError(
            f"{shown(host)}:{port}: cannot listen there ({why}); stop what does, or set display.listen"
        ) from error


def shown(host: str) -> str:
    """Return an address as it stands in a URL."""
    return f"[{host}]" if ":" in host else host
