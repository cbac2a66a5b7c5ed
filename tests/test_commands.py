"""The command line as its users meet it: help with an example everywhere, and one line for every mistake."""

import re
import shlex
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from firmware.bench.world import World
from firmware.cli import main
from firmware.cli.commands import app
from firmware.cli.ctl import print_status
from firmware.core.indicators import indicate
from firmware.core.settings import build
from firmware.core.view import status
from firmware.editions import shipped
from firmware.errors import CALLER, DONE

NOWHERE = "/nonexistent/table.toml"
BENCH = str(Path(__file__).parents[1] / "config/bench.toml")


def commands(group: Any = None, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every command by the words that call it."""
    group = group or app
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
    return re.findall(r"^  Example: (.+)$", capsys.readouterr().out, re.MULTILINE)


def written(function: Any) -> list[str]:
    return re.findall(r"^ *Example: (.+)$", function.__doc__, re.MULTILINE)


@every_command
def test_help_has_an_example_of_this_command(path: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    found = examples(path, capsys)
    assert found
    assert found == written(COMMANDS[path].callback), "each stands on a line of its own, to be copied"
    for example in found:
        words = shlex.split(example.split("|")[-1])
        assert words[: len(path) + 1] == ["coup", *path]
        assert {word for word in words if word.startswith("--")} <= options(path)


@pytest.mark.parametrize("group", sorted({path[0] for path in COMMANDS if len(path) > 1}))
def test_help_of_a_group_has_examples_of_its_commands(group: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = examples((group,), capsys)
    assert found
    for example in found:
        _, *words = shlex.split(example)
        assert tuple(words[:2]) in COMMANDS
        assert {word for word in words if word.startswith("--")} <= options(tuple(words[:2]))


@pytest.mark.parametrize(
    "group", sorted({path[:-1] for path in COMMANDS}), ids=lambda group: " ".join(("coup", *group))
)
def test_a_list_of_commands_says_of_each_in_full_what_it_does(
    group: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*group, "--help"]) == DONE
    listed = capsys.readouterr().out.partition("Commands:\n")[2].splitlines()
    assert len(listed) >= 2
    assert all(line.endswith(".") and not line.endswith("...") for line in listed)


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


def test_the_status_says_which_faults_nobody_has_taken_note_of(capsys: pytest.CaptureFixture[str]) -> None:
    """The lamp goes out by itself; the note stays until a supervisor takes it."""
    world = World(build({}, shipped()))
    world.settle()
    world.shoe.jam()
    world.shoe.clear()
    world.settle()
    print_status(status(world.table, indicate(world.table), link_up=True), as_json=False)
    lines = capsys.readouterr().out.splitlines()
    assert "faults  none" in lines
    assert "to note jam link   (a supervisor: coup ctl acknowledge)" in lines


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
        (["bench", "tests/scenarios/burn-none.coup", "--seed", "3"], "--seed: a scenario says itself"),
        (["bench", "tests/scenarios/burn-none.coup", "--style", "A"], "--style: a scenario says itself"),
        (["bench", "tests/scenarios/burn-none.coup", "--shoes", "2"], "--shoes: a scenario says itself"),
        (["bench", "tests/scenarios/burn-none.coup", "--edition", "nz-mini-1996"], "--edition: a scenario says itself"),
        (["bench", "/dev/null"], "/dev/null: expected a scenario, found no step in it"),
        (["shoe", "--pty", "there", "/dev/null"], "found no step in it"),
        (["ctl", "decide", "closed", "--config", BENCH, "--reason", "caf\udce9"], "no UTF-8 text"),
        (["ctl", "press", "caf\udce9"], "no UTF-8 text"),
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
