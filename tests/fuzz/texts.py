"""Texts that people and programs hand in: whatever they are, they are read, or refused in the way that is documented.

Decides which refusals are documented. Must never know what the texts mean.
"""

from firmware import config
from firmware.bench import scenario
from firmware.control.requests import LONGEST_REQUEST, Lines, read_request
from firmware.errors import ConfigError, Refused
from firmware.money.slip import read_slip
from firmware.paigow import sheet
from firmware.shoe.registry import Registry
from tests.fuzz.refusals import in_one_line, names_the_file
from tests.fuzz.scratch import folder

PROTOCOLS = Registry()


def configuration(data: bytes) -> None:
    """A configuration file."""
    file = folder() / "table.toml"
    file.write_bytes(data)
    try:
        config.load(file, protocols=PROTOCOLS)
    except ConfigError as error:
        names_the_file(error, f"{file}: ")


def scenario_file(data: bytes) -> None:
    """A scenario's file."""
    file = folder() / "night.coup"
    file.write_bytes(data)
    try:
        read = scenario.load(file)
    except scenario.ScenarioError as error:
        names_the_file(error, f"{file}:")
    else:
        assert read.steps
        assert [step.line for step in read.steps] == sorted({step.line for step in read.steps})


def requests(data: bytes) -> None:
    """What one client says on the control socket; a byte 0x1B is where a piece of it ends."""
    whole = taken([data.replace(b"\x1b", b"")])
    assert taken(data.split(b"\x1b")) == whole
    for line in whole:
        try:
            read_request(line)
        except Refused as refused:
            in_one_line(refused, "size" if len(line) > LONGEST_REQUEST else "form")


def taken(pieces: list[bytes]) -> list[bytes]:
    """Return the lines in what comes in pieces, each taken as soon as it is there, as the server does."""
    lines, found = Lines(), []
    for piece in pieces:
        for at in range(0, len(piece), LONGEST_REQUEST):
            assert lines.has_room
            lines.add(piece[at : at + LONGEST_REQUEST])
            while lines.has_line:
                found.append(lines.take())
    lines.add(b"")
    while lines.has_line:
        found.append(lines.take())
    assert lines.done
    assert all(len(line) <= LONGEST_REQUEST + 1 for line in found)
    return found


def money_slip(data: bytes) -> None:
    """A slip of wagers."""
    try:
        slip = read_slip(data.decode("utf-8", "surrogateescape"), 7)
    except Refused as refused:
        in_one_line(refused)
    else:
        assert all(1 <= wager.seat <= 7 and wager.amount > 0 for wager in slip.wagers)


def pai_gow_sheet(data: bytes) -> None:
    """A sheet of a Pai Gow round."""
    try:
        bank, hands = sheet.read(data.decode("utf-8", "surrogateescape"), 100)
    except Refused as refused:
        in_one_line(refused)
    else:
        assert bank.stake > 0
        assert bank.box not in [hand.box for hand in hands]
