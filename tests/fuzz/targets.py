"""Everything that reads what others wrote, by name.

Decides what is hammered. A target takes any bytes, and raises only if something is wrong with what it reads them with.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware.shoe.frames import wrap
from firmware.shoe.registry import Registry
from tests.fuzz import pages, texts
from tests.fuzz.shoes import checked, shoe

CORPUS: Final = Path(__file__).parent / "corpus"
MAKES: Final = Registry()

_HAPPENINGS: Final = tuple(
    b"\x1b" + act for act in (b"|", b"$", b"tx", b"T\x0f", b"*\x10", b"f", b"p", b"w", b"j", b"h")
)
_JSON: Final = (b"{", b"}", b"[", b"]", b'"', b":", b",", b"null", b"true", b"0", b"-1", b"1e9", b"NaN", b'"\\ud800"')


@dataclass(frozen=True, slots=True)
class Target:
    """One reader."""

    run: Callable[[bytes], None]
    words: tuple[bytes, ...]
    """What changes are made of, besides single bytes."""
    shakes: int = 300
    """How many changed seeds it is tried with among the other tests."""


TARGETS: Final = {
    "angel-eye": Target(
        shoe(MAKES["angel-eye"], checked), (*_HAPPENINGS, b"\x05", b"\x03", b"\x061", b"\x15", b"D\x80\xb4", b"S", b"C")
    ),
    "bee-tek": Target(shoe(MAKES["bee-tek"]), (*_HAPPENINGS, b"[Game]", b"<Card:", b">", b"\r\n", b"Alarm:E3", b"10S")),
    "configuration": Target(
        texts.configuration, (b"[", b"]", b"=", b'"', b"'''", b"\n", b"[[", b"9" * 20, b"inf", b"\\u0000")
    ),
    "feed": Target(pages.feed, (*_JSON, pages.NEXT, b"\n", b'"n":', b'"closed":', b'"round":')),
    "journal": Target(pages.journal, (*_JSON, pages.NEXT, pages.BEFORE, b"\n", b"\0\0", b'"n":', b'"kind":')),
    "line": Target(
        shoe(MAKES["line"]), (*_HAPPENINGS, b"\r\n", b"10H", b"??", b"KH", b"LID OPEN", b" ", b"\t"), shakes=150
    ),
    "requests": Target(texts.requests, (*_JSON, b"\n", b"\x1b", b'"do":', b'"second":', b"a" * 70)),
    "scenario": Target(
        texts.scenario_file, (b"\n", b"#", b'"', b"=", b"table ", b"card ", b"decide ", b"wait ", b"\\")
    ),
    "sheet": Target(texts.pai_gow_sheet, (*_JSON, b"\n", b"box,wager,result", b"bank", b"1.00")),
    "shoe-link": Target(
        shoe(MAKES["shoe-link"], wrap, longest=40_000),
        (*_HAPPENINGS, b"$", b"*", b"\r\n", b",", b"4294967294", b"EV,", b"BEAT,"),
    ),
    "slip": Target(texts.money_slip, (*_JSON, b"\n", b"seat,on,amount", b"banker 4 6", b"1.00", b"\xef\xbb\xbf")),
}


def seeds(name: str) -> list[Path]:
    """Return the files that are kept for a target."""
    return sorted((CORPUS / name).iterdir())
