"""What a host says of a new table, in five languages, and in any order."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.commands.options import TableWishes, means_all, read_options, read_word
from pbem.commands.read import parse
from pbem.commands.text import command_text
from pbem.i18n.codes import LANGUAGES
from pbem.model import Seating

A, B = "a@x.example", "b@y.example"
EVERYTHING = TableWishes(
    seats=4,
    addresses=(A, B),
    bots=("greedy",),
    edition="2021",
    free_hours=48,
    bank_hours=120,
    weekends_off=True,
    seating=Seating.YOUNGEST,
    on_timeout="resign",
    word="tulip",
)
IN_WORDS = {
    "en": f"4 players, invite {A} and {B} with bot greedy, 2021 edition, 2 days a turn, bank 5 days, weekends off, "
    "youngest first, on timeout resign, word tulip, please",
    "da": f"4 spillere, inviter {A} og {B} med bot greedy, udgave 2021, 2 dage pr. tur, bank 5 dage, weekendfri, "
    "den yngste begynder, ved timeout opgiv, ord tulip, tak",
    "is": f"4 leikmenn, bjóða {A} og {B} með botta greedy, útgáfa 2021, 2 dagar á leik, banki 5 dagar, frí um helgar, "
    "yngsti byrjar, við tímaþrot gefast upp, orð tulip, takk",
    "pl": f"4 graczy, zaproś {A} i {B} z botem greedy, edycja 2021, 2 dni na turę, bank 5 dni, wolne weekendy, "
    "najmłodszy zaczyna, po czasie poddanie, słowo tulip, proszę",
    "he": f"4 שחקנים, הזמן {A} וגם {B} עם בוט greedy, מהדורת 2021, יומיים לתור, בנק 5 ימים, בלי סופי שבוע, "
    "הצעיר מתחיל, בתום הזמן פרישה, מילה tulip, בבקשה",
}
PARTS = {
    "4 seats": {"seats": 4},
    f"invite {A}": {"addresses": (A,)},
    "with bot greedy": {"bots": ("greedy",)},
    "edition 2014": {"edition": "2014"},
    "slow": {"pace": "slow"},
    "36h": {"free_hours": 36},
    "bank 2 weeks": {"bank_hours": 336},
    "weekends off": {"weekends_off": True},
    "at random": {"seating": Seating.RANDOM},
    "on timeout pass": {"on_timeout": "pass"},
    "word 'tulip'": {"word": "tulip"},
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_can_be_said_in_every_language(language: str) -> None:
    assert read_options(IN_WORDS[language], language) == EVERYTHING


@pytest.mark.parametrize("language", LANGUAGES)
def test_any_language_is_understood_from_anyone(language: str) -> None:
    reader = "pl" if language != "pl" else "en"
    assert read_options(IN_WORDS[language], reader) == EVERYTHING


@given(st.permutations(list(PARTS)), st.sampled_from([", ", "; ", " and ", "\n"]))
def test_the_order_in_which_things_are_said_does_not_matter(parts: list[str], between: str) -> None:
    expected = TableWishes()
    for part in parts:
        expected = replace(expected, **PARTS[part])  # type: ignore[arg-type]
    assert read_options(between.join(parts), "en") == expected


@given(st.text(max_size=300), st.sampled_from(LANGUAGES))
def test_no_text_breaks_the_reader_and_nobody_is_invited_by_chance(text: str, language: str) -> None:
    wishes = read_options(text, language)
    assert all(address in text for address in wishes.addresses)


@pytest.mark.parametrize("repeated", ["a@", "bot ", "1 ", "a" * 50 + " ", "@", '"', "a@b.", "2 bots "])
def test_of_long_rubbish_only_the_beginning_is_read(repeated: str) -> None:
    assert read_options(repeated * 5000, "en") == read_options(repeated * 10000, "en")


@pytest.mark.parametrize(
    ("text", "wishes"),
    [
        ("3", TableWishes(seats=3)),
        ("for three players", TableWishes(seats=3)),
        ("2 bot greedy", TableWishes(seats=2, bots=("greedy",))),
        ("3 with 2 bots", TableWishes(seats=3, bots=("", ""))),
        ("3 bot random random", TableWishes(seats=3, bots=("random",), seating=Seating.RANDOM)),
        ("bot:greedy bot:random", TableWishes(bots=("greedy", "random"))),
        ("24h bank 5 days", TableWishes(free_hours=24, bank_hours=120)),
        ("24h, 5 days in the bank, 3 players", TableWishes(seats=3, free_hours=24, bank_hours=120)),
        ("48 hours per move", TableWishes(free_hours=48)),
        (f"{A} <mailto:{A}>", TableWishes(addresses=(A,))),
        (f"<{A}>,<{B}>", TableWishes(addresses=(A, B))),
        (f"invite {A}. Thank you!", TableWishes(addresses=(A,))),
        ('word "red tulip"', TableWishes(word="red tulip")),
        ("weekends count", TableWishes(weekends_off=False)),
    ],
)
def test_hosts_write_as_they_like(text: str, wishes: TableWishes) -> None:
    assert read_options(text, "en") == wishes


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        ("3 invite Anna", ("Anna",)),
        ("3 players on the moon", ("on", "moon")),
        ("żółw@x.example", ("żółw@x.example",)),
        ("3 invite someone@nowhere", ("someone", "@nowhere")),
    ],
)
def test_what_is_not_understood_is_named(text: str, unread: tuple[str, ...]) -> None:
    assert read_options(text, "en").unread == unread


@pytest.mark.parametrize(
    ("text", "contrary"),
    [
        ("3 4", ("4",)),
        ("fast slow", ("slow",)),
        ("edition 2014, random, edition 2021", ("edition 2021",)),
        ("fast, fast", ()),
    ],
)
def test_what_speaks_against_something_said_before_is_named(text: str, contrary: tuple[str, ...]) -> None:
    assert (read_options(text, "en").contrary, read_options(text, "en").unread) == (contrary, ())


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("accept", "accept"),
        ("accept tulip", "accept word tulip"),
        ("Accept: tulip", "accept word tulip"),
        ("accept word red tulip", "accept word red tulip"),
        ("accept 7 tulip", "#7 accept word tulip"),
        ("#7 accept tulip", "#7 accept word tulip"),
        ("I accept. See you there!", "accept"),
        ("przyjmuję zaproszenie", "accept"),
        ("accepter ord tulipan", "accept word tulipan"),
        ("join 7", "join 7"),
        ("join 7 tulip", "join 7 word tulip"),
        ("join 7 word red tulip", "join 7 word red tulip"),
        ("new 3 players, slow", "new 3 players, slow"),
        ("new fast game", "new fast game"),
        ("open", "open"),
        (f"invite {A}\n{B}\nbest regards", f"invite {A}, {B}"),
        (f"new 3 invite\n{A}\n{B}", f"new 3 invite, {A}, {B}"),
        ("invite Anna", "invite Anna"),
        ("block", "block"),
        ("unblock Anna", "unblock Anna"),
    ],
)
def test_commands_of_the_lobby_are_understood(text: str, meaning: str) -> None:
    commands = parse(text, "en").commands
    assert " | ".join(map(command_text, commands)) == meaning
    assert parse(meaning, "en").commands == commands


@pytest.mark.parametrize("text", ["Accept my apologies", "join us", "Join the club", "new cards, how nice"])
def test_talk_is_no_command_of_the_lobby(text: str) -> None:
    assert not parse(text, "en").commands


def test_an_address_list_may_be_long() -> None:
    addresses = [f"somebody{number}@people.example" for number in range(9)]
    (command,) = parse(f"new 4 invite {', '.join(addresses)}", "en").commands
    assert read_options(command.argument, "en").addresses == tuple(addresses)  # type: ignore[union-attr]


@pytest.mark.parametrize(("text", "word"), [("", ""), ("tulip", "tulip"), ("the invitation", ""), ("my bad", None)])
def test_a_word_for_the_shuffle_is_one_word_or_named_as_such(text: str, word: str | None) -> None:
    assert read_word(text, "en") == word


@pytest.mark.parametrize("word", ["all", "everyone", "alle", "allir", "wszyscy", "כולם"])
def test_everyone_is_everyone(word: str) -> None:
    assert means_all(word, "en")
