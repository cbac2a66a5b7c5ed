"""How a controller is started: with nothing that only other commands need, and in the same words as ever."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.cli import commands, main, start
from firmware.errors import DONE
from tests.pages import ROOT, text
from tests.whole.room import CONFIG, PLACES

NEEDLESS = {"typer", "click", "rich", "pydantic", "argon2", "asyncio", "starlette", "uvicorn"}
NOWHERE = "/nonexistent/table.toml"


def imported(*words: str) -> set[str]:
    """Return the modules that a command has imported by the time it is refused, or has helped."""
    program = "import sys; from firmware import cli; cli.main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    command = [sys.executable, "-c", program, *words]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return set(ended.stderr.splitlines()[-1].split())


def test_a_controller_waits_for_no_library_that_it_does_not_use() -> None:
    found = imported("run", "--config", NOWHERE)
    assert "firmware.app" in found
    assert not found & NEEDLESS
    assert not {name for name in found if name.startswith(("firmware.display", "firmware.bench", "firmware.doctor"))}


def test_a_controller_waits_for_no_shoe_but_its_own(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(CONFIG.format(**PLACES) + '[authority]\nroles_file = "nowhere"\n', encoding="utf-8")
    found = imported("run", "--config", str(config))
    assert "firmware.shoe.session" in found
    makes = {f"firmware.shoe.{name}" for name in ("angel_eye", "bee_tek", "line_codes", "simulator")}
    assert not found & makes


def test_a_command_waits_for_no_other_command() -> None:
    pages = {name for name in imported("roles", "--help") if name.startswith("firmware.cli.")}
    of_commands = {f"firmware.cli.{place.split('.')[0]}" for place in commands.PLACES.values()}
    assert pages & of_commands == {"firmware.cli.roles"}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Path | None]:
    """The configurations of the controllers that are started."""
    found: list[Path | None] = []

    def controller(file: Path | None) -> int:
        found.append(file)
        return DONE

    monkeypatch.setattr(start, "controller", controller)
    return found


@pytest.mark.parametrize("words", [["run"], ["run", "--config", "a.toml"], ["run", "--config", "--help"]], ids=" ".join)
def test_plain_words_mean_what_typer_makes_of_them(words: list[str], asked: list[Path | None]) -> None:
    assert start.plain(words)
    assert (main(words), commands.call(words)) == (DONE, DONE)
    plainly, typers = asked
    assert plainly == typers == (Path(words[-1]) if words[1:] else None)


def test_other_words_are_read_as_ever(asked: list[Path | None]) -> None:
    assert start.plain(["run", "--config=a.toml"]) is None
    assert main(["run", "--config=a.toml"]) == DONE
    assert asked == [Path("a.toml")]


@pytest.mark.parametrize(
    "words", [[], ["check"], ["run", "--help"], ["run", "--config"], ["run", "a.toml"], ["run", "--config", "a", "b"]]
)
def test_a_mistake_and_a_question_are_for_typer(words: list[str]) -> None:
    assert start.plain(words) is None


def test_the_service_asks_in_plain_words() -> None:
    (words,) = re.findall(r"^ExecStart=\S+ -I -m firmware (.*)$", text("deploy/coup.service"), re.MULTILINE)
    assert start.plain(words.split())
