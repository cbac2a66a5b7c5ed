"""`coup doctor` and `support`: what is wrong with a table's equipment, and what the maker is sent about it."""

import json
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from firmware.cli.configuration import config_file, load
from firmware.cli.words import Config, Json, copyable
from firmware.errors import DONE, REFUSED

if TYPE_CHECKING:
    from firmware import sections


@copyable
def doctor(config: Config = None, as_json: Json = False) -> int:
    """Look at everything a table needs, a line for each.

    Every line is ok, note or bad, and says what to do. Exit code 1: something is bad.

    Example: coup doctor --config /etc/coup/table.toml
    """
    from firmware.doctor.machine import Machine
    from firmware.doctor.visit import examine

    sound = True
    for finding in examine(_loader(config), Machine()):
        sound = sound and finding.grade != "bad"
        if as_json:
            print(json.dumps({"check": finding.check, "grade": finding.grade, "says": finding.says}))
        else:
            print(finding)
    return DONE if sound else REFUSED


@copyable
def support(
    output: Annotated[
        Path | None, typer.Option("--output", readable=False, help="The file to write, a new one.")
    ] = None,
    config: Config = None,
) -> int:
    """Write into one file what the maker needs to know.

    It has no PIN, no key, no card of the open shoe and no hash of its record.

    Example: coup support --output support.tar.gz
    """
    from firmware.doctor.machine import Machine
    from firmware.support import bundle, write

    path = output or Path("coup-support.tar.gz")
    write(path, bundle(_loader(config), Machine()))
    print(f"{path}: send this file; `tar tzf` lists what is in it")
    return DONE


def _loader(config: Path | None) -> Callable[[], "sections.Config"]:
    """Return what loads the configuration. Raises `ConfigError` if none is there; what is wrong in it is a finding."""
    if not os.path.exists(config_file(config)):
        load(config)
    return partial(load, config)
