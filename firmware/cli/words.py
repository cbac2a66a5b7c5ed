"""Words that many commands take, and what they mean: configuration, edition, JSON; and how their help is printed."""

import sys
from collections.abc import Callable, Mapping
from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

import typer

from firmware.errors import ConfigError, Refused

if TYPE_CHECKING:
    from firmware.core import edition

PLAIN: Final[Mapping[str, Any]] = {"rich_markup_mode": None, "add_completion": False}
"""How help is printed: without boxes."""

AS_IT_STANDS: Final = "\b\n"
"""In front of a paragraph that help must not break anew."""

Config = Annotated[
    Path | None,
    typer.Option(
        "--config", readable=False, help="The table's configuration; else $COUP_CONFIG, else /etc/coup/table.toml."
    ),
]
Edition = Annotated[str, typer.Option(help="Edition of the rules.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]


LONGEST_FILE: Final = 1 << 20
"""Characters of a file that describes a round; one has a few hundred."""

T = TypeVar("T", bound=Callable[..., int])


def copyable(command: T) -> T:
    """Have the help of `command` print its examples as they stand in its docstring: a line each, never broken."""
    says = cleandoc(command.__doc__ or "")  # Python 3.13 and newer have dedented it already
    command.__doc__ = says.replace("\n\nExample:", f"\n\n{AS_IT_STANDS}Example:")
    return command


def group(says: str, *examples: str) -> typer.Typer:
    """Return a group of commands whose help says what it is for and gives `examples`, a line each."""
    lines = "\n".join(f"Example: {example}" for example in examples)
    return typer.Typer(help=f"{says}\n\n{AS_IT_STANDS}{lines}", **PLAIN)


def edition_of(name: str) -> "edition.Edition":
    """Return the edition of that name. Raises `ConfigError` if there is none, or its document is not whole."""
    from firmware import editions
    from firmware.core.edition import EditionError

    try:
        return editions.load(name)
    except EditionError as error:
        raise ConfigError([str(error)]) from error


def text_of(path: Path) -> tuple[str, str]:
    """Return what a file is called in messages, and the text in it; `-` is standard input.

    Raises:
        Refused: `form`, it cannot be read as text.
    """
    name = "standard input" if str(path) == "-" else str(path)
    if name == "standard input" and sys.stdin is None:
        raise Refused("form", f"{name}: it is closed")
    try:
        if name != "standard input":
            with path.open(encoding="utf-8-sig") as file:
                text = file.read(LONGEST_FILE + 1)
        else:
            text = sys.stdin.read(LONGEST_FILE + 1).removeprefix("\ufeff")
    except OSError as error:
        raise Refused("form", f"{name}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Refused("form", f"{name}: expected UTF-8 text") from error
    if len(text) > LONGEST_FILE:
        raise Refused("form", f"{name}: longer than any round ({LONGEST_FILE} characters)")
    return name, text
