"""Decides who is known at a table by name: the roles file, with a name, a role and a hashed PIN for each actor.

It must never know a PIN, nor what a role may do; and what it says of a mistake never repeats a hash.
"""

import json
import os
import stat
import tempfile
import tomllib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic_core import ErrorDetails

from firmware.control.requests import LONGEST_NAME
from firmware.core.inputs import Role
from firmware.errors import ConfigError, CoupError, Refused

LONGEST_FILE: Final = 1 << 20
"""Bytes. An actor has some 200; more is another file, or a device."""
MODE: Final = 0o600
"""Nobody but its owner reads or writes the file."""

# By their length the numbers bound what one check may cost: 98 MiB, 9 passes, 9 lanes.
_HASH: Final = r"^\$argon2id\$v=19\$m=\d{1,5},t=\d,p=\d\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{16,86}$"

ALLOWED: Final = {
    "actor": "a list, [[actor]], of name, role and pin",
    "name": f"1 to {LONGEST_NAME} printable characters, the first and last no blank",
    "role": ", ".join(get_args(Role)),
    "pin": "an argon2id hash, as `coup roles add` makes it",
}
"""What each key takes, as the one who got it wrong is told."""


def _plain(name: str) -> str:
    if not name.isprintable() or name != name.strip():
        raise ValueError
    return name


class Actor(BaseModel):
    """A person the table knows by name; `pin` is a hash."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    name: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_NAME), AfterValidator(_plain)]
    role: Role
    pin: str = Field(pattern=_HASH, repr=False)


class _Document(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    actor: list[Actor] = []


class Roles:
    """The roles file at `path` as it stands now: it is read again when it was changed."""

    def __init__(self, path: Path) -> None:
        """Name the file; `known` reads it."""
        self._path: Final = path
        self._state: tuple[int, ...] | None = None
        self._known: Mapping[str, Actor] = {}

    def known(self) -> Mapping[str, Actor]:
        """Return the actors by name. Raises `ConfigError` as `read`."""
        state = _state(self._path)
        if state is None or state != self._state:
            self._known, self._state = read(self._path), state
        return self._known


def read(path: Path) -> dict[str, Actor]:
    """Return the actors in the roles file at `path` by name.

    Raises:
        ConfigError: with a line for every mistake in it, its mode and its owner included.
    """
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            mistakes = _exposed(os.fstat(file.fileno()))
            raw = file.read(LONGEST_FILE + 1)
        if len(raw) > LONGEST_FILE:
            raise ConfigError([f"{path}: longer than {LONGEST_FILE} bytes: this is no roles file"])
        document = tomllib.loads(raw.decode())
    except OSError as error:
        raise ConfigError([f"{path}: {error.strerror}: `coup roles add` makes a roles file"]) from error
    except (ValueError, RecursionError) as error:
        document, mistakes = {}, [f"not TOML: {error}"]
    try:
        actors = _Document.model_validate(document).actor
    except ValidationError as error:
        actors = []
        mistakes += dict.fromkeys(_explain(detail) for detail in error.errors(include_url=False))
    # Outside the handlers: the libraries' errors hold the file, hashes included, and must not travel with ours.
    names = [actor.name for actor in actors]
    mistakes += [f"actor {name}: named twice" for name in dict.fromkeys(names) if names.count(name) > 1]
    if mistakes:
        raise ConfigError([f"{path}: {mistake}" for mistake in mistakes])
    return {actor.name: actor for actor in actors}


def named(name: str, role: Role, pin_hash: str) -> Actor:
    """Return the actor. Raises `Refused`: `form`, nobody can have that name."""
    try:
        return Actor(name=name, role=role, pin=pin_hash)
    except ValidationError:
        pass
    raise Refused("form", f"a name has {ALLOWED['name']}")  # outside: the library's error holds the hash


def add(path: Path, actor: Actor) -> None:
    """Put `actor` into the roles file at `path`, in place of one of that name; a file that is not there is made.

    The file is at every moment the one before or the one after.

    Raises:
        ConfigError: what is there is no sound roles file.
        CoupError: it cannot be written.
    """
    known = read(path) if path.exists() else {}
    known[actor.name] = actor
    try:
        _write(path.resolve(), known.values())
    except OSError as error:
        raise CoupError(f"{path}: cannot be written ({error.strerror}); check its folder") from error


def _write(path: Path, actors: Iterable[Actor]) -> None:
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # with mode 0600
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            for actor in actors:
                file.write("[[actor]]\n")
                # A JSON text of printable characters is a TOML text.
                file.writelines(
                    f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in actor.model_dump().items()
                )
                file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except OSError:
        with suppress(FileNotFoundError):
            os.unlink(name)
        raise
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _exposed(there: os.stat_result) -> list[str]:
    """Return what of the file's mode and owner lets others read or change it."""
    mistakes = []
    mode = stat.S_IMODE(there.st_mode)
    if mode & 0o077:
        mistakes.append(f"its mode is {mode:04o}: only its owner may read and write it (chmod 600)")
    if there.st_uid not in (os.geteuid(), 0):
        mistakes.append(f"it belongs to user {there.st_uid}: it has to belong to this user or to root (chown)")
    return mistakes


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)  # a pipe that nobody writes is an empty file, and no wait


def _state(path: Path) -> tuple[int, ...] | None:
    try:
        there = path.stat()
    except OSError:
        return None
    return there.st_ino, there.st_size, there.st_mtime_ns, there.st_ctime_ns


def _explain(mistake: ErrorDetails) -> str:
    """Word one mistake, without the value that is wrong; actors are counted from 1."""
    place = [f"{part + 1}" if isinstance(part, int) else part for part in mistake["loc"]]
    where, key = " ".join(place[:-1]), place[-1]
    if mistake["type"] == "extra_forbidden":
        return f"{where or 'the file'}: a key too many; allowed: {'name, role, pin' if where else 'actor'}"
    if key not in ALLOWED:
        return f"{' '.join(place)}: allowed: {ALLOWED['actor']}"
    what = f"{where}: {key}" if where else key
    return f"{what}{' is missing' if mistake['type'] == 'missing' else ''}: allowed: {ALLOWED[key]}"
