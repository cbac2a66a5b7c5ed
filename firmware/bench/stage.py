"""What a scenario or a dealer needs of a table, whether it is in memory or a process of its own."""

from dataclasses import dataclass
from typing import Protocol

from firmware.bench.steps import Decides
from firmware.core.facts import RoundClosed
from firmware.core.inputs import Button
from firmware.shoe.registry import Simulated


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What can be seen of a table at one moment."""

    phase: str
    lamps: frozenset[str]
    blink: frozenset[str]
    gate_open: bool
    faults: frozenset[str]
    hold: str | None
    shoe: str
    round: int
    cards: int
    public: tuple[str, ...]
    closed: RoundClosed | None  # the round last closed, as it was closed
    corrected: bool  # and whether it was corrected since


class Stage(Protocol):
    """A table that can be played at."""

    @property
    def shoe(self) -> Simulated:
        """The shoe, to let things happen at it; they are told to the controller by `settle`."""

    def settle(self) -> None:
        """Let shoe and controller finish what they have to say."""

    def wait(self, ns: int) -> None:
        """Let time pass, in nanoseconds."""

    def press(self, button: Button, seconds: float) -> bool:
        """Press a button for so long; True if it meant nothing."""

    def turn_key(self, on: bool) -> None:
        """Turn the supervisor's key."""

    def decide(self, said: Decides) -> str:
        """Let somebody decide; returns the code of a refusal, or nothing."""

    def move_link(self, up: bool) -> None:
        """Take the shoe's port away, or bring it back."""

    def cut_power(self) -> None:
        """Kill the controller and start it again on its journal."""

    def see(self) -> Seen:
        """Look at the table."""
