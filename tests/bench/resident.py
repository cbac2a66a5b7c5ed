"""How much memory a process has, by the system's word."""

import re
from pathlib import Path
from typing import NamedTuple

KIB = re.compile(r"^(Rss|Pss):\s+(\d+) kB$", re.MULTILINE)


class Resident(NamedTuple):
    """Memory of one process, in KiB: `pss` is `rss` with what it shares counted in its share."""

    rss: int
    pss: int


def resident(process: int | str = "self") -> Resident:
    """Return what the process with this number has."""
    found = dict(KIB.findall(Path(f"/proc/{process}/smaps_rollup").read_text()))
    return Resident(int(found["Rss"]), int(found["Pss"]))
