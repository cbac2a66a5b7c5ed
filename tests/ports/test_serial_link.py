"""Over real pseudo-terminals: the test is the shoe, at the master's end."""

import fcntl
import os
import select
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from hal.errors import HalError, LinkLost, PortBusy
from hal.serial_link import READ_AT_MOST, SerialLink

ROOT = Path(__file__).parents[2]
TIOCGEXCL = 0x80045440  # Linux, asm-generic/ioctls.h; Python has no name for it
DEADLINE_S = 5.0  # for the kernel to pass bytes on; it needs microseconds


class Shoe:
    """The other end of a serial line."""

    def __init__(self) -> None:
        self.master, slave = os.openpty()
        self.path = os.ttyname(slave)
        self._slave = slave  # kept open: a line keeps what was sent before anybody opened it
        os.set_blocking(self.master, False)

    def send(self, data: bytes) -> None:
        assert os.write(self.master, data) == len(data)

    def send_before_anybody_listens(self, data: bytes) -> None:
        """The kernel echoes on a terminal that nobody has set up yet, which tells when it has taken the bytes in."""
        self.send(data)
        echo = b""
        while echo != data:
            echo += self.hear()

    def hear(self) -> bytes:
        assert select.select([self.master], [], [], DEADLINE_S)[0], "nothing was sent"
        return os.read(self.master, 65536)

    def unplug(self) -> None:
        for descriptor in (self.master, self._slave):
            os.close(descriptor)
        self.master = self._slave = -1


def await_bytes(link: SerialLink) -> bytes:
    assert select.select([link.fileno()], [], [], DEADLINE_S)[0], "nothing arrived"
    return link.read()


def is_exclusive(link: SerialLink) -> bool:
    return fcntl.ioctl(link.fileno(), TIOCGEXCL, bytes(4)) != bytes(4)


@pytest.fixture
def shoe() -> Iterator[Shoe]:
    shoe = Shoe()
    yield shoe
    if shoe.master >= 0:
        shoe.unplug()


@pytest.fixture
def link(shoe: Shoe) -> Iterator[SerialLink]:
    link = SerialLink(shoe.path, 115200, listen_only=False)
    yield link
    link.close()


def test_bytes_go_both_ways_as_they_are(shoe: Shoe, link: SerialLink) -> None:
    every_byte = bytes(range(256))
    assert link.open() == 0
    assert link.read() == b""
    shoe.send(every_byte)
    assert await_bytes(link) == every_byte
    assert link.write(every_byte) == 256
    assert shoe.hear() == every_byte


def test_what_was_sent_before_the_opening_is_discarded_and_counted(shoe: Shoe, link: SerialLink) -> None:
    shoe.send_before_anybody_listens(b"$EV,1F3A")  # not even a whole line
    assert link.open() == 8
    assert link.read() == b""
    shoe.send(b"9C04")
    assert await_bytes(link) == b"9C04"


def test_the_line_is_8n1_without_flow_control_at_the_baud_of_the_settings(shoe: Shoe) -> None:
    link = SerialLink(shoe.path, 9600, listen_only=False)
    link.open()
    iflag, oflag, cflag, lflag, ispeed, ospeed, _ = termios.tcgetattr(link.fileno())
    assert (ispeed, ospeed) == (termios.B9600, termios.B9600)
    assert cflag & termios.CSIZE == termios.CS8
    assert not cflag & (termios.PARENB | termios.CSTOPB | termios.CRTSCTS)
    assert not iflag & (termios.IXON | termios.IXOFF | termios.ICRNL)
    assert not oflag & termios.OPOST
    assert not lflag & (termios.ECHO | termios.ICANON | termios.ISIG)
    link.close()


def test_one_read_is_bounded_and_the_rest_comes_with_the_next(shoe: Shoe, link: SerialLink) -> None:
    link.open()
    sent = b"x" * 4000
    shoe.send(sent)
    got = await_bytes(link)
    shoe.send(sent)
    while len(got) < 8000:
        more = await_bytes(link)
        assert 0 < len(more) <= READ_AT_MOST
        got += more
    assert got == sent * 2


