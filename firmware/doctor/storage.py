"""Whether what has to be written can be, and outlives a power cut; and whether what is secret is kept so.

Decides how much room is too little. Must never write into a journal that a controller has, nor change one.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from firmware.control import roles
from firmware.cures import in_words
from firmware.doctor.finding import Finding, Grade
from firmware.doctor.machine import Machine, nearest
from firmware.errors import ConfigError, CoupError, JournalUnsound
from firmware.feed.files import FeedError, check_owner, shoes
from firmware.journal.audit import prove
from firmware.journal.crew import NoJournal, files
from firmware.journal.page import LONGEST_LINE
from firmware.journal.record import TAIL, decode_header
from firmware.journal.seal import read_key, seal_with
from firmware.ledger import another_tables
from firmware.locks import locked_folder
from firmware.named_file import opened
from firmware.sections import Config

TOO_LITTLE: Final = 50_000_000
"""Bytes: a few shoes."""
LITTLE: Final = 500_000_000
"""Bytes: some weeks."""
SLOW_MS: Final = 100
"""Every card waits for the disk: longer than this is felt at the table."""

RUN: Final = Path("/run")
"""Empty after every restart: the system makes the folders in it."""

IN_MEMORY: Final = ("tmpfs", "ramfs")
"""File systems that a power cut empties."""


def journal(config: Config, machine: Machine, running: bool) -> Iterator[Finding]:
    """See that the journal's folder is on a disk, can be written and flushed, and that its newest file verifies."""
    folder = config.journal.dir
    mount = machine.mount(folder)
    if mount and mount.kind in IN_MEMORY:
        yield _journal("bad", f"{folder}: on a RAM disk ({mount.kind}), which a power cut empties: put it on another")
    elif mount and mount.kind == "overlay":
        yield _journal("note", f"{folder}: on an overlay; see that what is written there is on a disk, not in memory")
    if running:
        yield _journal("note", f"{folder}: not tried, this table's controller writes it")
    elif not os.path.exists(folder):
        yield _folder("journal", folder)
    else:
        yield _synced(folder)
        with suppress(NoJournal):  # none yet
            paths = files(folder)
            yield from _sound(paths[-1], config.journal.key_file)
            recorded = _recorded(paths)
            if recorded not in ("", config.table.id):
                yield _journal("bad", another_tables(config.table.id, recorded))


def room(config: Config, machine: Machine) -> Iterator[Finding]:
    """See that the disks of journal and feed have room."""
    for what, folder in (("journal", config.journal.dir), ("feed", config.feed.dir)):
        check = f"room, {what}"
        try:
            free = machine.free(nearest(folder))
        except OSError as error:
            yield Finding(check, "bad", f"{folder} {in_words(error)}")
            continue
        says = f"{free // 1_000_000:,} MB are free for {folder}"
        if free < LITTLE:
            says += ": make room, but remove no file of the open shoe; [journal] keep_shoes does it by itself"
        yield Finding(check, "bad" if free < TOO_LITTLE else "note" if free < LITTLE else "ok", says)


def feed(config: Config, running: bool) -> Iterator[Finding]:
    """See that the feed can be written, and that nobody else's files are there, nor somebody who writes them.

    A controller that is `running` has the folder's lock: not tried.
    """
    folder = config.feed.dir
    found = _folder("feed", folder)
    if found.grade == "ok" and os.path.exists(folder):
        try:
            check_owner(folder, config.table.id, sorted(shoes(folder)))
            if not running:
                os.close(locked_folder(folder))
        except BlockingIOError:
            says = f"{folder}: another controller writes there; name another folder as feed.dir"
            found = Finding("feed", "bad", says)
        except OSError as error:
            found = Finding("feed", "bad", f"{folder}: cannot be used {in_words(error)}")
        except FeedError as error:
            found = Finding("feed", "bad", f"{folder}: {error}")
    yield found


