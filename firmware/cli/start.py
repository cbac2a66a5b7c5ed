"""How a controller is started: the one command for whose end a table waits in the dark.

Decides in which words it is asked for so plainly that nobody has to read them. Must never import what only other
commands need: typer alone, with what it brings, takes as long as half of all the rest.
"""

import gc
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from firmware.cli.configuration import config_file


def plain(words: Sequence[str]) -> Callable[[], int] | None:
    """Return what runs the controller if `words` ask for it as its service does, or leave the configuration out.

    Any other words, a mistake in them and a question for help are typer's to read, which makes the same of these.
    """
    match words:
        case ["run"]:
            return partial(controller, None)
        case ["run", "--config", file]:
            return partial(controller, Path(file))
    return None


def controller(file: Path | None) -> int:
    """Run the controller of one table until SIGTERM or SIGINT, and return the exit code of a clean stop.

    Raises:
        ConfigError: the configuration in `file`, or where it is looked for without one, cannot be used.
        CoupError, HalError, ProgramFailed: as `firmware.app.run`.
    """
    # What is imported stays. Looked through for garbage now, it makes the start slower; later, it holds up a lamp.
    gc.disable()
    try:
        from firmware import config
        from firmware.app import run as run_table
        from firmware.makes import makes

        source = config_file(file)
        known = makes()
        loaded = config.load(source, protocols=known)
    finally:
        gc.freeze()
        gc.enable()
    return run_table(loaded, source, known.find(loaded.shoe.protocol))
