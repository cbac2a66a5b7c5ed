"""The page of the architecture says what is so: layers, vocabularies, order of effects, processes, libraries."""

import re
import tomllib
from typing import Any, get_args

import grimp
import pytest

from firmware.control import checker
from firmware.core import facts, inputs
from firmware.core.indicators import Indication
from firmware.core.inputs import CardLeft
from firmware.core.settings import build
from firmware.core.state import Table
from firmware.editions import shipped
from firmware.ledger import Ledger
from firmware.line import Line
from firmware.loop import Loop
from firmware.shoe import frames
from tests.loop.parts import SECOND, Driver, FakeClock, Journal, Lamps, Panel, Port
from tests.pages import ROOT, named, rows, section, text
from tests.test_architecture import SOURCES, imported

PAGE = "firmware/ARCHITECTURE.md"
RULES: dict[str, Any] = tomllib.loads(text("pyproject.toml"))["tool"]["importlinter"]
CONTRACTS = {contract["name"]: contract for contract in RULES["contracts"]}
WITHOUT_A_UNIT = {"PIN checker"}


def codes(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def module(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/").replace("/", ".")


@pytest.fixture(scope="module")
def imports() -> grimp.ImportGraph:
    return grimp.build_graph("firmware", "hal", include_external_packages=True, cache_dir=None)


def importers(imports: grimp.ImportGraph, name: str) -> set[str]:
    return imports.find_modules_that_directly_import(name)


def within(importer: str, places: list[str]) -> bool:
    """Whether a module is one of `places`, or in a folder of them."""
    return any(importer == module(place) or importer.startswith(f"{module(place)}.") for place in places)


# -- the layers -----------------------------------------------------------------------------------------------------


def test_the_picture_has_the_layers_of_the_contract_in_their_order_and_nothing_else() -> None:
    drawn = [
        re.split(r" {2,}", row)[0] for row in re.findall(r"^│ (.+?) *│$", section(PAGE, "The layers"), re.MULTILINE)
    ]
    (layers,) = [contract for contract in CONTRACTS.values() if contract["type"] == "layers"]
    others = [package for package in RULES["root_packages"] if package not in layers["containers"]]
    assert drawn == [*layers["layers"], *others]


def test_the_picture_is_a_rectangle() -> None:
    drawn = [line for line in section(PAGE, "The layers").splitlines() if line[:1] in set("┌├│└")]
    assert len({len(line) for line in drawn}) == 1


# -- the vocabularies -----------------------------------------------------------------------------------------------


def test_each_vocabulary_stands_in_its_file() -> None:
    told = {words: codes(file)[0] for words, _, file, _ in rows(PAGE, "Three vocabularies")}
    spoken = {
        "frames": (*get_args(frames.ShoeFrame), *get_args(frames.HostFrame)),
        "inputs": get_args(inputs.Input),
        "facts": get_args(facts.Fact),
    }
    assert {words: {word.__module__ for word in all_of} for words, all_of in spoken.items()} == {
        words: {module(file)} for words, file in told.items()
    }


def test_frames_are_spoken_at_the_line_alone_and_facts_by_no_driver_and_no_person(imports: grimp.ImportGraph) -> None:
    told = {words: (module(codes(file)[0]), codes(by)) for words, _, file, by in rows(PAGE, "Three vocabularies")}
    name, speakers = told["frames"]
    assert [importer for importer in importers(imports, name) if not within(importer, speakers)] == []
    name, never = told["facts"]
    assert len(never) == 3
    assert [importer for importer in importers(imports, name) if within(importer, never)] == []


# -- the commit point -----------------------------------------------------------------------------------------------


def test_the_ledger_alone_decides(imports: grimp.ImportGraph) -> None:
    assert importers(imports, "firmware.core.decide") == {"firmware.ledger"}
    assert "`firmware/ledger.py` is the only file that imports `decide`." in text(PAGE)


class Mouthed(Driver):
    """A driver that writes down what it is told of the gate."""

    def wish(self, gate_open: bool, now: int) -> None:
        super().wish(gate_open, now)
        self.done.append("gate")

    def recorded(self, taken: inputs.Input, now: int) -> None:
        super().recorded(taken, now)
        self.done[-1] = "acknowledgement"


class Fed:
    """A feed that writes down when it is told."""

    due_ns = SECOND

    def __init__(self, done: list[str]) -> None:
        self.done = done

    def show(self, table: Table, shown: Indication) -> None:
        self.done.append("feed")

    def tick(self, now: int) -> None: ...


def test_effects_come_in_the_order_of_the_page() -> None:
    told = re.findall(r"^\d\. \*\*(\w+)\*\*", section(PAGE, "The commit point"), re.MULTILINE)
    done: list[str] = []
    driver, clock = Mouthed(done), FakeClock()
    line = Line(Port(), driver, done.append)
    ledger = Ledger(Journal(done), driver, clock, table_id="T", settings=build({}, shipped()))
    ledger.open()
    loop = Loop(
        clock=clock,
        ledger=ledger,
        line=line,
        lamps=Lamps(done),
        panel=Panel(),
        desk=None,
        feed=Fed(done),  # type: ignore[arg-type]  # as much of a feed as the loop asks for
        tell=done.append,
    )
    line.claim()
    line.start(0)
    loop.start("0")
    done.clear()
    driver.says.append(CardLeft(face="KH"))
    loop.turn()
    assert done == told


# -- processes ------------------------------------------------------------------------------------------------------


def test_each_unit_is_on_the_page_and_has_no_other_sockets() -> None:
    told = {
        codes(by)[0]: sockets.strip("`")
        for name, by, _, sockets in rows(PAGE, "Processes")
        if name not in WITHOUT_A_UNIT
    }
    units = {file.name: file.read_text(encoding="utf-8") for file in (ROOT / "deploy").glob("*.service")}
    allowed = {name: re.findall(r"^RestrictAddressFamilies=(.*)$", unit, re.MULTILINE) for name, unit in units.items()}
    assert {unit: [sockets] for unit, sockets in told.items()} == allowed


def test_the_one_file_that_opens_a_network_socket_is_named() -> None:
    opening = [
        named(file)
        for file in SOURCES
        if re.search(r"AF_INET|create_server|create_connection|socketpair", file.read_text(encoding="utf-8"))
    ]
    assert [f"The one file that opens a network socket is `{file}`." in text(PAGE) for file in opening] == [True]


def test_the_controller_is_one_thread_and_starts_nothing_but_the_checker_of_pins(imports: grimp.ImportGraph) -> None:
    used = imports.find_upstream_modules("firmware.app")
    assert not used & {"asyncio", "concurrent", "multiprocessing", "threading"}
    assert importers(imports, "subprocess") & used == {"firmware.control.checker"}
    assert checker.PIN_PROCESS[-1] == "firmware.control.pins"


def test_the_controller_waits_for_no_follower(imports: grimp.ImportGraph) -> None:
    used = imports.find_upstream_modules("firmware.app")
    assert not [name for name in used if within(name, ["firmware/display/", "firmware/feed/follow.py"])]


def test_the_checker_of_pins_has_pipes_and_no_names(imports: grimp.ImportGraph) -> None:
    used = imports.find_upstream_modules("firmware.control.pins")
    assert not {name for name in used if name.startswith(("firmware", "hal"))} | (used & {"socket"})


# -- who may never know what ----------------------------------------------------------------------------------------


def test_each_contract_is_on_the_page_with_whom_it_holds_for() -> None:
    told = {name: codes(whom) for name, whom, _ in rows(PAGE, "What may never know what")}
    kept = {name: rule["source_modules"] for name, rule in CONTRACTS.items() if rule["type"] == "forbidden"}
    assert told == kept


def test_what_a_contract_forbids_is_on_the_page_in_full_or_with_others() -> None:
    for name, _, never in rows(PAGE, "What may never know what"):
        told, kept = set(codes(never)), set(CONTRACTS[name]["forbidden_modules"])
        assert told < kept if never.endswith(" and others") else told == kept


# -- libraries ------------------------------------------------------------------------------------------------------


def test_each_library_is_imported_where_the_page_says_and_nowhere_else() -> None:
    used = {module(named(file)): set(imported(file)) for file in SOURCES}
    for libraries, places in rows(PAGE, "Libraries"):
        found = [importer for importer, names in used.items() if names & set(codes(libraries))]
        assert [importer for importer in found if not within(importer, codes(places))] == [], libraries
        assert [place for place in codes(places) if not any(within(importer, [place]) for importer in found)] == []


def test_each_library_that_is_installed_is_on_the_page() -> None:
    told = {library for libraries, _ in rows(PAGE, "Libraries") for library in codes(libraries)}
    project = tomllib.loads(text("pyproject.toml"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["pi"]]
    names = {re.split(r"[<>=]", asked)[0] for asked in wanted}
    called = {"pyserial": "serial", "argon2-cffi": "argon2", "RPi.GPIO": "RPi"}
    assert told == {called.get(name, name) for name in names}
