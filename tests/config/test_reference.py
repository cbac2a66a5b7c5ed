"""The page of all keys says what the program does."""

from pathlib import Path

from firmware.reference import render
from firmware.sections import KEYS


def test_the_page_is_what_the_keys_make() -> None:
    page = Path(__file__).parents[2] / "config/REFERENCE.md"
    assert page.read_text(encoding="utf-8") == render(), "run `make reference`"


def test_every_key_is_explained() -> None:
    for key in KEYS:
        assert f"\n| `{key.rpartition('.')[2]}` | " in render()
