"""A simulated shoe at a port, by hand, from a seed or from a scenario; a host at the other end takes what comes."""

import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random

import pytest

from firmware import editions
from firmware.bench import by_hand, mishaps, stack
from firmware.bench.cable import Cable
from firmware.bench.mishaps import UNPLUGGED_NS, Mishaps
from firmware.bench.shoe_port import ShoePort
from firmware.bench.shoe_script import Move, scripted, shuffled
from firmware.bench.steps import CardsLeave
from firmware.control.client import ask
from firmware.core import settings
from firmware.core.cards import DECK
from firmware.core.inputs import CardLeft, CutLeft, Input, ShoeInput, ShoePresented
from firmware.errors import CoupError, Refused
from firmware.shoe.registry import Registry
from hal.errors import HalError, LinkLost, PortBusy
from hal.serial_link import SerialLink

ROOT = Path(__file__).parents[2]
MS = 1_000_000
SECOND = 1_000 * MS


class Line:
    """A `ByteLink` in memory. `there` is false while somebody holds the port's adapter in the hand."""

    def __init__(self) -> None:
        self.there = True
        self.open_now = False
        self.opened_at: list[int] = []
        self.to_host = self.to_shoe = b""
        self.now = 0

    def open(self) -> int:
        self.opened_at.append(self.now)
        if not self.there:
            raise LinkLost("/dev/shoe: not there")
        self.open_now = True
        return 0

    def fileno(self) -> int:
        return 0

    def read(self) -> bytes:
        if not self.there:
            raise LinkLost("/dev/shoe: the port is gone")
        data, self.to_shoe = self.to_shoe, b""
        return data

    def write(self, data: bytes) -> int:
        part = data[:30]  # a port that does not take a long frame at once
        self.to_host += part
        return len(part)

    def close(self) -> None:
        self.open_now = False
        self.to_host = self.to_shoe = b""


class Laptop:
    """A technician's laptop with a shoe on it, the line, and a host. The host wants the gate as `wish` says."""

    def __init__(
        self, script: Iterable[Move] = (), *, faults: str = "", protocol: str = "shoe-link", **options: bool
    ) -> None:
        self.line = Line()
        self.lines: list[str] = []
        boots = count(0xB0070000)
        make = Registry().find(protocol)
        self.shoe = make.simulated(lambda: f"{next(boots):08X}")
        self.port = ShoePort(
            self.shoe,
            self.line,
            self.lines.append,
            mishaps=mishaps.read(faults),
            random=Random(12),
            script=script,
            baud=make.baud,
            **options,
        )
        self.host = make.driver(False, {})
        self.record: list[Input] = []
        self.wish: Callable[[int], bool] = lambda cards: True
        self._plugged = False
        self.port.start(0)

    @property
    def faces(self) -> list[str]:
        return [said.face for said in self.record if isinstance(said, CardLeft)]

    @property
    def said(self) -> list[str]:
        return [said.said for said in self.record if isinstance(said, ShoeInput)]

    def type(self, *lines: str) -> None:
        for line in lines:
            self.port.type(line)

    def run(self, seconds: float) -> None:
        """Let time pass; port and host look whenever one of them has something to do."""
        end = self.line.now + round(seconds * 1e9)
        while self.line.now < end:
            self.port.turn(self.line.now)
            self._host_turn()
            due = min(self.port.deadline(self.line.now), self.host.deadline(self.line.now), end)
            assert due >= self.line.now
            self.line.now = self.line.now + MS if self.port.wants_to_write else max(due, self.line.now + MS)

    def _host_turn(self) -> None:
        now, line = self.line.now, self.line
        if line.open_now != self._plugged:
            self._plugged = line.open_now
            if self._plugged:
                self.host.opened(now, 0)
            else:
                self.host.closed(now)
        data, line.to_host = line.to_host, b""
        self.host.receive(data, now)
        while (said := self.host.next_input(now)) is not None:
            self.record.append(said)
            self.host.recorded(said, now)
        self.host.wish(self.wish(len(self.faces)), now)
        if self._plugged:
            line.to_shoe += self.host.outgoing(now)


