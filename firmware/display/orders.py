"""What a person at the console may decide now, in the words and with the rule of each irregularity.

It decides which decisions are a person's own. What they do, and whether they are still open, is for the controller.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from firmware.core.decisions import TWO_PERSONS
from firmware.core.inputs import Role
from firmware.core.irregularities import IRREGULARITIES, RANK

NEEDS: Final[Mapping[str, tuple[str, ...]]] = {"card": ("card",), "correct": ("n", "card")}
"""What has to be said with a decision."""

LAST_ROUNDS: Final = 20
"""Rounds that the console lists, the newest first."""


def orders(status: Mapping[str, Any] | None, rounds: tuple[Mapping[str, Any], ...], role: Role) -> dict[str, Any]:
    """Return the console's part of a state.

    Args:
        status: what the controller says; None: it says nothing.
        rounds: the rounds of the shoe that are over, as the feed tells them.
        role: of the person who looks.
    """
    seen = {"reachable": status is not None, "rounds": list(rounds[: -LAST_ROUNDS - 1 : -1]), "report": report(rounds)}
    if status is None:
        return seen | {"hold": None, "free": [], "unacknowledged": [], "link": "down", "two_person": False}
    hold, least = status["hold"], status["open"]
    two_person = status["two_person"]
    named = [_decision(name, least[name], role, two_person) for name in least]
    seen |= {key: status[key] for key in ("unacknowledged", "link", "two_person", "cards")}
    seen["may_acknowledge"] = RANK[role] >= RANK["supervisor"]
    if hold is None:
        return seen | {"hold": None, "free": named}
    about = IRREGULARITIES[hold["code"]]
    return seen | {"hold": hold | {"what": about.what, "rule": about.rule, "decisions": named}, "free": []}


def report(rounds: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Return what the rounds of the shoe came to: the public part of the shoe report."""
    told = list(rounds)
    return {
        "rounds": len(told),
        "voided": sum(each["winner"] == "void" for each in told),
        "void_hands": sum(each["void_hand"] for each in told),
        "corrected": sum(each["corrected"] for each in told),
    }


def _decision(name: str, least: Role, role: Role, two_person: bool) -> dict[str, Any]:
    return {
        "name": name,
        "role": least,
        "mine": RANK[role] >= RANK[least],
        "needs": [*NEEDS.get(name, ()), *(["second"] if two_person and name in TWO_PERSONS else [])],
    }
