"""How shoes and rounds begin and end."""

from typing import Final

from firmware.core import facts as f
from firmware.core.draft import Draft
from firmware.core.lifecycle import Phase
from firmware.core.state import Table

FEWEST_CARDS: Final = 6
"""Cards a round may need. With fewer and no cutting card seen, no new round starts."""


def open_shoe(d: Draft) -> None:
    """Begin a shoe: its burn, or its first round's wagers. Always first in its batch: a shoe has its own page."""
    settings = d.table.settings
    d.record(f.ShoeOpened(shoe=d.table.standing.shoe + 1))
    due = settings.burn.due(settings.decks, None)
    if due:
        d.record(f.BurnBegan(due=due))
    else:
        d.record(f.WagersOpened())


def end_burn(d: Draft) -> None:
    """The burn is over: wagers open, if the shoe still has a round in it."""
    d.record(f.ShoeEnded() if _exhausted(d.table) else f.WagersOpened())


def begin_round(d: Draft, void_hand: bool) -> None:
    """Begin a round with every carried card as its first."""
    d.record(f.RoundBegan(number=d.table.round_number + 1, void_hand=void_hand))


def close_round(d: Draft) -> None:
    """Close the round and go on to what follows it: the end of the shoe, a void hand (11.2), or wagers."""
    record_closed(d)
    table = d.table
    if table.replaced:
        return
    if table.over or table.rounds[-1].final or _exhausted(table):
        d.record(f.ShoeEnded())
    elif table.void_due:
        begin_round(d, void_hand=True)
    else:
        d.record(f.WagersOpened())


def record_closed(d: Draft) -> None:
    """Record the round in progress as closed, and nothing of what follows."""
    table = d.table
    in_round, outcome = table.round, table.outcome
    assert in_round is not None
    counted = not in_round.voided  # a voided round has no result, and what lay face down stays so
    d.record(
        f.RoundClosed(
            number=in_round.number,
            cards=in_round.cards,
            winner=outcome.winner if counted else None,
            player_count=outcome.player_count if counted else 0,
            banker_count=outcome.banker_count if counted else 0,
            natural=counted and outcome.natural,
            void_hand=in_round.void_hand,
            final=table.is_final,
        )
    )


def _exhausted(table: Table) -> bool:
    return table.settings.inventory and table.cut_round is None and table.cards_left < FEWEST_CARDS


def see_cut(d: Draft) -> None:
    """Take up a cutting card (9.7, 9.8). What decides is the phase it is taken up in."""
    if d.table.behind is Phase.SHUFFLE or d.table.cut_round is not None:
        d.record(f.CutNoted())
    else:
        place_cut(d)


def place_cut(d: Draft) -> None:
    """Decide where the first cutting card lies."""
    table = d.table
    if table.behind is Phase.BURN or (table.behind is Phase.READY and not table.rounds and not table.carried):
        d.hold("cut_misplaced")
    elif table.behind not in (Phase.READY, Phase.RESULT):
        assert table.round is not None
        d.record(f.CutSeen(round=table.round.number))
    else:
        last = table.round.number if table.round else table.round_number
        # With a card carried, the next round has begun in the shoe's order of cards: the cutting card lies within it.
        d.record(f.CutSeen(round=last + 1 if table.carried else last))
        if not table.carried:
            d.record(f.LastHandAnnounced())
