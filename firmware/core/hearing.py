"""What each thing the shoe says means, taken up in its turn."""

from firmware.core import facts as f
from firmware.core.draft import Draft
from firmware.core.inputs import (
    BootRepeated,
    CardLeft,
    CutLeft,
    EventsLost,
    LidMoved,
    Loaded,
    MouthEmpty,
    ShoePresented,
    Spoiled,
    Unknown,
)
from firmware.core.lifecycle import Phase
from firmware.core.rounds import open_shoe, see_cut


def hear(d: Draft, said: f.KeptInput) -> None:
    """Take up one thing the shoe said. What follows from it is worked out by `play.advance`."""
    in_play = d.table.behind is not Phase.SHUFFLE
    match said:
        case CardLeft():
            d.record(f.CardOut(face=said.face, boot=said.boot, seq=said.seq, source=said.source))
            if d.table.behind is Phase.REVEAL:
                d.hold("card_before_reveal", d.table.waiting[-1])
        case CutLeft():
            see_cut(d)
        case Loaded():
            _loaded(d)
        case MouthEmpty():
            d.record(f.MouthEmptyNoted())
        case Spoiled():
            _spoiled(d, said)
        case LidMoved() if said.open and in_play:
            d.hold("lid_opened")
        case LidMoved():
            d.record(f.Noted(note=f"the lid was {'opened' if said.open else 'shut'}"))
        case ShoePresented() | BootRepeated() if in_play:
            d.hold("shoe_restarted")
        case EventsLost() if in_play:
            d.hold("events_lost")
        case ShoePresented() | BootRepeated() | EventsLost():
            d.record(f.Noted(note="no shoe was in play"))
        case Unknown():
            d.record(f.Noted(note="this version has no meaning for it"))


def _loaded(d: Draft) -> None:
    if d.table.behind is Phase.SHUFFLE or not d.table.numbered:
        open_shoe(d)
    else:
        d.hold("shoe_replaced")


def _spoiled(d: Draft, said: Spoiled) -> None:
    if said.code == "SENSOR":
        d.hold("reader_distrust", spoil=said.code)
        return
    if not d.table.numbered:
        d.record(f.Noted(note="no card has left this shoe"))
        return
    place = d.table.numbered[-1]
    # A foreign card is a question of value, and waits until the card is public; the others are not.
    if said.code == "UV" and not d.table.cards[place].public:
        d.record(f.CardDoubted(place=place))
    else:
        d.hold("reader_distrust", place, said.code)
