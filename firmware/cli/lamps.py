"""`coup lamps`: the lamps of a table whose controller is not running."""

from typing import Annotated

import typer

from firmware.cli.configuration import load
from firmware.cli.words import Config, copyable, group
from firmware.errors import DONE

app = group(
    "The lamps of a table whose controller is not running.",
    "coup lamps test --config /etc/coup/table.toml",
)


@app.command("test")
@copyable
def lamps_test(
    config: Config = None,
    pace: Annotated[float, typer.Option(min=0, max=3600, help="Seconds for each where there is no terminal.")] = 1.0,
) -> int:
    """Light each lamp, then all, then none; then gate and buttons.

    On a terminal Enter goes on.

    Example: coup lamps test --config /etc/coup/table.toml
    """
    from firmware.wiring import tour

    tour(load(config), pace)
    return DONE


@app.command("dark")
@copyable
def lamps_dark(config: Config = None) -> int:
    """Put every lamp out and shut the gate.

    The shoe is told to shut its own gate, too.

    Example: coup lamps dark --config /etc/coup/table.toml
    """
    from firmware.lights_out import dark

    dark(load(config), print)
    return DONE
