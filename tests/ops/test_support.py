"""The bundle for the maker says what is installed, set, found and on record, and nothing that is nobody's business."""

import errno
import json
import re
import resource
import signal
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware.cli import main
from firmware.control.pins import hashed
from firmware.cures import in_words
from tests.ops.made_up import Place
from tests.ops.privilege import run_without_privilege, somebody_elses
from tests.whole.room import Room, room
from tests.whole.someone_elses_shoe import Shoe

KEY = b"the-key-of-the-journal"
HASH = re.compile(r"[0-9a-f]{64}")
HIDDEN = ("TD", "7C", "9H", "8S")
OTHERS = ("KH", "KC", "2D", "3S")


def documents(path: Path) -> dict[str, Any]:
    found = {}
    with tarfile.open(path) as archive:
        for member in archive.getmembers():
            file = archive.extractfile(member)
            assert file is not None
            found[Path(member.name).stem] = json.loads(file.read())
    return found


def text(path: Path) -> str:
    return json.dumps(documents(path), ensure_ascii=False)


def evening(table: Room, cards: tuple[str, ...]) -> Path:
    """Deal a round face down at a table with roles and a key, and have the bundle made beside it."""
    pin = hashed("2468")
    roles, key = table.folder / "roles.toml", table.folder / "key"
    roles.touch(0o600)
    roles.write_text(f'[[actor]]\nname = "Ana"\nrole = "supervisor"\npin = "{pin}"\n', encoding="utf-8")
    key.touch(0o600)
    key.write_bytes(KEY)
    config = table.config.read_text(encoding="utf-8")
    config = config.replace("nz-mini-1996", "nz-midi-1996").replace("[shoe]", 'style = "C"\n[shoe]')
    config = config.replace("[feed]", f'key_file = "{key}"\n[feed]') + f'[authority]\nroles_file = "{roles}"\n'
    table.config.write_text(f"{config}# 2468 is Ana's PIN: a comment stays here\n", encoding="utf-8")
    table.start()
    table.happen("LOADED", *(f"CARD,{card}" for card in cards))
    assert table.ask(do="status")["phase"] == "reveal"
    bundle = table.folder / "bundle.tar.gz"
    made = table.run("support", "--config", str(table.config), "--output", str(bundle))
    assert made.returncode == 0, made.stderr
    assert pin not in text(bundle)
    return bundle


def hashes(file: Path) -> set[str]:
    return {json.loads(line)["hash"] for line in file.read_text(encoding="utf-8").splitlines()}


def test_no_secret_no_hidden_card_and_no_hash_of_the_open_shoe_leaves_the_table(tmp_path: Path) -> None:
    with room(tmp_path) as table:
        bundle = evening(table, HIDDEN)
        closed, opened = sorted(table.journal.glob("*.jsonl"))
        raw = text(bundle)
        assert not hashes(opened) & set(HASH.findall(raw))
        assert KEY.decode() not in raw
        assert "$argon2" not in raw
        assert "2468" not in raw
        assert not [card for card in HIDDEN if f'"{card}"' in raw]
        assert bundle.stat().st_mode & 0o777 == 0o600

        found = documents(bundle)
        head = json.loads(closed.read_text(encoding="utf-8").splitlines()[-1])["hash"]
        last = json.loads(opened.read_text(encoding="utf-8").splitlines()[-1])
        assert found["journal"][0] == {
            "file": closed.name,
            "records": len(closed.read_text(encoding="utf-8").splitlines()) - 1,
            "head": head,
        }
        assert found["journal"][1] == {"file": opened.name, "records": last["n"], "open": True}
        assert found["status"]["phase"] == "reveal"
        assert found["status"]["counters"]["good"] > 4
        assert "public" not in found["status"]
        assert any("controller" in line and "running" in line for line in found["doctor"])


def neutral(bundle: Path) -> dict[str, Any]:
    """Return a bundle without what differs between two evenings: times, places, hashes over both, room on the disk."""
    found: dict[str, Any] = json.loads(HASH.sub("", text(bundle).replace(str(bundle.parent), "")))
    del found["platform"]
    found["doctor"] = [re.sub(r"\d+", "0", line) for line in found["doctor"]]
    return found


