"""People at the desk of a table: who may decide what, and who is sent away."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest

from firmware.control.authority import Authority
from firmware.control.checker import MOST_OF_A_NAME, PinChecker
from firmware.control.refusals import PACE_NS
from firmware.control.requests import Request, read_request
from firmware.control.roles import Actor, Roles, add
from firmware.control.server import Asked, Peer
from firmware.core.cards import Face
from firmware.core.inputs import (
    AlarmSaid,
    CardLeft,
    CutLeft,
    Decided,
    FaultsAcknowledged,
    Input,
    LidMoved,
    Loaded,
    MouthEmpty,
    RequestsRefused,
    Role,
    ShoePresented,
    Spoiled,
)
from firmware.core.irregularities import RANK
from firmware.desk import Desk
from firmware.errors import Refused
from firmware.journal.page import Page
from hal.mock import MockPanel
from hal.ports import ButtonName, Press
from tests.loop.parts import Bench

T = TypeVar("T")

HASH = "$argon2id$v=19$m=19456,t=2,p=1$HUqFUqMuX5yTPBXUX1Bl7w$YGOl4snKIgJknvs3Ce+hoGTYxY/2CVE/Zju98J8nLZk"
PEOPLE: dict[str, Role] = {
    "Ana": "supervisor",
    "Bo": "supervisor",
    "Cy": "casino",
    "Di": "dealer",
    "Ti": "technician",
}
PEER = Peer(123, 4, 5)
WITH: dict[Role, str] = {"technician": "Ti", "dealer": "Di", "supervisor": "Ana", "casino": "Cy"}


class InnerVoice(PinChecker):
    """Checks PINs without a process: everybody's is their name, three times. Holds back while `busy`."""

    def __init__(self) -> None:
        super().__init__(lambda line: None)
        self.busy = False

    def turn(self, now: int) -> None:
        while self._waiting and not self.busy:
            check = self._waiting.pop(0)
            check.right = check.pin_hash is not None and check.pin == check.name * 3


class Counter:
    """Where requests are handed in by a test. `gone` are those who have left."""

    def __init__(self) -> None:
        self.waiting: list[Asked] = []
        self.answers: list[tuple[Asked, dict[str, Any]]] = []
        self.gone: set[int] = set()

    @property
    def has_request(self) -> bool:
        return bool(self.waiting)

    def next_request(self) -> Asked | None:
        return self.waiting.pop(0) if self.waiting else None

    def is_there(self, asked: Asked) -> bool:
        return id(asked) not in self.gone

    def answer(self, asked: Asked, document: dict[str, Any]) -> None:
        self.answers.append((asked, document))

    def hand_in(self, **request: Any) -> Asked:
        said: Request | Refused
        try:
            said = read_request(json.dumps(request).encode())
        except Refused as refused:
            said = refused
        asked = Asked(cast(Any, None), said, PEER)
        self.waiting.append(asked)
        return asked


