"""The doctor looks at a table: one line for each thing, and what to do where it is not as it should be."""

import fcntl
import json
import os
import pty
import sys
import tty
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest

from firmware.cli import main
from firmware.doctor.finding import Finding
from firmware.feed.writer import rebuild
from firmware.identity import program
from firmware.journal.folder import FileStore
from firmware.journal.seal import Seal
from firmware.ledger import Ledger
from firmware.locks import locked_folder
from tests.feed.evening import Evening
from tests.journal.table import Clock, Dealer
from tests.ops.made_up import FILES, PI_4, PI_5, Place
from tests.ops.privilege import NOBODY, run_without_privilege, somebody_elses
from tests.ports.fake_gpio import Board, FakeGpio

DISK = "22 1 179:2 / / rw,noatime - ext4 /dev/mmcblk0p2 rw\n"


@pytest.fixture
def port() -> Iterator[str]:
    """The host's end of a line."""
    shoe, host = pty.openpty()
    tty.setraw(host)
    yield os.ttyname(host)
    os.close(shoe)
    os.close(host)


@pytest.fixture
def place(tmp_path: Path, port: str) -> Place:
    place = Place(tmp_path, port)
    place.manifest.write_text(json.dumps({"files": dict(program().files)}), encoding="utf-8")
    return place


def test_a_table_with_nothing_wrong_has_a_line_for_each_thing_and_each_is_ok(place: Place) -> None:
    found = place.look()
    assert [one for one in found if one.grade != "ok"] == []
    assert {one.check for one in found} >= {
        *("program", "names", "libraries", "configuration", "gpio package", "serial port", "lamps", "journal"),
        *("room, journal", "room, feed", "feed", "control", "clock", "watchdog", "user", "root"),
    }
    assert not (place.folder / "journal").exists(), "the doctor makes no journal"
    assert (place.folder / "lamps.jsonl").read_bytes() == b"", "and lights no lamp"


def test_a_finding_is_one_line_whatever_it_says() -> None:
    assert str(Finding("roles", "bad", "a name\nof two lines")) == "bad   roles          a name of two lines"


# -- the program ---------------------------------------------------------------------------------------------------


def test_a_program_that_is_not_the_installed_one(place: Place) -> None:
    files = {**program().files, "hal/rpi.py": "0" * 64}
    place.manifest.write_text(json.dumps({"files": files}), encoding="utf-8")
    assert "not the program that was installed: hal/rpi.py;" in place.found("program", "bad")


def test_without_a_manifest_nobody_knows(place: Place) -> None:
    place.manifest.unlink()
    assert "nobody knows what was installed" in place.found("program", "note")


def test_another_distribution_with_a_package_of_the_same_name(place: Place) -> None:
    place.owned_by({"firmware": ["shoe-table-controller"], "hal": ["hal", "shoe-table-controller"]})
    said = place.found("names", "bad")
    assert said.startswith("hal brings a package `hal`, too: uninstall it")


@pytest.mark.parametrize(
    ("model", "packages", "says"),
    [
        (PI_5, ["RPi.GPIO"], "uninstall RPi.GPIO and install the extra `pi5`"),
        (PI_5, [], "install the extra `pi5`"),
        (PI_4, [], "install the extra `pi`"),
        (PI_5, ["RPi.GPIO", "rpi-lgpio"], "uninstall RPi.GPIO, then install rpi-lgpio again"),
        (PI_4, ["RPi.GPIO", "rpi-lgpio"], "uninstall rpi-lgpio, then install RPi.GPIO again"),
        ("Some Other Board", ["RPi.GPIO"], 'set [hal] driver = "mock"'),
    ],
)
def test_the_package_for_the_pins_is_the_one_for_this_board(
    tmp_path: Path, port: str, model: str, packages: list[str], says: str
) -> None:
    place = Place(tmp_path, port, "rpi")
    place.packages = dict.fromkeys(packages, "1.0")
    place.put("proc/device-tree/model", model)
    assert says in place.found("gpio package", "bad")


