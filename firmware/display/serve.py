"""Serves the pages of one table in a process of its own, until it is told to stop.

Decides which port is taken and what is said where it cannot be. It must never know what is on a page.
"""

import os
import signal
import socket
from collections.abc import Callable
from ipaddress import ip_address
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from firmware.display.connection import Connection
from firmware.errors import CoupError

GRACE_S: Final = 1
"""Seconds that answers under way have when the server stops."""

LONGEST_HEAD: Final = 16384
"""Bytes of a request without its body."""

_STOPPING: Final = (signal.SIGTERM, signal.SIGINT)


def serve(app: ASGIApp, host: str, port: int, tell: Callable[[str], None]) -> None:
    """Serve `app` until SIGTERM or SIGINT; `port` 0 takes any that is free. `tell` gets the address.

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
            proxy_headers=True,  # a proxy of the house on this machine says whom it speaks for; nobody else is believed
            forwarded_allow_ips="127.0.0.1,::1",
            timeout_graceful_shutdown=GRACE_S,
            h11_max_incomplete_event_size=LONGEST_HEAD,
            ws="none",
        )
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
        return socket.create_server((host, port), family=family, backlog=128)
    except OSError as error:
        why = os.strerror(error.errno or 0)
        raise CoupError(
            f"{shown(host)}:{port}: cannot listen there ({why}); stop what does, or set display.listen"
        ) from error


def shown(host: str) -> str:
    """Return an address as it stands in a URL."""
    return f"[{host}]" if ":" in host else host
