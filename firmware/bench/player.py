"""Plays a scenario at a table and says where the table was not as expected.

Decides whether an expectation holds. Must never know how a table works things out: it looks, and compares words.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from firmware.bench.scenario import Scenario
from firmware.bench.stage import Seen, Stage
from firmware.bench.steps import (
    CardsLeave,
    Decides,
    Expects,
    Happens,
    LidMoves,
    LinkMoves,
    PowerCut,
    Presses,
    ShoeRestarts,
    Spoils,
    Step,
    TurnsKey,
    Waits,
)
from firmware.errors import CoupError
from firmware.shoe.registry import Simulated


class Difference(NamedTuple):
    """An expectation that failed: file, line, what was expected and what was found."""

    file: str
    line: int
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: expected {self.expected}, found {self.found}"


def play(scenario: Scenario, stage: Stage) -> tuple[Difference, ...]:
    """Play every step and return all differences, in order. A table that breaks down ends it."""
    play = _Play(scenario.name, stage)
    for step in scenario.steps:
        try:
            play.take(step)
        except CoupError as error:
            play.differ(step.line, "a table that goes on", f"{error.code}: {error}")
            return tuple(play.differences)
    play.end()
    return tuple(play.differences)


class _Play:
    """A scenario on its way: what was done last, and what differed."""

    def __init__(self, file: str, stage: Stage) -> None:
        self._file: Final = file
        self._stage: Final = stage
        self.differences: list[Difference] = []
        self._seen: Seen | None = None
        self._decided: tuple[int, str] | None = None  # line of the last decision, and the code of its refusal
        self._unanswered = False  # it was refused, and no line has said so yet
        self._ignored: bool | None = None  # whether the last press meant nothing

    def take(self, step: Step) -> None:
        """Do one step, or see whether an expectation holds."""
        if isinstance(step, Expects):
            self._compare(step)
            return
        self.end()
        self._do(step)
        self._stage.settle()
        self._seen = None

    def end(self) -> None:
        """No more is expected of what was done last."""
        if self._unanswered and self._decided:
            line, code = self._decided
            self.differ(line, "the decision to be taken", f"it refused as {code}")
        self._unanswered = False

    def differ(self, line: int, expected: str, found: str) -> None:
        """Note a difference."""
        self.differences.append(Difference(self._file, line, expected, found))

    def _do(self, step: Step) -> None:
        stage = self._stage
        match step:
            case Presses(button=button, seconds=seconds):
                self._ignored = stage.press(button, seconds)
            case TurnsKey(on=on):
                stage.turn_key(on)
            case Decides(line=line):
                code = stage.decide(step)
                self._decided, self._unanswered = (line, code), bool(code)
            case LinkMoves(up=up):
                stage.move_link(up)
            case PowerCut():
                stage.cut_power()
            case Waits(ns=ns):
                stage.wait(ns)
            case _:
                _happen(stage.shoe, step)

    def _compare(self, step: Expects) -> None:
        if step.what == "refused":
            self._unanswered = False
            if not self._decided or not self._decided[1]:
                self.differ(step.line, "refused", "a decision that was taken" if self._decided else "no decision")
        elif step.what == "ignored":
            if not self._ignored:
                self.differ(step.line, "ignored", "no press" if self._ignored is None else "a press that was taken")
        else:
            self._seen = self._seen or self._stage.see()
            found = FOUND[step.what](self._seen)
            if found != step.wanted:
                self.differ(step.line, f"{step.what} {step.wanted}", found)


def _happen(shoe: Simulated, step: Step) -> None:
    match step:
        case CardsLeave(faces=faces):
            for face in faces:
                shoe.card(face)
        case Happens(what=what):
            getattr(shoe, what)()
        case LidMoves(open=is_open):
            shoe.lid(is_open)
        case Spoils(code=code):
            shoe.spoil(code)
        case ShoeRestarts():
            shoe.restart()


def _set(names: frozenset[str]) -> str:
    return " ".join(sorted(names)) or "none"


def _yes(whether: bool) -> str:
    return "yes" if whether else "no"


def _closed(word: Callable[[Seen], str]) -> Callable[[Seen], str]:
    return lambda seen: word(seen) if seen.closed else "no round closed yet"


def _result(seen: Seen) -> str:
    closed = seen.closed
    if closed is None or closed.winner is None:
        return "void"
    return f"{closed.winner} {closed.player_count} {closed.banker_count}"


FOUND: Final[dict[str, Callable[[Seen], str]]] = {
    "lamps": lambda seen: _set(seen.lamps),
    "blink": lambda seen: _set(seen.blink),
    "phase": lambda seen: seen.phase,
    "gate": lambda seen: "open" if seen.gate_open else "shut",
    "hold": lambda seen: seen.hold or "none",
    "fault": lambda seen: _set(seen.faults),
    "round": lambda seen: str(seen.round),
    "cards": lambda seen: str(seen.cards),
    "public": lambda seen: " ".join(seen.public) or "none",
    "result": _closed(_result),
    "final": _closed(lambda seen: _yes(seen.closed is not None and seen.closed.final)),
    "void": _closed(lambda seen: _yes(seen.closed is not None and seen.closed.void_hand)),
    "corrected": _closed(lambda seen: _yes(seen.corrected)),
}
"""What is found, in the words of the scenario language: sets are sorted, as `Expects.wanted` has them."""
