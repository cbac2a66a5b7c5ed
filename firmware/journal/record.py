"""A line of the journal: what it says, and how it is written and read. Pure: it knows no file.

A file is one shoe. Its first line is a header; every other line is one input with everything that followed from it.
Each line ends with a hash over itself and the hash before it, so that no line can be changed, left out or moved unseen.
"""

import hashlib
from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError

from firmware.core.facts import Fact
from firmware.core.inputs import Input
from firmware.core.lifecycle import Phase
from firmware.core.link import LinkMemory
from firmware.core.state import Standing
from firmware.errors import JournalUnsound

START: Final = "0" * 64
"""Stands for the last hash of the file before the first one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The first line of a file: everything its shoe needs of what was before."""

    format: int = 1
    version: str  # of the program that began the file
    table: str  # the table's id
    settings: dict[str, str | int | bool]  # as written in the configuration's [table]
    standing: Standing  # what outlives a shoe; its number is that of the shoe before
    link: LinkMemory
    before: str  # the last hash of the file before
    wall: str  # UTC; informs, orders nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One input, the facts that followed, and the phase, lamps and gate they led to."""

    n: int  # from 1 in each file
    wall: str  # UTC; informs
    mono_ns: int  # measures, within one run of the program
    said: Annotated[Input, Field(discriminator="kind")]
    facts: tuple[Annotated[Fact, Field(discriminator="kind")], ...]
    phase: Phase
    lamps: tuple[str, ...]
    gate: str  # the gate command, "open" or "shut"


Line: TypeAlias = Header | Record

_HEADER: Final[TypeAdapter[Header]] = TypeAdapter(Header)
_RECORD: Final[TypeAdapter[Record]] = TypeAdapter(Record)
_MARK: Final = b',"hash":"'
_TAIL: Final = len(_MARK) + 64 + len(b'"}\n')


def encode(line: Line, before: str) -> tuple[bytes, str]:
    """Return the bytes of a line, its newline included, and its hash; `before` is the hash of the line before."""
    body = (_HEADER.dump_json(line) if isinstance(line, Header) else _RECORD.dump_json(line))[:-1]
    digest = _digest(body, before)
    return body + _MARK + digest.encode() + b'"}\n', digest


def encode_first(header: Header, first: Record) -> tuple[bytes, str]:
    """Return the bytes that begin a file, and its hash so far: a file without a first record is none."""
    head, digest = encode(header, header.before)
    raw, digest = encode(first, digest)
    return head + raw, digest


def decode(raw: bytes, before: str, *, first: bool) -> tuple[Line, str]:
    """Return what a line says and its hash; `first` says that it is a file's first line, whose header names `before`.

    Raises:
        JournalUnsound: it is no line of a journal, or its hash is not the one over it and the line before.
    """
    body, mark, digest = raw[:-_TAIL], raw[-_TAIL : len(_MARK) - _TAIL], raw[len(_MARK) - _TAIL : -3]
    if mark != _MARK or raw[-3:] != b'"}\n':
        raise JournalUnsound("it does not end in a hash")
    try:
        line = (_HEADER if first else _RECORD).validate_json(body + b"}")
    except ValidationError as error:
        raise JournalUnsound(f"it cannot be read ({error.errors(include_url=False)[0]['msg'].lower()})") from error
    if _digest(body, line.before if isinstance(line, Header) else before) != digest.decode("ascii", "replace"):
        raise JournalUnsound("its hash does not fit it and the line before")
    return line, digest.decode()


def _digest(body: bytes, before: str) -> str:
    return hashlib.sha256(before.encode() + body).hexdigest()
