"""Decides what a table may be set to, and lists every mistake at once.

Settings are fixed for the life of the program. This page must never know where they were written: the configuration
file and the scenario language both bring their values here.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from firmware.core.cards import POINTS, Card
from firmware.core.edition import Edition, Style
from firmware.errors import CoupError

BurnPolicy: TypeAlias = Literal["none", "fixed", "decks", "first-card"]
Confirm: TypeAlias = Literal["single", "result"]
NoMoreBets: TypeAlias = Literal["none", "button"]

DEFAULT_EDITION: Final = "nz-mini-1996"
BURNS: Final = "none, fixed:N (N from 1 to 99), decks, first-card"


@dataclass(frozen=True, slots=True)
class Burn:
    """How many cards are burned before the first round of a shoe. No Gazette page says; the house does."""

    policy: BurnPolicy = "none"
    n: int = 0
    """Cards, with policy `fixed` only."""

    @classmethod
    def parse(cls, text: str) -> "Burn":
        """Return the burn written as ``none``, ``fixed:N``, ``decks`` or ``first-card``.

        Raises:
            ValueError: it is none of them, or N is not a number from 1 to 99.
        """
        match text:
            case "none" | "decks" | "first-card" as policy:
                return cls(policy)
        if fixed := re.fullmatch("fixed:([1-9][0-9]?)", text):
            return cls("fixed", int(fixed[1]))
        raise ValueError(f"{text!r} is not a burn: {BURNS}")

    def __str__(self) -> str:
        return f"fixed:{self.n}" if self.policy == "fixed" else self.policy

    def due(self, decks: int, first: Card | None) -> int:
        """Return how many cards are burned in all, as far as is known before (None) or after the first of them.

        With `first-card`, the first card and as many more as it counts: an ace 1, tens and court cards ten.
        """
        if self.policy == "first-card":
            return 1 if first is None else 1 + (POINTS[first] or 10)
        return {"none": 0, "fixed": self.n, "decks": decks}[self.policy]


@dataclass(frozen=True, slots=True)
class Settings:
    """What one table is set to. Made by `build`, which refuses what does not fit together."""

    edition: Edition
    style: Style = "A"
    decks: int = 8
    cutting_cards: int = 1
    """0 with a continuous shuffler."""
    burn: Burn = Burn()
    confirm: Confirm = "single"
    no_more_bets: NoMoreBets = "none"
    inventory: bool = True
    """False with a continuous shuffler, whose cards come back."""
    two_person: bool = False


def words(settings: Settings) -> dict[str, str | int | bool]:
    """Return `settings` as they are written, for `build` to read back."""
    return {
        "edition": settings.edition.name,
        "style": settings.style,
        "decks": settings.decks,
        "cutting_cards": settings.cutting_cards,
        "burn": str(settings.burn),
        "confirm": settings.confirm,
        "no_more_bets": settings.no_more_bets,
        "inventory": settings.inventory,
        "two_person": settings.two_person,
    }


class Mistake(NamedTuple):
    """One setting that cannot be: its key, the value that was given, and what is allowed instead."""

    key: str
    value: object
    allowed: str

    def __str__(self) -> str:
        return f"{self.key} = {self.value!r}: allowed: {self.allowed}"


class SettingsError(CoupError):
    """The table cannot be set like this; `mistakes` lists every reason."""

    code = "settings"

    def __init__(self, mistakes: tuple[Mistake, ...]) -> None:
        super().__init__("; ".join(str(mistake) for mistake in mistakes))
        self.mistakes = mistakes


_SWITCHES: Final = ("inventory", "two_person")
_NUMBERS: Final = ("decks", "cutting_cards")
_DEFAULTS: Final[Mapping[str, object]] = {
    **{field.name: field.default for field in fields(Settings)},
    "edition": DEFAULT_EDITION,
    "burn": str(Burn()),
}
"""As they are written, in the order of the fields."""


def from_words(words: Mapping[str, str]) -> dict[str, object]:
    """Return settings written as words (``decks=8 inventory=off``) with their numbers and booleans read.

    ``on`` and ``yes``, ``off`` and ``no`` are the booleans. What cannot be read stays as it is, for `build` to refuse.
    """
    switches = {"on": True, "yes": True, "off": False, "no": False}
    values: dict[str, object] = dict(words)
    for key, word in words.items():
        if key in _SWITCHES:
            values[key] = switches.get(word, word)
        elif key in _NUMBERS and re.fullmatch("[0-9]{1,3}", word):
            values[key] = int(word)
    return values


def build(values: Mapping[str, object], editions: Mapping[str, Edition]) -> Settings:
    """Return the settings that `values` ask for, by key; a key that is missing takes its default.

    `editions` are those there are, by name.

    Raises:
        SettingsError: with every mistake at once.
    """
    mistakes = problems(values, editions)
    if mistakes:
        raise SettingsError(mistakes)
    asked: dict[str, Any] = {**_DEFAULTS, **values}
    return Settings(**asked | {"edition": editions[asked["edition"]], "burn": Burn.parse(asked["burn"])})


def problems(values: Mapping[str, object], editions: Mapping[str, Edition]) -> tuple[Mistake, ...]:
    """Return every mistake in `values`, those of known keys first; none when `build` would succeed."""
    asked = {**_DEFAULTS, **values}
    allowed = _allowed(asked, editions)
    mistakes = [
        Mistake(key, asked[key], _in_words(choice)) for key, choice in allowed.items() if not _among(asked[key], choice)
    ]
    if not _is_burn(asked["burn"]):
        mistakes.append(Mistake("burn", asked["burn"], BURNS))
    keys = f"only the keys {', '.join(_DEFAULTS)}"
    return (*mistakes, *(Mistake(key, value, keys) for key, value in values.items() if key not in _DEFAULTS))


def _allowed(asked: Mapping[str, object], editions: Mapping[str, Edition]) -> dict[str, tuple[object, ...]]:
    """Return what each setting but the burn may be, given the others."""
    name = asked["edition"]
    edition = editions.get(name) if isinstance(name, str) else None
    return {
        "edition": tuple(editions),
        "style": edition.styles if edition else get_args(Style),
        "decks": tuple(range(edition.decks_min, edition.decks_max + 1)) if edition else tuple(range(1, 9)),
        # A continuous shuffler has no cutting card; a shoe that is counted down must have one.
        "cutting_cards": (0, 1, 2) if asked["inventory"] is False else (1, 2),
        "confirm": get_args(Confirm),
        "no_more_bets": get_args(NoMoreBets),
        "inventory": (True, False),
        "two_person": (True, False),
    }


def _among(value: object, choice: tuple[object, ...]) -> bool:
    # True == 1, so the type counts too: `decks = true` is a mistake.
    return any(type(value) is type(one) and value == one for one in choice)


def _is_burn(value: object) -> bool:
    if not isinstance(value, str):
        return False
    try:
        Burn.parse(value)
    except ValueError:
        return False
    return True


def _in_words(choice: tuple[object, ...]) -> str:
    words = ", ".join(str(one).lower() if isinstance(one, bool) else str(one) for one in choice)
    return f"{words} (0 with inventory off)" if choice == (1, 2) else words
