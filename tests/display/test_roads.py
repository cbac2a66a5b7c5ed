"""The boards as players read them."""

import random
from itertools import groupby, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.display.roads import (
    DERIVED,
    ROWS,
    bead_plate,
    big_road,
    derived_roads,
    laid_out,
    next_marks,
    read_results,
)
from tests.display import another_hand

shoes = st.text("PBT", max_size=90)
streaky_shoes = st.lists(st.tuples(st.sampled_from("PBT"), st.integers(1, 14)), max_size=14).map(
    lambda runs: "".join(letter * length for letter, length in runs)
)
any_shoe = shoes | streaky_shoes


def marks(results: str) -> tuple[str, ...]:
    return tuple(derived_roads(results).values())


@pytest.mark.parametrize(
    ("results", "big_eye", "small", "cockroach"),
    [
        ("BPB", "R", "", ""),
        ("BBPP", "R", "", ""),
        ("BBPPP", "RB", "", ""),
        ("BBPPPP", "RBR", "", ""),
        ("BPPPB", "BRB", "", ""),
        ("BBPPPBPBB", "RBBBRB", "BBB", "BR"),
    ],
)
def test_the_known_shoes(results: str, big_eye: str, small: str, cockroach: str) -> None:
    assert marks(results) == (big_eye, small, cockroach)


def test_ten_thousand_shoes_are_drawn_alike_by_another_hand() -> None:
    """A third of the shoes is streaky, so that tails are long and lie in each other's way."""
    chance = random.Random(20261130)
    tails = blocked = early_ties = 0
    for nth in range(10_000):
        stays = (0.0, 0.5, 0.85)[nth % 3]
        results = ""
        for _ in range(chance.randrange(80)):
            results += results[-1] if results and chance.random() < stays else chance.choice("PPPPBBBBT")
        big = big_road(results)
        assert bead_plate(results) == another_hand.bead(results), results
        assert big == another_hand.big(results), results
        for road, k in zip(marks(results), DERIVED.values(), strict=True):
            assert road == another_hand.derived(results, k), (k, results)
            assert laid_out(road) == another_hand.sheet(road), (k, results)
        turned = [now for last, now in pairwise(big) if now.row == last.row and now.row]
        tails += any(now.row == ROWS - 1 for now in turned)
        blocked += any(now.row < ROWS - 1 for now in turned)
        early_ties += results.startswith("T") and bool(big)
    assert min(tails, blocked, early_ties) > 500, "these shoes show what they are meant to show"


@given(any_shoe, st.sampled_from("PBT"))
def test_what_is_marked_stays_where_it_is(results: str, comes: str) -> None:
    before, after = marks(results), marks(results + comes)
    assert [new[: len(old)] for old, new in zip(before, after, strict=True)] == list(before)
    assert max(len(new) - len(old) for old, new in zip(before, after, strict=True)) <= 1
    assert bead_plate(results + comes)[:-1] == bead_plate(results)
    squares = [cell[:3] for cell in big_road(results)]
    assert [cell[:3] for cell in big_road(results + comes)][: len(squares)] == squares


@given(any_shoe)
def test_every_round_is_on_the_bead_plate_and_every_decision_on_the_big_road(results: str) -> None:
    assert "".join(bead.result for bead in bead_plate(results)) == results
    assert "".join(mark.result for mark in big_road(results)) == results.replace("T", "")


@given(any_shoe.filter(lambda results: results.strip("T")))
def test_every_tie_is_counted_once_on_the_big_road(results: str) -> None:
    assert sum(mark.ties for mark in big_road(results)) == results.count("T")


@given(any_shoe, any_shoe)
def test_ties_change_no_derived_road(earlier: str, later: str) -> None:
    assert marks(earlier + "T" + later) == marks(earlier + later)


@given(any_shoe)
def test_player_and_banker_trade_places_and_the_derived_roads_stay(results: str) -> None:
    assert marks(results.translate(str.maketrans("PB", "BP"))) == marks(results)


@given(any_shoe)
def test_no_two_marks_share_a_place_and_none_lies_off_the_board(results: str) -> None:
    for road in (results.replace("T", ""), *marks(results)):
        places = laid_out(road)
        assert len(set(places)) == len(road)
        assert all(0 <= row < ROWS and column >= 0 for column, row in places)


@given(any_shoe)
def test_a_run_starts_in_the_first_free_head_after_its_predecessor(results: str) -> None:
    road = results.replace("T", "")
    places = laid_out(road)
    starts = [nth for nth in range(len(road)) if nth == 0 or road[nth] != road[nth - 1]]
    heads = [places[nth] for nth in starts]
    assert all(row == 0 for _, row in heads)
    assert heads == sorted(set(heads)), "in the order the runs came"
    for nth, (before, _), (head, _) in zip(starts[1:], heads, heads[1:], strict=False):
        assert all((column, 0) in places[:nth] for column in range(before + 1, head))


