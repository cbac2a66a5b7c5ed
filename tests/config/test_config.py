"""A technician writes a table's configuration, and is told every mistake at once."""

import tomllib
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import config
from firmware.errors import ConfigError
from firmware.sections import KEYS, SECTIONS, Config
from firmware.shoe.registry import Registry
from firmware.values import LOOPBACK
from hal.settings import LAMPS

SHIPPED = Path(__file__).parents[2] / "config"
PROTOCOLS = {name: Registry().find(name) for name in ("line", "shoe-link")}

LEAST = """
[table]
id = "BAC-07"
edition = "nz-mini-1996"
[hal]
driver = "mock"
"""


def loaded(folder: Path, text: str) -> Config:
    file = folder / "table.toml"
    file.write_text(text, encoding="utf-8")
    return config.load(file, protocols=PROTOCOLS)


def refused(folder: Path, text: str) -> tuple[str, ...]:
    """Return what is said of the file, line by line, without its path before each."""
    with pytest.raises(ConfigError) as error:
        loaded(folder, text)
    path = f"{folder / 'table.toml'}: "
    assert all(line.startswith(path) for line in error.value.problems)
    assert all("\n" not in line and "msgspec" not in line for line in error.value.problems)
    return tuple(line.removeprefix(path) for line in error.value.problems)


def only_line(folder: Path, text: str) -> str:
    (line,) = refused(folder, text)
    return line


def with_key(section: str, line: str) -> str:
    """Return the least configuration with one more line in `section`."""
    header = f"[{section}]\n"
    return LEAST.replace(header, header + line + "\n") if header in LEAST else LEAST + header + line + "\n"


def test_the_least_configuration_takes_the_defaults(tmp_path: Path) -> None:
    table = loaded(tmp_path, LEAST)
    assert (table.settings.edition.name, table.settings.style, table.settings.decks) == ("nz-mini-1996", "A", 8)
    assert str(table.settings.burn) == "none"
    assert not table.settings.two_person
    assert (table.shoe.protocol, str(table.shoe.port), table.shoe.baud) == ("shoe-link", "/dev/shoe", 115200)
    assert not table.shoe.listen_only
    assert table.journal.key_file is None


def test_relative_paths_are_relative_to_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/table.toml").write_text(LEAST + '[shoe]\nport = "shoe"\n[journal]\nkey_file = "key"\n')
    monkeypatch.chdir(tmp_path)
    table = config.load(Path("etc/table.toml"), protocols=PROTOCOLS)
    here = tmp_path / "etc"
    assert table.journal.dir == here / "journal"
    assert table.journal.key_file == here / "key"
    assert table.feed.dir == here / "feed"
    assert table.control.socket == here / "control.sock"
    assert table.hal.mock.settings.trace == here / "lamps.jsonl"
    assert table.shoe.port == here / "shoe"


def test_a_path_reads_as_where_it_is(tmp_path: Path) -> None:
    """Also beside a folder that is a link: up from there is where the system goes up."""
    (tmp_path / "elsewhere/etc").mkdir(parents=True)
    (tmp_path / "etc").symlink_to("elsewhere/etc")
    table = loaded(tmp_path / "etc", LEAST + '[journal]\ndir = "../journal"\n[feed]\ndir = "../../a/../feed"\n')
    assert table.journal.dir == tmp_path / "elsewhere/journal"
    assert table.feed.dir == tmp_path / "a/../feed"  # `a` may be a link


def test_an_absolute_path_stays(tmp_path: Path) -> None:
    assert loaded(tmp_path, with_key("journal", 'dir = "/srv/journal"')).journal.dir == Path("/srv/journal")


@pytest.mark.parametrize("name", ["table.toml", "bench.toml"])
def test_the_shipped_files_are_sound(name: str) -> None:
    assert config.load(SHIPPED / name, protocols=PROTOCOLS).settings.decks == 8


def test_the_live_file_wires_every_lamp() -> None:
    pins = config.load(SHIPPED / "table.toml", protocols=PROTOCOLS).hal.rpi.settings
    assert {*pins.lamps, *pins.unwired} == set(LAMPS)


