"""Decides whether one table's configuration file can be used, and lists every mistake in it at once.

This page must never know what the table does with a setting, and looks at no device, port or directory: that is the
doctor's work. It only follows links, to see that no two paths meet.
"""

import json
import os
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar, get_args, get_origin

from msgspec import NODEFAULT, UNSET, convert, structs, to_builtins

from firmware import editions, named_file
from firmware.core import settings
from firmware.errors import ConfigError
from firmware.sections import KEYS, SECTIONS, Config, Language, Section, allowed
from firmware.values import beside
from hal import settings as hal_settings

LONGEST_FILE: Final = 1 << 20
"""Bytes. A configuration has a few thousand; more is another file, or a device."""
LONGEST_VALUE: Final = 60
"""Characters of a wrong value that its line repeats."""
UART: Final = frozenset({Path("/dev/serial0"), Path("/dev/ttyAMA0"), Path("/dev/ttyS0")})
"""Names of a Raspberry Pi's own serial port, which takes two pins of the header."""

_STAND_INS: Final = {"table.id": "-", "table.edition": "", "hal.driver": "mock"}
"""What the rest is judged by where a key that must be given is not, or is wrong."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")

S = TypeVar("S", bound=Section)


def load(path: Path, *, protocols: Mapping[str, Language]) -> Config:
    """Return the configuration in the file `path`; `protocols` has what there is a driver for.

    Raises:
        ConfigError: with a line for every mistake in the file: its path, key, value and what is allowed.
    """
    document = _read(path)
    try:
        return judge(document, folder=path.absolute().parent.resolve(), protocols=protocols, file=path)
    except ConfigError as error:
        raise ConfigError([f"{path}: {problem}" for problem in error.problems]) from None


def judge(
    document: dict[str, Any], *, folder: Path, protocols: Mapping[str, Language], file: Path | None = None
) -> Config:
    """Return the configuration that `document` holds; its relative paths are relative to `folder`.

    None of them may lead to `file`, where the document was read from, if it was read from one.

    Raises:
        ConfigError: as `load`, without the path.
    """
    reading = _Reading(folder, protocols)
    config = reading.section(Config, document)
    mistakes = [*reading.wrong.items()]
    if reading.to_go_by:
        # What does not fit together is told in the same breath, judged by what is right so far.
        misfits = [*_misfits(config), *_meetings(config, file)]
        if "shoe.protocol" not in reading.wrong:
            misfits += _options(config, protocols)
        mistakes += [(key, line) for key, line in misfits if not _told(key, reading.wrong)]
    if mistakes:
        raise ConfigError([line for _, line in sorted(mistakes, key=_place)])
    return config


def _read(path: Path) -> dict[str, Any]:
    """Return the file as it stands. Raises `ConfigError` with one line if it is no TOML file."""
    try:
        return named_file.toml(named_file.read(path, LONGEST_FILE).raw)
    except OSError as error:
        cure = "name a configuration file that can be read"
        if isinstance(error, PermissionError):  # the right file, more often than not, and one of its readers missing
            cure = f"add this user to the group of the file (coup) and log in again, or {cure}"
        raise ConfigError([f"{path}: {error.strerror}: {cure}"]) from error
    except named_file.NotToml as error:
        raise ConfigError([f"{path}: {error}"]) from None


def _told(key: str, wrong: Collection[str]) -> bool:
    """Whether something is said already of the key, or of the section that should have it."""
    return any(key == told or key.startswith(f"{told}.") for told in wrong)


class _Reading:
    """One reading of a document, key by key: what is right in it, and a line for each key that is wrong."""

    def __init__(self, folder: Path, protocols: Mapping[str, Language]) -> None:
        self.wrong: dict[str, str] = {}
        self.to_go_by = True
        """False: a default is wrong here as well, so there is nothing to judge the rest by."""
        self._folder = folder
        self._protocols = protocols

    def section(self, kind: type[S], given: object, name: str = "") -> S:
        """Return a section with what is right in `given`, and defaults and stand-ins for the rest."""
        if not isinstance(given, dict):
            self._tell(name, given, allowed(name))
            given = {}
        values: dict[str, Any] = {}
        for field in structs.fields(kind):
            key = f"{name}.{field.name}" if name else field.name
            if key in SECTIONS:
                values[field.name] = self.section(SECTIONS[key], given.get(field.name, {}), key)
                continue
            value = self._sound(key, field.type, given[field.name]) if field.name in given else UNSET
            values[field.name] = self._default(key, field, values) if value is UNSET else value
        for extra in given:
            if extra not in values:
                key = f"{name}.{_bare(extra)}" if name else _bare(extra)
                where = f"[{name}]" if name else "the file"
                self.wrong[key] = f"{key}: no key of {where}; allowed: {', '.join(values)}"
        return kind(**values)

    def _sound(self, key: str, kind: Any, given: Any) -> Any:
        """Return what is right in the value of a key, or UNSET where nothing is. What is wrong in it is told."""
        parts = get_args(kind.__origin__)
        if isinstance(given, dict) and get_origin(kind.__origin__) is dict:
            read = {name: self._one(f"{key}.{_bare(name)}", parts[1], part) for name, part in given.items()}
            return {name: part for name, part in read.items() if part is not UNSET}
        if isinstance(given, list) and get_origin(kind.__origin__) is list:
            # Each part has a place of its own among what is wrong, and the key's name in its line.
            each = [self._one(key, parts[0], part, place=f"{key}.{n}") for n, part in enumerate(given)]
            return [part for part in each if part is not UNSET]
        return self._one(key, kind, given)

    def _one(self, key: str, kind: Any, given: object, *, place: str = "") -> Any:
        """Return a value, or UNSET and tell what is wrong with it; `place` is the key's own unless one is given."""
        try:
            return self._taken(key, kind, given)
        except ValueError as error:
            self.wrong[place or key] = _line(key, given, str(error))
            return UNSET

    def _default(self, key: str, field: structs.FieldInfo, before: Mapping[str, Any]) -> Any:
        """Return what a key is without a value, `before` being the keys before it in its section."""
        if key in _STAND_INS:
            if not _told(key, self.wrong):
                self.wrong[key] = f"{key}: missing; allowed: {allowed(key)}"
            return _STAND_INS[key]
        if field.default_factory is not NODEFAULT:
            return field.default_factory()  # an empty table or list
        default = self._protocols[before["protocol"]].baud if key == "shoe.baud" else field.default
        written = to_builtins(default, enc_hook=str)
        try:
            return self._taken(key, field.type, written)
        except ValueError as error:  # a folder may be too deep for a socket
            self.to_go_by = False
            if not _told(key, self.wrong):
                self._tell(key, written, str(error))
            return UNSET

    def _taken(self, key: str, kind: Any, given: object) -> Any:
        """Return a value as its key takes it. Raises `ValueError` with what is allowed if it does not."""
        if given == "" and getattr(kind, "__origin__", None) == Path | None:
            return None  # no text is no path
        try:
            value = convert(given, kind, dec_hook=self._path)
        except ValueError as error:  # msgspec's own words are not for the table
            raise ValueError(str(error.__cause__ or allowed(key))) from None
        if key == "shoe.protocol" and value not in self._protocols:
            raise ValueError(", ".join(self._protocols))
        if key in KEYS and (fits := KEYS[key].fits):
            fits(value)
        return value

    def _path(self, _: type, given: Any) -> Any:
        """Return a path for a text; msgspec refuses what is left as it is."""
        return beside(self._folder, given) if isinstance(given, str) and given else given

    def _tell(self, key: str, given: object, what: str) -> None:
        self.wrong[key] = _line(key, given, what)


