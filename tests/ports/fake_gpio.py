"""A board with pins, and the module RPi.GPIO 0.7.1 as a program on it sees it: same rules, same words.

The board outlives the program, as a real one does: pins keep direction and level when a program ends.
"""

import warnings
from collections.abc import Sequence
from types import ModuleType

BCM, BOARD = 11, 10
OUT, IN = 0, 1
LOW, HIGH = 0, 1
PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22


class Board:
    """The hardware: 28 pins.

    Attributes:
        driven: every level that a pin was driven to, in order: pin, level.
        grounded: pins that a closed contact shorts to ground.
        forced: levels that a short, or a wire from outside, puts on pins whatever the program does.
        broken: pins on which every access fails.
    """

    def __init__(self) -> None:
        self.driven: list[tuple[int, int]] = []
        self.grounded: set[int] = set()
        self.forced: dict[int, int] = {}
        self.broken: set[int] = set()
        self.direction = dict.fromkeys(range(28), IN)
        self.pull = {pin: PUD_UP if pin <= 8 else PUD_DOWN for pin in range(28)}  # as at power-on
        self._latch = dict.fromkeys(range(28), LOW)

    def level(self, pin: int) -> int | None:
        """Level of a pin; none: it floats."""
        if pin in self.forced:
            return self.forced[pin]
        if self.direction[pin] == OUT:
            return self._latch[pin]
        if pin in self.grounded:
            return LOW
        return {PUD_UP: HIGH, PUD_DOWN: LOW, PUD_OFF: None}[self.pull[pin]]

    def latch(self, pin: int, level: int) -> None:
        """Set the output register: seen at the pin only while it is an output."""
        self._latch[pin] = level
        if self.direction[pin] == OUT:
            self.driven.append((pin, level))

    def turn(self, pin: int, direction: int, pull: int) -> None:
        self.direction[pin], self.pull[pin] = direction, pull
        if direction == OUT:
            self.driven.append((pin, self._latch[pin]))


class FakeGpio(ModuleType):
    """`RPi.GPIO` in one program on `board`."""

    BCM, BOARD, OUT, IN, LOW, HIGH = BCM, BOARD, OUT, IN, LOW, HIGH
    PUD_OFF, PUD_DOWN, PUD_UP = PUD_OFF, PUD_DOWN, PUD_UP

    def __init__(self, board: Board) -> None:
        super().__init__("RPi.GPIO")
        self.board = board
        self.says: str | None = None
        self._mode: int | None = None
        self._warnings = True
        self._set_up: dict[int, int] = {}

    def setwarnings(self, flag: bool) -> None:
        self._warnings = flag

    def setmode(self, mode: int) -> None:
        if self._mode not in (None, mode):
            raise ValueError("A different mode has already been set!")
        self._mode = mode

    def setup(self, channel: int, direction: int, pull_up_down: int = PUD_OFF, initial: int = -1) -> None:
        if self.says:
            raise RuntimeError(self.says)
        if direction == OUT and pull_up_down != PUD_OFF:
            raise ValueError("pull_up_down parameter is not valid for outputs")
        if direction == IN and initial != -1:
            raise ValueError("initial parameter is not valid for inputs")
        self._check(channel)
        if self.board.direction[channel] == OUT and channel not in self._set_up:
            self._warn("This channel is already in use, continuing anyway.")
        if channel in (2, 3) and pull_up_down != PUD_OFF:
            self._warn("A physical pull up resistor is fitted on this channel!")
        if direction == OUT and initial != -1:
            self.board.latch(channel, initial)
        self.board.turn(channel, direction, pull_up_down)
        self._set_up[channel] = direction

    def output(self, channel: int, value: int) -> None:
        self._check(channel)
        if self._set_up.get(channel) != OUT:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        self.board.latch(channel, value)

    def input(self, channel: int) -> int:
        self._check(channel)
        if channel not in self._set_up:
            raise RuntimeError("You must setup() the GPIO channel first")
        return self.board.level(channel) or LOW

    def cleanup(self, channel: Sequence[int] | None = None) -> None:
        found = False
        for pin in list(self._set_up) if channel is None else channel:
            found = self._set_up.pop(pin, None) is not None
            if found:
                self.board.turn(pin, IN, PUD_OFF)
        if not found:
            self._warn("No channels have been set up yet - nothing to clean up!")

    def _check(self, channel: int) -> None:
        if self._mode is None:
            raise RuntimeError("Please set pin numbering mode using GPIO.setmode(GPIO.BOARD) or GPIO.setmode(GPIO.BCM)")
        if not 0 <= channel < 28:
            raise ValueError("The channel sent is invalid on a Raspberry Pi")
        if channel in self.board.broken:
            raise RuntimeError("GPIO write failed")

    def _warn(self, text: str) -> None:
        if self._warnings:
            warnings.warn(text, RuntimeWarning, stacklevel=3)
