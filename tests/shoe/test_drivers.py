"""Every make there is keeps the contract, one that an integrator's package brings too."""

import re
import sys
from pathlib import Path

import pytest

from firmware.errors import CoupError
from firmware.makes import makes
from firmware.shoe.registry import ENTRY_POINTS, Make, Registry
from tests.shoe.driver_contract import DriverContract

PAGE = Path(__file__).parents[2] / "firmware/shoe/PROTOCOL.md"


class TestBuiltIn(DriverContract):
    @pytest.fixture(params=sorted(Registry()))
    def make(self, request: pytest.FixtureRequest) -> Make:
        return Registry().find(request.param)


def installed(folder: Path, file: str, entry: str) -> None:
    """A package as an installer leaves it: its file, its name, and what it offers."""
    (folder / "pigeon.py").write_text(file, encoding="utf-8")
    about = folder / "pigeon-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: pigeon\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[{ENTRY_POINTS}]\n{entry}\n", encoding="utf-8")


class TestFromAPackage(DriverContract):
    """The example of the protocols' page, as it stands there."""

    @pytest.fixture
    def make(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
        page = PAGE.read_text(encoding="utf-8").partition("## 10. ")[2]
        (file,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
        (entry,) = re.findall(r"^pigeon = \"(.*)\"$", page, re.MULTILINE)
        installed(tmp_path, file, f"pigeon = {entry}")
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(sys.modules, "pigeon", raising=False)
        return makes().find("pigeon")

    def test_it_stands_beside_those_that_are_built_in(self, make: Make) -> None:
        assert set(makes()) == {*Registry(), "pigeon"}


def test_an_entry_point_that_is_no_driver_is_told_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, "MAKE = 1\n", "pigeon = pigeon:MAKE")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "pigeon", raising=False)
    with pytest.raises(CoupError, match="pigeon:MAKE: this is no driver for a shoe"):
        makes()


@pytest.mark.parametrize(
    ("file", "entry", "why"),
    [
        ("import nowhere", "pigeon:MAKE", "ModuleNotFoundError: No module named 'nowhere'"),
        ("", "pigeons:MAKE", "ModuleNotFoundError: No module named 'pigeons'"),
        ("", "pigeon:MAKE", "AttributeError: module 'pigeon' has no attribute 'MAKE'"),
        ("def (", "pigeon:MAKE", "SyntaxError: invalid syntax (pigeon.py, line 1)"),
        ("raise ValueError('one\\ntwo')", "pigeon:MAKE", "ValueError: one two"),
        ("raise SystemExit(5)", "pigeon:MAKE", "SystemExit: 5"),
    ],
)
def test_a_driver_that_cannot_be_loaded_is_told_by_its_name_with_what_to_do(
    file: str, entry: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path, f"{file}\n", f"pigeon = {entry}")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "pigeon", raising=False)
    with pytest.raises(CoupError) as told:
        makes()
    cure = "mend or uninstall the distribution that brings it"
    assert str(told.value) == f"{entry}: this driver cannot be loaded ({why}); {cure}"
