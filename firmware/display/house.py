"""What the house takes and pays at its table, as the display tells it: limits, odds, commission, Banker wagers.

Decides in which form it is told. The numbers are `firmware.money`'s; it must never know one of its own, nor the round.
"""

from collections.abc import Mapping
from typing import Any, Final

from firmware.money.amount import written
from firmware.money.banker import commission, in_steps, smallest_wager
from firmware.money.chips import Chips, read_chips
from firmware.money.wagers import ODDS

_HUNDRED: Final = 100
"""Of any amount: what is kept of it is a percentage."""


def house(limits: str, chips: str) -> Mapping[str, Any]:
    """Return what the house takes and pays, ready for JSON.

    Args:
        limits: the house's words for the table's limits; may be empty.
        chips: values of the table's chips, such as ``0.50,2.50,5``; empty, and nothing is told of Banker wagers.

    Returns:
        ``limits``; ``odds``, paid for 1, by wager; ``commission`` of what a Banker wager wins, in percent (rule 5.2);
        ``banker_wagers`` that can be paid exactly (rule 5.3): the ``smallest``, and whether they are its multiples
        alone (``steps``).

    Raises:
        Refused: as `money.chips.read_chips`.
    """
    return {
        "limits": limits,
        "odds": {str(bet): paid for bet, paid in ODDS.items()},
        "commission": commission(_HUNDRED),
        "banker_wagers": _banker_wagers(read_chips(chips)) if chips else None,
    }


def _banker_wagers(chips: Chips) -> Mapping[str, Any]:
    return {"smallest": written(smallest_wager(chips)), "steps": in_steps(chips)}
