"""`coup roles`: the people a table knows by name."""

from pathlib import Path
from typing import Annotated

import typer

from firmware.cli.configuration import config_file, load
from firmware.cli.words import Config, copyable, group
from firmware.core.inputs import Role
from firmware.errors import DONE, ConfigError, Refused

app = group(
    "The people a table knows by name, their roles and PINs.",
    "coup roles add Ana --role supervisor",
)


@app.command("add")
@copyable
def roles_add(
    name: Annotated[str, typer.Argument(help="The name the person decides under.")],
    role: Annotated[Role, typer.Option(help="What the person may decide.")],
    config: Config = None,
) -> int:
    """Make a person known, or give a known one another role and PIN.

    A running table takes it up by itself. The PIN is asked for twice on the terminal, or is a line of standard input.

    Example: coup roles add Ana --role supervisor
    """
    from firmware.control import roles
    from firmware.control.keypad import read_new_pin
    from firmware.control.pins import hashed

    path = _roles_file(config)
    roles.add(path, roles.named(name, role, hashed(read_new_pin(name))))
    print(f"{path}: {name} is known as {role}")
    return DONE


@app.command("check")
@copyable
def roles_check(
    name: Annotated[str, typer.Argument(help="The name the person decides under.")], config: Config = None
) -> int:
    """Print the role of a person whose PIN is right.

    The PIN is asked for, or is a line of standard input.

    Example: coup roles check Ana
    """
    from firmware.control.keypad import read_pin
    from firmware.control.pins import is_right
    from firmware.control.roles import read

    actor = read(_roles_file(config)).get(name)
    pin = read_pin(name)
    if actor is None or not is_right(actor.pin, pin):
        raise Refused("pin")
    print(actor.role)
    return DONE


def _roles_file(config: Path | None) -> Path:
    path = load(config).authority.roles_file
    if path is None:
        raise ConfigError([f"{config_file(config)}: authority.roles_file: missing: name the file there first"])
    return path
