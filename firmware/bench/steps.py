"""The steps of a scenario: things that happen at a table, and what has to be so then. Plain data.

Every step carries the number of its line, from 1.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from firmware.core.cards import Card, Face
from firmware.core.inputs import Button, Role

SpoilCode: TypeAlias = Literal["UV", "DOUBLE", "BACK", "SENSOR"]
Happening: TypeAlias = Literal["loaded", "cut", "empty", "jam", "clear"]


@dataclass(frozen=True, slots=True)
class Happens:
    """The shoe says a word that needs no other."""

    line: int
    what: Happening


@dataclass(frozen=True, slots=True)
class CardsLeave:
    """Cards leave the shoe, in this order."""

    line: int
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class LidMoves:
    """The lid of the shoe is opened or shut."""

    line: int
    open: bool


@dataclass(frozen=True, slots=True)
class Spoils:
    """The reader doubts the card before, or itself."""

    line: int
    code: SpoilCode


@dataclass(frozen=True, slots=True)
class Presses:
    """Somebody presses a button for so many seconds."""

    line: int
    button: Button
    seconds: float


@dataclass(frozen=True, slots=True)
class TurnsKey:
    """The supervisor's key is turned."""

    line: int
    on: bool


@dataclass(frozen=True, slots=True)
class Decides:
    """Somebody of a role decides, for two-person decisions with a second, different person."""

    line: int
    decision: str
    role: Role
    card: Card | None = None
    n: int | None = None
    second: Role | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LinkMoves:
    """The shoe's port is lost, or comes back."""

    line: int
    up: bool


@dataclass(frozen=True, slots=True)
class ShoeRestarts:
    """The shoe loses its power: a new BOOT, nothing kept."""

    line: int


@dataclass(frozen=True, slots=True)
class PowerCut:
    """The controller is killed and started again on its journal."""

    line: int


@dataclass(frozen=True, slots=True)
class Waits:
    """Time passes, in nanoseconds."""

    line: int
    ns: int


@dataclass(frozen=True, slots=True)
class Expects:
    """What has to be so now. `wanted` is worded as `firmware.bench.player` words what it finds."""

    line: int
    what: str
    wanted: str


Step: TypeAlias = (
    Happens
    | CardsLeave
    | LidMoves
    | Spoils
    | Presses
    | TurnsKey
    | Decides
    | LinkMoves
    | ShoeRestarts
    | PowerCut
    | Waits
    | Expects
)
