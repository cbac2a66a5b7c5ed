"""Whether the program is the one that was installed, and whether the clock can be right."""

import json
import subprocess
import sysconfig
import venv
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from firmware.identity import Identity, program
from firmware.self_test import clock_trouble, software_trouble
from tests.whole.room import ROOT, Room, room

TABLEAU = "firmware/core/tableau.py"


@pytest.fixture(scope="module")
def identity() -> Identity:
    return program()


def manifest(folder: Path, identity: Identity, **differently: str | None) -> Path:
    """Write what the installer wrote when some files were other ones, or were not there."""
    files = {name: digest for name, digest in {**identity.files, **differently}.items() if digest}
    path = folder / "manifest.json"
    path.write_text(json.dumps({**asdict(identity), "files": files}), encoding="utf-8")
    return path


def test_the_program_that_was_installed_is_no_trouble(identity: Identity, tmp_path: Path) -> None:
    assert software_trouble(identity, manifest(tmp_path, identity)) == ""


def test_without_a_manifest_there_is_no_check(identity: Identity, tmp_path: Path) -> None:
    assert software_trouble(identity, tmp_path / "manifest.json") == ""


@pytest.mark.parametrize(
    "differently",
    [{TABLEAU: "0" * 64}, {TABLEAU: None}, {"firmware/gone.py": "0" * 64}, {"firmware/editions/house.toml": "0" * 64}],
    ids=["changed", "put there", "taken away", "an edition"],
)
def test_a_file_that_differs_is_named(
    identity: Identity, tmp_path: Path, differently: Mapping[str, str | None]
) -> None:
    said = software_trouble(identity, manifest(tmp_path, identity, **differently))
    assert said.startswith(f"this is not the program that was installed: {next(iter(differently))}; ")
    assert "install it again" in said


def test_of_many_files_the_first_are_named(identity: Identity, tmp_path: Path) -> None:
    others = dict.fromkeys(["a.py", "b.py", "c.py", "d.py", "e.py"], "0" * 64)
    assert "a.py, b.py, c.py and 2 more;" in software_trouble(identity, manifest(tmp_path, identity, **others))


@pytest.mark.parametrize("content", [b"", b"[]", b'{"version": "1"}', b'{"files": []}', b"\xff", b"[" * 100_000])
def test_a_manifest_that_cannot_be_read_is_trouble(identity: Identity, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "manifest.json"
    path.write_bytes(content)
    said = software_trouble(identity, path)
    assert said.startswith(f"{path}: cannot be read (it is no list of files)")
    assert "install it again" in said


@pytest.mark.parametrize(
    ("wall", "trouble"),
    [("1970-01-01T00:00:12.345Z", True), ("2023-12-31T23:59:59.999Z", True), ("2026-11-30T12:00:00.000Z", False)],
)
def test_a_clock_that_nobody_has_set_is_told_with_what_to_do(wall: str, trouble: bool) -> None:
    said = clock_trouble(wall)
    assert bool(said) == trouble
    assert not trouble or said.startswith(f"the clock says {wall}: set it")


# -- a controller in an environment of its own ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment as the installer makes one; what is in it comes from the present one."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "here.pth").write_text(f"{ROOT}\n{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    return folder


def installed(environment: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [str(environment / "bin/python"), "-m", "firmware", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def as_installed(environment: Path, **differently: str) -> None:
    """Do what the installer does at the end, and then change files behind its back."""
    document: dict[str, Any] = json.loads(installed(environment, "identify", "--json").stdout)
    document["files"] |= differently
    (environment / "manifest.json").write_text(json.dumps(document), encoding="utf-8")


def faults(table: Room) -> list[str]:
    found: list[str] = table.ask(do="status")["faults"]
    return found


def test_another_program_shows_its_fault_and_nothing_else_until_it_is_put_right(
    environment: Path, tmp_path: Path
) -> None:
    as_installed(environment, **{TABLEAU: "0" * 64})
    with room(tmp_path) as table:
        table.python = str(environment / "bin/python")
        table.launch()
        table.until(lambda: bool(table.shown()), "the table to be shown")
        table.happen("LOADED", "CARD,2S")
        table.until(lambda: faults(table) == ["software"], "the shoe to be heard")
        assert table.lit == ["fault", "stop"]
        assert all("fault" in line["lamps"] for line in table.shown())
        assert TABLEAU in table.log
        said = next(said for said in table.recorded() if said["kind"] == "fault_seen")
        assert said["fault"] == "software"
        assert TABLEAU in said["why"]
        table.end()

        as_installed(environment)
        table.start()
        assert table.lit == ["deal"]
        status = table.ask(do="status")
        assert status["faults"] == []
        assert "software" in status["unacknowledged"]
        assert table.end() == 0
        for command in ("verify", "replay"):
            assert table.run("journal", command, str(table.journal)).returncode == 0


def test_identify_compares_what_is_there_with_what_was_installed(environment: Path) -> None:
    (environment / "manifest.json").unlink(missing_ok=True)
    unknown = installed(environment, "identify", "--check")
    as_installed(environment)
    same = installed(environment, "identify", "--check")
    as_installed(environment, **{TABLEAU: "0" * 64})
    other = installed(environment, "identify", "--check")
    assert (unknown.returncode, same.returncode, other.returncode) == (1, 0, 1)
    assert unknown.stderr.startswith(f"coup: {environment / 'manifest.json'}: not there")
    assert same.stdout.endswith("as it was installed\n")
    assert TABLEAU in other.stderr
