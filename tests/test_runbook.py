"""The runbook says what is so: every code has its page, with every part of it, and every line is as it is printed."""

import errno
import importlib
import json
import os
import pkgutil
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import get_args

import pytest

import firmware
from firmware import config
from firmware.control import roles
from firmware.core import decisions
from firmware.core.indicators import Lamp, indicate
from firmware.core.inputs import Button, FaultName, Spoiled
from firmware.core.irregularities import IRREGULARITIES
from firmware.core.lifecycle import Phase
from firmware.errors import REFUSALS, CoupError
from firmware.feed.writer import Feed
from firmware.identity import program
from firmware.idle_table import claimed
from firmware.journal.disk import Disk
from firmware.journal.folder import FileStore
from firmware.ledger import Ledger
from firmware.self_test import clock_trouble, software_trouble
from hal.errors import HalError
from hal.lock import lock_file
from hal.rpi import load_gpio
from hal.serial_link import SerialLink
from tests.journal.table import Clock, Dealer
from tests.ports.fake_gpio import Board, FakeGpio

BOOK = (Path(__file__).parents[1] / "deploy" / "RUNBOOK.md").read_text(encoding="utf-8")
PARTS = ("Lamps", "Means", "Do", "Round", "Rule")
FAULTS = get_args(FaultName)


def pieces(pattern: str, text: str) -> dict[str, str]:
    """Return what stands under each heading that `pattern` finds, up to the next heading of any kind."""
    found = re.split(rf"^(?={pattern})", text, flags=re.MULTILINE)[1:]
    return {re.sub(r"^#+ ", "", piece.partition("\n")[0]): re.split(r"\n##+ ", piece)[0] for piece in found}


def chapters() -> dict[str, str]:
    """Return what is said under each code."""
    return {title.strip("`"): piece for title, piece in pieces("###? `", BOOK).items()}


def parts(code: str) -> dict[str, str]:
    """Return the parts of the short form under a code, in their order."""
    found = re.split(r"^\*\*(\w+)\.\*\* ", chapters()[code], flags=re.MULTILINE)
    return dict(zip(found[1::2], found[2::2], strict=True))


def section(title: str) -> str:
    return BOOK.partition(f"## {title}\n")[2].partition("\n## ")[0]


