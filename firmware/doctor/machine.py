"""The machine as the doctor looks at it: what the system says of itself in its files, and what is installed.

Decides where that is read, so that a test can put another machine in its place. Must never know what is good or bad.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Final, NamedTuple

from firmware.identity import version_of
from hal.system_clock import SystemClock

_ESCAPED: Final = re.compile(r"\\([0-7]{3})")


class Mount(NamedTuple):
    """A file system in its place.

    Attributes:
        point: the folder it is mounted on.
        kind: its type, e.g. `ext4`.
        writable: whether it is mounted so.
    """

    point: Path
    kind: str
    writable: bool


def _free(folder: Path) -> int:
    there = os.statvfs(folder)
    return there.f_bavail * there.f_frsize


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """The machine at hand, or one that a test makes up.

    Attributes:
        root: folder in which `proc`, `run`, `etc` and the like are read.
        free: bytes that are free for this user on the disk of a folder. Raises `OSError`.
        owners: the distributions that bring each top-level package.
        version: of an installed distribution; empty if there is none.
        wall: the wall time, UTC, ISO 8601.
        user: number of the user who looks.
    """

    root: Path = Path("/")
    free: Callable[[Path], int] = _free
    owners: Callable[[], Mapping[str, Sequence[str]]] = metadata.packages_distributions
    version: Callable[[str], str] = version_of
    wall: Callable[[], str] = SystemClock().wall
    user: Callable[[], int] = os.geteuid

    def text(self, path: str) -> str:
        """Return what is in a file of the system, e.g. `proc/cmdline`; empty if it cannot be read."""
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace").replace("\0", " ").strip()
        except OSError:
            return ""

    def there(self, path: str) -> bool:
        """Whether the system has this file."""
        return os.path.exists(self.root / path)

    @property
    def model(self) -> str:
        """Name of the board; empty where it has none."""
        return self.text("proc/device-tree/model")

    def running(self) -> Iterator[list[str]]:
        """Yield the words of every process that runs, its program's name first."""
        for folder in (self.root / "proc").glob("[0-9]*"):
            words = self.text(f"proc/{folder.name}/cmdline").split()
            if words:
                yield [words[0].rpartition("/")[2], *words[1:]]

    def mount(self, path: Path) -> Mount | None:
        """Return what `path`, or the nearest folder above it that is there, is mounted from; None if nobody says."""
        place = nearest(path)
        mounts = [mount for mount in self._mounts() if place.is_relative_to(mount.point)]
        # Of two on the same folder the later one hides the earlier.
        return max(reversed(mounts), key=lambda mount: len(mount.point.parts), default=None)

    def _mounts(self) -> Iterator[Mount]:
        for line in self.text("proc/self/mountinfo").splitlines():
            placed, _, source = line.partition(" - ")
            fields, kind = placed.split(), source.split()
            if len(fields) >= 6 and len(kind) >= 3:
                point = _ESCAPED.sub(lambda found: chr(int(found[1], 8)), fields[4])
                ways = {*fields[5].split(","), *kind[2].split(",")}
                yield Mount(Path(point), kind[0], "ro" not in ways)


def nearest(path: Path) -> Path:
    """Return `path` without links, or the nearest folder above it that is there."""
    place = path.resolve()
    while not os.path.exists(place) and place != place.parent:  # what may not be looked at counts as not there
        place = place.parent
    return place
