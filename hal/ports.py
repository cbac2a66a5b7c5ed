"""The ports: what the controller asks of hardware, and nothing about cards.

Every driver of a kind obeys the same contract (`tests/ports/lamp_contract.py` is its body in code).
Times are integer nanoseconds of a monotonic clock. No call here waits.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol, TypeAlias

ButtonName: TypeAlias = Literal["confirm", "player", "banker", "tie", "reveal", "no_more_bets", "void", "cut"]


class Shown(NamedTuple):
    """Everything a table shows: lamps that are lit or blinking, those of them that blink, and the gate command."""

    lamps: frozenset[str]
    blink: frozenset[str]
    gate_open: bool


DARK = Shown(frozenset(), frozenset(), False)
"""What a stopped controller leaves behind."""


class Lamps(Protocol):
    """Lamps and gate output. Levels, not edges: `show` is given the whole set and writes differences."""

    def open(self) -> None:
        """Take the hardware, everything dark and shut. Raises `HalError` with what to do."""

    def show(self, shown: Shown) -> None:
        """Make the hardware show `shown`. Raises `LampError` if it cannot; the next call tries again in full."""

    def tick(self, now_ns: int) -> None:
        """Do what is due by time alone (blinking, heartbeat). Raises `LampError`."""

    def close(self) -> None:
        """Leave every lamp dark and the gate shut, and give the hardware back. May be called twice.

        Raises:
            LampError: the hardware may not be dark; it was given back all the same.
        """

    @property
    def pace_ns(self) -> int:
        """How often `tick` has to be called; 0 if time alone changes nothing."""


class Press(NamedTuple):
    """One press of a button, debounced: told at once; with the key on, when it is let go or old enough to be held."""

    button: ButtonName
    held: bool
    key: bool


class Panel(Protocol):
    """Buttons and the supervisor's key switch."""

    def open(self) -> None:
        """Take the hardware. Raises `HalError` with what to do."""

    def poll(self, now_ns: int) -> Sequence[Press]:
        """Return the presses since the last call, in order. Raises `PanelError` for a stuck button."""

    @property
    def pace_ns(self) -> int:
        """How often `poll` has to be called; 0 if it may be called at any time."""

    @property
    def key(self) -> bool:
        """Whether the supervisor's key is turned on."""

    def close(self) -> None:
        """Give the hardware back. May be called twice."""


class ByteLink(Protocol):
    """A serial line to a shoe. Every way of losing it is `LinkLost`; `open` tries again by the same name."""

    def open(self) -> int:
        """Open the port, discard what lies in its input buffer and return how many bytes that were.

        Raises:
            LinkLost: the port is not there (now); try again later.
            PortBusy: another process has it.
            HalError: it can never work as configured (no permission, not a character device).
        """

    def fileno(self) -> int:
        """Return the descriptor to wait on. Raises `LinkLost` when the port is not open."""

    def read(self) -> bytes:
        """Return what has arrived, perhaps nothing. Raises `LinkLost`."""

    def write(self, data: bytes) -> int:
        """Hand over as many bytes as the port takes now and return how many. Raises `LinkLost`."""

    def close(self) -> None:
        """Close the port. May be called twice."""


class Watchdog(Protocol):
    """Whoever started the controller, and starts it again if it no longer turns."""

    def turned(self, now_ns: int, status: str) -> None:
        """A turn is complete; the first one comes after the table is shown. `status` is for anybody to read."""

    @property
    def due_ns(self) -> int | None:
        """When a turn is due by time alone; None if none is."""

    def stopping(self) -> None:
        """The controller ends as it was asked to."""


class Clock(Protocol):
    """Time. Deadlines use `monotonic_ns` alone; `wall` only informs."""

    def monotonic_ns(self) -> int:
        """Nanoseconds since some fixed moment; never goes back."""

    def wall(self) -> str:
        """UTC wall time, ISO 8601 with milliseconds, e.g. ``2026-11-30T02:42:18.123Z``."""
