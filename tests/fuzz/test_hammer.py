"""The hammer itself: it finds what is broken, keeps it, and says how to see it again."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

from firmware.core.inputs import Input
from firmware.journal.audit import verify
from firmware.journal.page import name
from firmware.shoe.line_codes import LineCodes
from firmware.shoe.listener import Listener
from firmware.shoe.registry import Make
from tests.fuzz.__main__ import main
from tests.fuzz.pages import NEXT, SEALED, journal, sealed
from tests.fuzz.shaking import LONGEST, shaken
from tests.fuzz.shoes import acts, shoe
from tests.fuzz.targets import CORPUS, MAKES, TARGETS, Target
from tests.fuzz.trial import attempt

EVENING = b"\0KH\r\n10S\r\n"


class Forgetful(LineCodes):
    """Forgets the beginning of a line that comes in two pieces."""

    def hear(self, data: bytes) -> list[Input]:
        self.reset()
        return super().hear(data)


class Fragile(LineCodes):
    """Cannot stand a byte."""

    def hear(self, data: bytes) -> list[Input]:
        data.decode("ascii")
        return super().hear(data)


class Talkative(LineCodes):
    """Makes a crowd of one card."""

    def hear(self, data: bytes) -> list[Input]:
        return super().hear(data) * 100


def with_dialect(dialect: type[LineCodes]) -> Make:
    return Make(lambda listen_only, options: Listener(dialect(), listen_only), MAKES["line"].simulated)


def fails(data: bytes) -> None:
    if b"!" in data:
        raise KeyError("!")


def test_what_fails_is_kept_and_one_line_says_how_to_see_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    targets = {"queen": Target(fails, ())}
    attempt("queen", b"KH", targets, tmp_path)
    assert not list(tmp_path.iterdir())
    with pytest.raises(KeyError):
        attempt("queen", b"!H", targets, tmp_path)
    (kept,) = (tmp_path / "queen").iterdir()
    assert kept.read_bytes() == b"!H"
    assert capsys.readouterr().out == f"queen fails: python -m tests.fuzz queen {kept}\n"


def test_that_line_shows_it_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "crash"
    kept.write_bytes(b"!H")
    monkeypatch.setitem(TARGETS, "line", Target(fails, ()))
    assert main(["line"]) == 0
    with pytest.raises(KeyError):
        main(["line", str(kept)])


@pytest.mark.parametrize(
    ("dialect", "script", "why"),
    [
        (Forgetful, EVENING, "it matters where the bytes were cut"),
        (Fragile, EVENING + b"\xff", "ordinal not in range"),
        (Talkative, EVENING, "it never comes to rest"),
    ],
)
def test_a_driver_that_is_broken_is_found_out(dialect: type[LineCodes], script: bytes, why: str) -> None:
    shoe(with_dialect(LineCodes))(script)
    with pytest.raises((AssertionError, UnicodeDecodeError), match=why):
        shoe(with_dialect(dialect))(script)


def test_a_script_is_bytes_of_the_line_and_what_happens_meanwhile() -> None:
    assert list(acts(b"KH\x1b|\r\x1b\x1bS\x1bt\x07\x1b$D\x80\x1bf")) == [
        *(("hear", b"KH"), ("|", b""), ("hear", b"\r\x1bS"), ("t", b"\x07"), ("hear", b"")),
        *(("check", b"D\x80"), ("f", b""), ("hear", b"")),
    ]


def test_dice_that_fall_alike_change_seeds_alike() -> None:
    one, other = (list(shaken([EVENING, b"9" * LONGEST], [b"??"], Random(7), 50)) for _ in range(2))
    assert one == other
    assert len(set(one)) > 40
    assert max(map(len, one)) == LONGEST
    assert any(b"??" in data for data in one)


def test_a_journal_that_gets_its_hashes_here_is_sound(tmp_path: Path) -> None:
    seed = (CORPUS / "journal" / "sealed-three-rounds").read_bytes()
    for shoe_number, raw in enumerate(sealed(seed.removeprefix(SEALED).split(NEXT))):
        (tmp_path / name(shoe_number)).write_bytes(raw)
    assert verify(tmp_path)[:3] == (2, 19, 0)
    journal(seed)


@pytest.mark.measure
@pytest.mark.skipif(find_spec("atheris") is None, reason="atheris has no wheels for this machine")
def test_coverage_guides(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tests.fuzz", "sheet", "--seconds", "3", "--finds", str(tmp_path)]
    done = subprocess.run(words, cwd=CORPUS.parents[2], capture_output=True, text=True, check=True)
    assert "Done" in done.stderr
    assert list((tmp_path / "sheet").iterdir()), "nothing new was found"
