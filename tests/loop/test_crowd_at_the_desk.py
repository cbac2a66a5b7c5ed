"""A crowd at the desk: real sockets, a real helper process and real hashes; the test is the clock and the crowd."""

import json
import selectors
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from firmware.control.authority import Authority
from firmware.control.checker import PinChecker
from firmware.control.delays import FIRST_DELAY_NS
from firmware.control.pins import hashed
from firmware.control.roles import Actor, Roles, add
from firmware.control.server import MOST_CONNECTIONS, ControlSocket
from firmware.core.inputs import CardLeft, Loaded
from firmware.desk import Desk
from hal.mock import MockPanel
from tests.loop.parts import Bench

SAFETY_S = 20.0  # of a machine that is slow; nothing here takes that long
PINS = {"Ana": "4711", "Cy": "kleine Nachtmusik"}
NEW_SHOE = {"do": "decide", "decision": "new_shoe"}


class Table(Bench):
    """A table with everything but a shoe's line and hardware."""

    def __init__(self, folder: Path) -> None:
        add(folder / "roles.toml", Actor(name="Ana", role="supervisor", pin=hashed(PINS["Ana"])))
        add(folder / "roles.toml", Actor(name="Cy", role="casino", pin=hashed(PINS["Cy"])))
        self.path = folder / "s"
        self.told: list[str] = []
        self.selector = selectors.DefaultSelector()
        self.control = ControlSocket(self.path)
        self.control.open(self.selector)
        self.checker = PinChecker(self.told.append)
        authority = Authority(Roles(folder / "roles.toml"), self.checker)
        authority.open(self.selector)
        self.clients = ExitStack()
        super().__init__(Desk(self.control, MockPanel(), authority))

    def connect(self) -> socket.socket:
        client = self.clients.enter_context(socket.socket(socket.AF_UNIX))
        client.settimeout(SAFETY_S)
        client.connect(bytes(self.path))
        self.serve(0)
        return client

    def serve(self, timeout: float) -> bool:
        """Wait once, as the controller does; False if nothing came."""
        ready = self.selector.select(timeout)
        for key, events in ready:
            key.data.serve(key.fileobj, events)
        return bool(ready)

    def rest(self) -> None:
        """Turn until nobody has anything to say at this moment, the helper included."""
        while True:
            self.settle()
            if self.loop.deadline() <= self.clock.now or self.serve(0):
                continue
            if self.checker._running is None:
                return
            assert self.serve(SAFETY_S), "the helper says nothing"

    def close(self) -> None:
        self.clients.close()
        self.control.close()
        self.checker.close()
        self.selector.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.close()


def say(client: socket.socket, **request: Any) -> None:
    client.sendall(json.dumps(request).encode() + b"\n")


def decide(client: socket.socket, actor: str, pin: str, **more: Any) -> None:
    say(client, **NEW_SHOE, actor=actor, pin=pin, **more)


def heard(client: socket.socket) -> list[str]:
    """The codes of the answers so far; nothing for a decision that was taken."""
    received = b""
    client.setblocking(False)
    try:
        while data := client.recv(65536):
            received += data
    except BlockingIOError:
        pass
    client.settimeout(SAFETY_S)
    return [json.loads(line).get("code", "") for line in received.splitlines()]


def test_who_gives_the_right_pin_decides_under_that_name(table: Table) -> None:
    client = table.connect()
    decide(client, "Ana", PINS["Cy"])
    table.rest()
    assert heard(client) == ["pin"]
    decide(client, "Cy", PINS["Cy"])
    table.rest()
    assert heard(client) == [""]
    assert table.loop.table.phase == "ready"
    assert table.told == []


def test_after_a_wrong_pin_the_right_one_takes_half_a_second(table: Table) -> None:
    client = table.connect()
    decide(client, "Ana", "1234")
    decide(client, "Ana", PINS["Ana"])
    table.rest()
    assert heard(client) == ["pin"]
    assert table.loop.deadline() == FIRST_DELAY_NS
    table.clock.now = FIRST_DELAY_NS
    table.rest()
    assert heard(client) == [""]


def test_two_persons_are_both_checked(table: Table) -> None:
    client = table.connect()
    decide(client, "Ana", PINS["Ana"], second={"actor": "Cy", "pin": "1234"})
    table.rest()
    assert heard(client) == ["pin"]
    table.clock.now += FIRST_DELAY_NS
    decide(client, "Ana", PINS["Ana"], second={"actor": "Cy", "pin": PINS["Cy"]})
    table.rest()
    assert heard(client) == [""]


def test_a_client_that_hangs_up_has_decided_nothing(table: Table) -> None:
    client = table.connect()
    decide(client, "Ana", PINS["Ana"])
    table.serve(0)
    table.loop.turn()
    client.close()
    table.rest()
    assert table.loop.table.phase == "shuffle"


def test_a_client_that_has_said_all_it_will_say_still_decides(table: Table) -> None:
    client = table.connect()
    decide(client, "Ana", PINS["Ana"])
    client.shutdown(socket.SHUT_WR)
    table.rest()
    assert heard(client) == [""]
    assert table.loop.table.phase == "ready"


def test_a_card_goes_before_all_who_ask(table: Table) -> None:
    """Whatever waits at the desk, the very next turn takes the card, and one request at most."""
    table.hear(Loaded())
    crowd = [table.connect() for _ in range(MOST_CONNECTIONS)]
    for number, client in enumerate(crowd):
        for _ in range(4):
            decide(client, ("Ana", "Cy", f"Eve {number}")[number % 3], "1234")
    while table.serve(0):
        pass
    for place, face in enumerate(("2S", "9H", "5D", "8C"), start=1):
        table.driver.says.append(CardLeft(face=face))  # type: ignore[arg-type]
        table.done.clear()
        taken = sum(connection.owed for connection in table.control._connections.values())
        table.loop.turn()
        assert table.done[:3] == ["journal", "lamps", "recorded"]
        assert table.loop.table.cards_out == place
        assert sum(connection.owed for connection in table.control._connections.values()) <= taken + 1
    assert table.lit() == {"stop", "player_stand", "banker_stand", "tie"}


def test_a_thousand_who_come_and_go_with_wrong_pins_leave_room_for_one_with_the_right_one(table: Table) -> None:
    for number in range(1000):
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(bytes(table.path))
            decide(client, f"Eve {number % 100}", "1234")
            table.serve(0)
            table.loop.turn()
    client = table.connect()
    decide(client, "Ana", PINS["Ana"])
    table.rest()
    assert heard(client) == [""]
    assert table.loop.table.phase == "ready"
