"""Decides nothing: finds the editions that are shipped and reads them. Their documents are data, beside this page."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

from firmware.core.edition import Edition, EditionError, parse

NAMES: Final = ("nz-mini-1994", "nz-mini-1996", "nz-midi-1996", "nz-baccarat-2004")
"""The editions shipped, oldest first."""


@cache
def load(name: str) -> Edition:
    """Return the edition called `name`.

    Raises:
        EditionError: there is none of that name, or its document is not whole.
    """
    if name not in NAMES:
        raise EditionError(f"{name}: no such edition; there are {', '.join(NAMES)}")
    try:
        document = tomllib.loads((files(__name__) / f"{name}.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise EditionError(f"{name}: its document cannot be read: {error}") from error
    return parse(document, name)


def shipped() -> dict[str, Edition]:
    """Return every edition shipped, by name.

    Raises:
        EditionError: the document of one is not whole.
    """
    return {name: load(name) for name in NAMES}