class Table(Bench):
    """A table with a desk; with `folder` it has a roles file there."""

    def __init__(self, folder: Path | None = None, **settings: Any) -> None:
        self.counter, self.voice = Counter(), InnerVoice()
        authority = None
        if folder:
            path = folder / "roles.toml"
            if not path.exists():
                for name, role in PEOPLE.items():
                    add(path, Actor(name=name, role=role, pin=HASH))
            authority = Authority(Roles(path), self.voice)
        self.desk = Desk(self.counter, MockPanel(), authority)
        super().__init__(self.desk, **settings)

    def ask(self, **request: Any) -> str:
        """Ask, and return the code of the refusal, or nothing."""
        asked = self.counter.hand_in(**request)
        self.go_on()
        return self.told(asked)

    def told(self, asked: Asked) -> str:
        """Return what was answered to the one request."""
        ((who, answer),) = self.counter.answers
        self.counter.answers.clear()
        assert who is asked
        assert answer["ok"] is ("code" not in answer)
        return str(answer.get("code", ""))

    def decide(self, who: str, second: str = "", **request: Any) -> str:
        """Let `who` decide with the right PIN, and perhaps somebody else with theirs."""
        if second:
            request["second"] = {"actor": second, "pin": second * 3}
        return self.ask(**{"do": "decide", "actor": who, "pin": who * 3, **request})

    def ask_meanwhile(self, **request: Any) -> str:
        """Ask while a PIN is checked that takes its time."""
        asked = self.counter.hand_in(**request)
        self.settle()
        return self.told(asked)

    def go_on(self) -> None:
        """Turn until nothing is due at this moment."""
        self.settle()
        while self.loop.deadline() <= self.clock.now:
            self.settle()

    def press(self, button: ButtonName) -> None:
        self.panel.presses.append(Press(button, held=False, key=False))
        self.settle()

    def on_record(self, kind: type[T]) -> list[T]:
        """What was entered of one kind, as it is read back from the journal."""
        files = (
            Page(BytesIO(b"".join(lines)), str(shoe), self.journal.seal)
            for shoe, lines in sorted(self.journal.files.items())
        )
        said = [record.said for file in files for record in file.records()]
        return [each for each in said if isinstance(each, kind)]

    def seen(self) -> tuple[object, ...]:
        """What a refused decision must not change."""
        return self.loop.table, self.lamps.shown[-1], len(self.on_record(Decided))


def faces(*names: str) -> list[Input]:
    return [CardLeft(face=cast(Face, name)) for name in names]


@dataclass(frozen=True)
class Case:
    """A way to a decision that is open, and the least role that may take it (table page, section 4)."""

    decision: str
    least: Role
    code: str  # of the hold; empty: there is none
    said: Sequence[Input | ButtonName]
    settings: Mapping[str, Any] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)

    def table(self, folder: Path | None, **settings: Any) -> Table:
        table = Table(folder, **self.settings, **settings)
        for said in self.said:
            if isinstance(said, str):
                table.press(said)
            else:
                table.hear(said)
        assert (table.loop.table.hold.code if table.loop.table.hold else "") == self.code
        return table

    def __str__(self) -> str:
        return f"{self.code or 'no hold'}-{self.decision}"


ROUND: list[Input] = [Loaded(), *faces("2S", "9H", "5D", "8C")]  # both have 7: a tie
EXTRA = [*ROUND, *faces("6D")]
READY = [*ROUND, "confirm", *faces("6D")]
C = {"edition": "nz-midi-1996", "style": "C"}
FIRST = {"n": 1, "card": "2S"}
RESTART = ShoePresented(boot="0000002A", serial="S", model="M", firmware="1", restarted=True)