# -- by hand -------------------------------------------------------------------------------------------------------


def test_what_is_typed_is_what_the_shoe_says() -> None:
    laptop = Laptop()
    laptop.type("loaded", "kh", "4S ??", "cut", "spoil uv", "lid open", "lid shut", "JAM", "clear", "empty")
    laptop.run(3)
    said = ["LOADED", "CARD,KH", "CARD,4S", "CARD,??", "CUT", "SPOIL,UV"]
    assert laptop.said == [*said, "LID,OPEN", "LID,SHUT", "JAM", "CLEAR", "EMPTY"]


def test_cards_leave_at_a_persons_pace() -> None:
    laptop = Laptop()
    laptop.type("4S 9H 5D")
    laptop.run(0.4)
    assert laptop.faces == ["4S"]
    laptop.run(0.5)
    assert laptop.faces == ["4S", "9H"]


def test_what_the_host_says_is_told_once_in_plain_words() -> None:
    laptop = Laptop()
    laptop.run(3)
    laptop.type("KH")
    laptop.run(3)
    laptop.wish = lambda cards: False
    laptop.run(3)
    assert laptop.lines == [
        "host: who is there?",
        "host: gate SHUT",
        "host: gate OPEN",
        "card KH",
        "host: has everything up to 1",
        "host: gate SHUT",
    ]


def test_a_shoe_that_is_started_again_has_another_boot() -> None:
    laptop = Laptop()
    laptop.run(2)
    laptop.type("restart")
    laptop.run(2)
    assert [said.restarted for said in laptop.record if isinstance(said, ShoePresented)] == [False, True]


def test_a_card_that_leaves_while_the_cable_is_out_comes_afterwards() -> None:
    laptop = Laptop()
    laptop.run(2)
    laptop.type("unplug", "KH")
    laptop.run(5)
    assert laptop.faces == []
    assert not laptop.host.up
    laptop.type("plug")
    laptop.run(5)
    assert laptop.faces == ["KH"]
    assert laptop.host.up


def test_nothing_happens_while_it_is_to_wait() -> None:
    laptop = Laptop()
    laptop.type("wait 5", "KH")
    laptop.run(4.9)
    assert laptop.faces == []
    assert laptop.port.busy(laptop.line.now)
    laptop.run(1)
    assert laptop.faces == ["KH"]
    assert not laptop.port.busy(laptop.line.now)


@pytest.mark.parametrize("words", re.findall(r"^(\S.*?)(?:  |,)", by_hand.HELP, re.MULTILINE))
def test_every_word_of_the_help_can_be_typed(words: str) -> None:
    if words != "help":  # the terminal's own
        Laptop().type(words)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1H", "no word for a shoe"),
        ("KH 1H", "expected card RS"),
        ("press confirm", "no word for a shoe"),
        ("decide closed by=casino", "no word for a shoe"),
        ("lid ajar", "expected lid open|shut"),
        ("spoil milk", "expected spoil UV|DOUBLE|BACK|SENSOR"),
        ("wait long", "expected wait SECONDS"),
        ('lid "open', "expected every quote closed"),
        ("# nothing", "no word for a shoe"),
    ],
)
def test_what_a_shoe_cannot_do_is_refused_and_nothing_happens(line: str, said: str) -> None:
    laptop = Laptop()
    with pytest.raises(Refused, match=re.escape(said)):
        laptop.type(line)
    laptop.run(1)
    assert laptop.said == []


# -- from a seed ---------------------------------------------------------------------------------------------------


def test_a_seed_deals_the_shoe_that_the_bench_deals() -> None:
    bench = stack.shuffled(settings.build({}, editions.shipped()), Random(7))
    laptop = Laptop(shuffled(7), at_open_gate=True)
    laptop.run(300)
    assert laptop.said == ["LOADED", *("CUT" if item == "cut" else f"CARD,{item}" for item in bench), "EMPTY"]
    assert laptop.said.count("CUT") == 1


