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
