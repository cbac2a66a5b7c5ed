import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.errors import HalError, LampError, PortBusy
from hal.ports import DARK, Shown
from hal.rpi_lamps import BLINK_NS, LOOK_NS, RpiLamps
from hal.rpi_panel import RpiPanel
from hal.settings import LAMPS, RpiSettings, problems
from tests.ports.fake_gpio import BOARD, HIGH, IN, LOW, OUT, Board, FakeGpio
from tests.ports.lamp_contract import HOLD, READY, RESULT, LampContract, Rig, look, shows

PINS = [pin for pin in range(9, 28) if pin not in (14, 15)]
WIRED = dict(zip(LAMPS, PINS, strict=False))
GATE, HEARTBEAT = 26, 27
ROOT = Path(__file__).parents[2]


class PinRig(Rig):
    def __init__(self, folder: Path, active_low: bool = False) -> None:
        self.board = Board()
        self.gpio = FakeGpio(self.board)
        self.lit = LOW if active_low else HIGH
        self.settings = RpiSettings(
            active_low=active_low, lamps=WIRED, gate=GATE, heartbeat=HEARTBEAT, lock=folder / "gpio.lock"
        )
        assert problems(self.settings) == []

    def driver(self) -> RpiLamps:
        return RpiLamps(self.settings)

    def seen(self) -> tuple[frozenset[str], bool]:
        return frozenset(name for name, pin in WIRED.items() if self._on(pin)), self._on(GATE)

    def writes(self) -> int:
        return len(self.board.driven)

    def fail(self) -> None:
        self.board.broken = {WIRED["stop"], WIRED["tie"]}

    def mend(self) -> None:
        self.board.broken = set()

    def _on(self, pin: int) -> bool:
        return self.board.direction[pin] == OUT and self.board.level(pin) == self.lit


@contextmanager
def table(active_low: bool = False) -> Iterator[PinRig]:
    with TemporaryDirectory() as folder:
        rig = PinRig(Path(folder), active_low)
        with patch.dict(sys.modules, {"RPi.GPIO": rig.gpio}):
            yield rig


class TestRpiLamps(LampContract):
    @contextmanager
    def rig(self) -> Iterator[PinRig]:
        with table() as rig:
            yield rig


class TestRpiLampsThatAreLitAtLowLevel(LampContract):
    @contextmanager
    def rig(self) -> Iterator[PinRig]:
        with table(active_low=True) as rig:
            yield rig


def asked_for(shown: Shown, pin: int, on: bool) -> bool:
    """Whether `shown` asks for this pin to be on, or off, at some time."""
    if pin == HEARTBEAT:
        return True
    if pin == GATE:
        return on == shown.gate_open
    lamp = next(name for name, wire in WIRED.items() if wire == pin)
    return lamp in shown.lamps if on else lamp not in shown.lamps - shown.blink


@given(st.lists(st.tuples(shows(), st.integers(0, 2 * BLINK_NS)), max_size=6), st.booleans(), st.booleans())
def test_no_pin_is_ever_driven_to_a_level_that_no_state_asked_for(
    turns: list[tuple[Shown, int]], active_low: bool, program_dies: bool
) -> None:
    with table(active_low) as rig, suppress(ZeroDivisionError):
        told = now_ns = 0
        lamps = rig.driver()

        def judge(shown: Shown) -> None:
            nonlocal told
            driven, told = rig.board.driven[told:], len(rig.board.driven)
            assert all(asked_for(shown, pin, level == rig.lit) for pin, level in driven)

        try:
            lamps.open()
            judge(DARK)
            for shown, step_ns in turns:
                lamps.show(shown)
                judge(shown)
                now_ns += step_ns
                lamps.tick(now_ns)
                judge(shown)
            if program_dies:
                raise ZeroDivisionError
        finally:
            lamps.close()
            judge(DARK)
            assert rig.seen() == look(DARK)


def test_lamps_that_a_killed_controller_left_lit_go_dark_at_the_next_start() -> None:
    with table() as rig:
        for pin in (WIRED["deal"], GATE):
            rig.board.latch(pin, HIGH)
            rig.board.turn(pin, OUT, 0)
        assert rig.seen() == look(READY)
        rig.driver().open()
        assert rig.seen() == look(DARK)