S: Role = "supervisor"
K: Role = "casino"
CASES = [
    *(Case(name, S, "card_out_of_turn", EXTRA) for name in ("closed", "disclosed", "undisclosed", "void_round")),
    Case("correct", S, "card_out_of_turn", EXTRA, more=FIRST),
    Case("reshuffle", K, "card_out_of_turn", EXTRA),
    Case("closed", S, "card_out_of_turn", [Loaded(), *faces("6D")], {"no_more_bets": "button"}),
    *(
        Case(name, S, "card_before_reveal", [Loaded(), *faces("2S", "9H", "5D", "8C", "6D")], C)
        for name in ("continue", "void_round")
    ),
    Case("card", S, "unread_card", [Loaded(), *faces("??")], more={"card": "KH"}),
    Case("void_round", S, "unread_card", [Loaded(), *faces("??")]),
    Case("accept", S, "reader_distrust", [*ROUND, Spoiled(code="UV")]),
    Case("card", S, "reader_distrust", [*ROUND, Spoiled(code="UV")], more={"card": "8D"}),
    *(
        Case(name, S, "result_mismatch", [*ROUND, "player"], {"confirm": "result"}, FIRST if name == "correct" else {})
        for name in ("accept", "correct", "void_round")
    ),
    *(Case(name, S, "burn_mismatch", [Loaded(), "confirm"], {"burn": "fixed:2"}) for name in ("accept", "resume")),
    Case("accept", K, "cut_misplaced", [Loaded(), CutLeft()]),
    Case("discard", K, "card_after_end", faces("6D")),
    *(Case(name, S, "shoe_empty", [Loaded(), MouthEmpty()]) for name in ("accept", "resume")),
    Case("void_round", S, "shoe_empty", [Loaded(), *faces("2S"), MouthEmpty()]),
    *(Case(name, S, "shoe_restarted", [Loaded(), *faces("2S"), RESTART]) for name in ("resume", "void_round")),
    Case("card", S, "shoe_restarted", [Loaded(), *faces("2S"), RESTART], more={"card": "9H"}),
    *(Case(name, K, "shoe_replaced", [*ROUND, Loaded()]) for name in ("closed", "void_round")),
    Case("resume", K, "lid_opened", [Loaded(), *faces("2S"), LidMoved(open=True)]),
    Case("void_round", S, "lid_opened", [Loaded(), *faces("2S"), LidMoved(open=True)]),
    *(
        Case(
            name, S, "overdraw_reported", [*ROUND, AlarmSaid(alarm="overdraw")], more=FIRST if name == "correct" else {}
        )
        for name in ("accept", "correct", "void_round")
    ),
    *(Case(name, S, "misread_reported", [*ROUND, AlarmSaid(alarm="misread")]) for name in ("accept", "void_round")),
    Case("card", S, "misread_reported", [*ROUND, AlarmSaid(alarm="misread")], more={"card": "2S"}),
    Case("new_shoe", S, "", []),
    Case("cut", S, "", ROUND),
    Case("void_round", S, "", ROUND),
    Case("correct", S, "", ROUND, more=FIRST),
    Case("reshuffle", K, "", ROUND),
    Case("burned", S, "", [Loaded(), *faces("2S")]),
    Case("banker_first", K, "", [Loaded()], C | {"style": "B"}),
]
GRAVE = [case for case in CASES if case.decision in ("void_round", "correct", "accept", "reshuffle")]
EACH = pytest.mark.parametrize("case", CASES, ids=str)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("etc")


