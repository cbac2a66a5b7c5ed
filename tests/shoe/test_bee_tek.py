"""What a Bee-Tek shoe says, and what that is at the table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.core.cards import DECK
from firmware.core.inputs import AlarmSaid, CardLeft, Input, LineNoted, Unknown
from firmware.shoe.bee_tek import OPTIONS, BeeTek
from firmware.shoe.listener import LOST
from firmware.shoe.options import chosen


def heard(*data: bytes, **options: object) -> list[Input]:
    dialect = BeeTek(chosen(OPTIONS, options))
    return [said for part in data for said in dialect.hear(part)]


def faces(*data: bytes) -> list[str]:
    return [said.face for said in heard(*data) if isinstance(said, CardLeft)]


@pytest.mark.parametrize("card", DECK)
def test_every_card(card: str) -> None:
    assert faces(f"[Game]<Card:{card}>\r\n".encode()) == [card]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        (b"[Game]<Card:4S>", CardLeft(face="4S", said="[Game]<Card:4S>")),
        (b"[Game]<Card:10H>", CardLeft(face="TH", said="[Game]<Card:10H>")),
        (b"[Game]<Card:TH>", CardLeft(face="TH", said="[Game]<Card:TH>")),
        (b"[Manual Burn Cards]<Card:TH>", CardLeft(face="TH", hand="burn", said="[Manual Burn Cards]<Card:TH>")),
        (b"[Game]<Game>", CardLeft(face="??", said="[Game]<Game>")),
        (b"[Game]<Card:4X>", CardLeft(face="??", said="[Game]<Card:4X>")),
        (b"[Game]<Card:>", CardLeft(face="??", said="[Game]<Card:>")),
        (b"[Game]<Card>", CardLeft(face="??", said="[Game]<Card>")),
        (b"[Manual Burn Cards]<Game>", CardLeft(face="??", hand="burn", said="[Manual Burn Cards]<Game>")),
        (b"[Test]<Card:4S>", CardLeft(face="4S", said="[Test]<Card:4S>")),
        (b"[Game]<Alarm:E3 Card Not Read>", AlarmSaid(alarm="misread", said="[Game]<Alarm:E3 Card Not Read>")),
        (
            b"[GameAlarm]<Alarm:E3 Card Not Read>",
            AlarmSaid(alarm="misread", said="[GameAlarm]<Alarm:E3 Card Not Read>"),
        ),
        (b"[GameAlarm]<E3 Card Not Read>", AlarmSaid(alarm="misread", said="[GameAlarm]<E3 Card Not Read>")),
        (b"[Game]<Alarm:E7 Door Open>", LineNoted(note="the shoe says alarm E7 Door Open")),
        (b"[GameAlarm]<E31 Other>", LineNoted(note="the shoe says alarm E31 Other")),
        (b"<W0x01>", LineNoted(note="the shoe warns: W0x01")),
        (b"[Game]<Something:else>", Unknown(said="[Game]<Something:else>")),
        (b"<Hello>", Unknown(said="<Hello>")),
        (b"[Game]<Game over>", Unknown(said="[Game]<Game over>")),
        (b"[Game]<Card Out>", Unknown(said="[Game]<Card Out>")),
        (b"[Game]<Hardware>", Unknown(said="[Game]<Hardware>")),
    ],
)
def test_every_message(line: bytes, meant: Input) -> None:
    assert heard(line + b"\r\n") == [meant]


def test_the_characters_that_are_repeated_behind_a_message_are_no_card() -> None:
    assert faces(b"[Game]<Card:4S>4S\r\n[Game]<Card:9H>\r\n") == ["4S", "9H"]
    assert faces(b"[Game]<Card:4S>\r\n4S\r\n", b"Card:4S>\r\n", b"4S>\r\n[Game]<Card:9H>\r\n") == ["4S", "9H"]


def test_two_cards_of_a_kind_are_two() -> None:
    assert faces(b"[Game]<Card:4S>\r\n[Game]<Card:4S>\r\n") == ["4S", "4S"]


@pytest.mark.parametrize("line", [b"  [Game]<Card:4S>  ", b"\t[Game] <Card:4S>\t", b" [ Game ]< Card : 4S > "])
def test_blanks_do_not_matter(line: bytes) -> None:
    assert faces(line + b"\r\n") == ["4S"]


def test_a_mode_without_its_bracket_is_a_mode() -> None:
    assert heard(b"[Game<Card:KH>") == [CardLeft(face="KH", said="[Game]<Card:KH>")]


def test_several_in_one_read_are_taken_in_the_order_of_their_bytes() -> None:
    said = heard(
        b"[Game]<Card:4S>\r\n[Game]<Game>\r\n[Game]<Alarm:E3 Card Not Read>\r\n<W0x01>\r\n[Game]<Card:10D>\r\n"
    )
    assert [type(one) for one in said] == [CardLeft, CardLeft, AlarmSaid, LineNoted, CardLeft]


def test_a_line_whose_end_was_lost_costs_nothing() -> None:
    assert faces(b"[Game]<Card:4S>[Game]<Card:9H>[Game]<Card:KD>") == ["4S", "9H", "KD"]


# -- what breaks off -----------------------------------------------------------------------------------------------

NEXT = b"[Game]<Card:9C>\r\n"
ENDS = [b"\r\n", b"\n", b""]


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("half", [b"[Game]<Card:4S", b"<Card:4S", b"[Game]<Game", b"[Game]<Ca", b"[Game] <C", b"<Card"])
def test_a_card_whose_message_broke_off_is_unread_and_one(half: bytes, end: bytes) -> None:
    assert faces(half + end + NEXT) == ["??", "9C"]


@pytest.mark.parametrize("begun", [b"[Game]<Card:4S", b"<Card:4S", b"[Game]<Game", b"[Game]Card:4S>"])
def test_a_card_whose_message_does_not_end_is_unread_and_one(begun: bytes) -> None:
    assert faces(begun + b"x" * 300 + b">" + NEXT) == ["??", "9C"]


@pytest.mark.parametrize("half", [b"[Ga", b"[Game", b"[Game]", b"[Game]<", b"[Manual B", b"[Manual Burn Cards]"])
def test_a_message_that_broke_off_before_it_said_what_it_is_may_have_been_a_card(half: bytes) -> None:
    *lost, card = heard(half + b"\r\n" + NEXT)
    assert lost == [LineNoted(note="a message of the shoe broke off before it said what it is"), LOST]
    assert card == CardLeft(face="9C", said="[Game]<Card:9C>")


@pytest.mark.parametrize(
    "half", [b"[", b"<", b"]>", b"[GameAlarm]", b"[GameAlarm]<Alarm:E1 Card", b"[Game]<Alarm:E3 Ca", b"<W0", b"<Hel"]
)
def test_what_broke_off_and_was_no_card_is_none_and_costs_not_the_next(half: bytes) -> None:
    assert heard(half + b"\r\n" + NEXT) == heard(half + NEXT) == heard(NEXT)


def test_a_burn_card_whose_message_broke_off_counts_as_the_setting_says() -> None:
    for manual_burn, hand in (("burn", "burn"), ("card", "")):
        (card,) = heard(b"[Manual Burn Cards]<Card:TH\r\n", manual_burn=manual_burn)
        assert card == CardLeft(face="??", hand=hand, said="[Manual Burn Cards]<Card:TH")  # type: ignore[arg-type]


def test_half_a_message_and_the_characters_that_are_repeated_behind_it_are_one_card() -> None:
    assert faces(b"[Game]<Card:4S4S\r\n" + NEXT) == faces(b"[Game]<Card:4S<4S\r\n" + NEXT) == ["??", "9C"]


def test_what_broke_off_is_counted() -> None:
    dialect = BeeTek(chosen(OPTIONS, {}))
    dialect.hear(b"[Game]<Card:4S\r\n" + NEXT)
    assert dialect.counters() == {"good": 1, "broken": 1, "skipped_bytes": len(b"[Game]<Card:4S\r\n") + 2}


MESSAGES = [
    b"[Game]<Card:4S>\r\n",
    b"[Game]<Card:TH>TH\r\n",
    b"[Manual Burn Cards]<Card:10H>\r\n",
    b"[Game]<Game>\r\n",
    b"[Manual Burn Cards]<Game>\r\n",
]


def told(stream: bytes) -> list[str]:
    """What is told of the cards: a face for each, and `lost` where people have to say what moved."""
    cards = [said for said in heard(stream) if said is LOST or isinstance(said, CardLeft)]
    return [said.face if isinstance(said, CardLeft) else "lost" for said in cards]


@pytest.mark.parametrize("message", MESSAGES)
def test_no_byte_that_is_lost_or_spoiled_makes_a_card_vanish_or_two_of_it(message: bytes) -> None:
    for at in range(len(message)):
        for instead in (b"", *(bytes([message[at] ^ 1 << bit]) for bit in range(8))):
            of_it, *rest = told(message[:at] + instead + message[at + 1 :] + NEXT)
            assert of_it in (*DECK, "??", "lost")
            assert rest == ["9C"]


@pytest.mark.parametrize("message", MESSAGES)
@pytest.mark.parametrize("end", ENDS)
def test_wherever_a_message_is_cut_its_card_is_told_once(message: bytes, end: bytes) -> None:
    whole = message.index(b">") + 1
    for at in range(2, whole):
        assert told(message[:at] + end + NEXT) in (["??", "9C"], ["lost", "9C"])
    assert len(told(message[:whole] + end + NEXT)) == 2


@given(st.lists(st.tuples(st.sampled_from(MESSAGES), st.integers(0, 40), st.sampled_from(["whole", "lost", "cut"]))))
def test_of_a_whole_evening_with_losses_every_card_is_told_in_its_place(
    evening: list[tuple[bytes, int, str]],
) -> None:
    stream, meant = b"", []
    for message, number, fate in evening:
        at = 2 + number % (len(message) - 2)
        kept = {"whole": message, "lost": message[:at] + message[at + 1 :], "cut": message[:at]}[fate]
        stream += kept + NEXT
        meant += [told(message)[0] if fate == "whole" else "", "9C"]
    found = told(stream)
    assert len(found) == len(meant)
    assert all(one in (expected, "??", "lost") or not expected for one, expected in zip(found, meant, strict=True))


def test_a_burn_card_counts_as_the_setting_says() -> None:
    line = b"[Manual Burn Cards]<Card:TH>\r\n"
    (burn,) = heard(line, manual_burn="burn")
    (card,) = heard(line, manual_burn="card")
    assert isinstance(burn, CardLeft)
    assert isinstance(card, CardLeft)
    assert (burn.face, burn.hand, card.face, card.hand) == ("TH", "burn", "TH", "")


def test_who_wants_no_opinion_has_the_alarm_recorded() -> None:
    line = b"[Game]<Alarm:E3 Card Not Read>\r\n"
    assert heard(line, second_opinion=False) == [Unknown(said="[Game]<Alarm:E3 Card Not Read>")]


def test_an_opened_port_starts_afresh() -> None:
    dialect = BeeTek(chosen(OPTIONS, {}))
    dialect.hear(b"[Game]<Card:4")
    dialect.reset()
    assert dialect.hear(b"S>\r\n") == []


def test_every_split_says_the_same() -> None:
    stream = b" [Game]<Card:4S>4S\r\n<W0x01>\r\n[GameAlarm] <E3 x>\r\n[Manual Burn Cards]<Card:10H>"
    for cut in range(len(stream) + 1):
        assert heard(stream[:cut], stream[cut:]) == heard(stream)


@pytest.mark.parametrize("flood", [b"[", b"<", b"[A", b"[A]", b"[A]<", b"A", b"[" + b"A" * 32 + b"]", b"<" + b"A" * 64])
def test_a_flood_fills_no_memory(flood: bytes) -> None:
    dialect = BeeTek(chosen(OPTIONS, {}))
    for _ in range(200):
        dialect.hear(flood * 5)
        assert len(dialect._open) <= 108
    assert [type(said) for said in dialect.hear(b"\r\n[Game]<Card:4S>")] == [CardLeft]


parts = st.sampled_from([b"[Game]", b"<Card:4S>", b"[", b"]", b"<", b">", b" ", b"\r\n", b"4S", b"<W0x01>", b"A" * 40])


@given(st.lists(parts | st.binary(max_size=4), max_size=20).map(b"".join), st.data())
def test_however_the_bytes_come_they_say_the_same(stream: bytes, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    whole, cut = BeeTek(chosen(OPTIONS, {})), BeeTek(chosen(OPTIONS, {}))
    pieces = [stream[start:end] for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert [said for piece in pieces for said in cut.hear(piece)] == whole.hear(stream)
    assert cut.counters() == whole.counters()
