"""What is counted since the start, key by key: the support page and `coup doctor` read these."""

from firmware.shoe.angel_eye import OPTIONS, AngelEye
from firmware.shoe.angel_frames import Frames, worded
from firmware.shoe.bee_tek import OPTIONS as BEE_OPTIONS
from firmware.shoe.bee_tek import BeeTek
from firmware.shoe.decoder import ABANDON_NS, Decoder
from firmware.shoe.frames import wrap
from firmware.shoe.line_codes import LineCodes
from firmware.shoe.options import chosen
from tests.shoe.desk import BOOT, OTHER, Desk, sent

KING = wrap(b"EV,1F3A9C04,7,CARD,KH")


def test_of_an_angel_eye() -> None:
    shoe = AngelEye(chosen(OPTIONS, {"sequence": "counts"}))
    shoe.hear(b"~~" + worded(0x31, b"P") * 2 + worded(0x35, b"C") + worded(0x39, b"C") + worded(0x3A, b"P") * 3)
    spoiled = worded(0x3B, b"P")[:-2] + b"00"
    shoe.hear(spoiled * 2)
    assert shoe.counters() == {
        "good": 7,
        "bad_bcc": 2,
        "skipped_bytes": 2 + 2 * len(spoiled),
        "repeats": 3,
        "jumps": 2,
    }


def test_of_an_angel_eye_whose_port_was_opened_within_a_message() -> None:
    frames = Frames()
    frames.feed(worded(0x31, b"P")[:3])
    frames.reset()
    frames.feed(worded(0x31, b"P"))
    assert (frames.good, frames.bad, frames.skipped) == (1, 0, 0)


def test_of_a_bee_tek() -> None:
    shoe = BeeTek(chosen(BEE_OPTIONS, {}))
    assert shoe.counters() == {"good": 0, "broken": 0, "skipped_bytes": 0}
    shoe.hear(b"[Game]<Card:TH>TH\r\n[Game]<Card:2S<Card:2S>")
    assert shoe.counters() == {"good": 2, "broken": 1, "skipped_bytes": 4 + len(b"[Game]<Card:2S")}


def test_of_a_bee_tek_whose_port_was_opened_within_a_message() -> None:
    shoe = BeeTek(chosen(BEE_OPTIONS, {}))
    shoe.hear(b"[Game]<Ca")
    shoe.reset()
    shoe.hear(b"[Game]<Card:TH>")
    assert shoe.counters() == {"good": 1, "broken": 0, "skipped_bytes": 0}


def test_of_a_bee_tek_that_never_ends_a_message() -> None:
    shoe = BeeTek(chosen(BEE_OPTIONS, {}))
    shoe.hear(b"<" + b"X" * 100)
    assert shoe.counters() == {"good": 0, "broken": 1, "skipped_bytes": 101}


def test_of_a_line_shoe() -> None:
    shoe = LineCodes()
    assert shoe.counters() == {"good": 0, "unknown": 0}
    shoe.hear(b"TH\r\nCUT\r\n??\r\nDOOR\r\n\r\n")
    shoe.hear(b"2S\r\nWINDOW\r\n")
    assert shoe.counters() == {"good": 4, "unknown": 2}


def test_of_frames() -> None:
    decoder = Decoder()
    assert (decoder.good, decoder.skipped, sum(decoder.bad.values())) == (0, 0, 0)
    for _ in range(2):
        decoder.feed(KING[:5], 0)
        decoder.feed(KING, ABANDON_NS)
    assert (decoder.good, decoder.skipped, decoder.bad["abandoned"]) == (2, 0, 2)
    decoder.feed(KING[:5], 0)
    decoder.feed(KING[5:], 1)
    decoder.feed(b"~", 2)
    assert (decoder.good, decoder.skipped, decoder.bad["abandoned"]) == (3, 1, 2)
    decoder.feed(KING[:5], 0)
    decoder.reset()
    decoder.feed(KING, 1)
    assert (decoder.good, decoder.skipped, sum(decoder.bad.values())) == (4, 1, 2)


def test_of_a_host_that_hears_what_is_no_shoes() -> None:
    desk = Desk.beside_a_shoe()
    before = desk.host.counters()
    desk.hear("WHO", "WHO", "HULLO", "BEAT,1", "ERR,CRC", "ERR,CRC")
    desk.hear(f"BEAT,{OTHER},1,0,0", f"EV,{OTHER},1,CUT", f"EV,{BOOT},3,CUT", f"EV,{BOOT},4,CUT")
    desk.host.receive(b"~~~" + sent("WHO")[:-1] + b"$", desk.now)
    now = desk.host.counters()
    assert {key: now[key] - before.get(key, 0) for key in now if now[key] != before.get(key, 0)} == {
        "good": 10,
        "skipped_bytes": 3,
        "bad_cut_off": 1,
        "echo": 2,
        "not_unknown": 1,
        "not_form": 1,
        "err_crc": 2,
        "strangers": 2,
        "gaps": 2,
    }


def test_of_events_that_come_again_or_are_lost() -> None:
    desk = Desk.beside_a_shoe(3)
    before = desk.host.counters()
    desk.hear(f"EV,{BOOT},2,CARD,KH", f"EV,{BOOT},3,CARD,KH", f"BEAT,{BOOT},7,3,9", f"EV,{BOOT},7,CUT")
    desk.hear(f"BEAT,{BOOT},10,9,9")
    now = desk.host.counters()
    assert (now["duplicates"] - before.get("duplicates", 0), now["lost"] - before.get("lost", 0)) == (2, 5)
