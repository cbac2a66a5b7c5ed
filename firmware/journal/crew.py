"""Many files of the journal, several at a time, each by itself: who works on which, and what came of it in order.

Decides how many processes a job is worth. Must never know what is done with a file.
"""

import os
import stat
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

from firmware.cures import for_a_reader
from firmware.errors import CoupError, JournalUnsound
from firmware.interrupts import ctrl_c_waits
from firmware.journal.page import number
from firmware.journal.seal import Seal

WORTH_A_PROCESS: Final = 16 << 20
"""Bytes of journal that take longer to read than a process takes to start."""

Progress: TypeAlias = Callable[[int, int], None]
"""Called with how many files are done, and of how many."""

T = TypeVar("T")


class NoJournal(CoupError):
    """There is no journal where one was to be read."""

    code = JournalUnsound.code


def files(path: Path) -> list[Path]:
    """Return the files of the journal at `path`, a folder or one file, oldest first.

    Raises:
        NoJournal: it has none, or cannot be looked at.
    """
    try:
        if not stat.S_ISDIR(path.stat().st_mode):
            return [path]
        found = sorted((shoe, file) for file in path.iterdir() if (shoe := number(file.name)) is not None)
    except OSError as error:
        raise NoJournal(f"{path}: cannot be read {for_a_reader(error)}") from error
    if not found:
        raise NoJournal(f"{path}: there is no file of a journal in it")
    return [file for _, file in found]


def each(
    work: Callable[[Path, Seal], T], paths: list[Path], seal: Seal, progress: Progress | None = None
) -> Iterator[T | CoupError]:
    """Yield for every file, in order, what `work` makes of it, or the `CoupError` it raised.

    A journal that is worth it is shared out among processes, as many as there are processors.
    """
    task = partial(_caught, work, seal)
    crew = min(os.cpu_count() or 1, len(paths), 1 + sum(map(_size, paths)) // WORTH_A_PROCESS)
    if crew == 1:
        yield from _counted(map(task, paths), len(paths), progress)
        return
    # Not forked: a process that comes to the world in the middle of another's work inherits its locks.
    pool = ProcessPoolExecutor(crew, mp_context=get_context("spawn"))
    try:
        with ctrl_c_waits():
            done = pool.map(task, paths, chunksize=max(1, min(64, len(paths) // (4 * crew))))
        yield from _counted(done, len(paths), progress)
    finally:
        pool.shutdown(cancel_futures=True)


def _caught(work: Callable[[Path, Seal], T], seal: Seal, path: Path) -> T | CoupError:
    try:
        return work(path, seal)
    except CoupError as error:
        return error
    except OSError as error:
        return NoJournal(f"{path}: cannot be read {for_a_reader(error)}")


def _counted(results: Iterator[T], of: int, progress: Progress | None) -> Iterator[T]:
    for done, result in enumerate(results, 1):
        if progress:
            progress(done, of)
        yield result


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
