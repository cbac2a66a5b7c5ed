"""The console's routes: who signs in, what they see, and what they decide.

Decides nothing about the table: a decision goes to the controller as its sender worded it, with the PIN they proved
themselves by, and the answer comes back as it is. A request counts as a person's only with their session's cookie, from
their session's address and with their session's token.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, cast

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from firmware.control.requests import LONGEST_NAME, LONGEST_REQUEST
from firmware.core.inputs import Role
from firmware.display.orders import orders
from firmware.display.pit import Pit
from firmware.display.sessions import Pace, Session, Sessions
from firmware.display.stream import BEAT, RETRY, Stream, event

COOKIE: Final = "coup-console"

BODY_S: Final = 5.0
"""Seconds a request's body may take to arrive."""

MOST_OF_A_NAME: Final = 3
"""Sign-ins at one name that wait at a time, each from another address: the controller takes one more."""

_DECIDE_KEYS: Final = frozenset({"decision", "reason", "card", "n", "hold", "second"})

Handler = Callable[[Request, Session], Awaitable[Response]]


class TurnedAway(Exception):
    """A request is refused here already, before the controller hears of it."""

    def __init__(self, status: int, code: str, error: str) -> None:
        """`status` is HTTP's, `code` the page's; `error` never repeats what was sent."""
        super().__init__(error)
        self.status: Final = status
        self.code: Final = code


async def turned_away(request: Request, why: Exception) -> Response:
    """Return the answer to a request that is refused here."""
    assert isinstance(why, TurnedAway)
    return JSONResponse({"ok": False, "error": str(why), "code": why.code}, status_code=why.status)


