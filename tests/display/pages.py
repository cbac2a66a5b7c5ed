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
import tomllib
from collections.abc import Callable, Iterator
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
limits = "{limits}"
chips = "{chips}"
"""

LIMITS = "10 – 5,000"
CHIPS = "0.50,2.50,5,25,100"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as at:
        port: int = at.getsockname()[1]
    return port


def until(done: Callable[[], bool], meanwhile: Callable[[], object] = lambda: None) -> None:
    """Wait for what has to come."""
    end = time.monotonic() + PATIENCE_S
    while not done():
        assert time.monotonic() < end
        meanwhile()
        time.sleep(0.02)


def with_pages(config: Path, more: str = "") -> None:
    """Have the pages of a table somewhere."""
    with config.open("a", encoding="utf-8") as file:
        file.write(f'[display]\nlisten = "127.0.0.1:{free_port()}"\n{more}')


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

    def __init__(self, config: Path) -> None:
        self.config = config
        listen: str = tomllib.loads(config.read_text(encoding="utf-8"))["display"]["listen"]
        self.port = int(listen.rpartition(":")[2])
        self.address = f"http://{listen}/"
        self.before: tuple[str, ...] = (sys.executable, "-m", "firmware")
        self.log = config.parent / "display.log"
        self._process: subprocess.Popen[bytes] | None = None

    def launch(self) -> None:
        """Start the server and wait for nothing."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*self.before, "display", "--config", str(self.config)],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def start(self) -> None:
        """Start the server and wait until it listens."""
        self.launch()
        assert self._process
        end = time.monotonic() + PATIENCE_S
        while not self._listens():
            assert self._process.poll() is None, self.said
            assert time.monotonic() < end, self.said
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
    def listening(self, path: str = "/events", *, source: str = "127.0.0.1", **headers: str) -> Iterator[Listener]:
        """Have a stream of events open."""
        listener = Listener(self.port, path, headers, source)
        try:
            yield listener
        finally:
            listener.close()


_STATE = re.compile(rb"event: state\ndata: (.*)\n\n")


class Listener:
    """One stream of events, heard to its last byte."""

    def __init__(self, port: int, path: str, headers: dict[str, str], source: str) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S, source_address=(source, 0))
        self._line.request("GET", path, headers=headers)
        self._answer = self._line.getresponse()
        if self._answer.status != 200:
            self._line.close()
            raise AssertionError(self._answer.status)
        self._raw = bytearray()
        self.ended = threading.Event()
        self._thread = threading.Thread(target=self._hear)
        self._thread.start()

    def _hear(self) -> None:
        with suppress(OSError, http.client.HTTPException, ValueError):
            while data := self._answer.read1(65536):
                self._raw += data
        self.ended.set()

    @property
    def raw(self) -> bytes:
        """Every byte so far."""
        return bytes(self._raw)

    @property
    def states(self) -> list[dict[str, Any]]:
        """Every state that was told so far."""
        return [json.loads(data) for data in _STATE.findall(self._raw)]

    @property
    def state(self) -> dict[str, Any]:
        """The state that was told last; empty before the first one."""
        told = _STATE.findall(self._raw, max(0, self._raw.rfind(b"event: state", 0, self._raw.rfind(b"\n\n"))))
        return json.loads(told[-1]) if told else {}

    def close(self) -> None:
        if self._line.sock:
            with suppress(OSError):
                self._line.sock.shutdown(socket.SHUT_RDWR)
        self._thread.join(PATIENCE_S)
        self._answer.close()
        self._line.close()


@contextmanager
def pages(config: Path, patched: str = "") -> Iterator[Pages]:
    """Have the pages of the table served."""
    served = Pages(config)
    if patched:
        served.before = (sys.executable, "-c", f"{patched}\nfrom firmware.__main__ import main\nmain()")
    try:
        served.start()
        yield served
    finally:
        served.close()


@contextmanager
def pages_of(
    folder: Path, more: str = "", *, limits: str = LIMITS, chips: str = CHIPS, patched: str = ""
) -> Iterator[Pages]:
    """Have pages served of the feed in `folder`/feed, by a program that is `patched` first. No controller is there."""
    with pages(configured(folder, more, limits, chips), patched) as served:
        yield served


def configured(folder: Path, more: str = "", limits: str = LIMITS, chips: str = CHIPS) -> Path:
    """Return the configuration of a table without a controller."""
    config = folder / "table.toml"
    config.write_text(CONFIG.format(port=free_port(), limits=limits, chips=chips) + more, encoding="utf-8")
    return config
