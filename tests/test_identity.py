"""Which program this is: by the bytes of its files, wherever they lie."""

import fnmatch
import hashlib
import json
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from firmware import editions
from firmware.cli import main
from firmware.errors import CoupError
from firmware.identity import digest_of, libraries, program

ROOT = Path(__file__).parents[1]
NOT_COPIED = shutil.ignore_patterns("__pycache__", "*.pyc")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The two packages at another place, as an installer would put them there."""
    for package in ("firmware", "hal"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=NOT_COPIED)
    return tmp_path


def digest_at(place: Path) -> str:
    script = (
        f"import sys; sys.path.insert(0, {str(place)!r})\n"
        "from firmware import identity; print(identity.__file__, identity.program().digest)"
    )
    said = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True).stdout
    file, digest = said.split()
    assert Path(file).is_relative_to(place)
    return digest


def test_the_same_files_at_another_place_are_the_same_program(copy: Path) -> None:
    first = digest_at(copy)
    assert list(copy.rglob("*.pyc")), "it was compiled meanwhile"
    assert digest_at(copy) == first


@pytest.mark.parametrize("file", ["firmware/core/tableau.py", "firmware/editions/nz-mini-1996.toml", "hal/rpi.py"])
def test_one_byte_more_is_another_program(copy: Path, file: str) -> None:
    before = digest_at(copy)
    with (copy / file).open("ab") as changed:
        changed.write(b"\n")
    assert digest_at(copy) != before


def test_a_file_that_was_put_beside_the_others_is_part_of_the_program(copy: Path) -> None:
    before = digest_at(copy)
    (copy / "firmware/core/sitecustomize.so").write_bytes(b"")
    assert digest_at(copy) != before


def test_the_digest_is_worked_out_as_it_says() -> None:
    found = program()
    listed = b"".join(path.encode() + b"\0" + digest.encode() + b"\n" for path, digest in sorted(found.files.items()))
    assert found.digest == hashlib.sha256(listed).hexdigest()
    assert (
        found.files["firmware/cli/table.py"]
        == hashlib.sha256((ROOT / "firmware/cli/table.py").read_bytes()).hexdigest()
    )


def test_every_edition_has_its_digest() -> None:
    found = program()
    for name in editions.NAMES:
        assert found.edition(name) == digest_of(ROOT / f"firmware/editions/{name}.toml")


def test_a_wheel_has_every_file_that_a_checkout_has() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shipped = project["tool"]["setuptools"]["package-data"]
    anywhere = ["*.py", *shipped.pop("*")]
    there = [f"{package.replace('.', '/')}/{kind}" for package, kinds in shipped.items() for kind in kinds]
    left_out = [
        file
        for file in program().files
        if not any(fnmatch.fnmatch(Path(file).name, kind) for kind in anywhere)
        and not any(fnmatch.fnmatch(file, kind) for kind in there)
    ]
    assert left_out == []


def test_a_configuration_that_is_not_there_has_no_digest(tmp_path: Path) -> None:
    with pytest.raises(CoupError, match=r"table\.toml: cannot be read"):
        digest_of(tmp_path / "table.toml")


def test_what_the_program_runs_on_is_told_beside_it() -> None:
    found = libraries()
    assert {"pyserial", "msgspec", "transitions", "typer", "rich"} <= set(found)
    assert "pytest" not in found


def test_identify_prints_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["identify", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    found = program()
    assert (said["version"], said["digest"], said["files"]) == (found.version, found.digest, dict(found.files))
    assert set(said) == {"version", "digest", "files", "python", "libraries"}


def test_identify_prints_a_line_for_each_file_and_the_digest_over_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["identify"]) == 0
    lines = capsys.readouterr().out.splitlines()
    found = program()
    assert lines[: len(found.files)] == [f"{digest}  {file}" for file, digest in found.files.items()]
    assert lines[len(found.files)].startswith(found.digest)
