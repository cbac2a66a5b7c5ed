"""What a card turns out to be after it was taken up: corrections, and cards that went back into the shoe.

No card ever moves between hands by command. A value is replaced, or a card is taken out, and the round is worked out
again from its cards in draw order.
"""

from firmware.core import facts as f
from firmware.core.cards import UNREAD, Card
from firmware.core.dealing import announce_result, due_phase
from firmware.core.draft import Draft
from firmware.core.lifecycle import Phase
from firmware.core.rounds import place_cut
from firmware.core.state import ClosedRound, Round, Table
from firmware.core.tableau import work_out


def correct(d: Draft, n: int, face: Card) -> None:
    """Card `n` of the open shoe, counted from 1 as the cards left it, is `face`. `n` is at most `cards_out`."""
    numbered, kept = d.table.numbered, d.table.kept_cards
    if n > len(numbered):
        d.record(f.KeptCardCorrected(kept=kept[n - len(numbered) - 1], face=face))
        return
    place = numbered[n - 1]
    d.record(f.CardCorrected(place=place, face=face))
    put_right(d, place)


def put_right(d: Draft, place: int) -> None:
    """Work out again what the card at `place` is part of, after its value was replaced."""
    in_round = d.table.round
    if in_round and place in in_round.cards:
        # Who draws follows from the cards (`dealing.settle`); a result is announced anew.
        if d.table.behind is Phase.RESULT and not in_round.voided and due_phase(d.table) is Phase.RESULT:
            announce_result(d)
        return
    for closed in d.table.rounds:
        if place in closed.cards:
            d.record(corrected(d.table, closed))


def corrected(table: Table, closed: ClosedRound) -> f.RoundCorrected:
    """Return what the cards of a finished round come to now; its published result stays beside it."""
    if closed.winner is None:
        return f.RoundCorrected(number=closed.number, winner=None, player_count=0, banker_count=0, natural=False)
    faces = [table.cards[place].face for place in closed.cards]
    outcome = work_out(table.settings.edition.tableau, [face for face in faces if face != UNREAD])
    # The cards that were dealt are the round, even where the corrected ones would have called for another.
    player, banker = outcome.player_count, outcome.banker_count
    return f.RoundCorrected(
        number=closed.number,
        winner="player" if player > banker else "banker" if banker > player else "tie",
        player_count=player,
        banker_count=banker,
        natural=outcome.natural,
    )


def take_back(d: Draft, place: int) -> None:
    """The card at `place` was pushed back into the shoe: the table is as if it had not left.

    An announcement of "last hand" once made stays.
    """
    d.record(f.CardWentBack(place=place))
    was, in_round = d.table.cards[place], d.table.round
    if was.left_in is Phase.BURN and d.table.behind is Phase.READY and d.table.burned < d.table.burn_due:
        d.record(f.BurnBegan(due=d.table.burn_due))
    elif in_round and not in_round.voided and _never_began(d.table, in_round):
        d.record(f.RoundUnbegun(burned=False))
    if d.table.cut_round and d.table.cut_after == place + 1:
        place_cut(d)


def _never_began(table: Table, in_round: Round) -> bool:
    """Whether no card is left that began the round: a carried one begins none, but a void hand if it was disclosed."""
    left = (*in_round.cards, *table.waiting)
    if in_round.void_hand and any(table.cards[place].disclosed for place in left):
        return False
    return all(place in in_round.brought for place in left)