@pytest.mark.parametrize(("model", "package"), [(PI_4, "RPi.GPIO"), (PI_4, "rpi-lgpio"), (PI_5, "rpi-lgpio")])
def test_a_package_that_knows_the_board_is_ok(tmp_path: Path, port: str, model: str, package: str) -> None:
    place = Place(tmp_path, port, "rpi")
    place.packages = {package: "1.0"}
    place.put("proc/device-tree/model", model)
    assert place.found("gpio package", "ok") == f"{package} 1.0 on {model}"


# -- the shoe's port -----------------------------------------------------------------------------------------------


def test_a_shoe_that_is_not_plugged_in(tmp_path: Path) -> None:
    assert "plug the shoe in" in Place(tmp_path, "nowhere").found("serial port", "bad")


def test_a_port_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "shoe").touch()
    assert "not a device; give the path of the shoe's serial port" in Place(tmp_path, "shoe").found(
        "serial port", "bad"
    )


def test_a_port_that_another_process_has(place: Place, port: str) -> None:
    with open(port, "rb", buffering=0) as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        assert "another process has the port" in place.found("serial port", "bad")


def test_a_port_that_is_the_systems_console(tmp_path: Path) -> None:
    (tmp_path / "ttyAMA0").touch()
    (tmp_path / "shoe").symlink_to("ttyAMA0")
    place = Place(tmp_path, "shoe")
    place.put("proc/cmdline", "console=ttyAMA0,115200 console=tty1")
    says = [one.says for one in place.look() if one.check == "serial port" and one.grade == "bad"]
    assert any("switch the serial console off" in line for line in says)


def test_a_login_on_the_port(place: Place, port: str) -> None:
    name = Path(port).name
    place.put("proc/417/cmdline", f"/sbin/agetty\0--noclear\0{name}\0linux\0")
    assert f"systemctl disable --now serial-getty@{name}.service" in place.found("serial port", "bad")


@pytest.mark.parametrize("uart", ["ttyAMA0", "ttyS0", "serial0"])
@pytest.mark.parametrize(
    ("wired", "told"),
    [("gate = 14", "hal.rpi.gate = 14"), ("buttons = { confirm = 15 }", "hal.rpi.buttons.confirm = 15")],
)
def test_lamps_and_buttons_on_the_pins_of_the_shoe_s_port(tmp_path: Path, uart: str, wired: str, told: str) -> None:
    """The configuration cannot tell: there it is called `/dev/shoe`."""
    (tmp_path / uart).touch()
    (tmp_path / "shoe").symlink_to(uart)
    place = Place(tmp_path, "shoe", "rpi")
    place.add(f"{wired}\n")
    says = [one.says for one in place.look() if one.check == "serial port" and one.grade == "bad"]
    (line,) = [line for line in says if told in line]
    assert line.startswith(f"{tmp_path}/shoe is {uart}, the board's own; {told}: the shoe's serial port is on BCM 14")
    assert "allowed: another pin" in line


@pytest.mark.parametrize(
    ("port", "driver", "wired"),
    [("ttyUSB0", "rpi", "gate = 14"), ("ttyAMA0", "mock", "gate = 14"), ("ttyAMA0", "rpi", "gate = 12")],
)
def test_pins_that_nobody_else_has(tmp_path: Path, port: str, driver: str, wired: str) -> None:
    (tmp_path / port).touch()
    (tmp_path / "shoe").symlink_to(port)
    place = Place(tmp_path, "shoe", driver)
    place.add(f"{wired}\n")
    assert not [one for one in place.look() if "the board's own" in one.says]


def test_a_modem_manager_is_worth_a_note(place: Place) -> None:
    place.put("proc/417/cmdline", "/usr/sbin/ModemManager\0")
    assert "systemctl disable --now ModemManager" in place.found("serial port", "note")


# -- lamps and buttons ---------------------------------------------------------------------------------------------


class Forbidden(FakeGpio):
    """Pins of which this user may have none, in RPi.GPIO's own words."""

    def setup(self, *args: object, **more: object) -> None:
        raise RuntimeError("No access to /dev/mem.  Try running as root!")


def test_pins_that_are_free_are_given_back_dark(tmp_path: Path, port: str) -> None:
    board = Board()
    with patch.dict(sys.modules, {"RPi.GPIO": FakeGpio(board)}):
        assert Place(tmp_path, port, "rpi").found("lamps", "ok") == "every pin is free and permitted"
    assert {level for _, level in board.driven} == {0}


