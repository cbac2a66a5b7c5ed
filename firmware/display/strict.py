"""The rules under which a browser may use the pages, put on every answer, errors included.

Decides which names the pages answer to, and whose pages may change anything. Any other name in a request is somebody's
page that points here (DNS rebinding). It must never know what is on a page.
"""

import re
from collections.abc import Iterable
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

OWN_NAMES: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""Names of this machine, for itself alone."""

RULES: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""Nothing from another host, no script or style within a page, in no other page's frame."""

ONLY_LOOK: Final = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""

ELSEWHERE: Final = {"ok": False, "error": "this was sent by the page of another site", "code": "origin"}

_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?")


class Strict:
    """An application behind the rules."""

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        """`names`: those that the pages answer to besides `OWN_NAMES`; an IPv6 address in brackets."""
        self._app: Final = app
        self._names: Final = OWN_NAMES | {name.lower() for name in names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""

        async def strict(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(RULES)
                headers.setdefault("Cache-Control", "no-cache")
            await send(message)

        if scope["type"] != "http":
            await self._app(scope, receive, strict)
            return
        headers = Headers(scope=scope)
        name = _name(headers.get("host", ""))
        if name not in self._names:
            await PlainTextResponse("not served under this name: see display.hosts\n", 400)(scope, receive, strict)
        elif scope["method"] not in ONLY_LOOK and not _from_own_page(headers, name):
            await JSONResponse(ELSEWHERE, 403)(scope, receive, strict)
        else:
            await self._app(scope, receive, strict)


def _name(host: str) -> str:
    """Return the name in a Host header, without the port; empty if it is none."""
    found = _HOST.fullmatch(host.lower())
    return found[1] if found else ""


def _from_own_page(headers: Headers, name: str) -> bool:
    """Whether a browser sent this for a page of ours, or for no page. What is no browser says neither.

    A proxy may leave the port out of Host, so only names are compared; browsers of today say by themselves whether the
    port is another.
    """
    origin = headers.get("origin")
    own = origin is None or _name(origin.partition("://")[2]) == name
    return own and headers.get("sec-fetch-site", "none") in ("same-origin", "none")
