"""The one place that waits is woken by whatever there is to do, and by nothing else."""

import os
import selectors
import time
from collections.abc import Iterator

import pytest

from firmware.wait import Wait

MS = 1_000_000
LONG_NS = 20_000 * MS
"""Nobody waits so long: who does has not been woken, and the test runs out of time."""


class Port:
    """What is to be known of a line: where to wait for it, and whether it has something left to send."""

    descriptor: int | None = None
    wants_to_write = False


class Guest:
    """Somebody else who waits for a file of their own."""

    def __init__(self) -> None:
        self.served = 0

    def serve(self, ready: object, events: int) -> None:
        assert isinstance(ready, int)
        os.read(ready, 100)
        self.served += 1


class Here:
    """A place to wait, the port that is waited for, and pipes."""

    def __init__(self) -> None:
        self.port = Port()
        self.wait = Wait(self.port)  # type: ignore[arg-type]  # of a line it asks no more
        self.open: list[int] = []

    def pipe(self) -> tuple[int, int]:
        ends = os.pipe()
        self.open += ends
        return ends

    def is_woken(self, within_ns: int = LONG_NS) -> bool:
        """Whether it returned before the time was over."""
        now = time.monotonic_ns()
        self.wait.until(now + within_ns, now)
        return time.monotonic_ns() < now + within_ns


@pytest.fixture
def here() -> Iterator[Here]:
    here = Here()
    yield here
    here.wait.close()
    for end in here.open:
        os.close(end)


def test_without_anything_to_do_it_waits_until_the_time_has_come(here: Here) -> None:
    here.port.descriptor, _ = here.pipe()
    assert not here.is_woken(5 * MS)
    now = time.monotonic_ns()
    here.wait.until(now - 5 * MS, now)  # overdue: at once


def test_bytes_at_the_port_wake_it_until_they_are_read(here: Here) -> None:
    here.port.descriptor, shoe = here.pipe()
    os.write(shoe, b"a card")
    assert here.is_woken()
    assert here.is_woken()
    os.read(here.port.descriptor, 100)
    assert not here.is_woken(5 * MS)


def test_a_port_that_was_opened_anew_is_the_one_that_is_waited_for(here: Here) -> None:
    here.port.descriptor, old = here.pipe()
    os.write(old, b"of yesterday")
    assert here.is_woken()
    here.port.descriptor = None
    assert not here.is_woken(5 * MS)
    here.port.descriptor, new = here.pipe()
    assert not here.is_woken(5 * MS)
    os.write(new, b"a card")
    assert here.is_woken()


def test_a_port_that_has_the_number_of_the_one_before_is_waited_for(here: Here) -> None:
    first, shoe = here.pipe()
    here.port.descriptor = first
    assert not here.is_woken(5 * MS)
    other, shoe = here.pipe()
    os.dup2(other, first)
    os.write(shoe, b"a card")
    assert here.is_woken()


def test_a_port_wakes_it_for_room_only_while_there_is_something_to_send(here: Here) -> None:
    _, here.port.descriptor = here.pipe()
    assert not here.is_woken(5 * MS)
    here.port.wants_to_write = True
    assert here.is_woken()
    here.port.wants_to_write = False
    assert not here.is_woken(5 * MS)


def test_a_port_whose_other_end_is_gone_wakes_it(here: Here) -> None:
    here.port.descriptor, shoe = here.pipe()
    here.open.remove(shoe)
    os.close(shoe)
    assert here.is_woken()


def test_others_are_served_whether_or_not_the_port_has_something(here: Here) -> None:
    guest, (ear, mouth) = Guest(), here.pipe()
    here.wait.selector.register(ear, selectors.EVENT_READ, guest)
    os.write(mouth, b"a question")
    assert here.is_woken()
    here.port.descriptor, shoe = here.pipe()
    os.write(shoe, b"a card")
    assert here.is_woken()
    os.write(mouth, b"another one")
    assert here.is_woken()
    assert guest.served == 2
