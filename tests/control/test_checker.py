"""PINs are checked one by one, by real helper processes, while the test is the loop and the clock."""

import os
import selectors
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from firmware.control.checker import (
    LONGEST_CHECK_NS,
    MOST_OF_A_NAME,
    MOST_WAITING,
    PIN_PROCESS,
    RESTART_NS,
    Check,
    PinChecker,
)
from firmware.control.delays import FIRST_DELAY_NS
from firmware.control.pins import hashed
from firmware.errors import Refused

SECOND = 1_000_000_000
SAFETY_S = 20.0  # of a machine that is slow; nothing here takes that long
PIN, WRONG = "4711", "1234"
HASH = hashed(PIN)

# Helpers that do what the true one never does. Each says "right" of the PIN 4711, for speed.
QUICK = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], "right": asked["pin"] == "4711"}), flush=True)
"""
DIES = "import sys; sys.stdin.readline()"
DIES_AT_ONCE = ""
HANGS = "import sys; sys.stdin.read()"
NONSENSE = "import sys; sys.stdin.readline(); print('yes', flush=True); sys.stdin.read()"
OF_ANOTHER = 'import sys; sys.stdin.readline(); print(\'{"id": 0, "right": true}\', flush=True); sys.stdin.read()'
NO_VERDICT = 'import sys; sys.stdin.readline(); print(\'{"id": 1, "right": 1}\', flush=True); sys.stdin.read()'
SPEAKS_FIRST = 'import sys; print(\'{"id": 0, "right": true}\', flush=True); sys.stdin.read()'
IN_PIECES = """
import json, os, sys
for line in sys.stdin:
    for byte in json.dumps({"id": json.loads(line)["id"], "right": True}).encode() + b"\\n":
        os.write(1, bytes([byte]))
"""
COUNTS_ITS_STARTS = """
import os, sys
with open(sys.argv[1], "a") as file: file.write("x")
"""


class Table:
    """The loop of a table that does nothing but check PINs."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self.now = 0
        self.said: list[str] = []
        self.selector = selectors.DefaultSelector()
        self.checker = PinChecker(self.said.append, command)
        self.checker.open(self.selector)

    def wait_for(self, done: Callable[[], bool]) -> None:
        """Turn until `done`, woken by the helper alone; no time passes on the table's clock."""
        self.checker.turn(self.now)
        while not done():
            ready = self.selector.select(SAFETY_S)
            assert ready, "the helper says nothing"
            for key, events in ready:
                assert key.data is self.checker
                self.checker.serve(key.fileobj, events)
            self.checker.turn(self.now)

    def outcome(self, check: Check) -> bool:
        self.wait_for(lambda: check.right is not None)
        assert check.right is not None
        return check.right

    def is_right(self, name: str, pin: str, pin_hash: str | None = HASH) -> bool:
        """Check a PIN as soon as that is allowed."""
        check = self.checker.ask(name, pin_hash, pin)
        self.now = max(self.now, self.checker.deadline(self.now) or 0)
        return self.outcome(check)

    def close(self) -> None:
        self.checker.close()
        assert not self.selector.get_map()
        self.selector.close()


@pytest.fixture
def start() -> Iterator[Callable[..., Table]]:
    with ExitStack() as tables:

        def start(script: str | None = QUICK, *words: str) -> Table:
            table = Table(PIN_PROCESS if script is None else (sys.executable, "-I", "-S", "-c", script, *words))
            tables.callback(table.close)
            return table

        yield start


def test_a_right_pin_is_right_and_a_wrong_one_is_not(start: Callable[..., Table]) -> None:
    table = start(None)
    assert table.is_right("Ana", PIN)
    assert not table.is_right("Ana", WRONG)
    assert not table.is_right("Bo", PIN, hashed(WRONG))
    assert not table.is_right("nobody", PIN, None)
    assert table.said == []


def test_asking_and_turning_never_wait(start: Callable[..., Table]) -> None:
    """With a helper that never answers, every call comes back."""
    table = start(HANGS)
    check = table.checker.ask("Ana", HASH, PIN)
    for _ in range(100):
        table.checker.turn(0)
    assert check.right is None


def test_for_a_name_that_nobody_has_no_pin_is_right(start: Callable[..., Table]) -> None:
    assert not start().is_right("nobody", PIN, None), "although the helper said so"


def test_an_answer_in_pieces_is_put_together(start: Callable[..., Table]) -> None:
    table = start(IN_PIECES)
    assert table.is_right("Ana", PIN)
    assert table.is_right("Ana", PIN)


def test_a_pin_is_in_nothing_that_is_shown_or_kept(start: Callable[..., Table]) -> None:
    table = start()
    check = table.checker.ask("Ana", HASH, PIN)
    assert PIN not in repr(check)
    assert HASH not in repr(check)
    table.outcome(check)
    assert check.pin == ""


