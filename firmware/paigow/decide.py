"""What a dealer's word means for a Pai Gow round: the facts that follow from it.

`decide` may refuse, and never changes anything. Whether a fact may follow at all is the legality table's to say; here
is only what the rules ask besides, and the choice between two facts.
"""

from collections.abc import Iterator
from typing import Final

from firmware.errors import Refused
from firmware.paigow import facts as f
from firmware.paigow.inputs import BankOffered, Exposed, Input, Matched, Said, WagerOffered, Word
from firmware.paigow.lifecycle import LEGAL, UNRULED, Phase
from firmware.paigow.round import Round, fold
from firmware.paigow.settlement import StakeFallsShort
from firmware.paigow.wagers import judge_stake, judge_wager

MOST_EXPOSED: Final = 2
"""Tiles that may be exposed in one laja before it comes to a re-shuffle (12.2)."""
TILES_IN_PLAY: Final = 32
"""So many there are (1998, Pai Gow equipment)."""

_PLAIN: Final[dict[Word, f.Fact]] = {
    "stacked": f.TilesStacked(),
    "mixed": f.LajaCompleted(),
    "cut": f.TilesCut(),
    "delivered": f.TilesDelivered(),
    "set": f.HandsSet(),
    "shown": f.TilesShown(),
    "house-way": f.BankSet(),
}
"""Words that mean one fact."""


def decide(table: Round, said: Input) -> tuple[f.Fact, ...]:
    """Return what follows from `said`.

    Raises:
        Refused: it is not open now, or a rule forbids it. Nothing follows from it.
    """
    match said:
        case BankOffered():
            return (_bank(table, said),)
        case WagerOffered():
            return (_wager(table, said),)
        case Exposed():
            return tuple(_exposed(table, said))
        case Matched():
            return tuple(_matched(table, said))
        case Said(word="done"):
            return tuple(_moved(table))
        case Said(word="laja"):
            return (_allowed(table, f.LajaBegan(wished=not (table.phase is Phase.STACKING and table.exposed))),)
        case Said(word="continue" | "reshuffle"):
            if table.phase is not Phase.HOLD:
                raise _not_now(f"nothing waits for a supervisor in the phase {table.phase}")
            return (f.HoldEnded(to=table.behind) if said.word == "continue" else f.ReshuffleOrdered(rule=""),)
        case Said():
            fact = _allowed(table, _PLAIN[said.word])
            _ask(table, fact)
            return (fact,)


def _not_now(why: str) -> Refused:
    return Refused("not_open", why)


def _allowed(table: Round, fact: f.Fact) -> f.Fact:
    if not LEGAL.allows(table.phase, fact.kind):
        raise _not_now(f"not open in the phase {table.phase}")
    return fact


def _ask(table: Round, fact: f.Fact) -> None:
    """Refuse what the rules do not let follow yet."""
    match fact:
        case f.TilesStacked() if table.exposed:
            raise _not_now("a tile was exposed in stacking: perform a laja (12.1)")
        case f.TilesCut() if table.bank is None or not table.wagers:
            raise _not_now("the bank and at least one wager come before the cut")
        case f.HandsSet() if table.hands_set:
            raise _not_now("the hands are set already")
        case f.TilesShown() if table.shown:
            raise _not_now("the co-banker may expose two tiles, once (11 (e))")
        case f.TilesShown() | f.BankSet() if not table.hands_set:
            raise _not_now("the bank's hand is set after all other hands (11 (e))")


def _bank(table: Round, said: BankOffered) -> f.Fact:
    if said.box in dict(table.wagers):
        raise Refused("form", f"box {said.box} holds a wager against the bank")
    judge_stake(said.stake, table.policy.unit)
    return _allowed(table, f.BankTaken(box=said.box, stake=said.stake))


def _wager(table: Round, said: WagerOffered) -> f.Fact:
    if table.bank and table.bank.box == said.box:
        raise Refused("form", f"box {said.box} is the co-banker's: it holds no wager against the bank")
    if said.amount:
        judge_wager(said.amount, table.policy.unit)
    return _allowed(table, f.WagerPlaced(box=said.box, amount=said.amount))


def _exposed(table: Round, said: Exposed) -> Iterator[f.Fact]:
    new = tuple(dict.fromkeys(tile for tile in said.tiles if tile not in table.exposed))
    if len(table.exposed) + len(new) > TILES_IN_PLAY:
        raise Refused("form", f"there are {TILES_IN_PLAY} tiles: the same name is the same tile")
    raised = table.phase in (*UNRULED, Phase.HOLD)
    fact = _allowed(table, f.ExposureRaised(tiles=new) if raised else f.TilesExposed(tiles=new))
    if new:  # a tile that is seen again is counted once
        yield fact
    if table.phase is Phase.LAJA and len(table.exposed) + len(new) > MOST_EXPOSED:
        yield f.ReshuffleOrdered(rule="12.2")


def _matched(table: Round, said: Matched) -> Iterator[f.Fact]:
    if table.phase is not Phase.MATCHING:
        raise _not_now(f"not open in the phase {table.phase}")
    box, wager = table.next_hand
    if said.box not in (None, box):
        raise Refused("form", f"box {box} is next: counter-clockwise from the co-banker's box (11 (f))")
    fact = f.HandMatched(box=box, result=said.result, collected=wager if said.result == "lose" else 0)
    yield fact
    table = fold(table, [fact])
    if len(table.results) == len(table.order):
        try:
            table.settlement  # noqa: B018 - asked whether there is one
            yield f.AllExposed()
        except StakeFallsShort as error:
            yield f.LeftToSupervisor(short=error.short)


def _moved(table: Round) -> Iterator[f.Fact]:
    if table.phase is not Phase.SETTLEMENT:
        raise _not_now(f"no chips move in the phase {table.phase}")
    settlement = table.settlement
    yield f.ChipsMoved(step=table.next_step)
    if table.moved + 1 == len(settlement.settling):
        yield f.RoundSettled(house=settlement.house, co_banker=settlement.co_banker, odd=settlement.odd)
