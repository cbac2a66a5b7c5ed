"""What each thing the shoe says means, taken up in its turn."""

from firmware.core import facts as f
from firmware.core.draft import Draft
from firmware.core.inputs import (
    AlarmSaid,
    BootRepeated,
    CardLeft,
    CardSaidAgain,
    CutLeft,
    EventsLost,
    LidMoved,
    Loaded,
    MouthEmpty,
    ResultSaid,
    ShoePresented,
    Spoiled,
    Unknown,
)
from firmware.core.lifecycle import Phase
from firmware.core.opinions import weigh
from firmware.core.rounds import open_shoe, see_cut


def listen(d: Draft, said: f.KeptInput) -> None:
    """Take up what the shoe says, or keep it until it is its turn."""
    if d.table.keeping:
        d.record(f.InputKept(said=said))
    else:
        hear(d, said)


def hear(d: Draft, said: f.KeptInput) -> None:
    """Take up one thing the shoe said. What follows from it is worked out by `play.advance`."""
    match said:
        case CardLeft():
            _card_out(d, said)
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
        case LidMoved():
            _lid_moved(d, said)
        case ShoePresented() | BootRepeated():
            _restarted(d)
        case EventsLost():
            _cards_may_have_moved(d, "events_lost")
        case ResultSaid() | AlarmSaid() | CardSaidAgain():
            weigh(d, said)
        case Unknown():
            d.record(f.Noted(note="this version has no meaning for it"))


def _lid_moved(d: Draft, said: LidMoved) -> None:
    if said.open and d.table.behind is not Phase.SHUFFLE:
        d.hold("lid_opened")
    else:
        d.record(f.Noted(note=f"the lid was {'opened' if said.open else 'shut'}"))


def _restarted(d: Draft) -> None:
    if d.table.empty:
        # A shoe that starts says EMPTY again where it holds.
        d.record(f.MouthFilled())
    _cards_may_have_moved(d, "shoe_restarted")


def _cards_may_have_moved(d: Draft, code: f.Code) -> None:
    if d.table.behind is Phase.SHUFFLE:
        d.record(f.Noted(note="no shoe was in play"))
    else:
        d.hold(code)


def set_aside(d: Draft, said: CardLeft) -> None:
    """Put on record a card that is out with its round."""
    _card_out(d, said)
    d.record(f.CardSetAside(place=d.table.waiting[-1]))


def _card_out(d: Draft, said: CardLeft) -> None:
    d.record(f.CardOut(face=said.face, boot=said.boot, seq=said.seq, source=said.source, hand=said.hand))


def _loaded(d: Draft) -> None:
    if d.table.behind is not Phase.SHUFFLE and d.table.left:
        d.hold("shoe_replaced")
    elif d.facts:
        d.record(f.ReplacementNoted())
    else:
        open_shoe(d)


def _spoiled(d: Draft, said: Spoiled) -> None:
    cards = d.table.cards
    if said.code == "SENSOR" or not cards or len(cards) - 1 in d.table.backs:
        # Of the reader itself, or of no card of this shoe.
        d.hold("reader_distrust", spoil="SENSOR")
        return
    place = len(cards) - 1
    # A foreign card is a question of value, and waits until the card is public; the others are not.
    if said.code == "UV" and not d.table.cards[place].public:
        d.record(f.CardDoubted(place=place))
    else:
        d.hold("reader_distrust", place, said.code)
