"""The shoe report: one shoe in numbers, and who decided what.

Decides what is counted. Of the open shoe nothing is counted that would tell of a card that is not public.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple, TypedDict

from firmware.core import facts as f
from firmware.core import inputs as i
from firmware.core.cards import UNREAD
from firmware.core.state import Table
from firmware.journal.history import Shoe
from firmware.journal.incidents import incidents


class Decision(NamedTuple):
    """A decision, what it was about, and by whom."""

    decision: str
    irregularity: str
    """Its code; empty: nothing had asked for a decision."""
    role: str
    actor: str
    second: str


class Report(TypedDict):
    """One shoe."""

    shoe: int
    table: str
    edition: str
    began: str
    """UTC."""
    closed: bool
    cards: int
    dealt: int
    """Cards of the rounds that are over."""
    burned: int
    set_aside: int
    """Cards out of play that were of no round; those of the round in progress, carried or waiting not among them."""
    unread: int
    """Cards that left unread, whatever became of them."""
    corrected: int
    """Cards that are not what was read of them."""
    named: int
    """Cards whose value a person read."""
    never_seen: int | None
    """Cards of the decks whose value nobody knows; None with a continuous shuffler."""
    rounds: int
    voided: int
    void_hands: int
    results: dict[str, int]
    """Void hands and voided rounds apart, for they count in no statistics."""
    naturals: int
    irregularities: dict[str, int]
    incidents: list[dict[str, str | int]]
    """Each decision with what had asked for it, the rule and the effect (`firmware.journal.incidents`)."""
    decisions: list[dict[str, str | int]]
    faults: dict[str, int]
    counters: dict[str, int]


def report(shoe: Shoe) -> Report:
    """Return the report of `shoe`."""
    table, settings = shoe.table, shoe.table.settings
    places = [place for place in table.numbered if shoe.shows(place)]
    known = sum(table.cards[place].face != UNREAD for place in places)
    sources = Counter(table.cards[place].source for place in table.numbered)
    counted = [closed for closed in table.rounds if closed.winner and not closed.void_hand]
    results = Counter(closed.winner for closed in counted)
    dealt = sum(place not in table.backs for closed in table.rounds for place in closed.cards)
    raised = [fact for fact in _facts(shoe) if isinstance(fact, f.IrregularityRaised)]
    return Report(
        shoe=shoe.header.shoe,
        table=shoe.header.table,
        edition=settings.edition.name,
        began=shoe.header.wall,
        closed=shoe.closed,
        cards=table.cards_out,
        dealt=dealt,
        burned=table.burned,
        set_aside=table.left - dealt - table.burned - _on_the_table(table),
        unread=len(_unread(shoe)),
        corrected=sources["corrected"],
        named=sources["manual"],
        never_seen=settings.decks * 52 - known if settings.inventory else None,
        rounds=len(table.rounds),
        voided=sum(closed.winner is None for closed in table.rounds),
        void_hands=sum(closed.void_hand for closed in table.rounds),
        results={winner: results[winner] for winner in ("player", "banker", "tie")},
        naturals=sum(closed.natural for closed in counted),
        irregularities=_sorted(Counter(fact.code for fact in raised)),
        incidents=[incident._asdict() for incident in incidents(shoe.steps)],
        decisions=[{**decision._asdict(), "times": times} for decision, times in sorted(_decisions(shoe).items())],
        faults=_sorted(Counter(fact.fault for fact in _facts(shoe) if isinstance(fact, f.FaultBegan))),
        counters=_counters(shoe),
    )


def _on_the_table(table: Table) -> int:
    """Cards of the round in progress, carried ones, and those that wait for a decision."""
    return len(table.round.cards if table.round else ()) + len(table.carried) + len(table.waiting)


def _facts(shoe: Shoe) -> Iterator[f.Fact]:
    return (fact for step in shoe.steps for fact in step.record.facts)


def _sorted(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items()))


def _unread(shoe: Shoe) -> set[int]:
    """Places of the cards that left unread; of the open shoe those of which everybody at the table knows it."""
    unread, told, place = set(), set(), 0
    for fact in _facts(shoe):
        match fact:
            case f.CardOut():
                if fact.face == UNREAD:
                    unread.add(place)
                place += 1
            case f.IrregularityRaised(code="unread_card", place=int(about)):
                told.add(about)
    return unread if shoe.closed else unread & told


def _decisions(shoe: Shoe) -> Counter[Decision]:
    codes = {fact.id: fact.code for fact in _facts(shoe) if isinstance(fact, f.IrregularityRaised)}
    decisions: Counter[Decision] = Counter()
    for fact in _facts(shoe):
        if isinstance(fact, f.IrregularityDecided):
            decisions[Decision(fact.decision, codes.get(fact.id, ""), fact.role, fact.actor, fact.second)] += 1
        elif isinstance(fact, f.DecisionTaken):
            decisions[Decision(fact.decision, "", fact.role, fact.actor, fact.second)] += 1
    return decisions


def _counters(shoe: Shoe) -> dict[str, int]:
    said = [step.record.said for step in shoe.steps]
    lost = (one.last - one.first + 1 for one in said if isinstance(one, i.EventsLost))
    return {
        "starts": sum(isinstance(one, i.Started) for one in said),
        "presses": sum(isinstance(one, i.Pressed) for one in said),
        "presses_ignored": sum(isinstance(fact, f.PressIgnored) for fact in _facts(shoe)),
        "events_lost": sum(lost),
        "boots_repeated": sum(isinstance(one, i.BootRepeated) for one in said),
        "records": len(shoe.steps),
    }
