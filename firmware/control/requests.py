"""Decides what a line on the control socket asks for, and in one line what is wrong with one that asks for nothing.

One JSON object per line. This page must never know who sent a line, whether a PIN is right or what the table makes of a
request; and what it says of a mistake never repeats what was sent, for that may be a PIN or a card.
"""

import dataclasses
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import AfterValidator, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass
from pydantic_core import ErrorDetails

from firmware.core.cards import Card
from firmware.core.inputs import Button, Decided, Role
from firmware.errors import Refused

LONGEST_REQUEST: Final = 4096
"""Bytes of a line without its newline. The longest request that makes sense has some 1200."""
LONGEST_NAME: Final = 64
"""Characters of an actor's name, and of a PIN."""
LONGEST_REASON: Final = 200
"""Characters of a reason: it is one line of the shoe report."""
LONGEST_PRESS_MS: Final = 10_000
"""Milliseconds. A button that is down for longer is stuck."""
HIGHEST_NUMBER: Final = 2**31 - 1
"""Of a hold or a card: no table gets there."""

ALLOWED: Final = {
    "do": "status, decide, press, key, acknowledge or sign_in",
    "decision": "the name of a decision, such as void_round",
    "actor": f"a name of at most {LONGEST_NAME} printable characters",
    "pin": f"at most {LONGEST_NAME} printable characters",
    "reason": f"one line of at most {LONGEST_REASON} printable characters",
    "card": "a card, such as KH: a rank of A 2 3 4 5 6 7 8 9 T J Q K, then a suit of S H D C",
    "n": "the number of a card, from 1",
    "hold": "the number of a hold",
    "second": "an object of actor and pin",
    "button": "confirm, player, banker, tie, reveal, no_more_bets, void or cut",
    "for_ms": f"milliseconds from 1 to {LONGEST_PRESS_MS}",
    "on": "true or false",
}
"""What each key takes, as the one who got it wrong is told."""


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError
    return text


_Name: TypeAlias = Annotated[str, StringConstraints(max_length=LONGEST_NAME), AfterValidator(_printable)]
_Reason: TypeAlias = Annotated[str, StringConstraints(max_length=LONGEST_REASON), AfterValidator(_printable)]
_Decision: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z_]{1,32}$")]
_CardNumber: TypeAlias = Annotated[int, Field(ge=1, le=HIGHEST_NUMBER)]
_HoldNumber: TypeAlias = Annotated[int, Field(ge=0, le=HIGHEST_NUMBER)]
_PressTime: TypeAlias = Annotated[int, Field(ge=1, le=LONGEST_PRESS_MS)]

_EXACTLY: Final = ConfigDict(strict=True, extra="forbid")


@dataclass(config=_EXACTLY, frozen=True, slots=True, kw_only=True)
class StatusRequest:
    """Asks what the table shows."""

    do: Literal["status"] = "status"


@dataclass(config=_EXACTLY, frozen=True, slots=True, kw_only=True)
class Second:
    """The second person of a decision that takes two."""

    actor: _Name
    pin: _Name = dataclasses.field(default="", repr=False)


@dataclass(config=_EXACTLY, frozen=True, slots=True, kw_only=True)
class DecideRequest:
    """A person decides. Without a roles file name and PIN may be left out: the supervisor's key stands for them."""

    do: Literal["decide"] = "decide"
    decision: _Decision
    actor: _Name = ""
    pin: _Name = dataclasses.field(default="", repr=False)
    reason: _Reason = ""
    card: Card | None = dataclasses.field(default=None, repr=False)
    n: _CardNumber | None = None
    hold: _HoldNumber | None = None
    second: Second | None = None


@dataclass(config=_EXACTLY, frozen=True, slots=True, kw_only=True)
class PressRequest:
    """Presses a button of the mock panel for `for_ms` milliseconds."""

    do: Literal["press"] = "press"
    button: Button
    for_ms: _PressTime = 100


@dataclass(config=_EXACTLY, frozen=True, slots=True, kw_only=True)
class KeyRequest:
    """Turns the supervisor's key of the mock panel."""

    do: Literal["key"] = "key"
    on: bool


@dataclass(config=_EXACTLY, frozen=True, slots=True, kw_only=True)
class AcknowledgeRequest:
    """A person takes note of the faults so far."""

    do: Literal["acknowledge"] = "acknowledge"
    actor: _Name = ""
    pin: _Name = dataclasses.field(default="", repr=False)