def _bare(name: str) -> str:
    """Return a name as TOML writes it."""
    return name if _BARE.fullmatch(name) else json.dumps(name)


def _line(key: str, value: object, what: str) -> str:
    written = json.dumps(value, default=str, ensure_ascii=False)
    if len(written) > LONGEST_VALUE:
        written = written[:LONGEST_VALUE] + "..."
    return f"{key} = {written}: allowed: {what}"


def _misfits(config: Config) -> Iterator[tuple[str, str]]:
    """Yield key and line for what is right by itself and does not fit the rest."""
    for mistake in settings.problems(config.table.asked, editions.shipped()):
        key = f"table.{mistake.key}"
        yield key, _line(key, mistake.value, mistake.allowed)
    if config.authority.two_person and not config.authority.roles_file:
        key = "authority.two_person"
        yield key, _line(key, True, "false; true with a roles_file, for a second person is known by name and PIN alone")
    pins = config.hal.rpi.settings
    if config.hal.driver != "rpi":
        # The section may be there in part while another driver is at work: nothing has to be wired then.
        pins = replace(pins, unwired=(*pins.unwired, *(set(hal_settings.LAMPS) - {*pins.lamps, *pins.unwired})))
    for line in hal_settings.problems(pins, config.shoe.port in UART):
        key = f"hal.rpi.{line.partition(' = ')[0]}"
        yield key, f"hal.rpi.{line}"


def _meetings(config: Config, file: Path | None) -> Iterator[tuple[str, str]]:
    """Yield key and line for each path that is another one, lies in another one, or holds another one.

    What is in a folder of the table's is the table's alone: the feed may be deleted and made again, the journal is
    closed to everybody else.
    """
    taken: dict[str, Path] = {}
    if file:
        taken["this file"] = Path(os.path.realpath(file))
    for key, path in _paths(config).items():
        try:
            real = Path(os.path.realpath(path))
        except ValueError:  # a zero byte, which no system takes
            yield key, _line(key, path, allowed(key))
            continue
        met = next(((name, there) for name, there in taken.items() if _meet(real, there)), None)
        if met:
            yield key, _line(key, path, _apart(real, *met))
        taken[key] = real


def _paths(config: Config) -> dict[str, Path]:
    """Return every path that the program writes to, or keeps a secret in, by its key: the gravest to lose first."""
    paths = {
        "journal.dir": config.journal.dir,
        "journal.key_file": config.journal.key_file,
        "authority.roles_file": config.authority.roles_file,
        "feed.dir": config.feed.dir,
        "hal.mock.trace": config.hal.mock.trace,
        "control.socket": config.control.socket,
    }
    return {key: path for key, path in paths.items() if path}


def _meet(one: Path, other: Path) -> bool:
    return one.is_relative_to(other) or other.is_relative_to(one)


def _apart(real: Path, name: str, there: Path) -> str:
    """Return what is allowed instead of a path that leads to `real`, and so meets `there`, the place of `name`."""
    if real == there:
        return f"another path than that of {name} ({there})"
    if real.is_relative_to(there):
        return f"a path outside {name} ({there})"
    return f"a path that does not hold {name} ({there})"


def _options(config: Config, protocols: Mapping[str, Language]) -> Iterator[tuple[str, str]]:
    """Yield key and line for each setting that the shoe's protocol does not have, or not like this."""
    for name, value, what in protocols[config.shoe.protocol].misfits(config.shoe.options):
        key = f"shoe.options.{_bare(name)}"
        yield key, _line(key, value, what)


def _place(mistake: tuple[str, str]) -> int:
    """Return where the key's section stands; unknown sections come last."""
    section = mistake[0].partition(".")[0]
    return [*Config.__struct_fields__, section].index(section)
