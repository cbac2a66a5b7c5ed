"""Decides who is known at a table by name: the roles file, with a name, a role and a hashed PIN for each actor.

It must never know a PIN, nor what a role may do; and what it says of a mistake never repeats a hash.
"""

import json
import os
import stat
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final, TypeAlias, get_args

from msgspec import Meta, convert
from msgspec.structs import asdict, fields

from firmware import named_file
from firmware.control.requests import LONGEST_NAME, Discreet, is_of
from firmware.core.inputs import Role
from firmware.cures import in_words
from firmware.errors import ConfigError, CoupError, Refused

LONGEST_FILE: Final = 1 << 20
"""Bytes. An actor has some 200; more is another file, or a device."""
LONGEST_LINE: Final = 1024
"""Bytes. Of a longer one, made for it, TOML's reader can make a table wait for minutes."""
MODE: Final = 0o600
"""Nobody but its owner reads or writes the file."""

# By their length the numbers bound what one check may cost: 98 MiB, 9 passes, 9 lanes.
_HASH: Final = r"^\$argon2id\$v=19\$m=\d{1,5},t=\d,p=\d\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{16,86}\Z"

ALLOWED: Final = {
    "actor": "a list, [[actor]], of name, role and pin",
    "name": f"1 to {LONGEST_NAME} printable characters, the first and last no blank",
    "role": ", ".join(get_args(Role)),
    "pin": "an argon2id hash, as `coup roles add` makes it",
}
"""What each key takes, as the one who got it wrong is told."""


_Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
_Hash: TypeAlias = Annotated[str, Meta(pattern=_HASH)]


class Actor(Discreet, frozen=True, kw_only=True):
    """A person the table knows by name; `pin` is a hash."""

    name: _Name
    role: Role
    pin: _Hash


_FIELDS: Final = fields(Actor)


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
        found = named_file.read(path, LONGEST_FILE)
        mistakes = _exposed(found.status)
        if max(map(len, found.raw.split(b"\n"))) > LONGEST_LINE:
            raise ConfigError([f"{path}: a line is longer than {LONGEST_LINE} bytes: this is no roles file"])
        document = named_file.toml(found.raw)
    except PermissionError as error:  # made by another user than the controller's
        raise ConfigError([f"{path}: cannot be read {in_words(error)}"]) from error
    except OSError as error:
        raise ConfigError([f"{path}: {error.strerror}: `coup roles add` makes a roles file"]) from error
    except named_file.NotToml as error:
        document = {}
        mistakes.append(str(error))
    unsound = _mistakes(document)
    actors = [] if unsound else convert(document.get("actor", []), list[Actor])
    names = [actor.name for actor in actors]
    mistakes += unsound or [f"actor {name}: named twice" for name in dict.fromkeys(names) if names.count(name) > 1]
    if mistakes:
        raise ConfigError([f"{path}: {mistake}" for mistake in mistakes])
    return {actor.name: actor for actor in actors}


def named(name: str, role: Role, pin_hash: str) -> Actor:
    """Return the actor. Raises `Refused`: `form`, nobody can have that name."""
    actor = Actor(name=name, role=role, pin=pin_hash)
    if any(_mistakes_in(asdict(actor), "")):
        raise Refused("form", f"a name has {ALLOWED['name']}")
    return actor


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
                    f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in asdict(actor).items()
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


def _state(path: Path) -> tuple[int, ...] | None:
    try:
        there = path.stat()
    except OSError:
        return None
    return there.st_ino, there.st_size, there.st_mtime_ns, there.st_ctime_ns


def _mistakes(document: Mapping[str, object]) -> list[str]:
    """Word what is wrong with a file, without any value of it; actors are counted from 1."""
    actors = document.get("actor", [])
    mistakes: list[str] = []
    if isinstance(actors, list):
        for number, actor in enumerate(actors, 1):
            mistakes += _mistakes_in(actor, f"actor {number}: ")
    else:
        mistakes.append(f"actor: allowed: {ALLOWED['actor']}")
    if not document.keys() <= {"actor"}:
        mistakes.append("the file: a key too many; allowed: actor")
    return mistakes


def _mistakes_in(actor: object, where: str) -> Iterator[str]:
    if not isinstance(actor, dict):
        yield f"{where}allowed: {ALLOWED['actor']}"
        return
    for field in _FIELDS:
        key = field.name
        if key not in actor:
            yield f"{where}{key} is missing: allowed: {ALLOWED[key]}"
        elif not is_of(actor[key], field.type) or (key == "name" and not _is_plain(actor[key])):
            yield f"{where}{key}: allowed: {ALLOWED[key]}"
    if not actor.keys() <= set(Actor.__struct_fields__):
        yield f"{where}a key too many; allowed: {', '.join(Actor.__struct_fields__)}"


def _is_plain(name: str) -> bool:
    return name.isprintable() and name == name.strip()
