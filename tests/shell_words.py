"""What is typed at a shell in the documents: each command as words, and whether it could be typed so."""

import re
import shlex
from collections.abc import Callable, Iterator
from typing import NamedTuple

from firmware.cli.configuration import DEFAULT_CONFIG
from firmware.errors import Refused
from tests.pages import ROOT, text
from tests.test_commands import COMMANDS

OPERATORS = {"|", "&&", ";"}


class Typed(NamedTuple):
    """One command: its words, without `sudo` and without the folder of `coup`."""

    words: tuple[str, ...]
    reads: str = ""  # the file that `<` names
    hears: str = ""  # what is piped into it

    @property
    def program(self) -> str:
        return self.words[0]

    def __str__(self) -> str:
        return " ".join(self.words)


def typed(line: str) -> Iterator[Typed]:
    """Yield the commands of a line. What is behind a `#` is for people."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;<>")
    lexer.whitespace_split = True
    words, hears = list(lexer), ""
    while words:
        end = next((place for place, word in enumerate(words) if word in OPERATORS), len(words))
        one, operator, words = words[:end], words[end : end + 1], words[end + 1 :]
        reads = one[one.index("<") + 1] if "<" in one else ""
        command = Typed(tuple(bare(one[: one.index("<")] if reads else one)), reads, hears)
        hears = command.words[1] if operator == ["|"] and command.program == "echo" else ""
        yield command


def bare(words: list[str]) -> list[str]:
    """Return the words as the user types them who may: without `sudo` and whose user, and `coup` without its folder."""
    if words[0] == "sudo":
        words = words[3:] if words[1] == "-u" else words[1:]
    return [re.sub(r"^\.venv/bin/coup$", "coup", words[0]), *words[1:]]


SYSTEMS_OWN = (
    "cp chmod chown df echo export findmnt fuser journalctl kill mkfs.ext4 mount pgrep raspi-config sudoedit"
    " timedatectl umount usermod"
)
"""Programs of the machine, which are nobody's to test here."""

UNITS = {file.stem for file in (ROOT / "deploy").glob("*.service")} | {"dphys-swapfile", "serial-getty@ttyAMA0"}


def path_of(command: Typed) -> tuple[str, ...]:
    """Return the words that call a command of `coup`."""
    path = tuple(command.words[1:3])
    return path if path in COMMANDS else path[:1]


def of_coup(command: Typed) -> None:
    """Have the command line take all the words, and go no further."""
    path = path_of(command)
    assert path in COMMANDS, command
    try:
        COMMANDS[path].make_context("coup", list(command.words[1 + len(path) :]))
    except Refused as error:  # of all its words the one that is no mistake: this machine has no such journal
        if not re.match(r"/var/lib/coup/\S+: does not exist", str(error)):
            raise


def of_make(command: Typed) -> None:
    assert re.search(rf"^{command.words[1]}:", text("Makefile"), re.MULTILINE)


def of_a_script(command: Typed) -> None:
    file = ROOT / command.program
    assert file.stat().st_mode & 0o111
    told = file.read_text(encoding="utf-8") + text("deploy/changes.sh")
    assert [word for word in command.words[1:] if not re.search(rf"(?<!\S){word}(?: \||\))", told)] == []


def of_systemctl(command: Typed) -> None:
    verb, *units = (word for word in command.words[1:] if not word.startswith("-"))
    assert verb in ("start", "stop", "enable", "disable", "status", "restart")
    assert set(units) <= UNITS


def of_the_system(command: Typed) -> None:
    names = {word for word in command.words[1:] if word.startswith("/etc/coup/")}
    assert names <= {str(DEFAULT_CONFIG)}


PROGRAMS: dict[str, Callable[[Typed], None]] = {
    "coup": of_coup,
    "make": of_make,
    "deploy/install.sh": of_a_script,
    "deploy/uninstall.sh": of_a_script,
    "systemctl": of_systemctl,
    **dict.fromkeys(SYSTEMS_OWN.split(), of_the_system),
}
