"""Where requests of people come in: status, decisions, and on mock hardware presses and the key.

Every request gets one answer, after its effect is on record and on the lamps. With a roles file a decision waits here
until it is known who takes it, and the table goes on meanwhile; without one the supervisor's key has to be on, and
stands for the role casino. What a role may do at the table is for the core to say.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from firmware.control.authority import Authority, Persons
from firmware.control.refusals import Refusals
from firmware.control.requests import (
    AcknowledgeRequest,
    DecideRequest,
    KeyRequest,
    PersonalRequest,
    PressRequest,
    SignInRequest,
    StatusRequest,
    decided,
    refusal,
)
from firmware.control.server import Asked
from firmware.core.facts import PressIgnored
from firmware.core.inputs import FaultsAcknowledged, Role
from firmware.core.irregularities import RANK
from firmware.core.view import status
from firmware.errors import JournalError, Refused
from firmware.loop import Loop
from hal.buttons import HELD_NS, SETTLED_NS
from hal.ports import ButtonName


class Hand(Protocol):
    """A panel that can be pressed by a request: only mock hardware has one."""

    key: bool

    def press(self, button: ButtonName, held: bool = False) -> None:
        """Press and let go, one press by itself."""


class Requests(Protocol):
    """Where requests wait (`firmware.control.server.ControlSocket`)."""

    @property
    def has_request(self) -> bool:
        """Whether one waits."""

    def next_request(self) -> Asked | None:
        """Return the next one, or None."""

    def is_there(self, asked: Asked) -> bool:
        """Return whether its sender can still hear an answer."""

    def answer(self, asked: Asked, document: dict[str, Any]) -> None:
        """Send the one answer."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A request whose PINs are being checked."""

    asked: Asked
    request: PersonalRequest
    persons: Persons
    hold: int | None  # the hold the table was in


class Desk:
    """Answers requests for one table."""

    def __init__(self, requests: Requests, hand: Hand | None, authority: Authority | None) -> None:
        """`hand` is the mock panel, or None on real hardware; `authority` is None without a roles file."""
        self._requests: Final = requests
        self._hand: Final = hand
        self._authority: Final = authority
        self._waiting: list[_Waiting] = []
        self._refusals: Final = Refusals()

    def serve(self, loop: Loop, now: int) -> bool:
        """Carry out or refuse at most one request; True if another one can be."""
        if self._authority:
            self._authority.checker.turn(now)
        checked = next((waiting for waiting in self._waiting if waiting.persons.checked), None)
        if checked:
            self._waiting.remove(checked)
            self._answer(checked.asked, lambda: self._decide(checked, loop), loop, now)
        elif asked := self._requests.next_request():
            self._answer(asked, lambda: self._do(asked, loop, now), loop, now)
        else:
            self._put_on_record(loop, now)
        return self._requests.has_request or any(waiting.persons.checked for waiting in self._waiting)

    def deadline(self, now: int) -> int | None:
        """Return when `serve` is due by time alone, in monotonic nanoseconds; None if it is not."""
        due = (self._refusals.deadline, self._authority.checker.deadline(now) if self._authority else None)
        return min((at for at in due if at is not None), default=None)

    def close(self, loop: Loop) -> None:
        """Put on record what was refused of late."""
        try:
            for refused in self._refusals.rest():
                loop.enter(refused)
        except JournalError:
            return  # told already, and it is the end

    def _answer(self, asked: Asked, work: Callable[[], dict[str, Any] | None], loop: Loop, now: int) -> None:
        """Do the work of a request and answer it, unless that is still to come."""
        try:
            done = work()
            answer = None if done is None else {"ok": True, **done}
        except Refused as refused:
            self._refusals.note(refused.code, getattr(asked.request, "actor", ""), str(asked.peer))
            answer = refusal(refused)
        except JournalError as error:
            answer = refusal(error)
        self._put_on_record(loop, now)
        if answer is not None:
            self._requests.answer(asked, answer)

    def _do(self, asked: Asked, loop: Loop, now: int) -> dict[str, Any] | None:
        """Do what can be done at once; None if the request waits for its PINs."""
        match asked.request:
            case Refused() as refused:
                raise refused
            case StatusRequest():
                assert loop.shown is not None
                driver = loop.line.driver
                seen = status(loop.shown_table, loop.shown, link_up=driver.up)
                return seen | {"counters": {name: count for name, count in driver.counters().items() if count}}
            case DecideRequest() | AcknowledgeRequest() | SignInRequest() as request:
                if self._authority:
                    self._check(asked, request, self._authority, loop)
                    return None
                if not loop.key:
                    raise Refused("key")
                return _carry_out(request, "casino", None, asked, loop)
            case PressRequest() as request:
                return {"ignored": self._press(request, loop, now)}
            case KeyRequest() as request:
                self._pressable().key = request.on
        return {}

    def _check(self, asked: Asked, request: PersonalRequest, authority: Authority, loop: Loop) -> None:
        gone = [waiting for waiting in self._waiting if not self._requests.is_there(waiting.asked)]
        for waiting in gone:
            self._waiting.remove(waiting)
            authority.forget(waiting.persons)
        self._waiting.append(_Waiting(asked, request, authority.ask(request), _hold(loop)))

    def _decide(self, waiting: _Waiting, loop: Loop) -> dict[str, Any]:
        """Carry out what has waited for its PINs."""
        role, second_role = waiting.persons.roles
        if not self._requests.is_there(waiting.asked):
            return {}  # whoever has given up waiting does not decide; nobody hears this answer
        if _hold(loop) != waiting.hold and not isinstance(waiting.request, SignInRequest):
            raise Refused("stale")
        return _carry_out(waiting.request, role, second_role, waiting.asked, loop)

    def _put_on_record(self, loop: Loop, now: int) -> None:
        refused = self._refusals.due(now)
        if refused is None:
            return
        try:
            loop.enter(refused)
        except JournalError:
            self._refusals.put_off(now)  # shown and told by the loop
        else:
            self._refusals.recorded(refused, now)

    def _press(self, request: PressRequest, loop: Loop, now: int) -> bool:
        hand = self._pressable()
        for_ns = request.for_ms * 1_000_000
        if for_ns < SETTLED_NS:
            return True
        hand.press(request.button, held=for_ns >= HELD_NS)
        facts = loop.take_presses(now)
        return any(isinstance(fact, PressIgnored) for fact in facts)

    def _pressable(self) -> Hand:
        if self._hand is None:
            raise Refused(
                "not_open", "the panel is real: press its buttons there (requests do it with the mock driver)"
            )
        return self._hand


def _carry_out(
    request: PersonalRequest, role: Role, second_role: Role | None, asked: Asked, loop: Loop
) -> dict[str, Any]:
    """Do what a person who is known asks for, and return what is told of it."""
    match request:
        case DecideRequest():
            loop.enter(decided(request, role, second_role, str(asked.peer)))
        case AcknowledgeRequest():
            if RANK[role] < RANK["supervisor"]:
                raise Refused("role", "faults are acknowledged by a supervisor at least")
            loop.enter(FaultsAcknowledged(actor=request.actor, peer=str(asked.peer)))
        case SignInRequest():
            return {"role": role}
    return {}


def _hold(loop: Loop) -> int | None:
    return loop.table.hold.id if loop.table.hold else None
