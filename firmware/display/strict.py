"""The rules under which a browser may use the pages, put on every answer, errors included.

Decides which names the pages answer to. Any other name in a request is somebody's page that points here (DNS
rebinding). It must never know what is on a page.
"""

import re
from collections.abc import Iterable
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
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

        if scope["type"] == "http" and not self._is_asked_by_name(scope):
            await PlainTextResponse("not served under this name: see display.hosts\n", 400)(scope, receive, strict)
        else:
            await self._app(scope, receive, strict)

    def _is_asked_by_name(self, scope: Scope) -> bool:
        host = _HOST.fullmatch(Headers(scope=scope).get("host", "").lower())
        return host is not None and host[1] in self._names
