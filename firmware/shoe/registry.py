"""Which protocols there are drivers for, by the name a configuration gives.

Decides nothing. Must never import a driver of another make: those that are installed besides are registered by the
application, which finds them by the entry points of the group `coup.shoes`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from firmware.core.cards import Face
from firmware.errors import ConfigError
from firmware.shoe.driver import ShoeDriver
from firmware.shoe.session import HostSession
from firmware.shoe.simulator import SimulatedShoe

ENTRY_POINTS: Final = "coup.shoes"
"""Group of entry points, each a protocol's name and a `Make`, by which a distribution brings further drivers."""


class Simulated(Protocol):
    """What the bench asks of a simulated shoe, whatever its make. One whose make cannot say something says nothing."""

    @property
    def gate_open(self) -> bool:
        """Whether the gate is unlocked."""

    def card(self, face: Face) -> None:
        """A card leaves the shoe."""

    def cut(self) -> None:
        """A cutting card leaves the shoe."""

    def loaded(self) -> None:
        """The lid is closed on a fresh set of cards."""

    def lid(self, is_open: bool) -> None:
        """The lid is opened or shut."""

    def empty(self) -> None:
        """No card is left at the mouth."""

    def jam(self) -> None:
        """The mouth is blocked."""

    def clear(self) -> None:
        """The mouth is free again."""

    def spoil(self, code: str) -> None:
        """The reader doubts the card before, or itself."""

    def restart(self) -> None:
        """The power fails and comes back."""

    def receive(self, data: bytes, now: int) -> None:
        """Take bytes that arrived from the host."""

    def outgoing(self, now: int) -> bytes:
        """Return what begins to leave now. Called when all earlier bytes have left."""

    def deadline(self, now: int) -> int:
        """Return when `outgoing` will next have something by time alone."""


@dataclass(frozen=True, slots=True)
class Make:
    """One make of shoe."""

    driver: Callable[[bool, Mapping[str, object]], ShoeDriver]
    """Builds the host's side from `listen_only` and the make's own settings."""
    simulated: Callable[[Callable[[], str]], Simulated]
    """Builds a simulated shoe; its argument draws a BOOT."""
    note: str = ""
    """What is journaled when the controller starts with it, e.g. that nobody has tried it on a real shoe."""


class Registry:
    """The makes that are known."""

    def __init__(self) -> None:
        """Begin with what is built in."""
        self._makes = {"shoe-link": Make(_shoe_link, SimulatedShoe)}

    @property
    def protocols(self) -> tuple[str, ...]:
        """The names, sorted."""
        return tuple(sorted(self._makes))

    def register(self, protocol: str, make: Make) -> None:
        """Add a make. Raises `ConfigError` if the name is taken."""
        if protocol in self._makes:
            raise ConfigError([f"two drivers call themselves {protocol!r}: uninstall one of them"])
        self._makes[protocol] = make

    def find(self, protocol: str) -> Make:
        """Return the make of that name. Raises `ConfigError` with the names there are."""
        if protocol not in self._makes:
            raise ConfigError([f"shoe.protocol = {protocol!r}: one of {', '.join(self.protocols)}"])
        return self._makes[protocol]


def _shoe_link(listen_only: bool, options: Mapping[str, object]) -> HostSession:
    if options:
        raise ConfigError([f"shoe.{key}: shoe-link has no such setting" for key in sorted(options)])
    return HostSession(listen_only)
