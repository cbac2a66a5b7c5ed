"""The fold: what each fact makes of the table.

`evolve` never decides and never refuses a legal fact; a restart is the same fold over the journal. One function for
each kind of fact, found by its class.
"""

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any, Final

from msgspec.structs import replace

from firmware.core import facts as f
from firmware.core.cards import UNREAD
from firmware.core.inputs import CardLeft, FaultName
from firmware.core.lifecycle import LEGAL, Phase
from firmware.core.shoe_cards import ShoeCard
from firmware.core.state import ClosedRound, Hold, Kept, Round, Table
from firmware.vocabulary import kind_of


def evolve(table: Table, fact: f.Fact) -> Table:
    """Return the table after `fact`.

    Raises:
        IllegalFact: the legality table has no row for this fact in the table's phase.
    """
    trigger = fact.trigger if isinstance(fact, f.HoldEnded) else kind_of(type(fact))
    to = LEGAL.after(table.phase, trigger)
    effect = _EFFECTS.get(type(fact))
    if effect is not None:
        table = effect(table, fact)
    if to is Phase.HOLD or to is table.behind:
        return table
    there = replace(table, behind=to)
    there.__dict__.update(table.__dict__)  # what the cards make is the same in any phase
    return there


def fold(table: Table, facts: Iterable[f.Fact]) -> Table:
    """Return the table after all of `facts`, in order. Raises `IllegalFact` as `evolve` does."""
    return reduce(evolve, facts, table)


def _without(places: tuple[int, ...], *gone: int) -> tuple[int, ...]:
    return tuple([place for place in places if place not in gone])


def _round(table: Table) -> Round:
    # The legality table lets these facts through only within a round.
    assert table.round is not None
    return table.round


# -- the shoe -------------------------------------------------------------------------------------------------------


def _shoe_opened(table: Table, fact: f.ShoeOpened) -> Table:
    return Table(table.settings, replace(table.standing, shoe=fact.shoe), kept=table.kept)


def _shoe_ended(table: Table, _: f.ShoeEnded) -> Table:
    return replace(
        table,
        carried=(),
        cut_round=None,
        last_hand=False,
        over=False,
        bets_closed=False,
        banker_first=False,
        opinions=(),
    )


def _card_out(table: Table, fact: f.CardOut) -> Table:
    card = ShoeCard(
        fact.face,
        fact.boot,
        fact.seq,
        fact.source,
        left_in=table.behind,
        left_round=table.round.number if table.round else 0,
        vouched=fact.source == "corrected",
        hand=fact.hand,
        misread=fact.face == UNREAD or fact.source == "manual",
    )
    place = len(table.cards)
    return replace(table, cards=table.cards.joined_by(card), waiting=(*table.waiting, place), empty=False)


def _card_burned(table: Table, fact: f.CardBurned) -> Table:
    cards = table.cards.changed((fact.place,), public=fact.public)
    return replace(table, cards=cards, waiting=_without(table.waiting, fact.place), burned=table.burned + 1)


def _card_set_aside(table: Table, fact: f.CardSetAside) -> Table:
    return replace(table, waiting=_without(table.waiting, fact.place), carried=_without(table.carried, fact.place))


def _card_carried(table: Table, fact: f.CardCarried) -> Table:
    cards = table.cards.changed((fact.place,), public=True, disclosed=True) if fact.disclosed else table.cards
    return replace(
        table, cards=cards, waiting=_without(table.waiting, fact.place), carried=(*table.carried, fact.place)
    )


def _card_went_back(table: Table, fact: f.CardWentBack) -> Table:
    gone = fact.place
    in_round = table.round
    if in_round:
        in_round = replace(in_round, cards=_without(in_round.cards, gone), brought=_without(in_round.brought, gone))
    return replace(
        table,
        cards=table.cards.changed((gone,), public=False),
        backs=(*table.backs, gone),
        burned=table.burned - (table.cards[gone].left_in is Phase.BURN),
        round=in_round,
        waiting=_without(table.waiting, gone),
        carried=_without(table.carried, gone),
    )


# -- rounds ---------------------------------------------------------------------------------------------------------


