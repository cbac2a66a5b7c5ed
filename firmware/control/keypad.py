"""Decides how a command gets a PIN: on a terminal without echo, else as a line of standard input.

Never from arguments or the environment, where others can read it. It must never know whether a PIN is right.
"""

import sys
from getpass import getpass
from typing import Final

from firmware.control.requests import LONGEST_NAME
from firmware.errors import Refused

SHORTEST_PIN: Final = 4
"""Characters of a new PIN."""


def read_pin(whose: str) -> str:
    """Return the PIN that is given for `whose`. Raises `Refused`: `form`, there is none."""
    pin = _line(f"PIN of {whose}: ")
    if not pin:
        raise Refused("form", f"no PIN of {whose}: type it, or give it as a line of standard input")
    return pin


def read_new_pin(whose: str) -> str:
    """Return a new PIN for `whose`; a person at a terminal is asked twice.

    Raises:
        Refused: `form`, it is too short or too long, has something else than printable characters, or is typed
            differently the second time.
    """
    pin = read_pin(whose)
    if not SHORTEST_PIN <= len(pin) <= LONGEST_NAME or not pin.isprintable():
        raise Refused("form", f"a PIN has {SHORTEST_PIN} to {LONGEST_NAME} printable characters")
    if sys.stdin.isatty() and getpass("once more: ") != pin:
        raise Refused("form", "that was another PIN: nothing was changed")
    return pin


def _line(prompt: str) -> str:
    if sys.stdin is None:  # it was closed before we began
        return ""
    try:
        line = getpass(prompt) if sys.stdin.isatty() else sys.stdin.readline().removesuffix("\n").removesuffix("\r")
        line.encode()  # where the locale is C, bytes that are no text come as surrogates
    except EOFError:
        return ""
    except UnicodeError:
        raise Refused("form", "standard input is no UTF-8 text") from None
    return line