@given(any_shoe)
def test_a_run_never_leaves_the_row_it_has_turned_into(results: str) -> None:
    road = results.replace("T", "")
    places = iter(laid_out(road))
    for run in ([next(places) for _ in same] for _, same in groupby(road)):
        steps = [(now[0] - last[0], now[1] - last[1]) for last, now in pairwise(run)]
        down = steps.count((0, 1))
        assert steps == [(0, 1)] * down + [(1, 0)] * (len(steps) - down)


def test_a_run_turns_right_in_the_sixth_row() -> None:
    assert laid_out("B" * 8) == [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 5), (2, 5)]


def test_the_tail_of_a_second_run_lies_above_that_of_the_first() -> None:
    second = laid_out("B" * 8 + "P" * 8)[8:]
    assert second == [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 4), (3, 4), (4, 4)]


def test_a_run_stops_on_a_tail_from_two_runs_before() -> None:
    places = laid_out("B" * 8 + "P" + "B" * 7)
    assert places[6:9] == [(1, 5), (2, 5), (1, 0)]
    assert places[9:] == [(2, 0), (2, 1), (2, 2), (2, 3), (2, 4), (3, 4), (4, 4)]


def test_a_run_falls_to_the_sixth_row_again_where_the_tail_has_ended() -> None:
    places = laid_out("B" * 8 + "PB" + "P" * 7)
    assert places[10:] == [(3, 0), (3, 1), (3, 2), (3, 3), (3, 4), (3, 5), (4, 5)]


def test_six_long_runs_fill_every_row_and_the_sixth_runs_along_the_heads() -> None:
    places = laid_out("".join(letter * 12 for letter in "BPBPBP") + "B")
    for nth in range(6):
        run = places[12 * nth : 12 * nth + 12]
        assert run[0] == (nth, 0)
        assert run[-1][1] == ROWS - 1 - nth
    assert places[60:72] == [(column, 0) for column in range(5, 17)]
    assert places[72] == (17, 0), "the next free head lies behind the whole tail"


def test_the_derived_roads_count_a_run_with_its_tail() -> None:
    """Nine and nine are equal, though the second turned a row earlier."""
    assert derived_roads("B" * 9 + "P" * 9 + "B")["big_eye"][-1] == "R"
    assert derived_roads("B" * 9 + "P" * 8 + "B")["big_eye"][-1] == "B"
    assert derived_roads("B" * 9 + "P" * 10)["big_eye"] == "RRRRRRRRB"


def test_ties_before_the_first_decision_are_carried_to_it() -> None:
    assert big_road("TTB") == [(0, 0, "B", 2)]
    assert big_road("TTBTP") == [(0, 0, "B", 3), (1, 0, "P", 0)]


def test_a_tie_marks_the_last_decision() -> None:
    assert big_road("BBTT") == [(0, 0, "B", 0), (0, 1, "B", 2)]
    assert big_road("BTB") == [(0, 0, "B", 1), (0, 1, "B", 0)], "and does not part a run"


def test_a_shoe_of_ties_has_a_bead_plate_and_no_road_yet() -> None:
    assert bead_plate("TTTTTTT")[5:] == [(0, 5, "T"), (1, 0, "T")]
    assert big_road("TTTTTTT") == []
    assert marks("TTTTTTT") == ("", "", "")


def test_a_new_shoe_has_empty_boards() -> None:
    assert (bead_plate(""), big_road(""), marks("")) == ([], [], ("", "", ""))


def test_the_boards_say_what_would_be_marked_next() -> None:
    assert next_marks("BP", "B") == {"big_eye": "R", "small": "", "cockroach": ""}
    assert next_marks("BP", "P") == {"big_eye": "B", "small": "", "cockroach": ""}
    assert next_marks("B", "B") == dict.fromkeys(DERIVED, "")


@given(any_shoe)
def test_what_was_foretold_is_what_is_marked(results: str) -> None:
    for winner in ("P", "B"):
        foretold = next_marks(results, winner)
        assert {name: road + foretold[name] for name, road in derived_roads(results).items()} == derived_roads(
            results + winner
        )


@given(any_shoe)
def test_where_both_next_marks_are_foretold_they_differ(results: str) -> None:
    """Going on and turning are opposites, so one look at a board tells both."""
    both = zip(next_marks(results, "P").values(), next_marks(results, "B").values(), strict=True)
    assert all(player != banker for player, banker in both if player and banker)


@pytest.mark.parametrize(("text", "said"), [("BPX", "letter 3 is 'X'"), ("bp", "letter 1"), ("B P", "letter 2 is ' '")])
def test_what_is_no_result_is_named_with_its_place(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_results(text)


@given(any_shoe)
def test_results_are_read_as_they_stand(results: str) -> None:
    assert read_results(results) == results
