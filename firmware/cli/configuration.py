"""Which configuration a command means, and what is in it.

Must never import what reads the words of a command line: a controller is started with this.
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from firmware import sections

DEFAULT_CONFIG: Final = Path("/etc/coup/table.toml")


def load(path: Path | None) -> "sections.Config":
    """Return the configuration in `path`, or where it is looked for without one. Raises `ConfigError`."""
    from firmware import config
    from firmware.makes import makes

    return config.load(config_file(path), protocols=makes())


def config_file(path: Path | None) -> Path:
    """Return where the configuration is: `path`, else $COUP_CONFIG, else the usual place."""
    return path or Path(os.environ.get("COUP_CONFIG") or DEFAULT_CONFIG)
