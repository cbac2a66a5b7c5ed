"""The bundle for the maker: what is installed, how it is set, what the doctor finds, what is on record.

Decides what leaves the machine. It must never hold a PIN or its hash, a key, a card that lies face down, nor a hash of
the open shoe's record, from which such a card could be guessed back.
"""

import json
import os
import platform
import tarfile
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from msgspec import to_builtins

from firmware.control.client import ask
from firmware.cures import in_words
from firmware.doctor.machine import Machine
from firmware.doctor.visit import examine
from firmware.errors import CoupError
from firmware.identity import libraries, program
from firmware.journal.audit import Proof, prove
from firmware.journal.crew import each, files
from firmware.journal.seal import seal_with
from firmware.sections import Config

NEWEST: Final = 20
"""So many of the newest shoes are told of."""

ANSWER_S: Final = 5.0
"""Seconds a running controller has to answer."""


def bundle(load: Callable[[], Config], machine: Machine) -> Mapping[str, Any]:
    """Return the documents of the bundle by their names in it; `load` returns the configuration or raises `CoupError`.

    What cannot be had is told in its place.
    """
    found: dict[str, Any] = {"platform": _platform(machine), "identify": _identify()}
    try:
        config = load()
    except CoupError as error:
        # The file itself may hold anything, so only what is wrong with it goes out.
        found["configuration"] = {"error": str(error)}
    else:
        # As it was understood: what is no key of a configuration has no business in here.
        found["configuration"] = to_builtins(config, enc_hook=str)
        found["status"] = _status(config)
        found["journal"] = list(_journal(config))
    found["doctor"] = [str(finding) for finding in examine(load, machine)]
    return found


def write(path: Path, documents: Mapping[str, Any]) -> None:
    """Write `documents` into a new file that only its owner reads.

    Raises:
        CoupError: there is a file of that name, or it cannot be written; then there is none.
    """
    raw = BytesIO()
    with tarfile.open(fileobj=raw, mode="w:gz") as archive:
        for name, document in documents.items():
            content = json.dumps(document, indent=1, ensure_ascii=False).encode(errors="backslashreplace")
            member = tarfile.TarInfo(f"coup-support/{name}.json")
            member.size, member.mtime = len(content), int(datetime.now(UTC).timestamp())
            archive.addfile(member, BytesIO(content))
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        raise CoupError(f"{path}: is there already: move it away, or name another with --output") from None
    except OSError as error:
        raise _unwritten(path, error) from error
    try:
        with open(file, "wb") as output:
            output.write(raw.getvalue())
    except OSError as error:
        path.unlink()
        raise _unwritten(path, error) from error


def _unwritten(path: Path, error: OSError) -> CoupError:
    return CoupError(f"{path}: the bundle cannot be written {in_words(error, '--output')}")


def _platform(machine: Machine) -> dict[str, Any]:
    there = platform.uname()
    return {
        "wall": machine.wall(),
        "system": f"{there.system} {there.release} {there.version}",
        "machine": there.machine,
        "model": machine.model,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def _identify() -> dict[str, Any]:
    try:
        found = program()
    except CoupError as error:
        return {"error": str(error)}
    return {"version": found.version, "digest": found.digest, "files": found.files, "libraries": libraries()}


def _status(config: Config) -> dict[str, Any]:
    """Return what a running controller shows anybody, but for the cards."""
    try:
        answer = ask(config.control.socket, {"do": "status"}, ANSWER_S)
        return {key: value for key, value in answer.items() if key != "public"}
    except CoupError as error:
        return {"error": str(error)}


def _journal(config: Config) -> Iterator[dict[str, Any]]:
    """Yield what is known of the newest files, oldest first. The last one is of the open shoe: no hash of it."""
    try:
        seal = seal_with(config.journal.key_file)
        paths = files(config.journal.dir)[-NEWEST:]
    except CoupError as error:
        yield {"error": str(error)}
        return
    for path, proof in zip(paths, each(prove, paths, seal), strict=True):
        if not isinstance(proof, Proof):
            yield {"file": path.name, "error": str(proof)}
        elif path == paths[-1]:
            yield {"file": path.name, "records": proof.records, "open": True}
        else:
            yield {"file": path.name, "records": proof.records, "head": proof.head}