def test_a_user_who_is_not_in_the_group_of_the_pins(tmp_path: Path, port: str) -> None:
    with patch.dict(sys.modules, {"RPi.GPIO": Forbidden(Board())}):
        assert "add this user to the group gpio" in Place(tmp_path, port, "rpi").found("lamps", "bad")


def test_a_trace_that_cannot_be_written(place: Place) -> None:
    (place.folder / "lamps.jsonl").mkdir()
    assert "see [hal.mock] trace" in place.found("lamps", "bad")


# -- what is written -----------------------------------------------------------------------------------------------


def test_a_journal_that_can_be_written_and_flushed(place: Place) -> None:
    (place.folder / "journal").mkdir()
    assert "flushed to the disk in" in place.found("journal", "ok")
    assert list((place.folder / "journal").iterdir()) == [], "nothing is left of trying it"


@pytest.mark.parametrize("kind", ["tmpfs", "ramfs"])
def test_a_journal_on_a_ram_disk(place: Place, kind: str) -> None:
    place.put("proc/self/mountinfo", DISK + f"30 22 0:30 / {place.folder} rw - {kind} {kind} rw,size=64k\n")
    assert "a power cut empties" in place.found("journal", "bad")


def test_a_mount_is_found_by_its_folder_and_the_last_one_on_it_counts(place: Place) -> None:
    space = str(place.folder / "a disk").replace(" ", "\\040")
    place.put(
        "proc/self/mountinfo", DISK + f"30 22 0:30 / {space} rw - tmpfs t rw\n31 30 8:1 / {space} ro - ext4 /d rw\n"
    )
    mount = place.machine.mount(place.folder / "a disk/journal")
    assert mount is not None
    assert mount.point == Path("/"), "what is not there is on the disk above it"
    (place.folder / "a disk").mkdir()
    mount = place.machine.mount(place.folder / "a disk/journal")
    assert mount is not None
    assert (mount.kind, mount.writable) == ("ext4", False)


def test_a_journal_on_an_overlay_is_worth_a_note(place: Place) -> None:
    place.put("proc/self/mountinfo", "22 1 0:30 / / rw - overlay overlay rw,lowerdir=/lower,upperdir=/upper\n")
    assert "see that what is written there is on a disk" in place.found("journal", "note")


def test_a_journal_that_was_edited(place: Place) -> None:
    (place.folder / "journal").mkdir()
    (place.folder / "journal/shoe-000001.jsonl").write_bytes(b"{}\n")
    assert "shoe-000001.jsonl, line 1" in place.found("journal", "bad")


def dealt_at(folder: Path, table: str = "BAC-07") -> None:
    """Leave the record of a table, and have it say that the table is called so."""
    dealer = Dealer(FileStore(folder))
    dealer.ledger = Ledger(dealer.store, dealer.driver, Clock(), table_id=table, settings=dealer.settings)
    dealer.start()
    dealer.store.close()


def test_a_journal_of_another_table(place: Place) -> None:
    dealt_at(place.folder / "journal")
    assert place.found("journal", "bad") == (
        "table.id = 'T-1': journal.dir holds the record of table 'BAC-07'; put that id back, or name another folder as"
        " journal.dir"
    )


@pytest.mark.parametrize("left", [b"", b'{"format":1,"shoe":1,"bef'])
def test_a_journal_of_another_table_whose_newest_file_a_power_cut_left_without_a_record(
    place: Place, left: bytes
) -> None:
    dealt_at(place.folder / "journal")
    (place.folder / "journal/shoe-000001.jsonl").write_bytes(left)
    assert "holds the record of table 'BAC-07'" in place.found("journal", "bad")


def test_a_journal_of_another_table_that_has_a_key(place: Place) -> None:
    """Whose it is is told without the key, too."""
    dealer = Dealer(FileStore(place.folder / "journal", Seal(b"secret" * 6)))
    dealer.start()
    dealer.store.close()
    says = [one.says for one in place.look() if (one.check, one.grade) == ("journal", "bad")]
    assert any("holds the record of table 'BAC-07'" in line for line in says)


