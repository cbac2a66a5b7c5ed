"""The command line as its users meet it: help with an example everywhere, and one line for every mistake."""

import re
import shlex
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import typer

from firmware.cli import app, main
from firmware.errors import CALLER, DONE

NOWHERE = "/nonexistent/table.toml"


def commands(group: Any = None, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every command by the words that call it."""
    group = group or typer.main.get_command(app)
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


COMMANDS = dict(commands())
every_command = pytest.mark.parametrize("path", COMMANDS, ids=" ".join)


def options(path: tuple[str, ...]) -> set[str]:
    return {"--help", *(option for param in COMMANDS[path].params for option in param.opts if option.startswith("--"))}


def examples(path: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert main([*path, "--help"]) == DONE
    said = re.split(r"^(?:Arguments|Options):", capsys.readouterr().out, flags=re.MULTILINE)[0]
    return " ".join(said.split()).split("Example: ")[1:]


@every_command
def test_help_has_an_example_of_this_command(path: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    found = examples(path, capsys)
    assert found
    for example in found:
        words = shlex.split(example.split("|")[-1])
        assert words[: len(path) + 1] == ["coup", *path]
        assert {word for word in words if word.startswith("--")} <= options(path)


def test_help_lists_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == DONE
    listed = set(re.findall(r"^  (\w+) ", capsys.readouterr().out, re.MULTILINE))
    assert {path[0] for path in COMMANDS} <= listed


def one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Return what is said of a mistake."""
    assert main(words) == CALLER
    said = capsys.readouterr()
    assert said.out == ""
    (line,) = said.err.splitlines()
    assert line.startswith("coup: ")
    return line


@every_command
def test_an_unknown_option_is_one_line(path: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert f"coup {' '.join(path)} --help" in one_line([*path, "--sideways"], capsys)


@pytest.mark.parametrize("path", [path for path in COMMANDS if "--config" in options(path)], ids=" ".join)
def test_a_configuration_that_is_not_there_is_one_line(
    path: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("KH\n"))
    words = shlex.split(re.sub(r" > .*", "", examples(path, capsys)[0]).split("|")[-1])[1:]
    words = [str(tmp_path) if word.startswith("/") else word for word in words]  # what else it names is there
    assert NOWHERE in one_line([*words, "--config", NOWHERE], capsys)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "Missing command"),
        (["sideways"], "No such command 'sideways'"),
        (["--sideways"], "No such option: --sideways"),
        (["ctl"], "Missing command"),
        (["ctl", "sideways"], "No such command 'sideways'"),
        (["lamps", "sideways"], "No such command 'sideways'"),
        (["ctl", "press"], "Missing argument"),
        (["ctl", "key", "sideways"], "'sideways' is not one of 'on', 'off'"),
        (["bench", "--shoes", "many"], "'--shoes'"),
        (["bench", "--edition", "nz-maxi-1996"], "nz-maxi-1996"),
        (["rules", "show", "--edition", "nz-maxi-1996"], "no such edition"),
        (["bench", "nowhere.coup"], "nowhere.coup"),
        (["run", "spare"], "spare"),
        (["lamps", "test", "--pace", "slow"], "'--pace'"),
        (["shoe"], "--port DEVICE"),
        (["shoe", "--port", "pty", "--pty", "there"], "one of them"),
        (["shoe", "--pty", "there", "--seed", "1", "here.coup"], "not both"),
        (["shoe", "--pty", "there", "nowhere.coup"], "nowhere.coup"),
        (["shoe", "--pty", "there", "--baud", "300"], "9600"),
        (["shoe", "--pty", "there", "--protocol", "semaphore"], "shoe-link"),
        (["shoe", "--pty", "there", "--faults", "drop=2"], "from 0 to 1"),
        (["shoe", "--pty", "there", "--pace", "0"], "'--pace'"),
    ],
    ids=" ".join,
)
def test_a_mistake_is_one_line_that_says_what_to_do(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in one_line(words, capsys)