def test_a_closed_table_holds_its_pins_dark_instead_of_letting_them_float() -> None:
    with table() as rig:
        lamps = rig.driver()
        lamps.open()
        lamps.show(READY)
        lamps.close()
        assert {rig.board.level(pin) for pin in (*WIRED.values(), GATE, HEARTBEAT)} == {LOW}


def test_the_gate_shuts_before_anything_is_lit_and_opens_after() -> None:
    with table() as rig:
        lamps = rig.driver()
        lamps.open()
        lamps.show(RESULT)
        before = len(rig.board.driven)
        lamps.show(READY)
        assert rig.board.driven[-2:] == [(WIRED["deal"], HIGH), (GATE, HIGH)]
        assert {level for _, level in rig.board.driven[before:-2]} == {LOW}
        before = len(rig.board.driven)
        lamps.show(RESULT)
        assert rig.board.driven[before : before + 2] == [(GATE, LOW), (WIRED["deal"], LOW)]


def test_a_broken_lamp_does_not_keep_the_gate_open() -> None:
    with table() as rig:
        lamps = rig.driver()
        lamps.open()
        lamps.show(READY)
        rig.board.broken = {WIRED["deal"], WIRED["stop"]}
        with pytest.raises(LampError, match="GPIO write failed"):
            lamps.show(HOLD)
        assert rig.board.level(GATE) == LOW


def test_after_a_failure_every_pin_is_written_again() -> None:
    with table() as rig:
        lamps = rig.driver()
        lamps.open()
        lamps.show(RESULT)
        rig.fail()
        with pytest.raises(LampError):
            lamps.show(READY)
        rig.board.latch(WIRED["natural"], HIGH)  # whatever made it fail may have changed other pins, too
        rig.mend()
        lamps.show(READY)
        assert rig.seen() == look(READY)


@pytest.mark.parametrize("active_low", [False, True])
@pytest.mark.parametrize(("lamp", "lit"), [("tie", False), ("deal", True)])
def test_a_lamp_that_does_not_follow_is_told_by_name_and_pin_until_it_does(
    lamp: str, lit: bool, active_low: bool
) -> None:
    with table(active_low) as rig:
        lamps = rig.driver()
        lamps.open()
        lamps.show(READY)
        rig.board.forced = {WIRED[lamp]: int(lit != active_low)}
        for _ in range(2):
            with pytest.raises(LampError, match=rf"{lamp} \(BCM {WIRED[lamp]}\)"):
                lamps.show(RESULT)
            others = {name for name, pin in WIRED.items() if name != lamp and rig.board.level(pin) == rig.lit}
            assert others == RESULT.lamps - {lamp}
        rig.board.forced = {}
        lamps.show(RESULT)
        assert rig.seen() == look(RESULT)


def test_pins_that_lose_their_level_later_are_told_within_a_second_as_long_as_they_are_wrong() -> None:
    with table() as rig:
        lamps = rig.driver()
        lamps.open()
        lamps.show(READY)
        lamps.tick(0)
        rig.board.forced = {GATE: LOW, WIRED["shuffle"]: HIGH}
        lamps.tick(LOOK_NS - 1)
        for now_ns in (LOOK_NS, LOOK_NS + 1):
            with pytest.raises(LampError, match=rf"shuffle \(BCM {WIRED['shuffle']}\), gate \(BCM {GATE}\)"):
                lamps.tick(now_ns)
        rig.board.forced = {}
        lamps.tick(LOOK_NS + 2)
        assert rig.seen() == look(READY)


def test_a_lamp_that_was_shorted_before_the_start_is_told_at_the_first_turn() -> None:
    with table() as rig:
        rig.board.forced = {WIRED["void_hand"]: HIGH}
        lamps = rig.driver()
        lamps.open()
        with pytest.raises(LampError, match="void_hand"):
            lamps.tick(0)


def test_a_heartbeat_that_does_not_reach_its_pin_is_told() -> None:
    with table() as rig:
        lamps = rig.driver()
        lamps.open()
        rig.board.forced = {HEARTBEAT: LOW}
        with pytest.raises(LampError, match="heartbeat"):
            lamps.tick(0)