def test_a_journal_of_this_table(place: Place) -> None:
    dealt_at(place.folder / "journal", "T-1")
    found = [one for one in place.look() if one.check == "journal"]
    assert [one.grade for one in found] == ["ok", "ok"]
    assert found[1].says == "shoe-000000.jsonl: verifies, 1 records"


def fed_by(folder: Path, table: str) -> None:
    rebuild(folder, [(table, moments) for moments in Evening().loaded().cards("2S").shoes])


def test_a_feed_of_this_table(place: Place) -> None:
    fed_by(place.folder / "feed", "T-1")
    assert place.found("feed", "ok").endswith("can be written")


@pytest.mark.parametrize("strangers", [dealt_at, lambda folder: fed_by(folder, "BAC-07")], ids=["journal", "feed"])
def test_a_feed_in_a_folder_that_holds_what_is_another_table_s(place: Place, strangers: Callable[[Path], None]) -> None:
    strangers(place.folder / "feed")
    assert place.found("feed", "bad").endswith(
        "/feed: shoe-000000.jsonl is no feed of table T-1; name another folder as feed.dir"
    )


def test_every_file_beside_the_feed_is_looked_at(place: Place) -> None:
    """The controller looks at the newest ones alone."""
    fed_by(place.folder / "feed", "T-1")
    (place.folder / "feed/shoe-000000.jsonl").write_text("notes\n")
    assert "shoe-000000.jsonl is no feed" in place.found("feed", "bad")


def test_a_feed_in_a_folder_that_another_controller_has(place: Place) -> None:
    (place.folder / "feed").mkdir()
    lock = locked_folder(place.folder / "feed")
    try:
        says = place.found("feed", "bad")
    finally:
        os.close(lock)
    assert says.endswith("feed: another controller writes there; name another folder as feed.dir")
    os.close(locked_folder(place.folder / "feed"))  # the doctor has given it back, and nobody else has it
    assert place.found("feed", "ok")


def test_a_controller_that_runs_has_the_folder_of_its_feed(place: Place) -> None:
    for name in ("journal", "feed"):
        (place.folder / name).mkdir()
    locks = [locked_folder(place.folder / name) for name in ("journal", "feed")]
    try:
        assert place.found("feed", "ok")
    finally:
        for lock in locks:
            os.close(lock)


@pytest.mark.parametrize(("free", "grade"), [(49_000_000, "bad"), (499_000_000, "note"), (500_000_000, "ok")])
def test_room_on_the_disk(place: Place, free: int, grade: str) -> None:
    place.machine = replace(place.machine, free=lambda _: free)
    found = [one for one in place.look() if one.check.startswith("room")]
    assert [one.grade for one in found] == [grade, grade]
    assert all(("make room" in one.says) == (grade != "ok") for one in found)


def test_a_socket_whose_folder_is_not_there(place: Place) -> None:
    place.add('[control]\nsocket = "run/control.sock"\n')
    assert "make this folder, or check [control] socket" in place.found("control", "bad")


def test_a_folder_that_the_system_makes_at_every_start_is_worth_a_note(place: Place) -> None:
    place.add('[control]\nsocket = "/run/coup-of-a-table-that-is-none/control.sock"\n')
    says = place.found("control", "note")
    assert says.startswith("/run/coup-of-a-table-that-is-none: not there yet")
    assert "`systemd-tmpfiles --create coup.conf`" in says


@pytest.mark.parametrize("folder", ["/run/coup-of-a-table-that-is-none/sockets", "/srv/run/coup"])
def test_any_other_folder_is_to_be_made(place: Place, folder: str) -> None:
    place.add(f'[control]\nsocket = "{folder}/control.sock"\n')
    assert f"{folder}: not there: make this folder" in place.found("control", "bad")


def test_secrets_that_others_can_read(place: Place) -> None:
    roles, key = place.folder / "roles.toml", place.folder / "key"
    roles.touch(0o644)
    key.write_bytes(b"secret")
    place.add(f'[journal]\nkey_file = "{key}"\n[authority]\nroles_file = "{roles}"\n')
    assert "600" in place.found("roles", "bad")
    assert "chmod 600" in place.found("journal key", "bad")
    for file in (roles, key):
        file.chmod(0o600)
    assert place.found("roles", "ok")
    assert place.found("journal key", "ok")


