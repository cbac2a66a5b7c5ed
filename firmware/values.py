"""What a value of the configuration has to be where neither its type nor a pattern says it.

Decides by the text and by what is installed. It must never know which key the text is of, and asks no network.
"""

import re
from importlib.resources import files
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from firmware.errors import Refused

HIGHEST_PORT: Final = 65535
"""Of an address that listens; 0 takes any port that is free."""

_ADDRESS: Final = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<four>[0-9.]+)):(?P<port>[0-9]{1,5})")

TEXTS: Final = files("firmware") / "display" / "texts"
"""Where the catalogues of the pages' texts lie, one file a language."""

LOOPBACK: Final = "a loopback address with a port, such as 127.0.0.1:8080 or [::1]:8080"
CHIPS: Final = "the values of the table's chips, such as 0.50,2.50,5,25,100"
"""What is allowed, in the words of an error line."""


def beside(folder: Path, text: str) -> Path:
    """Return the path that `text` names, a relative one within `folder`. Raises `ValueError` for one with a NUL."""
    if "\0" in text:
        raise ValueError("a path without a NUL")
    path = Path(text)
    while path.parts[:1] == ("..",):  # so that people read where it is, and not how it was written
        folder, path = folder.parent, path.relative_to("..")
    return folder / path


def on_loopback(listen: str) -> str:
    """Return an address that only this machine can reach. Raises `ValueError` with what is allowed for any other."""
    parts = _ADDRESS.fullmatch(listen)
    try:
        loopback = parts is not None and ip_address(parts["six"] or parts["four"]).is_loopback
    except ValueError:
        loopback = False
    if parts is None or not loopback or int(parts["port"]) > HIGHEST_PORT:
        raise ValueError(LOOPBACK)
    return listen


def languages() -> tuple[str, ...]:
    """Return the languages that the pages have a catalogue of texts for, sorted."""
    return tuple(sorted(file.name.removesuffix(".toml") for file in TEXTS.iterdir() if file.name.endswith(".toml")))


def has_texts(language: str) -> str:
    """Return a language of the pages. Raises `ValueError` with those there are for any other."""
    if language not in languages():
        raise ValueError(", ".join(languages()))
    return language


def chips_if_any(text: str) -> str:
    """Return chips as `money.chips` reads them, or no text. Raises `ValueError` with what is allowed for others."""
    if not text:
        return text
    # Only here: a table whose display says nothing of chips starts without the money.
    from firmware.money.chips import read_chips
    from firmware.money.limits import Limits

    try:
        Limits().check(read_chips(text))
    except Refused as wrong:
        raise ValueError(f"{CHIPS} ({wrong})") from None
    return text