def _round_began(table: Table, fact: f.RoundBegan) -> Table:
    begun = Round(fact.number, fact.void_hand, banker_first=table.banker_first)
    if fact.alone:
        # A cutting card that lies within the round that the carried cards begin goes with them.
        cut_round = fact.number + 1 if table.cut_round == fact.number else table.cut_round
        return replace(table, round=begun, cut_round=cut_round, banker_first=False)
    waiting = (*table.carried, *table.waiting)
    begun = replace(begun, brought=table.carried)
    return replace(table, round=begun, waiting=waiting, carried=(), banker_first=False)


def _round_unbegun(table: Table, fact: f.RoundUnbegun) -> Table:
    undone = _round(table)
    if fact.burned:
        return replace(
            table,
            round=None,
            banker_first=undone.banker_first,
            cards=table.cards.changed(undone.cards, left_in=Phase.BURN),
            burned=table.burned + len(undone.cards),
        )
    # As if the card had not left: what the round took up of the carried cards is carried again.
    return replace(
        table,
        round=None,
        banker_first=undone.banker_first,
        cards=table.cards.changed(undone.brought, turned=False),
        carried=undone.brought,
    )


def _card_dealt(table: Table, fact: f.CardDealt) -> Table:
    cards = table.cards.changed((fact.place,), public=True) if fact.public else table.cards
    in_round = _round(table)
    in_round = replace(in_round, cards=(*in_round.cards, fact.place))
    return replace(table, cards=cards, round=in_round, waiting=_without(table.waiting, fact.place))


def _cards_withdrawn(table: Table, fact: f.CardsWithdrawn) -> Table:
    in_round = replace(_round(table), cards=_without(_round(table).cards, *fact.places))
    return replace(table, round=in_round, waiting=(*fact.places, *table.waiting))


def _carried_recalled(table: Table, _: f.CarriedRecalled) -> Table:
    number = _round(table).number
    # A cutting card that lay within the carried card's round lies within this one now.
    moved = table.cut_round == number + 1 and not table.last_hand
    return replace(
        table,
        waiting=(*table.carried, *table.waiting),
        carried=(),
        cut_round=number if moved else table.cut_round,
    )


def _cards_turned(table: Table, fact: f.CardsTurned) -> Table:
    return replace(table, cards=table.cards.changed(fact.places, public=True, turned=True))


def _round_voided(table: Table, _: f.RoundVoided) -> Table:
    voided = replace(_round(table), voided=True)
    ours = table.kept_of_this_shoe
    kept = (*(replace(kept, out=True) for kept in table.kept[:ours]), *table.kept[ours:])
    return replace(table, round=voided, waiting=(), kept=kept)


def _round_closed(table: Table, fact: f.RoundClosed) -> Table:
    closed = ClosedRound(
        fact.number,
        fact.cards,
        fact.winner,
        fact.player_count,
        fact.banker_count,
        fact.natural,
        fact.void_hand,
        fact.final,
    )
    return replace(table, round=None, rounds=(*table.rounds, closed), bets_closed=False, opinions=())


def _round_corrected(table: Table, fact: f.RoundCorrected) -> Table:
    rounds = (replace(r, corrected=True) if r.number == fact.number else r for r in table.rounds)
    return replace(table, rounds=tuple(rounds))


# -- irregularities -------------------------------------------------------------------------------------------------


def _irregularity_raised(table: Table, fact: f.IrregularityRaised) -> Table:
    hold = Hold(fact.id, fact.code, fact.place, spoil=fact.spoil)
    return replace(table, hold=hold, standing=replace(table.standing, holds=fact.id))


def _card_named(table: Table, fact: f.CardNamed) -> Table:
    assert table.hold is not None
    named = table.hold.named
    kept = (*table.kept[:named], Kept(CardLeft(face=fact.face, source="manual")), *table.kept[named:])
    return replace(table, kept=kept, hold=replace(table.hold, named=named + 1))


def _kept_card(table: Table, fact: f.KeptCardCorrected | f.KeptCardRead, **changes: Any) -> Table:
    kept = table.kept[fact.kept]
    assert isinstance(kept.said, CardLeft)
    source: f.Source = "manual" if isinstance(fact, f.KeptCardRead) else "corrected"
    now = replace(kept, said=replace(kept.said, face=fact.face, source=source), **changes)
    return replace(table, kept=(*table.kept[: fact.kept], now, *table.kept[fact.kept + 1 :]))


def _card_corrected(table: Table, fact: f.CardCorrected) -> Table:
    cards = table.cards.changed((fact.place,), face=fact.face, source="corrected", vouched=True, doubted=False)
    return replace(table, cards=cards)