def test_a_pin_that_cannot_be_read_back_is_told() -> None:
    with table() as rig:
        lamps = rig.driver()
        lamps.open()
        rig.board.broken = {WIRED["tie"]}
        with pytest.raises(LampError, match="cannot read"):
            lamps.tick(0)
        rig.mend()
        lamps.tick(1)
        assert rig.seen() == look(DARK)


def test_the_supervisor_lamp_blinks_once_a_second_and_begins_lit() -> None:
    with table() as rig:
        lamps = rig.driver()
        lamps.open()
        lamps.tick(1)
        lamps.tick(7 * BLINK_NS)
        lamps.show(HOLD)
        seen = []
        for now_ns in range(7 * BLINK_NS, 11 * BLINK_NS, BLINK_NS // 2):
            lamps.tick(now_ns)
            seen.append("supervisor" in rig.seen()[0])
            assert "stop" in rig.seen()[0]
        assert seen == [True, True, False, False] * 2


def test_every_tick_is_a_heartbeat() -> None:
    with table() as rig:
        lamps = rig.driver()
        lamps.open()
        beats = []
        for now_ns in range(4):
            lamps.tick(now_ns)
            beats.append(rig.board.level(HEARTBEAT))
        assert beats == [HIGH, LOW, HIGH, LOW]


def test_a_table_may_do_without_gate_and_heartbeat() -> None:
    with table() as rig:
        lamps = RpiLamps(replace(rig.settings, gate=None, heartbeat=None))
        lamps.open()
        lamps.show(READY)
        lamps.tick(0)
        assert rig.board.level(WIRED["deal"]) == HIGH
        assert (rig.board.direction[GATE], rig.board.direction[HEARTBEAT]) == (IN, IN)


def test_a_lamp_that_is_not_wired_is_passed_over() -> None:
    with table() as rig:
        wired = {name: pin for name, pin in WIRED.items() if name != "tie"}
        lamps = RpiLamps(replace(rig.settings, lamps=wired, unwired=("tie",)))
        lamps.open()
        lamps.show(RESULT)
        assert rig.seen() == (RESULT.lamps - {"tie"}, False)


@pytest.mark.parametrize(
    ("says", "to_do"),
    [
        ("Cannot determine SOC peripheral base address", "install the extra `pi5`"),
        ("No access to /dev/mem.  Try running as root!", "group gpio"),
        ("This module can only be run on a Raspberry Pi!", 'driver = "mock"'),
        ("something new", "something new"),
    ],
)
def test_a_board_that_does_not_fit_stops_the_start_with_one_line(says: str, to_do: str) -> None:
    with table() as rig:
        rig.gpio.says = says
        for driver in (rig.driver(), RpiPanel(replace(rig.settings, buttons={"confirm": 2}))):
            with pytest.raises(HalError, match=to_do) as told:
                driver.open()
            assert "\n" not in str(told.value)
        rig.gpio.says = None
        rig.driver().open()  # and the lock was given back


def test_a_pin_that_another_program_has_is_said_to_be_busy() -> None:
    with table() as rig:
        rig.gpio.says = "GPIO busy"
        with pytest.raises(PortBusy, match="another program"):
            rig.driver().open()


def test_without_the_package_it_says_what_to_install() -> None:
    with table() as rig, patch.dict(sys.modules, {"RPi.GPIO": None}), pytest.raises(HalError, match="extra `pi`"):
        rig.driver().open()


def test_a_program_that_numbers_pins_otherwise_is_told_so() -> None:
    with table() as rig:
        rig.gpio.setmode(BOARD)
        with pytest.raises(HalError, match="BCM numbers"):
            rig.driver().open()


def test_a_lock_file_that_cannot_be_made_stops_the_start_with_one_line() -> None:
    with table() as rig, pytest.raises(HalError, match=r"name another as `hal\.rpi\.lock`"):
        RpiLamps(replace(rig.settings, lock=Path("/nowhere/gpio.lock"))).open()


def test_the_drivers_can_be_imported_on_any_machine() -> None:
    loaded = "import sys, hal.registry; sys.exit('RPi' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", loaded], cwd=ROOT, check=False).returncode == 0
