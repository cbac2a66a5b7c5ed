"""Cards for the tests: an empty one, and one with this version on it. Both are copies, gone after the test."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.deploy.card import CHECKOUT, Card, copied, debian, missing, run, skip, wheels


@contextmanager
def copy(card: Path, folder: Path) -> Iterator[Path]:
    """Lend a copy of a card: only what is changed takes room, where the system can do that."""
    root, above, work = folder / "card", folder / "card.changed", folder / "card.work"
    for each in (root, above, work):
        each.mkdir()
    layers = f"lowerdir={card},upperdir={above},workdir={work}"
    layered = run(["mount", "-t", "overlay", "overlay", "-o", layers, str(root)]).returncode == 0
    if not layered:
        subprocess.run(["cp", "-aT", "--reflink=auto", str(card), str(root)], check=True)
    try:
        yield root
    finally:
        if layered:
            subprocess.run(["umount", "--lazy", str(root)], check=True)
        for each in (root, above, work):
            shutil.rmtree(each)


@pytest.fixture(scope="session")
def blank() -> Path:
    reason = missing()
    if reason:
        skip(reason)
    return debian()


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied(CHECKOUT, tmp_path_factory.mktemp("checkout") / "coup")


@pytest.fixture(scope="session")
def first(blank: Path, source: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Card]:
    """A card that was installed once and is not changed again."""
    with copy(blank, tmp_path_factory.mktemp("first")) as root:
        card = Card(root, source, wheels(blank, source))
        done = card.install()
        assert done.returncode == 0, done.stdout + done.stderr
        yield card


@pytest.fixture
def empty(blank: Path, source: Path, tmp_path: Path) -> Iterator[Card]:
    with copy(blank, tmp_path) as root:
        yield Card(root, source, wheels(blank, source))


@pytest.fixture
def table(first: Card, tmp_path: Path) -> Iterator[Card]:
    with copy(first.root, tmp_path) as root:
        yield Card(root, first.source, first.wheels)
