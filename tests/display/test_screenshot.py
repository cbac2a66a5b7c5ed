"""The picture in the README shows the display as it is."""

import base64
from pathlib import Path

import pytest

from tests.display.browser import Browser
from tests.display.screenshot import SIZE, taken
from tests.whole.room import ROOT

PICTURE = ROOT / "deploy/display.webp"


@pytest.mark.browser
def test_the_picture_in_the_readme_is_the_display(browser: Browser, tmp_path: Path) -> None:
    both = PICTURE.read_bytes(), taken(browser, tmp_path)
    browser.leave()
    width, height, difference = browser.look_for_long("compare", *(base64.b64encode(each).decode() for each in both))
    assert (width, height) == SIZE
    assert difference < 6, "run `make screenshot`, and look at it"


def test_the_picture_is_small_enough_for_a_page() -> None:
    assert PICTURE.stat().st_size < 300_000
