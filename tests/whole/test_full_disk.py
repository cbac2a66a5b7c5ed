"""The disk fills in the middle of a round: no card is lost, and no lamp shows what is not on record.

Once there is room again the table goes on by itself.
"""

import resource
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from random import Random

from tests.whole.disks import small_disk
from tests.whole.evening import Evening
from tests.whole.room import Room, room, sound

ONCE_MORE_S = 1.2
"""A journal that failed is tried again within this time."""


def newest(table: Room) -> Path:
    return max(table.journal.glob("*.jsonl"))


@contextmanager
def no_longer_files(table: Room) -> Iterator[None]:
    """Files may grow to where the journal's is, and a little: the next record is written in part."""
    resource.prlimit(table.pid, resource.RLIMIT_FSIZE, (newest(table).stat().st_size + 100, resource.RLIM_INFINITY))
    yield
    resource.prlimit(table.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


@contextmanager
def no_room(table: Room) -> Iterator[None]:
    """Something else fills the disk the journal is on."""
    filler = table.journal / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(1024)):
            pass
    yield
    filler.unlink()


def deal_until_it_fails(table: Room, evening: Evening) -> None:
    """Deal with an eye on the lamps: not one card more once a fault is shown."""
    while "fault" not in table.lit:
        if evening.next == "confirm":
            # Whoever presses gets an answer either way; one that could not be put on record has closed nothing.
            if table.ask(do="press", button="confirm")["ok"]:
                evening.oracle.take("confirm")
        else:
            evening.leave()
            table.until(lambda: table.acked() or "fault" in table.lit, "an acknowledgement, or a fault")


def go_through(table: Room, full: Callable[[Room], AbstractContextManager[None]]) -> None:
    table.start()
    evening = Evening(table, Random(11))
    evening.fill(60)
    for _ in range(3):
        evening.step()
    assert evening.oracle.phase == "dealing"
    with full(table):
        deal_until_it_fails(table, evening)
        assert table.lit == ["fault", "stop"]
        assert table.ask(do="status")["faults"] == ["journal"]
        on_record, shown, taken = newest(table).read_bytes(), len(table.shown()), table.shoe.acked
        if evening.oracle.deal:
            evening.leave()  # somebody pulls one all the same
        table.wait(ONCE_MORE_S)
        assert table.shoe.acked == taken, "what is not on record is not acknowledged"
        assert newest(table).read_bytes() == on_record, "nothing is left of what could not be written whole"
        assert len(table.shown()) == shown
        assert table.shoe.mouth == "SHUT"
    table.until(table.trusts, "the table to go on")
    evening.look()
    for _ in range(20):
        evening.step()
    assert table.end() == 0
    sound(table.shown())
    assert table.cards_on_record() == table.shoe.cards
    for command in ("verify", "replay"):
        assert table.run("journal", command, str(table.journal)).returncode == 0
    told_people = table.log.splitlines()
    assert "the journal cannot be written" in told_people[0]
    assert len(told_people) <= 2, "once, and once more for a press that was not taken"


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    with room(tmp_path) as table:
        go_through(table, no_longer_files)


def test_a_disk_without_room(tmp_path: Path) -> None:
    with small_disk(tmp_path / "journal"), room(tmp_path) as table:
        go_through(table, no_room)
