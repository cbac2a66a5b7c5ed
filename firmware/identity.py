"""Which program this is, by the bytes of its files: the same from a wheel and from a checkout.

Decides what belongs to the program: every file of its two packages, the editions' documents included. Must never know
what a table does with it, nor which digest would be the right one.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Final

import firmware
import hal
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


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal, e.g. of a configuration. Raises `CoupError` if it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
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


def _files() -> Iterator[tuple[str, Path]]:
    for package in (firmware, hal):
        folder = Path(str(package.__file__)).parent
        for path in folder.rglob("*"):
            # What Python compiles by itself says nothing that the sources do not.
            if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc":
                yield f"{package.__name__}/{path.relative_to(folder).as_posix()}", path
