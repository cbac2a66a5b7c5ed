"""What the emulated Raspberry Pi has besides its system: the program as it is here, and the table's configuration.

Decides what is unpacked where, as an archive that the kernel unpacks over the root file system (cpio, "newc").
"""

import compileall
import shutil
import sys
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path
from py_compile import PycInvalidationMode

from firmware.identity import DISTRIBUTION

ROOT = Path(__file__).parents[2]
HOME = "opt/coup"
"""Where the program lies, as in the installation at a table."""


def overlay(folder: Path, files: Mapping[str, str]) -> bytes:
    """Return the archive: the program, made ready in the empty `folder`, and other files by their paths."""
    home = folder / HOME
    for package in ("firmware", "hal"):
        shutil.copytree(ROOT / package, home / package, ignore=shutil.ignore_patterns("__pycache__"))
    here = metadata.distribution(DISTRIBUTION)
    about = home / f"shoe_table_controller-{here.version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(here.read_text("METADATA") or here.read_text("PKG-INFO") or "", encoding="utf-8")
    if sys.version_info[:2] == (3, 11):  # as there, where the root file system is read-only and compiling takes long
        assert compileall.compile_dir(
            home, quiet=2, stripdir=folder, prependdir="/", invalidation_mode=PycInvalidationMode.UNCHECKED_HASH
        )
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return b"".join(_entries(folder))


def _entries(folder: Path) -> Iterator[bytes]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        yield _entry(name, 0o040755, b"") if path.is_dir() else _entry(name, 0o100644, path.read_bytes())
    yield _entry("TRAILER!!!", 0, b"")


def _entry(name: str, mode: int, content: bytes) -> bytes:
    """An entry: 13 numbers of eight hex digits, the name and its zero, the content, both filled up to four bytes."""
    raw = name.encode() + b"\0"
    numbers = [0, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(raw), 0]
    head = b"070701" + b"".join(b"%08X" % number for number in numbers) + raw
    return head + bytes(-len(head) % 4) + content + bytes(-len(content) % 4)
