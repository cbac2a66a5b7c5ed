"""The documents say what is so: links lead somewhere, targets exist, nothing of the table goes unnamed."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from firmware.core.indicators import Lamp
from firmware.core.inputs import FaultName
from firmware.core.irregularities import IRREGULARITIES
from firmware.core.lifecycle import Phase
from firmware.shoe.registry import Registry
from tests.pages import FILES, PAGES, named, text


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in link:
            file, _, anchor = link.partition("#")
            target = (page.parent / file).resolve() if file else page
            assert target.exists(), f"{link} leads nowhere"
            assert not anchor or anchor in anchors(target), f"{link}: no such heading"


def test_the_shoes_page_names_the_drivers_there_are_with_their_speed_and_their_settings() -> None:
    page = text("firmware/shoe/PROTOCOL.md")
    rows = re.findall(r"^\| `([\w-]+)` \| [^|]+ \| (\d+) \| ([^|]+) \|$", page, re.MULTILINE)
    told = {name: (int(baud), set(re.findall(r"`(\w+)`", settings))) for name, baud, settings in rows}
    made = {name: (make.baud, {option.name for option in make.options}) for name, make in Registry().items()}
    assert told == made


@pytest.mark.parametrize(("protocol", "chapter"), [("angel-eye", "## 8. "), ("bee-tek", "## 9. ")])
def test_the_shoes_page_names_every_choice_the_default_first(protocol: str, chapter: str) -> None:
    page = text("firmware/shoe/PROTOCOL.md").partition(chapter)[2].partition("\n## ")[0]
    told = dict(re.findall(r"^\| `(\w+)` \| (`[^|]+`) \|", page, re.MULTILINE))
    options = Registry().find(protocol).options
    written = {option.name: ", ".join(f"`{json.dumps(choice)}`" for choice in option.allowed) for option in options}
    assert told == written


def test_make_has_every_target_that_is_named() -> None:
    targets = set(re.findall(r"^([a-z]+):", text("Makefile"), re.MULTILINE))
    named_targets = {
        target for page in PAGES for target in re.findall(r"\bmake ([a-z]+)`", page.read_text(encoding="utf-8"))
    }
    named_targets |= set(re.findall(r"^ +make ([a-z]+)", text("README.md"), re.MULTILINE))
    named_targets |= set(re.findall(r"^make ([a-z]+)", text(".ci/run"), re.MULTILINE))
    assert {"bench", "test", "check", "reference"} <= named_targets <= targets


@pytest.mark.parametrize("file", FILES, ids=named)
def test_no_file_names_a_machine_or_a_host_of_packages(file: Path) -> None:
    """What is written here is true on any machine, with any mirror."""
    hosts = ("py" + "pi.org", "python" + "hosted.org", "pi" + "wheels.org", "deb." + "debian.org")
    places = ("/" + "work/", "/" + "root/", "/" + "tmp/venv")
    content = file.read_text(encoding="utf-8", errors="replace")
    assert not [word for word in hosts + places if word in content]


def test_the_page_of_the_table_names_every_phase_lamp_fault_and_irregularity() -> None:
    page = text("firmware/core/TABLE.md")
    names = [*Phase, *Lamp, *IRREGULARITIES, *get_args(FaultName)]
    assert [name for name in names if f"`{name}`" not in page] == []
