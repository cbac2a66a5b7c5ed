"""A card is given to the installer, and is a table afterwards."""

import json
import stat

import pytest

from tests.deploy.card import CONFIG, RELEASES, Card

pytestmark = pytest.mark.timeout(900)  # seconds; the first time a whole Debian is fetched

COMMAND_LINE = "console=serial0,115200 console=tty1 root=PARTUUID=1-02 rootfstype=ext4 rootwait\n"


def test_a_fresh_card_becomes_a_table_that_knows_itself_and_deals(first: Card) -> None:
    identity = json.loads(first.inside("coup", "identify", "--json").stdout)
    assert first.in_use == f"{identity['version']}-{identity['digest'][:8]}"
    assert json.loads(first.text(RELEASES / first.in_use / "manifest.json")) == identity
    assert first.inside("coup", "identify", "--check").returncode == 0
    dealt = first.inside("coup", "bench", "--fast", "--seed", "1")
    assert dealt.returncode == 0
    assert "last hand" in dealt.stdout


def test_its_doctor_finds_nothing_wrong_but_what_a_card_alone_cannot_have(first: Card) -> None:
    done = first.inside("coup", "doctor", "--json")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert {each["check"] for each in found if each["grade"] == "ok"} >= {
        "program",
        "names",
        "configuration",
        "journal",
    }
    assert {each["check"] for each in found if each["grade"] == "bad"} <= {
        "gpio package",
        "serial port",
        "lamps",
        "control",
    }


def test_the_command_is_that_of_the_release_in_use_whatever_lies_about(first: Card) -> None:
    first_line = first.text("usr/local/bin/coup").splitlines()[0]
    assert first_line == f"#!/{RELEASES / first.in_use}/bin/python -I"


def test_its_user_cannot_log_in_and_has_the_serial_ports_and_the_pins(first: Card) -> None:
    name, _, user, group, _, home, shell = first.inside("getent", "passwd", "coup").stdout.strip().split(":")
    assert (name, home, shell) == ("coup", "/nonexistent", "/usr/sbin/nologin")
    assert set(first.inside("id", "-nG", "coup").stdout.split()) == {"coup", "dialout", "gpio"}
    for path, owner, mode in ((str(CONFIG), 0, 0o640), ("var/lib/coup", int(user), 0o700)):
        found = (first.root / path).stat()
        assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (owner, int(group), mode)


def test_the_program_belongs_to_root_alone(first: Card) -> None:
    for path in (first.root / "opt/coup").rglob("*"):
        status = path.lstat()
        assert status.st_uid == 0, path
        assert path.is_symlink() or not status.st_mode & 0o022, path


def test_the_service_starts_at_every_boot_and_the_watchdog_is_armed(first: Card) -> None:
    wanted = first.root / "etc/systemd/system/multi-user.target.wants/coup.service"
    assert wanted.resolve() == first.root / "etc/systemd/system/coup.service"
    assert "RuntimeWatchdogSec=15" in first.text("etc/systemd/system.conf.d/coup-watchdog.conf")


def test_a_second_run_changes_nothing_and_says_so(table: Card) -> None:
    before = table.listing()
    done = table.install()
    assert (done.returncode, done.stdout) == (0, f"nothing to change: coup {table.in_use} is installed\n")
    assert table.listing() == before


def test_a_dry_run_says_what_it_would_do_and_does_none_of_it(empty: Card) -> None:
    before = empty.listing()
    done = empty.install("--dry-run")
    assert done.returncode == 0, done.stderr
    *would, last = done.stdout.splitlines()
    assert last == f"{len(would)} changes, none of them made"
    assert all(line.startswith("would: ") for line in would)
    told = "\n".join(would)
    for what in ("user coup", "/etc/coup/table.toml", "/opt/coup/releases/", "coup.service", "/opt/coup/current"):
        assert what in told
    assert empty.listing() == before


def test_what_the_site_has_written_is_kept(table: Card) -> None:
    mine = table.text(CONFIG).replace("BAC-07", "BAC-08")
    table.write(CONFIG, mine)
    table.write("etc/coup/shoe.rules", "# mine\n")
    (table.root / "etc/systemd/system/coup.service").unlink()
    done = table.install()
    assert done.stdout.splitlines()[0] == "file /etc/systemd/system/coup.service"
    assert (table.text(CONFIG), table.text("etc/coup/shoe.rules")) == (mine, "# mine\n")


@pytest.mark.measure
def test_a_damaged_program_is_made_again(table: Card) -> None:
    file = next((table.root / RELEASES / table.in_use).glob("lib/*/site-packages/hal/lock.py"))
    file.write_text(file.read_text(encoding="utf-8") + "# worn\n", encoding="utf-8")
    assert table.inside("coup", "identify", "--check").returncode == 1
    assert table.install().returncode == 0
    assert table.inside("coup", "identify", "--check").returncode == 0
    assert table.releases == {table.in_use}


def test_the_serial_console_is_off_and_the_header_is_the_shoes_where_that_is_asked_for(table: Card) -> None:
    table.write("boot/firmware/cmdline.txt", COMMAND_LINE)
    table.write("boot/firmware/config.txt", "dtparam=audio=on\n")
    done = table.install("--pi", "none")
    assert table.text("boot/firmware/cmdline.txt") == "console=tty1 root=PARTUUID=1-02 rootfstype=ext4 rootwait\n"
    assert table.text("boot/firmware/cmdline.txt.before-coup") == COMMAND_LINE
    assert (table.root / "etc/systemd/system/serial-getty@ttyAMA0.service").readlink().name == "null"
    assert "--uart" in done.stdout
    assert table.text("boot/firmware/config.txt") == "dtparam=audio=on\n"

    table.install("--pi", "none", "--uart")
    assert table.text("boot/firmware/config.txt").split() == [
        "dtparam=audio=on",
        "[all]",
        "enable_uart=1",
        "dtoverlay=disable-bt",
    ]
    assert table.text("boot/firmware/config.txt.before-coup") == "dtparam=audio=on\n"
    before = table.listing()
    assert "nothing to change" in table.install("--pi", "none", "--uart").stdout
    assert table.listing() == before


def test_a_card_of_a_raspberry_pi_does_not_know_its_board(table: Card) -> None:
    table.write("boot/firmware/cmdline.txt", COMMAND_LINE)
    done = table.install()
    assert done.returncode == 2
    assert "--pi pi or --pi pi5" in done.stderr
