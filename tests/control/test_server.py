"""The control socket over real sockets: the test is the loop on one side and the clients on the other.

Both ends are in one process, so what one has sent the other can read: nothing here waits for anything.
"""

import json
import os
import resource
import selectors
import socket
import stat
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from firmware.control.requests import KeyRequest, StatusRequest
from firmware.control.server import MOST_CONNECTIONS, Asked, ControlSocket, Peer
from firmware.errors import CoupError, Refused

STATUS = b'{"do":"status"}\n'
OK = {"ok": True}
KEY_ON, KEY_OFF = b'{"do":"key","on":true}\n', b'{"do":"key","on":false}\n'
SAFETY_S = 5.0  # a client that would wait for ever fails instead
MANY = 10_000  # turns; more means that the loop would never sleep again


class Desk:
    """The loop of a controller, turned by hand."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.selector = selectors.DefaultSelector()
        self.control = ControlSocket(path)
        self.control.open(self.selector)
        self._clients = ExitStack()

    def connect(self) -> socket.socket:
        client = self._clients.enter_context(socket.socket(socket.AF_UNIX))
        client.settimeout(SAFETY_S)
        client.connect(bytes(self.path))
        self.settle()
        return client

    def turn(self) -> int:
        ready = self.selector.select(0)
        for key, events in ready:
            assert key.data is self.control
            self.control.serve(key.fileobj, events)
        return len(ready)

    def settle(self) -> int:
        """Turn until nothing happens by itself; return how many turns that took."""
        for turns in range(MANY):
            if not self.turn():
                return turns
        raise AssertionError("the loop never sleeps")

    def ask(self) -> Asked:
        self.settle()
        assert self.control.has_request
        asked = self.control.next_request()
        assert asked is not None
        return asked

    def answer_all(self, document: dict[str, Any] | None = None) -> list[object]:
        """Answer whatever waits, in turn; return what was asked."""
        requests: list[object] = []
        self.settle()
        while self.control.has_request:
            asked = self.ask()
            requests.append(asked.request)
            self.control.answer(asked, document or OK)
            self.settle()
        return requests

    @property
    def connections(self) -> int:
        return len(self.control._connections)

    def close(self) -> None:
        self._clients.close()
        self.control.close()
        self.selector.close()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path / "s")
    yield desk
    desk.close()


def heard(client: socket.socket) -> list[Any]:
    """Every answer that has come so far."""
    received = bytearray()
    client.setblocking(False)
    try:
        while data := client.recv(65536):
            received += data
    except BlockingIOError:
        pass
    client.settimeout(SAFETY_S)
    return [json.loads(line) for line in received.splitlines()]


def is_closed(client: socket.socket) -> bool:
    """Read what is left; whether it ends."""
    client.setblocking(False)
    try:
        while client.recv(65536):
            pass
    except BlockingIOError:
        return False
    except ConnectionResetError:
        pass
    return True


def codes(requests: list[object]) -> list[str]:
    return [request.code if isinstance(request, Refused) else "ok" for request in requests]


# -- one client -----------------------------------------------------------------------------------------------------


def test_a_request_gets_its_answer_and_says_who_asked(desk: Desk) -> None:
    client = desk.connect()
    assert not desk.control.has_request
    assert desk.control.next_request() is None
    client.sendall(STATUS)
    asked = desk.ask()
    assert asked.request == StatusRequest()
    assert asked.peer == Peer(os.getpid(), os.getuid(), os.getgid())
    assert heard(client) == []
    desk.control.answer(asked, {"ok": True, "phase": "ready", "why": "à table"})
    assert heard(client) == [{"ok": True, "phase": "ready", "why": "à table"}]
    assert desk.control.next_request() is None


def test_a_request_that_comes_in_pieces_waits_for_its_newline(desk: Desk) -> None:
    client = desk.connect()
    for byte in STATUS[:-1]:
        client.sendall(bytes([byte]))
        desk.settle()
        assert not desk.control.has_request
    client.sendall(b"\n")
    assert desk.ask().request == StatusRequest()


def test_a_second_request_waits_for_the_first_ones_answer(desk: Desk) -> None:
    client = desk.connect()
    client.sendall(KEY_ON + STATUS + KEY_OFF)
    first = desk.ask()
    assert not desk.control.has_request
    assert desk.control.next_request() is None
    desk.control.answer(first, {"ok": True, "n": 1})
    desk.control.answer(desk.ask(), {"ok": True, "n": 2})
    last = desk.ask()
    desk.control.answer(last, {"ok": True, "n": 3})
    assert last.request == KeyRequest(on=False)
    assert heard(client) == [{"ok": True, "n": 1}, {"ok": True, "n": 2}, {"ok": True, "n": 3}]


def test_a_thousand_requests_at_once_wait_outside_and_are_all_answered(desk: Desk) -> None:
    client = desk.connect()
    client.sendall(STATUS * 1000)
    assert desk.settle() == 2, "two reads of 4 KiB, then reading pauses"
    assert desk.answer_all() == [StatusRequest()] * 1000
    received = heard(client)
    while desk.settle():  # the system keeps some hundred answers, the rest follows
        received += heard(client)
    assert received == [OK] * 1000


def test_a_line_that_is_no_request_is_refused_and_the_next_one_taken(desk: Desk) -> None:
    client = desk.connect()
    client.sendall(b"hello\n" + STATUS + bytes(range(256)) + b"\n\n" + STATUS)
    assert codes(desk.answer_all()) == ["form", "ok", "form", "form", "form", "ok"]
    assert len(heard(client)) == 6


def test_a_mebibyte_without_newline_is_refused_at_once_and_costs_one_answer(desk: Desk) -> None:
    client = desk.connect()
    for _ in range(2):
        client.sendall(b"x" * 4096)
    assert codes(desk.answer_all()) == ["size"]
    for _ in range(254):
        client.sendall(b"x" * 4096)
        assert desk.settle() == 1
        assert not desk.control.has_request
    client.sendall(b"\n" + STATUS)
    assert codes(desk.answer_all()) == ["ok"]
    assert len(heard(client)) == 2


def test_the_longest_request_is_taken(desk: Desk) -> None:
    client = desk.connect()
    client.sendall(STATUS.rstrip().ljust(4096) + b"\n" + STATUS.rstrip().ljust(4097) + b"\n" + STATUS)
    assert codes(desk.answer_all()) == ["ok", "size", "ok"]


def test_a_client_that_says_no_more_still_hears_its_answers(desk: Desk) -> None:
    client = desk.connect()
    client.sendall(STATUS * 3)
    client.shutdown(socket.SHUT_WR)
    asked = desk.ask()
    assert desk.settle() == 0, "the end of what it says wakes the loop once"
    desk.control.answer(asked, OK)
    assert len(desk.answer_all()) == 2
    assert heard(client) == [OK] * 3
    assert is_closed(client)
    assert desk.connections == 0


def test_the_last_request_may_lack_its_newline_when_no_more_comes(desk: Desk) -> None:
    client = desk.connect()
    client.sendall(STATUS.rstrip())
    client.shutdown(socket.SHUT_WR)
    assert desk.answer_all() == [StatusRequest()]
    assert heard(client) == [OK]


def test_half_a_request_is_refused_when_no_more_comes(desk: Desk) -> None:
    client = desk.connect()
    client.sendall(STATUS[:10])
    client.shutdown(socket.SHUT_WR)
    assert codes(desk.answer_all()) == ["form"]


def test_an_answer_is_given_once(desk: Desk) -> None:
    desk.connect().sendall(STATUS)
    asked = desk.ask()
    desk.control.answer(asked, OK)
    with pytest.raises(AssertionError):
        desk.control.answer(asked, OK)


# -- clients that leave, or do not read -----------------------------------------------------------------------------


@pytest.mark.parametrize("said", [b"", STATUS[:7], b"\x00", STATUS, STATUS * 400, b"x" * 9000])
def test_a_client_may_leave_whatever_it_has_said(desk: Desk, said: bytes) -> None:
    client, other = desk.connect(), desk.connect()
    client.sendall(said)
    client.close()
    desk.answer_all()
    assert desk.connections == 1
    other.sendall(STATUS)
    assert desk.answer_all() == [StatusRequest()]
    assert heard(other) == [OK]


def test_a_client_may_leave_between_request_and_answer(desk: Desk) -> None:
    client = desk.connect()
    client.sendall(STATUS * 2)
    asked = desk.ask()
    client.close()
    desk.settle()
    desk.control.answer(asked, OK)
    desk.settle()
    assert desk.connections == 0
    assert not desk.control.has_request


def test_a_client_may_leave_without_reading_its_answer(desk: Desk) -> None:
    client = desk.connect()
    client.sendall(STATUS)
    desk.answer_all()
    client.sendall(STATUS)
    client.close()  # the system tells us that the connection was reset
    desk.settle()
    assert desk.answer_all() in ([], [StatusRequest()])
    assert desk.connections == 0


def test_a_client_that_will_not_hear_is_closed(desk: Desk) -> None:
    client = desk.connect()
    client.shutdown(socket.SHUT_RD)
    client.sendall(STATUS * 5)
    assert desk.answer_all() == [StatusRequest()]
    assert desk.connections == 0


def waits_to_write(desk: Desk) -> bool:
    return any(key.events & selectors.EVENT_WRITE for key in desk.selector.get_map().values())


@pytest.mark.parametrize("says_no_more", [False, True])
def test_a_slow_reader_gets_all_its_answers(desk: Desk, says_no_more: bool) -> None:
    client = desk.connect()
    document = {"ok": True, "text": "x" * 8000}
    sent = 0
    while not waits_to_write(desk):
        client.sendall(STATUS)
        desk.control.answer(desk.ask(), document)
        sent += 1
    if says_no_more:
        client.shutdown(socket.SHUT_WR)
    desk.settle()
    assert desk.settle() == 0, "the loop sleeps meanwhile"
    received: list[Any] = []
    for _ in range(3):
        received += heard(client)
        desk.settle()
    assert received == [document] * sent
    assert not waits_to_write(desk)


def test_a_slow_reader_may_leave(desk: Desk) -> None:
    client = desk.connect()
    while not waits_to_write(desk):
        client.sendall(STATUS)
        desk.control.answer(desk.ask(), {"ok": True, "text": "x" * 8000})
    client.close()
    desk.settle()
    assert desk.connections == 0


def test_a_client_that_never_reads_is_closed_and_nobody_else_notices(desk: Desk) -> None:
    client, other = desk.connect(), desk.connect()
    kept = 0
    while desk.connections == 2:
        client.sendall(STATUS)
        desk.control.answer(desk.ask(), {"ok": True, "text": "x" * 8000})
        kept += waits_to_write(desk)
    assert 7 <= kept <= 8, "answers of 8 KiB, of which 64 KiB are kept"
    other.sendall(STATUS)
    assert desk.answer_all() == [StatusRequest()]
    assert heard(other) == [OK]


def test_a_key_that_was_ready_before_its_connection_was_closed_is_passed_over(desk: Desk) -> None:
    client = desk.connect()
    client.sendall(STATUS)
    ((key, events),) = desk.selector.select(0)
    client.close()
    desk.answer_all()
    assert desk.connections == 0
    desk.control.serve(key.fileobj, events)
    assert not desk.control.has_request


def test_waking_for_nothing_changes_nothing(desk: Desk) -> None:
    client = desk.connect()
    for key in list(desk.selector.get_map().values()):
        desk.control.serve(key.fileobj, selectors.EVENT_READ)
    client.sendall(STATUS)
    assert desk.answer_all() == [StatusRequest()]
    assert desk.connections == 1


def test_when_no_more_files_can_be_opened_a_client_waits_outside(desk: Desk) -> None:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(bytes(desk.path))
        client.sendall(STATUS)
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))
        try:
            assert desk.turn() == 1
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        assert desk.connections == 0
        assert desk.answer_all() == [StatusRequest()]
        assert heard(client) == [OK]


# -- many clients ---------------------------------------------------------------------------------------------------


def test_clients_are_heard_in_turn_however_much_one_of_them_asks(desk: Desk) -> None:
    one, two, three = (desk.connect() for _ in range(3))
    one.sendall(STATUS * 3)
    desk.settle()
    two.sendall(KEY_ON)
    three.sendall(KEY_OFF)
    assert desk.answer_all() == [
        StatusRequest(),
        KeyRequest(on=True),
        KeyRequest(on=False),
        StatusRequest(),
        StatusRequest(),
    ]


def test_while_one_waits_for_its_answer_the_next_is_heard(desk: Desk) -> None:
    one, two = desk.connect(), desk.connect()
    one.sendall(STATUS * 2)
    first = desk.ask()
    two.sendall(KEY_ON)
    second = desk.ask()
    assert second.request == KeyRequest(on=True)
    desk.control.answer(second, {"ok": True, "to": "two"})
    desk.control.answer(first, {"ok": True, "to": "one"})
    assert heard(two) == [{"ok": True, "to": "two"}]
    assert heard(one) == [{"ok": True, "to": "one"}]


def test_each_call_reads_no_more_than_4_kib_of_one_client(desk: Desk) -> None:
    flood, other = desk.connect(), desk.connect()
    flood.sendall(b"x" * 100_000)
    other.sendall(STATUS)
    desk.turn()
    assert desk.control.has_request
    assert desk.settle() == 1, "then the endless line waits to be refused"


def test_for_one_too_many_the_longest_idle_is_closed(desk: Desk) -> None:
    clients = [desk.connect() for _ in range(MOST_CONNECTIONS)]
    clients[0].sendall(STATUS)
    desk.answer_all()
    desk.connect()
    assert desk.connections == MOST_CONNECTIONS
    assert [is_closed(client) for client in clients] == [False, True] + [False] * 62


def test_bytes_that_are_no_request_do_not_keep_a_connection(desk: Desk) -> None:
    clients = [desk.connect() for _ in range(MOST_CONNECTIONS)]
    clients[0].sendall(b"{")
    desk.settle()
    desk.connect()
    assert is_closed(clients[0])


def test_who_waits_for_an_answer_is_not_idle(desk: Desk) -> None:
    clients = [desk.connect() for _ in range(MOST_CONNECTIONS)]
    clients[0].sendall(STATUS)
    asked = desk.ask()
    clients[1].sendall(STATUS)
    desk.settle()
    for _ in range(MOST_CONNECTIONS - 2):
        desk.connect()
    assert [is_closed(client) for client in clients] == [False, False] + [True] * 62
    desk.control.answer(asked, {"ok": True, "at": "last"})
    assert heard(clients[0]) == [{"ok": True, "at": "last"}]


def test_when_all_are_busy_a_new_one_is_let_in_all_the_same(desk: Desk) -> None:
    clients = [desk.connect() for _ in range(MOST_CONNECTIONS)]
    for client in clients:
        client.sendall(STATUS)
    desk.settle()
    new = desk.connect()
    new.sendall(KEY_ON)
    assert len(desk.answer_all()) == MOST_CONNECTIONS
    assert heard(new) == [OK]
    assert is_closed(clients[0])


def test_an_answer_to_one_who_was_closed_is_not_given(desk: Desk) -> None:
    clients = [desk.connect() for _ in range(MOST_CONNECTIONS)]
    asked = []
    for client in clients:
        client.sendall(STATUS)
        asked.append(desk.ask())
    desk.connect()
    desk.control.answer(asked[0], OK)
    desk.control.answer(asked[1], OK)
    assert is_closed(clients[0])
    assert heard(clients[1]) == [OK]


def test_who_has_said_all_is_there_and_who_has_closed_is_not(desk: Desk) -> None:
    client = desk.connect()
    client.sendall(STATUS)
    asked = desk.ask()
    assert desk.control.is_there(asked)
    client.shutdown(socket.SHUT_WR)
    desk.settle()
    assert desk.control.is_there(asked)
    client.close()
    assert not desk.control.is_there(asked)
    assert not desk.control.is_there(asked)
    desk.control.answer(asked, OK)
    assert desk.connections == 0


def test_who_was_closed_for_another_is_not_there(desk: Desk) -> None:
    clients = [desk.connect() for _ in range(MOST_CONNECTIONS)]
    clients[0].sendall(STATUS)
    asked = desk.ask()
    for client in clients[1:]:
        client.sendall(STATUS)
    desk.settle()
    desk.connect()
    assert not desk.control.is_there(asked)


def test_a_process_is_put_on_record_as_the_system_names_it() -> None:
    assert str(Peer(123, 4, 5)) == "pid 123 uid 4 gid 5"


def test_three_thousand_clients_one_after_another_leave_nothing_behind(desk: Desk) -> None:
    before = len(os.listdir("/proc/self/fd"))
    for number in range(3000):
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(bytes(desk.path))
            if number % 3:
                client.sendall(STATUS)
                desk.answer_all()
        desk.settle()
    assert desk.connections == 0
    assert len(os.listdir("/proc/self/fd")) == before
    assert len(desk.selector.get_map()) == 1


def test_a_thousand_clients_that_stay_are_sixty_four(desk: Desk) -> None:
    with ExitStack() as clients:
        for _ in range(1000):
            client = clients.enter_context(socket.socket(socket.AF_UNIX))
            client.connect(bytes(desk.path))
            client.sendall(STATUS[:5])
            desk.settle()
        assert desk.connections == MOST_CONNECTIONS
        assert len(desk.selector.get_map()) == MOST_CONNECTIONS + 1


# -- the file -------------------------------------------------------------------------------------------------------


def test_the_socket_is_for_user_and_group_only_and_gone_with_the_controller(tmp_path: Path) -> None:
    path = tmp_path / "s"
    before = os.umask(0)
    try:
        desk = Desk(path)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o660
    client = desk.connect()
    desk.control.close()
    assert is_closed(client)
    assert not path.exists()
    assert not desk.selector.get_map()
    desk.control.close()
    desk.close()


def test_a_socket_left_by_a_killed_controller_is_replaced(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(bytes(tmp_path / "s"))
    desk = Desk(tmp_path / "s")
    desk.connect().sendall(STATUS)
    assert desk.answer_all() == [StatusRequest()]
    desk.close()


def test_a_controller_can_open_its_socket_again(desk: Desk) -> None:
    desk.control.close()
    desk.control.open(desk.selector)
    desk.connect().sendall(STATUS)
    assert desk.answer_all() == [StatusRequest()]


def test_a_socket_that_another_has_put_there_is_left_alone(tmp_path: Path) -> None:
    first, path = Desk(tmp_path / "s"), tmp_path / "s"
    path.rename(tmp_path / "old")
    second = Desk(path)
    first.close()
    second.connect().sendall(STATUS)
    assert second.answer_all() == [StatusRequest()]
    second.close()
    assert not path.exists()


def test_a_socket_whose_folder_is_gone_is_closed_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    desk = Desk(tmp_path / "run" / "s")
    desk.path.unlink()
    desk.path.parent.rmdir()
    desk.close()
    assert not desk.path.parent.exists()


def make_file(path: Path) -> None:
    path.write_text("notes")


def make_link(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as elsewhere:
        elsewhere.bind(bytes(path.with_name("elsewhere")))
    path.symlink_to("elsewhere")


@pytest.mark.parametrize("make", [make_file, make_link, Path.mkdir], ids=["file", "link", "folder"])
def test_what_is_no_socket_is_never_replaced(tmp_path: Path, make: Any) -> None:
    path = tmp_path / "s"
    make(path)
    there = path.lstat()
    with selectors.DefaultSelector() as selector, pytest.raises(CoupError, match="something else than a socket"):
        ControlSocket(path).open(selector)
    assert path.lstat() == there


@pytest.mark.parametrize("name", ["absent/s", "file/s", "x" * 120])
def test_a_path_that_cannot_be_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    control = ControlSocket(tmp_path / name)
    with selectors.DefaultSelector() as selector:
        with pytest.raises(CoupError) as refused:
            control.open(selector)
        assert not selector.get_map()
    assert str(refused.value).startswith(f"{tmp_path / name}: ")
    assert str(refused.value).isprintable()
    control.close()


def test_a_path_may_have_107_bytes(tmp_path: Path) -> None:
    folder = Path("/proc/self/fd") / str(os.open(tmp_path, os.O_RDONLY | os.O_DIRECTORY))
    name = "x" * (107 - len(bytes(folder)) - 1)
    Desk(folder / name).close()
    with selectors.DefaultSelector() as selector, pytest.raises(CoupError, match="longer than 107 bytes"):
        ControlSocket(folder / (name + "x")).open(selector)
    os.close(int(folder.name))