@dataclass(config=_EXACTLY, frozen=True, slots=True, kw_only=True)
class SignInRequest:
    """A person asks which role they have, before they decide anything."""

    do: Literal["sign_in"] = "sign_in"
    actor: _Name = ""
    pin: _Name = dataclasses.field(default="", repr=False)


PersonalRequest: TypeAlias = DecideRequest | AcknowledgeRequest | SignInRequest
"""A request of somebody who has to be known."""

Request: TypeAlias = StatusRequest | PersonalRequest | PressRequest | KeyRequest

_REQUEST: Final = TypeAdapter[Request](Annotated[Request, Field(discriminator="do")])
_KEYS: Final = {
    "status": StatusRequest,
    "decide": DecideRequest,
    "press": PressRequest,
    "key": KeyRequest,
    "acknowledge": AcknowledgeRequest,
    "sign_in": SignInRequest,
    "second": Second,
}


def read_request(line: bytes) -> Request:
    """Return what `line`, without its newline, asks for.

    Raises:
        Refused: `size`, it is longer than `LONGEST_REQUEST` bytes; `form`, with every mistake in it, in one line.
    """
    if len(line) > LONGEST_REQUEST:
        raise Refused("size", f"the request is longer than {LONGEST_REQUEST} bytes")
    try:
        return _REQUEST.validate_json(line)
    except ValidationError as error:
        mistakes = dict.fromkeys(map(_explain, error.errors()))
    # Outside the handler: the library's error holds the line, and must not travel with ours.
    raise Refused("form", "; ".join(mistakes))


def refusal(refused: Refused) -> dict[str, Any]:
    """Return the answer to a request that was refused."""
    return {"ok": False, "error": str(refused), "code": refused.code}


def decided(request: DecideRequest, role: Role, second_role: Role | None, peer: str) -> Decided:
    """Return the decision for the table.

    `role` and `second_role` are those the two persons were found to have, `peer` is who the system says has asked.
    """
    return Decided(
        decision=request.decision,
        role=role,
        actor=request.actor,
        reason=request.reason,
        card=request.card,
        n=request.n,
        hold=request.hold,
        second=request.second.actor if request.second else "",
        second_role=second_role,
        peer=peer,
    )


def _explain(mistake: ErrorDetails) -> str:
    """Word one mistake. The place begins with the request's `do`, and ends with the key, where there is one."""
    kind, place = mistake["type"], mistake["loc"]
    if kind.startswith("union_tag"):
        return f"do takes {ALLOWED['do']}"
    if not place:
        return "one JSON object on a line is a request; this is none"
    if kind == "unexpected_keyword_argument":
        keys = ", ".join(field.name for field in dataclasses.fields(_KEYS[str(place[-2])]))
        return f"{place[-2]} has a key too many; it takes {keys}"
    key = ".".join(map(str, place[1:]))
    return f"{key} {'is missing: ' if kind == 'missing' else 'takes '}{ALLOWED[str(place[-1])]}"


class Lines:
    """The lines in what one client says, however it comes in pieces; holds less than two longest requests.

    A line that is too long comes out as its beginning, one byte longer than is allowed, as soon as that is clear; the
    rest of it is thrown away as it arrives.
    """

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._skipping = False
        self._ended = False

    def add(self, data: bytes) -> None:
        """Take what arrived, at most `LONGEST_REQUEST` bytes and only with room; nothing means that no more comes."""
        self._ended = not data
        if self._skipping:
            _, newline, data = data.partition(b"\n")
            self._skipping = not newline
        self._bytes += data

    @property
    def has_room(self) -> bool:
        """Whether to go on reading."""
        return not self._ended and len(self._bytes) <= LONGEST_REQUEST

    @property
    def has_line(self) -> bool:
        """Whether `take` has a line. Once no more comes, what is left is one: half an object cannot be read as one."""
        return b"\n" in self._bytes or len(self._bytes) > LONGEST_REQUEST or (self._ended and bool(self._bytes))

    @property
    def done(self) -> bool:
        """Whether there is no line, and never will be."""
        return self._ended and not self._bytes

    def take(self) -> bytes:
        """Return the next line, without its newline. Only when `has_line`."""
        line, newline, self._bytes = self._bytes.partition(b"\n")
        self._skipping = not newline
        return bytes(line[: LONGEST_REQUEST + 1])
