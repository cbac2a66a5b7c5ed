"""A power cut, at any byte: the table comes back as it was after some record before, and never as anything else."""

import signal
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

from firmware.errors import JournalUnsound
from firmware.journal.audit import verify
from firmware.journal.crew import NoJournal
from firmware.journal.folder import FileStore
from firmware.journal.history import cards, shoes
from firmware.journal.page import Page, name
from firmware.journal.replay import replay
from firmware.journal.seal import PLAIN
from tests.journal.recording import Recording
from tests.journal.table import Dealer, QuickDisk

ROOT = Path(__file__).parents[2]
NOTHING = b""
NULS = b"\0" * 700


def read(raw: bytes) -> Page:
    page = Page(BytesIO(raw), "shoe-000001.jsonl", PLAIN)
    for _ in page.bodies():
        pass
    return page


@pytest.mark.parametrize("tail", [NOTHING, b"\0", NULS], ids=["cut", "a NUL", "NULs"])
def test_cut_at_every_byte_of_three_rounds_the_lines_before_hold(three: tuple[Path, Dealer], tail: bytes) -> None:
    recording = Recording(three[0] / "shoe-000001.jsonl")
    for place in range(len(recording.raw)):
        page = recording.cut(place, tail)
        assert page.lines == recording.line(place) - 1
        assert page.torn == len(recording.raw[:place].rpartition(b"\n")[2] + tail)


def test_cut_at_2000_bytes_of_a_whole_shoe_the_lines_before_hold(whole: tuple[Path, Dealer]) -> None:
    recording, random = Recording(whole[0] / "shoe-000001.jsonl"), Random(1)
    for place in (random.randrange(len(recording.raw)) for _ in range(2000)):
        assert recording.cut(place).lines == recording.line(place) - 1


@pytest.mark.parametrize("tail", [NOTHING, NULS], ids=["cut", "NULs"])
def test_after_a_cut_the_table_is_as_after_the_last_whole_record(
    tmp_path: Path, three: tuple[Path, Dealer], tail: bytes
) -> None:
    folder, dealer = three
    first, raw = ((folder / f"shoe-00000{shoe}.jsonl").read_bytes() for shoe in (0, 1))
    before = first.count(b"\n") - 1
    line_ends = [place + 1 for place, byte in enumerate(raw) if byte == ord("\n")]
    cuts = {end + off for end in line_ends for off in (-60, -1, 0, 1, 60)} | {0, 1}
    for cut in sorted(cut for cut in cuts if cut < len(raw)):
        left = raw[:cut] + tail
        (tmp_path / "shoe-000000.jsonl").write_bytes(first)
        (tmp_path / "shoe-000001.jsonl").write_bytes(left)
        again = Dealer(FileStore(tmp_path, disk=QuickDisk()))
        gone = again.ledger.open()
        whole = max(0, raw[:cut].count(b"\n") - 1)
        assert again.table == dealer.tables[before + whole - 1]
        held = len(left) - gone
        assert held == (raw.rindex(b"\n", 0, cut) + 1 if whole else 0), "what was cut off is told, to the byte"
        again.start_again()
        assert verify(tmp_path).torn == 0
        again.ledger.close()


def test_after_any_record_of_whole_shoes_a_restart_finds_table_and_link_as_they_were(
    tmp_path: Path, whole: tuple[Path, Dealer]
) -> None:
    folder, dealer = whole
    files = [path.read_bytes().splitlines(keepends=True) for path in sorted(folder.iterdir())]
    random = Random(3)
    for life in range(15):
        shoe = random.randrange(1, len(files))
        records = random.randrange(1, len(files[shoe]))
        here = tmp_path / str(life)
        here.mkdir()
        (here / name(shoe - 1)).write_bytes(b"".join(files[shoe - 1]))
        (here / name(shoe)).write_bytes(b"".join(files[shoe][: records + 1]))
        again = Dealer(FileStore(here), edition="nz-midi-1996", style="B", burn="first-card")
        assert again.ledger.open() == 0
        after = sum(len(lines) - 1 for lines in files[:shoe]) + records - 1
        assert again.table == dealer.tables[after]
        assert again.driver.memory() == dealer.memories[after]