def test_the_live_file_shows_every_key_with_its_default() -> None:
    """What is commented out there can be uncommented, and changes nothing."""
    text = (SHIPPED / "table.toml").read_text(encoding="utf-8")
    shown = "\n".join(line.removeprefix("# ") if " = " in line else line for line in text.splitlines())
    document = tomllib.loads(shown)
    for name in Config.__struct_fields__:
        assert set(document[name]) == set(SECTIONS[name].__struct_fields__), name
    before = config.load(SHIPPED / "table.toml", protocols=PROTOCOLS)
    after = config.judge(document, folder=SHIPPED, protocols=PROTOCOLS)
    assert after == before


def test_every_mistake_is_told_at_once_in_the_order_of_the_sections(tmp_path: Path) -> None:
    lines = refused(
        tmp_path,
        """
        colour = "green"
        [table]
        id = "BAC 07"
        edition = "nz-mini-1996"
        style = "B"
        decks = 6
        burn = "fixed:none"
        confirm = 1
        [authority]
        two_person = true
        [shoe]
        protocol = "morse"
        bauds = 9600
        baud = 300
        [hal]
        driver = "mock"
        [hal.rpi]
        lamps = { deal = 3, stop = 27, tie = "green" }
        gate = 27
        [journal]
        dir = "both"
        keep_shoes = -1
        [feed]
        dir = "both"
        """,
    )
    assert [line.split(" = ")[0].split(":")[0] for line in lines] == [
        "table.id",
        "table.confirm",
        "table.style",
        "table.decks",
        "table.burn",
        "authority.two_person",
        "shoe.protocol",
        "shoe.baud",
        "shoe.bauds",
        "hal.rpi.lamps.tie",
        "hal.rpi.lamps.deal",
        "hal.rpi.gate",
        "journal.keep_shoes",
        "feed.dir",
        "colour",
    ]


