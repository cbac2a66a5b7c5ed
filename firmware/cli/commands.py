"""Every command by its name, and how typer is asked for one.

Decides the order in which they are listed. A command is imported and built when it is asked for: whoever wants one does
not wait for the others.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import takewhile
from typing import Any, Final

import typer
from typer.core import TyperGroup

from firmware.cli.words import PLAIN
from firmware.errors import DONE, Refused

INTERRUPTED: Final = 130
"""What newer versions of typer make of a Ctrl-C; older ones raise `Abort`."""

PLACES: Final[Mapping[str, str]] = {
    "run": "table.run",
    "check": "table.check",
    "status": "table.status",
    "bench": "bench.bench",
    "shoe": "bench.shoe",
    "soak": "soak.soak",
    "display": "display.display",
    "roads": "roads.roads",
    "identify": "table.identify",
    "doctor": "doctor.doctor",
    "support": "doctor.support",
    "ctl": "ctl.app",
    "journal": "journal.app",
    "lamps": "lamps.app",
    "money": "money.app",
    "paigow": "paigow.app",
    "roles": "roles.app",
    "rules": "rules.app",
}
"""Of each command its page here, and the function or the group on it."""

# What typer raises for words it cannot take; it has no public name for it.
_UsageError: type[Exception] = typer.BadParameter.__bases__[0]


class Commands(Mapping[str, Any]):
    """The commands as typer has them."""

    def __getitem__(self, name: str) -> Any:
        """Return a command. Raises `KeyError` if there is none of that name."""
        return _built(name)

    def __iter__(self) -> Iterator[str]:
        """Return the names, in the order of the help."""
        return iter(PLACES)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(PLACES)


_commands: Any = Commands()  # typer asks for a `dict`, and does with any mapping

app: Final = TyperGroup(
    commands=_commands, help="The shoe-and-table controller for baccarat.", rich_markup_mode=PLAIN["rich_markup_mode"]
)


def call(words: Sequence[str]) -> int:
    """Run the command that `words` ask for and return its exit code.

    Raises:
        Refused: `form`, they ask for none; with what is wrong and where to read on.
        KeyboardInterrupt: it was stopped.
        Exception: whatever the command raises.
    """
    try:
        code = app(list(words), prog_name="coup", standalone_mode=False)
    except _UsageError as error:
        raise Refused("form", _usage(error, words)) from error
    except typer.Abort:
        raise KeyboardInterrupt from None
    if code == INTERRUPTED:
        raise KeyboardInterrupt
    return code if isinstance(code, int) else DONE


@cache
def _built(name: str) -> Any:
    page, what = PLACES[name].split(".")
    found = getattr(import_module(f"firmware.cli.{page}"), what)
    if not isinstance(found, typer.Typer):
        command, found = found, typer.Typer(**PLAIN)
        found.command(name)(command)
    return typer.main.get_command(found)


def _usage(error: Any, words: Sequence[str]) -> str:
    """Return what is wrong with the words, and where to read on."""
    asked = takewhile(lambda word: not word.startswith("-"), words)
    command = error.ctx.command_path if error.ctx else " ".join(("coup", *asked))
    return f"{' '.join(error.format_message().split()).rstrip('.')}; see `{command} --help`"