def test_cards_of_a_seed_leave_only_while_the_gate_is_open() -> None:
    laptop = Laptop(shuffled(7), at_open_gate=True)
    laptop.wish = lambda cards: cards < 4
    laptop.run(30)
    dealt = laptop.faces
    assert len(dealt) == 4
    laptop.wish = lambda cards: cards < 6
    laptop.run(30)
    assert laptop.faces[:4] == dealt
    assert len(laptop.faces) == 6


def test_a_card_by_hand_leaves_a_shut_shoe_all_the_same() -> None:
    laptop = Laptop(shuffled(7), at_open_gate=True)
    laptop.wish = lambda cards: False
    laptop.run(2)
    laptop.type("KH")
    laptop.run(2)
    assert laptop.faces == ["KH"]


# -- shoes that only talk ------------------------------------------------------------------------------------------

TALKERS = ("angel-eye", "bee-tek", "line")


@pytest.mark.parametrize("protocol", TALKERS)
def test_cards_by_hand_are_heard_by_any_wire(protocol: str) -> None:
    laptop = Laptop(protocol=protocol)
    laptop.type("loaded", "kh", "KH ?? TD")
    laptop.run(3)
    assert laptop.faces == ["KH", "KH", "??", "TD"]


@pytest.mark.parametrize("protocol", TALKERS)
def test_a_seed_deals_all_its_cards_at_the_pace_where_there_is_no_gate(protocol: str) -> None:
    laptop = Laptop(shuffled(7), protocol=protocol, at_open_gate=True)
    laptop.wish = lambda cards: False
    laptop.run(10)
    assert 15 <= len(laptop.faces) <= 21
    laptop.run(230)
    dealt = [step.faces[0] for step in shuffled(7) if isinstance(step, CardsLeave)]
    assert laptop.faces == dealt
    cuts = [said for said in laptop.record if isinstance(said, CutLeft)]
    assert len(cuts) == (protocol != "bee-tek")


def test_for_what_its_wire_has_no_word_people_are_asked() -> None:
    laptop = Laptop(protocol="bee-tek")
    laptop.type("loaded", "cut", "lid open", "spoil UV", "jam", "restart")
    laptop.run(3)
    no_word = "this shoe has no word for it"
    assert laptop.lines == [
        "loaded",
        f"{no_word}, to be done at the table: coup ctl decide new_shoe",
        "cut",
        f"{no_word}, to be done at the table: the cut button, or coup ctl decide cut",
        "lid open",
        f"{no_word}, nobody is told",
        "spoil UV",
        f"{no_word}, nobody is told",
        "jam",
        "the shoe loses its power and starts again",
        f"{no_word}, nobody is told",
    ]


def test_a_seed_waits_until_the_fresh_cards_are_entered_where_somebody_answers() -> None:
    laptop = Laptop(shuffled(7), protocol="angel-eye", at_open_gate=True, somebody_answers=True)
    laptop.run(60)
    assert laptop.faces == []
    assert laptop.lines[-1].endswith("coup ctl decide new_shoe (then Enter)")
    laptop.port.go_on()
    laptop.run(3)
    assert laptop.faces != []


def test_a_line_that_doubles_what_it_carries_doubles_no_card_of_a_shoe_that_has_seq() -> None:
    laptop = Laptop(protocol="angel-eye", faults="duplicate=1")
    laptop.type("KH KH KH 4S")
    laptop.run(3)
    assert laptop.faces == ["KH", "KH", "KH", "4S"]


# -- from a scenario -----------------------------------------------------------------------------------------------

SCENARIO = """\
table edition=nz-mini-1996 style=A
loaded
card 2S 9H
lamps deal                # to be looked at
press confirm
wait 2
link down
card 5D
link up
shoe restart
"""


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    path = tmp_path / "round.coup"
    path.write_text(SCENARIO, encoding="utf-8")
    return path


