"""A controller and a shoe, two processes with a line between them: what is lit, and what is on record, whoever dies."""

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from firmware import editions
from firmware.bench.dealer import Dealer
from firmware.bench.pty import PtyTable
from firmware.bench.stack import CUT, shuffled
from firmware.bench.steps import Decides
from firmware.bench.world import World
from firmware.core.settings import Settings, build

DARK = {"lamps": [], "blink": [], "gate": "shut"}
PRESS_S = 0.1


def setting(**values: object) -> Settings:
    return build(values, editions.shipped())


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PtyTable]:
    table = PtyTable(setting(), tmp_path)
    try:
        table.start()
        table.settle()
        yield table
    finally:
        table.close()


def trace(table: PtyTable) -> list[dict[str, Any]]:
    """Return what was shown since the first start, a line for each change."""
    return [json.loads(line) for line in table.trace.read_text(encoding="utf-8").splitlines()]


def lit(table: PtyTable) -> list[str]:
    """Return the lamps of the trace's last line."""
    lamps: list[str] = trace(table)[-1]["lamps"]
    return lamps


def deal(table: PtyTable, cards: str) -> None:
    for face in cards.split():
        table.shoe.card(face)  # type: ignore[arg-type]  # faces as text
    table.settle()


def load(table: PtyTable) -> None:
    table.shoe.loaded()
    table.settle()


def test_a_round_as_the_lamps_show_it(table: PtyTable) -> None:
    load(table)
    assert lit(table) == ["deal"]
    deal(table, "2S 3H KD TC")
    assert lit(table) == ["deal", "player_draw"]
    deal(table, "9C")
    assert lit(table) == ["banker_draw", "deal"]
    deal(table, "2D")
    assert lit(table) == ["banker_wins", "stop"]
    assert not table.press("confirm", PRESS_S)
    assert lit(table) == ["deal"]


def test_a_whole_shoe_shows_after_each_event_what_the_table_in_memory_shows(table: PtyTable) -> None:
    settings, stack = setting(), shuffled(setting(), Random(20), behind=300)
    here, there = World(settings), Dealer(table, settings, stack)
    oracle = Dealer(here, settings, stack)
    for seen, expected in zip(there.deal(), oracle.deal(), strict=True):
        assert frozenset(lit(table)) == expected.lamps
        assert (seen.phase, seen.round, seen.cards, seen.public) == (
            expected.phase,
            expected.round,
            expected.cards,
            expected.public,
        )
    assert there.rounds == oracle.rounds
    assert there.rounds[-1].final
    assert stack.index(CUT) < there.cards
    both = [{"deal", "stop"} & set(line["lamps"]) for line in trace(table)]
    assert all(len(one) == 1 for one in both)
    assert all((line["gate"] == "open") == ("deal" in line["lamps"]) for line in trace(table))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_controller_that_is_stopped_leaves_all_dark(table: PtyTable, number: signal.Signals) -> None:
    load(table)
    assert table.shoe.gate_open
    assert table.stop(number) == 0
    last = trace(table)[-1]
    assert {key: last[key] for key in DARK} == DARK
    assert not table.shoe.gate_open, "its last words to the shoe shut the gate"


def test_a_controller_that_was_stopped_goes_on_where_it_was(table: PtyTable) -> None:
    load(table)
    deal(table, "2S 3H KD TC")
    table.stop()
    table.start()
    assert "fault" in lit(table) or lit(table) == ["deal", "player_draw"]
    table.settle()
    assert lit(table) == ["deal", "player_draw"]


def test_a_controller_that_is_killed_after_every_card_counts_each_once(table: PtyTable) -> None:
    cards = ["2S", "3H", "KD", "TC", "9C", "2D"]
    load(table)
    for card in cards:
        deal(table, card)
        before = lit(table)
        table.cut_power()
        table.settle()
        assert lit(table) == before
    assert table.status()["public"] == cards
    assert table.status()["cards"] == 6
    assert lit(table) == ["banker_wins", "stop"]


def test_what_was_never_acknowledged_arrives_and_counts_once(table: PtyTable) -> None:
    load(table)
    deal(table, "2S")
    table.stop(signal.SIGKILL)
    for face in ("3H", "KD", "TC"):
        table.shoe.card(face)
    table.start()
    table.settle()
    assert table.status()["public"] == ["2S", "3H", "KD", "TC"]
    assert lit(table) == ["deal", "player_draw"]


def test_a_controller_with_an_empty_journal_deals_no_card_of_the_past(table: PtyTable) -> None:
    load(table)
    deal(table, "2S 3H KD TC")
    table.stop()
    table.forget()
    table.start()
    table.settle()
    status = table.status()
    assert (status["phase"], status["cards"]) == ("shuffle", 0)
    assert lit(table) == ["shuffle", "stop"]
    deal(table, "9C")
    assert table.status()["hold"]["code"] == "card_after_end"


def test_a_cable_that_is_pulled_and_plugged_in_again(table: PtyTable) -> None:
    load(table)
    deal(table, "2S")
    table.move_link(False)
    table.settle()
    assert lit(table) == ["fault", "stop"]
    table.shoe.card("3H")
    table.shoe.card("KD")
    table.settle()
    assert table.status()["link"] == "down"
    table.move_link(True)
    table.settle()
    assert table.status()["public"] == ["2S", "3H", "KD"]
    assert lit(table) == ["deal"]


def test_a_shoe_that_lost_its_power_is_somebodys_decision(table: PtyTable) -> None:
    load(table)
    deal(table, "2S 3H")
    table.shoe.restart()
    table.settle()
    assert lit(table) == ["stop", "supervisor"]
    assert trace(table)[-1]["blink"] == ["supervisor"]
    assert table.decide(Decides(0, "resume", "supervisor", reason="no card moved")) == ""
    table.settle()
    assert lit(table) == ["deal"]
    deal(table, "KD TC")
    assert table.status()["public"] == ["2S", "3H", "KD", "TC"]
