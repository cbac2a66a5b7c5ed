"""The guide, as a dealer talks to it: from the stacking to the last chip."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.errors import Refused
from firmware.paigow import facts as f
from firmware.paigow.guide import Guide
from firmware.paigow.lifecycle import Phase
from firmware.paigow.round import Round, fold
from firmware.paigow.settlement import Hand, Policy, Result, settle

AT_THE_BANK = "bank 1 1200"
UP_TO_THE_MATCHING = "cut, delivered, set, house-way"


class Dealer:
    """A dealer with the guide at hand. Words of several lines are parted by commas."""

    def __init__(self, policy: Policy | None = None) -> None:
        self.guide = Guide(policy or Policy())
        self.facts = list(self.guide.opening.facts)
        self.heard: list[str] = []

    def says(self, words: str) -> "Dealer":
        for line in words.split(","):
            answer = self.guide.answer(line)
            if answer.taken_back:
                del self.facts[-answer.taken_back :]
            self.facts += answer.facts
            self.heard += answer.says
        return self

    def is_refused(self, line: str) -> str:
        before, facts = self.guide.round, len(self.facts)
        with pytest.raises(Refused) as refused:
            self.says(line)
        assert (self.guide.round, len(self.facts)) == (before, facts), "nothing follows from what is refused"
        (said,) = str(refused.value).splitlines()
        return said

    def does_all_that_is_due(self) -> "Dealer":
        while not self.guide.over:
            self.says("done")
        return self

    @property
    def phase(self) -> Phase:
        return self.guide.round.phase

    @property
    def kinds(self) -> list[str]:
        return [fact.kind for fact in self.facts]


def dealt(*wagers: str, bank: str = AT_THE_BANK, policy: Policy | None = None) -> Dealer:
    """Return a dealer whose bank's hand is set, ready to match the others'."""
    return Dealer(policy).says(", ".join(("stacked", bank, *wagers, UP_TO_THE_MATCHING)))


# -- exposed tiles --------------------------------------------------------------------------------------------------


def test_a_tile_exposed_in_stacking_asks_for_a_laja() -> None:
    dealer = Dealer().says("exposed 6-4")
    assert "laja (12.1)" in dealer.guide.due
    assert "perform a laja (12.1)" in dealer.is_refused("stacked")
    dealer.says("laja, mixed")
    assert dealer.phase is Phase.CUT
    assert f.LajaBegan(wished=False) in dealer.facts


def test_many_tiles_exposed_in_stacking_are_one_laja_and_no_reshuffle() -> None:
    dealer = Dealer().says("exposed a b c, exposed d, laja, mixed")
    assert dealer.kinds.count("laja_began") == 1
    assert "reshuffle_ordered" not in dealer.kinds


@pytest.mark.parametrize("exposed", ["exposed a", "exposed a b", "exposed a, exposed b", "exposed a b, exposed b A"])
def test_two_tiles_may_be_exposed_in_a_laja(exposed: str) -> None:
    dealer = Dealer().says(f"stacked, laja, {exposed}, mixed")
    assert dealer.phase is Phase.CUT


@pytest.mark.parametrize("exposed", ["exposed a b c", "exposed a b, exposed c", "exposed a, exposed b, exposed a c"])
def test_a_third_tile_exposed_in_a_laja_is_a_reshuffle(exposed: str) -> None:
    dealer = Dealer().says(f"stacked, laja, {exposed}")
    assert dealer.phase is Phase.STACKING
    assert f.ReshuffleOrdered(rule="12.2") in dealer.facts
    assert dealer.heard == ["more than 2 tiles exposed in a laja: re-shuffle (12.2)"]
    assert dealer.says("stacked").phase is Phase.CUT  # the tiles are face down again


def test_tiles_are_counted_for_each_laja_and_those_of_the_stacking_are_not_among_them() -> None:
    dealer = Dealer().says("exposed a, laja, exposed b c, mixed, laja, exposed d e, mixed, laja, exposed f g, mixed")
    assert "reshuffle_ordered" not in dealer.kinds
    assert dealer.says("laja, exposed h i j").phase is Phase.STACKING


def test_a_tile_seen_again_leaves_nothing_on_record() -> None:
    dealer = Dealer().says("stacked, laja, exposed a b")
    known = list(dealer.facts)
    assert dealer.says("exposed B a").facts == known


@pytest.mark.parametrize(
    ("before", "phase"),
    [
        ("stacked", Phase.CUT),
        ("stacked, bank 1 12, wager 2 5, cut", Phase.DELIVERY),
        ("stacked, bank 1 12, wager 2 5, cut, delivered", Phase.SETTING),
    ],
)
def test_where_no_rule_was_found_a_supervisor_decides(before: str, phase: Phase) -> None:
    dealer = Dealer().says(before)
    assert dealer.says("exposed 6-4").phase is Phase.HOLD
    assert "a game supervisor decides" in dealer.guide.due
    for word in ("cut", "delivered", "set", "laja", "wager 3 5"):
        assert "not open in the phase hold" in dealer.is_refused(word)
    assert dealer.says("continue").phase is phase
    assert dealer.says("exposed 6-4, reshuffle").phase is Phase.STACKING
    assert dealer.heard[-1] == "re-shuffle, by the supervisor"


@pytest.mark.parametrize("decision", ["continue", "reshuffle"])
def test_a_tile_exposed_while_another_waits_for_the_supervisor_is_noted(decision: str) -> None:
    dealer = Dealer().says("stacked, bank 1 12, wager 2 5, cut, exposed 6-4, exposed 9, exposed 9 6-4")
    raised = [fact for fact in dealer.facts if isinstance(fact, f.ExposureRaised)]
    assert raised == [f.ExposureRaised(tiles=("6-4",)), f.ExposureRaised(tiles=("9",))], "each of them once"
    assert dealer.guide.due.startswith("exposed: 6-4 9; ")
    assert dealer.says("back").guide.due.startswith("exposed: 6-4 9; ")
    assert dealer.says("back").guide.due.startswith("exposed: 6-4; ")
    dealer.says(decision)
    assert dealer.phase is {"continue": Phase.DELIVERY, "reshuffle": Phase.STACKING}[decision]
    assert not dealer.guide.round.exposed


def test_a_tile_of_the_laja_that_is_exposed_again_at_the_cut_is_noted() -> None:
    dealer = Dealer().says("stacked, laja, exposed a, mixed, exposed a")
    assert dealer.facts[-1] == f.ExposureRaised(tiles=("a",))


def test_after_a_reshuffle_the_hands_are_set_anew() -> None:
    dealer = Dealer().says("stacked, bank 1 12, wager 2 5, cut, delivered, set, shown, exposed x, reshuffle")
    dealer.says("stacked, cut, delivered")
    assert "after all other hands" in dealer.is_refused("house-way")
    assert dealer.says("set, shown, house-way").phase is Phase.MATCHING


# -- the bank's hand ------------------------------------------------------------------------------------------------


def test_the_banks_hand_is_set_after_all_others_and_two_of_its_tiles_may_be_shown_before() -> None:
    dealer = Dealer().says("stacked, bank 1 12, wager 2 5, cut, delivered")
    assert "after all other hands (11 (e))" in dealer.is_refused("house-way")
    assert "after all other hands (11 (e))" in dealer.is_refused("shown")
    dealer.says("set")
    assert "set already" in dealer.is_refused("set")
    dealer.says("shown")
    assert "once" in dealer.is_refused("shown")
    assert dealer.says("house-way").phase is Phase.MATCHING
    assert "not open in the phase matching" in dealer.is_refused("shown")


def test_nothing_is_cut_before_the_bank_and_a_wager_are_there() -> None:
    dealer = Dealer().says("stacked")
    assert "come before the cut" in dealer.is_refused("cut")
    assert "come before the cut" in dealer.says(AT_THE_BANK).is_refused("cut")
    assert "come before the cut" in dealer.says("wager 3 20, wager 3 none").is_refused("cut")
    assert dealer.says("wager 3 20, cut").phase is Phase.DELIVERY
    assert "phase delivery" in dealer.is_refused("wager 4 20")


# -- settlement -----------------------------------------------------------------------------------------------------


def test_a_surplus_is_settled_step_by_step() -> None:
    dealer = dealt("wager 5 50", "wager 2 200", "wager 4 300", "wager 3 100")
    assert dealer.guide.due.startswith("box 2, 200.00")
    dealer.says("lose, win, lose, push")
    assert dealer.phase is Phase.SETTLEMENT
    assert dealer.guide.due == "pay box 3 100.00 from the losing wager area, and pick up its tiles (11 (i)): `done`"
    dealer.does_all_that_is_due()
    assert dealer.facts[-1] == f.RoundSettled(house=21_000, co_banker=19_000, odd=0)
    assert dealer.heard[-1] == "settled: house +210.00, co-banker +190.00"
    assert dealer.guide.settled


def test_a_shortfall_comes_out_of_the_co_banking_wager() -> None:
    dealer = dealt("wager 2 200", "wager 3 300", "wager 4 100", "wager 5 50").says("win, win, lose, push")
    assert "which is all that is left in it" in dealer.guide.due
    assert "co-banking wager" in dealer.says("done").guide.due
    dealer.does_all_that_is_due()
    assert dealer.heard[-1] == "settled: house -200.00, co-banker -200.00"


def test_an_exact_round_gives_back_the_stakes() -> None:
    dealer = dealt("wager 2 200", "wager 3 200").says("win, lose").does_all_that_is_due()
    assert dealer.heard[-1] == "settled: house 0.00, co-banker 0.00"
    assert [fact.step.act for fact in dealer.facts if isinstance(fact, f.ChipsMoved)] == ["pay", "stake", "stake"]


def test_an_odd_cent_is_on_record_and_told() -> None:
    policy = Policy(odd="co-banker")
    dealer = dealt("wager 2 3.01", policy=policy).says("lose").does_all_that_is_due()
    assert dealer.facts[0] == f.RoundBegan(policy=policy)
    assert dealer.facts[-1] == f.RoundSettled(house=157, co_banker=144, odd=1)
    assert dealer.heard[-1].endswith("of which 0.01 could not be divided and went to the co-banker")


def test_where_the_stake_falls_short_nobody_is_paid_and_a_supervisor_is_called() -> None:
    dealer = dealt("wager 2 200", "wager 3 50", bank="bank 1 100").says("win, lose")
    assert dealer.facts[-1] == f.LeftToSupervisor(short=5_000)
    assert dealer.guide.over
    assert not dealer.guide.settled
    assert "call a supervisor" in dealer.heard[-1]
    assert "chips_moved" not in dealer.kinds


def test_a_loser_is_collected_at_once_and_nobody_paid_before_the_last_hand() -> None:
    dealer = dealt("wager 2 200", "wager 3 100").says("win")
    assert "no chips move in the phase matching" in dealer.is_refused("done")
    dealer.says("lose")
    assert dealer.facts[-2] == f.HandMatched(box=3, result="lose", collected=10_000)


def test_hands_are_matched_counter_clockwise_from_the_co_bankers_box() -> None:
    dealer = dealt("wager 1 5", "wager 3 5", "wager 7 5", "wager 8 5", bank="bank 6 100")
    for box in (7, 8, 1, 3):
        assert dealer.guide.due.startswith(f"box {box}, 5.00")
        assert f"box {box} is next" in dealer.is_refused("lose 6")
        dealer.says(f"push {box}")


def test_the_last_word_can_be_taken_back() -> None:
    dealer = dealt("wager 2 200", "wager 3 100").says("win, lose, back, back, lose, win")
    assert [(fact.box, fact.result) for fact in dealer.facts if isinstance(fact, f.HandMatched)] == [
        (2, "lose"),
        (3, "win"),
    ]
    assert fold(Round(), dealer.facts) == dealer.guide.round
    assert "nothing has been said" in Dealer().is_refused("back")


# -- words ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("count 7 2 / 6 2", "9 against the bank's 8: the hand is the higher, if neither is one of the 22 ranked hands"),
        ("count 4 6 / 10 10", "0 against the bank's 0: a copy, which the bank wins (4.6, 4.7)"),
        ("count gj 6 / 4 5", "9 against the bank's 9: equal: the highest single tile decides (4.4)"),
        ("count gj 2", "counts 8"),
        ("  # only a comment", ""),
        ("", ""),
    ],
)
def test_some_lines_change_nothing(line: str, said: str) -> None:
    dealer = Dealer()
    dealer.says(line)
    assert "\n".join(dealer.heard).startswith(said)
    assert bool(dealer.heard) == bool(said)
    assert dealer.kinds == ["round_began"]


def test_help_lists_every_word_and_each_means_something() -> None:
    dealer = Dealer().says("help")
    for line in dealer.heard:
        for word in line[:18].split(", "):
            if word.strip() not in ("help", "quit", "back"):
                reason = _refusal(word.strip())
                assert "no word of the guide" not in reason
                assert not reason.startswith(ascii(word.strip()))


def _refusal(line: str) -> str:
    """Return why a dealer who has said nothing yet may not say `line`; nothing where it may be said."""
    try:
        Dealer().says(line)
    except Refused as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("sideways", "no word of the guide"),
        ("Stacked", "no word of the guide"),
        ("bank 9 100", "the boxes are 1 to 8"),
        ("bank 0 100", "the boxes are 1 to 8"),
        ("wager one 100", "the boxes are 1 to 8"),
        ("wager ² 100", "the boxes are 1 to 8"),
        ("bank 1", "write bank BOX AMOUNT"),
        ("bank 1 -100", "no amount"),
        ("bank 1 1e3", "no amount"),
        ("wager 2 0.005", "no amount"),
        ("wager 2 nan", "no amount"),
        ("wager 2 0", "out of range"),
        ("wager 2 " + "9" * 5_000, "out of range"),
        ("bank 1 0.01", "equal halves"),
        ("exposed", "write exposed TILE ..."),
        ("exposed a;b", "write exposed TILE ..."),
        ("exposed " + " ".join(f"t{n}" for n in range(33)), "there are 32 tiles"),
        ("stacked now", "write stacked and no more"),
        ("win 9", "the boxes are 1 to 8"),
        ("win", "not open in the phase stacking"),
        ("mixed", "not open in the phase stacking"),
        ("done", "no chips move in the phase stacking"),
        ("continue", "nothing waits for a supervisor"),
        ("reshuffle", "nothing waits for a supervisor"),
        ("count 7", "write count TILE TILE"),
        ("count 7 3", "a tile is called by its dots"),
        ("quit", "no word of the guide"),
    ],
)
def test_what_cannot_be_said_is_refused_in_one_line(line: str, said: str) -> None:
    assert said in Dealer().is_refused(line)


def test_nobody_wagers_in_the_co_bankers_box() -> None:
    assert "co-banker's" in Dealer().says("bank 3 100").is_refused("wager 3 20")
    assert "holds a wager" in Dealer().says("wager 3 20").is_refused("bank 3 100")


def test_wagers_and_stake_are_made_of_the_smallest_chip() -> None:
    dealer = Dealer(Policy(unit=250))
    assert "no multiple of the smallest chip, 2.50" in dealer.is_refused("wager 2 3")
    assert "a multiple of 5.00" in dealer.is_refused("bank 1 7.50")
    dealer.says("wager 2 7.50, bank 1 15")


WORDS = st.sampled_from(
    (
        *("stacked", "laja", "mixed", "cut", "delivered", "set", "shown", "house-way", "win", "lose", "push", "done"),
        *("continue", "reshuffle", "back", "exposed a", "exposed b c"),
        *("bank 1 100", "bank 4 2", "wager 2 30", "wager 6 9"),
    )
)


@given(st.lists(WORDS, max_size=60))
def test_whatever_is_said_a_round_is_the_fold_of_its_record(words: list[str]) -> None:
    dealer = Dealer()
    for word in words:
        try:
            dealer.says(word)
        except Refused:
            continue
    assert fold(Round(), dealer.facts) == dealer.guide.round
    assert dealer.guide.due


@given(
    st.lists(st.sampled_from(get_args(Result)), min_size=1, max_size=7),
    st.integers(min_value=1, max_value=8),
)
def test_the_guide_moves_the_same_chips_as_the_settlement(results: list[Result], box: int) -> None:
    order = [(box + step) % 8 + 1 for step in range(len(results))]
    wagers = [f"wager {other} {10 * other}.01" for other in order]
    dealer = dealt(*wagers, bank=f"bank {box} 1000").says(", ".join(results)).does_all_that_is_due()
    bank = dealer.guide.round.bank
    assert bank is not None
    hands = [Hand(other, 1_000 * other + 1, result) for other, result in zip(order, results, strict=True)]
    settled = settle(bank, hands, Policy())
    moved = tuple(fact.step for fact in dealer.facts if isinstance(fact, f.ChipsMoved))
    assert moved == settled.settling
    collected = [fact.collected for fact in dealer.facts if isinstance(fact, f.HandMatched)]
    assert collected == [step.amount for step in settled.matching]