def codes() -> set[str]:
    """Return every code that the program's own errors carry, besides those of refusals."""
    for module in pkgutil.walk_packages(firmware.__path__, "firmware."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    kinds = [CoupError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    return {kind.code for kind in kinds if kind.code != CoupError.code}


# -- every code -----------------------------------------------------------------------------------------------------


def test_there_is_a_page_for_each_code_and_for_nothing_else() -> None:
    assert set(chapters()) == {*IRREGULARITIES, *FAULTS, *REFUSALS, *codes()}


def test_no_code_has_two_pages_that_could_disagree() -> None:
    headings = re.findall(r"^##+ (.+)$", BOOK, re.MULTILINE)
    assert len(headings) == len(set(headings))


@pytest.mark.parametrize("code", [*IRREGULARITIES, *FAULTS])
def test_each_irregularity_and_fault_is_told_in_the_same_short_form(code: str) -> None:
    told = parts(code)
    assert tuple(told) == PARTS
    assert all(text.strip() for text in told.values())


@pytest.mark.parametrize("code", [*IRREGULARITIES, *FAULTS])
def test_the_lamps_that_are_named_exist_and_those_that_must_be_lit_are_named(code: str) -> None:
    named = set(re.findall(r"`(\w+)`", parts(code)["Lamps"]))
    assert named <= {lamp.value for lamp in Lamp}
    assert {"stop", "fault" if code in FAULTS else "supervisor"} <= named


def test_a_refusal_or_an_error_is_told_in_a_few_sentences() -> None:
    for code in (*REFUSALS, *codes() - set(FAULTS)):
        assert chapters()[code].partition("\n")[2].strip(), code


# -- decisions and rules --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", IRREGULARITIES)
def test_each_decision_is_named_with_its_role_and_its_button(code: str) -> None:
    offers = next(irregularity.offers for name, irregularity in IRREGULARITIES.items() if name == code)
    told = re.findall(r"^- `(\w+)`(\*?) \(([sc])\): ", parts(code)["Do"], re.MULTILINE)
    buttons = {offer.decision for offer in offers if offer.button}
    assert set(told) == {(offer.decision, "*" * (offer.decision in buttons), offer.role[0]) for offer in offers}
    assert len(told) == len(set(told))


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_nobodys_decision(fault: str) -> None:
    assert not re.search(r"^- `", parts(fault)["Do"], re.MULTILINE)


@pytest.mark.parametrize("code", IRREGULARITIES)
def test_each_rule_is_the_one_that_the_table_goes_by(code: str) -> None:
    rule = next(irregularity.rule for name, irregularity in IRREGULARITIES.items() if name == code)
    words = {"house": "The house's own.", "the card governs": "The card governs."}
    told = parts(code)["Rule"].strip()
    assert told == words[rule] if rule in words else told.startswith(rule)


def test_every_kind_of_doubt_is_in_the_table_of_the_reader() -> None:
    kinds = re.findall(r"^\| ([A-Z]+) \|", chapters()["reader_distrust"], re.MULTILINE)
    said = get_args(Spoiled.__annotations__["code"])
    assert kinds == [*said, "HAND", "AGAIN"]


def test_what_can_be_decided_without_a_hold_is_named_and_by_whom() -> None:
    rows = re.findall(r"^\| `(\w+)` \| \(([sc])\) \|", section("Decisions that need no hold"), re.MULTILINE)
    assert dict(rows) == {decision: free.role[0] for decision, free in decisions.FREELY.items()}


def test_it_says_for_each_phase_what_the_buttons_do() -> None:
    words = set(re.findall(r"`(\w+)`", section("What the buttons do")))
    assert {*(phase.value for phase in Phase), *get_args(Button)} <= words


# -- what is printed at the start -----------------------------------------------------------------------------------

Provoke = Callable[[Path, pytest.MonkeyPatch], None]


class FullDisk(Disk):
    def write(self, file: int, raw: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class RefusingGpio(FakeGpio):
    def setmode(self, mode: int) -> None:
        raise RuntimeError(self.says)


def no_longer(number: int) -> Callable[..., None]:
    """Return a call of the system that fails with an error number."""

    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


def two_controllers(folder: Path, _: pytest.MonkeyPatch) -> None:
    first, second = FileStore(folder), FileStore(folder)
    first.claim()
    try:
        second.claim()
    finally:
        first.close()


def lamps_beside_a_controller(folder: Path, _: pytest.MonkeyPatch) -> None:
    with claimed(folder), claimed(folder):
        pass


def two_on_the_same_pins(folder: Path, _: pytest.MonkeyPatch) -> None:
    held = lock_file(folder / "lock")
    try:
        lock_file(folder / "lock")
    finally:
        os.close(held)


def renamed(folder: Path, _: pytest.MonkeyPatch) -> None:
    record = Dealer(FileStore(folder / "journal"))
    record.start()
    record.store.close()
    store = FileStore(folder / "journal")
    try:
        Ledger(store, record.driver, Clock(), table_id="BAC-08", settings=record.settings).open()
    finally:
        store.close()


def forbidden(read: Callable[[Path], object]) -> Provoke:
    def provoke(folder: Path, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(os, "open", no_longer(errno.EACCES))
        read(folder / "file")

    return provoke


def fed_into_a_journal(folder: Path, _: pytest.MonkeyPatch) -> None:
    record = Dealer(FileStore(folder / "journal"))
    record.start()
    record.store.close()
    said: list[str] = []
    table = record.table
    Feed(folder / "journal", "BAC-08", clock=Clock(), recall=list, tell=said.append).show(table, indicate(table))
    raise CoupError(*said)


def no_shoe(folder: Path, _: pytest.MonkeyPatch) -> None:
    SerialLink(str(folder / "shoe"), 115200, False).open()


def port_that_says(number: int) -> Provoke:
    def provoke(folder: Path, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(os, "stat", no_longer(number))
        SerialLink(str(folder / "shoe"), 115200, False).open()

    return provoke


def pins_that_say(words: str) -> Provoke:
    def provoke(_: Path, patch: pytest.MonkeyPatch) -> None:
        gpio = RefusingGpio(Board())
        gpio.says = words
        patch.setitem(sys.modules, "RPi.GPIO", gpio)
        load_gpio()

    return provoke


def another_program(folder: Path, _: pytest.MonkeyPatch) -> None:
    identity = program()
    files = {**identity.files, "firmware/core/tableau.py": "", "hal/rpi.py": ""}
    (folder / "manifest.json").write_text(json.dumps({"files": files}))
    raise CoupError(software_trouble(identity, folder / "manifest.json"))


def clock_in_1970(_: Path, __: pytest.MonkeyPatch) -> None:
    raise CoupError(clock_trouble("1970-01-01T00:00:12.345Z"))


def read_only_disk(folder: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Path, "mkdir", no_longer(errno.EROFS))
    FileStore(folder / "journal").open()


def full_disk(folder: Path, _: pytest.MonkeyPatch) -> None:
    Dealer(FileStore(folder / "journal", disk=FullDisk())).start()


MESSAGES: dict[str, dict[str, Provoke]] = {
    "A second controller": {
        "coup: /var/lib/coup/journal: ": two_controllers,
        "coup: /run/lock/coup-gpio.lock: ": two_on_the_same_pins,
        "": lamps_beside_a_controller,
    },
    "The record is another table's": {"coup: ": renamed},
    "A file may not be read": {
        "coup: /etc/coup/table.toml: ": forbidden(partial(config.load, protocols={})),
        "coup: /etc/coup/roles.toml: ": forbidden(roles.read),
    },
    "The feed's folder is not the table's": {"/var/lib/coup/feed: ": fed_into_a_journal},
    "The shoe is unplugged": {"/dev/shoe: ": no_shoe},
    "The port may not be opened": {"coup: /dev/shoe: ": port_that_says(errno.EACCES)},
    "The port is taken": {"coup: /dev/shoe: ": port_that_says(errno.EBUSY)},
    "The pins may not be used": {"coup: ": pins_that_say("No access to /dev/mem.  Try running as root!")},
    "A Raspberry Pi 5 with the package of an older one": {
        "coup: ": pins_that_say("Cannot determine SOC peripheral base address")
    },
    "Another program than the installed one": {"": another_program},
    "The clock stands in 1970": {"": clock_in_1970},
    "The disk is read-only": {"coup: /var/lib/coup/journal: ": read_only_disk},
    "The disk is full": {"coup: /var/lib/coup/journal/shoe-000000.jsonl: ": full_disk},
}
"""What is told under each heading: the words before what is said, and what makes the program say it."""


def test_every_message_at_the_start_is_provoked_here() -> None:
    assert list(pieces("### [^`]", section("Messages at the start"))) == list(MESSAGES)


@pytest.mark.parametrize(
    ("title", "before", "provoke"), [(title, *how) for title, all_of in MESSAGES.items() for how in all_of.items()]
)
def test_a_message_at_the_start_is_told_as_it_is_printed(
    title: str, before: str, provoke: Provoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises((CoupError, HalError)) as printed, monkeypatch.context() as patch:
        provoke(tmp_path, patch)
    line = re.sub(rf"^{re.escape(str(tmp_path))}[^:]*: ", "", str(printed.value))
    assert before + line in pieces("### [^`]", section("Messages at the start"))[title]
