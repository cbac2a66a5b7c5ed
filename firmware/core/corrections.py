"""What a card turns out to be after it was taken up: corrections, and cards that went back into the shoe.

No card ever moves between hands by command. A value is replaced, or a card is taken out, and the round is worked out
again from its cards in draw order.
"""

from firmware.core import facts as f
from firmware.core.cards import UNREAD, Card
from firmware.core.dealing import due_phase, enter
from firmware.core.draft import Draft
from firmware.core.lifecycle import Phase
from firmware.core.rounds import place_cut
from firmware.core.state import ClosedRound, Table
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
        if not in_round.voided:
            _work_out_again(d)
        return
    for closed in d.table.rounds:
        if place in closed.cards:
            d.record(_corrected(d.table, closed))


def _work_out_again(d: Draft) -> None:
    in_round, outcome = d.table.round, d.table.outcome
    assert in_round is not None
    # With a card due, every card of the round has its place: at most the last one is still face down and unknown.
    if outcome.due == "none" and outcome.used < len(in_round.cards):
        d.record(f.CardsWithdrawn(places=in_round.cards[outcome.used :]))
    if d.table.behind is Phase.RESULT and due_phase(d.table) is Phase.RESULT:
        enter(d, Phase.RESULT)


def _corrected(table: Table, closed: ClosedRound) -> f.RoundCorrected:
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
    was, in_round = d.table.cards[place], d.table.round
    d.record(f.CardWentBack(place=place))
    if was.left_in is Phase.BURN and d.table.behind is Phase.READY and d.table.burned < d.table.burn_due:
        d.record(f.BurnBegan(due=d.table.burn_due))
    elif in_round and not in_round.voided:
        if _never_began(d.table, brought=place in in_round.brought):
            d.record(f.RoundUnbegun(burned=False))
        elif place in in_round.cards:
            _work_out_again(d)
    if d.table.cut_round and d.table.cut_after == place + 1:
        place_cut(d)


def _never_began(table: Table, brought: bool) -> bool:
    """Whether the round has no card left that began it: a carried card alone begins none but a void hand."""
    assert table.round is not None
    if table.round.void_hand:
        return brought
    return all(place in table.round.brought for place in (*table.round.cards, *table.waiting))
