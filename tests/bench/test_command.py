"""What `coup bench` prints, and how it ends."""

import json
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from firmware import editions
from firmware.bench.command import bench
from firmware.bench.dealer import Dealer
from firmware.bench.live import show
from firmware.bench.scenario import ScenarioError
from firmware.bench.stack import CUT, shuffled
from firmware.bench.world import World
from firmware.core.settings import build
from firmware.errors import ConfigError


class Terminal(StringIO):
    """A terminal of a kind that shows everything."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    file = tmp_path / "sound.coup"
    file.write_text("loaded\nphase ready\n", encoding="utf-8")
    return file


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    file = tmp_path / "wrong.coup"
    file.write_text("loaded\nphase burn\n", encoding="utf-8")
    return file


def test_a_line_for_each_scenario_and_a_clear_difference(sound: Path, wrong: Path) -> None:
    out = StringIO()
    assert bench([sound], out=out) == 0
    assert bench([wrong, sound], out=out) == 1
    assert out.getvalue().splitlines() == [
        f"{sound}: 2 steps, as expected",
        f"{wrong}:2: expected phase burn, found ready",
        f"{wrong}: 2 steps, 1 not as expected",
        f"{sound}: 2 steps, as expected",
    ]


def test_a_scenario_through_a_pseudo_terminal_says_so(sound: Path) -> None:
    out = StringIO()
    assert bench([sound], pty=True, out=out) == 0
    assert out.getvalue() == f"{sound}: 2 steps through a pseudo-terminal, as expected\n"


def test_a_role_that_the_key_does_not_stand_for_is_no_difference_of_the_table(tmp_path: Path) -> None:
    """The key would decide what the game supervisor may not: such a scenario is told to do without the line."""
    file = tmp_path / "role.coup"
    file.write_text("loaded\ndecide reshuffle by=supervisor\nrefused\n", encoding="utf-8")
    out = StringIO()
    assert bench([file], out=out) == 0
    assert bench([file], pty=True, out=out) == 1
    assert f"{file}:2: expected a table that goes on, found pty: behind --pty there is the key and no roles" in (
        out.getvalue()
    )


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "table style=A\n"])
def test_a_file_with_nothing_to_play_is_no_scenario(tmp_path: Path, text: str) -> None:
    (tmp_path / "empty.coup").write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"empty\.coup: expected a scenario, found no step in it"):
        bench([tmp_path / "empty.coup"], out=StringIO())


def test_scenarios_in_json(sound: Path, wrong: Path) -> None:
    out = StringIO()
    assert bench([sound, wrong], json=True, out=out) == 1
    assert [json.loads(line) for line in out.getvalue().splitlines()] == [
        {"file": str(sound), "ok": True, "steps": 2, "differences": []},
        {
            "file": str(wrong),
            "ok": False,
            "steps": 2,
            "differences": [{"file": str(wrong), "line": 2, "expected": "phase burn", "found": "ready"}],
        },
    ]


def test_nothing_is_played_when_a_file_cannot_be_read(sound: Path, tmp_path: Path) -> None:
    out = StringIO()
    with pytest.raises(ScenarioError):
        bench([sound, tmp_path / "missing.coup"], out=out)
    assert out.getvalue() == ""


def test_a_shoe_is_a_line_for_each_round_and_a_summary() -> None:
    out = StringIO()
    assert bench([], seed=7, out=out) == 0
    *rounds, shoe, seed = out.getvalue().splitlines()
    assert rounds[0].startswith("round  1  Player ")
    assert rounds[-1].endswith("last hand")
    assert shoe.startswith(f"shoe 1: {len(rounds)} rounds, Player ")
    assert seed == "seed 7"


def test_a_shoe_in_json_is_its_rounds_and_nothing_else() -> None:
    out = StringIO()
    assert bench([], shoes=2, seed=7, json=True, out=out) == 0
    rounds = [json.loads(line) for line in out.getvalue().splitlines()]
    keys = "shoe round player banker winner player_count banker_count natural void_hand final corrected"
    assert all(list(round_) == keys.split() for round_ in rounds)
    assert {round_["shoe"] for round_ in rounds} == {1, 2}
    assert sum(round_["final"] for round_ in rounds) == 2


def test_the_same_seed_deals_the_same_shoe() -> None:
    out, again, other = StringIO(), StringIO(), StringIO()
    bench([], seed=1, out=out)
    bench([], seed=1, fast=True, out=again)
    bench([], seed=2, out=other)
    assert out.getvalue() == again.getvalue() != other.getvalue()


def test_a_shoe_without_a_seed_says_which_it_was() -> None:
    out, again = StringIO(), StringIO()
    bench([], out=out)
    seed = int(out.getvalue().splitlines()[-1].removeprefix("seed "))
    bench([], seed=seed, out=again)
    assert out.getvalue() == again.getvalue()


def test_a_style_that_the_edition_does_not_know_is_the_callers_mistake() -> None:
    with pytest.raises(ConfigError, match="style = 'B': allowed: A"):
        bench([], style="B", out=StringIO())


def test_the_terminal_shows_the_table_and_never_a_card_that_is_face_down() -> None:
    settings = build({"edition": "nz-midi-1996", "style": "B"}, editions.shipped())
    stack = shuffled(settings, Random(4))
    cards = [card for card in stack if card != CUT]
    dealer, out, hidden_looks = Dealer(World(settings), settings, stack), Terminal(), 0
    for seen in show(dealer, out, shoe_s=0.0):
        picture = out.getvalue()
        out.truncate(out.seek(0))
        assert f"phase {seen.phase}" in picture
        if set(seen.public) == {"--"}:
            hidden_looks += 1
            assert not any(card in picture for card in cards[seen.cards - len(seen.public) : seen.cards])
    assert hidden_looks > 60


def test_with_irregularities_it_says_what_people_have_decided_and_the_same_seed_the_same() -> None:
    out, again, rows = StringIO(), StringIO(), StringIO()
    bench([], seed=3, shoes=2, irregularities=True, out=out)
    bench([], seed=3, shoes=2, irregularities=True, out=again)
    bench([], seed=3, shoes=2, irregularities=True, json=True, out=rows)
    *lines, seed = out.getvalue().splitlines()
    assert out.getvalue() == again.getvalue()
    assert seed == "seed 3"
    decided = [json.loads(row) for row in rows.getvalue().splitlines()]
    assert len(decided) == len(lines) > 10
    assert {"shoe": "1", "irregularity": "lid_opened", "decision": "resume", "role": "casino"} in decided
    assert "shoe 1  lid_opened: resume, casino" in lines
