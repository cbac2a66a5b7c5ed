"""Hammers one target, guided by what the program runs through. It is a process of its own: libFuzzer never returns.

    python -m tests.fuzz.guided TARGET FINDS [FLAG OF LIBFUZZER ...]

Decides what coverage is taken of. Must never be imported where atheris is not wanted: there are no wheels of it for a
Raspberry Pi.
"""

import importlib
import sys
from pathlib import Path
from typing import Any, Final

SLOWEST_S: Final = 10
"""Seconds for one input: more is a hang."""
LARGEST_MB: Final = 600
"""Resident memory, MiB, what watches the coverage included; the program with its libraries has some 150."""
LONGEST: Final = 4096
"""Bytes of an input."""


def flags(name: str, finds: Path, words: tuple[bytes, ...], corpus: Path) -> list[str]:
    """Return what libFuzzer is told: how far an input may go, where a bad one is kept, and what inputs are made of."""
    dictionary = finds / "words"
    dictionary.write_text("".join(f'"{_hex(word)}"\n' for word in words))
    (finds / name).mkdir(exist_ok=True)
    return [
        f"-timeout={SLOWEST_S}",
        f"-rss_limit_mb={LARGEST_MB}",
        f"-max_len={LONGEST}",
        f"-artifact_prefix={corpus / name}/",
        f"-dict={dictionary}",
        str(finds / name),
        str(corpus / name),
    ]


def _hex(word: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word)


def main(name: str, finds: str, *told: str) -> None:
    """Run the target until libFuzzer ends the process: exit code 0 if all was survived."""
    atheris: Any = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["firmware", "hal"]):
        targets: Any = importlib.import_module("tests.fuzz.targets")
    target = targets.TARGETS[name]
    atheris.Setup([sys.argv[0], *flags(name, Path(finds), target.words, targets.CORPUS), *told], target.run)
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
