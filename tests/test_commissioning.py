"""A technician deals the known shoe of the commissioning list.

Every round is as its table says, on both sides of every edge of the draw tables, and the final one is where the list
has it.
"""

import re
from collections import Counter
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

from firmware.bench.player import play
from firmware.bench.scenario import read
from firmware.bench.world import World

PAGE = (Path(__file__).parents[1] / "deploy" / "COMMISSIONING.md").read_text(encoding="utf-8")
CUT_IN = 22
"""The round within which the cutting card leaves, behind two of its cards."""

TABLE_2 = {3: "DDDDDDDDSD", 4: "SSDDDDDDSS", 5: "SSSSDDDDSS", 6: "SSSSSSDDSS"}
"""Where it is not all the same: draw or stand, by the value of the Player's third card from 0 on."""


class Row(NamedTuple):
    """A round as the page has it: `player` and `banker` are what each does, and its count in the end."""

    cards: list[str]
    player: str
    player_count: str
    banker: str
    banker_count: str
    result: str

    @property
    def initial(self) -> tuple[int, int]:
        """The counts of both hands before any third card."""
        p1, b1, p2, b2 = (worth(card) for card in self.cards[:4])
        return (p1 + p2) % 10, (b1 + b2) % 10


def rows() -> list[Row]:
    found = re.findall(
        r"^\| (\d+) \| ([\dAKQ ]+) \| (\S+), (\d) \| (\S+), (\d) \| (\w+) \| \w.+ \|$", PAGE, re.MULTILINE
    )
    assert [int(number) for number, *_ in found] == list(range(1, len(found) + 1))
    return [Row(cards.split(), *others) for _, cards, *others in found]


def worth(card: str) -> int:
    return {"A": 1, "Q": 0, "K": 0}[card] if card in "AQK" else int(card) % 10


def lamps(row: Row, last_hand: bool) -> list[str]:
    """What is lit at the end of a round."""
    natural = row.player == row.banker == "-"
    lit = {"natural"} if natural else set()
    lit |= {
        f"{hand}_stand" for hand, does in (("player", row.player), ("banker", row.banker)) if does in ("-", "stands")
    }
    result = "tie" if row.result == "tie" else f"{row.result}_wins"
    return sorted({"stop", result, *lit, *({"last_hand"} if last_hand else ())})


def told() -> str:
    """Return the list as a scenario: what is dealt, and what is expected after each card."""
    suits, lines = cycle("SHDC"), ["table edition=nz-mini-1996 style=A", "loaded"]
    for number, row in enumerate(rows(), 1):
        cards = [card.replace("10", "T") + next(suits) for card in row.cards]
        lines += ["phase ready", f"card {' '.join(cards[:2])}"]
        if number == CUT_IN:
            lines += ["cut"]
        lines += [f"card {' '.join(cards[2:4])}"]
        third = iter(cards[4:])
        for hand, does in (("player", row.player), ("banker", row.banker)):
            if does == "draws":
                lines += [f"phase {hand}_draw", f"card {next(third)}"]
        lines += ["phase result", f"lamps {' '.join(lamps(row, number >= CUT_IN))}", "press confirm"]
        lines += [
            f"result {row.result} {row.player_count} {row.banker_count}",
            f"final {'yes' if number > CUT_IN else 'no'}",
        ]
    return "\n".join(
        [*lines, "phase shuffle", "card 5S", "hold card_after_end", "key on", "press confirm for=2.1", "hold none"]
    )


def test_every_round_is_as_the_list_has_it_and_the_last_one_is_the_last() -> None:
    scenario = read(told(), "commissioning")
    assert play(scenario, World(scenario.settings, scenario.table_id)) == ()


def test_the_known_shoe_is_on_both_sides_of_every_edge_of_table_2() -> None:
    dealt = {(row.initial[1], worth(row.cards[4])): row.banker == "draws" for row in rows() if row.player == "draws"}
    for banker, line in TABLE_2.items():
        for third in range(9):
            if line[third] != line[third + 1]:
                assert dealt[banker, third] == (line[third] == "D")
                assert dealt[banker, third + 1] == (line[third + 1] == "D")
    assert dealt[2, 8]
    assert not dealt[7, 7]


def test_the_known_shoe_has_the_edges_without_a_third_card_and_both_naturals() -> None:
    does = {row.initial: (row.player, row.banker) for row in rows()}
    assert [players for players in (5, 6) if any(p == players and d == "draws" for (p, _), (d, _) in does.items())] == [
        5
    ]
    assert does[6, 5] == ("stands", "draws")
    assert does[7, 6] == ("stands", "stands")
    assert {does[8, 3], does[3, 9]} == {("-", "-")}


def test_eight_decks_have_enough_of_every_rank() -> None:
    assert max(Counter(card for row in rows() for card in row.cards).values()) <= 32


def test_the_list_puts_the_cutting_card_where_this_test_does() -> None:
    assert f"the cutting card between the second and the third card of round {CUT_IN}." in " ".join(PAGE.split())


def test_the_steps_are_numbered_without_a_gap_and_each_says_what_it_proves() -> None:
    steps = re.split(r"^(\d+)\. ", PAGE, flags=re.MULTILINE)
    assert [int(number) for number in steps[1::2]] == list(range(1, len(steps) // 2 + 1))
    silent = [
        number
        for number, step in zip(steps[1::2], steps[2::2], strict=True)
        if "**" not in step and "Proves:" not in step
    ]
    assert silent == []
