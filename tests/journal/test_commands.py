"""`coup journal`: what its commands print, and with which exit code they end."""

import csv
import json
import os
import shutil
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from firmware.cli import main
from firmware.journal.audit import verify
from firmware.journal.folder import FileStore
from firmware.journal.seal import Seal
from firmware.locks import locked_folder
from tests.journal.table import Dealer, QuickDisk, dealt_in, three_rounds

ROUND_KEYS = [
    *("shoe", "round", "player", "banker", "winner", "player_count", "banker_count"),
    *("natural", "void_hand", "final", "corrected"),
]
COMMANDS = ["show", "verify", "replay", "export", "report"]
CARD_KEYS = ["n", "card", "boot", "seq", "source"]


class Coup:
    """The program, called in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: object) -> tuple[int, list[str], list[str]]:
        code = main(["journal", *map(str, words)])
        said = self._capsys.readouterr()
        return code, said.out.splitlines(), said.err.splitlines()

    def json(self, *words: object) -> list[dict[str, Any]]:
        code, out, err = self(*words, "--json")
        assert (code, err) == (0, [])
        return [json.loads(line) for line in out]


@pytest.fixture
def coup(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Coup:
    monkeypatch.delenv("COUP_CONFIG", raising=False)
    return Coup(capsys)


@pytest.fixture
def folder(tmp_path: Path, three: tuple[Path, Dealer]) -> Path:
    return Path(shutil.copytree(three[0], tmp_path / "journal"))


@pytest.fixture
def spoilt(folder: Path) -> Path:
    path = folder / "shoe-000001.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"seq":3', b'"seq":4'))
    return folder


@pytest.mark.parametrize("at", ["", "shoe-000001.jsonl"])
@pytest.mark.parametrize("command", COMMANDS)
def test_each_takes_a_folder_and_a_file_and_finds_a_sound_one_sound(
    coup: Coup, folder: Path, command: str, at: str
) -> None:
    code, out, err = coup(command, folder / at)
    assert (code, err) == (0, [])
    assert out


@pytest.mark.parametrize("command", COMMANDS)
def test_each_finds_what_is_not_sound_in_one_line(coup: Coup, spoilt: Path, command: str) -> None:
    code, _, err = coup(command, spoilt)
    assert code == 1
    assert err == ["coup: shoe-000001.jsonl, line 4: its hash does not fit it and the line before"]


@pytest.mark.timeout(20)
@pytest.mark.parametrize(("command", "code"), [(each, int(each in ("verify", "replay"))) for each in COMMANDS])
def test_each_takes_a_pipe_that_nobody_writes_into_for_a_file_with_nothing_in_it(
    coup: Coup, folder: Path, command: str, code: int
) -> None:
    (folder / "shoe-000000.jsonl").unlink()
    os.mkfifo(folder / "shoe-000000.jsonl")
    assert coup(command, folder)[0] == code


@pytest.mark.parametrize("command", COMMANDS)
def test_each_says_what_is_missing(coup: Coup, tmp_path: Path, command: str) -> None:
    code, _, (said,) = coup(command, tmp_path / "nothing")
    assert code == 2
    assert "does not exist" in said
    code, _, (said,) = coup(command, tmp_path)
    assert code == 1
    assert "no file of a journal" in said
    code, _, (said,) = coup(command, tmp_path / ("x" * 300))
    assert code == 1
    assert "cannot be read (File name too long)" in said
    code, _, (said,) = coup(command)
    assert code == 2


class TestShow:
    def test_rounds_as_json_have_these_keys(self, coup: Coup, folder: Path) -> None:
        rows = coup.json("show", folder)
        assert [row["round"] for row in rows] == [1, 2, 3]
        assert {tuple(row) for row in rows} == {tuple(ROUND_KEYS)}

    def test_cards_as_json_have_these_keys(self, coup: Coup, folder: Path) -> None:
        rows = coup.json("show", "--cards", folder)
        assert [row["n"] for row in rows] == list(range(1, len(rows) + 1))
        assert {tuple(row) for row in rows} == {tuple(CARD_KEYS)}

    def test_tables_are_for_people(self, coup: Coup, folder: Path) -> None:
        _, out, _ = coup("show", folder)
        assert any("Shoe 1" in line for line in out)
        assert sum(" player " in line or " banker " in line or " tie " in line for line in out) >= 3
        _, out, _ = coup("show", "--cards", folder)
        assert any("1F3A9C04 2" in line for line in out)


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize("what", ["a file", "a folder", "a device"])
def test_where_no_shoe_was_begun_nothing_is_proved(coup: Coup, tmp_path: Path, command: str, what: str) -> None:
    (tmp_path / "shoe-000000.jsonl").touch()
    path = {"a file": tmp_path / "shoe-000000.jsonl", "a folder": tmp_path, "a device": Path("/dev/null")}[what]
    said = f"coup: {path}: no shoe was begun in it: there is nothing to prove"
    assert coup(command, path) == (1, [], [said])


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_first_file_that_is_gone_is_missed(coup: Coup, folder: Path, command: str) -> None:
    (folder / "shoe-000000.jsonl").unlink()
    said = "coup: shoe-000001.jsonl, line 1: what it follows is missing, and not on record as removed"
    assert coup(command, folder) == (1, [], [said])


class TestVerify:
    def test_tells_no_head_of_the_open_shoe(self, coup: Coup, folder: Path, three: tuple[Path, Dealer]) -> None:
        head = three[1].store.head
        _, out, _ = coup("verify", folder)
        assert out[0] == f"sound: 2 shoes, {len(three[1].tables)} records"
        assert "shoe-000000.jsonl is closed" in out[1]
        everything = [
            line for command in ("show", "report", "export", "replay", "verify") for line in coup(command, folder)[1]
        ]
        assert head not in "\n".join(everything)

    def test_notes_what_a_power_cut_left(self, coup: Coup, folder: Path) -> None:
        with (folder / "shoe-000001.jsonl").open("ab") as file:
            file.write(b'{"n":17,"wa')
        code, out, _ = coup("verify", folder)
        assert code == 0
        assert "an unfinished last line of 11 bytes" in out[1]

    def test_with_a_head_proves_the_end(self, coup: Coup, folder: Path, three: tuple[Path, Dealer]) -> None:
        head = three[1].store.head
        assert coup("verify", folder, "--head", head.upper())[0] == 0
        code, _, (said,) = coup("verify", folder, "--head", "0" * 64)
        assert code == 1
        assert said.startswith("coup: shoe-000001.jsonl, line 18: missing")
        for none in ("abc", "", " "):
            code, _, (said,) = coup("verify", folder, "--head", none)
            assert code == 2
            assert "64 hexadecimal digits" in said


class TestAKey:
    @pytest.fixture
    def keyed(self, tmp_path: Path) -> Path:
        (tmp_path / "key").touch(mode=0o600)
        (tmp_path / "key").write_bytes(b"the casino's")
        dealer = Dealer(FileStore(tmp_path / "journal", Seal(b"the casino's"), disk=QuickDisk()))
        dealer.start()
        three_rounds(dealer)
        dealer.ledger.close()
        return tmp_path

    @pytest.mark.parametrize("command", COMMANDS)
    def test_is_named_by_itself_or_by_the_configuration(
        self, coup: Coup, keyed: Path, command: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        lines = ["[table]", 'id = "T"', 'edition = "nz-mini-1996"', "[hal]", 'driver = "mock"']
        (keyed / "table.toml").write_text("\n".join([*lines, "[journal]", 'key_file = "key"']))
        assert coup(command, keyed / "journal", "--key", keyed / "key")[0] == 0
        assert coup(command, keyed / "journal", "--config", keyed / "table.toml")[0] == 0
        monkeypatch.setenv("COUP_CONFIG", str(keyed / "table.toml"))
        assert coup(command, keyed / "journal")[0] == 0

    def test_that_is_not_named_is_asked_for(self, coup: Coup, keyed: Path) -> None:
        code, _, (said,) = coup("verify", keyed / "journal")
        assert code == 1
        assert said.endswith("line 1: its hashes were made with a key; name the key's file with --key")

    def test_that_is_none_is_one_line(self, coup: Coup, keyed: Path) -> None:
        (keyed / "key").chmod(0o644)
        code, _, (said,) = coup("verify", keyed / "journal", "--key", keyed / "key")
        assert code == 2
        assert "chmod 600" in said
        code, _, (said,) = coup("verify", keyed / "journal", "--key", keyed)
        assert code == 2
        assert "Is a directory; name the file" in said


def test_replay_says_how_much_agrees(coup: Coup, folder: Path, three: tuple[Path, Dealer]) -> None:
    assert coup("replay", folder) == (0, [f"{len(three[1].tables)} records played again: all as on record"], [])


def test_export_is_csv_that_says_the_same_as_show(coup: Coup, folder: Path) -> None:
    _, out, _ = coup("export", "--csv", folder)
    table = list(csv.DictReader(StringIO("\n".join(out))))
    for row, shown in zip(table, coup.json("show", folder), strict=True):
        assert list(row) == ROUND_KEYS
        assert row["player"].split() == shown["player"]
        assert row["banker"].split() == shown["banker"]
        assert (row["winner"], row["natural"]) == (shown["winner"], json.dumps(shown["natural"]))


def test_report_is_for_people_and_for_programs(coup: Coup, tmp_path: Path) -> None:
    def deal(dealer: Dealer) -> None:
        three_rounds(dealer)
        dealer.card("??")
        dealer.decide("void_round", role="supervisor")
        dealer.press()

    dealt_in(tmp_path, deal)
    _, out, _ = coup("report", tmp_path / "shoe-000001.jsonl")
    assert out[0].startswith("Shoe 1 of table BAC-07, nz-mini-1996, begun 2026-11-30T12:00:")
    assert "  decided        1 x void_round (unread_card) by Ann, supervisor" in out
    (found,) = coup.json("report", tmp_path / "shoe-000001.jsonl")
    assert found["irregularities"] == {"unread_card": 1}
    assert found["closed"] is False


def test_ten_files_are_ten_files(coup: Coup, tmp_path: Path) -> None:
    def deal(dealer: Dealer) -> None:
        for _ in range(9):
            three_rounds(dealer)
            dealer.decide("reshuffle")

    dealt_in(tmp_path, deal)
    assert verify(tmp_path).files == 10
    assert len(coup.json("report", tmp_path)) == 10
    assert len(coup.json("show", tmp_path)) == 27


def test_the_feed_is_written_anew_from_the_journal(coup: Coup, folder: Path, tmp_path: Path) -> None:
    feed = tmp_path / "feed"
    assert coup("feed", folder, feed) == (0, [], [])
    lines = {page.name: page.read_bytes().splitlines() for page in feed.iterdir()}
    assert lines.keys() == {file.name for file in folder.iterdir()}
    told = [json.loads(line) for page in lines.values() for line in page]
    assert all(line["table"] == "BAC-07" for line in told)
    rounds = [closed["round"] for line in told for closed in line["closed"]]
    assert len(rounds) == len(coup.json("show", folder))
    (feed / "shoe-000001.jsonl").unlink()
    assert coup("feed", folder, feed) == (0, [], [])
    assert {page.name: page.read_bytes().splitlines() for page in feed.iterdir()} == lines


def test_the_feed_is_not_written_anew_beside_a_controller(coup: Coup, folder: Path, tmp_path: Path) -> None:
    feed = tmp_path / "feed"
    feed.mkdir()
    held = locked_folder(feed)
    try:
        code, out, (said,) = coup("feed", folder, feed)
    finally:
        os.close(held)
    assert (code, out) == (1, [])
    assert "another controller writes there; stop it" in said
    assert not list(feed.iterdir())


def test_no_feed_is_made_of_what_is_not_sound(coup: Coup, spoilt: Path, tmp_path: Path) -> None:
    code, _, err = coup("feed", spoilt, tmp_path / "feed")
    assert code == 1
    assert err == ["coup: shoe-000001.jsonl, line 4: its hash does not fit it and the line before"]
