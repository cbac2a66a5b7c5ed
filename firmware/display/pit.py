"""What the controller says of its table to the console, and what a person asks of it: the control socket's other end.

Decides when the controller is asked. It must never hold a decision back or repeat one: what is asked is asked once.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from firmware.control.client import LONGEST_ANSWER
from firmware.display.stream import Stream

STATUS_S: Final = 1.0
"""Seconds a status may take; a turn of the loop takes some milliseconds."""

DECISION_S: Final = 45.0
"""Seconds a decision or a sign-in may take: PINs are checked one by one, and guesses at a name delay its checks."""

LATE: Final = {
    "ok": False,
    "error": "it takes longer than usual, and nobody knows yet whether it was carried out: look at the table",
    "code": "late",
}
"""Asked, and not answered in time: it may still be carried out."""

UNREACHABLE: Final = {"ok": False, "error": "the controller gives no answer", "code": "unreachable"}


class Pit:
    """The controller of one table, asked over its socket. `status` is what it said last; None: it gives no answer."""

    def __init__(self, socket: Path) -> None:
        """Name the socket; nobody need listen there yet."""
        self._socket: Final = socket
        self._watchers = 0
        self._watch: asyncio.Task[None] | None = None
        self.status: Mapping[str, Any] | None = None

    @asynccontextmanager
    async def watched(self, stream: Stream) -> AsyncIterator[None]:
        """Keep `status` up to date, at each change of `stream` and once a second; it is asked once for all who look."""
        self._watchers += 1
        try:
            if self._watch is None:
                self._watch = asyncio.create_task(self._keep_watch(stream))
            if self.status is None:
                self.status = await self.ask_status()
            yield
        finally:
            self._watchers -= 1
            if not self._watchers and self._watch is not None:
                self._watch.cancel()
                self._watch, self.status = None, None

    async def _keep_watch(self, stream: Stream) -> None:
        async for _ in stream.changes():
            status = await self.ask_status()
            if status != self.status:
                self.status = status
                stream.tell()

    async def ask_status(self) -> Mapping[str, Any] | None:
        """Return what the controller says of the table now, or None if it gives no answer."""
        answer = await self._ask({"do": "status"}, STATUS_S)
        answer.pop("counters", None)  # they are for technicians, and change with every frame
        return answer if answer["ok"] else None

    async def request(self, **request: Any) -> dict[str, Any]:
        """Return the answer to a request, refused or not; that none comes, or none in time, is a refusal, too."""
        return await self._ask(request, DECISION_S)

    async def put_on_record(self, actor: str) -> None:
        """Have the controller put on record that somebody acted as `actor` without being that person.

        It has no word for this. A sign-in in that name without a PIN is refused and put on record, and is no guess at
        the PIN that would keep the true person waiting.
        """
        await self._ask({"do": "sign_in", "actor": actor}, STATUS_S)

    async def _ask(self, request: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        # `control.client.ask` would take a thread for each of those who wait.
        try:
            async with asyncio.timeout(seconds):
                heard, line = await asyncio.open_unix_connection(self._socket, limit=LONGEST_ANSWER)
                try:
                    line.write(json.dumps(request).encode() + b"\n")
                    answer = json.loads(await heard.readline())
                finally:
                    line.close()
        except TimeoutError:
            return LATE
        except (OSError, ValueError, RecursionError):
            return UNREACHABLE
        return answer if isinstance(answer, dict) and isinstance(answer.get("ok"), bool) else UNREACHABLE
