"""Files that the program wrote once and reads again: after a bad disk, or somebody's editing, they hold any bytes.

Decides what a reader may make of them. Must never know what a record or a line of the feed means.
"""

from contextlib import suppress

from firmware.core.settings import SettingsError
from firmware.errors import JournalUnsound
from firmware.feed.files import page_path
from firmware.feed.follow import Followed, Follower
from firmware.journal import audit
from firmware.journal.crew import NoJournal
from firmware.journal.page import Page, name
from firmware.journal.record import MARK, START
from firmware.journal.replay import replay
from firmware.journal.seal import PLAIN
from tests.fuzz.refusals import has_a_code
from tests.fuzz.scratch import emptied

NEXT = b"\x1b"
"""Begins another file of the journal; ends what is in the feed at one look."""
SEALED = b"sealed\n"
"""So begins a journal whose lines get their hashes here: no search ever finds one. Any other is taken as it stands."""
BEFORE = b"<head>"
"""Stands for the hash of the line before in a sealed journal."""


def sealed(files: list[bytes]) -> list[bytes]:
    """Return files with a hash at the end of every line, each over the one before."""
    before, found = START, []
    for file in files:
        lines = b""
        *whole, torn = file.split(b"\n")
        for line in whole:
            body = line.replace(BEFORE, before.encode()).removesuffix(b"}")
            before = PLAIN.over(before, body)
            lines += body + MARK + before.encode() + b'"}\n'
        found.append(lines + torn)
    return found


def journal(data: bytes) -> None:
    """A folder of a journal's files. Whatever they hold, it is sound or it is not."""
    files = data.removeprefix(SEALED).split(NEXT)
    if data.startswith(SEALED):
        files = sealed(files)
    place = emptied("journal")
    for shoe, raw in enumerate(files):
        (place / name(shoe)).write_bytes(raw)
    try:
        verdict = audit.verify(place)
    except (JournalUnsound, NoJournal) as error:
        has_a_code(error)
    else:
        assert 0 < verdict.files <= len(files)
        assert verdict.records <= data.count(b"\n")
    for shoe in range(len(files)):
        with (place / name(shoe)).open("rb") as file:
            page = Page(file, name(shoe), PLAIN)
            try:
                records = list(page.records())
            except JournalUnsound as error:
                has_a_code(error)
            else:
                assert len(records) == max(0, page.lines - 1)
                assert page.size + page.torn == len(files[shoe])
    # With settings that are not known here, as a later program's: its records cannot be folded again.
    with suppress(JournalUnsound, NoJournal, SettingsError):
        assert replay(place) <= data.count(b"\n")


def feed(data: bytes) -> None:
    """The newest file of a feed, as it grows from one look to the next."""
    pieces = data.split(NEXT)
    piecemeal, whole = looked_at(pieces), looked_at([b"".join(pieces)])
    assert (piecemeal.now, piecemeal.rounds) == (whole.now, whole.rounds), "it matters when somebody looks"


def looked_at(pieces: list[bytes]) -> Followed:
    """Return what a follower knows that has looked after every piece."""
    place = emptied("feed")
    follower, now = Follower(place), 0
    try:
        with page_path(place, 1).open("ab", buffering=0) as file:
            for piece in pieces:
                file.write(piece)
                now += 50_000_000
                followed = follower.look(now)
                assert followed.now is not None or not followed.rounds
        assert follower.look(now + 10_000_000_000).stale
        return followed
    finally:
        follower.close()
