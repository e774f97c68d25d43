"""What became of a mail's text: commands, and the problems that are asked back."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from pbem.orders.codes import OrderCode
from pbem.orders.commands import AnyCommand


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
