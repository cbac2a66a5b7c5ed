"""The controller is taken off a card: what it is goes, what it wrote stays."""

import pytest

from tests.deploy.card import CONFIG, Card

pytestmark = pytest.mark.timeout(900)  # seconds; the first time a whole Debian is fetched

RECORD = "var/lib/coup/journal/000001.jsonl"


def test_configuration_and_journal_stay_and_everything_else_goes(table: Card) -> None:
    table.write(RECORD, "{}\n")
    config = table.text(CONFIG)
    done = table.uninstall()
    assert done.returncode == 0, done.stderr
    assert (table.text(RECORD), table.text(CONFIG)) == ("{}\n", config)
    left = {path for path in table.listing() if "coup" in path and not path.startswith(("etc/coup", "var/lib/coup"))}
    assert left == set()
    assert table.inside("id", "coup").returncode == 0


def test_a_second_run_and_a_dry_run_change_nothing(table: Card) -> None:
    before = table.listing()
    assert "would: remove /opt/coup" in table.uninstall("--dry-run", "--purge").stdout
    assert table.listing() == before
    table.uninstall()
    before = table.listing()
    assert table.uninstall().stdout == "nothing to change: coup is not installed\n"
    assert table.listing() == before


def test_purge_leaves_the_card_as_it_was(table: Card, blank: object) -> None:
    table.write(RECORD, "{}\n")
    table.uninstall("--purge")
    assert not {path for path in table.listing() if "coup" in path}
    assert table.inside("id", "coup").returncode != 0
