"""Where a benchmark writes: a real disk, which a folder for temporary files may not be on."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def disk() -> Iterator[Path]:
    """A folder beside the program, gone afterwards."""
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=ROOT / "build") as folder:
        yield Path(folder)