def control(config: Config) -> Iterator[Finding]:
    """See that the control socket can be made."""
    socket = config.control.socket
    if os.path.exists(socket) and not socket.is_socket():
        yield Finding("control", "bad", f"{socket}: no socket: move it away, or name another as [control] socket")
    elif not os.path.isdir(socket.parent) and socket.parent.resolve().parent == RUN:
        yield Finding(
            "control",
            "note",
            f"{socket.parent}: not there yet: at a restart the system makes it, and so does starting the service, or"
            " `systemd-tmpfiles --create coup.conf`; if it stays away, check [control] socket",
        )
    elif not os.path.isdir(socket.parent):
        yield Finding("control", "bad", f"{socket.parent}: not there: make this folder, or check [control] socket")
    else:
        yield _folder("control", socket.parent)


def secrets(config: Config) -> Iterator[Finding]:
    """See that roles and key are there, whole, and open to nobody else."""
    yield from _secret("roles", config.authority.roles_file, roles.read)
    yield from _secret("journal key", config.journal.key_file, read_key)


def _secret(check: str, path: Path | None, read: Callable[[Path], object]) -> Iterator[Finding]:
    if path is None:
        return
    try:
        read(path)
    except ConfigError as error:
        yield from (Finding(check, "bad", problem) for problem in error.problems)
    else:
        yield Finding(check, "ok", f"{path}: in order, and nobody else's to read")


def _folder(check: str, folder: Path) -> Finding:
    """Say whether files can be made in `folder`, or it itself if it is not there."""
    place = nearest(folder)
    if not os.access(place, os.W_OK | os.X_OK, effective_ids=True):
        cure = f"give {place} to the controller's user, on a disk that is mounted writable"
        return Finding(check, "bad", f"{folder}: cannot be written; {cure}")
    return Finding(check, "ok", f"{folder}: can be written" if place == folder.resolve() else f"{folder}: can be made")


def _synced(folder: Path) -> Finding:
    probe = folder / f".probe-{os.getpid()}"
    start = time.perf_counter_ns()
    try:
        file = os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            start = time.perf_counter_ns()
            os.write(file, bytes(4096))
            os.fsync(file)
            took_ms = (time.perf_counter_ns() - start) / 1e6
        finally:
            os.close(file)
            probe.unlink()
    except PermissionError as error:
        return _journal("bad", f"{folder}: cannot be written ({error.strerror}); {_whose(folder)}")
    except OSError as error:
        return _journal("bad", f"{folder}: cannot be written {in_words(error)}")
    if took_ms > SLOW_MS:
        return _journal(
            "note", f"{folder}: a flush took {took_ms:.0f} ms, and every card waits for one: the disk is slow"
        )
    return _journal("ok", f"{folder}: can be written; flushed to the disk in {took_ms:.1f} ms")


def _whose(folder: Path) -> str:
    """Return whom to look as, or what to do where the folder is this user's own already."""
    owner = folder.stat().st_uid
    if owner == os.geteuid():
        return f"let its owner write there: `chmod u+rwx {folder}`"
    return f"look as its owner: `sudo -u '#{owner}' coup doctor`"


def _sound(newest: Path, key: Path | None) -> Iterator[Finding]:
    try:
        proof = prove(newest, seal_with(key))
    except ConfigError:
        yield _journal("note", f"{newest.name}: not verified, its key cannot be read")
    except CoupError as error:
        yield _journal("bad", f"{error}; see the runbook, journal_unsound")
    except OSError as error:
        yield _journal("bad", f"{newest}: cannot be read {in_words(error)}")
    else:
        torn = f"; {proof.torn} bytes of an unfinished line are cut off at the start" if proof.torn else ""
        yield _journal("ok", f"{newest.name}: verifies, {proof.records} records{torn}")


def _recorded(paths: list[Path]) -> str:
    """Return the table whose record it is, by the newest file that says so; empty if none does."""
    for path in reversed(paths):
        with suppress(OSError, JournalUnsound), opened(path) as file:
            return decode_header(file.readline(LONGEST_LINE)[:-TAIL]).table
    return ""


def _journal(grade: Grade, says: str) -> Finding:
    return Finding("journal", grade, says)
