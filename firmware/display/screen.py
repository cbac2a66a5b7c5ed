"""What the display shows of a table: one document, worked out from what a follower of the feed knows.

It decides what belongs on the screen at each moment. It must never know a card that is not public, for it has none: the
feed is all it reads. The documents of a table are whole each time, so a page that missed one has missed nothing.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from firmware.core.cards import DECK
from firmware.display import roads
from firmware.display.tally import results, statistics
from firmware.feed.follow import Followed

WAITING: Final[Mapping[str, Any]] = {"stale": True}
"""Before the feed has a first line."""

_AS_TOLD: Final = (
    "phase", "behind", "bets", "lamps", "blink", "gate", "faults", "last_hand", "round", "present",
)  # fmt: skip
"""Keys of a feed line that the screen takes over."""


def screen(followed: Followed, house: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what to show.

    Args:
        followed: what the feed tells.
        house: what the house has set for the table (`house.house`).

    Raises:
        KeyError, TypeError: the feed is of another version of the program.
    """
    now = followed.now
    if now is None:
        return WAITING
    hold = now["hold"]
    letters = results(followed.rounds)
    return {
        "stale": followed.stale,
        "table": {key: now[key] for key in ("edition", "style", "decks")} | {"id": now["table"]},
        "house": house,
        "shoe": {"number": now["shoe"], "cards": now["cards"], "of": _cards_in_all(now)},
        **{key: now[key] for key in _AS_TOLD},
        "hold": hold and {"id": hold["id"], "code": hold["code"]},
        "last": followed.rounds[-1] if followed.rounds else None,
        "roads": _roads(letters),
        "stats": asdict(statistics(followed.rounds)),
    }


def _cards_in_all(now: Mapping[str, Any]) -> int | None:
    """How many cards the shoe holds; None where nobody counts them: with a continuous shuffler."""
    decks: int = now["decks"]
    return decks * len(DECK) if now.get("inventory", True) else None


def _roads(letters: str) -> dict[str, Any]:
    derived = roads.derived_roads(letters)
    drawn = {
        name: [[*place, mark] for place, mark in zip(roads.laid_out(marks), marks, strict=True)]
        for name, marks in derived.items()
    }
    return {
        "bead": roads.bead_plate(letters),
        "big": roads.big_road(letters),
        **drawn,
        "next": {"player": roads.next_marks(letters, "P"), "banker": roads.next_marks(letters, "B")},
        "leading_ties": len(letters) if not letters.strip(roads.TIE) else 0,
    }