def children() -> list[Path]:
    """The helpers of this process; other tests of it may have left children of another kind."""
    return [folder for folder in Path("/proc").glob("[0-9]*") if _is_helper(folder)]


def _is_helper(folder: Path) -> bool:
    try:
        ours = f"\nPPid:\t{os.getpid()}\n" in (folder / "status").read_text()
        return ours and b"multiprocessing" not in (folder / "cmdline").read_bytes()
    except OSError:
        return False


def test_a_pin_is_in_neither_arguments_nor_environment_of_the_helper(start: Callable[..., Table]) -> None:
    table = start(None)
    assert table.is_right("Ana", PIN)
    (helper,) = children()
    assert (helper / "cmdline").read_bytes().startswith(sys.executable.encode())
    for file in ("cmdline", "environ"):
        assert PIN.encode() not in (helper / file).read_bytes()


def test_the_helper_has_nothing_of_the_controller_open(start: Callable[..., Table], tmp_path: Path) -> None:
    with (tmp_path / "journal").open("w") as journal:
        os.set_inheritable(journal.fileno(), True)
        table = start()
        assert table.is_right("Ana", PIN)
        (helper,) = children()
        there = [os.readlink(link) for link in (helper / "fd").iterdir()]
    assert not [name for name in there if name.startswith(str(tmp_path))]
    assert os.getsid(int(helper.name)) == int(helper.name), "the terminal's signals are not for it"


class TestWrongPins:
    def test_each_makes_the_next_check_of_the_name_wait_longer_up_to_thirty_seconds(
        self, start: Callable[..., Table]
    ) -> None:
        table, waits = start(), []
        for _ in range(9):
            before = table.now
            assert not table.is_right("Ana", WRONG)
            waits.append((table.now - before) / SECOND)
        assert waits == [0, 0.5, 1, 2, 4, 8, 16, 30, 30]

    def test_the_wait_is_as_long_for_a_right_one_and_then_over(self, start: Callable[..., Table]) -> None:
        table = start()
        assert not table.is_right("Ana", WRONG)
        assert not table.is_right("Ana", WRONG)
        before = table.now
        assert table.is_right("Ana", PIN)
        assert table.now - before == 2 * FIRST_DELAY_NS
        before = table.now
        assert not table.is_right("Ana", WRONG)
        assert table.now == before

    def test_nothing_is_checked_a_moment_too_early(self, start: Callable[..., Table]) -> None:
        table = start()
        table.is_right("Ana", WRONG)
        check = table.checker.ask("Ana", HASH, PIN)
        table.now = FIRST_DELAY_NS - 1
        table.checker.turn(table.now)
        assert table.checker.deadline(table.now) == FIRST_DELAY_NS
        table.now = FIRST_DELAY_NS
        assert table.outcome(check)

    def test_one_who_waits_holds_up_nobody_else(self, start: Callable[..., Table]) -> None:
        table = start()
        table.is_right("Ana", WRONG)
        late = table.checker.ask("Ana", HASH, PIN)
        assert table.is_right("Bo", PIN)
        assert late.right is None

    def test_many_at_once_are_no_way_around_the_wait(self, start: Callable[..., Table]) -> None:
        table = start()
        checks = [table.checker.ask("Ana", HASH, WRONG) for _ in range(MOST_OF_A_NAME)]
        assert not table.outcome(checks[0])
        table.checker.turn(table.now)
        assert [check.right for check in checks[1:]] == [None] * 3
        assert table.checker.deadline(table.now) == FIRST_DELAY_NS

    def test_a_name_that_nobody_has_waits_like_any_other(self, start: Callable[..., Table]) -> None:
        table, waits = start(), []
        for _ in range(4):
            before = table.now
            assert not table.is_right("nobody", WRONG, None)
            waits.append((table.now - before) / SECOND)
        assert waits == [0, 0.5, 1, 2]


