"""A line of the journal: what it says, and how it is written and read. Pure: it knows no file.

A file is one shoe. Its first line is a header; every other line is one input with everything that followed from it.

The encoding is canonical in that nothing is ever worked out from it twice: the bytes as they were written are what is
hashed, and what is hashed is what is read. A line is a JSON object in UTF-8 without blanks, its keys in the order of
the fields here and a word's kind before its fields, no floats; its last key is ``hash``, over everything before that
key and over the hash of the line before. So no line can be changed, left out or moved unseen.
"""

import re
from typing import Final, Literal, TypeAlias, TypeVar

from msgspec import DecodeError, Struct
from msgspec.json import Decoder, Encoder

from firmware.core.facts import Fact
from firmware.core.inputs import Input
from firmware.core.lifecycle import Phase
from firmware.core.link import LinkMemory
from firmware.core.state import Kept, Standing
from firmware.errors import JournalUnsound
from firmware.journal.seal import PLAIN, Seal, SealName

START: Final = "0" * 64
"""Stands for the last hash of the file before the first one."""


class Digests(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was at work, as SHA-256 in hex; empty where nobody has worked it out."""

    program: str = ""
    config: str = ""
    edition: str = ""


NOT_WORKED_OUT: Final = Digests()


class Header(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of a file: everything its shoe needs of what was before."""

    format: Literal[1] = 1
    shoe: int  # number of the shoe, as in the file's name; 0 before the first LOADED
    before: str  # the last hash of the file before
    seal: SealName = "sha256"
    version: str  # of the program that began the file
    digests: Digests = NOT_WORKED_OUT
    table: str  # the table's id
    settings: dict[str, str | int | bool]  # as written in the configuration's [table]
    standing: Standing  # what outlives a shoe; its number is that of the shoe before
    kept: tuple[Kept, ...] = ()  # what the shoe said that is still to be taken up
    link: LinkMemory
    wall: str  # UTC; informs, orders nothing


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One input, the facts that followed, and the phase, lamps and gate they led to."""

    n: int  # from 1 in each file
    wall: str  # UTC; informs
    mono_ns: int  # measures, within one run of the program
    said: Input
    facts: tuple[Fact, ...]
    phase: Phase
    lamps: tuple[str, ...]
    gate: Literal["open", "shut"]  # the gate command


Line: TypeAlias = Header | Record
T = TypeVar("T", Header, Record)

_WRITE: Final = Encoder()
_HEADER: Final = Decoder(Header)
_RECORD: Final = Decoder(Record)
_PLACE: Final = re.compile(r" - at `\$\.(.*)`$")

MARK: Final = b',"hash":"'
"""What parts a line's body from its hash. In a string its quotes would be escaped, and no other key is so called."""

_END: Final = b'"}\n'

TAIL: Final = len(MARK) + len(START) + len(_END)
"""Bytes of a line from its mark on."""


def encode(line: Line, before: str, seal: Seal = PLAIN) -> tuple[bytes, str]:
    """Return the bytes of a line, its newline included, and its hash; `before` is the hash of the line before."""
    body = _WRITE.encode(line)[:-1]
    digest = seal.over(before, body)
    return body + MARK + digest.encode() + _END, digest


def encode_first(header: Header, first: Record, seal: Seal = PLAIN) -> tuple[bytes, str]:
    """Return the bytes that begin a file, and its hash so far: a file without a first record is none."""
    head, digest = encode(header, header.before, seal)
    raw, digest = encode(first, digest, seal)
    return head + raw, digest


def decode(raw: bytes, before: str, *, first: bool, seal: Seal = PLAIN) -> tuple[Line, str]:
    """Return what a line says and its hash; `first` says that it is a file's first line, whose header names `before`.

    Raises:
        JournalUnsound: it is no line of a journal, or its hash is not the one over it and the line before.
    """
    body = raw[:-TAIL]
    line: Line = decode_header(body) if first else decode_record(body)
    return line, unseal(raw, line.before if isinstance(line, Header) else before, seal)


def unseal(raw: bytes, before: str, seal: Seal) -> str:
    """Return the hash of the line `raw`. Raises `JournalUnsound` if it does not fit it and the hash `before`."""
    digest = seal.over(before, raw[:-TAIL])
    if raw[-TAIL:] != MARK + digest.encode() + _END:
        raise JournalUnsound("its hash does not fit it and the line before")
    return digest


def hash_told(tail: bytes) -> bytes:
    """Return the hash that a line ends with by its own word, of its last `TAIL` bytes."""
    return tail[-len(START) - len(_END) : -len(_END)]


def decode_header(body: bytes) -> Header:
    """Return the header whose line is `body` up to its mark. Raises `JournalUnsound`."""
    return _read(_HEADER, body)


def decode_record(body: bytes) -> Record:
    """Return the record whose line is `body` up to its mark. Raises `JournalUnsound`."""
    return _read(_RECORD, body)


def _read(decoder: Decoder[T], body: bytes) -> T:
    try:
        return decoder.decode(body + b"}")
    except (DecodeError, RecursionError) as error:
        # What it says instead may be a card's value, and stays out of the message: only where it stands is told.
        place = _PLACE.search(str(error))
    raise JournalUnsound(f"it cannot be read ({place[1] if place else 'line'})")
