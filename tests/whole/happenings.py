"""What can happen to a controller, as plain data.

Decides nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True)
class Says:
    """Something happens at the simulated shoe: the name of it there."""

    what: str
    more: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Arrives:
    """In `after` ns the port has these pieces, one at each look; they are taken up by whatever happens next."""

    pieces: tuple[bytes, ...]
    after: int = 0


@dataclass(frozen=True)
class Asks:
    """Somebody asks at the desk: presses, the key and decisions, too."""

    request: Mapping[str, Any]


@dataclass(frozen=True)
class Waits:
    """Time passes, in nanoseconds."""

    ns: int


@dataclass(frozen=True)
class Plugs:
    """The shoe's port is lost, or comes back."""

    there: bool


@dataclass(frozen=True)
class Fills:
    """The disk is full, or has room again; with room, a process that could not start without it does."""

    full: bool


@dataclass(frozen=True)
class Dies:
    """The process is killed: what is in no file is gone."""


@dataclass(frozen=True)
class Starts:
    """The process is started on what is there."""


Event: TypeAlias = Says | Arrives | Asks | Waits | Plugs | Fills | Dies | Starts
