"""What a table may be set to."""

from dataclasses import fields
from typing import Final, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.core.cards import Card
from firmware.core.edition import Style
from firmware.core.settings import Burn, Mistake, Settings, SettingsError, build, from_words, problems, words
from firmware.editions import NAMES, shipped

EDITIONS: Final = shipped()
KNOWN: Final = {field.name for field in fields(Settings)}


def test_a_table_that_says_nothing_takes_the_defaults() -> None:
    table = build({}, EDITIONS)
    assert table.edition.name == "nz-mini-1996"
    assert (table.style, table.decks, table.cutting_cards, table.burn) == ("A", 8, 1, Burn("none"))
    assert (table.confirm, table.no_more_bets, table.inventory, table.two_person) == ("single", "none", True, False)


@pytest.mark.parametrize("name", NAMES)
def test_the_defaults_suit_every_edition(name: str) -> None:
    assert build({"edition": name}, EDITIONS).edition.name == name


def test_a_scenario_writes_its_settings_as_words() -> None:
    line = "edition=nz-baccarat-2004 style=B decks=6 cutting_cards=0 burn=fixed:3 inventory=off two_person=yes"
    table = build(from_words(dict(word.split("=") for word in line.split())), EDITIONS)
    assert table.edition.name == "nz-baccarat-2004"
    assert (table.style, table.decks, table.cutting_cards, table.burn) == ("B", 6, 0, Burn("fixed", 3))
    assert (table.inventory, table.two_person) == (False, True)


def test_settings_read_back_as_they_are_written() -> None:
    asked = {"edition": "nz-midi-1996", "style": "C", "burn": "fixed:2", "confirm": "result", "no_more_bets": "button"}
    for table in (build({}, EDITIONS), build(asked, EDITIONS)):
        assert build(words(table), EDITIONS) == table


@pytest.mark.parametrize(("word", "value"), [("on", True), ("yes", True), ("off", False), ("no", False)])
def test_a_switch_is_on_or_off_yes_or_no(word: str, value: bool) -> None:
    assert build(from_words({"inventory": word}), EDITIONS).inventory is value
    assert build(from_words({"two_person": word}), EDITIONS).two_person is value


def test_words_that_cannot_be_read_are_mistakes() -> None:
    values = from_words({"inventory": "perhaps", "decks": "-8", "cutting_cards": "two"})
    assert values == {"inventory": "perhaps", "decks": "-8", "cutting_cards": "two"}
    assert problems(values, EDITIONS) == (
        Mistake("decks", "-8", "8"),
        Mistake("cutting_cards", "two", "1, 2 (0 with inventory off)"),
        Mistake("inventory", "perhaps", "true, false"),
    )


def test_an_edition_that_is_not_even_a_name() -> None:
    mistakes = problems({"edition": ["nz-mini-1996"], "decks": 9, "style": "A"}, EDITIONS)
    assert [mistake.key for mistake in mistakes] == ["edition", "decks"]


def test_what_is_allowed_is_what_the_edition_allows() -> None:
    (mistake,) = problems({"edition": "nz-baccarat-2004", "decks": 9}, EDITIONS)
    assert str(mistake) == "decks = 9: allowed: 4, 5, 6, 7, 8"
    with pytest.raises(SettingsError) as refusal:
        build({"decks": 9, "confirm": "twice"}, EDITIONS)
    assert str(refusal.value) == "decks = 9: allowed: 8; confirm = 'twice': allowed: single, result"


def test_every_mistake_is_listed_at_once() -> None:
    values = {"edition": "nz-maxi", "style": "Z", "decks": 9, "cutting_cards": 3, "burn": "some", "confrm": "single"}
    with pytest.raises(SettingsError) as refusal:
        build(values, EDITIONS)
    assert refusal.value.mistakes == (
        Mistake("edition", "nz-maxi", "nz-mini-1994, nz-mini-1996, nz-midi-1996, nz-baccarat-2004"),
        Mistake("style", "Z", "A, B, C"),
        Mistake("decks", 9, "1, 2, 3, 4, 5, 6, 7, 8"),
        Mistake("cutting_cards", 3, "1, 2 (0 with inventory off)"),
        Mistake("burn", "some", "none, fixed:N (N from 1 to 99), decks, first-card"),
        Mistake(
            "confrm",
            "single",
            "only the keys edition, style, decks, cutting_cards, burn, confirm, no_more_bets, inventory, two_person",
        ),
    )
    assert "decks = 9: allowed: 1, 2, 3, 4, 5, 6, 7, 8" in str(refusal.value)


