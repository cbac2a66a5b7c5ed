"""What people may read of a journal: all of a closed shoe, and of the open one nothing that lies face down."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.core import inputs as i
from firmware.errors import JournalUnsound
from firmware.journal.history import Shoe, ShownCard, ShownRound, cards, export, rounds, shoes
from firmware.journal.report import report
from firmware.journal.words import report_lines
from tests.journal.table import BOOT, Dealer, dealt_in, newest

STYLE_C = {"edition": "nz-midi-1996", "style": "C"}


def dealt(folder: Path, deal: Callable[[Dealer], None], **settings: object) -> Shoe:
    dealt_in(folder, deal, **settings)
    return list(shoes(newest(folder)))[-1]


def deals(*faces: str) -> Callable[[Dealer], None]:
    """Deal these cards of a fresh shoe."""

    def deal(dealer: Dealer) -> None:
        dealer.loaded()
        for face in faces:
            dealer.card(face)

    return deal


def faces(shown: list[ShownCard]) -> list[str]:
    return [card["card"] for card in shown]


class TestRounds:
    def test_a_natural(self, tmp_path: Path) -> None:
        def deal(dealer: Dealer) -> None:
            deals("4S", "9H", "TD", "QC")(dealer)
            dealer.press()

        assert list(rounds(dealt(tmp_path, deal))) == [
            ShownRound(
                shoe=1,
                round=1,
                player=["4S", "TD"],
                banker=["9H", "QC"],
                winner="banker",
                player_count=4,
                banker_count=9,
                natural=True,
                void_hand=False,
                final=False,
                corrected=False,
            )
        ]

    @pytest.mark.parametrize(
        ("dealt_cards", "player", "banker"),
        [
            (("2S", "7H", "3D", "TC", "9S"), ["2S", "3D", "9S"], ["7H", "TC"]),
            (("6S", "2H", "TD", "3C", "9S"), ["6S", "TD"], ["2H", "3C", "9S"]),
            (("2S", "2H", "3D", "TC", "9S", "8S"), ["2S", "3D", "9S"], ["2H", "TC", "8S"]),
        ],
    )
    def test_third_cards_are_with_the_hand_that_drew(
        self, tmp_path: Path, dealt_cards: tuple[str, ...], player: list[str], banker: list[str]
    ) -> None:
        def deal(dealer: Dealer) -> None:
            deals(*dealt_cards)(dealer)
            dealer.press()

        (row,) = rounds(dealt(tmp_path, deal))
        assert (row["player"], row["banker"]) == (player, banker)

    def test_one_in_progress_is_not_shown_yet(self, tmp_path: Path) -> None:
        assert list(rounds(dealt(tmp_path, deals("4S", "9H", "TD", "QC")))) == []

    def test_a_voided_one_has_no_winner(self, tmp_path: Path) -> None:
        def deal(dealer: Dealer) -> None:
            deals("4S", "9H", "TD", "QC")(dealer)
            dealer.decide("void_round")
            dealer.press()

        (row,) = rounds(dealt(tmp_path, deal))
        assert (row["winner"], row["player_count"], row["natural"]) == ("void", 0, False)
        assert row["player"] == ["4S", "TD"]

    def test_a_corrected_one_is_shown_as_it_was_closed_and_marked(self, tmp_path: Path) -> None:
        def deal(dealer: Dealer) -> None:
            deals("4S", "9H", "TD", "QC")(dealer)
            dealer.press()
            dealer.decide("correct", n=2, card="2H")

        shoe = dealt(tmp_path, deal)
        (row,) = rounds(shoe)
        assert (row["banker"], row["winner"], row["corrected"]) == (["9H", "QC"], "banker", True)
        assert [(card["card"], card["source"]) for card in cards(shoe)][1] == ("2H", "corrected")

    def test_as_csv_they_say_the_same(self, tmp_path: Path) -> None:
        def deal(dealer: Dealer) -> None:
            deals("4S", "9H", "TD", "QC")(dealer)
            dealer.press()

        dealt(tmp_path, deal)
        assert list(export(tmp_path)) == [
            "shoe,round,player,banker,winner,player_count,banker_count,natural,void_hand,final,corrected",
            "1,1,4S TD,9H QC,banker,4,9,true,false,false,false",
        ]


class TestCards:
    def test_each_has_its_number_its_event_and_its_source(self, tmp_path: Path) -> None:
        def deal(dealer: Dealer) -> None:
            deals("4S", "??")(dealer)
            dealer.decide("card", card="9H")

        assert list(cards(dealt(tmp_path, deal))) == [
            ShownCard(n=1, card="4S", boot=BOOT, seq=2, source="shoe"),
            ShownCard(n=2, card="9H", boot=BOOT, seq=3, source="manual"),
        ]

    def test_one_that_was_pushed_back_has_no_number(self, tmp_path: Path) -> None:
        def deal(dealer: Dealer) -> None:
            deals("4S", "9H")(dealer)
            dealer.says(i.Spoiled, "SPOIL,BACK", code="BACK")
            dealer.decide("accept")
            dealer.card("9H")

        assert [(card["n"], card["card"]) for card in cards(dealt(tmp_path, deal))] == [(1, "4S"), (2, "9H")]

    def test_those_kept_behind_a_hold_come_last(self, tmp_path: Path) -> None:
        shoe = dealt(tmp_path, deals("4S", "??", "5D", "6D"))
        assert [(card["n"], card["card"], card["seq"]) for card in cards(shoe)] == [
            (1, "4S", 2),
            (2, "--", 3),  # what it is waits for a person, and so does what comes after it
            (3, "--", 4),
            (4, "--", 5),
        ]

    def test_every_one_of_whole_shoes_is_there_once(self, whole: tuple[Path, Dealer]) -> None:
        seen = [card["seq"] for shoe in shoes(whole[0]) for card in cards(shoe) if card["boot"]]
        assert seen == sorted(set(seen))
        assert len(seen) > 1000


class TestTheOpenShoe:
    def test_keeps_what_lies_face_down(self, tmp_path: Path) -> None:
        shoe = dealt(tmp_path, deals("4S", "9H", "TD", "QC"), **STYLE_C)
        assert faces(list(cards(shoe))) == ["--"] * 4
        assert report(shoe)["never_seen"] == 416

    def test_shows_what_was_turned(self, tmp_path: Path) -> None:
        def deal(dealer: Dealer) -> None:
            deals("4S", "9H", "TD", "QC")(dealer)
            dealer.press("reveal")

        assert faces(list(cards(dealt(tmp_path, deal, **STYLE_C)))) == ["4S", "--", "TD", "--"]

    def test_keeps_a_round_that_was_voided_face_down_until_it_is_closed(self, tmp_path: Path) -> None:
        def deal(dealer: Dealer) -> None:
            deals("4S", "9H", "TD", "QC")(dealer)
            dealer.decide("void_round")
            dealer.press()

        shoe = dealt(tmp_path / "open", deal, **STYLE_C)
        (row,) = rounds(shoe)
        assert (row["player"], row["banker"]) == (["--", "--"], ["--", "--"])

        def deal_on(dealer: Dealer) -> None:
            deal(dealer)
            dealer.decide("reshuffle")
            dealer.loaded()

        dealt_in(tmp_path / "closed", deal_on, **STYLE_C)
        by_folder = list(shoes(tmp_path / "closed"))[1]
        (by_file,) = shoes(tmp_path / "closed/shoe-000001.jsonl")
        for shoe in (by_folder, by_file):
            (row,) = rounds(shoe)
            assert (row["player"], row["banker"]) == (["4S", "TD"], ["9H", "QC"])
            assert report(shoe)["never_seen"] == 412

    def test_stays_open_until_the_next_one_has_begun(self, tmp_path: Path) -> None:
        shoe = dealt(tmp_path, deals("4S", "9H"), **STYLE_C)
        (tmp_path / "shoe-000002.jsonl").write_bytes(b'{"format":1,')
        assert faces(list(cards(shoe))) == ["--", "--"]
        (again, *_) = shoes(tmp_path / "shoe-000001.jsonl")
        assert not again.closed

    def test_a_copy_of_its_file_under_another_name_is_open_too(self, tmp_path: Path) -> None:
        dealt(tmp_path, deals("4S", "9H"), **STYLE_C)
        shutil.copy(tmp_path / "shoe-000001.jsonl", tmp_path / "copy")
        (shoe,) = shoes(tmp_path / "copy")
        assert not shoe.closed

    def test_does_not_tell_of_an_unread_card_before_it_is_asked_for(self, tmp_path: Path) -> None:
        shoe = dealt(tmp_path / "hidden", deals("4S", "??", "TD", "QC"), **STYLE_C)
        assert report(shoe)["unread"] == 0

        def turn(dealer: Dealer) -> None:
            deals("4S", "??", "TD", "QC")(dealer)
            dealer.press("reveal")
            dealer.press("reveal")

        assert report(dealt(tmp_path / "asked", turn, **STYLE_C))["unread"] == 1


class TestTheReport:
    def test_counts_the_shoe(self, tmp_path: Path) -> None:
        def deal(dealer: Dealer) -> None:
            deals("4S", "9H", "TD", "QC")(dealer)  # a natural for the Banker
            dealer.press()
            dealer.press()
            dealer.card("??")
            dealer.decide("card", role="supervisor", card="9S")
            for face in ("2H", "TH", "3H"):
                dealer.card(face)
            dealer.press()
            dealer.decide("correct", n=6, card="2D")
            dealer.enter(i.FaultSeen(fault="jam", why="the shoe says so"))
            for face in ("2H", "3S"):
                dealer.card(face)
            dealer.decide("void_round")
            dealer.press()

        found = report(dealt(tmp_path, deal))
        assert found["table"] == "BAC-07"
        assert (found["cards"], found["burned"], found["unread"], found["corrected"], found["named"]) == (
            10,
            0,
            1,
            1,
            1,
        )
        assert found["never_seen"] == 416 - 10
        assert (found["rounds"], found["voided"], found["void_hands"], found["naturals"]) == (3, 1, 0, 2)
        assert found["results"] == {"player": 1, "banker": 1, "tie": 0}
        assert found["irregularities"] == {"unread_card": 1}
        by_ann = {"actor": "Ann", "second": "", "times": 1}
        assert found["decisions"] == [
            {"decision": "card", "irregularity": "unread_card", "role": "supervisor", **by_ann},
            {"decision": "correct", "irregularity": "", "role": "casino", **by_ann},
            {"decision": "void_round", "irregularity": "", "role": "casino", **by_ann},
        ]
        assert found["faults"] == {"jam": 1}
        assert found["counters"]["presses"] == 4
        assert found["counters"]["presses_ignored"] == 1

    def test_lists_each_incident_and_what_came_of_it(self, tmp_path: Path) -> None:
        def deal(dealer: Dealer) -> None:
            deals("4S", "9H", "TD", "QC", "6D")(dealer)  # a natural for the Banker, and a card too many
            dealer.decide("undisclosed", role="supervisor")
            dealer.decide("void_round")
            dealer.press()
            dealer.card("??")

        found = report(dealt(tmp_path, deal))
        by_ann = {"actor": "Ann", "second": "", "reason": "seen by all"}
        out_of_turn = {"irregularity": "card_out_of_turn", "rule": "11.2, 9.6"}
        unread = {"irregularity": "unread_card", "rule": "the card governs"}
        nobody = {"decision": "", "role": "", "actor": "", "second": "", "reason": ""}
        (first, second, third) = [{k: v for k, v in one.items() if k != "record"} for one in found["incidents"]]
        assert first == {
            "round": 1, **out_of_turn, "decision": "undisclosed", "role": "supervisor", **by_ann,
            "effect": "card 5 is carried, undisclosed",
        }  # fmt: skip
        assert second == {
            "round": 1, "irregularity": "", "rule": "", "decision": "void_round", "role": "casino", **by_ann,
            "effect": "the round is void",
        }  # fmt: skip
        assert third == {"round": 2, **unread, **nobody, "effect": "the table waits"}
        assert (found["cards"], found["dealt"], found["set_aside"]) == (6, 4, 0)
        told = list(report_lines(found))
        by = 'undisclosed by Ann, supervisor "seen by all"'
        assert f"    round 1      card_out_of_turn (rule 11.2, 9.6): {by}; card 5 is carried, undisclosed" in told
        assert "    round 2      unread_card (the card governs): not decided; the table waits" in told

    def test_of_a_continuous_shuffler_counts_no_cards_never_seen(self, tmp_path: Path) -> None:
        assert report(dealt(tmp_path, deals("4S"), inventory=False, cutting_cards=0))["never_seen"] is None


def test_what_does_not_verify_is_not_shown(tmp_path: Path) -> None:
    dealt(tmp_path, deals("4S", "9H"))
    path = tmp_path / "shoe-000001.jsonl"
    path.write_bytes(path.read_bytes().replace(b"9H", b"9D"))
    with pytest.raises(JournalUnsound, match=r"shoe-000001.jsonl, line 4: "):
        list(shoes(tmp_path))
