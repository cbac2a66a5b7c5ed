"""What a decision of a person does, and who may take it."""

from collections.abc import Callable
from typing import Final

from firmware.core import facts as f
from firmware.core.cards import UNREAD, Card, Face
from firmware.core.corrections import correct, put_right, take_back
from firmware.core.dealing import judge, settle, turn
from firmware.core.draft import Draft
from firmware.core.hearing import hear, listen, set_aside
from firmware.core.inputs import CardLeft, CutLeft, Decided, Role
from firmware.core.irregularities import RANK, RESHUFFLE, button_offer, offers
from firmware.core.lifecycle import Phase
from firmware.core.rounds import close_round, end_burn, record_closed
from firmware.core.state import Hold, Table
from firmware.errors import Refused

TWO_PERSONS: Final = frozenset({"void_round", "correct", "accept", "reshuffle"})
"""Decisions that take two people where `two_person` is set."""

_PERSON: Final[dict[Role, str]] = {
    "technician": "a technician",
    "dealer": "a dealer",
    "supervisor": "a game supervisor",
    "casino": "the casino supervisor",
}
_NAMES_CARDS: Final = ("shoe_restarted", "events_lost")
_NEEDS_CARD: Final = frozenset({"card", "correct"})


def rule(d: Draft, said: Decided) -> None:
    """Carry out a decision.

    Raises:
        Refused: `form`, `stale`, `not_open`, `role` or `second`; nothing has been recorded then.
    """
    _check(d.table, said)
    if d.table.hold is None:
        d.record(
            f.DecisionTaken(
                decision=said.decision, role=said.role, actor=said.actor, reason=said.reason, second=_second(said)
            )
        )
        _FREELY[said.decision].effect(d, said)
        return
    hold = d.table.hold
    d.record(
        f.IrregularityDecided(
            id=hold.id,
            decision=said.decision,
            role=said.role,
            actor=said.actor,
            reason=said.reason,
            second=_second(said),
        )
    )
    if said.decision == "card" and hold.code in _NAMES_CARDS:
        d.record(f.CardNamed(face=_card(said)))
        return
    d.record(f.HoldEnded(to=d.table.behind))
    _IN_HOLD[said.decision](d, hold, said)


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
    return {name: free.role for name, free in _FREELY.items() if free.stands(table)}


def _check(table: Table, said: Decided) -> None:
    if said.decision not in _FREELY and said.decision not in _IN_HOLD:
        raise Refused("form", f"there is no decision {said.decision!r}")
    if said.decision in _NEEDS_CARD:
        _card(said)
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
    rank = 0 if said.second_role is None else RANK[said.second_role]
    return rank >= RANK["supervisor"] and not (said.second and said.second == said.actor)


def _card(said: Decided) -> Card:
    if said.card is None:
        raise Refused("form", f"{said.decision} takes a card, such as KH")
    return said.card


def _second(said: Decided) -> str:
    return said.second or said.second_role or ""


# -- in a hold ------------------------------------------------------------------------------------------------------


def _place(hold: Hold) -> int:
    # Every hold that offers these decisions is about a card.
    assert hold.card is not None
    return hold.card


def _ask_again(d: Draft, place: int) -> None:
    """Go on with the card that was held: complete the press that would turn it, or judge it where it is carried."""
    table = d.table
    if table.behind is Phase.REVEAL and table.round and place in table.round.cards and not table.cards[place].public:
        turn(d)
    elif place in table.carried:
        if table.round:
            settle(d)
        judge(d, place)


def _waits_to_be_judged(table: Table, hold: Hold) -> bool:
    """Whether a SPOIL,UV is asked about as the card becomes public; one that is public already was judged."""
    return hold.spoil == "UV" and table.cards[_place(hold)].doubted


def _closed(d: Draft, hold: Hold, _: Decided) -> None:
    if hold.code == "shoe_replaced":
        d.record(f.ReplacementNoted())
    if d.table.behind is Phase.RESULT:
        close_round(d)
    # The card was dealt after the bets.
    if d.table.behind is Phase.READY:
        d.record(f.BetsClosed())


def _disclosed(d: Draft, hold: Hold, _: Decided) -> None:
    place = _place(hold)
    known = d.table.cards[place].public
    d.record(f.CardCarried(place=place, disclosed=True))
    if not known:
        judge(d, place)


def _accept(d: Draft, hold: Hold, _: Decided) -> None:
    match hold.code:
        case "impossible_card":
            d.record(f.CardVouched(place=_place(hold)))
            _ask_again(d, _place(hold))
        case "reader_distrust":
            _accept_doubt(d, hold)
        case "result_mismatch":
            if d.table.round:
                close_round(d)
        case "overdraw_reported" | "misread_reported":
            pass  # what the table has worked out stands
        case "burn_mismatch":
            d.record(f.BurnCounted(due=0))
            end_burn(d)
        case "cut_misplaced":
            d.record(f.CutSeen(round=d.table.round_number))
            d.record(f.LastHandAnnounced())
        case _:
            d.record(f.ShoeEnded())


def _accept_doubt(d: Draft, hold: Hold) -> None:
    if hold.spoil == "BACK":
        take_back(d, _place(hold))
    elif hold.spoil == "HAND":
        d.record(f.HandOverruled(place=_place(hold)))
    elif _waits_to_be_judged(d.table, hold):
        d.record(f.CardTrusted(place=_place(hold)))
        _ask_again(d, _place(hold))


