"""Whatever reaches the table is read, or refused as documented. `python -m tests.fuzz` looks for longer."""

from random import Random

import pytest

from tests.fuzz.shaking import shaken
from tests.fuzz.targets import CORPUS, TARGETS, seeds
from tests.fuzz.trial import attempt

SMALL = 100_000
"""Bytes of the whole corpus."""


@pytest.mark.parametrize("name", TARGETS)
def test_what_was_found_before_and_what_is_near_it_is_survived(name: str) -> None:
    known = [file.read_bytes() for file in seeds(name)]
    target = TARGETS[name]
    for data in [b"", *known, *shaken(known, target.words, Random(name), target.shakes)]:
        attempt(name, data)


def test_there_is_a_corpus_for_every_target_and_no_other() -> None:
    assert sorted(folder.name for folder in CORPUS.iterdir()) == sorted(TARGETS)
    assert sum(file.stat().st_size for name in TARGETS for file in seeds(name)) < SMALL
