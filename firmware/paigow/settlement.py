"""The settlement of a co-banked round: every movement of chips, in the order of rule 11 (f) to (l).

Decides who gets what, from wagers and results alone. Pure; it must never know a tile, nor who says what when.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, TypeAlias

from firmware.errors import Refused
from firmware.money.amount import Cents, written

BOXES: Final = 8
"""Places at the table; box 1 to box 8 follow one another counter-clockwise."""

WHOLE: Final = 10_000
"""Hundredths of a per cent: all of an amount."""

Result: TypeAlias = Literal["win", "lose", "push"]
Favoured: TypeAlias = Literal["house", "co-banker"]
Act: TypeAlias = Literal[
    "leave", "push", "collect", "pay", "pay part", "make up", "commission", "share", "stake", "rest"
]

LOSING_AREA: Final = "losing wager area"
STAKE: Final = "co-banking wager"
FLOAT: Final = "float"
CO_BANKER: Final = "co-banker"


class StakeFallsShort(Refused):
    """Losing wagers and co-banking wager together cannot pay the winners: no rule was found for that."""

    def __init__(self, short: Cents) -> None:
        """Say how much is missing."""
        super().__init__(
            "form",
            f"losing wagers and co-banking wager fall {written(short)} short of what the winners are due, and no rule "
            "was found for that: a supervisor settles it",
        )
        self.short = short


@dataclass(frozen=True, slots=True)
class Policy:
    """What the house sets, because no page that says it was found (rules 6.11 and 6.14, and odd amounts)."""

    commission: int = 500  # hundredths of a per cent
    odd: Favoured = "house"  # who gets what cannot be divided, and gains when a commission is rounded
    unit: Cents = 1  # the smallest chip: everything handed over is a multiple of it
    winners_pay: bool = False  # whether winning players, too, pay the commission

    def commission_on(self, amount: Cents) -> Cents:
        """Return the commission on `amount`, in whole units and never more than it."""
        due, over = divmod(amount * self.commission, WHOLE * self.unit)
        return min(amount, (due + (over > 0 and self.odd == "house")) * self.unit)

    def divide(self, amount: Cents) -> tuple[Cents, Cents]:
        """Return the house's and the co-banker's half of `amount`; one unit more for whom `odd` favours."""
        low = amount // 2 // self.unit * self.unit
        return (amount - low, low) if self.odd == "house" else (low, amount - low)


@dataclass(frozen=True, slots=True)
class Bank:
    """The co-banker's box, and the co-banking wager: one half is the house's, one the co-banker's."""

    box: int
    stake: Cents


@dataclass(frozen=True, slots=True)
class Hand:
    """A player's box, its wager, and what became of it against the bank."""

    box: int
    wager: Cents
    result: Result


@dataclass(frozen=True, slots=True)
class Step:
    """One thing the dealer does. Chips move where `amount` is not 0."""

    rule: str
    act: Act
    box: int | None = None
    source: str = ""
    to: str = ""
    amount: Cents = 0


