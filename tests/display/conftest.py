"""One browser for all tests that look at pages, and a clean tab for each."""

from collections.abc import Iterator

import pytest

from tests.display.browser import Browser, skip_without


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    skip_without()
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Browser]:
    chromium.size(1920, 1080)
    yield chromium
    chromium.leave()
