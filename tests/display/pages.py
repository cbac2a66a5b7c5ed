"""`coup display` as a process of its own, and whoever asks it without a browser.

Decides from which address is asked, and what is heard. It must never look into the server.
"""

from __future__ import annotations

import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from tests.whole.room import ROOT

PATIENCE_S = 15.0

CONFIG = """\
[table]
id = "BAC-07"
edition = "nz-mini-1996"
[shoe]
port = "shoe"
[hal]
driver = "mock"
[journal]
dir = "journal"
[feed]
dir = "feed"
[control]
socket = "control.sock"
[display]
listen = "127.0.0.1:{port}"
limits = "10 – 5,000"
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as at:
        port: int = at.getsockname()[1]
    return port


class Answer(NamedTuple):
    """What the server answers."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def said(self) -> Any:
        return json.loads(self.body)


class Pages:
    """The pages of one table, of the configuration in `folder`."""

    def __init__(self, config: Path, port: int) -> None:
        self.config = config
        self.port = port
        self.address = f"http://127.0.0.1:{port}/"
        self.before: tuple[str, ...] = (sys.executable, "-m", "firmware")
        self.log = config.parent / "display.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server and wait until it listens."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*self.before, "display", "--config", str(self.config)],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        end = time.monotonic() + PATIENCE_S
        while not self._listens():
            assert self._process.poll() is None and time.monotonic() < end, self.said
            time.sleep(0.01)

    def _listens(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
            return True
        return False

    @property
    def said(self) -> str:
        """What it has said to people."""
        return self.log.read_text(encoding="utf-8")

    def send(self, number: signal.Signals) -> None:
        assert self._process
        self._process.send_signal(number)

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        assert self._process
        if self._process.poll() is None:
            self._process.send_signal(number)
        code, self._process = self._process.wait(PATIENCE_S), None
        return code

    def close(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()

    # -- asking -----------------------------------------------------------------------------------------------------

    def ask(
        self,
        method: str,
        path: str,
        said: object = None,
        *,
        headers: dict[str, str] | None = None,
        source: str = "127.0.0.1",
    ) -> Answer:
        """Ask once. What is no text of bytes is said as JSON."""
        body = said if isinstance(said, bytes) or said is None else json.dumps(said).encode()
        kind = {} if body is None else {"Content-Type": "application/json"}
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S, source_address=(source, 0))
        try:
            line.request(method, path, body, kind | (headers or {}))
            answer = line.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        finally:
            line.close()

    @contextmanager
    def listening(self, path: str = "/events", **headers: str) -> Iterator[Listener]:
        """Have a stream of events open."""
        listener = Listener(self.port, path, headers)
        try:
            yield listener
        finally:
            listener.close()


class Listener:
    """One stream of events, heard to its last byte."""

    def __init__(self, port: int, path: str, headers: dict[str, str]) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        self._line.request("GET", path, headers=headers)
        self._answer = self._line.getresponse()
        assert self._answer.status == 200, self._answer.status
        self.raw = b""
        self.ended = threading.Event()
        self._thread = threading.Thread(target=self._hear)
        self._thread.start()

    def _hear(self) -> None:
        with suppress(OSError, http.client.HTTPException, ValueError):
            while data := self._answer.read1(65536):
                self.raw += data
        self.ended.set()

    @property
    def states(self) -> list[dict[str, Any]]:
        """Every state that was told so far."""
        whole = self.raw[: self.raw.rfind(b"\n\n") + 2]
        return [json.loads(data) for data in re.findall(rb"event: state\ndata: (.*)\n\n", whole)]

    def close(self) -> None:
        if self._line.sock:
            with suppress(OSError):
                self._line.sock.shutdown(socket.SHUT_RDWR)
        self._thread.join(PATIENCE_S)
        self._answer.close()
        self._line.close()


@contextmanager
def pages(config: Path, port: int) -> Iterator[Pages]:
    """Have the pages of the table served."""
    served = Pages(config, port)
    try:
        served.start()
        yield served
    finally:
        served.close()


@contextmanager
def pages_of(folder: Path, more: str = "") -> Iterator[Pages]:
    """Have pages served of the feed in `folder`/feed. No controller is there."""
    port = free_port()
    config = folder / "table.toml"
    config.write_text(CONFIG.format(port=port) + more, encoding="utf-8")
    with pages(config, port) as served:
        yield served
