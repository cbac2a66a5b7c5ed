"""What follows, until nothing does: the one place where the order of things is written down.

When a card becomes due, cards that wait come first, then an EMPTY that is remembered, then what was kept. What the
shoe said of a round is compared once no card of it waits any more.
"""

from firmware.core import facts as f
from firmware.core.dealing import needs_card, place_next, settle
from firmware.core.draft import Draft
from firmware.core.hearing import hear, set_aside
from firmware.core.inputs import CardLeft
from firmware.core.lifecycle import Phase
from firmware.core.opinions import opinion_due, take_up
from firmware.core.rounds import begin_round, open_shoe


def advance(d: Draft) -> None:
    """Go on until a hold, a person or the shoe is waited for."""
    while d.table.hold is None and _step(d):
        pass


def _step(d: Draft) -> bool:
    if d.table.round:
        settle(d)
    table = d.table
    if table.carried and needs_card(table):
        d.record(f.CarriedRecalled())
    elif table.behind is Phase.READY and table.void_due:
        begin_round(d, void_hand=True)
    elif table.waiting and table.behind is not Phase.REVEAL:
        place_next(d)
    elif opinion_due(table):
        take_up(d)
    elif table.new_shoe_due:
        if d.facts:
            return False
        open_shoe(d)
    elif table.empty and table.deal_due:
        d.hold("shoe_empty")
    elif table.kept and not table.keeping:
        _take_kept(d)
    else:
        return False
    return True


def _take_kept(d: Draft) -> None:
    kept = d.table.kept[0]
    d.record(f.KeptTakenUp())
    if kept.out and isinstance(kept.said, CardLeft):
        set_aside(d, kept.said)
    elif kept.out and isinstance(kept.said, f.Opinion):
        d.record(f.Noted(note="it is of a round that was voided"))
    else:
        hear(d, kept.said)
        if kept.alarmed:
            d.record(f.AlarmAnswered(place=len(d.table.cards) - 1))
