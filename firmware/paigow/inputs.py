"""What a dealer says while a Pai Gow round is played: the input vocabulary of `decide`."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from firmware.money.amount import Cents
from firmware.paigow.settlement import Result

Word: TypeAlias = Literal[
    "stacked",
    "laja",
    "mixed",
    "cut",
    "delivered",
    "set",
    "shown",
    "house-way",
    "done",
    "continue",
    "reshuffle",
]


@dataclass(frozen=True, slots=True)
class Said:
    """Something that needs no more than its word."""

    word: Word


@dataclass(frozen=True, slots=True)
class BankOffered:
    """A player takes the bank together with the house, and the co-banking wager lies in the box."""

    box: int
    stake: Cents  # both halves


@dataclass(frozen=True, slots=True)
class WagerOffered:
    """A player's wager lies in a box; said again, it is another amount, and 0 takes it away."""

    box: int
    amount: Cents


@dataclass(frozen=True, slots=True)
class Exposed:
    """Tiles were exposed. The same name is the same tile."""

    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Matched:
    """The next hand was exposed and matched with the bank's. `box` says which one, where the dealer says it."""

    result: Result
    box: int | None = None


Input: TypeAlias = Said | BankOffered | WagerOffered | Exposed | Matched
