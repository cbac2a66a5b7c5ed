"""Which program this is, by the bytes of its files: the same from a wheel and from a checkout.

Decides what belongs to the program: every file of its two packages, the editions' documents included. Must never know
what a table does with it, nor which digest would be the right one.
"""

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Final

import firmware
import hal
from firmware import named_file
from firmware.errors import CoupError

DISTRIBUTION: Final = "shoe-table-controller"

_REQUIREMENT: Final = re.compile(r"[A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class Identity:
    """One installed program.

    Attributes:
        version: of the distribution.
        files: SHA-256 of each file, hexadecimal, by its path from the package on (`hal/mock.py`), sorted by path.
        digest: SHA-256 over `files`: for each, in this order, path (UTF-8), a zero byte, SHA-256 in hexadecimal, LF.
    """

    version: str
    files: Mapping[str, str]
    digest: str

    def edition(self, name: str) -> str:
        """Return the SHA-256 of the document of edition `name`. Raises `KeyError` if it is not shipped."""
        return self.files[f"firmware/editions/{name}.toml"]


def program() -> Identity:
    """Return the identity of the program that runs.

    Raises:
        CoupError: it was only copied, not installed, or a file of it cannot be read.
    """
    files = {name: digest_of(path) for name, path in sorted(_files())}
    listed = "".join(f"{name}\0{digest}\n" for name, digest in files.items())
    return Identity(version(), files, hashlib.sha256(listed.encode()).hexdigest())


def version() -> str:
    """Return the version of the installed program. Raises `CoupError` if it was not installed, but only copied."""
    try:
        return metadata.version(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        raise CoupError(f"{DISTRIBUTION} is not installed in this environment; run `pip install .`") from None


def digest_of(path: Path | str) -> str:
    """Return the SHA-256 of a file in hexadecimal, e.g. of a configuration. Raises `CoupError` if it cannot be read."""
    try:
        return hashlib.sha256(named_file.read(path).raw).hexdigest()
    except OSError as error:
        raise CoupError(f"{path}: cannot be read ({error.strerror})") from error


def libraries() -> dict[str, str]:
    """Return the versions of the libraries the program asks for and has, those for developers left out."""
    asked = [line for line in metadata.requires(DISTRIBUTION) or [] if not re.search(r"extra *== *['\"]dev", line)]
    names = sorted({found[0] for line in asked if (found := _REQUIREMENT.match(line))}, key=str.lower)
    return {name: there for name in names if (there := version_of(name))}


def version_of(name: str) -> str:
    """Return the version of a distribution, or an empty text if it is not installed."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _files() -> Iterator[tuple[str, str]]:
    for package in (firmware, hal):
        yield from _within(os.path.dirname(str(package.__file__)), package.__name__)


def _within(folder: str, name: str) -> Iterator[tuple[str, str]]:
    """Yield name and path of every file below `folder`, which is called `name`."""
    try:
        entries = list(os.scandir(folder))
    except OSError as error:
        raise CoupError(f"{folder}: cannot be read ({error.strerror})") from error
    for entry in entries:
        # What Python compiles by itself says nothing that the sources do not.
        if entry.is_dir(follow_symlinks=False):
            if entry.name != "__pycache__":
                yield from _within(entry.path, f"{name}/{entry.name}")
        elif entry.is_file() and not entry.name.endswith(".pyc"):
            yield f"{name}/{entry.name}", entry.path
