"""The controller is one function of what arrives, is pressed, is asked and passes: evenings that chance tells, retold.

Each is played once with a simulated shoe; then the same happens again with one thing changed that must not matter.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count, groupby, pairwise
from random import Random
from typing import Any, Final

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from msgspec import structs

from firmware import editions
from firmware.bench.stage import Seen
from firmware.core.inputs import Decided, EventsLost, FaultGone, FaultSeen
from firmware.core.settings import Settings, build
from firmware.core.state import Table
from firmware.shoe.angel_eye import COPIES
from firmware.shoe.angel_frames import Frames, worded
from firmware.shoe.decoder import Decoder
from firmware.shoe.frames import Ack, HostFrame, Who, read_host
from tests.whole.happenings import Arrives, Asks, Dies, Event, Says, Starts, Waits
from tests.whole.improvised import CALM, LINE, RECOVERS_S, STORMY, TABLES, Improvised, Token, improvise, tables, tokens
from tests.whole.one_function import MAKES, SECOND, Controller, Outputs, controller, one_table
from tests.whole.one_function_rules import held_to, records
from tests.whole.retellings import cut, split, spoilt

Check = Callable[[Improvised, Random], None]

SHOES: Final = tuple(MAKES)
AT_ONCE: Final = tuple(word for word in STORMY if word not in ("full", "refused"))
"""Without room a frame counts as never heard, and then it matters which frames are whole when there is room again. And
what a shoe refuses has to have been said to it before."""


def in_order(outputs: Outputs) -> None:
    assert held_to(outputs) == []


def again(
    evening: Improvised, events: Sequence[Event], *, shoe: bool = True, cuts: dict[int, int] | None = None
) -> Outputs:
    outputs = controller(events, evening.settings, evening.protocol, shoe=shoe, cuts=cuts or {})
    in_order(outputs)
    return outputs


# -- what must not matter --------------------------------------------------------------------------------------------


def nothing_but_the_events(evening: Improvised, _: Random) -> None:
    in_order(evening.outputs)
    assert again(evening, evening.events) == evening.outputs


def who_said_the_bytes(evening: Improvised, _: Random) -> None:
    """A shoe, or a record of what it said: the bytes and when they came are all that counts."""
    assert again(evening, evening.outputs.retold, shoe=False) == evening.outputs


def how_often_the_table_is_looked_at(evening: Improvised, dice: Random) -> None:
    """A wait is as good as several: nothing is due but at its deadline."""
    for events, shoe in ((evening.events, True), (evening.outputs.retold, False)):
        parts = [part for event in events for part in split(event, dice)]
        there = again(evening, parts, shoe=shoe)
        assert replace(there, rests=[]) == replace(evening.outputs, rests=[])


def where_the_bytes_were_cut(evening: Improvised, dice: Random) -> None:
    """In what pieces bytes come does not matter; faults of the link apart, judged once all that is there was read."""
    for told in (evening.outputs.retold, spoilt(evening.outputs.retold, dice)):
        # All of it is there before anybody presses: which comes first does matter.
        events = [part for event in told for part in ((Waits(0), event) if isinstance(event, Asks) else (event,))]
        whole = again(evening, [cut(event, dice, 0) for event in events], shoe=False)
        pieces = again(evening, [cut(event, dice, 1 + dice.randrange(9)) for event in events], shoe=False)
        for (one, _), (other, _) in zip(pieces.rests, whole.rests, strict=True):
            assert _behind_faults(one) == _behind_faults(other)
            assert one == other or one.faults != other.faults
        assert known(pieces.table) == known(whole.table)
        assert _without_faults(pieces) == _without_faults(whole)
        assert _told(pieces) == _told(whole)


def _behind_faults(seen: Seen) -> Seen:
    return replace(seen, lamps=frozenset(), blink=frozenset(), gate_open=False, faults=frozenset())


def _without_faults(outputs: Outputs) -> list[Any]:
    every = [one for raw in outputs.journal.values() for one in records(raw)]
    return [(one.said, one.facts) for one in every if not isinstance(one.said, FaultSeen | FaultGone)]


def _told(outputs: Outputs) -> list[Any]:
    """What the feed says of rounds that were closed, and how cards and holds followed each other."""
    lines = [json.loads(line) for raw in outputs.feed.values() for line in raw.splitlines()]
    closed = [closed for line in lines for closed in line["closed"]]
    told = [[line[key] for key in ("shoe", "behind", "hold", "cards", "present")] for line in lines]
    return [closed, *(now for before, now in pairwise([[], *told]) if now != before)]


def spoilt_bytes(evening: Improvised, dice: Random) -> None:
    """Bytes lost, twice, changed, in another order: nothing is shown that is not on record, and the same as ever."""
    events = spoilt(evening.outputs.retold, dice)
    assert again(evening, events, shoe=False) == again(evening, events, shoe=False)


def a_process_that_dies(evening: Improvised, dice: Random) -> None:
    """Killed behind any effect, half a record written or not: still nothing is told that may be lost."""
    again(evening, evening.events, cuts={dice.randrange(len(evening.events)): 1 + dice.randrange(12) for _ in range(4)})


# -- killed, and started again ---------------------------------------------------------------------------------------


def a_process_that_is_started_again(evening: Improvised, dice: Random) -> None:
    """The table is the same: cards, hands, results. A shoe that only talks is believed to have said all meanwhile."""
    numbered = evening.protocol == "shoe-link"
    with one_table(evening.settings, evening.protocol) as one:
        for event in evening.events:
            kills = dice.randrange(4) if dice.randrange(6) == 0 else 0
            if kills == 1 and isinstance(event, Says):
                _happen(one, Dies(), event, Starts())
            elif kills == 2 and numbered and not isinstance(event, Asks):
                one.happen(event, 1 + dice.randrange(12))
            elif kills:
                _happen(one, Dies(), Starts())
                _trusts(one)
                _happen(one, event)
            else:
                one.happen(event)
            if kills:
                _trusts(one)
            _nothing_moved(one)
        _trusts(one)
        outputs = one.outputs()
    in_order(outputs)
    assert known(outputs.table) == known(evening.outputs.table)


def _happen(one: Controller, *events: Event) -> None:
    for event in events:
        one.happen(event)


def _trusts(one: Controller) -> None:
    """Wait until shoe and controller trust each other."""
    for _ in range(RECOVERS_S):
        one.happen(Waits(SECOND))
        if "link" not in one.table.standing.faults:
            break
    _nothing_moved(one)


def _nothing_moved(one: Controller) -> None:
    """Where the table asks what moved while the process was down, somebody says that nothing did."""
    while one.table.hold and one.table.hold.code == "events_lost":
        assert one.loop
        one.loop.enter(Decided(decision="resume", role="casino", actor="Cy"))
        one.settle()


def known(table: Table) -> Table:
    """What a table knows, but for how it came to be known."""
    standing = structs.replace(table.standing, holds=0, faults=(), unacknowledged=())
    kept = tuple(kept for kept in table.kept if not isinstance(kept.said, EventsLost))  # to be asked about later
    hold = table.hold and structs.replace(table.hold, id=0)
    return structs.replace(table, standing=standing, kept=kept, hold=hold)


def test_killed_behind_any_effect_of_a_fresh_shoe_or_of_a_card_the_table_is_the_same() -> None:
    table_settings = build(TABLES[0], editions.shipped())
    events: list[Event] = [Waits(SECOND), Says("loaded"), Waits(2 * SECOND), Says("card", ("9H",)), Waits(2 * SECOND)]
    alive = controller(events, table_settings)
    for happening in (1, 3):
        for behind in count(1):
            killed = controller(events, table_settings, cuts={happening: behind})
            if killed == alive:
                break
            in_order(killed)
            assert known(killed.table) == known(alive.table)
        assert behind > 5, "a record, its flush, the feed and the acknowledgement are more"


# -- said twice ------------------------------------------------------------------------------------------------------


def a_frame_that_comes_again(evening: Improvised, dice: Random) -> None:
    """Every frame of Shoe Link twice, and old events once more: they are acknowledged again, and that is all."""
    heard: list[bytes] = []

    def twice(piece: bytes) -> bytes:
        frames = piece.splitlines(keepends=True)
        heard.extend(frame for frame in frames if frame.startswith(b"$EV,"))
        return b"".join([frame + frame for frame in frames] + dice.choices(heard, k=len(heard) and 2))

    more = _another(evening, twice)
    assert more.keys() <= {Ack, Who}
    assert more[Ack] or not heard


def _another(evening: Improvised, said: Callable[[bytes], bytes]) -> Counter[type]:
    """Return how many more frames the host says of each kind, with other bytes in the place of those of the shoe."""
    events = [
        replace(event, pieces=tuple(map(said, event.pieces))) if isinstance(event, Arrives) else event
        for event in evening.outputs.retold
    ]
    other = again(evening, events, shoe=False)
    frames, others = _frames(evening.outputs), _frames(other)
    for outputs in (evening.outputs, other):
        outputs.effects = [effect for effect in outputs.effects if effect.what != "line"]
    assert other == evening.outputs
    assert not frames - others, "what was said is not said any more"
    return Counter(map(type, (others - frames).elements()))


def _frames(outputs: Outputs) -> Counter[HostFrame]:
    line = b"".join(effect.said for effect in outputs.effects if effect.what == "line")
    return Counter(map(read_host, Decoder().feed(line, 0)))


def a_copy_that_comes(evening: Improvised, dice: Random) -> None:
    """A message of Angel Eye once, twice or three times: copies count once."""

    def copies(piece: bytes) -> bytes:
        told = [message for message, _ in groupby(Frames().feed(piece))]
        return b"".join(worded(*message) * (1 + dice.randrange(COPIES)) for message in told)

    assert not _another(evening, copies)


# -- evenings --------------------------------------------------------------------------------------------------------

CHECKS: Final[dict[str, tuple[Check, Sequence[str], Sequence[str]]]] = {
    "nothing but the events matters": (nothing_but_the_events, STORMY, SHOES),
    "who said the bytes does not matter": (who_said_the_bytes, STORMY, SHOES),
    "how often the table is looked at does not matter": (how_often_the_table_is_looked_at, STORMY, SHOES),
    "where the bytes were cut does not matter": (where_the_bytes_were_cut, AT_ONCE, SHOES),
    "spoilt bytes show nothing that is not on record": (spoilt_bytes, STORMY, SHOES),
    "a process that dies on the way tells nothing that may be lost": (a_process_that_dies, STORMY, SHOES),
    "a process that is started again goes on at the same table": (
        a_process_that_is_started_again,
        (*CALM, *LINE, "noise"),
        ("shoe-link",),
    ),
    "so it does beside a shoe that only talks, once somebody says that nothing moved": (
        a_process_that_is_started_again,
        CALM,
        ("angel-eye", "bee-tek", "line"),
    ),
    "a frame that comes again changes nothing": (a_frame_that_comes_again, (*CALM, *LINE), ("shoe-link",)),
    "a copy that comes changes nothing": (a_copy_that_comes, CALM, ("angel-eye",)),
}
"""What is held to, what can happen meanwhile, and at which shoes."""

EACH: Final = pytest.mark.parametrize(
    ("name", "protocol"), [(name, protocol) for name, (*_, protocols) in CHECKS.items() for protocol in protocols]
)


def play(name: str, protocol: str, evenings: int, *phases: Phase) -> None:
    check, words, _ = CHECKS[name]

    @settings(max_examples=evenings, phases=(Phase.generate, *phases), derandomize=True, database=None)
    @given(tokens(words), tables(), st.integers(0, 2**16))
    def one(told: list[Token], table_settings: Settings, seed: int) -> None:
        check(improvise(told, table_settings, protocol), Random(seed))

    one()


# Without the search for a shorter one, which takes minutes: that is for `make long`.
@EACH
def test_evenings(name: str, protocol: str) -> None:
    play(name, protocol, 24 if protocol == "shoe-link" else 8)


@pytest.mark.measure
@pytest.mark.timeout(3600)
@EACH
def test_hundreds_of_evenings(name: str, protocol: str) -> None:
    play(name, protocol, 100, Phase.shrink)