class Console:
    """The supervisor's console of one table."""

    def __init__(self, stream: Stream, pit: Pit) -> None:
        """Name the parts."""
        self._stream: Final = stream
        self._pit: Final = pit
        self._sessions: Final = Sessions(time.monotonic)
        self._sign_ins: Final = Pace(5, 12.0, time.monotonic)  # five at once, then one in 12 s from one address
        self._signing_in: Final[set[tuple[str, str]]] = set()  # name and address of each who waits
        self._acts: Final = Pace(5, 0.5, time.monotonic)

    def routes(self) -> list[BaseRoute]:
        """Return the console's routes, the page apart."""
        return [
            Route("/console/session", self._sign_in, methods=["POST"]),
            Route("/console/session", self._signed_in(self._who), methods=["GET"]),
            Route("/console/session", self._signed_in(self._sign_out, acts=True), methods=["DELETE"]),
            Route("/console/events", self._signed_in(self._events), methods=["GET"]),
            Route("/console/decide", self._signed_in(self._decide, acts=True), methods=["POST"]),
            Route("/console/acknowledge", self._signed_in(self._acknowledge, acts=True), methods=["POST"]),
        ]

    def _signed_in(self, handle: Handler, acts: bool = False) -> Callable[[Request], Awaitable[Response]]:
        """Let only people through who are signed in; `acts`: and only what their own page has sent."""

        async def guarded(request: Request) -> Response:
            secret = request.cookies.get(COOKIE, "")
            session = self._sessions.find(secret)
            if session is not None and session.address != _address(request):
                self._end(secret)  # the cookie was stolen
                await self._pit.put_on_record(session.actor)
                session = None
            if session is None:
                raise TurnedAway(401, "session", "sign in first")
            if acts:
                if request.headers.get("X-CSRF-Token") != session.csrf:
                    await self._pit.put_on_record(session.actor)
                    raise TurnedAway(403, "session", "this came from another page: load the console anew")
                if not self._acts.allows(session.actor):
                    raise TurnedAway(429, "pace", "too many at once: wait a moment")
                self._sessions.touch(session)
            return await handle(request, session)

        return guarded

    async def _sign_in(self, request: Request) -> Response:
        address = _address(request)
        if not self._sign_ins.allows(address):
            raise TurnedAway(429, "pace", "too many tries from here: wait a minute")
        said = await _json(request)
        actor, pin = said.get("actor"), said.get("pin")
        if not (isinstance(actor, str) and isinstance(pin, str) and len(actor) <= LONGEST_NAME >= len(pin)):
            raise TurnedAway(400, "form", f"name and PIN are texts of at most {LONGEST_NAME} characters")
        if not actor.strip():
            raise TurnedAway(400, "form", "a name is needed")
        with self._in_turn(actor, address):
            answer = await self._pit.request(do="sign_in", actor=actor, pin=pin)
        if not answer["ok"]:
            return _answered(answer)
        self._end(request.cookies.get(COOKIE, ""))
        secret, session = self._sessions.begin(actor, cast(Role, answer["role"]), pin, address)
        response = JSONResponse(_told(session))
        response.set_cookie(
            COOKIE, secret, path="/console", httponly=True, samesite="strict", secure=request.url.scheme == "https"
        )
        return response

    @contextmanager
    def _in_turn(self, actor: str, address: str) -> Iterator[None]:
        """Let a sign-in wait for the controller, where not too many do: it checks one PIN after another.

        Who guesses at a name takes one place, and leaves one to the person whose name it is. Raises `TurnedAway`.
        """
        who = actor, address
        of_the_name = sum(name == actor for name, _ in self._signing_in)
        if who in self._signing_in or of_the_name >= MOST_OF_A_NAME:
            raise TurnedAway(429, "pace", "a PIN of this name is being checked: wait a moment")
        self._signing_in.add(who)
        try:
            yield
        finally:
            self._signing_in.remove(who)

    async def _who(self, request: Request, session: Session) -> Response:
        return JSONResponse(_told(session))

    async def _sign_out(self, request: Request, session: Session) -> Response:
        self._end(request.cookies[COOKIE])
        response = JSONResponse({"ok": True})
        response.delete_cookie(COOKIE, path="/console")
        return response

    async def _decide(self, request: Request, session: Session) -> Response:
        said = await _json(request)
        if not said.keys() <= _DECIDE_KEYS or "hold" not in said:
            raise TurnedAway(400, "form", "a decision has hold, null for none, and of the rest what it needs")
        if said["hold"] is None:
            # Who read that there is none must not settle one that has come since; the controller sees to the others.
            status = await self._pit.ask_status()
            if status and status["hold"]:
                raise TurnedAway(409, "stale", "the table waits for a decision by now: read it again")
        given = {key: value for key, value in said.items() if value is not None}
        return await self._asked_for(session, do="decide", **given)

    async def _acknowledge(self, request: Request, session: Session) -> Response:
        return await self._asked_for(session, do="acknowledge")

    async def _asked_for(self, session: Session, **request: Any) -> Response:
        answer = await self._pit.request(actor=session.actor, pin=session.pin, **request)
        self._stream.tell()
        return _answered(answer)

    async def _events(self, request: Request, session: Session) -> Response:
        secret = request.cookies[COOKIE]

        async def events() -> AsyncIterator[bytes]:
            yield RETRY
            sent = b""
            async with self._pit.watched(self._stream):
                async for _ in self._stream.changes():
                    if self._sessions.find(secret) is not session:
                        return
                    console = orders(self._pit.status, self._stream.rounds, session.role)
                    now = event({**self._stream.state, "console": console})
                    yield BEAT if now == sent else now
                    sent = now

        return streamed(events())

    def _end(self, secret: str) -> None:
        """End a session, and the streams of events it has."""
        self._sessions.end(secret)
        self._stream.tell()


def streamed(events: AsyncIterator[bytes]) -> Response:
    """Return a response of server-sent events, which no proxy may keep back."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(events, media_type="text/event-stream", headers=headers)


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


async def _json(request: Request) -> dict[str, Any]:
    """Return the JSON object of a request. Raises `TurnedAway`."""
    # No form of another site can send this type.
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise TurnedAway(415, "form", "send application/json")
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_S):
            async for part in request.stream():
                body += part
                if len(body) > LONGEST_REQUEST:
                    raise TurnedAway(413, "size", f"the request is longer than {LONGEST_REQUEST} bytes")
    except TimeoutError:
        raise TurnedAway(408, "form", "the request took too long to arrive") from None
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        raise TurnedAway(400, "form", "send one JSON object")
    return said


def _told(session: Session) -> dict[str, Any]:
    return {"ok": True, "actor": session.actor, "role": session.role, "csrf": session.csrf}


def _answered(answer: dict[str, Any]) -> Response:
    """Return what the controller answered; a refusal of it is no failure of the page."""
    return JSONResponse(answer, status_code=200 if answer["ok"] else 409)
