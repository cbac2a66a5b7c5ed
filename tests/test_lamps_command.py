"""Lamps, gate and buttons of a table without its controller: shown one by one, or put out."""

import fcntl
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

import pytest

from firmware.cli import main
from firmware.config import load
from firmware.errors import CoupError
from firmware.journal.folder import FileStore
from firmware.lights_out import ANSWER_NS, shut_mouth
from firmware.shoe.decoder import Decoder
from firmware.shoe.frames import Ack, Gate, HostFrame, encode, read_host
from firmware.shoe.registry import Registry
from firmware.shoe.session import HostSession
from firmware.shoe.simulator import SimulatedShoe
from firmware.wiring import Tour, tour
from hal.errors import HalError, LampError, LinkLost, PanelError
from hal.mock import MockLamps, MockPanel
from hal.ports import ByteLink
from hal.rpi_lamps import RpiLamps
from hal.rpi_panel import RpiPanel
from hal.settings import LAMPS, RpiSettings
from tests.ports.fake_gpio import HIGH, Board, FakeGpio

ROOT = Path(__file__).parents[1]
CONFIG = """
[table]
id = "T-1"
edition = "nz-mini-1996"
[shoe]
port = "shoe"
[hal]
driver = "mock"
"""
MS = 1_000_000
BOOT = "1F3A9C04"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(CONFIG, encoding="utf-8")
    return path


def shown(config: Path) -> list[tuple[set[str], str]]:
    lines = (config.parent / "lamps.jsonl").read_text(encoding="utf-8").splitlines()
    return [(set(line["lamps"]), line["gate"]) for line in map(json.loads, lines)]


class Clock:
    def __init__(self) -> None:
        self.now_ns = 0

    def monotonic_ns(self) -> int:
        return self.now_ns

    def wall(self) -> str:
        return ""


class Watcher:
    """A technician whose hands are told what to do at which line; without a terminal time goes on."""

    def __init__(self, clock: Clock, answers: bool = False) -> None:
        self.answers = answers
        self.lines: list[str] = []
        self.hands: dict[str, Callable[[], None]] = {}
        self._clock = clock

    def tell(self, line: str) -> None:
        self.lines.append(line)

    def wait(self, seconds: float) -> bool:
        self._clock.now_ns += round(seconds * 1e9)
        hand = self.hands.get(self.lines[-1])
        if hand:
            hand()
        return self.answers and hand is None


# -- the test ------------------------------------------------------------------------------------------------------


def test_each_lamp_is_lit_by_itself_then_all_then_none_then_the_gate(config: Path) -> None:
    clock = Clock()
    lamps = MockLamps(config.parent / "lamps.jsonl")
    lamps.open()
    watcher = Watcher(clock)
    walk = Tour(lamps, MockPanel(), watcher, clock, pace_s=2.0)
    walk.lamps(LAMPS, ())
    walk.gate()
    lamps.close()
    one_by_one: list[tuple[set[str], str]] = [({lamp}, "shut") for lamp in LAMPS]
    assert shown(config) == [*one_by_one, (set(LAMPS), "shut"), (set(), "shut"), (set(), "open"), (set(), "shut")]
    assert watcher.lines[:15] == [f"lamp {lamp}" for lamp in LAMPS]
    assert clock.now_ns == (len(LAMPS) + 2 + 3) * 2_000 * MS