@pytest.mark.parametrize(
    ("section", "line", "told"),
    [
        ("table", "decks = 4", "table.decks = 4: allowed: 8"),
        ("table", 'style = "C"', 'table.style = "C": allowed: A'),
        ("table", 'decks = "8"', 'table.decks = "8": allowed: 1 to 8, within the edition\'s bounds'),
        ("table", "decks = true", "table.decks = true: allowed: 1 to 8, within the edition's bounds"),
        ("table", "decks = 8.0", "table.decks = 8.0: allowed: 1 to 8, within the edition's bounds"),
        ("table", "cutting_cards = 0", "table.cutting_cards = 0: allowed: 1, 2 (0 with inventory off)"),
        ("table", 'confirm = "both"', 'table.confirm = "both": allowed: single, result'),
        ("table", 'inventory = "on"', 'table.inventory = "on": allowed: true, false'),
        ("shoe", 'protocol = "bee-tek"', 'shoe.protocol = "bee-tek": allowed: line, shoe-link'),
        ("shoe", "baud = 300", "shoe.baud = 300: allowed: 4800, 9600, 19200, 38400, 57600, 115200, 230400"),
        ("shoe", "baud = 9600.0", "shoe.baud = 9600.0: allowed: 4800, 9600, 19200, 38400, 57600, 115200, 230400"),
        ("shoe", "listen_only = 0", "shoe.listen_only = 0: allowed: true, false"),
        ("shoe", 'port = ""', 'shoe.port = "": allowed: a path'),
        ("shoe", 'port = "a\\u0000"', 'shoe.port = "a\\u0000": allowed: a path without a NUL'),
        ("authority", "roles_file = 3", "authority.roles_file = 3: allowed: a path"),
        ("hal.rpi", 'gate = ""', 'hal.rpi.gate = "": allowed: a pin, 9 to 27 (2 to 27 with active_low)'),
        (
            "hal.rpi",
            "lamps = { tie = 7.0 }",
            "hal.rpi.lamps.tie = 7.0: allowed: LAMP = pin, each lamp wired or unwired",
        ),
        ("display", 'hosts = ["pit.example", "a b"]', 'display.hosts = "a b": allowed: a list of host names'),
        ("display", 'hosts = ["pit\\n"]', 'display.hosts = "pit\\n": allowed: a list of host names'),
        ("display", "language = 3", "display.language = 3: allowed: a language there is a catalogue for"),
        ("display", 'language = "xx"', 'display.language = "xx": allowed: en'),
        ("display", 'language = "../texts/en"', 'display.language = "../texts/en": allowed: en'),
        ("feed", 'dirs = "f"', "feed.dirs: no key of [feed]; allowed: dir"),
        ("feed", '"a\\nb" = 1', 'feed."a\\nb": no key of [feed]; allowed: dir'),
        (
            "shoes",
            "port = 1",
            "shoes: no key of the file; allowed: table, authority, shoe, hal, journal, feed, control, display",
        ),
        ("journal", "keep_shoes = -1", "journal.keep_shoes = -1: allowed: 0 or more"),
        *(
            ("display", f'listen = "{listen}"', f'display.listen = "{listen}": allowed: {LOOPBACK}')
            for listen in ("::1:8080", "[::1%lo]:8080", "0.0.0.0:8080", "127.0.0.1:65536")
        ),
        (
            "display",
            'chips = "0.50,2.5O"',
            'display.chips = "0.50,2.5O": allowed: the values of the table\'s chips, such as 0.50,2.50,5,25,100'
            " (chips: '2.5O' is no amount; write it like 125 or 2.50, without sign or commas)",
        ),
        (
            "display",
            'chips = " "',
            'display.chips = " ": allowed: the values of the table\'s chips, such as 0.50,2.50,5,25,100'
            " (chips: none are named; nothing can be paid without any)",
        ),
        (
            "display",
            'chips = "50000001"',
            'display.chips = "50000001": allowed: the values of the table\'s chips, such as 0.50,2.50,5,25,100'
            " (limits: with chips of 50000001.00 the smallest wager on the Banker's Hand that can be paid is"
            " 1000000020.00, above the largest amount there is, 1000000000.00)",
        ),
        (
            "display",
            "chips = 5",
            "display.chips = 5: allowed: the values of the table's chips, such as 0.50,2.50,5,25,100",
        ),
    ],
)
def test_a_mistake_names_key_value_and_what_is_allowed(tmp_path: Path, section: str, line: str, told: str) -> None:
    assert only_line(tmp_path, with_key(section, line)) == told


@pytest.mark.parametrize("name", ["", "BAC 07", "BAC.07", "Tisch-ä", "x" * 33, "BAC-07\\n"])
def test_a_table_is_named_plainly(tmp_path: Path, name: str) -> None:
    assert only_line(tmp_path, LEAST.replace("BAC-07", name)).startswith("table.id = ")


@pytest.mark.parametrize("name", ["B", "BAC-07_x", "x" * 32])
def test_a_plain_name_will_do(tmp_path: Path, name: str) -> None:
    assert loaded(tmp_path, LEAST.replace("BAC-07", name)).table.id == name


@pytest.mark.parametrize(
    ("key", "line"), [("table.id", "id ="), ("table.edition", "edition ="), ("hal.driver", "driver =")]
)
def test_what_has_no_safe_default_must_be_given(tmp_path: Path, key: str, line: str) -> None:
    text = "\n".join(kept for kept in LEAST.splitlines() if not kept.startswith(line))
    assert only_line(tmp_path, text).startswith(f"{key}: missing; allowed: ")


def test_an_edition_that_is_missing_or_none_is_answered_with_those_there_are(tmp_path: Path) -> None:
    editions = "nz-mini-1994, nz-mini-1996, nz-midi-1996, nz-baccarat-2004"
    missing, wrong = LEAST.replace('edition = "nz-mini-1996"', ""), LEAST.replace('"nz-mini-1996"', "1996")
    assert only_line(tmp_path, missing) == f"table.edition: missing; allowed: {editions}"
    assert only_line(tmp_path, wrong) == f"table.edition = 1996: allowed: {editions}"


def test_an_empty_file_is_told_what_is_missing(tmp_path: Path) -> None:
    assert [line.partition(":")[0] for line in refused(tmp_path, "")] == ["table.id", "table.edition", "hal.driver"]


