"""Whatever is done to a journal afterwards is found, and the first place of it is named."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from firmware.errors import JournalUnsound
from firmware.journal import crew
from firmware.journal.audit import verify
from firmware.journal.crew import NoJournal
from firmware.journal.folder import FileStore
from tests.journal.recording import Recording
from tests.journal.table import Dealer, QuickDisk, dealt_in, three_rounds

SHOES = tuple(f"shoe-{shoe:06}.jsonl" for shoe in range(4))


@pytest.fixture
def folder(tmp_path: Path, whole: tuple[Path, Dealer]) -> Path:
    return Path(shutil.copytree(whole[0], tmp_path / "journal"))


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


class TestABit:
    def test_any_of_three_rounds_flipped_is_found_in_its_line(self, three: tuple[Path, Dealer]) -> None:
        recording = Recording(three[0] / SHOES[1])
        for place in range(len(recording.raw)):
            line = recording.line(place)
            for bit in range(8):
                assert recording.flipped(place, bit).startswith(f"shoe, line {line}: "), (place, bit)

    def test_20000_of_a_whole_shoe_flipped_are_found_in_their_lines(self, whole: tuple[Path, Dealer]) -> None:
        recording, random = Recording(whole[0] / SHOES[2]), Random(2)
        for _ in range(20_000):
            place = random.randrange(len(recording.raw))
            said = recording.flipped(place, random.randrange(8))
            assert said.startswith(f"shoe, line {recording.line(place)}: ")

    @pytest.mark.parametrize("at", [0.0, 0.3, 0.7, 1.0])
    def test_names_file_and_line_among_all_files(self, folder: Path, at: float) -> None:
        path = folder / SHOES[2]
        raw = bytearray(path.read_bytes())
        place = int(at * (len(raw) - 1))
        raw[place] ^= 4
        path.write_bytes(raw)
        line = bytes(raw[:place]).count(b"\n") + 1
        with pytest.raises(JournalUnsound, match=f"^{SHOES[2]}, line {line}: "):
            verify(folder)


class TestALine:
    def found(self, path: Path, lines: list[bytes]) -> str:
        path.write_bytes(b"".join(lines))
        with pytest.raises(JournalUnsound) as caught:
            verify(path)
        return str(caught.value)

    def test_any_removed_repeated_or_swapped_is_found_at_its_place(
        self, tmp_path: Path, three: tuple[Path, Dealer]
    ) -> None:
        lines = lines_of(three[0] / SHOES[1])
        path = tmp_path / SHOES[1]
        for place, line in enumerate(lines):
            before, after = lines[:place], lines[place + 1 :]
            assert self.found(path, [*before, line, line, *after]).startswith(f"{path.name}, line {place + 2}:")
            if after:
                assert self.found(path, [*before, *after]).startswith(f"{path.name}, line {place + 1}:")
                swapped = [*before, after[0], line, *after[1:]]
                assert self.found(path, swapped).startswith(f"{path.name}, line {place + 1}:")

    def test_off_the_end_of_a_file_is_found_by_the_file_after_it(self, folder: Path) -> None:
        (folder / SHOES[1]).write_bytes(b"".join(lines_of(folder / SHOES[1])[:-1]))
        with pytest.raises(JournalUnsound, match=f"{SHOES[2]}, line 1: it does not follow the last line of {SHOES[1]}"):
            verify(folder)

    def test_off_the_end_of_all_is_found_by_the_head(self, folder: Path, whole: tuple[Path, Dealer]) -> None:
        head = whole[1].store.head
        verify(folder, head=head)
        lines = lines_of(folder / SHOES[3])
        (folder / SHOES[3]).write_bytes(b"".join(lines[:-1]))
        verify(folder)
        with pytest.raises(JournalUnsound, match=f"{SHOES[3]}, line {len(lines)}: missing"):
            verify(folder, head=head)

    def test_unfinished_is_a_power_cut_in_the_newest_file_and_nowhere_else(self, folder: Path) -> None:
        lines = lines_of(folder / SHOES[3])
        (folder / SHOES[3]).write_bytes(b"".join(lines)[:-40])
        assert verify(folder).torn == len(lines[-1]) - 40
        lines = lines_of(folder / SHOES[2])
        (folder / SHOES[2]).write_bytes(b"".join(lines)[:-40])
        with pytest.raises(JournalUnsound, match=f"{SHOES[2]}, line {len(lines)}: unfinished"):
            verify(folder)

    def test_without_end_is_given_up(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("firmware.journal.page.LONGEST_LINE", 1000)
        path = tmp_path / SHOES[0]
        path.write_bytes(b"x" * 10_000)
        with pytest.raises(JournalUnsound, match="line 1: "):
            verify(path)


class TestAFile:
    def test_each_by_itself_and_all_together_are_sound(self, folder: Path) -> None:
        verdict = verify(folder)
        assert verdict.files == 4
        assert verdict.records == sum(verify(folder / name).records for name in SHOES)

    @pytest.mark.parametrize("swapped", [(0, 1), (1, 2), (2, 3), (1, 3)])
    def test_in_place_of_another_is_found(self, folder: Path, swapped: tuple[int, int]) -> None:
        one, other = (folder / SHOES[shoe] for shoe in swapped)
        raw = one.read_bytes()
        one.write_bytes(other.read_bytes())
        other.write_bytes(raw)
        with pytest.raises(JournalUnsound, match=f"{one.name}, line 1: it begins the file {other.name}"):
            verify(folder)

    @pytest.mark.parametrize("shoe", [0, 1, 2])
    def test_missing_is_found(self, folder: Path, shoe: int) -> None:
        (folder / SHOES[shoe]).unlink()
        with pytest.raises(JournalUnsound, match=f"{SHOES[shoe + 1]}, line 1: "):
            verify(folder)

    def test_of_another_table_is_found(self, folder: Path, tmp_path: Path) -> None:
        dealt_in(tmp_path / "other", three_rounds, seed=99)
        shutil.copy(tmp_path / "other" / SHOES[1], folder / SHOES[1])
        with pytest.raises(JournalUnsound, match=f"{SHOES[1]}, line 1: it does not follow"):
            verify(folder)

    def test_at_the_end_is_missed_by_the_head_alone(self, folder: Path, whole: tuple[Path, Dealer]) -> None:
        (folder / SHOES[3]).unlink()
        verify(folder)
        with pytest.raises(JournalUnsound, match=f"{SHOES[2]}, line \\d+: missing"):
            verify(folder, head=whole[1].store.head)

    def test_the_first_that_is_wrong_is_named(self, folder: Path) -> None:
        for name in (SHOES[3], SHOES[1]):
            (folder / name).write_bytes((folder / name).read_bytes().replace(b"KH", b"9H"))
        with pytest.raises(JournalUnsound, match=f"^{SHOES[1]}, "):
            verify(folder)

    @pytest.mark.parametrize("raw", [b"no journal", b"no journal\n", b"\n", b"{}\n", b"null", b"\xff\xfe"])
    def test_of_something_else_is_found(self, tmp_path: Path, raw: bytes) -> None:
        (tmp_path / "notes").write_bytes(raw)
        with pytest.raises(JournalUnsound, match="notes, line 1: "):
            verify(tmp_path / "notes")

    def test_that_is_none_is_told_in_one_line(self, tmp_path: Path) -> None:
        with pytest.raises(NoJournal, match="no file of a journal"):
            verify(tmp_path)
        for path in (tmp_path / "missing.jsonl", Path(os.devnull) / "file"):
            with pytest.raises(NoJournal, match="cannot be read"):
                verify(path)


class TestTheHeadThatIsTold:
    def test_is_that_of_the_last_closed_shoe(self, folder: Path) -> None:
        name, head = verify(folder).closed or ("", "")
        assert name == SHOES[2]
        assert lines_of(folder / SHOES[2])[-1].endswith(b'"%s"}\n' % head.encode())
        verify(folder, head=head)

    def test_is_none_while_the_only_shoe_is_open(self, folder: Path) -> None:
        assert verify(folder / SHOES[3]).closed is None


def test_many_files_are_shared_out_and_the_first_wrong_one_is_still_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "WORTH_A_PROCESS", 1)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    told: list[tuple[int, int]] = []
    assert verify(folder, progress=lambda *done: told.append(done)).files == 4
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    for name in (SHOES[3], SHOES[1]):
        (folder / name).write_bytes((folder / name).read_bytes().replace(b"KH", b"9H"))
    with pytest.raises(JournalUnsound, match=f"^{SHOES[1]}, "):
        verify(folder)


@pytest.mark.parametrize("spoil", [lambda raw: raw[: len(raw) // 2], lambda raw: b""])
def test_a_shoe_that_never_began_ends_a_journal_that_is_sound(
    folder: Path, spoil: Callable[[bytes], bytes], whole: tuple[Path, Dealer]
) -> None:
    header = lines_of(folder / SHOES[3])[0]
    (folder / SHOES[3]).write_bytes(spoil(header))
    verdict = verify(folder)
    assert (verdict.files, verdict.torn) == (3, len(spoil(header)))
    dealer = Dealer(FileStore(folder, disk=QuickDisk()), edition="nz-midi-1996", style="B", burn="first-card")
    dealer.start()
    assert dealer.table.standing.shoe == 2
