"""What `coup soak` finds, and that it finds it: each rule is broken on purpose."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs

from firmware import editions
from firmware.bench import soak as evenings
from firmware.bench.card_count import CardCount
from firmware.bench.chart import made
from firmware.bench.lamp_rules import guided_wrongly, recorded_wrongly, shown_wrongly
from firmware.bench.shoe_ending import ShoeEnding
from firmware.bench.soak import evening, settings_of
from firmware.bench.soak_command import soak
from firmware.bench.stack import shuffled
from firmware.bench.stage import Seen
from firmware.bench.watch import DiskFails, Violated, Watch
from firmware.core import facts as f
from firmware.core.inputs import CardLeft, CutLeft
from firmware.core.lifecycle import Phase
from firmware.core.settings import build
from firmware.core.tableau import work_out
from firmware.journal.folder import FileStore
from firmware.journal.record import Record
from hal.ports import DARK, Shown

READY = Record(
    n=1,
    wall="2000-01-01T00:00:00.000Z",
    mono_ns=1,
    said=CutLeft(),
    facts=(),
    phase=Phase.READY,
    lamps=("deal",),
    gate="open",
)
NATURAL = Seen(
    phase="result",
    lamps=frozenset({"stop", "natural", "player_stand", "banker_stand", "player_wins"}),
    blink=frozenset(),
    gate_open=False,
    faults=frozenset(),
    hold=None,
    shoe="1",
    round=0,
    cards=4,
    public=("9S", "2S", "KS", "KH"),
    closed=None,
    corrected=False,
)


def shown(*lamps: str, blink: tuple[str, ...] = (), gate_open: bool = False) -> Shown:
    return Shown(frozenset(lamps), frozenset(blink), gate_open)


def card(face: Any, seq: int) -> Record:
    """A card that is taken up as it leaves."""
    out = f.CardOut(face=face, boot="B", seq=seq, source="shoe")
    return structs.replace(READY, said=CardLeft(face=face, boot="B", seq=seq), facts=(out,))


# -- whole evenings --------------------------------------------------------------------------------------------------


def test_two_shoes_in_two_jobs_are_clean() -> None:
    out = StringIO()
    assert soak(2, jobs=2, seed=1, json=True, out=out) == 0
    report = json.loads(out.getvalue())
    assert (report["shoes"], report["jobs"], report["seed"], report["violations"]) == (2, 2, 1, [])
    assert report["rounds"] > 50
    assert report["cards"] > 300
    assert report["records"] > report["cards"]
    assert sum(report["irregularities"].values()) > 10


def test_an_evening_is_dealt_again_by_its_seed() -> None:
    first, again, other = (evening(seed, 1) for seed in (5, 5, 6))
    assert (first.told, first.cards, first.records) == (again.told, again.cards, again.records)
    assert first.told != other.told


def test_a_soak_is_progress_and_a_report() -> None:
    out = StringIO()
    assert soak(1, seed=5, out=out) == 0
    first, summary, *rest, violations, seed = out.getvalue().splitlines()
    assert first == "1 of 1 shoes"
    assert summary.startswith("1 shoes, ")
    assert [line.split()[0] for line in rest[:3]] == ["irregularities", "decisions", "faults"]
    assert violations.split() == ["violations", "none"]
    assert seed == "seed 5"


def test_every_edition_style_and_house_rule_comes_up() -> None:
    drawn = [settings_of(Random(seed)) for seed in range(200)]
    assert {settings.edition.name for settings in drawn} == set(editions.shipped())
    assert {settings.style for settings in drawn} == {"A", "B", "C"}
    assert {settings.burn.policy for settings in drawn} == {"none", "fixed", "decks", "first-card"}
    assert len({(settings.confirm, settings.no_more_bets, settings.two_person) for settings in drawn}) == 8


def test_a_violation_is_one_line_that_deals_it_again_and_ends_the_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = evening(5, 1)
    monkeypatch.setattr("firmware.bench.card_count.made", lambda cards: made([*cards[:3], "9S", *cards[4:]]))
    out = StringIO()
    assert soak(3, seed=5, out=out) == 1
    line, *_, seed = out.getvalue().splitlines()
    assert line.startswith("seed 5, shoe 1, step ")
    assert line.endswith("; again: coup soak --seed 5 --shoes 1")
    assert seed == "seed 5"
    assert evening(5, 1).cards < whole.cards


def test_a_journal_that_does_not_replay_is_a_violation(monkeypatch: pytest.MonkeyPatch) -> None:
    append = FileStore.append
    monkeypatch.setattr(
        FileStore, "append", lambda store, record: append(store, structs.replace(record, gate="open", lamps=("deal",)))
    )
    (line,) = evening(5, 1).violations
    assert "JournalUnsound: " in line


# -- the chart -------------------------------------------------------------------------------------------------------


def test_the_chart_and_the_table_of_play_agree_on_many_shoes() -> None:
    settings = build({}, editions.shipped())
    stack = [item for seed in range(20) for item in shuffled(settings, Random(seed)) if item != "cut"]
    while len(stack) >= 6:
        round_ = work_out(settings.edition.tableau, stack[:6])
        now = made(stack[: round_.used])
        assert (now.due, now.winner, now.player, now.banker, now.natural) == (
            "result",
            round_.winner,
            round_.player_count,
            round_.banker_count,
            round_.natural,
        )
        assert (now.player_stands, now.banker_stands) == (round_.player_stands, round_.banker_stands)
        del stack[: round_.used]


# -- each rule broken on purpose -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fair",
    [DARK, shown("deal", gate_open=True), shown("stop", "supervisor", blink=("supervisor",)), shown("stop", "fault")],
)
def test_lamps_as_they_should_be(fair: Shown) -> None:
    assert list(shown_wrongly(fair)) == []


@pytest.mark.parametrize(
    ("foul", "said"),
    [
        (shown("deal", "stop", gate_open=True), "exactly one of deal and stop"),
        (shown("shuffle"), "exactly one of deal and stop"),
        (shown("deal"), "the gate is shut"),
        (shown("stop", gate_open=True), "the gate is open"),
        (shown("stop", "fault", "natural"), "with a fault natural may not be lit"),
        (shown("deal", "fault", gate_open=True), "with a fault deal may not be lit"),
        (shown("stop", "tie", "player_wins"), "two results"),
        (shown("stop", "supervisor"), "blinking: nothing"),
        (shown("stop", blink=("stop",)), "blinking: stop"),
    ],
)
def test_lamps_that_may_not_be(foul: Shown, said: str) -> None:
    (wrong,) = shown_wrongly(foul)
    assert said in wrong


@pytest.mark.parametrize(
    ("phase", "lamps", "faults", "said"),
    [
        ("ready", "stop fault", "", "faults nothing on record"),
        ("ready", "stop", "jam", "faults jam on record"),
        ("hold", "stop", "", "supervisor blinks in a hold"),
        ("ready", "stop supervisor", "", "supervisor blinks in a hold"),
        ("hold", "deal supervisor", "", "phase hold, and deal is lit"),
        ("result", "deal tie", "", "phase result, and deal is lit"),
        ("player_draw", "deal", "", "phase player_draw, and lit is nothing"),
        ("player_draw", "deal banker_draw", "", "phase player_draw, and lit is banker_draw"),
        ("shuffle", "stop", "", "phase shuffle, and lit is stop"),
        ("ready", "stop shuffle", "", "phase ready, and lit is shuffle stop"),
        ("banker_draw", "deal banker_draw banker_wins", "", "phase banker_draw, and lit is banker_wins"),
    ],
)
def test_a_record_whose_lamps_belie_its_phase(phase: str, lamps: str, faults: str, said: str) -> None:
    lit = tuple(lamps.split())
    record = structs.replace(READY, phase=Phase(phase), lamps=lit, gate="open" if "deal" in lit else "shut")
    (wrong,) = recorded_wrongly(record, faults.split())
    assert said in wrong


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"lamps": NATURAL.lamps - {"natural"}}, "9S 2S KS KH make"),
        ({"lamps": NATURAL.lamps - {"player_wins"} | {"banker_wins"}}, "make banker_stand natural player_stand pl"),
        ({"lamps": NATURAL.lamps - {"player_wins"}}, "make banker_stand natural player_stand player_wins"),
        ({"phase": "banker_draw"}, "phase banker_draw, and"),
        ({"public": ("2S", "2H", "KS", "KH")}, "wait for player_draw"),
        ({"phase": "dealing", "public": ("2S",), "lamps": frozenset({"deal", "tie"})}, "2S make nothing"),
    ],
)
def test_lamps_that_the_cards_do_not_make(changes: dict[str, Any], said: str) -> None:
    assert list(guided_wrongly(NATURAL, voided=False)) == []
    (wrong,) = guided_wrongly(replace(NATURAL, **changes), voided=False)
    assert said in wrong


def test_a_voided_round_shows_no_result() -> None:
    (wrong,) = guided_wrongly(NATURAL, voided=True)
    assert wrong.startswith("a voided round, and lit is banker_stand natural")


def test_cards_are_counted_once_and_in_order() -> None:
    count = CardCount()
    count.leaves("KH")
    count.leaves("2S")
    assert [*count.record(card("KH", 1)), *count.record(card("2S", 2)), *count.at_rest(0)] == []
    assert count.cards == 2


def lost(count: CardCount) -> Iterator[str]:
    count.leaves("KH")
    yield from count.at_rest(0)


def from_nowhere(count: CardCount) -> Iterator[str]:
    yield from count.record(card("KH", 1))


def another_face(count: CardCount) -> Iterator[str]:
    count.leaves("KH")
    yield from count.record(card("KS", 1))


def counted_twice(count: CardCount) -> Iterator[str]:
    count.leaves("KH")
    once = card("KH", 1)
    yield from count.record(structs.replace(once, facts=once.facts * 2))


def counted_never(count: CardCount) -> Iterator[str]:
    count.leaves("KH")
    yield from count.record(structs.replace(card("KH", 1), facts=()))
    yield from count.at_rest(0)


def counted_as_another(count: CardCount) -> Iterator[str]:
    count.leaves("KH")
    yield from count.record(structs.replace(card("KH", 1), facts=card("QH", 1).facts))


def closed_wrongly(count: CardCount) -> Iterator[str]:
    for seq, face in enumerate(NATURAL.public):
        count.leaves(face)
        yield from count.record(card(face, seq))
    yield from count.record(structs.replace(READY, facts=(closed(1, winner="banker"),)))


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (lost, "cards lost: KH left the shoe and are not on record"),
        (from_nowhere, "card KH is on record, and no card left the shoe"),
        (another_face, "card KS is on record, and KH left the shoe"),
        (counted_twice, "card KH (SEQ 1) is counted out of its turn, or twice"),
        (counted_never, "1 cards have no place on record, and 0 are kept"),
        (counted_as_another, "card KH (SEQ 1) is counted as QH"),
        (closed_wrongly, "round 1 is closed as banker 9 2, and 9S 2S KS KH make player 9 2"),
    ],
)
def test_cards_that_are_lost_or_counted_twice(trouble: Callable[[CardCount], Iterator[str]], said: str) -> None:
    (wrong,) = trouble(CardCount())
    assert wrong == said


def closed(number: int, *, final: bool = False, winner: Any = "player") -> f.RoundClosed:
    return f.RoundClosed(
        number=number,
        cards=(0, 1, 2, 3),
        winner=winner,
        player_count=9,
        banker_count=2,
        natural=True,
        void_hand=False,
        final=final,
    )


BEGAN_1, BEGAN_2 = (f.RoundBegan(number=number, void_hand=False) for number in (1, 2))
CUT, OVER = f.CutSeen(round=0), f.ShoeEnded()
DONE = f.RoundCompleted(winner="player", player_count=9, banker_count=2)
CARRIED = f.CardCarried(place=4, disclosed=False)


@pytest.mark.parametrize(
    ("evening", "said"),
    [
        ([(BEGAN_1, CUT), (DONE, "lit"), (closed(1), "lit"), (BEGAN_2, "lit"), (closed(2, final=True), OVER)], ""),
        ([(BEGAN_1, DONE, closed(1)), (CUT, "lit"), (BEGAN_2, closed(2, final=True), OVER)], ""),
        ([(BEGAN_1, DONE, CARRIED, CUT), (closed(1),), (BEGAN_2,), (DONE, "lit")], ""),
        ([(BEGAN_1, DONE, closed(1)), (CUT, "lit"), (f.CardWentBack(place=3), CUT, "lit")], ""),
        ([(BEGAN_1, CUT, "lit")], "last_hand is lit; cut in 1"),
        ([(BEGAN_1, CUT), (DONE,)], "last_hand is dark; cut in 1"),
        ([(BEGAN_1, DONE, CARRIED, CUT, "lit")], "last_hand is lit; cut in 2"),
        ([(BEGAN_1, DONE, closed(1), "lit")], "last_hand is lit; cut in None"),
        ([(BEGAN_1, CUT, DONE, closed(1, final=True), OVER)], "round 1 is the final one; cut in 1"),
        ([(BEGAN_1, CUT, DONE, closed(1), BEGAN_2, closed(2), OVER)], "round 2 is not the final one; cut in 1"),
        ([(CUT, BEGAN_1, closed(1, final=True), "lit")], "the final round is closed, and the shoe goes on"),
        ([(BEGAN_1, CUT), (DONE, CUT, "lit")], "a second cutting card counts"),
    ],
)
def test_the_last_hand_follows_the_cutting_card(evening: list[tuple[Any, ...]], said: str) -> None:
    ending, wrong = ShoeEnding(), list[str]()
    for facts in evening:
        lamps = ("deal", "last_hand") if "lit" in facts else ("deal",)
        said_now = tuple(fact for fact in facts if fact != "lit")
        wrong += ending.record(structs.replace(READY, facts=said_now, lamps=lamps))
    assert [*wrong, *ending.at_rest()] == ([said] if said else [])


# -- at a table ------------------------------------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Watch]:
    watch = Watch(build({}, editions.shipped()), tmp_path / "journal")
    yield watch
    watch.close()


def test_a_card_that_left_unseen_is_found_at_once(table: Watch) -> None:
    table.shoe.loaded()
    table.settle()
    table.count.leaves("KH")
    with pytest.raises(Violated, match="cards lost: KH left the shoe"):
        table.settle()


def test_a_lamp_that_was_lit_for_a_moment_is_found(table: Watch) -> None:
    table.settle()
    table.world.lamps.history.append(shown("deal", "stop"))
    with pytest.raises(Violated, match="exactly one of deal and stop"):
        table.settle()


def test_a_table_that_cannot_go_on_is_a_violation_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise AssertionError("nobody can decide this")

    monkeypatch.setattr(evenings, "_let_time_pass", broken)
    (line,) = evening(5, 1).violations
    assert "AssertionError: nobody can decide this" in line


def test_a_disk_that_is_full_says_nothing_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_file: int, raw: bytes) -> int:
        return len(raw) // 2

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(DiskFails, match="No space left on device; make room, or name another folder as TMPDIR"):
        evening(5, 1)
