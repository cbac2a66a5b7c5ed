"""What a decision of a person does.

It never asks whether the decision is open, nor who may take it: that is `decisions.py`.
"""

from collections.abc import Callable
from typing import Final

from firmware.core import facts as f
from firmware.core.cards import UNREAD, Card, Face
from firmware.core.corrections import correct, put_right, take_back
from firmware.core.dealing import judge, settle, turn
from firmware.core.decisions import card_of, check
from firmware.core.draft import Draft
from firmware.core.hearing import hear, listen, set_aside
from firmware.core.inputs import CardLeft, CutLeft, Decided
from firmware.core.irregularities import RESHUFFLE
from firmware.core.lifecycle import Phase
from firmware.core.rounds import close_round, end_burn, record_closed
from firmware.core.state import Hold, Table

_NAMES_CARDS: Final = ("shoe_restarted", "events_lost")


def rule(d: Draft, said: Decided) -> None:
    """Carry out a decision.

    Raises:
        Refused: `form`, `stale`, `not_open`, `role` or `second`; nothing has been recorded then.
    """
    check(d.table, said)
    if d.table.hold is None:
        d.record(
            f.DecisionTaken(
                decision=said.decision, role=said.role, actor=said.actor, reason=said.reason, second=_second(said)
            )
        )
        _FREELY[said.decision](d, said)
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
        d.record(f.CardNamed(face=card_of(said)))
        return
    d.record(f.HoldEnded(to=d.table.behind))
    _IN_HOLD[said.decision](d, hold, said)


def _second(said: Decided) -> str:
    return said.second or said.second_role or ""


# -- in a hold ------------------------------------------------------------------------------------------------------


def _place(hold: Hold) -> int:
    # Every hold that offers these decisions is about a card.
    assert hold.card is not None
    return hold.card


def _ask_again(d: Draft, place: int) -> None:
    """Go on with the card that was held: complete the press that would turn it, or judge it where it is carried."""
    if d.table.behind is Phase.REVEAL:
        turn(d)
    elif place in d.table.carried:
        if d.table.round:
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
        _unreported_card(d, card_of(said))
        return
    place, face = _place(hold), card_of(said)
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


def _correct(d: Draft, said: Decided) -> None:
    assert said.n is not None
    correct(d, said.n, card_of(said))


_FREELY: Final[dict[str, Callable[[Draft, Decided], None]]] = {
    "new_shoe": lambda d, _: d.record(f.ReplacementNoted()),
    "cut": lambda d, _: listen(d, CutLeft()),
    "void_round": lambda d, _: d.record(f.RoundVoided()),
    "correct": _correct,
    RESHUFFLE.decision: lambda d, _: _reshuffle(d, None),
    "burned": lambda d, _: d.record(f.RoundUnbegun(burned=True)),
    "banker_first": lambda d, _: d.record(f.BankerFirstOrdered()),
}