# -- the machine ---------------------------------------------------------------------------------------------------


def test_a_clock_in_1970(place: Place) -> None:
    place.machine = replace(place.machine, wall=lambda: "1970-01-01T00:00:12.345Z")
    assert "timedatectl set-time" in place.found("clock", "bad")


def test_a_clock_that_the_network_does_not_keep_right_is_worth_a_note(place: Place) -> None:
    (place.machine.root / "run/systemd/timesync/synchronized").unlink()
    assert "timedatectl" in place.found("clock", "note")


@pytest.mark.parametrize(
    ("main", "drop_in", "armed"),
    [
        ("#RuntimeWatchdogSec=off", "", False),
        ("RuntimeWatchdogSec=15", "", True),
        ("", "RuntimeWatchdogSec=1min", True),
        ("RuntimeWatchdogSec=15", "RuntimeWatchdogSec=0", False),
    ],
)
def test_a_watchdog_that_is_not_armed_is_worth_a_note(place: Place, main: str, drop_in: str, armed: bool) -> None:
    place.put("etc/systemd/system.conf", f"[Manager]\n{main}\n")
    place.put("etc/systemd/system.conf.d/coup.conf", f"[Manager]\n{drop_in}\n")
    if armed:
        assert place.found("watchdog", "ok")
    else:
        assert "RuntimeWatchdogSec=15" in place.found("watchdog", "note")


def test_a_machine_without_a_watchdog_is_worth_a_note(place: Place) -> None:
    (place.machine.root / "dev/watchdog").unlink()
    assert "no /dev/watchdog" in place.found("watchdog", "note")


def test_root_may_do_everything_so_permissions_were_not_tried(place: Place) -> None:
    place.machine = replace(place.machine, user=lambda: 0)
    assert "as the controller's user" in place.found("user", "note")


def test_a_read_only_root_is_fine(place: Place) -> None:
    place.put("proc/self/mountinfo", FILES["proc/self/mountinfo"].replace("rw", "ro"))
    assert place.found("root", "ok") == "the root file system is read-only"


# -- a visit -------------------------------------------------------------------------------------------------------


def test_a_controller_that_runs_keeps_what_it_has(place: Place) -> None:
    (place.folder / "journal").mkdir()
    lock = locked_folder(place.folder / "journal")
    try:
        found = place.look()
    finally:
        os.close(lock)
    notes = {one.check: one.says for one in found if one.grade == "note"}
    assert set(notes) == {"controller", "serial port", "lamps", "journal"}
    assert not (place.folder / "lamps.jsonl").exists()


def test_mistakes_in_the_configuration_are_findings_and_the_rest_is_looked_at_all_the_same(place: Place) -> None:
    place.add("[tabel]\n")
    assert "tabel" in place.found("configuration", "bad")
    assert place.found("clock", "ok")


def test_the_command_exits_1_when_something_is_bad(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = Place(tmp_path, "nowhere").source
    assert main(["doctor", "--config", str(source)]) == 1
    assert any(line.startswith("bad   serial port") for line in capsys.readouterr().out.splitlines())


def test_the_command_prints_documents_and_nothing_else(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["doctor", "--json", "--config", str(place.source)])
    said = capsys.readouterr()
    rows = [json.loads(line) for line in said.out.splitlines()]
    assert {frozenset(row) for row in rows} == {frozenset({"check", "grade", "says"})}
    assert code == any(row["grade"] == "bad" for row in rows)
    assert said.err == ""


def test_whoever_may_not_look_into_the_journal_is_told_as_whom_to_look(tmp_path: Path) -> None:
    source = Place(tmp_path, "nowhere").source
    somebody_elses(tmp_path / "journal")
    looked = run_without_privilege("doctor", "--config", str(source))
    assert looked.returncode == 1
    (line,) = [line for line in looked.stdout.splitlines() if line.startswith("bad   journal")]
    assert f"look as its owner: `sudo -u '#{NOBODY}' coup doctor`" in line