@pytest.mark.parametrize("style", get_args(Style))
@pytest.mark.parametrize("name", NAMES)
def test_mini_baccarat_knows_style_a_only(name: str, style: str) -> None:
    wrong = problems({"edition": name, "style": style}, EDITIONS)
    assert wrong == ((Mistake("style", style, "A"),) if "mini" in name and style != "A" else ())


@pytest.mark.parametrize("decks", range(1, 9))
@pytest.mark.parametrize("name", NAMES)
def test_the_edition_bounds_the_decks(name: str, decks: int) -> None:
    fits = decks in (range(4, 9) if name == "nz-baccarat-2004" else (8,))
    assert (problems({"edition": name, "decks": decks}, EDITIONS) == ()) is fits


@pytest.mark.parametrize("inventory", [True, False])
@pytest.mark.parametrize("cutting_cards", range(4))
def test_no_cutting_card_only_where_cards_come_back(cutting_cards: int, inventory: bool) -> None:
    fits = cutting_cards in (1, 2) or (cutting_cards == 0 and not inventory)
    assert (problems({"cutting_cards": cutting_cards, "inventory": inventory}, EDITIONS) == ()) is fits


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("edition", None),
        ("style", ["A"]),
        ("decks", "8"),
        ("decks", True),
        ("cutting_cards", True),
        ("burn", 3),
        ("confirm", "double"),
        ("no_more_bets", True),
        ("inventory", 1),
        ("two_person", "true"),
    ],
)
def test_values_of_the_wrong_kind(key: str, value: object) -> None:
    assert [(mistake.key, mistake.value) for mistake in problems({key: value}, EDITIONS)] == [(key, value)]


@given(
    st.dictionaries(
        st.sampled_from(["edition", "style", "decks", "cutting_cards", "burn", "inventory", "no_more_bets"])
        | st.text(),
        st.integers()
        | st.text()
        | st.booleans()
        | st.none()
        | st.sampled_from(["A", "B", "fixed:3", "button", *NAMES]),
    )
)
def test_nonsense_is_a_list_of_mistakes_never_a_crash(values: dict[str, object]) -> None:
    wrong = problems(values, EDITIONS)
    assert set(values) - KNOWN <= {mistake.key for mistake in wrong}
    if not wrong:
        build(values, EDITIONS)
    else:
        with pytest.raises(SettingsError) as refusal:
            build(values, EDITIONS)
        assert refusal.value.mistakes == wrong


@pytest.mark.parametrize("text", ["none", "fixed:1", "fixed:99", "decks", "first-card"])
def test_a_burn_reads_as_it_is_written(text: str) -> None:
    assert str(Burn.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["", "fixed", "fixed:", "fixed:0", "fixed:03", "fixed:-1", "fixed:100", "fixed:٣", "None"]
)
def test_a_burn_nobody_knows(text: str) -> None:
    with pytest.raises(ValueError, match="is not a burn: none, fixed:N"):
        Burn.parse(text)


@pytest.mark.parametrize(
    ("burn", "before", "first", "after"),
    [
        ("none", 0, "AS", 0),
        ("fixed:3", 3, "KH", 3),
        ("decks", 8, "KH", 8),
        ("first-card", 1, "AS", 2),
        ("first-card", 1, "9C", 10),
        ("first-card", 1, "TD", 11),
        ("first-card", 1, "KH", 11),
    ],
)
def test_how_many_cards_are_burned(burn: str, before: int, first: Card, after: int) -> None:
    assert Burn.parse(burn).due(8, None) == before
    assert Burn.parse(burn).due(8, first) == after