def test_a_first_file_that_never_began_is_none(tmp_path: Path, three: tuple[Path, Dealer]) -> None:
    raw = (three[0] / "shoe-000000.jsonl").read_bytes()
    for cut in (0, 1, 500, raw.index(b"\n"), raw.index(b"\n") + 1, raw.index(b"\n") + 100):
        (tmp_path / "shoe-000000.jsonl").write_bytes(raw[:cut])
        with pytest.raises(NoJournal, match="no shoe was begun"):
            verify(tmp_path)
        store = FileStore(tmp_path)
        assert store.open() is None
        store.close()
        assert not list(tmp_path.iterdir())


def test_a_line_whose_middle_never_reached_the_disk_is_cut_off(three: tuple[Path, Dealer]) -> None:
    raw = (three[0] / "shoe-000001.jsonl").read_bytes()
    last = raw.rindex(b"\n", 0, -1) + 1
    page = read(raw[:last] + b"\0" * 60 + raw[last + 60 :])
    assert (page.size, page.torn) == (last, len(raw) - last)


@pytest.mark.parametrize("more", [b" ", b"\x0b", b"{}", b"\0\n"])
def test_what_goes_on_after_the_last_hash_was_left_by_nobody(three: tuple[Path, Dealer], more: bytes) -> None:
    raw = (three[0] / "shoe-000001.jsonl").read_bytes()
    with pytest.raises(JournalUnsound, match=f"line {raw.count(bytes([10]))}: "):
        read(raw[:-1] + more)


@pytest.mark.parametrize("more", [b"garbage", b"\xff", b'{"n":18,"wall"', b'{"format":1', b"\0x", b'{"n":17,\0"wall'])
def test_an_unfinished_line_is_cut_off_whatever_it_holds(three: tuple[Path, Dealer], more: bytes) -> None:
    raw = (three[0] / "shoe-000001.jsonl").read_bytes()
    page = read(raw + more)
    assert (page.size, page.torn) == (len(raw), len(more))


def test_a_line_in_the_middle_that_is_all_nuls_is_no_power_cut(three: tuple[Path, Dealer]) -> None:
    lines = (three[0] / "shoe-000001.jsonl").read_bytes().splitlines(keepends=True)
    lines[4] = b"\0" * (len(lines[4]) - 1) + b"\n"
    with pytest.raises(JournalUnsound, match="line 5: "):
        read(b"".join(lines))


ENDLESS = """
import sys
from pathlib import Path
from firmware.journal.folder import FileStore
from tests.journal.recording import Recording
from tests.journal.table import BOOT, Dealer

dealer = Dealer(FileStore(Path(sys.argv[1])), seed=int(sys.argv[2]), inventory=False, cutting_cards=0)
dealer.start()
dealer.seq = dealer.driver.memory().boots[-1][1] if dealer.driver.memory().boots else 0
while True:
    dealer.shuffle()
    if dealer.table.behind == "shuffle":
        dealer.loaded()
    dealer.round()
    print(dealer.seq, flush=True)
"""


def test_killed_while_it_deals_it_has_every_card_once_and_in_order(tmp_path: Path) -> None:
    random, folder = Random(5), tmp_path / "journal"
    for life in range(3):
        words = [sys.executable, "-c", ENDLESS, str(folder), str(life)]
        with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as dealing:
            assert dealing.stdout
            said = [dealing.stdout.readline() for _ in range(random.randrange(3, 12))]
            dealing.send_signal(signal.SIGKILL)
        assert verify(folder).records == replay(folder)
        dealt = [card["seq"] for shoe in shoes(folder) for card in cards(shoe)]
        assert dealt == sorted(set(dealt))
        assert dealt[-1] >= int(said[-1])