def test_a_section_that_is_none_is_told(tmp_path: Path) -> None:
    assert only_line(tmp_path, "shoe = 3\n" + LEAST) == "shoe = 3: allowed: a section, [shoe]"


def test_of_a_section_that_is_none_nothing_else_is_said(tmp_path: Path) -> None:
    assert only_line(tmp_path, 'table = 3\n[hal]\ndriver = "mock"') == "table = 3: allowed: a section, [table]"


def test_with_no_edition_the_style_is_not_judged_by_a_guess(tmp_path: Path) -> None:
    text = with_key("table", 'style = "B"').replace('edition = "nz-mini-1996"', 'edition = "nz-mini-2096"')
    editions = "nz-mini-1994, nz-mini-1996, nz-midi-1996, nz-baccarat-2004"
    assert only_line(tmp_path, text) == f'table.edition = "nz-mini-2096": allowed: {editions}'


def test_a_continuous_shuffler_has_no_cutting_card(tmp_path: Path) -> None:
    settings = loaded(tmp_path, with_key("table", "cutting_cards = 0\ninventory = false")).settings
    assert (settings.cutting_cards, settings.inventory) == (0, False)


def test_a_second_person_is_known_by_a_roles_file_alone(tmp_path: Path) -> None:
    table = loaded(tmp_path, with_key("authority", 'roles_file = "roles.toml"\ntwo_person = true'))
    assert table.authority.roles_file == tmp_path / "roles.toml"
    assert table.settings.two_person
    for text in ("two_person = true", 'two_person = true\nroles_file = ""'):
        assert only_line(tmp_path, with_key("authority", text)).startswith(
            "authority.two_person = true: allowed: false"
        )


def test_a_socket_has_a_short_path(tmp_path: Path) -> None:
    long = "/run/" + "x" * 103
    assert only_line(tmp_path, with_key("control", f'socket = "{long}"')).endswith(
        "at most 107 bytes in full; this is " + long
    )
    assert loaded(tmp_path, with_key("control", f'socket = "{long[:-1]}"')).control.socket == Path(long[:-1])


PLACES = {
    "journal.dir": '[journal]\ndir = "{}"\n',
    "journal.key_file": '[journal]\nkey_file = "{}"\n',
    "authority.roles_file": '[authority]\nroles_file = "{}"\n',
    "feed.dir": '[feed]\ndir = "{}"\n',
    "hal.mock.trace": '[hal.mock]\ntrace = "{}"\n',
    "control.socket": '[control]\nsocket = "{}"\n',
}
"""Every path that is written to or holds a secret, and how it is named; the one that is told of is the later one."""


def with_places(**places: str) -> str:
    """Return the least configuration with paths in it, each by its key with a dash below for a dot."""
    text = LEAST
    for key, lines in PLACES.items():
        place = places.get(key.replace(".", "_"))
        if place is not None:
            header = lines.partition("\n")[0] + "\n"
            line = lines.removeprefix(header).format(place)
            text = text.replace(header, header + line) if header in text else text + header + line
    return text


@pytest.mark.parametrize(("key", "other"), [*combinations(PLACES, 2)])
@pytest.mark.parametrize(
    ("place", "others", "told"),
    [
        ("same", "same", "another path than that of {} ({}/same)"),
        ("same", "linked/../same", "another path than that of {} ({}/same)"),
        ("same", "link", "another path than that of {} ({}/same)"),
        ("same", "same/in/it", "a path outside {} ({}/same)"),
        ("same", "link/in-it", "a path outside {} ({}/same)"),
        ("same/in/it", "same", "a path that does not hold {} ({}/same/in/it)"),
        ("link/in-it", "same", "a path that does not hold {} ({}/same/in-it)"),
    ],
)
def test_no_path_meets_another_one(tmp_path: Path, key: str, other: str, place: str, others: str, told: str) -> None:
    """Whatever is said at a second place, or of the same one by another name, is one place to the system."""
    (tmp_path / "link").symlink_to("same")
    (tmp_path / "aside").mkdir()
    (tmp_path / "linked").symlink_to("aside")
    text = with_places(**{key.replace(".", "_"): place, other.replace(".", "_"): others})
    assert only_line(tmp_path, text).endswith(": allowed: " + told.format(key, tmp_path))
    assert only_line(tmp_path, text).startswith(f"{other} = ")


