"""What a Bee-Tek shoe says, and what that is at the table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.core.cards import DECK
from firmware.core.inputs import AlarmSaid, CardLeft, Input, LineNoted, Unknown
from firmware.shoe.bee_tek import OPTIONS, BeeTek
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


def test_several_in_one_read_are_taken_in_the_order_of_their_bytes() -> None:
    said = heard(
        b"[Game]<Card:4S>\r\n[Game]<Game>\r\n[Game]<Alarm:E3 Card Not Read>\r\n<W0x01>\r\n[Game]<Card:10D>\r\n"
    )
    assert [type(one) for one in said] == [CardLeft, CardLeft, AlarmSaid, LineNoted, CardLeft]


def test_a_line_whose_end_was_lost_costs_nothing() -> None:
    assert faces(b"[Game]<Card:4S>[Game]<Card:9H>[Game]<Card:KD>") == ["4S", "9H", "KD"]


@pytest.mark.parametrize("half", [b"[Game]<Card:4S", b"[Game]<Ca", b"[Ga", b"[Game]", b"<", b"[Game]<Card:4S[", b"]>"])
def test_half_a_message_is_none_and_costs_not_the_next(half: bytes) -> None:
    assert faces(half + b"\r\n[Game]<Card:9H>\r\n") == ["9H"]
    assert faces(half + b"[Game]<Card:9H>\r\n") == ["9H"]


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