class TestWithARolesFile:
    @EACH
    def test_a_decision_is_for_its_least_role_and_those_above_alone(self, folder: Path, case: Case) -> None:
        table = case.table(folder)
        before = table.seen()
        for role, who in WITH.items():
            if RANK[role] < RANK[case.least]:
                assert table.decide(who, decision=case.decision, **case.more) == "role"
                assert table.seen() == before
        for role, who in WITH.items():
            if RANK[role] >= RANK[case.least]:
                table = case.table(folder)
                assert table.decide(who, decision=case.decision, reason="seen", **case.more) == ""
                (decided,) = table.on_record(Decided)
                assert (decided.actor, decided.role, decided.reason) == (who, role, "seen")
                assert decided.peer == "pid 123 uid 4 gid 5"

    @EACH
    def test_a_decision_is_for_nobody_without_the_right_pin(self, folder: Path, case: Case) -> None:
        table = case.table(folder)
        table.panel.key = True  # it stands for nobody here
        before = table.seen()
        for who, pin in (("Cy", "AnaAnaAna"), ("Cy", ""), ("", ""), ("Zoe", "ZoeZoeZoe")):
            assert table.ask(do="decide", decision=case.decision, actor=who, pin=pin, **case.more) == "pin"
        assert table.ask(do="decide", decision=case.decision, **case.more) == "pin"
        assert table.seen() == before

    @EACH
    def test_a_decision_is_about_the_hold_that_was_read(self, folder: Path, case: Case) -> None:
        table = case.table(folder)
        before = table.seen()
        hold = table.loop.table.hold.id if table.loop.table.hold else 0
        assert table.decide("Cy", decision=case.decision, hold=hold + 1, **case.more) == "stale"
        assert table.seen() == before
        if case.code:
            assert table.decide("Cy", decision=case.decision, hold=hold, **case.more) == ""

    @pytest.mark.parametrize("case", GRAVE, ids=str)
    def test_a_grave_decision_may_take_two(self, folder: Path, case: Case) -> None:
        table = case.table(folder, two_person=True)
        before = table.seen()
        words = {"decision": case.decision, **case.more}
        for second in ("", "Cy", "Di", "Ti"):  # nobody, the same one, and two of too low a rank
            assert table.decide("Cy", second, **words) == "second"
        wrong = {"actor": "Bo", "pin": "BoBo"}
        assert table.ask(do="decide", actor="Cy", pin="CyCyCy", second=wrong, **words) == "pin"
        nobody = {"actor": "Zoe", "pin": "ZoeZoeZoe"}
        assert table.ask(do="decide", actor="Cy", pin="CyCyCy", second=nobody, **words) == "pin"
        assert table.ask(do="decide", actor="Cy", pin="CyCyCy", second={"actor": "Bo"}, **words) == "pin"
        assert table.decide("Di", "Cy", **words) == "role", "a casino supervisor behind a dealer is no two"
        assert table.seen() == before
        assert table.decide("Cy", "Bo", **words) == ""
        (decided,) = table.on_record(Decided)
        assert (decided.actor, decided.role, decided.second, decided.second_role) == ("Cy", "casino", "Bo", S)

    def test_one_person_is_enough_for_what_is_not_grave(self, folder: Path) -> None:
        table = Table(folder, two_person=True)
        assert table.decide("Ana", decision="new_shoe") == ""

    def test_a_second_who_is_named_is_checked_also_where_none_is_needed(self, folder: Path) -> None:
        table = Table(folder)
        wrong = {"actor": "Bo", "pin": "1234"}
        assert table.ask(do="decide", decision="new_shoe", actor="Ana", pin="AnaAnaAna", second=wrong) == "pin"
        assert table.decide("Ana", "Ana", decision="new_shoe") == "second"

    def test_faults_are_acknowledged_by_a_supervisor(self, folder: Path) -> None:
        table = Table(folder)
        assert table.loop.table.standing.unacknowledged
        for who in ("Di", "Ti"):
            assert table.ask(do="acknowledge", actor=who, pin=who * 3) == "role"
        assert table.ask(do="acknowledge", actor="Ana", pin="1234") == "pin"
        assert table.loop.table.standing.unacknowledged
        assert table.ask(do="acknowledge", actor="Ana", pin="AnaAnaAna") == ""
        assert not table.loop.table.standing.unacknowledged
        assert table.on_record(FaultsAcknowledged) == [FaultsAcknowledged(actor="Ana", peer="pid 123 uid 4 gid 5")]

    def test_whoever_signs_in_is_told_their_role_and_nothing_changes(self, folder: Path) -> None:
        table = Table(folder)
        table.hear(*EXTRA)
        before = table.seen()
        for who, role in PEOPLE.items():
            asked = table.counter.hand_in(do="sign_in", actor=who, pin=who * 3)
            table.go_on()
            assert table.counter.answers.pop() == (asked, {"ok": True, "role": role})
        assert table.ask(do="sign_in", actor="Ana", pin="1234") == "pin"
        assert table.ask(do="sign_in", actor="Nobody", pin="1234") == "pin"
        assert table.seen() == before

    def test_a_hold_that_comes_meanwhile_does_not_send_away_who_signs_in(self, folder: Path) -> None:
        table = Table(folder)
        table.hear(*ROUND)
        table.voice.busy = True
        asked = table.counter.hand_in(do="sign_in", actor="Ana", pin="AnaAnaAna")
        table.settle()
        table.hear(*faces("6D"))
        table.voice.busy = False
        table.go_on()
        assert table.told(asked) == ""

    def test_who_was_added_is_known_and_a_file_with_a_mistake_lets_nobody_in(self, tmp_path: Path) -> None:
        table = Table(tmp_path)
        assert table.decide("Eve", decision="new_shoe") == "pin"
        add(tmp_path / "roles.toml", Actor(name="Eve", role="casino", pin=HASH))
        assert table.decide("Eve", decision="new_shoe") == ""
        (tmp_path / "roles.toml").chmod(0o644)
        assert table.decide("Eve", decision="reshuffle") == "pin"


