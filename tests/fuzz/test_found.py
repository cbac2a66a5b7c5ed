"""What was found once, each with the least input that showed it."""

from pathlib import Path

import pytest

from firmware.errors import JournalUnsound
from firmware.journal.audit import verify
from firmware.journal.page import name
from tests.fuzz.pages import feed
from tests.fuzz.refusals import in_one_line


def test_a_follower_stands_brackets_within_brackets() -> None:
    feed(b"[" * 2000 + b"\n")


def test_what_is_said_of_a_journal_can_be_printed(tmp_path: Path) -> None:
    digests = b'{"format":1,"shoe":0,"before":"","seal":"sha256","version":"","digests":{"\x7f":0}'
    (tmp_path / name(0)).write_bytes(digests + b',"hash":"' + b"0" * 64 + b'"}\n')
    with pytest.raises(JournalUnsound) as unsound:
        verify(tmp_path)
    in_one_line(unsound.value)
