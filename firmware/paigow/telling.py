"""What the guide tells the dealer: what is due now, and what a word has led to.

Decides the sentences alone; a rule number stands behind each that is a rule's.
"""

from firmware.money.amount import Cents, written
from firmware.paigow import facts as f
from firmware.paigow.decide import MOST_EXPOSED, TILES_IN_PLAY
from firmware.paigow.lifecycle import Phase
from firmware.paigow.round import Round
from firmware.paigow.settlement import CO_BANKER, FLOAT, LOSING_AREA, STAKE, Favoured, Step

_DUE = {
    Phase.CUT: "have the tiles cut: `cut` (or `laja`, where one is wished)",
    Phase.DELIVERY: "deliver the tiles; the bank's lie in front of the float tray (11 (d)): `delivered`",
    Phase.CLOSED: "the round is over",
}


def due(table: Round) -> str:
    """Return what the dealer has to do next, and the word for it."""
    match table.phase:
        case Phase.STACKING if table.exposed:
            return "a tile was exposed: perform a laja (12.1): `laja`"
        case Phase.STACKING:
            return f"stack the {TILES_IN_PLAY} tiles: `stacked`"
        case Phase.LAJA:
            return f"laja: mix the tiles again ({len(table.exposed)} exposed, {MOST_EXPOSED} allowed, 12.2): `mixed`"
        case Phase.CUT if table.bank is None:
            return "the bank: `bank BOX AMOUNT`, the whole co-banking wager"
        case Phase.CUT if not table.wagers:
            return "the wagers: `wager BOX AMOUNT` each"
        case Phase.SETTING if not table.hands_set:
            return "all other hands are set first (11 (e)): `set`"
        case Phase.SETTING:
            shown = "" if table.shown else "; the co-banker may expose 2 of the 4 tiles before: `shown`"
            return f"set the bank's hand the house way (11 (e)): `house-way`{shown}"
        case Phase.MATCHING:
            box, wager = table.next_hand
            return f"box {box}, {written(wager)}: expose and match the hand (11 (f)): `win`, `lose` or `push`"
        case Phase.SETTLEMENT:
            return f"{sentence(table.next_step)}: `done`"
        case Phase.HOLD:
            tiles = " ".join(table.exposed)
            return f"exposed: {tiles}; no rule was found for that: a game supervisor decides: `continue` or `reshuffle`"
        case phase:
            return _DUE[phase]


def sentence(step: Step) -> str:
    """Return what the dealer does in a step of the settlement, with its rule."""
    amount = written(step.amount)
    match step.act:
        case "leave":
            says = f"box {step.box} wins: its tiles and wager stay until all hands are exposed"
        case "push":
            says = f"box {step.box} pushes: tiles to the designated area, the wager stays"
        case "collect":
            says = f"box {step.box} loses: {amount} to the {LOSING_AREA}, tiles to the designated area"
        case "pay":
            says = f"pay box {step.box} {amount} from the {LOSING_AREA}, and pick up its tiles"
        case "pay part":
            says = f"pay box {step.box} {amount} from the {LOSING_AREA}, which is all that is left in it"
        case "make up":
            says = f"pay box {step.box} {amount} from the {STAKE}, and pick up its tiles"
        case "commission":
            payer = f"the {CO_BANKER}" if step.box is None else f"box {step.box}"
            says = f"commission of {payer}: {amount} from {_the(step.source)} to the {FLOAT}"
        case "share" if step.to == FLOAT:
            says = f"the house's half of the {LOSING_AREA}: {amount} to the {FLOAT}"
        case "share":
            says = f"what remains in the {LOSING_AREA}: {amount} to the {step.to}"
        case "stake":
            whose = "house" if step.to == FLOAT else step.to
            says = f"the {whose}'s stake: {amount} from the {STAKE} to the {step.to}"
        case "rest":
            says = f"half of what is left of the {STAKE}: {amount} to the {step.to}"
    return f"{says} ({step.rule})"


def _the(place: str) -> str:
    return place if place.startswith("box") else f"the {place}"


def gains(house: Cents, co_banker: Cents, odd: Cents, favoured: Favoured) -> str:
    """Return what both sides gain in a round, and who got an amount that could not be divided."""
    rest = f", of which {written(odd)} could not be divided and went to the {favoured}" if odd else ""
    return f"house {_gain(house)}, co-banker {_gain(co_banker)}{rest}"


def told(fact: f.Fact, favoured: Favoured) -> str | None:
    """Return what has to be said of a fact: what a dealer might not expect, or has to do at once."""
    match fact:
        case f.LajaBegan(wished=False):
            return "a tile was exposed in stacking: laja (12.1)"
        case f.ReshuffleOrdered(rule="12.2"):
            return f"more than {MOST_EXPOSED} tiles exposed in a laja: re-shuffle (12.2)"
        case f.ReshuffleOrdered():
            return "re-shuffle, by the supervisor"
        case f.HandMatched(result="lose"):
            return f"box {fact.box} loses: {written(fact.collected)} to the {LOSING_AREA} at once, tiles away (11 (g))"
        case f.HandMatched(result="push"):
            return f"box {fact.box} pushes: tiles away, the wager stays (11 (h))"
        case f.HandMatched():
            return f"box {fact.box} wins: tiles and wager stay until all hands are exposed (11 (i))"
        case f.AllExposed():
            return "all hands are exposed: settle (11 (i) to (l))"
        case f.RoundSettled():
            return f"settled: {gains(fact.house, fact.co_banker, fact.odd, favoured)}"
        case f.LeftToSupervisor():
            return f"the {STAKE} falls short by {written(fact.short)}, and no rule was found: call a supervisor"
        case _:
            return None


def _gain(amount: int) -> str:
    return f"+{written(amount)}" if amount > 0 else written(amount)
