"""Words that many commands take, and what they mean: the configuration, JSON, a progress bar."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

if TYPE_CHECKING:
    from firmware import sections

PLAIN: Final[Mapping[str, Any]] = {"rich_markup_mode": None, "add_completion": False}
"""How help is printed: without boxes."""

DEFAULT_CONFIG: Final = Path("/etc/coup/table.toml")

Config = Annotated[
    Path | None,
    typer.Option("--config", help="The table's configuration; else $COUP_CONFIG, else /etc/coup/table.toml."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]


def load(path: Path | None) -> "sections.Config":
    """Return the configuration in `path`, or where it is looked for without one. Raises `ConfigError`."""
    from firmware import config
    from firmware.makes import makes

    return config.load(config_file(path), protocols=makes().protocols)


def config_file(path: Path | None) -> Path:
    """Return where the configuration is: `path`, else $COUP_CONFIG, else the usual place."""
    return path or Path(os.environ.get("COUP_CONFIG") or DEFAULT_CONFIG)
