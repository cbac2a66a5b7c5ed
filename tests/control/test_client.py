"""How a command asks a running controller, and what it says when none answers as one should."""

import contextlib
import os
import selectors
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from firmware.control.client import LONGEST_ANSWER, ask
from firmware.control.requests import DecideRequest, refusal
from firmware.control.server import ControlSocket
from firmware.errors import CoupError, Refused

STATUS = {"do": "status"}
SOON_S = 5.0  # of a machine that is slow; nothing here takes that long
SHORT_S = 0.05


@pytest.fixture
def other_end() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as other_end:
        yield other_end


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[socket.socket]:
    """Somebody's socket who may or may not be a controller."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(bytes(tmp_path / "s"))
        listener.listen(1)
        listener.settimeout(SOON_S)
        yield listener


def say(listener: socket.socket, answer: bytes) -> None:
    with listener.accept()[0] as client, contextlib.suppress(ConnectionError):
        client.recv(4096)
        client.sendall(answer)


def refused(path: Path, timeout_s: float = SOON_S) -> str:
    with pytest.raises(CoupError) as caught:
        ask(path, STATUS, timeout_s)
    line = str(caught.value)
    assert line.startswith(f"{path}: ")
    assert line.isprintable()
    return line.removeprefix(f"{path}: ")


def serve_one(control: ControlSocket, selector: selectors.BaseSelector) -> object:
    while not control.has_request:
        for key, events in selector.select(SOON_S):
            control.serve(key.fileobj, events)
    asked = control.next_request()
    assert asked is not None
    control.answer(asked, refusal(Refused("stale")))
    return asked.request


def test_a_controller_is_asked_and_its_answer_returned(tmp_path: Path, other_end: ThreadPoolExecutor) -> None:
    control = ControlSocket(tmp_path / "s")
    with selectors.DefaultSelector() as selector:
        control.open(selector)
        request = other_end.submit(serve_one, control, selector)
        answer = ask(tmp_path / "s", {"do": "decide", "decision": "closed", "actor": "Zoë", "hold": 7}, SOON_S)
        assert request.result() == DecideRequest(decision="closed", actor="Zoë", hold=7)
        control.close()
    assert answer == {
        "ok": False,
        "error": "the table waits for something else by now: read it again",
        "code": "stale",
    }


def test_an_answer_that_comes_in_pieces_is_put_together(
    tmp_path: Path, listener: socket.socket, other_end: ThreadPoolExecutor
) -> None:
    answer = b'{"ok":true,"text":"' + b"x" * 500_000 + b'"}\n'
    other_end.submit(say, listener, answer)
    assert ask(tmp_path / "s", STATUS, SOON_S) == {"ok": True, "text": "x" * 500_000}


@pytest.mark.parametrize(
    "answer",
    [b"220 ready\n", b"[]\n", b"{}\n", b'{"ok":1}\n', b"\xff\n", b"[" * 100_000 + b"\n", b'{"ok":tr', b"x" * 2_000_000],
    ids=["text", "list", "no-ok", "ok-number", "no-utf-8", "deep", "torn", "endless"],
)
def test_what_is_no_answer_is_told_as_such(
    tmp_path: Path, listener: socket.socket, other_end: ThreadPoolExecutor, answer: bytes
) -> None:
    other_end.submit(say, listener, answer)
    assert refused(tmp_path / "s") == "the answer is none of a controller; check [control] socket"


def test_an_endless_answer_is_read_no_further_than_a_mebibyte(
    tmp_path: Path, listener: socket.socket, other_end: ThreadPoolExecutor
) -> None:
    other_end.submit(say, listener, b'{"ok":true,"text":"' + b"x" * (LONGEST_ANSWER + 65536) + b'"}\n')
    assert refused(tmp_path / "s").startswith("the answer is none")


def hang_up(listener: socket.socket) -> None:
    listener.accept()[0].close()


def hang_up_after_hearing(listener: socket.socket) -> None:
    say(listener, b"")


@pytest.mark.parametrize("leave", [hang_up, hang_up_after_hearing])
def test_a_controller_that_ends_meanwhile(
    tmp_path: Path,
    listener: socket.socket,
    other_end: ThreadPoolExecutor,
    leave: Callable[[socket.socket], None],
) -> None:
    other_end.submit(leave, listener)
    assert refused(tmp_path / "s") == "closed without an answer; see what the controller's log says"


def test_no_controller_was_ever_there(tmp_path: Path) -> None:
    assert refused(tmp_path / "s") == "no controller is running there; start it, or check [control] socket"


def test_a_controller_was_killed(tmp_path: Path, listener: socket.socket) -> None:
    listener.close()
    assert refused(tmp_path / "s") == "no controller is running there; start it, or check [control] socket"


def test_there_is_something_else(tmp_path: Path) -> None:
    (tmp_path / "s").touch()
    assert "[control] socket" in refused(tmp_path / "s")
    assert "[control] socket" in refused(tmp_path / "s" / "s")


def test_a_path_that_no_socket_can_have(tmp_path: Path) -> None:
    assert "AF_UNIX path too long" in refused(tmp_path / ("x" * 120))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may connect to everything")
def test_this_user_may_not(tmp_path: Path, listener: socket.socket) -> None:
    assert listener.fileno() >= 0
    (tmp_path / "s").chmod(0)
    assert refused(tmp_path / "s").startswith("no permission; ")


def test_a_controller_that_does_not_answer_is_given_up(tmp_path: Path, listener: socket.socket) -> None:
    assert listener.fileno() >= 0
    assert refused(tmp_path / "s", SHORT_S) == "no answer within 0.05 s; see what the controller's log says"


def fill_the_queue(path: Path, clients: contextlib.ExitStack) -> None:
    """Connect until the system lets nobody else queue up."""
    while True:
        client = clients.enter_context(socket.socket(socket.AF_UNIX))
        client.setblocking(False)
        try:
            client.connect(bytes(path))
        except BlockingIOError:
            return


def test_a_controller_that_lets_nobody_in_is_given_up(tmp_path: Path, listener: socket.socket) -> None:
    assert listener.fileno() >= 0
    with contextlib.ExitStack() as clients:
        fill_the_queue(tmp_path / "s", clients)
        assert refused(tmp_path / "s", SHORT_S).startswith("no answer within 0.05 s")


def let_in_until_one_asks(listener: socket.socket, clients: contextlib.ExitStack) -> None:
    """Send the `clients` in the queue away, let in whoever comes, and answer the first who says something."""
    clients.close()
    while True:
        with listener.accept()[0] as client:
            if client.recv(4096):
                client.sendall(b'{"ok":true}\n')
                return


def test_a_full_queue_is_waited_for(tmp_path: Path, listener: socket.socket, other_end: ThreadPoolExecutor) -> None:
    with contextlib.ExitStack() as clients:
        fill_the_queue(tmp_path / "s", clients)
        other_end.submit(let_in_until_one_asks, listener, clients.pop_all())
        assert ask(tmp_path / "s", STATUS, SOON_S) == {"ok": True}
