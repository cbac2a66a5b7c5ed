"""Decides whether one table's configuration file can be used, and lists every mistake in it at once.

This page must never know what the table does with a setting, and looks at no device, port or directory: that is the
doctor's work. It only follows links, to see that no two paths meet.
"""

import json
import os
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from firmware import editions
from firmware.core import settings
from firmware.errors import ConfigError
from firmware.sections import SECTIONS, Config, Language, allowed
from hal import settings as hal_settings

LONGEST_FILE: Final = 1 << 20
"""Bytes. A configuration has a few thousand; more is another file, or a device."""
LONGEST_VALUE: Final = 60
"""Characters of a wrong value that its line repeats."""
UART: Final = frozenset({Path("/dev/serial0"), Path("/dev/ttyAMA0"), Path("/dev/ttyS0")})
"""Names of a Raspberry Pi's own serial port, which takes two pins of the header."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")


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
    context = {"folder": folder, "protocols": protocols}
    wrong: dict[str, str] = {}
    try:
        config = Config.model_validate(document, context=context)
    except ValidationError as error:
        details = error.errors(include_url=False)
        wrong = dict(map(_explain, details))
        try:
            # What does not fit together is told in the same breath, judged by what is right so far.
            config = Config.model_validate(_without(details, document), context=context)
        except ValidationError:  # the default is wrong here as well: there is nothing to judge by
            raise ConfigError([line for _, line in sorted(wrong.items(), key=_place)]) from None
    misfits = [*_misfits(config), *_meetings(config, file)]
    if "shoe.protocol" not in wrong:
        misfits += _options(config, protocols)
    mistakes = [*wrong.items(), *((key, line) for key, line in misfits if not _told(key, wrong))]
    if mistakes:
        raise ConfigError([line for _, line in sorted(mistakes, key=_place)])
    return config


def _read(path: Path) -> dict[str, Any]:
    """Return the file as it stands. Raises `ConfigError` with one line if it is no TOML file."""
    try:
        with path.open("rb") as file:
            raw = file.read(LONGEST_FILE + 1)
        if len(raw) > LONGEST_FILE:
            raise ConfigError([f"{path}: longer than {LONGEST_FILE} bytes: this is no configuration file"])
        document = tomllib.loads(raw.decode("utf-8-sig"))
        repr(document)  # a number that Python will not write is told of here, not amid a line that repeats it
        return document
    except OSError as error:
        raise ConfigError([f"{path}: {error.strerror}: name a configuration file that can be read"]) from error
    except UnicodeDecodeError as error:
        raise ConfigError([f"{path}: byte {error.start + 1} is not UTF-8: save the file as UTF-8 text"]) from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError([f"{path}: not TOML: {error}"]) from error
    except ValueError as error:
        raise ConfigError([f"{path}: a number in it has thousands of digits: no key takes that"]) from error
    except RecursionError as error:
        raise ConfigError([f"{path}: brackets within brackets, too deep to read: no key takes that"]) from error


def _told(key: str, wrong: Collection[str]) -> bool:
    """Whether something is said already of the key, or of the section that should have it."""
    return any(key == told or key.startswith(f"{told}.") for told in wrong)


def _without(details: list[ErrorDetails], document: dict[str, Any]) -> dict[str, Any]:
    """Return `document` without what `details` find wrong, and with something in place of what has to be there."""
    sound = deepcopy(document)
    for detail in reversed(details):  # from the end, so that places in a list stay true
        if detail["type"] != "missing":
            *way, last = detail["loc"]
            with suppress(KeyError):  # a default that is wrong here is not in the document
                section: Any = reduce(getitem, way, sound)
                del section[last]
    for place, keys in {"table": {"id": "-", "edition": ""}, "hal": {"driver": "mock"}}.items():
        sound[place] = keys | sound.get(place, {})
    return sound


def _explain(detail: ErrorDetails) -> tuple[str, str]:
    """Return the key that is wrong, and its line in plain words."""
    names = [part for part in detail["loc"] if isinstance(part, str)]
    *way, name = [part if _BARE.fullmatch(part) else json.dumps(part) for part in names]
    section = ".".join(way)
    key = ".".join([*way, name])
    if detail["type"] == "extra_forbidden":
        where = f"[{section}]" if section else "the file"
        return key, f"{key}: no key of {where}; allowed: {', '.join(SECTIONS[section].model_fields)}"
    what = str(detail["ctx"]["error"]) if detail["type"] == "value_error" else allowed(key)
    if detail["type"] == "missing":
        return key, f"{key}: missing; allowed: {what}"
    return key, _line(key, detail["input"], what)


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
        key = f"shoe.options.{name if _BARE.fullmatch(name) else json.dumps(name)}"
        yield key, _line(key, value, what)


def _place(mistake: tuple[str, str]) -> int:
    """Return where the key's section stands; unknown sections come last."""
    section = mistake[0].partition(".")[0]
    return [*Config.model_fields, section].index(section)
