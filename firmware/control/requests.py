"""Decides what a line on the control socket asks for, and in one line what is wrong with one that asks for nothing.

One JSON object per line. This page must never know who sent a line, whether a PIN is right or what the table makes of a
request; and what it says of a mistake never repeats what was sent, for that may be a PIN or a card.
"""

import functools
import json
from collections.abc import Iterator
from typing import Annotated, Any, Final, TypeAlias, get_args

from msgspec import Meta, Struct, ValidationError, convert
from msgspec.structs import fields

from firmware.core.cards import Card
from firmware.core.inputs import Button, Decided, Role
from firmware.errors import CoupError, Refused

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


_Name: TypeAlias = Annotated[str, Meta(max_length=LONGEST_NAME)]
_Reason: TypeAlias = Annotated[str, Meta(max_length=LONGEST_REASON)]
_Decision: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z_]{1,32}\Z")]
_CardNumber: TypeAlias = Annotated[int, Meta(ge=1, le=HIGHEST_NUMBER)]
_HoldNumber: TypeAlias = Annotated[int, Meta(ge=0, le=HIGHEST_NUMBER)]
_PressTime: TypeAlias = Annotated[int, Meta(ge=1, le=LONGEST_PRESS_MS)]

_SECRET: Final = ("pin", "card")


class Discreet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that may have a PIN or a card in it, which neither a log nor a traceback shows."""

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return [(key, getattr(self, key)) for key in self.__struct_fields__ if key not in _SECRET]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{key}={value!r}' for key, value in self.__rich_repr__())})"


class StatusRequest(Discreet, frozen=True, kw_only=True, tag_field="do", tag="status"):
    """Asks what the table shows."""


class Second(Discreet, frozen=True, kw_only=True):
    """The second person of a decision that takes two."""

    actor: _Name
    pin: _Name = ""


class DecideRequest(Discreet, frozen=True, kw_only=True, tag_field="do", tag="decide"):
    """A person decides. Without a roles file name and PIN may be left out: the supervisor's key stands for them."""

    decision: _Decision
    actor: _Name = ""
    pin: _Name = ""
    reason: _Reason = ""
    card: Card | None = None
    n: _CardNumber | None = None
    hold: _HoldNumber | None = None
    second: Second | None = None


class PressRequest(Discreet, frozen=True, kw_only=True, tag_field="do", tag="press"):
    """Presses a button of the mock panel for `for_ms` milliseconds."""

    button: Button
    for_ms: _PressTime = 100


class KeyRequest(Discreet, frozen=True, kw_only=True, tag_field="do", tag="key"):
    """Turns the supervisor's key of the mock panel."""

    on: bool


class AcknowledgeRequest(Discreet, frozen=True, kw_only=True, tag_field="do", tag="acknowledge"):
    """A person takes note of the faults so far."""

    actor: _Name = ""
    pin: _Name = ""


class SignInRequest(Discreet, frozen=True, kw_only=True, tag_field="do", tag="sign_in"):
    """A person asks which role they have, before they decide anything."""

    actor: _Name = ""
    pin: _Name = ""


PersonalRequest: TypeAlias = DecideRequest | AcknowledgeRequest | SignInRequest
"""A request of somebody who has to be known."""

Request: TypeAlias = StatusRequest | PersonalRequest | PressRequest | KeyRequest

_fields: Final = functools.cache(fields)  # to work them out takes longer than all the rest of reading a request
_REQUESTS: Final[dict[object, type[Struct]]] = {kind.__struct_config__.tag: kind for kind in get_args(Request)}


def read_request(line: bytes) -> Request:
    """Return what `line`, without its newline, asks for.

    Raises:
        Refused: `size`, it is longer than `LONGEST_REQUEST` bytes; `form`, with every mistake in it, in one line.
    """
    if len(line) > LONGEST_REQUEST:
        raise Refused("size", f"the request is longer than {LONGEST_REQUEST} bytes")
    said = _object(line)
    if mistakes := list(_mistakes(said)):
        raise Refused("form", "; ".join(mistakes))
    request: Request = convert(said, Request)
    return request


def refusal(error: CoupError) -> dict[str, Any]:
    """Return the answer to a request that was refused, or could not be put on record."""
    return {"ok": False, "error": str(error), "code": error.code}


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


def is_of(value: object, takes: Any) -> bool:
    """Return whether `value`, as JSON or TOML has it, is of the type `takes`; nothing passes for something else."""
    try:
        convert(value, takes)
    except ValidationError:
        return False
    return True


def _object(line: bytes) -> dict[str, object] | None:
    """Return the one JSON object that `line` is, or None if it is none."""
    try:
        said = json.loads(line.decode())
        json.dumps(said, ensure_ascii=False).encode()  # an escape can say half a character, which no text has
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


def _mistakes(said: dict[str, object] | None) -> Iterator[str]:
    """Word what is wrong with a request."""
    if said is None:
        yield "one JSON object on a line is a request; this is none"
        return
    do = said.get("do")
    if isinstance(do, str) and do in _REQUESTS:
        yield from _mistakes_in(do, _REQUESTS[do], said)
    else:
        yield f"do takes {ALLOWED['do']}"


def _mistakes_in(name: str, kind: type[Struct], said: dict[str, object], within: str = "") -> Iterator[str]:
    """Word what is wrong with an object called `name`, key by key; `within` is put before each key."""
    for field in _fields(kind):
        key, allowed = f"{within}{field.name}", ALLOWED[field.name]
        value = said.get(field.name)
        if field.name not in said:
            if field.required:
                yield f"{key} is missing: {allowed}"
        elif field.name == "second" and isinstance(value, dict):
            yield from _mistakes_in("second", Second, value, "second.")
        elif not is_of(value, field.type) or (isinstance(value, str) and not value.isprintable()):
            yield f"{key} takes {allowed}"
    keys = [key for key in (kind.__struct_config__.tag_field, *kind.__struct_fields__) if key]
    if not said.keys() <= set(keys):
        yield f"{name} has a key too many; it takes {', '.join(keys)}"


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
