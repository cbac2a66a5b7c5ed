"""Who may decide what, in every hold that the page of the table knows: at the desk, and by the buttons alone.

The page's table is typed in (`tests.whole.holds`). Decisions that are proved at the desk already are left to that.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest

from firmware.bench.grammar import DECISIONS
from firmware.core.facts import Code
from firmware.core.inputs import Decided
from firmware.core.irregularities import IRREGULARITIES
from firmware.core.state import Table as Standing
from hal.ports import ButtonName, Press
from tests.loop import test_desk as desk
from tests.loop.test_desk import Case
from tests.whole.holds import HOLDS, MORE, NO_HOLD, Row, decided

ROLES = ("technician", "dealer", "supervisor", "casino")
GRAVE = ("void_round", "correct", "accept", "reshuffle")
NEW = [
    (row, case)
    for row in (*HOLDS, *NO_HOLD)
    for case in row.cases()
    if not any((case.code, case.decision, case.said) == (old.code, old.decision, old.said) for old in desk.CASES)
]
EACH = pytest.mark.parametrize("case", [pytest.param(case, id=f"{case} {row.name}") for row, case in NEW])
EACH_ROW = pytest.mark.parametrize(
    "row", [pytest.param(row, id=f"{row.code or 'no hold'} {row.name}") for row in (*HOLDS, *NO_HOLD)]
)
EACH_HOLD = pytest.mark.parametrize("row", [pytest.param(row, id=f"{row.code} {row.name}") for row in HOLDS])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("etc")


def at(row: Row, folder: Path | None = None) -> desk.Table:
    return row.cases()[0].table(folder)


# -- what is open ----------------------------------------------------------------------------------------------------


@EACH_ROW
def test_exactly_what_the_page_lists_is_open(folder: Path, row: Row) -> None:
    for decision in DECISIONS:
        table = at(row, folder)
        answer = table.decide("Cy", decision=decision, **MORE.get(decision, {}))
        none_out = decision == "correct" and not table.loop.table.cards_out
        assert answer == ("" if decision in row.least else "form" if none_out else "not_open"), decision


@pytest.mark.parametrize("code", get_args(Code))
def test_every_decision_of_an_irregularity_is_on_the_page(code: Code) -> None:
    offered = {offer.decision for offer in IRREGULARITIES[code].offers}
    listed = {decision for row in HOLDS if row.code == code for decision in row.least}
    assert offered | {"reshuffle"} == listed


# -- who may ---------------------------------------------------------------------------------------------------------


@EACH
def test_a_decision_is_for_its_least_role_and_those_above_alone(folder: Path, case: Case) -> None:
    for role, who in desk.WITH.items():
        table = case.table(folder)
        before = table.seen()
        if ROLES.index(role) < ROLES.index(case.least):
            assert table.decide(who, decision=case.decision, **case.more) == "role"
            assert table.seen() == before
        else:
            assert table.decide(who, decision=case.decision, reason="seen", **case.more) == ""
            last = table.on_record(Decided)[-1]
            assert (last.actor, last.role, last.reason, last.decision) == (who, role, "seen", case.decision)


@EACH
def test_a_decision_is_for_nobody_without_the_right_pin(folder: Path, case: Case) -> None:
    table = case.table(folder)
    table.panel.key = True  # it stands for nobody here
    before = table.seen()
    for who, pin in (("Cy", "AnaAnaAna"), ("Cy", ""), ("", ""), ("Zoe", "ZoeZoeZoe")):
        assert table.ask(do="decide", decision=case.decision, actor=who, pin=pin, **case.more) == "pin"
    assert table.seen() == before


@EACH
def test_a_decision_is_about_the_hold_that_was_read(folder: Path, case: Case) -> None:
    table = case.table(folder)
    before = table.seen()
    hold = table.loop.table.hold.id if table.loop.table.hold else 0
    assert table.decide("Cy", decision=case.decision, hold=hold + 1, **case.more) == "stale"
    assert table.seen() == before
    if case.code:
        assert table.decide("Cy", decision=case.decision, hold=hold, **case.more) == ""


@EACH_HOLD
def test_a_decision_for_a_hold_that_is_no_longer_there_is_stale(folder: Path, row: Row) -> None:
    table = at(row, folder)
    assert table.loop.table.hold
    gone = table.loop.table.hold.id
    assert table.decide("Cy", decision="reshuffle") == ""
    before = table.seen()
    for decision in (*row.least, "new_shoe"):
        assert table.decide("Cy", decision=decision, hold=gone, **MORE.get(decision, {})) in ("stale", "form")
    assert table.seen() == before


@EACH
def test_without_a_roles_file_a_decision_takes_the_key(case: Case) -> None:
    table = case.table(None)
    before = table.seen()
    assert table.decide("Ana", decision=case.decision, **case.more) == "key"
    assert table.seen() == before
    table.panel.key = True
    assert table.ask(do="decide", decision=case.decision, actor="Ana", **case.more) == ""
    last = table.on_record(Decided)[-1]
    assert (last.actor, last.role, last.decision) == ("Ana", "casino", case.decision)


@EACH
def test_a_grave_decision_takes_two_where_that_is_set_and_no_other_does(folder: Path, case: Case) -> None:
    table = case.table(folder, two_person=True)
    before, words = table.seen(), {"decision": case.decision, **case.more}
    if case.decision in GRAVE:
        for second in ("", "Cy", "Di", "Ti"):  # nobody, the same one, and two of too low a rank
            assert table.decide("Cy", second, **words) == "second"
        assert table.ask(do="decide", actor="Cy", pin="CyCyCy", second={"actor": "Bo", "pin": "BoBo"}, **words) == "pin"
        assert table.seen() == before
        assert table.decide("Cy", "Bo", **words) == ""
        assert table.on_record(Decided)[-1].second == "Bo"
    else:
        assert table.decide("Cy", **words) == ""


# -- buttons alone ---------------------------------------------------------------------------------------------------


def held(row: Row, button: ButtonName, *, key: bool = True, **settings: Any) -> tuple[Standing, Standing]:
    """The table before and after a button is held for two seconds."""
    table = row.cases()[0].table(None, **settings)
    before = table.loop.table
    table.panel.presses.append(Press(button, held=key, key=key))
    table.settle()
    return before, table.loop.table


def ruled(row: Row, decision: str) -> Standing:
    """The table after a decision was taken at the desk."""
    table = at(row)
    table.hear(decided(decision))
    return table.loop.table


def confirming(row: Row) -> tuple[ButtonName, ...]:
    return ("player", "banker", "tie") if row.settings.get("confirm") == "result" else ("confirm",)


@EACH_HOLD
def test_confirm_held_takes_the_decision_that_is_marked_and_no_other(row: Row) -> None:
    for button in confirming(row):
        before, after = held(row, button)
        assert after == (ruled(row, row.marked) if row.marked else before)


@EACH_HOLD
def test_void_held_voids_the_round_or_else_has_the_cards_reshuffled(row: Row) -> None:
    _, after = held(row, "void")
    assert after == ruled(row, "void_round" if "void_round" in row.least else "reshuffle")


@EACH_HOLD
def test_without_the_key_no_button_decides_anything(row: Row) -> None:
    for button in (*confirming(row), "void"):
        before, after = held(row, button, key=False)
        assert after == before


@EACH_HOLD
def test_a_button_is_one_person(row: Row) -> None:
    for button in (*confirming(row), "void"):
        decision = row.marked if button != "void" else "void_round"
        before, after = held(row, button, two_person=True)
        assert (after == before) == (decision is None or decision in GRAVE)