@pytest.mark.parametrize("key", PLACES)
@pytest.mark.parametrize(
    ("place", "told"), [("table.toml", "another path than that of"), (".", "a path that does not hold")]
)
def test_no_path_meets_the_file_that_names_it(tmp_path: Path, key: str, place: str, told: str) -> None:
    lines = refused(tmp_path, with_places(**{key.replace(".", "_"): str(tmp_path / place)}))
    (line,) = [line for line in lines if line.startswith(f"{key} = ")]
    assert line.endswith(f": allowed: {told} this file ({tmp_path}/table.toml)")


def test_a_configuration_that_is_a_link_is_what_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/table.toml").symlink_to("../real.toml")
    (tmp_path / "real.toml").write_text(with_places(hal_mock_trace=str(tmp_path / "real.toml")), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"another path than that of this file \(.*/real\.toml\)$"):
        config.load(tmp_path / "etc/table.toml", protocols=PROTOCOLS)


def test_what_lies_side_by_side_does_not_meet(tmp_path: Path) -> None:
    table = loaded(tmp_path, with_places(journal_dir="coup/journal", feed_dir="coup/journal-feed"))
    assert (table.journal.dir, table.feed.dir) == (tmp_path / "coup/journal", tmp_path / "coup/journal-feed")


def test_a_path_that_meets_two_is_told_of_once(tmp_path: Path) -> None:
    lines = refused(tmp_path, with_places(journal_dir="one", feed_dir="one", hal_mock_trace="one"))
    assert [line.partition(" = ")[0] for line in lines] == ["hal.mock.trace", "feed.dir"]


@pytest.mark.parametrize("key", PLACES)
def test_a_path_that_no_system_takes(tmp_path: Path, key: str) -> None:
    line = only_line(tmp_path, with_places(**{key.replace(".", "_"): "a\\u0000b"}))
    assert line.startswith(f"{key} = ")
    assert "allowed: a path" in line


def test_links_that_lead_nowhere_are_no_mistake_of_the_configuration(tmp_path: Path) -> None:
    (tmp_path / "round").symlink_to("round")
    assert loaded(tmp_path, with_places(feed_dir="round")).feed.dir == tmp_path / "round"


def test_a_long_value_is_told_in_short(tmp_path: Path) -> None:
    assert len(only_line(tmp_path, with_key("table", f'burn = "{"x" * 1000}"'))) < 200


def test_pins_count_whichever_driver_is_chosen(tmp_path: Path) -> None:
    """A double pin is a mistake on the bench too; a lamp that is not wired there is none."""
    line = only_line(tmp_path, with_key("hal.rpi", "gate = 12\nheartbeat = 12"))
    assert line.startswith("hal.rpi.heartbeat = 12: gate has this pin already")


def test_with_the_pi_every_lamp_is_wired_or_listed(tmp_path: Path) -> None:
    text = with_key("hal.rpi", 'lamps = { deal = 17, stop = 27 }\nunwired = ["tie"]').replace('"mock"', '"rpi"')
    lines = refused(tmp_path, text)
    assert [line.split(" = ")[0] for line in lines] == [
        f"hal.rpi.lamps.{lamp}" for lamp in LAMPS if lamp not in ("deal", "stop", "tie")
    ]


def test_a_lamp_listed_beside_what_is_none_is_listed(tmp_path: Path) -> None:
    text = with_key("hal.rpi", f"unwired = {[*LAMPS, 3]}").replace('"mock"', '"rpi"')
    assert only_line(tmp_path, text) == "hal.rpi.unwired = 3: allowed: a list of lamps"


