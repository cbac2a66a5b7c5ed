"""One input tried on one target. What makes it fail is kept in the corpus, so that it is tried ever after."""

from hashlib import sha1
from pathlib import Path

from tests.fuzz.targets import CORPUS, TARGETS, Target


def kept_as(name: str, data: bytes, corpus: Path) -> Path:
    """Return the file that keeps what made a target fail; libFuzzer calls it the same."""
    return corpus / name / f"crash-{sha1(data).hexdigest()}"


def how_to_see(name: str, file: Path) -> str:
    """Return the line that tells how to see the failure again."""
    return f"{name} fails: python -m tests.fuzz {name} {file}"


def attempt(name: str, data: bytes, targets: dict[str, Target] = TARGETS, corpus: Path = CORPUS) -> None:
    """Try `data`. Raises whatever the target raises, once that is kept and told."""
    try:
        targets[name].run(data)
    except Exception:
        file = kept_as(name, data, corpus)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        print(how_to_see(name, file))
        raise
