"""A scenario: what a table is set to, and the steps in a file.

Decides which files can be played, and lists every mistake in those that cannot. It must never know a table.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from firmware import editions
from firmware.bench.grammar import Unreadable, pairs_of, step, words_of
from firmware.bench.steps import Step
from firmware.core import settings
from firmware.core.settings import Settings, SettingsError
from firmware.errors import ConfigError

LONGEST_FILE: Final = 1 << 22
"""Bytes. A scenario of ten thousand steps has a few hundred thousand; more is another file, or a device."""


class ScenarioError(ConfigError):
    """Scenarios that cannot be read. `problems` has a line for every mistake: file, line, expected and found."""

    code = "scenario"


@dataclass(frozen=True, slots=True)
class Scenario:
    """A file that could be read: what the table is set to, and the steps."""

    name: str
    settings: Settings
    steps: tuple[Step, ...]
    table_id: str = "BENCH"


def load(path: Path) -> Scenario:
    """Return the scenario in the file `path`.

    Raises:
        ScenarioError: as `read` does, or if it is no text file, or has no step.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(LONGEST_FILE + 1)
    except OSError as error:
        raise ScenarioError([f"{path}: expected a scenario, found none ({error.strerror})"]) from error
    if len(raw) > LONGEST_FILE:
        raise ScenarioError([f"{path}: expected a scenario of at most {LONGEST_FILE} bytes, found more"])
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise ScenarioError([f"{path}:{line}: expected UTF-8 text, found byte {raw[error.start]:#04x}"]) from error
    scenario = read(text, str(path))
    if not scenario.steps:
        raise ScenarioError([f"{path}: expected a scenario, found no step in it"])
    return scenario


def load_all(paths: Sequence[Path]) -> tuple[Scenario, ...]:
    """Return the scenarios in several files. Raises `ScenarioError` with the mistakes of all of them."""
    scenarios: list[Scenario] = []
    problems: list[str] = []
    for path in paths:
        try:
            scenarios.append(load(path))
        except ScenarioError as error:
            problems += error.problems
    if problems:
        raise ScenarioError(problems)
    return tuple(scenarios)


def read(text: str, name: str) -> Scenario:
    """Return the scenario that `text` is; `name` stands for it in what is said of it.

    Raises:
        ScenarioError: with a line for every mistake: `name`, line, what is allowed there and what was found.
    """
    page = _Page(name)
    for number, line in enumerate(text.split("\n"), 1):
        page.read(number, line)
    if page.problems:
        raise ScenarioError(page.problems)
    return Scenario(name, page.settings, tuple(page.steps), page.table_id)


@dataclass
class _Page:
    """What was read of a file so far."""

    name: str
    settings: Settings = field(default_factory=lambda: settings.build({}, editions.shipped()))
    table_id: str = "BENCH"
    steps: list[Step] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    begun: bool = False

    def read(self, number: int, line: str) -> None:
        try:
            words = words_of(line)
            if words and words[0] == "table":
                self._set(words[1:])
            elif words:
                self.steps.append(step(number, words))
        except Unreadable as error:
            self.problems.append(f"{self.name}:{number}: expected {error.expected}, found {error.found}")
            words = ["?"]
        self.begun = self.begun or bool(words)

    def _set(self, words: list[str]) -> None:
        if self.begun:
            raise Unreadable("table before every other step, and once", "table " + " ".join(words))
        asked = pairs_of(words, None, "table KEY=VALUE ...")
        table_id = asked.pop("id", self.table_id)
        if not re.fullmatch("[A-Za-z0-9_-]{1,32}", table_id):
            raise Unreadable("id=1 to 32 of A-Z a-z 0-9 - _", f"id={table_id}")
        try:
            self.settings = settings.build(settings.from_words(asked), editions.shipped())
        except SettingsError as error:
            allowed = "; ".join(f"{mistake.key} of {mistake.allowed}" for mistake in error.mistakes)
            raise Unreadable(allowed, " ".join(f"{m.key}={m.value}" for m in error.mistakes)) from error
        self.table_id = table_id
