"""What was irregular in a shoe, and what people made of it: one incident for each decision.

Decides how the effect of a decision is worded. Must never tell a card's value: a card is known by its number.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from firmware.core import facts as f
from firmware.journal.fold import Step


class Incident(NamedTuple):
    """A decision, what had asked for it, and what followed at once."""

    record: int
    """Number of the record in the shoe's file."""
    round: int
    """The round in progress, else the one to come."""
    irregularity: str
    """Its code; empty: nothing had asked for a decision."""
    rule: str
    decision: str
    """Empty: the table waits for it."""
    role: str
    actor: str
    second: str
    reason: str
    effect: str


def incidents(steps: list[Step]) -> Iterator[Incident]:
    """Yield the incidents of one shoe in order, last the irregularity that still waits, if one does."""
    raised: dict[int, f.IrregularityRaised] = {}
    for step in steps:
        for place, fact in enumerate(step.record.facts):
            if isinstance(fact, f.IrregularityRaised):
                raised[fact.id] = fact
            elif isinstance(fact, f.IrregularityDecided | f.DecisionTaken):
                about = raised.get(fact.id) if isinstance(fact, f.IrregularityDecided) else None
                effect = _effect(step.record.facts[place + 1 :], step)
                yield _incident(step, about, fact, effect)
    waiting = steps[-1].table.hold
    if waiting:
        yield _incident(steps[-1], raised.get(waiting.id), None, "the table waits")


def _incident(
    step: Step, about: f.IrregularityRaised | None, decided: f.IrregularityDecided | f.DecisionTaken | None, effect: str
) -> Incident:
    before = step.before
    return Incident(
        record=step.record.n,
        round=before.round.number if before.round else before.round_number + 1,
        irregularity=about.code if about else "",
        rule=about.rule if about else "",
        decision=decided.decision if decided else "",
        role=decided.role if decided else "",
        actor=decided.actor if decided else "",
        second=decided.second if decided else "",
        reason=decided.reason if decided else "",
        effect=effect,
    )


def _effect(facts: tuple[f.Fact, ...], step: Step) -> str:
    words = [_WORDS[type(fact)](fact, step) for fact in facts if type(fact) in _WORDS]
    return ", ".join(dict.fromkeys(words)) or "the table goes on"


def _card(place: int, step: Step) -> str:
    """Name a card by the number that people count it by: as it was before the decision, for BACK takes it away."""
    table = step.before if place in step.before.numbered else step.table
    return f"card {table.number_of(place)}" if place in table.numbered else "a card"


_WORDS: Final[dict[type[f.Fact], Callable[[Any, Step], str]]] = {
    f.BetsClosed: lambda fact, step: "the bets are over",
    f.BankerFirstOrdered: lambda fact, step: "the Banker's Hand is turned first",
    f.BurnCounted: lambda fact, step: "the burn is over",
    f.CardCarried: lambda fact, step: (
        f"{_card(fact.place, step)} is carried, {'disclosed' if fact.disclosed else 'undisclosed'}"
    ),
    f.CardCorrected: lambda fact, step: f"{_card(fact.place, step)} is corrected",
    f.CardNamed: lambda fact, step: "a card is noted",
    f.CardRead: lambda fact, step: f"{_card(fact.place, step)} is read from its face",
    f.CardSetAside: lambda fact, step: f"{_card(fact.place, step)} is set aside",
    f.CardTrusted: lambda fact, step: f"{_card(fact.place, step)} stands as read",
    f.CardVouched: lambda fact, step: f"{_card(fact.place, step)} stands as read",
    f.CardWentBack: lambda fact, step: f"{_card(fact.place, step)} went back",
    f.CarriedRecalled: lambda fact, step: "carried cards are taken up",
    f.CutSeen: lambda fact, step: "the cutting card counts as seen",
    f.IrregularityRaised: lambda fact, step: f"then {fact.code}",
    f.HandOverruled: lambda fact, step: f"{_card(fact.place, step)} stays where the table puts it",
    f.KeptCardCorrected: lambda fact, step: "a kept card is corrected",
    f.KeptCardRead: lambda fact, step: "a kept card is read from its face",
    f.LastHandAnnounced: lambda fact, step: "last hand is announced",
    f.MouthFilled: lambda fact, step: "cards lie at the mouth again",
    f.ReplacementNoted: lambda fact, step: "the new shoe is in",
    f.RoundBegan: lambda fact, step: f"{'void hand' if fact.void_hand else 'round'} {fact.number} begins",
    f.RoundClosed: lambda fact, step: f"round {fact.number} is closed",
    f.RoundCorrected: lambda fact, step: f"round {fact.number} is marked corrected",
    f.RoundUnbegun: lambda fact, step: "the round has not begun",
    f.RoundVoided: lambda fact, step: "the round is void",
    f.ShoeEnded: lambda fact, step: "the shoe is over",
    f.ShoeOverAfterRound: lambda fact, step: "the shoe is over after this round",
}
"""What of the facts behind a decision is told. None of them depends on a card that lies face down."""
