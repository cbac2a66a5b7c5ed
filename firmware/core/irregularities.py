"""Every irregularity: what happened, under which rule, and which decisions are open to whom.

Data, and the conditions under which an offer stands. What a decision then does is in `rulings`; what raises an
irregularity is in `hearing`, `dealing` and `decide`. Roles rank dealer, supervisor, casino; a technician decides
nothing about the game.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from firmware.core.facts import Code
from firmware.core.inputs import Role
from firmware.core.lifecycle import Phase
from firmware.core.shoe_cards import ShoeCard
from firmware.core.state import Hold, Table

RANK: Final[dict[Role, int]] = {"technician": 0, "dealer": 1, "supervisor": 2, "casino": 3}

MOST_CARRIED: Final = 3
"""A fourth carried card would be the whole initial deal of a round nobody has begun."""

Condition = Callable[[Table, Hold], bool]


class Offer(NamedTuple):
    """A decision that is open in a hold: the least role, and whether a button alone takes it (the mark ``*``)."""

    decision: str
    role: Role
    button: bool = False
    stands: Condition = lambda _table, _hold: True


class Irregularity(NamedTuple):
    """What happened, the rule it falls under, and the decisions open besides `reshuffle`, which is open in any hold."""

    what: str
    rule: str
    offers: tuple[Offer, ...]


def held_card(table: Table, hold: Hold) -> ShoeCard:
    """Return the card a hold is about. Only for holds that are about one."""
    assert hold.card is not None
    return table.cards[hold.card]


def _within(table: Table, _: Hold) -> bool:
    return table.within_round


def _of_the_round(table: Table, hold: Hold) -> bool:
    return table.within_round and hold.card not in table.carried


def _carried(table: Table, hold: Hold) -> bool:
    return hold.card in table.carried


def _final(table: Table, _: Hold) -> bool:
    return table.is_final


def _carriable(table: Table, _: Hold) -> bool:
    return not table.is_final and len(table.carried) < MOST_CARRIED


def _unseen(table: Table, hold: Hold) -> bool:
    return _carriable(table, hold) and not held_card(table, hold).public


def _one_too_many(table: Table, _: Hold) -> bool:
    return not table.is_final and len(table.carried) >= MOST_CARRIED


def _was_over(table: Table, hold: Hold) -> bool:
    """Whether the round, or the bets, were over and only the button was forgotten."""
    if table.is_final or table.behind is Phase.READY:
        return not table.is_final
    card = held_card(table, hold)
    return card.left_in is Phase.RESULT and table.round is not None and card.left_round == table.round.number


def _in(*phases: Phase) -> Condition:
    return lambda table, _: table.behind in phases


def _between_or_within(table: Table, _: Hold) -> bool:
    return table.round is None or table.within_round


def _any_card(table: Table, _: Hold) -> bool:
    return table.cards_out > 0


def _spoil(*codes: str) -> Condition:
    return lambda _, hold: hold.spoil in codes


_VOID: Final = Offer("void_round", "supervisor", stands=_within)
_MOVED: Final = (Offer("card", "supervisor"), Offer("resume", "supervisor", button=True), _VOID)

RESHUFFLE: Final = Offer("reshuffle", "casino")

IRREGULARITIES: Final[dict[Code, Irregularity]] = {
    "card_out_of_turn": Irregularity(
        "a card left the shoe with none due",
        "11.2, 9.6",
        (
            Offer("closed", "supervisor", True, _was_over),
            Offer("disclosed", "supervisor", stands=_carriable),
            Offer("undisclosed", "supervisor", stands=_unseen),
            Offer("discard", "supervisor", True, _final),
            Offer("discard", "supervisor", stands=_one_too_many),
            Offer("correct", "supervisor"),
            _VOID,
        ),
    ),
    "card_before_reveal": Irregularity(
        "a card left the shoe before the hands were turned", "9.1", (Offer("continue", "supervisor", True), _VOID)
    ),
    "unread_card": Irregularity(
        "a card could not be read",
        "the card governs",
        (
            Offer("card", "supervisor"),
            Offer("discard", "supervisor", stands=_carried),
            Offer("void_round", "supervisor", stands=_of_the_round),
        ),
    ),
    "impossible_card": Irregularity(
        "more copies of a card than the decks hold",
        "the card governs",
        (
            Offer("accept", "supervisor"),
            Offer("card", "supervisor"),
            Offer("correct", "supervisor"),
            Offer("discard", "supervisor", stands=_carried),
            Offer("void_round", "supervisor", stands=_of_the_round),
        ),
    ),
    "reader_distrust": Irregularity(
        "the reader doubts what it said",
        "the card governs",
        (
            Offer("accept", "supervisor", True),
            Offer("card", "supervisor", stands=_spoil("UV", "DOUBLE", "AGAIN")),
            Offer("correct", "supervisor", stands=_spoil("HAND")),
            _VOID,
        ),
    ),
    "result_mismatch": Irregularity(
        "another result was called, or the shoe reports another, than the cards make",
        "10.1",
        (Offer("accept", "supervisor"), Offer("correct", "supervisor"), _VOID),
    ),
    "burn_mismatch": Irregularity(
        "the burn was called over before it was complete",
        "house",
        (Offer("accept", "supervisor", True), Offer("resume", "supervisor")),
    ),
    "cut_misplaced": Irregularity("a cutting card before the first round", "9.7, 9.8", (Offer("accept", "casino"),)),
    "card_after_end": Irregularity(
        "a card left a shoe from which none may be dealt", "9.7, 9.8", (Offer("discard", "casino", True),)
    ),
    "shoe_empty": Irregularity(
        "no card at the mouth with one due",
        "9.7",
        (
            Offer("resume", "supervisor", True),
            _VOID,
            Offer("accept", "supervisor", stands=_in(Phase.READY, Phase.BURN)),
        ),
    ),
    "shoe_restarted": Irregularity("the shoe lost its power and cannot vouch for what left it", "house", _MOVED),
    "events_lost": Irregularity("events of the shoe are lost and cannot be had again", "house", _MOVED),
    "shoe_replaced": Irregularity(
        "a fresh set of cards was loaded while the shoe was not over",
        "7.1",
        (
            Offer("closed", "casino", True, _in(Phase.RESULT)),
            Offer("void_round", "casino", stands=_between_or_within),
        ),
    ),
    "lid_opened": Irregularity(
        "the lid was opened while the shoe was in play",
        "house",
        (Offer("resume", "casino", True), _VOID),
    ),
    "overdraw_reported": Irregularity(
        "the shoe says that a card too many left, and the table has found none",
        "11.2, 9.6",
        (Offer("accept", "supervisor", True), Offer("correct", "supervisor", stands=_any_card), _VOID),
    ),
    "misread_reported": Irregularity(
        "the shoe says that it could not read a card, and no unread card is on record",
        "the card governs",
        (Offer("accept", "supervisor", True), Offer("card", "supervisor"), _VOID),
    ),
}


def offers(table: Table) -> tuple[Offer, ...]:
    """Return the decisions that are open in the present hold, `reshuffle` last; none without a hold."""
    hold = table.hold
    if hold is None:
        return ()
    return (*(offer for offer in IRREGULARITIES[hold.code].offers if offer.stands(table, hold)), RESHUFFLE)


def button_offer(table: Table) -> Offer | None:
    """Return the decision that the button alone takes in the present hold, if there is one."""
    return next((offer for offer in offers(table) if offer.button), None)
