"""Every text that a person reads on the pages, in the language of the house: one file a language.

Decides whether a catalogue is complete. English is: what another language leaves out is told, never shown in English by
itself, or a page would speak two languages at once.
"""

import tomllib
from typing import Final

from firmware import values
from firmware.errors import ConfigError

ENGLISH: Final = "en"


def texts(language: str) -> dict[str, str]:
    """Return the texts of `language` by key.

    Raises:
        ConfigError: there is no such catalogue, it cannot be read, or it lacks texts.
    """
    if language not in values.languages():
        raise ConfigError([f"display.language = {language!r}: allowed: {', '.join(values.languages())}"])
    found = _read(language)
    lacking = [key for key in _read(ENGLISH) if not isinstance(found.get(key), str)]
    if lacking:
        raise ConfigError([f"display.language = {language!r}: its catalogue lacks {', '.join(lacking)}"])
    return found


def _read(language: str) -> dict[str, str]:
    try:
        return tomllib.loads((values.TEXTS / f"{language}.toml").read_text(encoding="utf-8"))
    except ValueError as error:  # no TOML, or no UTF-8
        raise ConfigError([f"display.language = {language!r}: its catalogue cannot be read ({error})"]) from error
