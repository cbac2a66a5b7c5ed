"""The key of a journal: one file that nobody but its owner reads, and a mistake with it is one line."""

import os
from pathlib import Path

import pytest

from firmware.errors import ConfigError, JournalUnsound
from firmware.journal.audit import verify
from firmware.journal.folder import FileStore
from firmware.journal.record import decode_header, decode_record, encode
from firmware.journal.seal import LONGEST_KEY, PLAIN, Seal, read_key
from tests.journal.table import Dealer, QuickDisk, three_rounds

KEY = Seal(b"a key that only the casino has")
OTHER = Seal(b"a key that somebody made up")


def key_in(folder: Path, content: bytes, mode: int = 0o600) -> Path:
    path = folder / "key"
    path.write_bytes(content)
    path.chmod(mode)
    return path


def recorded(folder: Path, seal: Seal) -> Path:
    dealer = Dealer(FileStore(folder, seal, disk=QuickDisk()))
    dealer.start()
    three_rounds(dealer)
    dealer.ledger.close()
    return folder


def test_a_key_is_its_bytes_as_they_stand(tmp_path: Path) -> None:
    assert read_key(key_in(tmp_path, b"\x00\xffkey\n")) == b"\x00\xffkey\n"


@pytest.mark.parametrize(
    ("content", "mode", "why"),
    [
        (b"", 0o600, "is empty"),
        (b" \n", 0o600, "is empty"),
        (b"key", 0o640, "others than its owner .*chmod 600"),
        (b"key", 0o604, "others than its owner .*chmod 600"),
        (b"k" * (LONGEST_KEY + 1), 0o600, "longer than 4096 bytes"),
    ],
)
def test_a_key_that_is_none_is_one_line(tmp_path: Path, content: bytes, mode: int, why: str) -> None:
    with pytest.raises(ConfigError, match=why) as caught:
        read_key(key_in(tmp_path, content, mode))
    assert [str(tmp_path) in line for line in caught.value.problems] == [True]


def test_a_key_that_is_not_there_or_no_file_is_one_line(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe", 0o600)
    for path in (tmp_path / "missing", tmp_path, tmp_path / "pipe"):
        with pytest.raises(ConfigError) as caught:
            read_key(path)
        assert len(caught.value.problems) == 1


def test_a_journal_with_a_key_verifies_with_it_alone(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "journal", KEY)
    assert verify(folder, KEY).files == 2
    for seal, why in ((OTHER, "hash does not fit"), (PLAIN, "made with a key; name the key's file with --key")):
        with pytest.raises(JournalUnsound, match=f"shoe-000000.jsonl, line 1: .*{why}"):
            verify(folder, seal)


@pytest.mark.parametrize("seal", [OTHER, PLAIN])
def test_who_works_the_hashes_out_anew_without_the_key_is_found(tmp_path: Path, seal: Seal) -> None:
    folder = recorded(tmp_path / "journal", KEY)
    path = folder / "shoe-000001.jsonl"
    path.write_bytes(forged(path.read_bytes(), seal))
    with pytest.raises(JournalUnsound, match=r"shoe-000001.jsonl, line 1: "):
        verify(folder, KEY)
    with pytest.raises(JournalUnsound, match=r"shoe-000001.jsonl, line 1: "):
        FileStore(folder, KEY).open()


def forged(raw: bytes, seal: Seal) -> bytes:
    """Change one card and work all hashes out anew."""
    header, *bodies = [line[: line.rindex(b',"hash"')] for line in raw.splitlines()]
    named = header.replace(b'"hmac-sha256"', b'"%s"' % seal.name.encode())
    line, head = encode(decode_header(named), decode_header(named).before, seal)
    lines = [line]
    for body in bodies:
        line, head = encode(decode_record(body.replace(b"KH", b"9H")), head, seal)
        lines.append(line)
    return b"".join(lines)


def test_a_journal_goes_on_with_the_key_it_began_with(tmp_path: Path) -> None:
    with pytest.raises(JournalUnsound, match="made without a key"):
        FileStore(recorded(tmp_path / "plain", PLAIN), KEY).open()
    with pytest.raises(JournalUnsound, match="made with a key"):
        FileStore(recorded(tmp_path / "keyed", KEY)).open()