class TestWithoutOne:
    @EACH
    def test_a_decision_takes_the_key_which_stands_for_the_casino_supervisor(self, case: Case) -> None:
        table = case.table(None)
        before = table.seen()
        assert table.decide("Ana", decision=case.decision, **case.more) == "key"
        assert table.seen() == before
        table.panel.key = True
        hold = table.loop.table.hold.id if table.loop.table.hold else 0
        assert table.decide("Ana", decision=case.decision, hold=hold + 1, **case.more) == "stale"
        assert table.ask(do="decide", decision=case.decision, actor="Ana", **case.more) == ""
        (decided,) = table.on_record(Decided)
        assert (decided.actor, decided.role, decided.peer) == ("Ana", "casino", "pid 123 uid 4 gid 5")

    def test_whoever_signs_in_with_the_key_is_the_casino_supervisor(self) -> None:
        table = Table()
        assert table.ask(do="sign_in") == "key"
        table.panel.key = True
        asked = table.counter.hand_in(do="sign_in", actor="Ana")
        table.go_on()
        assert table.counter.answers == [(asked, {"ok": True, "role": "casino"})]

    def test_faults_are_acknowledged_with_the_key(self) -> None:
        table = Table()
        assert table.ask(do="acknowledge") == "key"
        table.panel.key = True
        assert table.ask(do="acknowledge") == ""
        assert not table.loop.table.standing.unacknowledged


class TestWhileAPinIsChecked:
    def test_the_table_goes_on_and_others_are_answered(self, folder: Path) -> None:
        table = Table(folder)
        table.voice.busy = True
        asked = table.counter.hand_in(do="decide", decision="new_shoe", actor="Ana", pin="AnaAnaAna")
        table.settle()
        table.hear(Loaded(), *faces("2S"))
        assert table.loop.table.cards_out == 1
        assert table.ask_meanwhile(do="status") == ""
        assert table.ask_meanwhile(do="press", button="cut") == ""
        assert table.counter.answers == []
        table.voice.busy = False
        table.go_on()
        assert table.told(asked) == "not_open"

    def test_who_gives_up_waiting_does_not_decide(self, folder: Path) -> None:
        table = Table(folder)
        table.voice.busy = True
        asked = table.counter.hand_in(do="decide", decision="new_shoe", actor="Ana", pin="AnaAnaAna")
        table.settle()
        table.counter.gone.add(id(asked))
        table.voice.busy = False
        table.go_on()
        assert table.loop.table.phase == "shuffle"
        assert table.on_record(Decided) == []

    def test_a_wrong_pin_is_on_record_although_its_sender_is_gone(self, folder: Path) -> None:
        table = Table(folder)
        table.voice.busy = True
        table.counter.gone.add(id(table.counter.hand_in(do="decide", decision="cut", actor="Ana", pin="1234")))
        table.settle()
        table.voice.busy = False
        table.go_on()
        assert [refused.code for refused in table.on_record(RequestsRefused)] == ["pin"]

    def test_those_who_gave_up_take_nobody_s_place(self, folder: Path) -> None:
        table = Table(folder)
        table.voice.busy = True
        for _ in range(MOST_OF_A_NAME):
            table.counter.hand_in(do="decide", decision="new_shoe", actor="Ana", pin="1234")
        table.settle()
        assert table.ask_meanwhile(do="decide", decision="new_shoe", actor="Ana", pin="AnaAnaAna") == "pin"
        table.counter.gone.update(id(waiting.asked) for waiting in table.desk._waiting)
        table.counter.hand_in(do="decide", decision="new_shoe", actor="Ana", pin="AnaAnaAna")
        table.settle()
        table.voice.busy = False
        table.go_on()
        assert table.loop.table.phase == "ready"

    def test_a_decision_meant_for_what_was_there_before_is_stale(self, folder: Path) -> None:
        """It named no hold; but what it would decide now, its sender has not seen."""
        table = Table(folder)
        table.hear(*ROUND)
        table.voice.busy = True
        asked = table.counter.hand_in(do="decide", decision="void_round", actor="Ana", pin="AnaAnaAna")
        table.settle()
        table.hear(*faces("6D"))
        table.voice.busy = False
        table.go_on()
        assert table.told(asked) == "stale"
        assert table.loop.table.hold

    def test_one_turn_carries_out_no_more_than_one(self, folder: Path) -> None:
        table = Table(folder)
        for who in ("Ana", "Bo", "Cy"):
            table.counter.hand_in(do="decide", decision="cut", actor=who, pin=who * 3)
        done = [len(table.on_record(Decided))]
        while table.loop.turn() or done[-1] < 3:
            done.append(len(table.on_record(Decided)))
            assert done[-1] - done[-2] <= 1
        assert len(table.counter.answers) == 3


