"""Tells whoever started the controller that its table is shown, that it turns, and that it ends.

The protocol is that of sd_notify(3): lines `NAME=value` in a datagram to the socket $NOTIFY_SOCKET. Decides when a sign
of life is due. Must never know what a turn does, nor disturb one: nothing here waits, and nothing raises.
"""

import re
import socket
from collections.abc import Mapping
from typing import Final

PINGS: Final = 4
"""Signs of life in the time after which the program is taken for dead; sd_watchdog_enabled(3) asks for 2."""

RETRY_NS: Final = 1_000_000_000
"""1 s: what could not be told is told again so soon."""


_MICROS: Final = re.compile(r"[0-9]{1,18}")


class ServiceWatchdog:
    """Implements `Watchdog` for a service manager that speaks the protocol of sd_notify(3)."""

    def __init__(self, address: str, alive_within_ns: int) -> None:
        """Name the socket; nothing is sent yet.

        Args:
            address: path of the socket; one that begins with `@` is abstract.
            alive_within_ns: who gives no sign of life for so many nanoseconds is taken for dead; 0: nobody watches.
        """
        self._address: Final = "\0" + address[1:] if address.startswith("@") else address
        self._pace_ns: Final = alive_within_ns // PINGS
        self._ready = False
        self._status = ""
        self._ping_ns = 0
        self.due_ns: int | None = None
        """When a turn is due by time alone, in monotonic nanoseconds; None if none is."""

    @classmethod
    def of(cls, environment: Mapping[str, str], process: int) -> "ServiceWatchdog | None":
        """Return the watchdog that `environment` names to `process`, its number; None where nobody wants to be told."""
        address = environment.get("NOTIFY_SOCKET", "")
        if not address.startswith(("/", "@")):
            return None  # the other kinds that sd_notify(3) knows are for virtual machines
        micros = environment.get("WATCHDOG_USEC", "")
        meant = environment.get("WATCHDOG_PID", str(process)) == str(process)
        return cls(address, int(micros) * 1000 if meant and _MICROS.fullmatch(micros) else 0)

    def turned(self, now_ns: int, status: str) -> None:
        """Tell what is new since the last time: that the table is shown, its status, a sign of life if one is due.

        Args:
            now_ns: monotonic nanoseconds.
            status: one line that anybody may read.
        """
        words = [] if self._ready else ["READY=1"]
        if status != self._status:
            words.append(f"STATUS={status}")
        pings = self._pace_ns > 0 and now_ns >= self._ping_ns
        if pings:
            words.append("WATCHDOG=1")
        if not words:
            return
        if not self._told(words):
            self.due_ns = now_ns + min(RETRY_NS, self._pace_ns or RETRY_NS)
            return
        self._ready, self._status = True, status
        if pings:
            self._ping_ns = now_ns + self._pace_ns
        self.due_ns = self._ping_ns if self._pace_ns else None

    def stopping(self) -> None:
        """Tell that the program ends."""
        self._told(["STOPPING=1"])

    def _told(self, words: list[str]) -> bool:
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as line:
                line.sendto("\n".join(words).encode(), self._address)
        except OSError:
            return False  # nobody listens, or is too busy to: no reason to hold up a table
        return True
