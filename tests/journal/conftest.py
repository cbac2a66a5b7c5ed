"""Recorded shoes, dealt once and only read."""

from pathlib import Path

import pytest

from tests.journal.table import Dealer, dealt_in, three_rounds


@pytest.fixture(scope="session")
def three(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Dealer]:
    """The journal of a start, a shoe and three rounds, and who dealt it."""
    folder = tmp_path_factory.mktemp("three") / "journal"
    return folder, dealt_in(folder, three_rounds)


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Dealer]:
    """The journal of three whole shoes in which this and that went wrong, in dealing style B."""
    folder = tmp_path_factory.mktemp("whole") / "journal"

    def deal(dealer: Dealer) -> None:
        for _ in range(3):
            dealer.whole_shoe()

    return folder, dealt_in(folder, deal, seed=7, edition="nz-midi-1996", style="B", burn="first-card")
