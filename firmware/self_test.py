"""What a start finds out about itself and goes on with all the same.

Decides what is said of a program that is not the installed one, and of a clock that cannot be right. Must never keep a
table from starting: one that shows its fault is better than a dark one.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from firmware.identity import Identity

MANIFEST: Final = Path(sys.prefix) / "manifest.json"
"""What `coup identify --json` said when the program was installed. It lies in the program's environment, so that one
that is put back brings its own. Where it is missing there is nothing to compare with."""

EARLIEST_YEAR: Final = 2024
"""No table ran this program before: a clock that says so has lost its battery, or was never set."""

NAMED: Final = 3
"""So many of the files that differ are named."""


def software_trouble(identity: Identity, manifest: Path) -> str:
    """Return in what the program differs from the one in `manifest`, in a line; empty where it does not.

    Without a manifest there is no check, and the line is empty, too.
    """
    try:
        installed = _files_in(manifest)
    except FileNotFoundError:
        return ""
    except (OSError, ValueError, RecursionError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no list of files"
        return f"{manifest}: cannot be read ({why}), so nobody knows which program was installed; install it again"
    differing = sorted(
        name for name in {*installed, *identity.files} if installed.get(name) != identity.files.get(name)
    )
    if not differing:
        return ""
    more = f" and {len(differing) - NAMED} more" if len(differing) > NAMED else ""
    named = ", ".join(differing[:NAMED]) + more
    return f"this is not the program that was installed: {named}; do not open the table, install it again"


def clock_trouble(wall: str) -> str:
    """Return what is wrong with the wall time `wall` (UTC, ISO 8601), in a line; empty where it can be right."""
    if int(wall[:4]) >= EARLIEST_YEAR:
        return ""
    return f"the clock says {wall}: set it (`timedatectl set-time`); until then the journal's times are wrong"


def _files_in(manifest: Path) -> Mapping[str, str]:
    """Return the SHA-256 of each file that was installed. Raises `OSError`, `ValueError`, `RecursionError`."""
    document = json.loads(manifest.read_bytes())
    files = document.get("files") if isinstance(document, dict) else None
    if not isinstance(files, dict):
        raise ValueError("no files")
    return files