def test_of_a_scenario_the_shoes_part_is_played_and_the_rest_told(scenario: Path) -> None:
    laptop = Laptop(scripted(scenario))
    laptop.run(10)
    assert laptop.said[:3] == ["LOADED", "CARD,2S", "CARD,9H"]
    assert [line for line in laptop.lines if not line.startswith("host: ")] == [
        "loaded",
        "card 2S",
        "card 9H",
        "line 4, to be seen at the table: lamps deal",
        "line 5, to be done at the table: press confirm",
        "the cable is pulled out",
        "card 5D",
        "the cable is plugged in",
        "the shoe loses its power and starts again",
    ]


def test_where_somebody_answers_it_waits_until_the_person_has_done_it(scenario: Path) -> None:
    laptop = Laptop(scripted(scenario), somebody_answers=True)
    laptop.run(60)
    assert laptop.lines[-1] == "line 5, to be done at the table: press confirm (then Enter)"
    laptop.port.go_on()
    laptop.run(10)
    assert "the shoe loses its power and starts again" in laptop.lines


# -- mishaps -------------------------------------------------------------------------------------------------------


def test_over_a_line_that_loses_spoils_and_doubles_every_card_is_on_record_once_and_in_order() -> None:
    laptop = Laptop(faults="drop=0.15,corrupt=0.05,duplicate=0.1")
    laptop.type(" ".join(DECK))
    laptop.run(60)
    assert laptop.faces == list(DECK)
    counted = laptop.host.counters()
    assert counted["gaps"] > 0
    assert counted["duplicates"] > 0
    assert sum(number for name, number in counted.items() if name.startswith("bad_")) > 0


def test_a_plug_that_is_pulled_every_eight_seconds_costs_no_card() -> None:
    laptop = Laptop(faults="unplug=8")
    laptop.type(" ".join(DECK))
    laptop.run(60)
    pulled = laptop.lines.count("the cable is pulled out")
    assert pulled == 60 // 8
    assert laptop.lines.count("the cable is plugged in") in (pulled - 1, pulled)
    laptop.run(UNPLUGGED_NS / SECOND)
    assert laptop.faces == list(DECK)


def test_a_port_that_is_not_there_is_told_once_and_tried_every_second() -> None:
    laptop = Laptop()
    laptop.run(1)
    laptop.line.there = False
    laptop.run(10)
    told = [line for line in laptop.lines if not line.startswith("host: ")]
    assert told == [f"/dev/shoe: {what}; trying again every second" for what in ("the port is gone", "not there")]
    assert 9 <= len(laptop.line.opened_at) <= 12
    laptop.line.there = True
    laptop.type("KH")
    laptop.run(3)
    assert laptop.faces == ["KH"]


def test_no_mishap_is_the_default() -> None:
    assert mishaps.read("") == Mishaps()
    assert Mishaps().carry(b"$WHO", Random(1)) == b"$WHO"


def test_mishaps_are_read_by_name() -> None:
    assert mishaps.read("drop=0.1,corrupt=1,duplicate=0,unplug=30") == Mishaps(0.1, 1.0, 0.0, 30.0)


@pytest.mark.parametrize(
    "text", ["drop", "drop=", "drop=1.1", "drop=-1", "drop=nan", "unplug=2", "unplug=inf", "burn=1", "drop=0,drop=0"]
)
def test_other_mishaps_are_refused_with_those_there_are(text: str) -> None:
    with pytest.raises(Refused, match="drop, corrupt, duplicate = a share from 0 to 1") as refusal:
        mishaps.read(text)
    assert refusal.value.code == "form"


def test_what_is_spoiled_differs_in_one_bit() -> None:
    spoiled = Mishaps(corrupt=1).carry(bytes(20), Random(1))
    assert sum(byte.bit_count() for byte in spoiled) == 1


