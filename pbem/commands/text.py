"""Commands as canonical English lines, to be kept and shown; the reader understands each of them."""

from collections.abc import Iterable

from pbem.commands.lexicon import listed, word_file
from pbem.commands.table import row_of
from pbem.commands.values import (
    AnyCommand,
    BuyWish,
    CardId,
    Choose,
    Command,
    Day,
    Deck,
    Gems,
    Jokers,
    Move,
    NobleId,
    NobleTarget,
    PassWish,
    Place,
    ReserveWish,
    Say,
    SetLanguage,
    SetVacation,
    Switch,
    TakeWish,
    Target,
    Tell,
    Wish,
)

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def command_text(command: AnyCommand) -> str:
    """The command as a canonical English line."""
    if isinstance(command, Command) and command.game is not None and row_of(command.name).numbered:
        return _joined(command.name, str(command.game), _argument(command))
    prefix = "" if command.game is None else f"#{command.game} "
    return prefix + _line(command)


def _line(command: AnyCommand) -> str:
    match command:
        case Move(ladder, preview):
            return "preview " * preview + " else ".join(map(wish_text, ladder))
        case Choose(number):
            return str(number)
        case Say(text):
            return f"say {text}"
        case Tell(name, text):
            return f'tell "{name}" {text}' if " " in name else f"tell {name} {text}"
        case SetVacation(first, last):
            return _joined("vacation", _bound("from", first), _bound("to", last))
        case SetLanguage(code):
            return f"language {code}"
        case Switch(name, on, here=here):
            return _joined(name, "on" if on else "off", "here" if here else "")
        case Command(name):
            return _joined(_word(name), _argument(command))


def _word(name: str) -> str:
    """The word that we say ourselves for a command: `end` is said `end by agreement`."""
    return listed(word_file("en")["commands"][name])[0]


def _argument(command: Command) -> str:
    """A word for the shuffle is named as one, so that it can be read again however long it is."""
    return f"word {command.argument}" if command.argument and row_of(command.name).shape == "word" else command.argument


def wish_text(wish: Wish) -> str:
    """A wish in the words of the canonical orders, places kept as places."""
    match wish:
        case TakeWish(gems, back, noble):
            return _joined("take", *gems, _back(back), _noble(noble))
        case ReserveWish(target, back, noble):
            return _joined("reserve", target_text(target), _back(back), _noble(noble))
        case BuyWish(target, gold, noble):
            return _joined("buy", target_text(target), _gold(gold), _noble(noble))
        case PassWish(noble):
            return _joined("pass", _noble(noble))


def target_text(target: Target | NobleTarget) -> str:
    """`23`, `2r4`, `deck 3` or `n4`."""
    match target:
        case Place(number):
            return str(number)
        case CardId(id) | NobleId(id):
            return id
        case Deck(level):
            return f"deck {level}"


def day_text(day: Day) -> str:
    """ISO 8601 where the year is known, else day and month by name, or the name of the day."""
    if day.is_weekday:
        return WEEKDAYS[day.day - 1]
    if day.year is None:
        return f"{day.day} {MONTHS[day.month - 1]}"
    return f"{day.year:04}-{day.month:02}-{day.day:02}"


def _bound(word: str, day: Day | None) -> str:
    return "" if day is None else f"{word} {day_text(day)}"


def _back(back: Gems | None) -> str:
    return "" if not back else _joined("return", *back)


def _gold(gold: Gems | Jokers | None) -> str:
    match gold:
        case None:
            return ""
        case Jokers(None):
            return "with gold"
        case Jokers(count):
            return f"with {count} gold"
        case ():
            return "without gold"
    return _joined("gold", *gold)


def _noble(noble: NobleTarget | None) -> str:
    return "" if noble is None else f"noble {target_text(noble)}"


def _joined(*words: str | None) -> str:
    present: Iterable[str] = filter(None, words)
    return " ".join(present)
