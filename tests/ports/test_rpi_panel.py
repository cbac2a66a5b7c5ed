import sys
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import pytest

from hal.buttons import HELD_NS, POLL_NS, SETTLED_NS, STUCK_NS
from hal.errors import PanelError
from hal.ports import Press
from hal.rpi_panel import RpiPanel
from hal.settings import RpiSettings
from tests.ports.fake_gpio import IN, OUT, PUD_UP, Board, FakeGpio

BUTTONS = {"confirm": 16, "void": 21, "key": 26}
CONFIRM, VOID, KEY = BUTTONS.values()


class Table:
    """A panel, and somebody at it."""

    def __init__(self) -> None:
        self.board = Board()
        self.gpio = FakeGpio(self.board)
        self.panel = RpiPanel(RpiSettings(buttons=BUTTONS))
        self.now_ns = 0

    def let_pass(self, duration_ns: int) -> list[Press]:
        """Time passes; return what was pressed."""
        presses: list[Press] = []
        for _ in range(0, duration_ns + POLL_NS, POLL_NS):
            presses += self.panel.poll(self.now_ns)
            self.now_ns += POLL_NS
        return presses


@contextmanager
def table() -> Iterator[Table]:
    at = Table()
    with patch.dict(sys.modules, {"RPi.GPIO": at.gpio}):
        at.panel.open()
        at.let_pass(POLL_NS)
        yield at


def test_a_button_that_is_pressed_to_ground_is_a_press() -> None:
    with table() as at:
        assert [at.board.pull[pin] for pin in BUTTONS.values()] == [PUD_UP] * 3
        at.board.grounded = {CONFIRM}
        assert at.let_pass(SETTLED_NS) == [Press("confirm", held=False, key=False)]


def test_the_key_turns_a_press_into_a_held_one() -> None:
    with table() as at:
        assert not at.panel.key
        at.board.grounded = {KEY}
        assert at.let_pass(SETTLED_NS) == []
        assert at.panel.key
        at.board.grounded = {KEY, VOID}
        assert at.let_pass(HELD_NS) == [Press("void", held=True, key=True)]


def test_a_button_that_bounces_is_one_press_and_a_long_one_without_the_key_is_no_more() -> None:
    with table() as at:
        presses: list[Press] = []
        for turn in range(10):
            at.board.grounded = {CONFIRM} if turn % 2 else set()
            at.now_ns += POLL_NS
            presses += at.panel.poll(at.now_ns)
        assert presses == []
        at.board.grounded = {CONFIRM}
        assert at.let_pass(2 * HELD_NS) == [Press("confirm", held=False, key=False)]


def test_a_stuck_button_is_told_as_long_as_it_is_stuck_and_the_others_still_work() -> None:
    with table() as at:
        at.board.grounded = {VOID}
        at.let_pass(STUCK_NS)
        with pytest.raises(PanelError, match="void"):
            at.let_pass(POLL_NS)
        at.board.grounded = {VOID, CONFIRM}
        presses: list[Press] = []
        for _ in range(10):
            at.now_ns += POLL_NS
            try:
                presses += at.panel.poll(at.now_ns)
            except PanelError:
                continue
        assert presses == [Press("confirm", held=False, key=False)]
        at.board.grounded = set()
        at.now_ns += POLL_NS
        with pytest.raises(PanelError):
            at.panel.poll(at.now_ns)
        at.now_ns += SETTLED_NS
        assert at.panel.poll(at.now_ns) == []


def test_a_pin_that_cannot_be_read_is_a_panel_error() -> None:
    with table() as at:
        at.board.broken = {CONFIRM}
        with pytest.raises(PanelError, match="cannot read"):
            at.let_pass(POLL_NS)


def test_closing_gives_back_its_own_pins_alone() -> None:
    with table() as at:
        at.gpio.setup(17, OUT, initial=1)
        at.panel.close()
        at.panel.close()
        assert at.board.level(17) == 1
        assert [at.board.direction[pin] for pin in BUTTONS.values()] == [IN] * 3
        assert [at.board.level(pin) for pin in BUTTONS.values()] == [None] * 3
        with pytest.raises(PanelError, match="not open"):
            at.panel.poll(at.now_ns)


def test_a_panel_without_buttons_is_quiet() -> None:
    with table() as at:
        panel = RpiPanel(RpiSettings())
        panel.open()
        assert panel.poll(0) == []
        assert not panel.key
        panel.close()
        assert at.panel.poll(at.now_ns) == []