# -- the cable -----------------------------------------------------------------------------------------------------


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Cable]:
    (tmp_path / "bench").mkdir()
    cable = Cable(tmp_path / "bench" / "shoe", print)
    yield cable
    cable.close()


def test_a_host_hears_the_shoe_by_the_name_of_the_link(cable: Cable, tmp_path: Path) -> None:
    cable.open()
    host = SerialLink(str(tmp_path / "bench/shoe"), 115200, listen_only=False)
    host.open()
    try:
        assert cable.write(b"$\x00\xff") == 3
        assert select.select([host], [], [], 5)[0]
        assert host.read() == b"$\x00\xff"
        host.write(b"WHO\r\n")
        assert select.select([cable], [], [], 5)[0]
        assert cable.read() == b"WHO\r\n"
        assert cable.read() == b""
        cable.close()
        assert select.select([host], [], [], 5)[0]
        with pytest.raises(LinkLost):
            host.read()
    finally:
        host.close()


def test_bytes_that_nobody_reads_are_lost_and_nothing_waits(cable: Cable) -> None:
    cable.open()
    for _ in range(3000):
        assert cable.write(bytes(80)) == 80


def test_the_link_is_gone_with_the_cable(cable: Cable, tmp_path: Path) -> None:
    cable.open()
    assert (tmp_path / "bench/shoe").is_symlink()
    cable.close()
    assert not (tmp_path / "bench/shoe").is_symlink()
    with pytest.raises(LinkLost):
        cable.fileno()


def test_a_link_that_a_killed_shoe_left_is_replaced(cable: Cable, tmp_path: Path) -> None:
    (tmp_path / "bench/shoe").symlink_to("/dev/pts/999999")
    cable.open()
    assert (tmp_path / "bench/shoe").exists()


def test_a_link_that_leads_to_this_very_cable_again_is_replaced(cable: Cable, tmp_path: Path) -> None:
    """The system gives the next pseudo-terminal the number of one that is gone."""
    cable.open()
    (tmp_path / "again").symlink_to(os.readlink(tmp_path / "bench/shoe"))
    cable.close()
    again = Cable(tmp_path / "again", print)
    try:
        again.open()
        assert (tmp_path / "again").exists()
    finally:
        again.close()
    assert not (tmp_path / "again").is_symlink()


def test_the_link_of_a_shoe_that_runs_is_not_taken(cable: Cable, tmp_path: Path) -> None:
    cable.open()
    where = os.readlink(tmp_path / "bench/shoe")
    second = Cable(tmp_path / "bench/shoe", print)
    with pytest.raises(PortBusy, match="another shoe is there; stop it, or name another link"):
        second.open()
    second.close()
    assert os.readlink(tmp_path / "bench/shoe") == where


def test_a_link_that_became_another_shoes_meanwhile_is_left_to_it(cable: Cable, tmp_path: Path) -> None:
    cable.open()
    (tmp_path / "bench/shoe").unlink()
    (tmp_path / "bench/shoe").symlink_to("/dev/pts/999999")
    cable.close()
    assert (tmp_path / "bench/shoe").is_symlink()


