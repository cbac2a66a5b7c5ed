"""Where requests of people come in: status, decisions, and on mock hardware presses and the key.

Every request gets one answer, after its effect is on record and on the lamps. Without a roles file the supervisor's key
has to be on, and stands for the role casino.
"""

from typing import Any, Final, Protocol

from firmware.control.requests import (
    AcknowledgeRequest,
    DecideRequest,
    KeyRequest,
    PressRequest,
    Request,
    StatusRequest,
    decided,
    refusal,
)
from firmware.control.server import Asked
from firmware.core.facts import PressIgnored
from firmware.core.inputs import FaultsAcknowledged
from firmware.core.view import status
from firmware.errors import CoupError, JournalError, Refused
from firmware.loop import Loop
from hal.ports import ButtonName

SHORTEST_PRESS_MS: Final = 30
"""A contact that closes for less is no press."""
HELD_MS: Final = 2000
"""With the key on, a press this long is a held one."""


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

    def answer(self, asked: Asked, document: dict[str, Any]) -> None:
        """Send the one answer."""


class Desk:
    """Answers requests for one table."""

    def __init__(self, requests: Requests, hand: Hand | None) -> None:
        """`hand` is the mock panel, or None on real hardware."""
        self._requests: Final = requests
        self._hand: Final = hand

    def serve(self, loop: Loop, now: int) -> bool:
        """Answer at most one request; True if another one waits."""
        asked = self._requests.next_request()
        if asked is None:
            return False
        self._requests.answer(asked, self._answer(asked.request, loop, now))
        return self._requests.has_request

    def _answer(self, request: Request | Refused, loop: Loop, now: int) -> dict[str, Any]:
        try:
            if isinstance(request, Refused):
                raise request
            return {"ok": True, **self._do(request, loop, now)}
        except Refused as refused:
            return refusal(refused)
        except JournalError as error:
            return _failed(error)

    def _do(self, request: Request, loop: Loop, now: int) -> dict[str, Any]:
        match request:
            case StatusRequest():
                assert loop.shown is not None
                return status(loop.table, loop.shown, link_up=loop.line.driver.up)
            case DecideRequest():
                _need_key(loop)
                loop.enter(decided(request, "casino", None))
            case AcknowledgeRequest():
                _need_key(loop)
                loop.enter(FaultsAcknowledged(actor=request.actor))
            case PressRequest():
                return {"ignored": self._press(request, loop, now)}
            case KeyRequest():
                self._pressable().key = request.on
        return {}

    def _press(self, request: PressRequest, loop: Loop, now: int) -> bool:
        hand = self._pressable()
        if request.for_ms < SHORTEST_PRESS_MS:
            return True
        hand.press(request.button, held=request.for_ms >= HELD_MS)
        facts = loop.take_presses(now)
        return any(isinstance(fact, PressIgnored) for fact in facts)

    def _pressable(self) -> Hand:
        if self._hand is None:
            raise Refused(
                "not_open", "the panel is real: press its buttons there (requests do it with the mock driver)"
            )
        return self._hand


def _need_key(loop: Loop) -> None:
    if not loop.key:
        raise Refused("key")


def _failed(error: CoupError) -> dict[str, Any]:
    return {"ok": False, "error": str(error), "code": error.code}