def test_the_command_goes_on_by_itself_without_a_terminal(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lamps", "test", "--pace", "0", "--config", str(config)]) == 0
    assert "lamp last_hand\n" in capsys.readouterr().out
    assert shown(config)[-1] == (set(), "shut")
    assert (set(LAMPS), "shut") in shown(config)


class Pins:
    """A Raspberry Pi with two lamps, a gate, a heartbeat, two buttons and the key."""

    def __init__(self, folder: Path) -> None:
        self.board = Board()
        self.clock = Clock()
        self.watcher = Watcher(self.clock)
        self.settings = RpiSettings(
            lamps={"deal": 17, "stop": 27},
            buttons={"confirm": 16, "void": 21, "key": 26},
            gate=12,
            heartbeat=13,
            lock=folder / "lock",
        )
        self.lamps, self.panel = RpiLamps(self.settings), RpiPanel(self.settings)
        self.lamps.open()
        self.panel.open()
        self.panel.poll(0)

    def ground(self, *pins: int) -> Callable[[], None]:
        def hand() -> None:
            self.board.grounded = set(pins)

        return hand

    def walk(self) -> Tour:
        return Tour(self.lamps, self.panel, self.watcher, self.clock, pace_s=1.0)


@pytest.fixture
def pins(tmp_path: Path) -> Iterator[Pins]:
    board = Board()
    gpio = FakeGpio(board)
    with patch.dict(sys.modules, {"RPi.GPIO": gpio}):
        table = Pins(tmp_path)
        table.board = board
        yield table
        table.panel.close()
        table.lamps.close()


def test_the_heart_beats_while_a_lamp_is_looked_at(pins: Pins) -> None:
    pins.walk().lamps(["deal"], ["tie", "natural"])
    lit = pins.board.driven.index((17, HIGH))
    beats = [level for pin, level in pins.board.driven[lit:] if pin == 13]
    assert len(beats) >= 3 * 1000 // 100, "100 ms apart at the most, for three times one second"
    assert pins.watcher.lines[-1] == "not wired: tie, natural"


def test_a_button_is_seen_when_it_is_pressed(pins: Pins) -> None:
    pins.watcher.hands = {"press confirm": pins.ground(16)}
    pins.walk().buttons(["confirm"])
    assert pins.watcher.lines == ["press confirm", "  seen"]


def test_a_button_that_is_wired_in_the_place_of_another_is_named(pins: Pins) -> None:
    pins.watcher.hands = {"press confirm": pins.ground(21)}
    pins.walk().buttons(["confirm"])
    assert pins.watcher.lines == ["press confirm", "  that was void", "  not seen: skipped"]


def test_a_button_that_is_stuck_is_told_once(pins: Pins) -> None:
    pins.ground(21)()
    for pins.clock.now_ns in (10 * MS, 50 * MS, 11_000 * MS):  # pressed, settled, down for too long
        with suppress(PanelError):
            pins.panel.poll(pins.clock.now_ns)
    pins.walk().buttons(["confirm"])
    stuck = "  down for more than 10 s: void; free the button or its wire"
    assert pins.watcher.lines == ["press confirm", stuck, "  not seen: skipped"]


def test_the_key_is_turned_on_and_off_again(pins: Pins) -> None:
    pins.watcher.hands = {"turn the key on": pins.ground(26), "turn the key off": pins.ground()}
    pins.walk().buttons(["key"])
    assert pins.watcher.lines == ["turn the key on", "  seen", "turn the key off", "  seen"]


def test_at_a_terminal_enter_goes_on(pins: Pins) -> None:
    pins.watcher.answers = True
    pins.walk().gate()
    assert pins.clock.now_ns < 1_000 * MS, "nobody waited for the pace"
    assert pins.watcher.lines[1:] == ["gate: it opens next; nobody's hand at the shoe", "gate open", "gate shut"]


class Impatient(Watcher):
    """A technician who ends the test at a certain lamp."""

    def __init__(self, end: BaseException) -> None:
        super().__init__(Clock())
        self._end = end

    def wait(self, seconds: float) -> bool:
        if self.lines[-1] == "lamp natural":
            raise self._end
        return False


@pytest.mark.parametrize("end", [KeyboardInterrupt(), BrokenPipeError(), LampError("the driver failed")], ids=repr)
def test_however_it_ends_all_is_dark(config: Path, end: BaseException) -> None:
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    with pytest.raises(type(end)):
        tour(load(config, protocols=Registry()), 0.02, Impatient(end))
    assert shown(config)[-2:] == [({"natural"}, "shut"), (set(), "shut")]
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_leaves_all_dark(config: Path, number: signal.Signals) -> None:
    words = [sys.executable, "-m", "firmware", "lamps", "test", "--pace", "50", "--config", str(config)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as test:
        assert test.stdout is not None
        assert test.stdout.readline() == "lamp deal\n"
        test.send_signal(number)
        assert test.communicate(timeout=20)[1] == "coup: stopped\n"
    assert test.returncode == 1
    assert shown(config) == [({"deal"}, "shut"), (set(), "shut")]


# -- beside a controller -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["test", "dark"])
def test_beside_a_running_controller_neither_touches_anything(
    config: Path, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = config.parent / "journal"
    journal.mkdir()
    folder = os.open(journal, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    try:
        assert main(["lamps", what, "--config", str(config)]) == 1
    finally:
        os.close(folder)
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"coup: {journal}: a controller is running this table; stop it first\n")
    assert not (config.parent / "lamps.jsonl").exists()


def test_no_controller_starts_while_the_lamps_are_tested(config: Path) -> None:
    journal = config.parent / "journal"
    journal.mkdir(mode=0o700)

    class Starter(Watcher):
        def wait(self, seconds: float) -> bool:
            FileStore(journal).open()
            return False

    with pytest.raises(CoupError, match="another controller writes this journal"):
        tour(load(config, protocols=Registry()), 60.0, Starter(Clock()))


# -- dark ----------------------------------------------------------------------------------------------------------


def test_without_a_shoe_the_lamps_are_dark_all_the_same(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lamps", "dark", "--config", str(config)]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == "every lamp is dark, and the gate output shut"
    assert re.fullmatch(r"the shoe was told nothing: .*/shoe: not there .*", second)
    assert shown(config) == [(set(), "shut")]
    assert not (config.parent / "journal").exists(), "the controller may be another user: nothing is made for it"


def test_a_shoe_that_is_only_listened_to_is_told_nothing(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config.write_text(CONFIG.replace('port = "shoe"', 'port = "shoe"\nlisten_only = true'), encoding="utf-8")
    assert main(["lamps", "dark", "--config", str(config)]) == 0
    assert "the shoe was told nothing: its link is listen-only" in capsys.readouterr().out


def test_lamps_that_may_not_be_dark_are_exit_1_and_the_shoe_is_told_all_the_same(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (config.parent / "lamps.jsonl").mkdir()
    assert main(["lamps", "dark", "--config", str(config)]) == 1
    said = capsys.readouterr()
    assert said.out.startswith("the shoe was told nothing")
    assert "lamps.jsonl" in said.err


class ShoeLine:
    """A `ByteLink` with a simulated shoe at its other end; waiting makes time pass at both."""

    def __init__(self, shoe: SimulatedShoe, clock: Clock) -> None:
        self.shoe = shoe
        self.clock = clock
        self.deaf = False
        self.said: list[HostFrame] = []
        self.closed = False
        self._decoder = Decoder()

    def open(self) -> int:
        return 0

    def fileno(self) -> int:
        raise AssertionError("this test waits by itself")

    def read(self) -> bytes:
        return b"".join(iter(lambda: self.shoe.outgoing(self.clock.now_ns), b""))

    def write(self, data: bytes) -> int:
        part = data[:7]  # a line that takes little at a time
        self.said += map(read_host, self._decoder.feed(part, self.clock.now_ns))
        if not self.deaf:
            self.shoe.receive(part, self.clock.now_ns)
        return len(part)

    def close(self) -> None:
        self.closed = True

    def wait(self, link: ByteLink, full: bool, seconds: float) -> None:
        self.clock.now_ns += MS if full else max(MS, min(round(seconds * 1e9), 50 * MS))


@pytest.fixture
def line() -> ShoeLine:
    return ShoeLine(SimulatedShoe(lambda: BOOT), Clock())


def shut(line: ShoeLine, listen_only: bool = False) -> str:
    return shut_mouth(line, HostSession(listen_only), line.clock, line.wait)


def test_an_open_shoe_is_shut_and_nothing_that_happened_at_it_is_acknowledged(line: ShoeLine) -> None:
    line.shoe.loaded()
    line.shoe.card("KH")
    line.shoe.receive(encode(Gate(BOOT, True)), 0)
    assert line.shoe.gate_open
    assert shut(line) == "the shoe's gate is shut"
    assert not line.shoe.gate_open
    assert line.closed
    assert not [said for said in line.said if isinstance(said, Ack)]


def test_a_shoe_that_another_host_has_heard_is_shut_as_well(line: ShoeLine) -> None:
    line.shoe.loaded()
    line.read()
    line.shoe.receive(encode(Ack(BOOT, 1)), 0)
    assert shut(line) == "the shoe's gate is shut"
    assert not [said for said in line.said if isinstance(said, Ack)]


def test_a_shoe_without_a_gate_says_so(line: ShoeLine) -> None:
    line.shoe = SimulatedShoe(lambda: BOOT, has_gate=False)
    assert shut(line) == "the shoe has no gate"


def test_a_shoe_that_does_not_answer_is_waited_for_three_seconds(line: ShoeLine) -> None:
    line.deaf = True
    assert shut(line) == "the shoe did not say within 3 s that its gate is shut"
    assert ANSWER_NS <= line.clock.now_ns <= ANSWER_NS + 100 * MS
    assert line.closed


def test_a_port_that_goes_away_meanwhile_is_one_line(line: ShoeLine) -> None:
    class Gone(ShoeLine):
        def read(self) -> bytes:
            raise LinkLost("/dev/shoe: the port is gone")

    gone = Gone(line.shoe, line.clock)
    assert shut(gone) == "the shoe was told nothing: /dev/shoe: the port is gone"
    assert gone.closed


def test_a_table_whose_hardware_is_not_there_says_what_to_do(config: Path) -> None:
    (config.parent / "lamps.jsonl").mkdir()
    with pytest.raises(HalError, match=r"see \[hal\.mock\] trace"):
        tour(load(config, protocols=Registry()), 0.0, Watcher(Clock()))
