"""A Pai Gow round as it stands, and the fold of facts that leads there.

`evolve` never decides and never refuses a legal fact. Whatever can be worked out from a round is a property here.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce

from firmware.money.amount import Cents
from firmware.paigow import facts as f
from firmware.paigow.lifecycle import LEGAL, Phase
from firmware.paigow.settlement import Bank, Hand, Policy, Result, Settlement, Step, counter_clockwise, settle


@dataclass(frozen=True)
class Round:
    """A round: what the house sets, and what has happened in it."""

    policy: Policy = field(default_factory=Policy)
    phase: Phase = Phase.STACKING
    bank: Bank | None = None
    wagers: tuple[tuple[int, Cents], ...] = ()  # box, and what lies in it
    exposed: tuple[str, ...] = ()  # tiles, in this stacking, this laja or this hold
    hands_set: bool = False
    shown: bool = False  # two of the bank's tiles are
    results: tuple[Result, ...] = ()  # in the order of `order`
    moved: int = 0  # movements of the settlement that have been made
    behind: Phase = Phase.STACKING  # where a hold leads back to

    @cached_property
    def order(self) -> tuple[tuple[int, Cents], ...]:
        """Box and wager of each hand, counter-clockwise from the co-banker's box (11 (f))."""
        assert self.bank is not None
        wagers = dict(self.wagers)
        return tuple((box, wagers[box]) for box in counter_clockwise(self.bank.box) if box in wagers)

    @cached_property
    def settlement(self) -> Settlement:
        """The settlement, once all hands are matched. Raises `StakeFallsShort`."""
        assert self.bank is not None
        hands = [Hand(box, wager, result) for (box, wager), result in zip(self.order, self.results, strict=True)]
        return settle(self.bank, hands, self.policy)

    @property
    def next_hand(self) -> tuple[int, Cents]:
        """Box and wager of the hand that is matched next."""
        return self.order[len(self.results)]

    @property
    def next_step(self) -> Step:
        """The movement that is due next in the settlement."""
        return self.settlement.settling[self.moved]


def evolve(table: Round, fact: f.Fact) -> Round:
    """Return the round after `fact`.

    Raises:
        IllegalFact: the legality table has no row for this fact in the round's phase.
    """
    trigger = fact.trigger if isinstance(fact, f.HoldEnded) else fact.kind
    phase = LEGAL.after(table.phase, trigger)
    return replace(_changed(table, fact), phase=phase)


def fold(table: Round, facts: Iterable[f.Fact]) -> Round:
    """Return the round after all of `facts`, in order. Raises `IllegalFact` as `evolve` does."""
    return reduce(evolve, facts, table)


def _changed(table: Round, fact: f.Fact) -> Round:
    match fact:
        case f.RoundBegan():
            return replace(table, policy=fact.policy)
        case f.BankTaken():
            return replace(table, bank=Bank(fact.box, fact.stake))
        case f.WagerPlaced():
            wagers = dict(table.wagers) | {fact.box: fact.amount}
            return replace(table, wagers=tuple((box, amount) for box, amount in sorted(wagers.items()) if amount))
        case f.TilesExposed():
            return replace(table, exposed=(*table.exposed, *fact.tiles))
        case f.LajaBegan() | f.ReshuffleOrdered():
            return replace(table, exposed=(), hands_set=False, shown=False)
        case f.LajaCompleted() | f.HoldEnded():
            return replace(table, exposed=())
        case f.ExposureRaised():
            behind = table.behind if table.phase is Phase.HOLD else table.phase
            return replace(table, exposed=(*table.exposed, *fact.tiles), behind=behind)
        case f.HandsSet():
            return replace(table, hands_set=True)
        case f.TilesShown():
            return replace(table, shown=True)
        case f.HandMatched():
            return replace(table, results=(*table.results, fact.result))
        case f.ChipsMoved():
            return replace(table, moved=table.moved + 1)
        case _:
            return table
