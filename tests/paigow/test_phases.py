"""The legality table of Pai Gow: every fact has its row, no row has a condition, and the diagram is drawn from it."""

from pathlib import Path
from typing import get_args

import pytest

import firmware
from firmware.errors import IllegalFact
from firmware.paigow.facts import Fact, HoldEnded
from firmware.paigow.lifecycle import LEGAL, MOVES, STAYS, UNRULED, Phase
from firmware.vocabulary import kind_of

KINDS = {kind_of(fact) for fact in get_args(Fact)}
ENDINGS = {HoldEnded(to=phase).trigger for phase in UNRULED}


def test_every_fact_has_a_row_and_every_row_a_fact() -> None:
    assert set(LEGAL.machine.events) == (KINDS - {"hold_ended"}) | ENDINGS
    assert len(KINDS) == len(get_args(Fact))


def test_no_fact_both_moves_and_stays() -> None:
    triggers = [trigger for trigger, *_ in (*MOVES, *STAYS)]
    assert len(triggers) == len(set(triggers))


def test_no_row_asks_for_more_than_its_phase_and_nothing_is_called() -> None:
    for trigger in LEGAL.machine.events:
        for row in LEGAL.machine.get_transitions(trigger):
            assert not row.conditions + row.prepare + row.before + row.after, trigger
    for state in LEGAL.machine.states.values():
        assert not state.on_enter + state.on_exit


def test_every_phase_can_be_reached_and_all_but_the_last_be_left() -> None:
    moves = {(source, dest) for _, sources, dest in MOVES for source in sources}
    assert {dest for source, dest in moves if source is not dest} == set(Phase)
    assert {source for source, dest in moves if source is not dest} == set(Phase) - {Phase.CLOSED}


def test_nobody_is_paid_before_all_hands_are_exposed() -> None:
    assert [phase for phase in Phase if LEGAL.allows(phase, "chips_moved")] == [Phase.SETTLEMENT]
    assert [trigger for trigger, _, dest in MOVES if dest is Phase.SETTLEMENT] == ["all_exposed"]


def test_a_fact_leads_where_its_row_says() -> None:
    assert LEGAL.after(Phase.LAJA, "reshuffle_ordered") is Phase.STACKING
    assert LEGAL.after(Phase.MATCHING, "hand_matched") is Phase.MATCHING
    assert LEGAL.after(Phase.HOLD, "hold_ended_to_delivery") is Phase.DELIVERY


@pytest.mark.parametrize(
    ("phase", "trigger"),
    [(Phase.STACKING, "tiles_cut"), (Phase.MATCHING, "chips_moved"), (Phase.CLOSED, "bank_taken"), (Phase.CUT, "won")],
)
def test_a_fact_out_of_place_is_illegal(phase: Phase, trigger: str) -> None:
    with pytest.raises(IllegalFact, match=trigger):
        LEGAL.after(phase, trigger)


def test_the_page_with_the_diagram_is_up_to_date() -> None:
    text = Path(firmware.__file__).with_name("PAIGOW.md").read_text(encoding="utf-8")
    assert f"```mermaid\n{LEGAL.diagram()}```\n" in text