def test_a_full_line_takes_a_part_then_nothing_and_then_more(shoe: Shoe, link: SerialLink) -> None:
    link.open()
    block = b"g" * 3000
    taken: list[int] = []
    while not taken or taken[-1]:
        taken.append(link.write(block))
        assert len(taken) < 1000
    assert min(taken[:-1]) < len(block)
    while select.select([shoe.master], [], [], 0)[0]:
        shoe.hear()
    assert select.select([], [link.fileno()], [], DEADLINE_S)[1]
    assert link.write(block) > 0


def test_an_unplugged_shoe_is_a_lost_link_for_reader_and_writer(shoe: Shoe, link: SerialLink) -> None:
    link.open()
    shoe.unplug()
    assert select.select([link.fileno()], [], [], DEADLINE_S)[0]
    with pytest.raises(LinkLost, match="plug the shoe in again"):
        link.read()
    with pytest.raises(LinkLost):
        link.write(b"x")
    with pytest.raises(LinkLost):
        link.open()
    with pytest.raises(LinkLost, match="not open"):
        link.fileno()


def test_a_descriptor_that_vanished_is_a_lost_link(shoe: Shoe, link: SerialLink) -> None:
    link.open()
    os.close(link.fileno())
    with pytest.raises(LinkLost):
        link.read()
    with pytest.raises(LinkLost):
        link.write(b"x")
    link.close()


def test_a_closed_link_is_a_lost_one_and_closes_twice(link: SerialLink) -> None:
    link.open()
    link.close()
    link.close()
    for use in (link.fileno, link.read, lambda: link.write(b"x")):
        with pytest.raises(LinkLost, match="not open"):
            use()


def test_a_shoe_that_is_plugged_in_elsewhere_is_found_by_its_stable_name(tmp_path: Path) -> None:
    before, after, name = Shoe(), Shoe(), tmp_path / "shoe"
    name.symlink_to(before.path)
    link = SerialLink(str(name), 115200, listen_only=False)
    link.open()
    before.unplug()
    name.unlink()
    with pytest.raises(LinkLost, match="not there"):
        link.open()
    name.symlink_to(after.path)
    assert link.open() == 0
    after.send(b"HELLO")
    assert await_bytes(link) == b"HELLO"
    link.close()
    after.unplug()


def test_opening_again_starts_afresh(shoe: Shoe, link: SerialLink) -> None:
    link.open()
    shoe.send(b"old")
    assert select.select([link.fileno()], [], [], DEADLINE_S)[0]
    assert link.open() == 3
    assert link.read() == b""


@pytest.mark.parametrize("listen_only", [False, True])
def test_another_process_is_turned_away_and_disturbs_nothing(shoe: Shoe, listen_only: bool) -> None:
    link = SerialLink(shoe.path, 9600, listen_only)
    link.open()
    shoe.send(b"card")
    assert select.select([link.fileno()], [], [], DEADLINE_S)[0]
    second = (
        "from hal.serial_link import SerialLink; from hal.errors import PortBusy\n"
        f"try: SerialLink({shoe.path!r}, 115200, False).open()\n"
        "except PortBusy as busy: print(busy)"
    )
    told = subprocess.run([sys.executable, "-c", second], cwd=ROOT, check=True, capture_output=True, text=True)
    assert told.stdout == f"{shoe.path}: another process has the port; stop that one or give the table another port\n"
    assert link.read() == b"card"
    assert termios.tcgetattr(link.fileno())[4] == termios.B9600
    link.close()
    SerialLink(shoe.path, 115200, listen_only=False).open()


def test_the_maker_of_a_pseudo_terminal_can_open_it_again(shoe: Shoe, link: SerialLink) -> None:
    link.open()
    assert not is_exclusive(link)
    os.close(os.open(shoe.path, os.O_RDWR | os.O_NOCTTY))


