"""What all simulated shoes that only talk have in common: they say a thing as it happens, and hear nothing.

Decides nothing. Must never know a dialect: one that can say something overrides the method of that name.
"""

from collections import deque
from collections.abc import Callable, Collection
from typing import Final, Literal, TypeAlias

from firmware.core.cards import Face

IDLE_NS: Final = 3_600_000_000_000
"""Nothing leaves by time alone: an hour is as good as never."""


Unsaid: TypeAlias = Literal["cut", "loaded", "lid", "empty", "jam", "clear", "spoil", "restart"]


class Talker:
    """A simulated shoe whose wire lacks everything but what a subclass words."""

    lacks: Collection[Unsaid] = ()
    """What its wire has no word for."""

    gate_open = True
    """No gate can be reached: a card can leave at any time."""

    def __init__(self, draw_boot: Callable[[], str]) -> None:
        """Power up. BOOTs are for shoes that number their events: none is drawn."""
        self._leaving: deque[bytes] = deque()

    def card(self, face: Face) -> None:
        """A card leaves the shoe. Every dialect can say that."""
        raise NotImplementedError

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
        """The power fails and comes back: what has not left yet is gone."""
        self._leaving.clear()

    def receive(self, data: bytes, now: int) -> None:
        """Take bytes that arrived from the host."""

    def outgoing(self, now: int) -> bytes:
        """Return the message that begins to leave now, empty for none."""
        return self._leaving.popleft() if self._leaving else b""

    def deadline(self, now: int) -> int:
        """Return when `outgoing` will next have something by time alone."""
        return now if self._leaving else now + IDLE_NS
