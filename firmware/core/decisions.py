"""Which decisions are open to people now, and who may take them.

Decides by the irregularity that is raised (`irregularities.py`), or without one by the phase. Must never know what a
decision does (`rulings.py`).
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from firmware.core.cards import Card
from firmware.core.inputs import Decided, Role
from firmware.core.irregularities import IRREGULARITIES, RANK, RESHUFFLE, button_offer, offers
from firmware.core.lifecycle import Phase
from firmware.core.state import Table
from firmware.errors import Refused

TWO_PERSONS: Final = frozenset({"void_round", "correct", "accept", "reshuffle"})
"""Decisions that take two people where `two_person` is set."""

_PERSON: Final[dict[Role, str]] = {
    "technician": "a technician",
    "dealer": "a dealer",
    "supervisor": "a game supervisor",
    "casino": "the casino supervisor",
}
_NEEDS_CARD: Final = frozenset({"card", "correct"})


class Free(NamedTuple):
    """A decision that needs no irregularity: the least role, and when it is open."""

    role: Role
    stands: Callable[[Table], bool]


def _first_round_began(table: Table) -> bool:
    return (
        table.behind is Phase.DEALING
        and table.round is not None
        and table.round.number == 1
        and not table.round.void_hand
    )


def _none_turned(table: Table) -> bool:
    if table.settings.style != "B" or table.behind not in (Phase.READY, Phase.DEALING, Phase.REVEAL):
        return False
    return table.round is None or not any(table.cards[place].turned for place in table.round.cards)


FREELY: Final[dict[str, Free]] = {
    "new_shoe": Free("supervisor", lambda table: table.behind is Phase.SHUFFLE),
    "cut": Free("supervisor", lambda _: True),
    "void_round": Free("supervisor", lambda table: table.within_round),
    "correct": Free("supervisor", lambda _: True),
    "reshuffle": Free("casino", lambda table: table.behind is not Phase.SHUFFLE),
    "burned": Free("supervisor", _first_round_began),
    "banker_first": Free("casino", _none_turned),
}
"""Decisions that are open without a hold."""

_KNOWN: Final = {
    *FREELY,
    RESHUFFLE.decision,
    *(offer.decision for irregularity in IRREGULARITIES.values() for offer in irregularity.offers),
}


def by_button(table: Table) -> str | None:
    """Return the decision that the button alone takes now, or None; a button counts as one person."""
    offer = button_offer(table)
    if offer is None or (table.settings.two_person and offer.decision in TWO_PERSONS):
        return None
    return offer.decision


def open_decisions(table: Table) -> dict[str, Role]:
    """Return every decision that is open now, with the least role for it."""
    if table.hold is not None:
        return {offer.decision: offer.role for offer in offers(table)}
    return {name: free.role for name, free in FREELY.items() if free.stands(table)}


def check(table: Table, said: Decided) -> None:
    """See that `said` may be carried out now.

    Raises:
        Refused: `form`, `stale`, `not_open`, `role` or `second`.
    """
    if said.decision not in _KNOWN:
        raise Refused("form", f"there is no decision {said.decision!r}")
    if said.decision in _NEEDS_CARD:
        card_of(said)
    if said.decision == "correct" and not 1 <= (said.n or 0) <= table.cards_out:
        raise Refused("form", f"correct takes the number n of a card of the open shoe, from 1 to {table.cards_out}")
    if said.hold is not None and (table.hold is None or table.hold.id != said.hold):
        raise Refused("stale")
    role = open_decisions(table).get(said.decision)
    if role is None:
        raise Refused("not_open", f"{said.decision} is not open for decision now")
    if RANK[said.role] < RANK[role]:
        raise Refused("role", f"{said.decision} takes {_PERSON[role]} at least")
    if table.settings.two_person and said.decision in TWO_PERSONS and not _seconded(said):
        raise Refused("second")


def _seconded(said: Decided) -> bool:
    if said.second_role is None or RANK[said.second_role] < RANK["supervisor"]:
        return False
    return not (said.second and said.second == said.actor)


def card_of(said: Decided) -> Card:
    """Return the card that a decision names. Raises `Refused` where it names none."""
    if said.card is None:
        raise Refused("form", f"{said.decision} takes a card, such as KH")
    return said.card
