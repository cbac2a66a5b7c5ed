"""The settings of a make of shoe: one for each point in which the make's papers leave a doubt.

Decides what may be chosen. Must never know what a choice does.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from firmware.errors import ConfigError

Choice: TypeAlias = bool | int | str


@dataclass(frozen=True, slots=True)
class Option:
    """A setting under `[shoe.options]`."""

    name: str
    allowed: tuple[Choice, ...]
    """What may be chosen; the first is the default."""
    meaning: str


def misfits(options: Sequence[Option], asked: Mapping[str, object]) -> Iterator[tuple[str, object, str]]:
    """Yield name, value and what is allowed for each of `asked` that cannot be used."""
    known = {option.name: option for option in options}
    for name, value in asked.items():
        if name not in known:
            yield name, value, f"only {', '.join(known)}" if known else "none: this protocol has no settings"
        elif not any(type(value) is type(choice) and value == choice for choice in known[name].allowed):
            yield name, value, ", ".join(map(_written, known[name].allowed))


def chosen(options: Sequence[Option], asked: Mapping[str, object]) -> dict[str, object]:
    """Return every setting with its value, asked for or by default.

    Raises:
        ConfigError: a line for each of `asked` that cannot be used.
    """
    problems = [
        f"shoe.options.{name} = {_written(value)}: {allowed}" for name, value, allowed in misfits(options, asked)
    ]
    if problems:
        raise ConfigError(problems)
    return {option.name: option.allowed[0] for option in options} | dict(asked)


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