@pytest.mark.parametrize("listen_only", [False, True])
def test_a_real_port_is_shut_to_programs_that_know_no_lock(
    shoe: Shoe, listen_only: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hal.serial_link.PSEUDO_TERMINALS", range(0))
    link = SerialLink(shoe.path, 115200, listen_only)
    link.open()
    assert is_exclusive(link)
    link.close()


def test_a_link_that_only_listens_cannot_send_a_byte(shoe: Shoe) -> None:
    link = SerialLink(shoe.path, 115200, listen_only=True)
    shoe.send_before_anybody_listens(b"before")
    assert link.open() == 6
    shoe.send(b"KH\r\n")
    assert await_bytes(link) == b"KH\r\n"
    with pytest.raises(HalError, match="listen_only") as told:
        link.write(b"WHO")
    assert not isinstance(told.value, LinkLost)
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.write(link.fileno(), b"WHO")
    assert not select.select([shoe.master], [], [], 0)[0]
    shoe.unplug()
    assert select.select([link.fileno()], [], [], DEADLINE_S)[0]
    with pytest.raises(LinkLost):
        link.read()
    link.close()


def test_what_is_no_serial_port_is_refused_for_good(tmp_path: Path) -> None:
    plain, pipe, loop = tmp_path / "file", tmp_path / "pipe", tmp_path / "loop"
    plain.write_text("")
    os.mkfifo(pipe)
    loop.symlink_to(loop)
    for path in (plain, pipe, tmp_path, plain / "below", loop, Path("/dev/null"), Path("/dev/urandom")):
        with pytest.raises(HalError) as told:
            SerialLink(str(path), 115200, listen_only=False).open()
        assert type(told.value) is HalError
        assert str(told.value).startswith(f"{path}: not a ")
        assert "\n" not in str(told.value)


def test_what_is_not_there_is_tried_again(tmp_path: Path) -> None:
    dangling = tmp_path / "shoe"
    dangling.symlink_to(tmp_path / "ttyUSB9")
    for path in (dangling, tmp_path / "ttyUSB9", tmp_path / "by-id" / "shoe"):
        with pytest.raises(LinkLost, match=r"not there .*; plug the shoe in") as told:
            SerialLink(str(path), 115200, listen_only=False).open()
        assert "\n" not in str(told.value)


def test_a_port_without_permission_says_which_group_and_may_come_later(
    shoe: Shoe, link: SerialLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: str, *_: int) -> int:
        raise PermissionError(13, "Permission denied", path)

    with monkeypatch.context() as system:
        system.setattr(os, "open", refuse)
        with pytest.raises(HalError, match="dialout") as refused:
            link.open()
    assert type(refused.value) is HalError, "not one that is lost: people are told what is wrong now"
    assert link.open() == 0


def test_a_port_that_becomes_another_device_meanwhile_is_tried_again(
    shoe: Shoe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, other = tmp_path / "shoe", Shoe()
    name.symlink_to(shoe.path)
    real_open = os.open

    def swap(path: str, flags: int) -> int:
        if not flags & os.O_RDWR:
            name.unlink()
            name.symlink_to(other.path)
        return real_open(path, flags)

    monkeypatch.setattr(os, "open", swap)
    with pytest.raises(LinkLost, match="another device"):
        SerialLink(str(name), 115200, listen_only=True).open()
    other.unplug()


def test_a_refused_port_leaves_no_descriptor_open(shoe: Shoe) -> None:
    held = SerialLink(shoe.path, 115200, listen_only=False)
    held.open()
    before = os.listdir("/proc/self/fd")
    for listen_only in (False, True):
        with pytest.raises(PortBusy):
            SerialLink(shoe.path, 115200, listen_only).open()
    with pytest.raises(HalError):
        SerialLink("/dev/null", 115200, listen_only=False).open()
    assert len(os.listdir("/proc/self/fd")) == len(before)
    held.close()
