"""People are made known at a table, and prove who they are, from a terminal or a script."""

import io
import json
import os
import pty
import selectors
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from firmware.cli import main
from firmware.control.requests import LONGEST_NAME
from firmware.errors import CALLER, DONE, REFUSED

SAFETY_S = 20.0  # of a machine that is slow; nothing here takes that long
PIN = "0815 4711"
TABLE = """
[table]
id = "BAC-07"
edition = "nz-mini-1996"
[hal]
driver = "mock"
[authority]
roles_file = "roles.toml"
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    (tmp_path / "table.toml").write_text(TABLE)
    return tmp_path / "table.toml"


Say = Callable[..., tuple[int, str, str]]


@pytest.fixture
def coup(config: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Say:
    """Run a command of a script: what it reads is `typed`; None: its input is closed.

    Returns exit code, output and error output.
    """

    def coup(*words: str, typed: str | None = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", None if typed is None else io.StringIO(typed))
        code = main([*words, "--config", str(config)])
        said = capsys.readouterr()
        return code, said.out, said.err

    return coup


def test_a_person_is_made_known_and_recognised_by_the_pin(coup: Say, config: Path) -> None:
    path = config.with_name("roles.toml")
    assert coup("roles", "add", "Ana", "--role", "supervisor", typed=f"{PIN}\n") == (
        DONE,
        f"{path}: Ana is known as supervisor\n",
        "",
    )
    assert PIN not in path.read_text()
    assert coup("roles", "check", "Ana", typed=f"{PIN}\n") == (DONE, "supervisor\n", "")
    assert coup("roles", "check", "Ana", typed=f"{PIN}") == (DONE, "supervisor\n", "")
    for name, typed in (("Ana", "0815\n"), ("Bo", f"{PIN}\n")):
        assert coup("roles", "check", name, typed=typed) == (REFUSED, "", "coup: name or PIN is wrong\n")


def test_who_is_known_already_gets_another_role_and_pin(coup: Say) -> None:
    coup("roles", "add", "Ana", "--role", "dealer", typed=f"{PIN}\n")
    coup("roles", "add", "Bo", "--role", "dealer", typed="other\n")
    coup("roles", "add", "Ana", "--role", "casino", typed="another\n")
    assert coup("roles", "check", "Ana", typed="another\n")[1] == "casino\n"
    assert coup("roles", "check", "Ana", typed=f"{PIN}\n")[0] == REFUSED
    assert coup("roles", "check", "Bo", typed="other\n")[1] == "dealer\n"


@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "POSIX"])
@pytest.mark.parametrize("words", [("roles", "check", "Ana"), ("ctl", "acknowledge", "--actor", "Ana")])
def test_a_pin_that_is_no_text_is_one_line_in_every_locale(
    coup: Say, config: Path, words: tuple[str, ...], locale: str
) -> None:
    coup("roles", "add", "Ana", "--role", "dealer", typed=f"{PIN}\n")
    done = subprocess.run(
        [sys.executable, "-m", "firmware", *words, "--config", config],
        input=b"\xff\xfe12\n",
        capture_output=True,
        env={**os.environ, "LC_ALL": locale},
        timeout=SAFETY_S,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (
        CALLER,
        b"",
        b"coup: standard input is no UTF-8 text\n",
    )


@pytest.mark.parametrize(
    ("name", "typed", "why"),
    [
        ("Ana", "", "no PIN of Ana: type it, or give it as a line of standard input"),
        ("Ana", "123\n", "a PIN has 4 to 64 printable characters"),
        ("Ana", "x" * (LONGEST_NAME + 1) + "\n", "a PIN has 4 to 64 printable characters"),
        ("Ana", "12\t34\n", "a PIN has 4 to 64 printable characters"),
        ("Ana ", "1234\n", "a name has 1 to 64 printable characters, the first and last no blank"),
    ],
)
def test_what_cannot_be_a_name_or_a_pin_changes_nothing(
    coup: Say, config: Path, name: str, typed: str, why: str
) -> None:
    assert coup("roles", "add", name, "--role", "dealer", typed=typed) == (CALLER, "", f"coup: {why}\n")
    assert not config.with_name("roles.toml").exists()


def test_a_role_is_one_there_is(coup: Say) -> None:
    code, _, error = coup("roles", "add", "Ana", "--role", "boss", typed=f"{PIN}\n")
    assert code == CALLER
    assert "supervisor" in error


def test_a_pin_is_no_argument(coup: Say) -> None:
    assert coup("roles", "add", "Ana", PIN, "--role", "dealer")[0] == CALLER
    assert coup("roles", "add", "Ana", "--pin", PIN, "--role", "dealer")[0] == CALLER


def test_a_configuration_without_a_roles_file_knows_nobody(coup: Say, config: Path) -> None:
    config.write_text(TABLE.replace("roles_file", "# roles_file"))
    for words in (("add", "Ana", "--role", "dealer"), ("check", "Ana")):
        told = f"coup: {config}: authority.roles_file: missing: name the file there first\n"
        assert coup("roles", *words, typed=f"{PIN}\n") == (CALLER, "", told)


def test_mistakes_of_the_roles_file_are_mistakes_of_the_configuration(coup: Say, config: Path) -> None:
    path = config.with_name("roles.toml")
    assert coup("check")[2] == f"coup: {path}: No such file or directory: `coup roles add` makes a roles file\n"
    coup("roles", "add", "Ana", "--role", "dealer", typed=f"{PIN}\n")
    assert coup("check")[0] == DONE
    path.chmod(0o640)
    assert coup("check")[0] == CALLER
    assert coup("run")[0] == CALLER


class Terminal:
    """A person at a terminal, who answers each prompt with what is to be typed next."""

    def __init__(self, *words: str) -> None:
        self._mine, theirs = pty.openpty()
        self._command = subprocess.Popen(
            [sys.executable, "-m", "firmware", *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        self.screen = ""

    def answer(self, *typed: str) -> int:
        """Type each at its prompt; return the exit code."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._mine, selectors.EVENT_READ)
            waiting, prompts = list(typed), 0
            while selector.select(SAFETY_S):
                try:
                    self.screen += os.read(self._mine, 4096).decode()
                except OSError:  # the other end is closed
                    break
                if waiting and self.screen.count(": ") > prompts:
                    prompts = self.screen.count(": ")
                    os.write(self._mine, waiting.pop(0).encode() + b"\n")
        os.close(self._mine)
        return self._command.wait(SAFETY_S)


