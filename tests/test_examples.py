"""Every example on a page is tried: commands are typed, files and frames are read. One that nobody knows fails."""

import json
import re
import tomllib
from collections.abc import Callable
from glob import glob
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from firmware import config
from firmware.bench.player import play
from firmware.bench.scenario import read as read_scenario
from firmware.bench.world import World
from firmware.cli import main
from firmware.cli.commands import app
from firmware.core import lifecycle
from firmware.errors import DONE
from firmware.makes import makes
from firmware.money import slip
from firmware.paigow import lifecycle as paigow_lifecycle
from firmware.paigow import sheet
from firmware.shoe import angel_frames, decoder, registry
from tests.pages import PAGES, ROOT, Block, blocks, named, text
from tests.rules.test_rules_page import test_the_grid_on_the_page_is_the_one_that_is_dealt as deals_as_the_grid
from tests.shell_words import PROGRAMS, Typed, path_of, typed
from tests.test_commands import COMMANDS, written
from tests.test_runbook import MESSAGES, pieces, section
from tests.test_wiring import TABLE

BLOCKS = [block for page in PAGES for block in blocks(named(page))]

HARMLESS = {("bench",), ("identify",), ("rules", "prove"), ("rules", "show"), ("roads",), ("paigow", "settle")}
HARMLESS |= {("money", "check"), ("money", "settle"), ("money", "edge")}
"""Commands that need no table, no root and nobody at the keyboard: these are run, but with these options."""
AT_A_TABLE = {"--display", "--check"}

# -- what is typed --------------------------------------------------------------------------------------------------


def is_typed(block: Block) -> bool:
    return all(command.program in PROGRAMS for line in block.lines for command in first_words(line))


def first_words(line: str) -> list[Typed]:
    """Return the commands of a line, none of one that is no shell's; those are told by having no program of ours."""
    try:
        return list(typed(line)) or [Typed(("",))]
    except (ValueError, IndexError):
        return [Typed(("",))]


def is_tried(block: Block) -> None:
    for line in block.lines:
        for command in typed(line):
            PROGRAMS[command.program](command)


# -- what is written ------------------------------------------------------------------------------------------------


def is_a_scenario(block: Block) -> None:
    scenario = read_scenario(block.text, str(block))
    assert play(scenario, World(scenario.settings, scenario.table_id)) == ()


def is_a_configuration(block: Block, folder: Path) -> None:
    if block.lines[0] == f'[project.entry-points."{registry.ENTRY_POINTS}"]':
        assert tomllib.loads(block.text)["project"]["entry-points"][registry.ENTRY_POINTS] == {"pigeon": "pigeon:MAKE"}
        return
    rest = "" if "[hal]" in block.text else '[hal]\ndriver = "mock"\n'
    (folder / "table.toml").write_text(TABLE + rest + block.text, encoding="utf-8")
    config.load(folder / "table.toml", protocols=makes())


def is_a_driver(block: Block) -> None:
    names: dict[str, object] = {}
    exec(block.text, names)
    assert isinstance(names["MAKE"], registry.Make)


def is_a_slip(block: Block) -> None:
    assert slip.read_slip(block.text, 15).wagers


def is_a_sheet(block: Block) -> None:
    _, hands = sheet.read(block.text, 1)
    assert hands


def are_messages(block: Block) -> None:
    """What an Angel Eye II shoe says, or is told: byte by byte, whole and with its check."""
    for line in block.lines:
        what, data = re.split(r" {2,}", line)
        raw = bytes.fromhex(data)
        if raw[0] == angel_frames.ENQ:
            (message,) = angel_frames.Frames().feed(raw)
            assert angel_frames.worded(message.seq, message.data) == raw
        else:
            with_stx = what.endswith("BCC with STX")
            assert angel_frames.command("LK", "02", bcc_from_stx=with_stx) == raw


def is_a_diagram(block: Block) -> None:
    assert block.text in (lifecycle.LEGAL.diagram(), paigow_lifecycle.LEGAL.diagram())


def is_a_frame(block: Block) -> None:
    assert f"``{block.text.strip()}``" in str(decoder.__doc__) + str(angel_frames.__doc__)


def is_a_mount(block: Block) -> None:
    device, folder, kind, options, dump, check = block.text.split()
    assert (device, folder, kind) == ("LABEL=coup-journal", "/var/lib/coup", "ext4")
    assert (dump, check) == ("0", "2")
    told = text("deploy/READ_ONLY_ROOT.md")
    assert all(f"`{option}`" in told for option in options.split(",") if "=" in option)


def is_a_message_at_the_start(block: Block) -> None:
    """Each is provoked elsewhere, by its heading (`test_runbook.py`)."""
    told = [
        title
        for title, said in pieces("### [^`]", section("Messages at the start")).items()
        if block.text in indented(said)
    ]
    assert [title for title in told if title in MESSAGES]


def indented(said: str) -> str:
    return re.sub(r"^ {4}", "", said, flags=re.MULTILINE)


def is_the_flow(block: Block) -> None:
    for word in re.findall(r"\w+", block.text):
        there = [f"firmware/{word}", f"firmware/core/{word}.py"]
        assert word in "bytes panel table lamps gate public on disk" or any((ROOT / place).exists() for place in there)


def is_the_picture_of_the_layers(block: Block) -> None:
    """Looked at in `test_architecture_page.py`."""
    assert block.page == "firmware/ARCHITECTURE.md"


