"""What a shoe says of the game: how a round ended, that a card too many left, what lies where. A second opinion.

The table works everything out for itself and compares (shoes of other makes: PROTOCOL.md, section 7). A difference is
an irregularity, raised when what it is about is public and never before; until then the opinion waits as it came. It
must never move a card, and never be taken for the truth. Whose card it was is asked as the card is dealt (`dealing`).
"""

from firmware.core import facts as f
from firmware.core.corrections import corrected
from firmware.core.draft import Draft
from firmware.core.facts import Opinion
from firmware.core.inputs import AlarmSaid, CardSaidAgain, ResultSaid
from firmware.core.lifecycle import Phase
from firmware.core.state import Table


def weigh(d: Draft, said: Opinion) -> None:
    """Compare what the shoe says with what the table knows, or keep it until that is public."""
    if _is_public(d.table, said):
        left = range(len(d.table.cards))[-1:]
        _compare(d, said, tuple(left))
    else:
        d.record(f.OpinionKept(said=said))


def opinion_due(table: Table) -> bool:
    """Whether it is the turn of an opinion that was kept: at the latest as its round reaches `result`."""
    if not table.opinions:
        return False
    return _round_is_over(table) or (isinstance(table.opinions[0], CardSaidAgain) and _all_public(table))


def take_up(d: Draft) -> None:
    """Compare the first opinion that was kept."""
    said, in_round = d.table.opinions[0], d.table.round
    d.record(f.OpinionTakenUp())
    _compare(d, said, in_round.cards if in_round else ())


def _round_is_over(table: Table) -> bool:
    return table.round is None or table.behind is Phase.RESULT


def _is_public(table: Table, said: Opinion) -> bool:
    return _round_is_over(table) or (not isinstance(said, ResultSaid) and _all_public(table))


def _all_public(table: Table) -> bool:
    assert table.round is not None
    # An unread card that lies face down is asked about as it is turned: so is an alarm that may be about it.
    return table.behind is not Phase.REVEAL and all(table.cards[place].public for place in table.round.cards)


def _compare(d: Draft, said: Opinion, about: tuple[int, ...]) -> None:
    """Compare what the shoe says; an alarm about an unread card is about one of the cards at `about`."""
    table = d.table
    if table.behind is Phase.SHUFFLE and not isinstance(said, ResultSaid):
        d.record(f.Noted(note="no shoe was in play"))
    elif _is_void(table, said):
        d.record(f.Noted(note="the round is void"))
    elif isinstance(said, CardSaidAgain):
        _compare_card(d, said)
    elif isinstance(said, AlarmSaid) and said.alarm == "misread":
        _answer(d, about)
    elif said.winner in _results(table) if isinstance(said, ResultSaid) else _too_many(table):
        d.record(f.Noted(note="the table found the same"))
    else:
        d.hold("result_mismatch" if isinstance(said, ResultSaid) else "overdraw_reported")


def _answer(d: Draft, about: tuple[int, ...]) -> None:
    """Find the card at `about` that the shoe could not read: one that the table has asked about itself.

    One alarm is about one card. Of a card that lies face down not so much may be told.
    """
    cards = ((place, d.table.cards[place]) for place in about)
    unread = [place for place, card in cards if card.public and card.misread and not card.alarmed]
    if unread:
        d.record(f.AlarmAnswered(place=unread[0]))
    else:
        d.hold("misread_reported")


def _is_void(table: Table, said: Opinion) -> bool:
    """Whether what is said can only be of a voided round: it has no result, and what lay face down in it stays so."""
    if table.round is not None:
        return table.round.voided
    return not isinstance(said, AlarmSaid) and bool(table.rounds) and table.rounds[-1].winner is None


def _results(table: Table) -> tuple[str | None, ...]:
    """What the shoe may say of the round in progress or, between rounds, of the one last closed."""
    if table.round is not None:
        return (table.outcome.winner,)
    last = table.rounds[-1] if table.rounds else None
    if last is None:
        return ("player", "banker", "tie", "void")  # there is no result to compare with
    # Broken off at the shoe after the round was closed here, with no card out since: nothing is broken off.
    return (last.winner, corrected(table, last).winner, "void")


def _too_many(table: Table) -> bool:
    """Whether the table has found a card out of turn itself: the last that left. None waits any more (`play`)."""
    last = len(table.cards) - 1
    if last < 0 or last in table.backs:
        return False
    dealt = table.round is not None and last in table.round.cards
    return table.cards[last].left_in is Phase.RESULT or last in table.carried or not (dealt or _is_past(table, last))


def _is_past(table: Table, place: int) -> bool:
    """Whether the card was burned, or dealt in a round that is closed."""
    return table.cards[place].left_in is Phase.BURN or any(place in closed.cards for closed in table.rounds)


def _compare_card(d: Draft, said: CardSaidAgain) -> None:
    place = _place(d.table, said)
    if place is not None and d.table.cards[place].face == said.face:
        d.record(f.Noted(note="the same card is on record there"))
    else:
        d.hold("reader_distrust", place, "SENSOR" if place is None else "AGAIN")


def _place(table: Table, said: CardSaidAgain) -> int | None:
    """Return the place of the card the shoe speaks of: of the round in progress, else of the one last closed."""
    places = table.round.cards if table.round else table.rounds[-1].cards if table.rounds else ()
    player, banker = table.hands_of(places)
    hand = player if said.hand == "player" else banker if said.hand == "banker" else ()
    return hand[said.nth - 1] if 1 <= said.nth <= len(hand) else None