@pytest.mark.parametrize(("again", "code"), [(PIN, DONE), ("0815 4712", CALLER)])
def test_at_a_terminal_a_new_pin_is_typed_twice_and_shown_never(config: Path, again: str, code: int) -> None:
    terminal = Terminal("roles", "add", "Ana", "--role", "casino", "--config", str(config))
    assert terminal.answer(PIN, again) == code
    assert "PIN of Ana: " in terminal.screen
    assert "once more: " in terminal.screen
    assert "0815" not in terminal.screen
    assert config.with_name("roles.toml").exists() is (code == DONE)


# -- deciding by name -----------------------------------------------------------------------------------------------


@pytest.fixture
def asked(config: Path) -> Iterator[Callable[[], dict[str, Any]]]:
    """Somebody who takes one request at the control socket; returns what was asked."""
    with socket.socket(socket.AF_UNIX) as listener, ThreadPoolExecutor(1) as other_end:
        listener.bind(bytes(config.with_name("control.sock")))
        listener.listen()
        listener.settimeout(SAFETY_S)

        def take() -> dict[str, Any]:
            with listener.accept()[0] as client:
                line = client.recv(4096)
                client.sendall(b'{"ok":true}\n')
            found: dict[str, Any] = json.loads(line)
            return found

        request = other_end.submit(take)
        yield lambda: request.result(SAFETY_S)


def test_a_script_gives_the_card_first_then_the_pins(coup: Say, asked: Callable[[], dict[str, Any]]) -> None:
    words = ("correct", "--n", "3", "--actor", "Ana", "--second", "Bo", "--reason", "seen", "--hold", "7")
    assert coup("ctl", "decide", *words, typed=f"KH\n{PIN}\n1234\n") == (DONE, "done\n", "")
    assert asked() == {
        "do": "decide",
        "decision": "correct",
        "reason": "seen",
        "actor": "Ana",
        "pin": PIN,
        "card": "KH",
        "n": 3,
        "hold": 7,
        "second": {"actor": "Bo", "pin": "1234"},
    }


def test_faults_are_acknowledged_by_name(coup: Say, asked: Callable[[], dict[str, Any]]) -> None:
    assert coup("ctl", "acknowledge", "--actor", "Ana", typed=f"{PIN}\n")[0] == DONE
    assert asked() == {"do": "acknowledge", "actor": "Ana", "pin": PIN}


def test_without_a_roles_file_no_pin_is_read(coup: Say, config: Path, asked: Callable[[], dict[str, Any]]) -> None:
    config.write_text(TABLE.replace("roles_file", "# roles_file"))
    assert coup("ctl", "decide", "card", "--actor", "Ana", typed="KH\n")[0] == DONE
    assert asked() == {"do": "decide", "decision": "card", "reason": "", "actor": "Ana", "card": "KH"}


@pytest.mark.parametrize("words", [("decide", "closed"), ("acknowledge",)])
def test_nobody_decides_without_a_name_or_a_pin(coup: Say, words: tuple[str, ...]) -> None:
    told = "coup: this table knows its people by name: --actor NAME\n"
    assert coup("ctl", *words, typed=f"{PIN}\n") == (CALLER, "", told)
    told = "coup: no PIN of Ana: type it, or give it as a line of standard input\n"
    assert coup("ctl", *words, "--actor", "Ana") == (CALLER, "", told)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("roles", "add", "Ana", "--role", "supervisor"), "no PIN of Ana: type it"),
        (("ctl", "acknowledge", "--actor", "Ana"), "no PIN of Ana: type it"),
        (("ctl", "decide", "closed", "--actor", "Ana"), "no PIN of Ana: type it"),
        (("ctl", "decide", "card", "--actor", "Ana"), "standard input is closed: give the card as a line of it"),
    ],
)
def test_a_closed_standard_input_holds_no_pin_and_no_card(coup: Say, words: tuple[str, ...], told: str) -> None:
    code, out, err = coup(*words, typed=None)
    assert (code, out) == (CALLER, "")
    assert err.startswith(f"coup: {told}")
