"""What a value of the configuration has to be where neither its type nor a pattern says it.

Decides by the text alone. It must never know which key the text is of, and asks no network.
"""

from ipaddress import ip_address
from typing import Final

from firmware.errors import Refused
from firmware.money.chips import read_chips
from firmware.money.limits import Limits

HIGHEST_PORT: Final = 65535
"""Of an address that listens; 0 takes any port that is free."""

LOOPBACK: Final = "a loopback address with a port, such as 127.0.0.1:8080 or [::1]:8080"
CHIPS: Final = "the values of the table's chips, such as 0.50,2.50,5,25,100"
"""What is allowed, in the words of an error line."""


def on_loopback(listen: str) -> str:
    """Return an address that only this machine can reach. Raises `ValueError` with what is allowed for any other."""
    host, colon, port = listen.rpartition(":")
    try:
        loopback = ip_address(host.removeprefix("[").removesuffix("]")).is_loopback
    except ValueError:
        loopback = False
    if not (loopback and colon and port.isascii() and port.isdecimal() and int(port) <= HIGHEST_PORT):
        raise ValueError(LOOPBACK)
    return listen


def chips_if_any(text: str) -> str:
    """Return chips as `money.chips` reads them, or no text. Raises `ValueError` with what is allowed for others."""
    try:
        if text:
            Limits().check(read_chips(text))
    except Refused as wrong:
        raise ValueError(f"{CHIPS} ({wrong})") from None
    return text
