"""One file of the journal, read line by line: every line is proved before anything is believed of it.

Decides which unfinished last line a power cut explains. Must never know what a record means.
"""

import re
from collections.abc import Callable, Iterator
from typing import BinaryIO, Final, TypeVar

from firmware.errors import JournalUnsound
from firmware.journal.record import MARK, TAIL, Header, Record, decode_header, decode_record, unseal
from firmware.journal.seal import Seal

LONGEST_LINE: Final = 1 << 22
"""Bytes. The longest record there can be, of a shoe taken up at once behind a hold, has about 200,000."""

_WITH_KEY: Final = "its hashes were made with a key; name the key's file with --key"
_WITHOUT_KEY: Final = "its hashes were made without a key; a journal has one key from its first file on"

_NAME: Final = re.compile(r"shoe-(\d{6,})\.jsonl")

_HEADER: Final = b'{"format":'
"""What a header begins with."""

T = TypeVar("T")


def name(shoe: int) -> str:
    """Return the name of the file of shoe number `shoe`."""
    return f"shoe-{shoe:06}.jsonl"


def number(name: str) -> int | None:
    """Return the number of the shoe whose file is called `name`, None for any other file."""
    found = _NAME.fullmatch(name)
    return int(found[1]) if found else None


class Page:
    """A file being read. Go once through its `records`, or `bodies`; what it is known by is complete after that."""

    def __init__(self, file: BinaryIO, name: str, seal: Seal) -> None:
        """`file` is read from its start; `name` is what an error calls it."""
        self._file: Final = file
        self._seal: Final = seal
        self.name: Final = name
        self.header: Header | None = None
        self.lines = 0
        """Lines that hold."""
        self.size = 0
        """Bytes up to the end of the last one."""
        self.torn = 0
        """Bytes of an unfinished line after it."""
        self.head = ""
        """Its hash."""

    @property
    def begun(self) -> bool:
        """Whether it has a first record. Without one it is no file of a journal: its shoe never began."""
        return self.lines > 1

    def records(self) -> Iterator[Record]:
        """Yield what every record says. Raises `JournalUnsound` with file, line and reason."""
        for body in self.bodies():
            yield self.at_line(decode_record, body)

    def bodies(self) -> Iterator[bytes]:
        """Yield every record's bytes up to its hash, proved by it. Raises `JournalUnsound` as `records`."""
        while raw := self._file.readline(LONGEST_LINE):
            try:
                self._prove(raw)
            except JournalUnsound as error:
                if not self._ends_torn(raw):
                    raise self.unsound(str(error), self.lines + 1) from None
                return
            self.lines += 1
            self.size += len(raw)
            if self.lines > 1:
                yield raw[:-TAIL]

    def at_line(self, read: Callable[[bytes], T], body: bytes) -> T:
        """Return what `read` makes of the line just proved; what is wrong with it is told with file and line."""
        try:
            return read(body)
        except JournalUnsound as error:
            raise self.unsound(str(error)) from None

    def unsound(self, why: str, line: int | None = None) -> JournalUnsound:
        """Return what is wrong with `line`, or with the line just proved."""
        return JournalUnsound(f"{self.name}, line {line or self.lines}: {why}")

    @property
    def _begins(self) -> bytes:
        """What the next line begins with."""
        return b'{"n":%d,' % self.lines

    def _prove(self, raw: bytes) -> None:
        if self.header is None:
            header = decode_header(raw[:-TAIL])
            if header.seal != self._seal.name:
                raise JournalUnsound(_WITH_KEY if self._seal.name == "sha256" else _WITHOUT_KEY)
            if number(self.name) not in (None, header.shoe):
                raise JournalUnsound(f"it begins the file {name(header.shoe)}")
            self.head = unseal(raw, header.before, self._seal)
            self.header = header
            return
        self.head = unseal(raw, self.head, self._seal)
        if not raw.startswith(self._begins):
            raise JournalUnsound(f"it is not record number {self.lines}")

    def _ends_torn(self, raw: bytes) -> bool:
        rest = raw + self._file.read(LONGEST_LINE)
        if self._file.read(1) or not is_torn(rest, self.lines > 0):
            return False
        self.torn = len(rest)
        return True


def is_torn(rest: bytes, begun: bool) -> bool:
    """Whether `rest`, all that follows the last line that holds, can be cut off as an unfinished line.

    That is a line without its newline, or one with NULs in it, which stand for what never reached the disk. A line that
    has its hash was finished: whatever is wrong with it, or goes on after it, was not left by a power cut. A file that
    is not `begun` holds the beginning of a header, or it is no file of a journal.
    """
    if b"\n" in rest[:-1] or not (begun or rest.startswith(_HEADER) or _HEADER.startswith(rest.rstrip(b"\0"))):
        return False
    if b"\0\0" in rest:
        return True
    written = rest.rstrip(b"\0")
    mark = written.find(MARK)
    return not written.endswith(b"\n") and (mark < 0 or len(written) - mark < TAIL)