# -- faults ---------------------------------------------------------------------------------------------------------


def _fault_began(table: Table, fact: f.FaultBegan) -> Table:
    standing = table.standing
    faults = _names(*standing.faults, fact.fault)
    return replace(
        table,
        standing=replace(standing, faults=faults, unacknowledged=_names(*standing.unacknowledged, fact.fault)),
    )


def _fault_ended(table: Table, fact: f.FaultEnded) -> Table:
    standing = table.standing
    return replace(
        table, standing=replace(standing, faults=tuple(name for name in standing.faults if name != fact.fault))
    )


def _names(*names: FaultName) -> tuple[FaultName, ...]:
    return tuple(sorted(set(names)))


_EFFECTS: Final[dict[type[f.Fact], Callable[[Table, Any], Table]]] = {
    f.ShoeOpened: _shoe_opened,
    f.ShoeEnded: _shoe_ended,
    f.BurnBegan: lambda table, fact: replace(table, burn_due=fact.due),
    f.BurnCounted: lambda table, fact: replace(table, burn_due=fact.due),
    f.CardBurned: _card_burned,
    f.BetsClosed: lambda table, _: replace(table, bets_closed=True),
    f.RoundBegan: _round_began,
    f.RoundUnbegun: _round_unbegun,
    f.RoundVoided: _round_voided,
    f.RoundClosed: _round_closed,
    f.RoundCorrected: _round_corrected,
    f.CardOut: _card_out,
    f.CardDealt: _card_dealt,
    f.CardCarried: _card_carried,
    f.CardSetAside: _card_set_aside,
    f.CardsWithdrawn: _cards_withdrawn,
    f.CarriedRecalled: _carried_recalled,
    f.CardsTurned: _cards_turned,
    f.CardRead: lambda table, fact: replace(
        table,
        cards=table.cards.changed(
            (fact.place,), face=fact.face, source="manual", vouched=False, doubted=False, misread=True
        ),
    ),
    f.CardCorrected: _card_corrected,
    f.KeptCardCorrected: lambda table, fact: _kept_card(table, fact),
    f.KeptCardRead: lambda table, fact: _kept_card(table, fact, alarmed=True),
    f.CardVouched: lambda table, fact: replace(table, cards=table.cards.changed((fact.place,), vouched=True)),
    f.CardTrusted: lambda table, fact: replace(table, cards=table.cards.changed((fact.place,), doubted=False)),
    f.CardDoubted: lambda table, fact: replace(table, cards=table.cards.changed((fact.place,), doubted=True)),
    f.HandOverruled: lambda table, fact: replace(table, cards=table.cards.changed((fact.place,), hand="")),
    f.AlarmAnswered: lambda table, fact: replace(table, cards=table.cards.changed((fact.place,), alarmed=True)),
    f.OpinionKept: lambda table, fact: replace(table, opinions=(*table.opinions, fact.said)),
    f.OpinionTakenUp: lambda table, _: replace(table, opinions=table.opinions[1:]),
    f.CardWentBack: _card_went_back,
    f.BankerFirstOrdered: lambda table, _: (
        replace(table, round=replace(table.round, banker_first=True))
        if table.round
        else replace(table, banker_first=True)
    ),
    f.CutSeen: lambda table, fact: replace(table, cut_round=fact.round, cut_after=len(table.cards)),
    f.LastHandAnnounced: lambda table, _: replace(table, last_hand=True),
    f.MouthEmptyNoted: lambda table, _: replace(table, empty=True),
    f.MouthFilled: lambda table, _: replace(table, empty=False),
    f.ShoeOverAfterRound: lambda table, _: replace(table, over=True),
    f.ReplacementNoted: lambda table, _: replace(table, replaced=True),
    f.InputKept: lambda table, fact: replace(table, kept=(*table.kept, Kept(fact.said))),
    f.KeptTakenUp: lambda table, _: replace(table, kept=table.kept[1:]),
    f.CardNamed: _card_named,
    f.IrregularityRaised: _irregularity_raised,
    f.HoldEnded: lambda table, _: replace(table, hold=None),
    f.FaultBegan: _fault_began,
    f.FaultEnded: _fault_ended,
    f.FaultsAcknowledged: lambda table, _: replace(table, standing=replace(table.standing, unacknowledged=())),
}