def is_the_grid(block: Block) -> None:
    assert block.page == "firmware/RULES.md"
    deals_as_the_grid()


FORMS: dict[str, tuple[Callable[[Block], object], Callable[..., None]]] = {
    "commands": (is_typed, is_tried),
    "scenario": (lambda block: block.text.startswith("table edition="), is_a_scenario),
    "configuration": (lambda block: block.text.startswith("["), is_a_configuration),
    "driver": (lambda block: block.language == "python", is_a_driver),
    "slip": (lambda block: {*slip.COLUMNS} == {*block.lines[0].split(",")} or '"wagers"' in block.text, is_a_slip),
    "sheet": (lambda block: block.lines[0] == "box,wager,result" or '"bank"' in block.text, is_a_sheet),
    "messages": (lambda block: re.fullmatch(r"(.+ {2,}([0-9A-F]{2} ?)+\n)+", block.text), are_messages),
    "diagram": (lambda block: block.language == "mermaid", is_a_diagram),
    "frame": (lambda block: re.fullmatch(r"([A-Z$*]+ ?)+\n", block.text), is_a_frame),
    "mount": (lambda block: block.text.startswith("LABEL="), is_a_mount),
    "message at the start": (
        lambda block: block.page == "deploy/RUNBOOK.md" and re.match(r"coup: |/|this is|the clock", block.text),
        is_a_message_at_the_start,
    ),
    "flow": (lambda block: "─▶" in block.text, is_the_flow),
    "layers": (lambda block: block.text.startswith("┌─"), is_the_picture_of_the_layers),
    "grid": (lambda block: block.text.startswith("Banker \\"), is_the_grid),
}
"""Every form that an example has: how it is told from the others, and how it is tried."""


def forms(block: Block) -> list[str]:
    return [form for form, (is_one, _) in FORMS.items() if is_one(block)]


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_an_example_has_a_form_and_is_as_it_is_written(block: Block, tmp_path: Path) -> None:
    (form,) = forms(block)
    _, tried = FORMS[form]
    tried(block, tmp_path) if form == "configuration" else tried(block)


def test_no_form_is_without_an_example() -> None:
    assert {form for block in BLOCKS for form in forms(block)} == set(FORMS)


# -- commands that are run ------------------------------------------------------------------------------------------

TYPED = [command for block in BLOCKS if forms(block) == ["commands"] for line in block.lines for command in typed(line)]
TYPED += [command for path in COMMANDS for line in written(COMMANDS[path].callback) for command in typed(line)]
RUN = {str(command): command for command in TYPED if command.program == "coup" and path_of(command) in HARMLESS}


def example(page: str, form: str, start: str) -> str:
    (found,) = [
        block.text for block in BLOCKS if block.page == page and forms(block) == [form] and block.text.startswith(start)
    ]
    return found


@pytest.fixture
def examples_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files that the commands name, as the pages have them."""
    (tmp_path / "wagers.csv").write_text(example("firmware/MONEY.md", "slip", "seat"), encoding="utf-8")
    (tmp_path / "round.json").write_text(example("firmware/MONEY.md", "slip", "{"), encoding="utf-8")
    (tmp_path / "round.csv").write_text(example("firmware/PAIGOW.md", "sheet", "box"), encoding="utf-8")
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", [command for command in RUN.values() if not AT_A_TABLE & {*command.words}], ids=str)
def test_a_command_that_needs_no_table_does_what_it_says(
    command: Typed, examples_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given = (examples_folder / command.reads).read_text(encoding="utf-8") if command.reads else command.hears
    monkeypatch.setattr("sys.stdin", StringIO(given))
    words = [file for word in command.words[1:] for file in sorted(glob(word)) or [word]]
    assert main(words) == DONE
    said = capsys.readouterr()
    assert said.out
    assert said.err == ""


def test_what_is_run_is_of_every_harmless_command() -> None:
    assert {path_of(command) for command in RUN.values()} == HARMLESS


# -- commands within a sentence -------------------------------------------------------------------------------------

SPANS = sorted(
    {
        (named(page), span)
        for page in PAGES
        for span in re.findall(r"`((?:sudo |coup |make |systemctl )[^`\n]+)`", page.read_text(encoding="utf-8"))
    }
)


@pytest.mark.parametrize(("page", "span"), SPANS, ids=str)
def test_a_command_within_a_sentence_has_the_options_there_are(page: str, span: str) -> None:
    (command,) = typed(span)
    if command.program != "coup":
        PROGRAMS[command.program](command)
        return
    group: Any = app
    for word in command.words[1:]:
        if not hasattr(group, "commands") or word.startswith("-") or word == "COMMAND":
            break
        group = group.commands[word]
    options = {"--help", *(option for parameter in group.params for option in parameter.opts)}
    assert {word for word in command.words if word.startswith("--")} <= options


def test_an_example_that_nobody_knows_fails() -> None:
    assert forms(Block("README.md", 1, "", "shuffle the cards\n")) == []
    assert forms(Block("README.md", 1, "", "coup bench\nshuffle the cards\n")) == []


def test_json_on_a_page_is_json() -> None:
    told = [block for block in BLOCKS if block.text.startswith("{")]
    assert told
    assert all(isinstance(json.loads(block.text), dict) for block in told)
