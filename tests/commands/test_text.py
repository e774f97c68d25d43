"""Every command as a line, and back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import CARDS, COLOURS, GEMS, NOBLES
from pbem.commands.moves import in_order
from pbem.commands.read import parse
from pbem.commands.table import COMMANDS
from pbem.commands.text import command_text
from pbem.commands.values import (
    AnyCommand,
    BuyWish,
    CardId,
    Choose,
    Command,
    Day,
    Deck,
    Jokers,
    Move,
    NobleId,
    PassWish,
    Place,
    ReserveWish,
    Say,
    SetLanguage,
    SetVacation,
    Switch,
    TakeWish,
    Tell,
)
from pbem.i18n.codes import LANGUAGES


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (Move((TakeWish(("blue", "green", "red")),)), "take blue green red"),
        (Move((BuyWish(Place(23)),)), "buy 23"),
        (Move((BuyWish(CardId("2r4"), ("blue", "blue")),)), "buy 2r4 gold blue blue"),
        (Move((ReserveWish(Deck(3)),)), "reserve deck 3"),
        (Move((BuyWish(Place(23)), ReserveWish(Place(23)))), "buy 23 else reserve 23"),
        (Move((BuyWish(Place(23)),), preview=True), "preview buy 23"),
        (Move((BuyWish(Place(23), noble=Place(52)),), game=42), "#42 buy 23 noble 52"),
        (Say("Hello there"), "say Hello there"),
        (Command("join", game=42), "join 42"),
        (SetVacation(Day(12, 20), Day(1, 3, 2027)), "vacation from 20 December to 2027-01-03"),
    ],
)
def test_a_command_reads_as_its_canonical_line(command: AnyCommand, text: str) -> None:
    assert command_text(command) == text


def gems(least: int, most: int, colours: tuple[str, ...] = GEMS) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(colours), min_size=least, max_size=most).map(in_order)


places = st.sampled_from([row * 10 + column for row in (1, 2, 3) for column in (1, 2, 3, 4)] + [41, 42, 43])
cards = st.builds(Place, places) | st.builds(CardId, st.sampled_from(sorted(CARDS)))
nobles = st.none() | st.builds(Place, st.integers(51, 55)) | st.builds(NobleId, st.sampled_from(sorted(NOBLES)))
back = st.none() | gems(1, 3, COLOURS)
gold = st.none() | gems(0, 4) | st.builds(Jokers, st.none() | st.integers(1, 5))
wishes = (
    st.builds(TakeWish, gems(1, 3), back, nobles)
    | st.builds(ReserveWish, cards | st.builds(Deck, st.integers(1, 3)), back, nobles)
    | st.builds(BuyWish, cards, gold, nobles)
    | st.builds(PassWish, nobles)
)
games = st.none() | st.integers(1, 99_999)
days = st.builds(Day, st.integers(1, 12), st.integers(1, 28), st.none() | st.integers(2024, 2100))
spoken = st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=50).map(
    lambda text: " ".join(text.split())
)
plain_commands = [row.name for row in COMMANDS if row.shape == "none" and not row.numbered]
numbered = [row.name for row in COMMANDS if row.numbered]
moves = st.builds(Move, st.lists(wishes, min_size=1, max_size=3).map(tuple), st.booleans(), games)
commands = (
    st.builds(Choose, st.integers(1, 9), games)
    | st.builds(Say, spoken.filter(bool), games)
    | st.builds(Tell, st.sampled_from(["Anna", "Anna Sól", "Þór"]), st.sampled_from(["hi", "see you, 23?"]), games)
    | st.builds(SetLanguage, st.sampled_from(LANGUAGES), games)
    | st.builds(Switch, st.sampled_from(["digest", "talk", "follow"]), st.booleans(), games)
    | st.builds(SetVacation, days, days, games)
    | st.builds(Command, st.sampled_from(plain_commands), st.just(""), games)
    | st.builds(Command, st.sampled_from(numbered), st.just(""), games)
)


@settings(deadline=None, max_examples=150)
@given(moves, st.sampled_from(LANGUAGES))
def test_every_canonical_order_is_read_back_as_the_same_move(move: Move, language: str) -> None:
    reading = parse(command_text(move), language)
    assert reading.commands == (move,)
    assert not reading.problems


@settings(deadline=None, max_examples=150)
@given(commands)
def test_every_canonical_line_is_read_back_as_the_same_command(command: AnyCommand) -> None:
    reading = parse(command_text(command), "en")
    assert reading.commands == (command,)
    assert not reading.problems
