"""Every decision that can be open does something, and nothing else can be decided."""

from firmware.core import rulings
from firmware.core.decisions import FREELY
from firmware.core.irregularities import IRREGULARITIES, RESHUFFLE


def test_every_decision_of_a_hold_has_what_it_does() -> None:
    offered = {offer.decision for irregularity in IRREGULARITIES.values() for offer in irregularity.offers}
    assert rulings._IN_HOLD.keys() == offered | {RESHUFFLE.decision}


def test_every_decision_without_a_hold_has_what_it_does() -> None:
    assert rulings._FREELY.keys() == FREELY.keys()
