"""The commands: one function each, which reads its words, calls what does the work, and prints.

What only one command needs is imported in it: the controller loads nothing it does not run.
"""

import os
import sys
from io import TextIOWrapper
from itertools import takewhile
from typing import Any, Final

import typer

from firmware.cli import bench, ctl, display, doctor, journal, lamps, money, paigow, roads, roles, rules, soak, table
from firmware.cli.words import PLAIN
from firmware.errors import BROKEN, CALLER, DONE, REFUSED, ConfigError, CoupError, ProgramFailed, Refused, place_of
from hal.errors import HalError

READER_GONE: Final = 141
"""What a shell says of a command whose reader went away: 128 and SIGPIPE."""
INTERRUPTED: Final = 130
"""What newer versions of typer make of a Ctrl-C; older ones raise `Abort`."""

app = typer.Typer(help="The shoe-and-table controller for baccarat.", pretty_exceptions_enable=False, **PLAIN)
for command in (
    table.run,
    table.check,
    table.status,
    bench.bench,
    bench.shoe,
    soak.soak,
    display.display,
    roads.roads,
    table.identify,
    doctor.doctor,
    doctor.support,
):
    app.command()(command)
for name, group in (
    ("ctl", ctl.app),
    ("journal", journal.app),
    ("lamps", lamps.app),
    ("money", money.app),
    ("paigow", paigow.app),
    ("roles", roles.app),
    ("rules", rules.app),
):
    app.add_typer(group, name=name)

# What typer raises for words it cannot take; it has no public name for it.
_UsageError: type[Exception] = typer.BadParameter.__bases__[0]


def main(words: list[str] | None = None) -> int:
    """Run the command that `words` (default: the process's arguments) ask for and return its exit code."""
    if sys.stdout is None:  # it was closed before we began: nobody wants to read
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - as long as the process
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a file's name may be no text
    try:
        code = app(words, prog_name="coup", standalone_mode=False)
        sys.stdout.flush()
    except ConfigError as error:
        return _fail(CALLER, *error.problems)
    except ProgramFailed as error:
        return _fail(BROKEN, f"{error}; report it with this line")
    except (CoupError, HalError) as error:
        return _fail(CALLER if isinstance(error, Refused) and error.code == "form" else REFUSED, str(error))
    except _UsageError as error:
        return _fail(CALLER, _usage(error, words or sys.argv[1:]))
    except (typer.Abort, KeyboardInterrupt):
        return _fail(REFUSED, "stopped")
    except (BrokenPipeError, SystemExit):  # the latter is what typer makes of the former
        # The reader of our output went away: nobody is left to tell, and nothing has been proved.
        _drop_output()
        return READER_GONE
    except OSError as error:
        _drop_output()
        return _fail(REFUSED, f"{error.filename or 'output'}: {error.strerror}")
    except Exception as error:  # noqa: BLE001 - the last line of defence: nobody at a table can use a traceback
        return _fail(BROKEN, f"this is a mistake in the program: {place_of(error)}; report it with this line")
    if code == INTERRUPTED:
        return _fail(REFUSED, "stopped")
    return code if isinstance(code, int) else DONE


def _usage(error: Any, words: list[str]) -> str:
    """Return what is wrong with the words, and where to read on."""
    asked = takewhile(lambda word: not word.startswith("-"), words)
    command = error.ctx.command_path if error.ctx else " ".join(("coup", *asked))
    return f"{' '.join(error.format_message().split()).rstrip('.')}; see `{command} --help`"


def _drop_output() -> None:
    """Let what is still buffered go nowhere, or Python complains of it at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(code: int, *lines: str) -> int:
    for line in lines:
        print(f"coup: {line}", file=sys.stderr)
    return code
