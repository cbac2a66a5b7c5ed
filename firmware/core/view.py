"""What anybody may know of the table: the public projection, and nothing that lies face down.

It must never tell one hidden card from another, by a value or by what follows from it: the same events with other
hidden cards give the same projection until they are turned (rules 8.13 to 8.20, 9.1).
"""

from typing import Any

from firmware.core.cards import HIDDEN, POINTS
from firmware.core.corrections import corrected
from firmware.core.decisions import open_decisions
from firmware.core.indicators import Indication
from firmware.core.lifecycle import Phase
from firmware.core.state import ClosedRound, Table


def status(table: Table, shown: Indication, *, link_up: bool) -> dict[str, Any]:
    """Return the state of the table as `coup status --json` prints it. No hidden card, and nothing derived from one."""
    return {
        "phase": table.phase.value,
        "behind": table.behind.value,
        "lamps": sorted(shown.lamps),
        "blink": sorted(shown.blink),
        "gate": shown.gate,
        "faults": list(table.standing.faults),
        "unacknowledged": list(table.standing.unacknowledged),
        "hold": _hold(table),
        "link": "up" if link_up else "down",
        "shoe": str(table.standing.shoe),
        "round": table.round_number,
        "cards": table.cards_out,
        "public": list(table.public_cards),
        "open": dict(sorted(open_decisions(table).items())),
        "two_person": table.settings.two_person,
    }


def snapshot(table: Table, shown: Indication) -> dict[str, Any]:
    """Return everything a display may show of the present moment; `closed_since` has the rounds that are over.

    Keys and their order are fixed. ``shoe`` is the number of the open shoe, ``round`` that of the round last closed in
    it (0 before), ``cards`` how many left the shoe. ``bets`` is ``open`` in `ready` until "no more bets", else
    ``closed``. ``present`` is the round in progress, or None.
    """
    return {
        "shoe": table.standing.shoe,
        "phase": table.phase,
        "behind": table.behind,
        "bets": "open" if table.behind is Phase.READY and not table.bets_closed else "closed",
        "lamps": sorted(shown.lamps),
        "blink": sorted(shown.blink),
        "gate": shown.gate,
        "faults": list(table.standing.faults),
        "hold": _hold(table),
        "last_hand": table.last_hand,
        "cards": table.cards_out,
        "round": table.round_number,
        "present": _present(table),
    }


def closed_since(before: tuple[ClosedRound, ...], table: Table) -> list[dict[str, Any]]:
    """Return the rounds of this shoe that were closed or corrected since `before` were its closed rounds.

    `before` comes from an earlier table of the same fold: each closing and each correction makes a new object.
    A result stays as it was published; after a correction ``cards`` are what they were corrected to and
    ``correction`` is what they come to. A voided round is won by ``void`` and has no counts.
    """
    if before is table.rounds:
        return []
    fresh = (now for place, now in enumerate(table.rounds) if place >= len(before) or now is not before[place])
    return [_closed(table, closed) for closed in fresh]


def _hold(table: Table) -> dict[str, Any] | None:
    hold = table.hold
    return {"id": hold.id, "code": hold.code, "decisions": sorted(open_decisions(table))} if hold else None


def _present(table: Table) -> dict[str, Any] | None:
    """The round in progress. Counts are of the cards that are public, once both hands are announced."""
    in_round = table.round
    if in_round is None:
        return None
    hands = _hands(table, in_round.cards)
    player, banker = _faces(table, hands[0]), _faces(table, hands[1])
    told = table.hands_public and not in_round.voided
    return {
        "number": in_round.number,
        "void_hand": in_round.void_hand,
        "voided": in_round.voided,
        "final": table.is_final,
        "cards": _faces(table, in_round.cards),
        "player": player,
        "banker": banker,
        "numbers": _numbers(table, hands),
        "player_count": _public_count(player) if told else None,
        "banker_count": _public_count(banker) if told else None,
        "natural": table.outcome.natural if told else None,
        "winner": table.outcome.winner if told and table.behind is Phase.RESULT else None,
    }


def _closed(table: Table, closed: ClosedRound) -> dict[str, Any]:
    hands = _hands(table, closed.cards)
    voided = closed.winner is None
    return {
        "round": closed.number,
        "cards": _faces(table, closed.cards),
        "player": _faces(table, hands[0]),
        "banker": _faces(table, hands[1]),
        "numbers": _numbers(table, hands),
        "winner": closed.winner or "void",
        "player_count": None if voided else closed.player_count,
        "banker_count": None if voided else closed.banker_count,
        "natural": closed.natural,
        "void_hand": closed.void_hand,
        "final": closed.final,
        "corrected": closed.corrected,
        "correction": _correction(table, closed) if closed.corrected and not voided else None,
    }


def _correction(table: Table, closed: ClosedRound) -> dict[str, Any]:
    now = corrected(table, closed)
    return {
        "winner": now.winner,
        "player_count": now.player_count,
        "banker_count": now.banker_count,
        "natural": now.natural,
    }


def _hands(table: Table, places: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The Player's and the Banker's cards. Whose a third card is follows from both hands, so they come first."""
    told = places if all(table.cards[place].public for place in places[:4]) else places[:4]
    return table.hands_of(told)


def _numbers(table: Table, hands: tuple[tuple[int, ...], tuple[int, ...]]) -> dict[str, list[int]]:
    """By which number each card is corrected."""
    return {
        "player": [table.number_of(place) for place in hands[0]],
        "banker": [table.number_of(place) for place in hands[1]],
    }


def _faces(table: Table, places: tuple[int, ...]) -> list[str]:
    cards = table.cards
    return [cards[place].face if cards[place].public else HIDDEN for place in places]


def _public_count(hand: list[str]) -> int:
    return sum(POINTS.get(face, 0) for face in hand) % 10
