"""A controller that cannot start, and the doctor who is asked why: one clear line each, which names the cure."""

import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ops.privilege import NOBODY, run_without_privilege, somebody_elses
from tests.whole.disks import small_disk
from tests.whole.room import CONFIG, PLACES, ROOT, room

PIN_CONFIG = """
[hal.rpi]
lamps = { deal = 17, stop = 27 }
unwired = ["player_draw", "banker_draw", "player_stand", "banker_stand", "natural", "player_wins", "banker_wins",
  "tie", "last_hand", "shuffle", "void_hand", "supervisor", "fault"]
"""
FORBIDDEN = """
BCM = IN = OUT = PUD_UP = 1
def setwarnings(flag): pass
def setmode(mode): pass
def setup(*args, **more): raise RuntimeError("No access to /dev/mem.  Try running as root!")
"""
TOO_OLD = 'raise RuntimeError("Cannot determine SOC peripheral base address")'
LONG_AGO = """
from hal.system_clock import SystemClock
SystemClock.wall = lambda self: "1970-01-01T00:00:12.345Z"
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(CONFIG.format(**PLACES), encoding="utf-8")
    return path


def run(config: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "firmware", "run", "--config", str(config)]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False, timeout=50
    )


def told(ended: subprocess.CompletedProcess[str]) -> str:
    """Return the one line of a controller that did not start."""
    assert (ended.returncode, ended.stdout) == (1, "")
    (line,) = [line for line in ended.stderr.splitlines() if "plug the shoe in" not in line]
    return line


def found(config: Path, check: str) -> list[str]:
    """Return what the doctor says is bad with one thing, and see that he leaves nothing behind."""
    looked = run_doctor(config)
    assert looked.returncode == 1, looked.stderr
    return [line for line in looked.stdout.splitlines() if line.startswith(f"bad   {check}")]


def run_doctor(config: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "firmware", "doctor", "--config", str(config)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


# -- permissions ---------------------------------------------------------------------------------------------------


def test_a_journal_that_is_another_users(config: Path) -> None:
    somebody_elses(config.parent / "journal")
    line = told(run_without_privilege("run", "--config", str(config)))
    assert line.endswith("the journal cannot be used (Permission denied); give it to the controller's user (`chown`)")


def test_a_socket_in_a_folder_that_is_another_users(config: Path) -> None:
    somebody_elses(config.parent / "run")
    config.write_text(config.read_text().replace("control.sock", "run/control.sock"))
    line = told(run_without_privilege("run", "--config", str(config)))
    assert line.endswith("no socket can be made here (Permission denied); check its folder")


def test_a_port_that_this_user_may_not_open(config: Path) -> None:
    somebody_elses(config.parent / "aside")
    shoe, host = pty.openpty()
    try:
        os.chown(os.ttyname(host), NOBODY, NOBODY)
        (config.parent / "shoe").symlink_to(os.ttyname(host))
        line = told(run_without_privilege("run", "--config", str(config)))
        looked = run_without_privilege("doctor", "--config", str(config))
    finally:
        os.close(shoe)
        os.close(host)
    assert "add this user to the group of the device (dialout)" in line
    assert "bad   serial port" in looked.stdout
    assert "add this user to the group of the device (dialout)" in looked.stdout


def only_anothers(file: Path) -> str:
    """Make a file that another user alone may read, and return its path."""
    os.chown(file, NOBODY, NOBODY)
    file.chmod(0o600)
    return str(file)


def test_a_configuration_that_this_user_may_not_read(config: Path) -> None:
    somebody_elses(config.parent / "aside")
    path = only_anothers(config)
    for command in ("run", "check", "status"):
        ended = run_without_privilege(command, "--config", path)
        assert (ended.returncode, ended.stderr) == (
            2,
            f"coup: {path}: Permission denied: add this user to the group of the file (coup) and log in again, or name"
            " a configuration file that can be read\n",
        )


@pytest.mark.parametrize(
    "named", ['[authority]\nroles_file = "secret"', 'key_file = "secret"'], ids=["roles", "the journal's key"]
)
def test_roles_and_a_key_that_this_user_may_not_read(config: Path, named: str) -> None:
    somebody_elses(config.parent / "aside")
    config.write_text(config.read_text().replace("[feed]", f"{named}\n[feed]"))
    secret = config.parent / "secret"
    secret.touch()
    path = only_anothers(secret)
    for command in ("run", "check"):
        ended = run_without_privilege(command, "--config", str(config))
        cure = "cannot be read (Permission denied); give it to the controller's user (`chown`)"
        assert (ended.returncode, ended.stderr) == (2, f"coup: {path}: {cure}\n")


def test_a_record_that_this_user_may_not_look_at(config: Path) -> None:
    journal = config.parent / "journal"
    somebody_elses(journal)
    file = config.parent / "shoe-000001.jsonl"
    file.touch()
    for path in (str(journal), only_anothers(file)):
        ended = run_without_privilege("journal", "verify", path)
        said = (ended.stdout + ended.stderr).splitlines()
        assert ended.returncode == 1
        assert said[-1].endswith(f"{path}: cannot be read (Permission denied); look as its owner, or with `sudo`")


# -- files ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "named", ['[authority]\nroles_file = "nowhere"', 'key_file = "nowhere"'], ids=["roles", "the journal's key"]
)
def test_a_file_that_is_not_there_is_told_before_anything_is_claimed_or_said_of_the_shoe(
    config: Path, named: str
) -> None:
    config.write_text(config.read_text().replace("[feed]", f"{named}\n[feed]"))
    ended = run(config)
    assert (ended.returncode, ended.stdout) == (2, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith(f"coup: {config.parent / 'nowhere'}: ")
    assert "No such file or directory" in line
    assert [file.name for file in config.parent.iterdir()] == [config.name]


@pytest.mark.parametrize("command", ["check", "run"])
@pytest.mark.parametrize("made", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")], ids=["a pipe", "a device"])
def test_a_configuration_that_is_no_file_is_waited_for_by_nobody(
    command: str, made: Callable[[Path], None], tmp_path: Path
) -> None:
    config = tmp_path / "table.toml"
    made(config)
    words = [sys.executable, "-m", "firmware", command, "--config", str(config)]
    ended = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, timeout=50)
    line = f"coup: {config}: this is no file: name a configuration file that can be read\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", line)


# -- pins ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("module", "cure"),
    [(FORBIDDEN, "add this user to the group gpio"), (TOO_OLD, "uninstall RPi.GPIO and install the extra `pi5`")],
    ids=["no group", "a Raspberry Pi 5 with RPi.GPIO"],
)
def test_pins_that_cannot_be_had(config: Path, module: str, cure: str) -> None:
    config.write_text(config.read_text().replace('driver = "mock"', 'driver = "rpi"') + PIN_CONFIG)
    package = config.parent / "packages/RPi"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "GPIO.py").write_text(module, encoding="utf-8")
    assert cure in told(run(config, PYTHONPATH=f"{package.parent}:{ROOT}"))


# -- another table -------------------------------------------------------------------------------------------------


def test_a_table_that_was_renamed_and_finds_its_record_under_the_name_before(tmp_path: Path) -> None:
    with room(tmp_path) as table:
        table.start()
        assert table.end() == 0
        before = files_in(table.journal)
        table.config.write_text(table.config.read_text().replace('id = "ROOM-1"', 'id = "ROOM-2"'))
        ended = run(table.config)
        line = (
            "table.id = 'ROOM-2': journal.dir holds the record of table 'ROOM-1'; put that id back, or name another"
            " folder as journal.dir"
        )
        assert (ended.returncode, ended.stderr) == (2, f"coup: {line}\n")
        assert [told.endswith(line) for told in found(table.config, "journal")] == [True]
        assert files_in(table.journal) == before


def test_a_feed_that_is_named_as_the_journal_of_another_table(tmp_path: Path) -> None:
    """Table A was stopped, and B has A's journal for its feed: A's record is as it was, and B deals."""
    folders = tmp_path / "A", tmp_path / "B"
    for folder in folders:
        folder.mkdir()
    with room(folders[0]) as a:
        a.start()
        a.happen("LOADED", "CARD,2S")
        assert a.end() == 0
        before = files_in(a.journal)
        with room(folders[1], feed=str(a.journal)) as b:
            b.config.write_text(b.config.read_text().replace('id = "ROOM-1"', 'id = "ROOM-2"'))
            (bad,) = found(b.config, "feed")
            assert bad.endswith("shoe-000000.jsonl is no feed of table ROOM-2; name another folder as feed.dir")
            b.start()
            b.happen("LOADED", "CARD,2S")
            assert b.lit == ["deal"]
            assert b.end() == 0
            assert "followers show it as stale" in b.log
        assert files_in(a.journal) == before
        assert a.run("journal", "verify", str(a.journal)).returncode == 0


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# -- disks ---------------------------------------------------------------------------------------------------------


def test_a_disk_without_room(config: Path) -> None:
    journal = config.parent / "journal"
    with small_disk(journal):
        (journal / "filler").write_bytes(bytes(64 * 1024))
        line = told(run(config))
        assert line.endswith("the journal cannot be written (No space left on device); make room on its disk")
        assert any("make room" in line for line in found(config, "journal"))
        assert any("make room" in line for line in found(config, "room, journal"))
        assert sorted(file.name for file in journal.iterdir()) == ["filler"]


@pytest.mark.parametrize("place", ["journal", "deep/journal"], ids=["itself", "the folder above it"])
def test_a_disk_that_is_read_only(config: Path, place: str) -> None:
    top = config.parent / place.partition("/")[0]
    config.write_text(config.read_text().replace('dir = "journal"', f'dir = "{place}"'))
    with small_disk(top):
        subprocess.run(["mount", "-o", "remount,ro", str(top)], check=True)
        line = told(run(config))
        assert "(Read-only file system)" in line
        assert "mount it writable" in line
        assert any("mount" in line and "writable" in line for line in found(config, "journal"))


# -- the clock -----------------------------------------------------------------------------------------------------


def test_a_clock_in_1970_is_told_once_and_the_table_goes_on(tmp_path: Path) -> None:
    code = tmp_path / "code"
    code.mkdir()
    (code / "sitecustomize.py").write_text(LONG_AGO, encoding="utf-8")
    with room(tmp_path) as table:
        table.start("env", f"PYTHONPATH={code}:{ROOT}")
        table.happen("LOADED", "CARD,2S")
        assert table.lit == ["deal"]
        assert table.end() == 0
        (line,) = table.log.splitlines()
        assert line.startswith("the clock says 1970-01-01T00:00:12.345Z: set it (`timedatectl set-time`)")
