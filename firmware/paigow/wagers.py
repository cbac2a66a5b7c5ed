"""Which boxes and amounts a co-banked table takes.

Decides whether a box exists, and whether an amount can lie in it and be divided. It must never know who won.
"""

from firmware.errors import Refused
from firmware.money.amount import Cents, written
from firmware.paigow.settlement import BOXES


def read_box(text: str) -> int:
    """Return the number of the box that `text` names. Raises `Refused` if there is none."""
    if text not in map(str, range(1, BOXES + 1)):
        raise Refused("form", f"box {text[:20]!a}: the boxes are 1 to {BOXES}")
    return int(text)


def judge_wager(wager: Cents, unit: Cents) -> None:
    """Refuse a wager that is not made of the smallest chip, `unit`. Raises `Refused`."""
    if wager % unit:
        raise Refused("form", f"wager {written(wager)}: no multiple of the smallest chip, {written(unit)}")


def judge_stake(stake: Cents, unit: Cents) -> None:
    """Refuse a co-banking wager that is not two equal halves made of the smallest chip. Raises `Refused`."""
    if stake % (2 * unit):
        raise Refused(
            "form",
            f"co-banking wager {written(stake)}: house and co-banker stake equal halves, so it is a multiple of "
            f"{written(2 * unit)}",
        )
