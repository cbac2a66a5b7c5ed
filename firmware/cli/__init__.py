"""The commands: one function each, which reads its words, calls what does the work, and prints.

What only one command needs is imported in it: the controller loads nothing it does not run.
"""

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Final, TextIO

from firmware.cli import start
from firmware.errors import BROKEN, CALLER, REFUSED, ConfigError, CoupError, ProgramFailed, Refused, place_of
from hal.errors import HalError

READER_GONE: Final = 141
"""What a shell says of a command whose reader went away: 128 and SIGPIPE."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command that `words` (default: the process's arguments) ask for and return its exit code."""
    # One that was closed before we began: nobody wants to read.
    if sys.stdout is None:
        sys.stdout = _nowhere()
    if sys.stderr is None:
        sys.stderr = _nowhere()
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a file's name may be no text
    try:
        code = _call(sys.argv[1:] if words is None else words)
        sys.stdout.flush()
    except ConfigError as error:
        return _fail(CALLER, *error.problems)
    except ProgramFailed as error:
        return _fail(BROKEN, f"{error}; report it with this line")
    except (CoupError, HalError) as error:
        return _fail(CALLER if isinstance(error, Refused) and error.code == "form" else REFUSED, str(error))
    except KeyboardInterrupt:
        return _fail(REFUSED, "stopped")
    except (BrokenPipeError, SystemExit):  # the latter is what typer makes of the former
        # The reader of our output went away: nobody is left to tell, and nothing has been proved.
        _drop(sys.stdout)
        return READER_GONE
    except OSError as error:
        _drop(sys.stdout)
        return _fail(REFUSED, f"{error.filename or 'output'}: {error.strerror}")
    except Exception as error:  # noqa: BLE001 - the last line of defence: nobody at a table can use a traceback
        return _fail(BROKEN, f"this is a mistake in the program: {place_of(error)}; report it with this line")
    return code


def _call(words: Sequence[str]) -> int:
    controller = start.plain(words)
    if controller:
        return controller()
    from firmware.cli.commands import call

    return call(words)


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # as long as the process


def _drop(stream: TextIO) -> None:
    """Let what is still buffered go nowhere, or Python complains of it at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _fail(code: int, *lines: str) -> int:
    """Tell people why, where anybody listens, and return `code` in any case: a script goes by it."""
    try:
        for line in lines:
            print(f"coup: {line}", file=sys.stderr)
    except OSError:
        _drop(sys.stderr)
    return code
