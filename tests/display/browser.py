"""A real browser: Debian's Chromium without a window, and what can be read off a page in it.

Decides how a page is looked at. It must never know what ought to be on it.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import struct
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

PATIENCE_S = 10.0
"""What a page has not come to show by then, it never will."""

SCRIPTS = Path(__file__).with_name("scripts")


def chromium() -> str:
    """Return what is missing for a browser, or nothing."""
    if not shutil.which("chromium") or not shutil.which("chromedriver"):
        return "chromium or chromedriver is not installed (Debian: apt install chromium chromium-driver)"
    try:
        import selenium  # noqa: F401
    except ImportError:
        return "selenium is not installed"
    return ""


def skip_without() -> None:
    """Skip without a browser, unless one is required here."""
    missing = chromium()
    if missing and os.environ.get("COUP_BROWSER_REQUIRED") == "1":
        pytest.fail(f"COUP_BROWSER_REQUIRED=1, and {missing}")
    if missing:
        pytest.skip(missing)


class Browser:
    """One tab."""

    def __init__(self) -> None:
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service

        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or ""
        for word in ("--headless=new", "--no-sandbox", "--hide-scrollbars", "--disable-gpu", "--disable-dev-shm-usage"):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
        self._driver: Any = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        self._driver.set_script_timeout(PATIENCE_S)
        self.meanwhile: Callable[[], None] = lambda: None
        """What goes on at the table while somebody waits for the page."""
        self.size(1920, 1080)

    def close(self) -> None:
        self._driver.quit()

    def size(self, width: int, height: int) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._cdp("Emulation.setDeviceMetricsOverride", metrics)

    def open(self, address: str) -> None:
        self._driver.get(address)

    def back(self) -> None:
        """Go back to the page before, which the browser has kept as it was."""
        self._driver.back()

    def leave(self) -> None:
        """Close what is open and forget who was signed in."""
        self.meanwhile = lambda: None
        self._driver.get("about:blank")
        self.comes_from("")
        self._cdp("Network.clearBrowserCookies", {})
        self.console()
        self.network()

    def comes_from(self, address: str) -> None:
        """Have the house's proxy say that this browser is at `address`; of none, it says nothing."""
        self._cdp("Network.enable", {})
        self._cdp("Network.setExtraHTTPHeaders", {"headers": {"X-Forwarded-For": address} if address else {}})

    def look(self, script: str, *values: object) -> Any:
        """Look at the page by a script of `scripts`."""
        return self.run((SCRIPTS / f"{script}.js").read_text(encoding="utf-8"), *values)

    def run(self, script: str, *values: object) -> Any:
        return self._driver.execute_script(script, *values)

    def look_for_long(self, script: str, *values: object) -> Any:
        """The same, with one that calls back when it is done."""
        return self._driver.execute_async_script((SCRIPTS / f"{script}.js").read_text(encoding="utf-8"), *values)

    def read(self) -> dict[str, Any]:
        """Return what the display shows."""
        shown: dict[str, Any] = self.look("read")
        return shown

    def until(self, done: Callable[[], object], what: str, seconds: float = PATIENCE_S) -> float:
        """Wait, and return the seconds it took."""
        began = time.monotonic()
        while not done():
            assert time.monotonic() - began < seconds, f"waited for {what}; {self.read()}"
            self._pass()
        return time.monotonic() - began

    def shows(self, wanted: dict[str, Any]) -> None:
        """Wait until the display shows what is wanted: of what it shows, the keys that are wanted."""
        end = time.monotonic() + PATIENCE_S
        while (seen := {key: value for key, value in self.read().items() if key in wanted}) != wanted:
            assert time.monotonic() < end, f"{differing(seen, wanted)} is shown; {differing(wanted, seen)} is right"
            self._pass()

    def _pass(self) -> None:
        self.meanwhile()
        time.sleep(0.01)

    # -- what people do ---------------------------------------------------------------------------------------------

    def press(self, selector: str) -> None:
        self.until(lambda: self.run(_PRESSABLE, selector), f"{selector} to be pressed")
        self._driver.find_element("css selector", selector).click()

    def type(self, selector: str, text: str) -> None:
        self._driver.find_element("css selector", selector).send_keys(text)

    def text(self, selector: str) -> str:
        return str(self.run("return document.querySelector(arguments[0])?.innerText ?? ''", selector))

    def has(self, selector: str) -> bool:
        """Whether something of the kind is on the page, and to be seen."""
        return bool(self.run("return document.querySelector(arguments[0])?.checkVisibility() ?? false", selector))

    def html(self) -> str:
        return str(self.run("return document.documentElement.outerHTML"))

    # -- what the browser knows of the page -------------------------------------------------------------------------

    def console(self) -> list[str]:
        """Return what the page has complained of since the last time."""
        return [entry["message"] for entry in self._driver.get_log("browser")]

    def network(self) -> list[dict[str, Any]]:
        """Return what went over the network since the last time."""
        return [json.loads(entry["message"])["message"] for entry in self._driver.get_log("performance")]

    def screenshot(self) -> bytes:
        """Return a picture of the page, in WebP: a third of the same in PNG."""
        how = {"format": "webp", "quality": 90}
        return base64.b64decode(self._cdp("Page.captureScreenshot", how)["data"])

    def colours(self) -> int:
        """Return how many colours a small picture of the page has."""
        width, height = self.run("return [innerWidth, innerHeight]")
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 0.1}
        return len(
            set(pixels(base64.b64decode(self._cdp("Page.captureScreenshot", {"format": "png", "clip": clip})["data"])))
        )

    def cookies(self) -> dict[str, dict[str, Any]]:
        return {cookie["name"]: cookie for cookie in self._cdp("Network.getAllCookies", {})["cookies"]}

    def _cdp(self, command: str, words: dict[str, Any]) -> Any:
        return self._driver.execute_cdp_cmd(command, words)


_PRESSABLE = """
const element = document.querySelector(arguments[0]);
return Boolean(element && !element.disabled && element.checkVisibility());
"""


def differing(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in one.items() if value != other.get(key)}


def pixels(png: bytes) -> list[bytes]:
    """Return the pixels of a picture with eight bits a colour, row by row."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert (depth, kind) in ((8, 2), (8, 6)), "red, green, blue, with or without alpha"
    size = 3 if kind == 2 else 4
    at, packed = 8, b""
    while at < len(png):
        (length,), name = struct.unpack(">I", png[at : at + 4]), png[at + 4 : at + 8]
        packed += png[at + 8 : at + 8 + length] if name == b"IDAT" else b""
        at += length + 12
    raw, before, found = zlib.decompress(packed), bytes(width * size), []
    for row in range(height):
        line = raw[row * (width * size + 1) :][: width * size + 1]
        before = _unfiltered(line[0], bytearray(line[1:]), before, size)
        found += [before[x : x + size] for x in range(0, len(before), size)]
    return found


def _unfiltered(how: int, line: bytearray, above: bytes, size: int) -> bytes:
    for x in range(len(line)):
        left = line[x - size] if x >= size else 0
        corner = above[x - size] if x >= size else 0
        line[x] = (line[x] + (0, left, above[x], (left + above[x]) // 2, _nearest(left, above[x], corner))[how]) & 255
    return bytes(line)


def _nearest(left: int, above: int, corner: int) -> int:
    guess = left + above - corner
    return min((left, above, corner), key=lambda one: abs(guess - one))
