"""A file that somebody has named is read as it is, or said to be none: never waited for, never without end."""

import os
from io import BufferedReader
from pathlib import Path

import pytest

from firmware.named_file import read


@pytest.mark.parametrize("longest", [None, 5, 6])
def test_a_file_is_read_whole(tmp_path: Path, longest: int | None) -> None:
    (tmp_path / "file").write_bytes(b"\xff text"[:5])
    found = read(tmp_path / "file", longest)
    assert (found.raw, found.status.st_size) == (b"\xff tex", 5)


def test_a_longer_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"longer")
    with pytest.raises(OSError, match="longer than 5 bytes"):
        read(tmp_path / "file", 5)


@pytest.mark.timeout(5)
def test_what_is_none_is_told(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", "/dev/zero"):
        with pytest.raises(OSError, match="this is no file"):
            read(path)


def test_what_has_nothing_to_give_just_now_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel's log, once it was read, is a file that answers EAGAIN."""
    (tmp_path / "file").touch()
    monkeypatch.setattr("builtins.open", lambda path, *_, **__: Drained(os.open(path, os.O_RDONLY)))
    with pytest.raises(BlockingIOError):
        read(tmp_path / "file")


class Drained(BufferedReader):
    def __init__(self, descriptor: int) -> None:
        super().__init__(os.fdopen(descriptor, "rb", buffering=0))

    def read(self, size: int | None = -1, /) -> bytes:
        nothing: bytes = None  # type: ignore[assignment]  # so do all readers, whatever their type says
        return nothing