def test_the_folder_of_a_relative_link_is_made_as_the_examples_of_a_fresh_checkout_want(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cable = Cable(Path("build/bench/shoe"), print)
    cable.open()
    assert (tmp_path / "build/bench/shoe").exists()
    cable.close()


@pytest.mark.parametrize("parent", ["missing", "missing/too", "file"])
def test_the_folder_of_an_absolute_link_has_to_be_there(tmp_path: Path, parent: str) -> None:
    (tmp_path / "file").touch()
    cable = Cable(tmp_path / parent / "shoe", print)
    with pytest.raises(HalError, match=r"there is no folder .*; make it, or name another link") as refused:
        cable.open()
    assert str(tmp_path / parent) in str(refused.value)
    assert [found.name for found in tmp_path.iterdir()] == ["file"]
    with pytest.raises(LinkLost):
        cable.fileno()


@pytest.mark.parametrize("other", ["file", "link"])
def test_what_is_no_link_of_a_shoe_is_left_alone(cable: Cable, tmp_path: Path, other: str) -> None:
    if other == "file":
        (tmp_path / "bench/shoe").write_text("mine", encoding="utf-8")
    else:
        (tmp_path / "bench/shoe").symlink_to(tmp_path)
    with pytest.raises(HalError, match="something else is there"):
        cable.open()
    cable.close()
    assert (tmp_path / "bench/shoe").exists()


def test_without_a_link_the_name_is_told() -> None:
    lines: list[str] = []
    cable = Cable(None, lines.append)
    cable.open()
    try:
        assert re.fullmatch(r"the shoe is at /dev/pts/\d+", lines[0])
    finally:
        cable.close()


# -- the command ---------------------------------------------------------------------------------------------------


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    """A checkout's folder, as far as trying it out needs one."""
    (tmp_path / "config").mkdir()
    (tmp_path / "config/bench.toml").write_bytes((ROOT / "config/bench.toml").read_bytes())
    return tmp_path


def coup(folder: Path, *words: str, stdin: int | None = subprocess.PIPE) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "firmware", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_an_angel_eye_in_one_terminal_and_its_table_in_another(bench: Path) -> None:
    config = bench / "config/bench.toml"
    config.write_text(config.read_text().replace("[shoe]", '[shoe]\nprotocol = "angel-eye"'))
    shoe = coup(bench, "shoe", "--pty", "build/bench/shoe", "--protocol", "angel-eye")
    assert shoe.stdin is not None
    assert shoe.stdout is not None
    assert shoe.stdout.readline() == "the shoe is at build/bench/shoe\n"
    table = coup(bench, "run", "--config", "config/bench.toml", stdin=subprocess.DEVNULL)
    try:
        until(bench, lambda seen: seen.get("faults") == [])
        ask(bench / "build/bench/control.sock", {"do": "key", "on": True}, 5)
        fresh = {"do": "decide", "decision": "new_shoe", "actor": "Kim", "reason": "fresh cards"}
        assert ask(bench / "build/bench/control.sock", fresh, 5)["ok"]
        shoe.stdin.write("4S 9H 5D 8C\n")
        shoe.stdin.flush()
        seen = until(bench, lambda seen: seen.get("phase") == "result")
        assert (seen["public"], seen["faults"], seen["hold"]) == (["4S", "9H", "5D", "8C"], [], None)
    finally:
        table.terminate()
        table.communicate(timeout=20)
        shoe.kill()
        shoe.communicate()
    assert table.returncode == 0


def until(folder: Path, done: Callable[[dict[str, object]], bool]) -> dict[str, object]:
    """Ask the table how it stands until it stands so."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        with suppress(CoupError):
            seen = ask(folder / "build/bench/control.sock", {"do": "status"}, 5)
            if done(seen):
                return seen
        time.sleep(0.05)  # two other processes are at work
    raise AssertionError("it never stood so")


def test_two_terminals_and_a_hand_of_ones_own(bench: Path) -> None:
    """The pair of commands of the README: a shoe in one terminal, the controller in the other."""
    shoe = coup(bench, "shoe", "--pty", "build/bench/shoe")
    assert shoe.stdin is not None
    assert shoe.stdout is not None
    assert shoe.stdout.readline() == "the shoe is at build/bench/shoe\n"
    table = coup(bench, "run", "--config", "config/bench.toml", stdin=subprocess.DEVNULL)
    try:
        shoe.stdin.write("loaded\n4S 9H 5D 8C\n")
        shoe.stdin.flush()
        seen = until(bench, lambda seen: seen.get("phase") == "result")
        assert (seen["public"], seen["faults"]) == (["4S", "9H", "5D", "8C"], [])
        assert seen["lamps"] == ["banker_stand", "natural", "player_stand", "player_wins", "stop"]
        said, wrong = shoe.communicate("quit\n", timeout=20)
        assert (shoe.returncode, wrong) == (0, "")
        assert "host: gate OPEN\n" in said
        assert not (bench / "build/bench/shoe").is_symlink()
    finally:
        table.terminate()
        assert table.communicate(timeout=20)[0] == ""
        shoe.kill()
        shoe.communicate()
    assert table.returncode == 0


def test_ctrl_c_switches_the_shoe_off(bench: Path) -> None:
    shoe = coup(bench, "shoe", "--pty", "shoe", "--seed", "7", stdin=subprocess.DEVNULL)
    assert shoe.stdout is not None
    assert shoe.stdout.readline() == "the shoe is at shoe\n"
    assert shoe.stdout.readline() == "loaded\n"
    shoe.send_signal(2)
    assert shoe.communicate(timeout=20) == ("the shoe is switched off\n", "")
    assert shoe.returncode == 0
    assert not (bench / "shoe").is_symlink()


def test_what_is_piped_in_is_done_and_the_shoe_ends(bench: Path) -> None:
    said, wrong = coup(bench, "shoe", "--pty", "shoe").communicate("loaded\nhello\nwait 0.1\n", timeout=20)
    assert sorted(said.splitlines()) == ["hello: no word for a shoe; help lists them", "loaded", "the shoe is at shoe"]
    assert wrong == ""


def test_who_types_quit_has_what_was_typed_before_and_nothing_after(bench: Path) -> None:
    typed = "loaded\n4S 9H\nwait 0.1\njam\nquit\nclear\n"
    said, wrong = coup(bench, "shoe", "--pty", "shoe", "--pace", "0.05").communicate(typed, timeout=20)
    assert said.splitlines() == ["the shoe is at shoe", "loaded", "card 4S", "card 9H", "jam"]
    assert wrong == ""


def test_who_types_quit_does_not_wait_for_the_whole_shoe(bench: Path) -> None:
    shoe = coup(bench, "shoe", "--pty", "shoe", "--seed", "7")
    said, wrong = shoe.communicate("jam\nquit\n", timeout=20)
    assert sorted(said.splitlines()) == ["jam", "loaded", "the shoe is at shoe"]
    assert (shoe.returncode, wrong) == (0, "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--port", "."), ".: not a device"),
        (("--port", "/dev/" + "x" * 5000), "/dev/" + "x" * 250 + "...: not a serial port"),
        (("--port", "config/bench.toml"), "config/bench.toml: not a device"),
        (("--port", "/dev/null"), "/dev/null: not a serial port"),
        (("--pty", "config/bench.toml"), "config/bench.toml: something else is there"),
        (("--pty", "/nowhere/x/shoe"), "/nowhere/x/shoe: there is no folder /nowhere/x; make it"),
    ],
    ids=lambda said: " ".join(said)[:60],
)
def test_a_port_that_can_never_work_is_the_callers_mistake(bench: Path, words: tuple[str, ...], said: str) -> None:
    shoe = coup(bench, "shoe", *words, stdin=subprocess.DEVNULL)
    out, wrong = shoe.communicate(timeout=20)
    assert (shoe.returncode, out) == (2, "")
    (line,) = wrong.splitlines()
    assert line.startswith(f"coup: {said}")


def test_a_second_shoe_of_the_same_name_is_refused_and_the_first_goes_on(bench: Path) -> None:
    first = coup(bench, "shoe", "--pty", "shoe")
    assert first.stdout is not None
    assert first.stdout.readline() == "the shoe is at shoe\n"
    where = os.readlink(bench / "shoe")
    second = coup(bench, "shoe", "--pty", "shoe", stdin=subprocess.DEVNULL)
    assert second.communicate(timeout=20) == ("", "coup: shoe: another shoe is there; stop it, or name another link\n")
    assert second.returncode == 1
    assert os.readlink(bench / "shoe") == where
    assert first.communicate("quit\n", timeout=20) == ("", "")
    assert not (bench / "shoe").is_symlink()
