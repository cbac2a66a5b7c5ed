"""Whether a journal is whole: by its bytes alone, line for line and file for file.

Decides soundness, and names the first place that is not sound. Must never know what a record means; only a record
that files were removed is read, for it says what the files that stay follow.
"""

from pathlib import Path
from typing import Final, NamedTuple

from firmware.core.inputs import ShoesRemoved
from firmware.errors import CoupError, JournalUnsound
from firmware.journal.crew import NoJournal, Progress, each, files
from firmware.journal.page import Page, number
from firmware.journal.record import START, decode_record
from firmware.journal.seal import PLAIN, Seal
from firmware.named_file import opened

_REMOVAL: Final = b'"said":{"kind":"shoes_removed",'


class Proof(NamedTuple):
    """What one file was found to be."""

    name: str
    before: str
    head: str
    lines: int
    torn: int
    """Bytes of an unfinished last line."""
    removed: ShoesRemoved | None
    """The last removal of older files that is on record in it."""

    @classmethod
    def of(cls, page: Page, removed: ShoesRemoved | None) -> "Proof":
        """Return what a page was found to be that was read to its end."""
        before = page.header.before if page.header else ""
        return cls(page.name, before, page.head, page.lines, page.torn, removed)

    @property
    def begun(self) -> bool:
        """Whether it has a first record: else a power cut came before its shoe began."""
        return self.lines > 1

    @property
    def records(self) -> int:
        """How many records hold: every line but the first is one."""
        return max(0, self.lines - 1)


class Verdict(NamedTuple):
    """A journal that is sound."""

    files: int
    records: int
    torn: int
    closed: tuple[str, str] | None
    """The newest file that another one follows, and its head: what to note down, for `--head`.

    The head of an open shoe is told to nobody: its hidden cards could be guessed back from it.
    """


def verify(path: Path, seal: Seal = PLAIN, *, head: str | None = None, progress: Progress | None = None) -> Verdict:
    """Verify the journal at `path`, a folder or one file.

    Args:
        path: a folder has to begin with the first shoe, or with what a removal on record left.
        seal: how its hashes are made.
        head: a hash that some file has to end with, for only that shows that nothing was taken off the end.
        progress: told after every file.

    Raises:
        JournalUnsound: with the first file and line that is not sound, and why.
        NoJournal: there is nothing to verify.
    """
    paths = files(path)
    proofs = chained(path, paths, list(each(prove, paths, seal, progress)))
    newest = proofs[-1]
    begun = [proof for proof in proofs if proof.begun]
    if head is not None and head not in [proof.head for proof in begun]:
        raise JournalUnsound(f"{newest.name}, line {newest.lines + 1}: missing: no file ends with the head given")
    closed = (begun[-2].name, begun[-2].head) if len(begun) > 1 else None
    return Verdict(len(begun), sum(proof.records for proof in begun), newest.torn, closed)


def prove(path: Path, seal: Seal) -> Proof:
    """Return what the file at `path` is, every line of it proved. Raises `JournalUnsound`, `OSError`."""
    removed = None
    with opened(path) as file:
        page = Page(file, path.name, seal)
        for body in page.bodies():
            if _REMOVAL in body:
                said = page.at_line(decode_record, body).said
                removed = said if isinstance(said, ShoesRemoved) else removed
    return Proof.of(page, removed)


def chained(path: Path, paths: list[Path], results: list[Proof | CoupError]) -> list[Proof]:
    """Return the proofs of those files of the journal at `path` that count, each following the one before.

    Files on record as removed do not count: the program was stopped before it had removed them all.

    Raises:
        JournalUnsound: one does not follow the one before, or there is no saying what the first follows.
        NoJournal: no shoe was ever begun in it.
        CoupError: the first of `results` that is one.
    """
    whole = path.is_dir()
    removals = [result.removed for result in results if isinstance(result, Proof) and result.removed]
    removal = max(removals, key=lambda removed: removed.last, default=None)
    proofs: list[Proof] = []
    for file, result in zip(paths, results, strict=True):
        if removal and (number(file.name) or 0) <= removal.last:
            continue
        if not isinstance(result, Proof):
            raise result
        if proofs:
            _check_follows(result, proofs[-1])
        elif whole and result.begun and result.before != (removal.head if removal else START):
            raise JournalUnsound(f"{result.name}, line 1: what it follows is missing, and not on record as removed")
        proofs.append(result)
    if not proofs:
        raise JournalUnsound(f"{paths[-1].name}, line 1: it is on record as removed, and nothing follows it")
    if not any(proof.begun for proof in proofs):
        raise NoJournal(f"{path}: no shoe was begun in it: there is nothing to prove")
    return proofs


def _check_follows(proof: Proof, last: Proof) -> None:
    if last.torn or not last.begun:
        raise JournalUnsound(f"{last.name}, line {last.lines + 1}: unfinished, and it is not the newest file")
    if proof.begun and proof.before != last.head:
        raise JournalUnsound(f"{proof.name}, line 1: it does not follow the last line of {last.name}")
