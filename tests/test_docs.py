"""The documents say what is so: links lead somewhere, commands exist, every code has its page in the runbook."""

import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

import firmware
from firmware.core import rulings
from firmware.core.indicators import Lamp
from firmware.core.inputs import Button, FaultName
from firmware.core.irregularities import IRREGULARITIES
from firmware.core.lifecycle import Phase
from firmware.errors import REFUSALS, CoupError
from firmware.shoe.registry import Registry

ROOT = Path(__file__).parents[1]
MADE = {".git", ".venv", ".hypothesis", "build", "dist", "__pycache__"}
FILES = sorted(
    file
    for file in ROOT.rglob("*")
    if file.is_file()
    and not any(part in MADE or part.endswith(("_cache", ".egg-info")) for part in file.relative_to(ROOT).parts)
)
PAGES = [file for file in FILES if file.suffix == ".md"]


def named(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def chapters() -> dict[str, str]:
    """Return what the runbook says under each code."""
    pieces = re.split(r"^###? (.+)$", text("deploy/RUNBOOK.md"), flags=re.MULTILINE)
    return {title.strip("`"): piece for title, piece in zip(pieces[1::2], pieces[2::2], strict=True) if "`" in title}


def codes() -> set[str]:
    """Return every code that the program's own errors carry, besides those of refusals."""
    for module in pkgutil.walk_packages(firmware.__path__, "firmware."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    kinds = [CoupError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    return {kind.code for kind in kinds if kind.code != CoupError.code}


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in link:
            file, _, anchor = link.partition("#")
            target = (page.parent / file).resolve() if file else page
            assert target.exists(), f"{link} leads nowhere"
            assert not anchor or anchor in anchors(target), f"{link}: no such heading"


def test_the_runbook_has_a_page_for_each_code_and_for_nothing_else() -> None:
    assert set(chapters()) == {*IRREGULARITIES, *get_args(FaultName), *REFUSALS, *codes()}


@pytest.mark.parametrize("code", IRREGULARITIES)
def test_the_runbook_names_each_decision_its_role_and_its_button(code: str) -> None:
    offers = next(irregularity.offers for name, irregularity in IRREGULARITIES.items() if name == code)
    told = set(re.findall(r"^- `(\w+)`(\*?) \(([sc])\)", chapters()[code], re.MULTILINE))
    buttons = {offer.decision for offer in offers if offer.button}
    assert told == {(offer.decision, "*" * (offer.decision in buttons), offer.role[0]) for offer in offers}


def test_the_runbook_names_what_can_be_decided_without_a_hold_and_by_whom() -> None:
    rows = re.findall(r"^\| `(\w+)` \| \(([sc])\) \|", text("deploy/RUNBOOK.md"), re.MULTILINE)
    assert dict(rows) == {decision: free.role[0] for decision, free in rulings._FREELY.items()}


def test_the_runbook_says_for_each_phase_what_the_buttons_do() -> None:
    told = text("deploy/RUNBOOK.md").partition("## What the buttons do")[2].partition("\n## ")[0]
    words = set(re.findall(r"`(\w+)`", told))
    assert {*(phase.value for phase in Phase), *get_args(Button)} <= words


def test_the_shoes_page_names_the_drivers_there_are() -> None:
    other = text("firmware/shoe/PROTOCOL.md").partition("## 7. ")[2]
    assert "This version has one, `shoe-link`," in other
    assert Registry().protocols == ("shoe-link",)


def test_make_has_every_target_that_is_named() -> None:
    targets = set(re.findall(r"^([a-z]+):", text("Makefile"), re.MULTILINE))
    named_targets = {
        target for page in PAGES for target in re.findall(r"\bmake ([a-z]+)`", page.read_text(encoding="utf-8"))
    }
    named_targets |= set(re.findall(r"^ +make ([a-z]+)", text("README.md"), re.MULTILINE))
    named_targets |= set(re.findall(r"^make ([a-z]+)", text(".ci/run"), re.MULTILINE))
    assert {"bench", "test", "check", "reference"} <= named_targets <= targets


def test_coup_has_every_command_that_is_named() -> None:
    lines = [
        line
        for page in PAGES
        for line in re.findall(r"(?:`|^ +(?:\S+/)?)coup ([a-z][^`\n]*)", page.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    wanted = {word for line in lines for word in line.split()[:1]}
    assert {"bench", "check"} <= wanted
    shown = subprocess.run(
        [sys.executable, "-m", "firmware", "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert wanted <= set(re.findall(r"[a-z]+", shown.stdout))


@pytest.mark.parametrize("file", FILES, ids=named)
def test_no_file_names_a_machine_or_a_host_of_packages(file: Path) -> None:
    """What is written here is true on any machine, with any mirror."""
    hosts = ("py" + "pi.org", "python" + "hosted.org", "pi" + "wheels.org", "deb." + "debian.org")
    places = ("/" + "work/", "/" + "root/", "/" + "tmp/venv")
    content = file.read_text(encoding="utf-8")
    assert not [word for word in hosts + places if word in content]


def test_the_page_of_the_table_names_every_phase_lamp_fault_and_irregularity() -> None:
    page = text("firmware/core/TABLE.md")
    names = [*Phase, *Lamp, *IRREGULARITIES, *get_args(FaultName)]
    assert [name for name in names if f"`{name}`" not in page] == []