def _read(d: Draft, hold: Hold, said: Decided) -> None:
    if hold.code == "misread_reported":
        _unreported_card(d, _card(said))
        return
    place, face = _place(hold), _card(said)
    if hold.spoil == "DOUBLE":
        _second_card(d, place, face)
    elif hold.spoil in ("UV", "AGAIN") and not _waits_to_be_judged(d.table, hold):
        d.record(f.CardCorrected(place=place, face=face))
        put_right(d, place)
    else:
        d.record(f.CardRead(place=place, face=face))
        _ask_again(d, place)


def _unreported_card(d: Draft, face: Card) -> None:
    """A card left that the shoe only raised an alarm about, or told of as unread behind its alarm."""
    table = d.table
    first = table.kept_cards[0] if table.kept_cards else None
    # Of a card that is going to lie face down nobody may learn whether it was read.
    face_up = table.settings.style == "A" and table.deal_due and table.behind is not Phase.BURN
    if face_up and first is not None and _face(table, first) == UNREAD:
        d.record(f.KeptCardRead(kept=first, face=face))
    else:
        hear(d, CardLeft(face=face, source="manual"))
        d.record(f.AlarmAnswered(place=len(d.table.cards) - 1))


def _face(table: Table, kept: int) -> Face:
    said = table.kept[kept].said
    assert isinstance(said, CardLeft)
    return said.face


def _second_card(d: Draft, place: int, face: Card) -> None:
    second, in_round = CardLeft(face=face, source="manual"), d.table.round
    if in_round and in_round.voided and place not in d.table.carried:
        set_aside(d, second)
    else:
        hear(d, second)


def _resume(d: Draft, hold: Hold, _: Decided) -> None:
    if hold.code == "shoe_empty":
        d.record(f.MouthFilled())


def _void(d: Draft, hold: Hold, _: Decided) -> None:
    if hold.code == "shoe_empty":
        d.record(f.ShoeOverAfterRound())
    elif hold.code == "shoe_replaced":
        d.record(f.ReplacementNoted())
    _void_round(d, hold)
    if hold.card in d.table.carried and _waits_to_be_judged(d.table, hold):
        # What is carried stays, and so does the reader's doubt of it.
        judge(d, hold.card)


def _void_round(d: Draft, hold: Hold | None) -> None:
    if hold and hold.code == "card_out_of_turn" and d.table.round is None:
        # The card that waits is the first of a round.
        d.record(f.RoundBegan(number=d.table.round_number + 1, void_hand=False, alone=True))
    if d.table.within_round:
        d.record(f.RoundVoided())


def _correct_held(d: Draft, hold: Hold, said: Decided) -> None:
    _correct(d, said)
    if hold.card is not None:
        _ask_again(d, hold.card)


def _reshuffle(d: Draft, hold: Hold | None) -> None:
    if hold and hold.code == "shoe_replaced":
        d.record(f.ReplacementNoted())
    _void_round(d, hold)
    for place in d.table.waiting:
        d.record(f.CardSetAside(place=place))
    for kept in d.table.kept[: d.table.kept_of_this_shoe]:
        d.record(f.KeptTakenUp())
        if isinstance(kept.said, CardLeft):
            set_aside(d, kept.said)
    if d.table.kept and not d.table.replaced:
        # What is left begins with a LOADED.
        d.record(f.KeptTakenUp())
        d.record(f.ReplacementNoted())
    if d.table.round:
        record_closed(d)
    d.record(f.ShoeEnded())


_IN_HOLD: Final[dict[str, Callable[[Draft, Hold, Decided], None]]] = {
    "closed": _closed,
    "disclosed": _disclosed,
    "undisclosed": lambda d, hold, _: d.record(f.CardCarried(place=_place(hold), disclosed=False)),
    "discard": lambda d, hold, _: d.record(f.CardSetAside(place=_place(hold))),
    "continue": lambda _d, _hold, _said: None,
    "accept": _accept,
    "card": _read,
    "resume": _resume,
    "void_round": _void,
    "correct": _correct_held,
    RESHUFFLE.decision: lambda d, hold, _: _reshuffle(d, hold),
}


# -- without a hold -------------------------------------------------------------------------------------------------


class _Free:
    """A decision that needs no irregularity: the least role, when it is open, and what it does."""

    def __init__(self, role: Role, stands: Callable[[Table], bool], effect: Callable[[Draft, Decided], None]) -> None:
        self.role, self.stands, self.effect = role, stands, effect


def _correct(d: Draft, said: Decided) -> None:
    assert said.n is not None
    correct(d, said.n, _card(said))


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


_FREELY: Final[dict[str, _Free]] = {
    "new_shoe": _Free(
        "supervisor", lambda table: table.behind is Phase.SHUFFLE, lambda d, _: d.record(f.ReplacementNoted())
    ),
    "cut": _Free("supervisor", lambda _: True, lambda d, _: listen(d, CutLeft())),
    "void_round": _Free("supervisor", lambda table: table.within_round, lambda d, _: d.record(f.RoundVoided())),
    "correct": _Free("supervisor", lambda _: True, _correct),
    "reshuffle": _Free("casino", lambda table: table.behind is not Phase.SHUFFLE, lambda d, _: _reshuffle(d, None)),
    "burned": _Free("supervisor", _first_round_began, lambda d, _: d.record(f.RoundUnbegun(burned=True))),
    "banker_first": _Free("casino", _none_turned, lambda d, _: d.record(f.BankerFirstOrdered())),
}