def test_every_mistake_in_a_list_is_told(tmp_path: Path) -> None:
    """Also two of one kind, and a lamp that there is none of beside what is no lamp's name at all."""
    lines = refused(tmp_path, with_key("hal.rpi", 'unwired = ["lantern", 3, "tie", true]'))
    assert [line.partition(": ")[0] for line in lines] == [
        "hal.rpi.unwired = 3",
        "hal.rpi.unwired = true",
        'hal.rpi.unwired = "lantern"',
    ]
    lines = refused(tmp_path, with_key("display", 'hosts = ["a b", "pit.example", 3, "*"]'))
    assert lines == tuple(f"display.hosts = {part}: allowed: a list of host names" for part in ('"a b"', "3", '"*"'))


def test_the_shoe_may_take_the_pi_s_own_port(tmp_path: Path) -> None:
    text = with_key("hal.rpi", "gate = 14") + '[shoe]\nport = "{}"\n'
    assert loaded(tmp_path, text.format("/dev/shoe")).hal.rpi.gate == 14
    assert only_line(tmp_path, text.format("/dev/serial0")).startswith("hal.rpi.gate = 14: the shoe's serial port")


def test_a_file_that_is_no_configuration_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    with pytest.raises(ConfigError, match="No such file or directory: name a"):
        config.load(file, protocols=PROTOCOLS)
    with pytest.raises(ConfigError, match="Is a directory"):
        config.load(tmp_path, protocols=PROTOCOLS)
    file.write_bytes(b'[table]\nid = "\xff"\n')
    with pytest.raises(ConfigError, match="byte 15 is not UTF-8"):
        config.load(file, protocols=PROTOCOLS)
    file.write_bytes(b"[table]\nid = \n")
    with pytest.raises(ConfigError, match=r"not TOML: .*line 2"):
        config.load(file, protocols=PROTOCOLS)
    with file.open("wb") as device:
        device.truncate(config.LONGEST_FILE + 1)
    with pytest.raises(ConfigError, match="longer than 1048576 bytes: name a"):
        config.load(file, protocols=PROTOCOLS)
    for text, said in (
        ("[" * 5000, "brackets within brackets, too deep"),
        ("9" * 5000, "thousands of digits"),
        ("0x" + "f" * 5000, "thousands of digits"),
    ):
        file.write_text(f"x = {text}", encoding="utf-8")
        with pytest.raises(ConfigError, match=f"^{file}: .*{said}[^()]*$"):
            config.load(file, protocols=PROTOCOLS)


@pytest.mark.parametrize("control", ["", "[control]\n", '[control]\nsocket = "tables-control.sock"\n'])
@pytest.mark.parametrize("more", ["", "x = 1\n"])
def test_in_a_folder_too_deep_for_any_socket_that_is_said(tmp_path: Path, control: str, more: str) -> None:
    deep = tmp_path / ("deep" * 25)
    deep.mkdir()
    with pytest.raises(ConfigError) as refused:
        loaded(deep, more + LEAST + control)
    lines = refused.value.problems
    assert len(lines) == 1 + bool(more)
    assert 'control.sock": allowed: a path of at most 107 bytes in full; this is' in lines[0]


def test_an_editor_s_mark_at_the_beginning_does_no_harm(tmp_path: Path) -> None:
    assert loaded(tmp_path, "\ufeff" + LEAST).table.id == "BAC-07"


words = st.sampled_from(["", "x", "a\nb", "rpi", "deal", "tie", "fixed:3"])
plain = st.booleans() | st.integers() | st.floats() | words
pins = st.dictionaries(words, st.integers(0, 30) | plain, max_size=4)
keys = st.sampled_from([key.rpartition(".")[2] for key in KEYS] + ["mock", "rpi", "x"])
sections = st.dictionaries(keys, plain | pins | st.lists(plain, max_size=3) | st.dictionaries(keys, plain | pins))
documents = st.dictionaries(st.sampled_from([*Config.__struct_fields__, "x", "a\nb"]), plain | sections)


@given(documents)
def test_whatever_stands_in_the_file_it_is_judged_in_lines(document: dict[str, object]) -> None:
    """None of these documents has all that must be given, so each is refused, and in no other way."""
    with pytest.raises(ConfigError) as error:
        config.judge(document, folder=Path("/etc/coup"), protocols=PROTOCOLS)
    assert error.value.problems
    assert not any("\n" in line for line in error.value.problems)
