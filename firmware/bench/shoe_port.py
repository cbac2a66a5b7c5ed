"""A simulated shoe on a serial port or a pseudo-terminal, in real time: `coup shoe`.

Decides when what happens at the shoe: from a script, at a person's pace, and by what is typed. Must never know the
table: what cannot be seen from a shoe is only said.
"""

from collections import deque
from collections.abc import Callable, Iterable
from random import Random
from typing import Final, TypeAlias

from firmware.bench import by_hand
from firmware.bench.mishaps import UNPLUGGED_NS, Mishaps
from firmware.bench.overheard import Overheard
from firmware.bench.shoe_script import Move, Note
from firmware.bench.steps import CardsLeave, Happens, LidMoves, LinkMoves, ShoeRestarts, Spoils, Waits
from firmware.shoe.registry import Simulated
from firmware.shoe.talker import Unsaid
from hal.errors import HalError, LinkLost
from hal.ports import ByteLink

REOPEN_NS: Final = 1_000_000_000
"""A port that is lost is tried again so often, by its stable name."""

IDLE_NS: Final = 1_000_000_000
"""The longest that `deadline` lets anybody wait."""

BITS: Final = 10
"""Of each byte on the line: a start bit, eight, a stop bit (PROTOCOL.md, section 1)."""

_BY_PEOPLE: Final[dict[Unsaid, str]] = {
    "loaded": "coup ctl decide new_shoe",
    "cut": "the cut button, or coup ctl decide cut",
}
"""Where the wire has no word, people have."""

Tell: TypeAlias = Callable[[str], None]


