"""What a player may ask for: values that the reader makes and an action carries out."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, TypeAlias

from engine import Colour

# Why an order is asked back or refused before the rules are asked; engine.Code has the rest.


class OrderCode(StrEnum):
    """The comment lists the facts that come with it."""

    UNREADABLE = "unreadable"
    AMBIGUOUS = "ambiguous"
    PLACE_CHANGED = "place_changed"  # place, then, now
    PLACE_EMPTY = "place_empty"  # place
    NO_SUCH_PLACE = "no_such_place"  # place
    NOBLE_GONE = "noble_gone"  # noble
    GOLD_COUNT = "gold_count"  # wanted, least, most


@dataclass(frozen=True, slots=True)
class Place:
    """Two digits as printed on the board."""

    number: int


@dataclass(frozen=True, slots=True)
class CardId:
    """A card's own id, which never goes stale."""

    id: str


@dataclass(frozen=True, slots=True)
class Deck:
    """The unseen top card of a level's deck."""

    level: int


@dataclass(frozen=True, slots=True)
class NobleId:
    """A noble's own id."""

    id: str


@dataclass(frozen=True, slots=True)
class Jokers:
    """So many gold tokens, whatever they stand for; None is one or more."""

    count: int | None = None


CardTarget: TypeAlias = Place | CardId
Target: TypeAlias = CardTarget | Deck
NobleTarget: TypeAlias = Place | NobleId
Gems: TypeAlias = tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class TakeWish:
    """Take gems; `back` is None where nothing was said of returning."""

    gems: Gems
    back: Gems | None = None
    noble: NobleTarget | None = None


@dataclass(frozen=True, slots=True)
class ReserveWish:
    """Reserve a card or the top of a deck."""

    target: Target
    back: Gems | None = None
    noble: NobleTarget | None = None


@dataclass(frozen=True, slots=True)
class BuyWish:
    """Buy a card; `gold` lists what gold stands for, None is as little as possible."""

    target: CardTarget
    gold: Gems | Jokers | None = None
    noble: NobleTarget | None = None


@dataclass(frozen=True, slots=True)
class PassWish:
    """Do nothing."""

    noble: NobleTarget | None = None


Wish: TypeAlias = TakeWish | ReserveWish | BuyWish | PassWish


@dataclass(frozen=True, slots=True)
class Move:
    """Carry out the first wish that is legal, or only show what it would do."""

    word: ClassVar[str] = "move"
    ladder: tuple[Wish, ...]
    preview: bool = False
    game: int | None = None
    spoken: bool = field(default=False, compare=False)
    """Whether it was understood from a sentence, rather than given in order words alone."""
    talk: str = field(default="", compare=False)
    """What else was said that names no card, colour or place: it may be for the table."""
    plans: str = field(default="", compare=False)
    """The same with what does, and so may give something away."""


@dataclass(frozen=True, slots=True)
class Choose:
    """Answer a question by the number of a reading."""

    word: ClassVar[str] = "choose"
    number: int
    game: int | None = None


@dataclass(frozen=True, slots=True)
class Say:
    """Speak to the whole table."""

    word: ClassVar[str] = "say"
    text: str
    game: int | None = None


@dataclass(frozen=True, slots=True)
class Tell:
    """Speak to one player."""

    word: ClassVar[str] = "tell"
    name: str
    text: str
    game: int | None = None
    whole: bool = field(default=False, compare=False)
    """Whether the writer showed where the name ends, by quotation marks or a colon."""


@dataclass(frozen=True, slots=True)
class Day:
    """A day as written: the year may be left to the reader."""

    month: int
    day: int
    year: int | None = None

    @property
    def is_weekday(self) -> bool:
        """Whether it is the next day of a name: `day` counts from 1, Monday, and there is no month."""
        return self.month == 0


@dataclass(frozen=True, slots=True)
class SetVacation:
    """Be away from `first` (None: now) up to and including `last` (None: until further notice)."""

    word: ClassVar[str] = "vacation"
    first: Day | None
    last: Day | None
    game: int | None = None


@dataclass(frozen=True, slots=True)
class SetLanguage:
    """Write to me in this language."""

    word: ClassVar[str] = "language"
    code: str
    game: int | None = None


@dataclass(frozen=True, slots=True)
class Switch:
    """Turn a setting on or off; with a game, or `here`, for that game alone."""

    name: str
    on: bool
    game: int | None = None
    here: bool = False
    """Whether the game is meant that the mail is of."""


@dataclass(frozen=True, slots=True)
class Command:
    """Any other command, its argument as written."""

    name: str
    argument: str = ""
    game: int | None = None


AnyCommand: TypeAlias = Move | Choose | Say | Tell | SetVacation | SetLanguage | Switch | Command


def name_of(command: AnyCommand) -> str:
    """The word that the command is known by."""
    return command.name if isinstance(command, Command | Switch) else command.word


# What became of a mail's text: commands, and the problems that are asked back.


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """The text reads in two or three ways; none was chosen."""

    code: ClassVar[OrderCode] = OrderCode.AMBIGUOUS
    readings: tuple[AnyCommand, ...]
    text: str
    game: int | None = None


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The text is no command for certain; its readings are guesses, likeliest first, and may be none."""

    code: ClassVar[OrderCode] = OrderCode.UNREADABLE
    readings: tuple[AnyCommand, ...]
    text: str
    game: int | None = None


Problem: TypeAlias = Ambiguous | Unreadable


@dataclass(frozen=True, slots=True)
class Reading:
    """What a mail asks for. A game with a problem has no move among the commands."""

    commands: tuple[AnyCommand, ...] = ()
    problems: tuple[Problem, ...] = ()
    text: str = field(default="", compare=False)
    """What was read, so that it can be read again by somebody who sees the board; empty where it must not be."""
    talk: str | None = field(default=None, compare=False)
    """The text where it is talk and nothing else; empty where it is mere courtesy."""
