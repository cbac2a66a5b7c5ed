"""The web pages of one table: the display for everybody, and the console for those who sign in.

Decides what is served. It listens on loopback alone; beyond it stands the house's own proxy with TLS. It must never
know the table.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from firmware.display.console import Console, TurnedAway, streamed, turned_away
from firmware.display.pit import Pit
from firmware.display.stream import Stream
from firmware.display.strict import Strict
from firmware.display.texts import texts

STATIC: Final = Path(str(files(__name__.rpartition(".")[0]) / "static"))


def site(stream: Stream, *, language: str, socket: Path | None, names: Sequence[str] = ()) -> ASGIApp:
    """Return the application.

    Args:
        stream: the table's feed.
        language: of the pages.
        socket: the controller's socket for the console; None: there is no console.
        names: host names that the pages answer to, besides this machine's for itself.

    Raises:
        ConfigError: there is no such language.
    """
    words = texts(language)

    async def events(request: Request) -> Response:
        return streamed(stream.events())

    async def catalogue(request: Request) -> Response:
        return JSONResponse(words)

    routes: list[BaseRoute] = [
        Route("/", _page("display.html")),
        Route("/events", events),
        Route("/texts.json", catalogue),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    if socket is not None:
        routes += [Route("/console", _page("console.html")), *Console(stream, Pit(socket)).routes()]

    @asynccontextmanager
    async def looking(app: Starlette) -> AsyncIterator[None]:
        work = asyncio.create_task(stream.work())
        yield
        work.cancel()
        with suppress(asyncio.CancelledError):
            await work

    app = Starlette(routes=routes, lifespan=looking, exception_handlers={TurnedAway: turned_away})
    return Strict(app, names)


def _page(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:
        return FileResponse(STATIC / name)

    return page