@dataclass(frozen=True)
class Settlement:
    """What the dealer does, in order: `matching` hand by hand, `settling` once all hands are exposed."""

    bank: Bank
    matching: tuple[Step, ...]
    settling: tuple[Step, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        """Everything, in order."""
        return (*self.matching, *self.settling)

    @cached_property
    def moved(self) -> Counter[str]:
        """What each place has more (or less) than before."""
        moved: Counter[str] = Counter()
        for step in self.steps:
            moved[step.source] -= step.amount
            moved[step.to] += step.amount
        return moved

    @property
    def house(self) -> Cents:
        """What the house gains, commission included."""
        return self.moved[FLOAT] - self.bank.stake // 2

    @property
    def co_banker(self) -> Cents:
        """What the co-banker gains, commission taken off."""
        return self.moved[CO_BANKER] - self.bank.stake // 2

    @property
    def commission(self) -> Cents:
        """The commission that goes to the float."""
        return sum(step.amount for step in self.settling if step.act == "commission")

    @property
    def odd(self) -> Cents:
        """What could not be divided, and went to whom the house's setting favours."""
        parts = [step for step in self.settling if step.act in ("share", "rest", "commission") and step.box is None]
        house = sum(step.amount for step in parts if step.act != "commission" and step.to == FLOAT)
        return abs(2 * house - sum(step.amount for step in parts))


def counter_clockwise(box: int) -> tuple[int, ...]:
    """Return the other boxes in the order in which they are matched and paid: counter-clockwise from `box` (11 (f))."""
    return tuple((box - 1 + step) % BOXES + 1 for step in range(1, BOXES))


def settle(bank: Bank, hands: Sequence[Hand], policy: Policy) -> Settlement:
    """Return the settlement of `hands`, in whatever order they are given (rule 11 (f) to (l)).

    Raises:
        StakeFallsShort: the winners cannot be paid from losing wagers and co-banking wager.
    """
    order = counter_clockwise(bank.box)
    ordered = sorted(hands, key=lambda hand: order.index(hand.box))
    matching = tuple(matched(hand) for hand in ordered)
    taken = sum(hand.wager for hand in ordered if hand.result == "lose")
    due = sum(hand.wager for hand in ordered if hand.result == "win")
    if due > taken + bank.stake:
        raise StakeFallsShort(due - taken - bank.stake)
    paying = _pay([hand for hand in ordered if hand.result == "win"], taken, policy)
    closing = _divide_stake(bank.stake - due + taken, policy) if due > taken else _divide(bank, taken - due, policy)
    return Settlement(bank, matching, (*paying, *closing))


def matched(hand: Hand) -> Step:
    """Return what is done with a hand's wager as soon as it is matched (11 (g) to (i))."""
    box = f"box {hand.box}"
    match hand.result:
        case "lose":
            return Step("11 (g)", "collect", hand.box, box, LOSING_AREA, hand.wager)
        case "push":
            return Step("11 (h)", "push", hand.box)
        case "win":
            return Step("11 (i)", "leave", hand.box)


def _pay(winners: Sequence[Hand], area: Cents, policy: Policy) -> Iterator[Step]:
    """Pay 1 to 1 from the losing wager area while it lasts (11 (i)), then from the co-banking wager (11 (l))."""
    for hand in winners:
        box = f"box {hand.box}"
        from_area = min(area, hand.wager)
        area -= from_area
        if from_area:
            act: Act = "pay" if from_area == hand.wager else "pay part"
            yield Step("11 (i)", act, hand.box, LOSING_AREA, box, from_area)
        if hand.wager > from_area:
            yield Step("11 (l)", "make up", hand.box, STAKE, box, hand.wager - from_area)
        commission = policy.commission_on(hand.wager) if policy.winners_pay else 0
        if commission:
            yield Step("6.11", "commission", hand.box, box, FLOAT, commission)


def _divide(bank: Bank, left: Cents, policy: Policy) -> Iterator[Step]:
    """Divide what is left in the losing wager area, and give both stakes back (11 (j), (k))."""
    house, co_banker = policy.divide(left)
    commission = policy.commission_on(co_banker)
    yield from _moves(
        Step("11 (k)", "share", None, LOSING_AREA, FLOAT, house),
        Step("11 (k)", "stake", None, STAKE, FLOAT, bank.stake // 2),
        Step("11 (k)", "stake", None, STAKE, CO_BANKER, bank.stake // 2),
        Step("11 (k)", "commission", None, LOSING_AREA, FLOAT, commission),
        Step("11 (k)", "share", None, LOSING_AREA, CO_BANKER, co_banker - commission),
    )


def _divide_stake(left: Cents, policy: Policy) -> Iterator[Step]:
    """Divide what a shortfall has left of the co-banking wager; nothing was won, so no commission (11 (l))."""
    house, co_banker = policy.divide(left)
    yield from _moves(
        Step("11 (l)", "rest", None, STAKE, FLOAT, house),
        Step("11 (l)", "rest", None, STAKE, CO_BANKER, co_banker),
    )


def _moves(*steps: Step) -> Iterator[Step]:
    return (step for step in steps if step.amount)
