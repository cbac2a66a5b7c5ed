"""Shoes that come and go, and cables: what was dealt before is not dealt again, and nobody but people decides."""

import os
from pathlib import Path
from random import Random

from tests.whole.evening import Evening
from tests.whole.room import Room, room
from tests.whole.someone_elses_shoe import Shoe

IDLE_S = 3.0
IDLE_SHARE = 0.03
"""Of one core."""


def test_an_empty_journal_beside_a_shoe_in_mid_shoe_deals_no_card_of_the_past(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    shoe = Shoe()
    with room(there, shoe) as before:
        before.start()
        before.happen("LOADED", "CARD,2S", "CARD,3H", "CARD,KD")
        before.end()
    with room(here, shoe) as table:
        table.start()
        assert table.lit == ["shuffle", "stop"]
        assert table.cards_on_record() == []
        table.happen("CARD,9C")
        assert table.lit == ["shuffle", "stop", "supervisor"]
        assert table.ask(do="status")["hold"]["code"] == "card_after_end"
        table.decide("discard")
        table.happen("LOADED", "CARD,4D")
        assert table.cards_on_record() == shoe.cards[3:]


def exchange(table: Room, shoe: Shoe) -> None:
    """Another shoe takes this one's place at the cable."""
    table.line.unplug()
    table.until(lambda: "fault" in table.lit, "the lost port to show")
    table.line.shoe = shoe
    table.line.plug()
    table.until(table.trusts, "the controller to trust the other shoe")


def test_a_shoe_that_is_exchanged_and_comes_back_goes_on_where_it_was(tmp_path: Path) -> None:
    mine, yours = Shoe(), Shoe("0DD5E77E")
    with room(tmp_path, mine) as table:
        table.start()
        table.happen("LID,OPEN", "LID,SHUT")
        exchange(table, yours)
        assert table.lit == ["shuffle", "stop"], "no cards are out: nobody has to be asked"
        table.happen("LOADED", "CARD,2S", "CARD,3H")
        exchange(table, mine)
        assert table.lit == ["stop", "supervisor"]
        assert table.ask(do="status")["hold"]["code"] == "shoe_restarted"
        table.decide("resume")
        assert table.lit == ["deal"]
        table.happen("CARD,KD")
        exchange(table, yours)
        table.decide("resume")
        table.happen("CARD,TC")
        assert table.lit == ["deal", "player_draw"]
        assert table.cards_on_record() == [*yours.cards[:2], *mine.cards, *yours.cards[2:]]


def test_a_cable_pulled_while_dealing_and_plugged_in_again(tmp_path: Path) -> None:
    with room(tmp_path) as table:
        table.start()
        evening = Evening(table, Random(3))
        evening.fill(60)
        while evening.oracle.out < 12:
            evening.step()
        shown = len(table.shown())
        table.line.unplug()
        table.until(lambda: "fault" in table.lit, "the lost port to show")
        assert len(table.shown()) == shown + 1
        assert set(table.lit) <= {"fault", "stop", "last_hand"}
        if evening.oracle.deal:
            evening.leave()
        table.wait(2.5)  # it is looked for every second
        assert table.ask(do="status")["link"] == "down"
        table.line.plug()
        table.until(table.trusts, "full recovery")
        evening.look()
        while evening.oracle.out < 24:
            evening.step()
        assert table.end() == 0
        lost, back = table.log.splitlines()
        assert str(tmp_path / "shoe") in lost
        assert "back" in back
        assert table.cards_on_record() == table.shoe.cards


def cpu_s(pid: int) -> float:
    """Return how many seconds of processor a process has used."""
    after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


def test_an_idle_table_uses_next_to_nothing_with_a_shoe_and_without(tmp_path: Path) -> None:
    with room(tmp_path) as table:
        table.start()
        table.happen("LOADED", "CARD,2S")
        for plugged in (True, False):
            if not plugged:
                table.line.unplug()
                table.until(lambda: "fault" in table.lit, "the lost port to show")
            before = cpu_s(table.pid)
            table.wait(IDLE_S)
            share = (cpu_s(table.pid) - before) / IDLE_S
            print(f"plugged in: {plugged}: {share:.1%} of a core")
            assert share < IDLE_SHARE


def test_a_port_that_is_absent_at_the_start_is_waited_for(tmp_path: Path) -> None:
    with room(tmp_path) as table:
        table.line.unplug()
        table.launch()
        table.until(lambda: bool(table.shown()), "the first line of the trace")
        assert table.lit == ["fault", "shuffle", "stop"]
        table.line.plug()
        table.until(table.trusts, "the controller to trust the shoe")
        absent, back = table.log.splitlines()
        assert str(tmp_path / "shoe") in absent
        assert "back" in back
