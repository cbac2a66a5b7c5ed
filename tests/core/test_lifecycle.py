"""The legality table: every fact has its row, no row has a condition, and the diagram is drawn from it."""

from pathlib import Path
from typing import get_args

import pytest

import firmware.core.lifecycle as page
from firmware.core.facts import Fact, HoldEnded
from firmware.core.lifecycle import LEGAL, MOVES, STAYS, Phase
from firmware.errors import IllegalFact
from firmware.vocabulary import kind_of

KINDS = {kind_of(fact) for fact in get_args(Fact)}
ENDINGS = {HoldEnded(to=phase).trigger for phase in Phase if phase is not Phase.HOLD}


def test_every_fact_has_a_row_and_every_row_a_fact() -> None:
    assert set(LEGAL.machine.events) == (KINDS - {"hold_ended"}) | ENDINGS


def test_every_kind_of_fact_has_a_name_of_its_own() -> None:
    assert len(KINDS) == len(get_args(Fact))


def test_no_fact_both_moves_and_stays() -> None:
    triggers = [trigger for trigger, *_ in (*MOVES, *STAYS)]
    assert len(triggers) == len(set(triggers))


def test_no_row_asks_for_more_than_its_phase() -> None:
    for trigger in LEGAL.machine.events:
        rows = LEGAL.machine.get_transitions(trigger)
        assert rows
        for row in rows:
            assert not row.conditions + row.prepare + row.before + row.after, trigger


def test_nothing_is_called_when_a_phase_changes() -> None:
    for state in LEGAL.machine.states.values():
        assert not state.on_enter + state.on_exit
    for calls in ("prepare_event", "before_state_change", "after_state_change", "finalize_event", "on_exception"):
        assert not getattr(LEGAL.machine, calls)


def test_a_table_begins_without_cards_to_deal() -> None:
    assert LEGAL.machine.initial == Phase.SHUFFLE.name
    assert "[*] --> shuffle\n" in LEGAL.diagram()


def test_every_phase_can_be_entered_and_left() -> None:
    moves = {(source, dest) for _, sources, dest in MOVES for source in sources}
    for phase in Phase:
        assert any(dest is phase for source, dest in moves if source is not phase)
        assert any(source is phase for source, dest in moves if dest is not phase)


def test_a_fact_leads_where_its_row_says() -> None:
    assert LEGAL.after(Phase.READY, "round_began") is Phase.DEALING
    assert LEGAL.after(Phase.HOLD, "hold_ended_to_result") is Phase.RESULT
    assert LEGAL.after(Phase.BURN, "card_burned") is Phase.BURN


@pytest.mark.parametrize(
    ("phase", "trigger"),
    [(Phase.SHUFFLE, "card_dealt"), (Phase.HOLD, "card_dealt"), (Phase.DEALING, "round_closed"), (Phase.READY, "won")],
)
def test_a_fact_out_of_place_is_illegal(phase: Phase, trigger: str) -> None:
    with pytest.raises(IllegalFact, match=trigger):
        LEGAL.after(phase, trigger)


def test_the_page_with_the_diagram_is_up_to_date() -> None:
    text = Path(page.__file__).with_name("LIFECYCLE.md").read_text(encoding="utf-8")
    assert f"```mermaid\n{LEGAL.diagram()}```\n" in text