class ShoePort:
    """A shoe, its cable, and what is still to happen. `turn` never waits."""

    def __init__(
        self,
        shoe: Simulated,
        cable: ByteLink,
        tell: Tell,
        *,
        baud: int = 115200,
        pace_ns: int = 500_000_000,
        mishaps: Mishaps | None = None,
        random: Random | None = None,
        script: Iterable[Move] = (),
        at_open_gate: bool = False,
        somebody_answers: bool = False,
    ) -> None:
        """Name the parts; the cable is not open yet.

        Args:
            shoe: the simulated shoe.
            cable: its serial line.
            tell: gets a line for people.
            baud: bits per second.
            pace_ns: nanoseconds from one card to the next.
            mishaps: what goes wrong on the line.
            random: where chance comes from.
            script: what is to happen besides what is typed.
            at_open_gate: cards of the script leave only while the gate is open.
            somebody_answers: the script waits for `go_on` where a person has something to do at the table.
        """
        self._shoe = shoe
        self._cable = cable
        self._tell = tell
        self._byte_ns = BITS * 1_000_000_000 // baud
        self._pace_ns = pace_ns
        self._mishaps = mishaps or Mishaps()
        self._random = random or Random()
        self._script = deque(script)
        self._at_open_gate = at_open_gate
        self._somebody_answers = somebody_answers
        self._waits = False
        self._typed: deque[Move] = deque()
        self._next_at = 0  # ns: nothing happens before
        self._heard = Overheard()
        self._open, self._plugged = False, True
        self._told = ""
        self._retry_at = 0
        self._unsent = b""
        self._free_at = 0  # ns: what was handed over has left the line by then
        self._mishap_at: int | None = None

    def start(self, now: int) -> None:
        """Plug the cable in; a port that is not there is waited for. Raises `HalError` if it can never work."""
        try:
            self._connect(now)
        except LinkLost as error:
            self._lost(error, now)
        self._mishap_at = now + round(self._mishaps.unplug * 1e9) if self._mishaps.unplug else None

    def type(self, line: str) -> None:
        """Take a line that somebody typed. Raises `Refused` with what can be typed."""
        step = by_hand.read(line)
        if isinstance(step, CardsLeave):
            self._typed += (CardsLeave(0, (face,)) for face in step.faces)
        else:
            self._typed.append(step)

    def go_on(self) -> None:
        """What a person had to do at the table is done."""
        self._waits = False

    def end_script(self) -> None:
        """Let nothing happen any more but what was typed."""
        self._script.clear()

    def busy(self, now: int) -> bool:
        """Whether something that was typed has still to happen, or time has to pass after it."""
        return bool(self._typed) or now < self._next_at

    def turn(self, now: int) -> None:
        """Hear the host, let happen what is due, and speak."""
        if self._mishap_at is not None and now >= self._mishap_at:
            self._pull_or_plug(now)
        self._hear(now)
        while self._due(now):
            self._happen((self._typed or self._script).popleft(), now)
        self._speak(now)

    @property
    def descriptor(self) -> int | None:
        """What to wait on; None while the cable is not open."""
        return self._cable.fileno() if self._open else None

    @property
    def wants_to_write(self) -> bool:
        """Whether the port did not take all that is to be sent."""
        return self._open and bool(self._unsent)

    def deadline(self, now: int) -> int:
        """Return when `turn` will next have something to do by time alone."""
        due = [now + IDLE_NS]
        if not self.wants_to_write:
            due.append(max(self._shoe.deadline(now), self._free_at))
        if self._typed or self._script_goes_on():
            due.append(max(now, self._next_at))
        if self._plugged and not self._open:
            due.append(self._retry_at)
        if self._mishap_at is not None:
            due.append(self._mishap_at)
        return min(due)

    def close(self) -> None:
        """Pull the cable out."""
        self._open = False
        self._cable.close()

    # -- the line ---------------------------------------------------------------------------------------------------

    def _hear(self, now: int) -> None:
        if self._plugged and not self._open and now >= self._retry_at:
            try:
                self._connect(now)
            except HalError as error:
                self._lost(error, now)
        if not self._open:
            return
        try:
            data = self._mishaps.carry(self._cable.read(), self._random)
        except LinkLost as error:
            self._lost(error, now)
            return
        if data:
            self._shoe.receive(data, now)
            for line in self._heard.lines(data, now):
                self._tell(line)

    def _speak(self, now: int) -> None:
        """Hand at most one frame to the line. A cable that is out takes every frame, and it is gone."""
        if not self._unsent and now >= self._free_at:
            frame = self._shoe.outgoing(now)
            self._free_at = now + len(frame) * self._byte_ns
            self._unsent = self._mishaps.carry(frame, self._random)
        if not self._open:
            self._unsent = b""
        elif self._unsent:
            try:
                self._unsent = self._unsent[self._cable.write(self._unsent) :]
            except LinkLost as error:
                self._lost(error, now)

    def _connect(self, now: int) -> None:
        self._cable.open()
        self._open, self._told = True, ""

    def _lost(self, error: HalError, now: int) -> None:
        self._cable.close()
        self._open, self._unsent, self._retry_at = False, b"", now + REOPEN_NS
        if str(error) != self._told:
            self._told = str(error)
            self._tell(f"{error}; trying again every second")

    def _plug(self, plugged: bool, now: int) -> None:
        if plugged == self._plugged:
            return
        self._plugged, self._retry_at = plugged, now
        self._tell("the cable is plugged in" if plugged else "the cable is pulled out")
        if not plugged:
            self.close()

    def _pull_or_plug(self, now: int) -> None:
        pulled = self._plugged
        self._plug(not pulled, now)
        self._mishap_at = now + (UNPLUGGED_NS if pulled else round(self._mishaps.unplug * 1e9) - UNPLUGGED_NS)

    # -- what happens -----------------------------------------------------------------------------------------------

    def _due(self, now: int) -> bool:
        return now >= self._next_at and (bool(self._typed) or self._script_goes_on())

    def _script_goes_on(self) -> bool:
        if not self._script or self._waits:
            return False
        return not self._at_open_gate or not isinstance(self._script[0], CardsLeave) or self._shoe.gate_open

    def _happen(self, step: Move, now: int) -> None:
        match step:
            case Note(text=text, person=person):
                self._ask(text, person, now)
            case CardsLeave(faces=(face,)):
                self._tell(f"card {face}")
                self._shoe.card(face)
                self._next_at = now + self._pace_ns
            case Happens(what=what):
                self._tell(what)
                getattr(self._shoe, what)()
                self._unsaid(what, now)
            case LidMoves(open=is_open):
                self._tell(f"lid {'open' if is_open else 'shut'}")
                self._shoe.lid(is_open)
                self._unsaid("lid", now)
            case Spoils(code=code):
                self._tell(f"spoil {code}")
                self._shoe.spoil(code)
                self._unsaid("spoil", now)
            case LinkMoves(up=up):
                self._plug(up, now)
            case ShoeRestarts():
                self._tell("the shoe loses its power and starts again")
                self._shoe.restart()
                self._unsaid("restart", now)
            case Waits(ns=ns):
                self._next_at = now + ns

    def _ask(self, text: str, person: bool, now: int) -> None:
        """Tell people something; where a `person` has something to do, the script waits."""
        self._waits = person and self._somebody_answers
        self._tell(f"{text} (then Enter)" if self._waits else text)
        self._next_at = now + self._pace_ns if person else now

    def _unsaid(self, what: Unsaid, now: int) -> None:
        """Say so where this make of shoe has no word for what has happened, and who has to say it then."""
        if what in self._shoe.lacks:
            words = _BY_PEOPLE.get(what)
            told = f"to be done at the table: {words}" if words else "nobody is told"
            self._ask(f"this shoe has no word for it, {told}", words is not None, now)
