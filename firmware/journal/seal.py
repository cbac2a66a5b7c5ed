"""The hash that ends every line of the journal, and the key that may go into it.

Decides what a hash is taken over. Must never know what a line says.
"""

import hashlib
import hmac
from pathlib import Path
from typing import Final, Literal, TypeAlias

from firmware import named_file
from firmware.cures import in_words
from firmware.errors import ConfigError

SealName: TypeAlias = Literal["sha256", "hmac-sha256"]

_FRESH: Final = hashlib.sha256()  # copied for each line: to look the algorithm up anew takes longer than the hash

LONGEST_KEY: Final = 4096
"""Bytes. More is another file, or a device."""


class Seal:
    """SHA-256 over the hash of the line before and the line; with a key HMAC-SHA256 (RFC 2104) over the same bytes.

    Without a key anybody can work the hashes out anew after an edit; with one, only who has it.
    """

    def __init__(self, key: bytes = b"") -> None:
        """`key`: none for plain hashes."""
        self._key: Final = key
        self.name: Final[SealName] = "hmac-sha256" if key else "sha256"

    def over(self, before: str, body: bytes) -> str:
        """Return the 64 hex digits over a line's `body` and `before`, the hash of the line before."""
        said = before.encode() + body
        if self._key:
            return hmac.digest(self._key, said, "sha256").hex()
        digest = _FRESH.copy()
        digest.update(said)
        return digest.hexdigest()


PLAIN: Final = Seal()
"""Without a key."""


def seal_with(key_file: Path | None) -> Seal:
    """Return how hashes are made: with the key in `key_file`, if there is one. Raises `ConfigError` as `read_key`."""
    return Seal(read_key(key_file)) if key_file else PLAIN


def read_key(path: Path) -> bytes:
    """Return the key in the file `path`: its bytes as they stand.

    Raises:
        ConfigError: with one line: it is missing, no file, empty, too long, or open to others than its owner.
    """
    try:
        key, status = named_file.read(path, LONGEST_KEY)
    except PermissionError as error:
        raise ConfigError([f"{path}: cannot be read {in_words(error)}"]) from error
    except OSError as error:
        raise ConfigError([f"{path}: {error.strerror}; name the file of the journal's key"]) from error
    if status.st_mode & 0o077:
        raise ConfigError([f"{path}: others than its owner can reach the journal's key; run `chmod 600 {path}`"])
    if not key.strip():
        raise ConfigError([f"{path}: the journal's key is empty"])
    return key
