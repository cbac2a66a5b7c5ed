"""A new version comes beside the old one, and is in use only if it is sound; a run that is killed is made good."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.deploy.card import RELEASES, Card, copied

pytestmark = pytest.mark.timeout(900)  # seconds; the first time a whole Debian is fetched


def changed(card: Card, folder: Path, file: str, old: str, new: str) -> Path:
    """Return another checkout, with a change in one file."""
    other = copied(card.source, folder / "other")
    text = (other / file).read_text(encoding="utf-8")
    assert old in text
    (other / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return other


def without_times(card: Card) -> dict[str, tuple[object, ...]]:
    """Return all there is, but for when a folder was changed: something was in it for a while."""
    return {path: (*entry[:3], entry[4]) for path, entry in card.listing().items()}


def test_the_version_before_stays_and_older_ones_go(table: Card, tmp_path: Path) -> None:
    before = table.in_use
    releases = table.root / RELEASES
    shutil.copytree(releases / before, releases / "0.0.1-older", symlinks=True)
    os.utime(releases / "0.0.1-older/passed", (0, 0))
    (releases / "0.0.2-unfinished").mkdir()
    done = table.install(source=changed(table, tmp_path, "pyproject.toml", 'version = "0', 'version = "7.0'))
    assert done.returncode == 0, done.stderr
    assert table.in_use.startswith("7.0.")
    assert table.releases == {table.in_use, before}
    assert '"version": "7.0.' in table.inside("coup", "identify", "--json").stdout


def test_a_version_whose_self_test_fails_gives_way_to_the_one_before(table: Card, tmp_path: Path) -> None:
    """Its doctor takes pyserial for a stranger in its own house."""
    before, was = table.in_use, without_times(table)
    broken = changed(
        table, tmp_path, "firmware/doctor/program.py", '("firmware", "hal")', '("firmware", "hal", "serial")'
    )
    unit = broken / "deploy/coup.service"
    unit.write_text(unit.read_text(encoding="utf-8") + "# as of the broken version\n", encoding="utf-8")
    done = table.install(source=broken)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith(f"failed coup doctor: names; {before} is in use again")
    assert without_times(table) == was


@pytest.mark.measure
def test_a_version_that_cannot_deal_is_never_switched_to(table: Card, tmp_path: Path) -> None:
    before, was = table.in_use, without_times(table)
    broken = changed(table, tmp_path, "firmware/core/lifecycle.py", '"""', '"""The table."""\nraise MemoryError\n"""')
    done = table.install(source=broken)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith("see above; nothing was switched")
    assert table.in_use == before
    assert without_times(table) == was


def killed_at(card: Card, line: str) -> None:
    """Kill the installer with everything it has started, as soon as it has said `line`."""
    process = subprocess.Popen(
        card.command(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
    )
    assert process.stdout
    assert any(said.startswith(line) for said in process.stdout), f"it never said {line}"
    os.killpg(process.pid, signal.SIGKILL)
    process.stdout.close()
    process.wait()


def test_a_run_that_is_killed_at_any_step_is_made_good_by_the_next(empty: Card, first: Card) -> None:
    for line in (
        "user coup",
        "file /etc/coup/table.toml",
        "program ",
        "file /etc/systemd/system/coup.service",
        "link /etc/systemd",
        "link /opt/coup/current",
    ):
        killed_at(empty, line)
    assert empty.install().returncode == 0
    assert (empty.in_use, empty.releases) == (first.in_use, first.releases)
    left = {path: entry[:3] for path, entry in empty.listing().items() if not path.startswith(("opt", "dev"))}
    made = {path: entry[:3] for path, entry in first.listing().items() if not path.startswith(("opt", "dev"))}
    assert left == made
    assert "nothing to change" in empty.install().stdout


def test_two_at_a_time_are_one_too_many(table: Card) -> None:
    with subprocess.Popen(
        ["flock", str(table.root / "etc"), "cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdin
        assert other.stdout
        other.stdin.write(b"has it\n")
        other.stdin.flush()
        assert other.stdout.readline() == b"has it\n"
        done = table.install()
        other.stdin.close()
    assert done.returncode == 1
    assert "another run is at work" in done.stderr