class TestRefusals:
    def test_they_are_on_record_with_who_asked_before_they_are_answered(self, folder: Path) -> None:
        table = Table(folder)
        assert table.decide("Di", decision="new_shoe") == "role"
        expected = RequestsRefused(code="role", count=1, actor="Di", peer="pid 123 uid 4 gid 5")
        assert table.on_record(RequestsRefused) == [expected]

    def test_a_flood_of_them_is_one_record_a_second_with_the_count(self) -> None:
        table = Table()
        for _ in range(50):
            assert table.ask(do="decide", decision="cut", actor="Eve") == "key"
        table.clock.now += PACE_NS
        table.settle()
        counts = [refused.count for refused in table.on_record(RequestsRefused)]
        assert counts == [1, 49]

    def test_what_is_left_at_the_end_is_on_record(self) -> None:
        table = Table()
        for _ in range(3):
            table.ask(do="decide", decision="cut")
        table.ask(do="dance")
        table.desk.close(table.loop)
        found = [(refused.code, refused.count) for refused in table.on_record(RequestsRefused)]
        assert found == [("key", 1), ("key", 2), ("form", 1)]

    def test_they_change_nothing_at_the_table(self) -> None:
        table = Table()
        table.hear(*EXTRA)
        before = table.loop.table
        table.ask(do="decide", decision="closed")
        assert table.on_record(RequestsRefused)
        assert table.loop.table == before

    def test_a_journal_that_fails_refuses_as_ever_and_is_not_asked_without_rest(self) -> None:
        table = Table()
        table.journal.broken = True
        assert table.ask(do="decide", decision="cut") == "key"
        assert table.loop.deadline() > table.clock.now
        table.journal.broken = False
        for _ in range(3):
            table.clock.now += PACE_NS
            table.settle()
        assert [refused.count for refused in table.on_record(RequestsRefused)] == [1]


def test_a_decision_that_cannot_be_put_on_record_is_answered_with_the_reason(folder: Path) -> None:
    table = Table(folder)
    table.journal.broken = True
    assert table.decide("Ana", decision="new_shoe") == "journal"
    assert table.loop.table.phase == "shuffle"


class Hand:
    """Presses the buttons of a table."""

    key = False

    def __init__(self, table: Table) -> None:
        self._presses = table.panel.presses

    def press(self, button: ButtonName, held: bool = False) -> None:
        self._presses.append(Press(button, held, self.key))


def test_a_press_that_cannot_be_put_on_record_is_answered_with_the_reason() -> None:
    table = Table()
    table.desk = Desk(table.counter, Hand(table), None)
    table.journal.broken = True
    asked = table.counter.hand_in(do="press", button="confirm")
    table.desk.serve(table.loop, table.clock.now)
    assert table.told(asked) == "journal"


@EACH
def test_the_status_is_for_everybody_and_lists_what_is_open_to_whom(case: Case) -> None:
    table = case.table(None)
    asked = table.counter.hand_in(do="status")
    table.go_on()
    ((who, answer),) = table.counter.answers
    assert (who, answer["ok"], answer["open"][case.decision]) == (asked, True, case.least)
    assert answer["hold"] is None or answer["hold"]["decisions"] == sorted(answer["open"])


def test_a_real_panel_is_pressed_by_hand_alone() -> None:
    table = Table()
    table.desk = Desk(table.counter, None, None)
    for request in ({"do": "press", "button": "confirm"}, {"do": "key", "on": True}):
        table.counter.hand_in(**request)
        table.desk.serve(table.loop, 0)
    assert [answer["code"] for _, answer in table.counter.answers] == ["not_open", "not_open"]