def test_other_hidden_cards_make_the_same_bundle(tmp_path: Path) -> None:
    bundles = []
    for name, cards in (("one", HIDDEN), ("other", OTHERS)):
        folder = tmp_path / name
        folder.mkdir()
        with room(folder, Shoe()) as table:
            bundles.append(neutral(evening(table, cards)))
    assert bundles[0] == bundles[1]


def test_it_has_what_the_maker_asks_for_first(tmp_path: Path) -> None:
    place = Place(tmp_path, "shoe")
    bundle = tmp_path / "bundle.tar.gz"
    assert main(["support", "--config", str(place.source), "--output", str(bundle)]) == 0
    found = documents(bundle)
    assert set(found) == {"platform", "identify", "configuration", "status", "journal", "doctor"}
    assert found["configuration"]["table"]["id"] == "T-1"
    assert len(found["identify"]["digest"]) == 64
    assert "no controller is running there" in found["status"]["error"]
    assert found["platform"]["python"].startswith("CPython 3")


def test_of_a_configuration_with_mistakes_they_alone_leave_the_table(tmp_path: Path) -> None:
    place = Place(tmp_path, "shoe")
    place.add('[authority]\npin = "2468"\n')
    bundle = tmp_path / "bundle.tar.gz"
    assert main(["support", "--config", str(place.source), "--output", str(bundle)]) == 0
    assert "authority.pin: no key of [authority]" in documents(bundle)["configuration"]["error"]
    assert "2468" not in text(bundle)


def test_a_journal_that_does_not_verify_is_told_of_without_its_hashes(tmp_path: Path) -> None:
    place = Place(tmp_path, "shoe")
    (tmp_path / "journal").mkdir()
    (tmp_path / "journal/shoe-000001.jsonl").write_text(f'{{"hash":"{"a" * 64}"}}\n', encoding="utf-8")
    bundle = tmp_path / "bundle.tar.gz"
    assert main(["support", "--config", str(place.source), "--output", str(bundle)]) == 0
    assert "line 1" in documents(bundle)["journal"][0]["error"]
    assert "a" * 64 not in text(bundle)


def test_a_bundle_that_is_there_already_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = Place(tmp_path, "shoe")
    bundle = tmp_path / "bundle.tar.gz"
    bundle.write_bytes(b"yesterday's")
    assert main(["support", "--config", str(place.source), "--output", str(bundle)]) == 1
    assert "name another with --output" in capsys.readouterr().err
    assert bundle.read_bytes() == b"yesterday's"


def test_a_folder_that_is_not_there_is_one_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    place = Place(tmp_path, "shoe")
    assert main(["support", "--config", str(place.source), "--output", "/nowhere/bundle"]) == 1
    assert capfd.readouterr().err == (
        "coup: /nowhere/bundle: the bundle cannot be written (No such file or directory); make its folder, or name"
        " another one with --output\n"
    )


def test_a_folder_that_this_user_may_not_write(tmp_path: Path) -> None:
    source = Place(tmp_path, "shoe").source
    somebody_elses(tmp_path / "theirs")
    bundle = tmp_path / "theirs/bundle"
    tried = run_without_privilege("support", "--config", str(source), "--output", str(bundle))
    assert (tried.returncode, tried.stderr) == (
        1,
        f"coup: {bundle}: the bundle cannot be written (Permission denied); name one in a folder of your own with"
        " --output\n",
    )


@pytest.mark.parametrize(
    ("number", "cure"),
    [
        (errno.EROFS, "its disk is read-only: mount it writable, or name a folder on another one with --output"),
        (errno.ENOSPC, "make room on its disk"),
        (errno.ENOTDIR, "a part of its path is no folder: name another one with --output"),
        (errno.ENAMETOOLONG, "name another one with --output"),
    ],
)
def test_whatever_is_wrong_with_the_bundle_there_is_a_cure(number: int, cure: str) -> None:
    assert in_words(OSError(number, "as it is"), "--output") == f"(as it is); {cure}"


def test_a_disk_without_room_is_one_line_and_leaves_no_half_bundle(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = Place(tmp_path, "shoe")
    bundle = tmp_path / "bundle"
    with no_room():
        assert main(["support", "--config", str(place.source), "--output", str(bundle)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"coup: {bundle}: the bundle cannot be written (File too large); ")
    assert line.endswith("name another one with --output")
    assert not bundle.exists()


@contextmanager
def no_room() -> Iterator[None]:
    """No file may grow: as on a full disk, but for the system's words."""
    before, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