class TestTheQueue:
    def test_of_one_name_no_more_than_four_wait(self, start: Callable[..., Table]) -> None:
        table = start(HANGS)
        for _ in range(MOST_OF_A_NAME):
            table.checker.ask("Ana", HASH, PIN)
        with pytest.raises(Refused) as refused:
            table.checker.ask("Ana", HASH, PIN)
        assert refused.value.code == "pin"
        assert table.checker.ask("Bo", HASH, PIN).right is None

    def test_of_all_names_no_more_than_sixty_four(self, start: Callable[..., Table]) -> None:
        table = start(HANGS)
        waiting = [table.checker.ask(f"A{number}", HASH, PIN) for number in range(MOST_WAITING)]
        with pytest.raises(Refused, match="too many PINs wait"):
            table.checker.ask("Ana", HASH, PIN)
        table.checker.forget(waiting[5])
        table.checker.ask("Ana", HASH, PIN)

    def test_what_is_forgotten_is_not_checked(self, start: Callable[..., Table]) -> None:
        table = start()
        gone, stays = table.checker.ask("Ana", HASH, WRONG), table.checker.ask("Ana", HASH, PIN)
        table.checker.forget(gone)
        assert table.outcome(stays)
        assert gone.right is None

    def test_a_wrong_pin_that_was_begun_counts_although_nobody_waits_for_it(self, start: Callable[..., Table]) -> None:
        table = start()
        gone = table.checker.ask("Ana", HASH, WRONG)
        table.checker.turn(0)
        table.checker.forget(gone)
        assert not table.outcome(gone)
        table.checker.ask("Ana", HASH, PIN)
        assert table.checker.deadline(table.now) == FIRST_DELAY_NS

    def test_with_nothing_to_check_nothing_is_due(self, start: Callable[..., Table]) -> None:
        table = start()
        assert table.checker.deadline(0) is None
        table.is_right("Ana", PIN)
        assert table.checker.deadline(table.now) is None


@pytest.mark.parametrize(
    ("script", "why"),
    [
        (DIES, "it has ended"),
        (DIES_AT_ONCE, "it has ended"),
        (NONSENSE, "it does not answer as it should"),
        (OF_ANOTHER, "it does not answer as it should"),
        (NO_VERDICT, "it does not answer as it should"),
    ],
)
def test_a_helper_that_fails_is_told_once_and_what_it_had_is_wrong(
    start: Callable[..., Table], script: str, why: str
) -> None:
    table = start(script)
    for name in ("Ana", "Bo", "Cy"):
        assert not table.is_right(name, PIN)
        table.now += RESTART_NS
    assert table.said == [f"the process that checks PINs is started again: {why}; a PIN it had counts as wrong"]


def test_a_helper_that_hangs_is_given_up(start: Callable[..., Table]) -> None:
    table = start(HANGS)
    check = table.checker.ask("Ana", HASH, PIN)
    table.checker.turn(0)
    assert table.checker.deadline(0) == LONGEST_CHECK_NS
    table.checker.turn(LONGEST_CHECK_NS - 1)
    assert check.right is None
    table.checker.turn(LONGEST_CHECK_NS)
    assert check.right is False
    assert table.said == [
        "the process that checks PINs is started again: it does not answer; a PIN it had counts as wrong"
    ]


def test_a_helper_that_speaks_unasked_is_not_believed(start: Callable[..., Table]) -> None:
    table = start(SPEAKS_FIRST)
    table.wait_for(lambda: bool(table.said))
    check = table.checker.ask("Ana", HASH, PIN)
    table.checker.turn(0)
    assert check.right is None


def test_a_helper_is_started_no_more_than_once_a_second(start: Callable[..., Table], tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    table = start(COUNTS_ITS_STARTS, str(starts))
    table.wait_for(lambda: bool(table.said))
    checks = [table.checker.ask(name, HASH, PIN) for name in ("Ana", "Bo")]
    assert table.checker.deadline(0) == RESTART_NS
    table.checker.turn(RESTART_NS - 1)
    assert starts.read_text() == "x"
    table.now = RESTART_NS
    assert not table.outcome(checks[0])
    assert starts.read_text() == "xx"
    assert checks[1].right is None
    table.now = 2 * RESTART_NS
    assert not table.outcome(checks[1])


def test_a_helper_that_was_killed_between_two_checks_is_started_again(start: Callable[..., Table]) -> None:
    table = start()
    assert table.is_right("Ana", PIN)
    (helper,) = children()
    os.kill(int(helper.name), 9)
    table.wait_for(lambda: bool(table.said))
    assert table.is_right("Ana", PIN)
    assert table.is_right("Bo", PIN)
    (second,) = children()
    os.kill(int(second.name), 9)
    table.wait_for(lambda: len(table.said) == 2)


def test_a_helper_that_cannot_be_started_is_told_and_no_pin_is_right(tmp_path: Path) -> None:
    table = Table((str(tmp_path / "none"),))
    assert not table.is_right("Ana", PIN)
    assert table.said == [
        "the process that checks PINs is started again: it cannot be started (No such file or directory);"
        " a PIN it had counts as wrong"
    ]
    table.close()


def test_with_the_controller_the_helper_ends(start: Callable[..., Table]) -> None:
    table = start(HANGS)
    table.checker.ask("Ana", HASH, PIN)
    table.checker.turn(0)
    assert len(children()) == 1
    table.checker.close()
    assert children() == []
    table.checker.close()
