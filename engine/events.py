"""What happened, in the past tense: all that a mail would tell of a step."""

from dataclasses import dataclass, replace
from typing import TypeAlias

from engine.gems import Colour, Tokens


@dataclass(frozen=True, slots=True)
class TokensTaken:
    seat: int
    gems: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class TokensReturned:
    seat: int
    tokens: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class CardReserved:
    """`card` is None where the one who is told may not know it."""

    seat: int
    card: str | None
    level: int
    hidden: bool
    gold: bool


@dataclass(frozen=True, slots=True)
class CardBought:
    seat: int
    card: str
    paid: Tokens
    gold: tuple[Colour, ...]
    from_hand: bool


@dataclass(frozen=True, slots=True)
class CardTurnedUp:
    level: int
    column: int
    card: str


@dataclass(frozen=True, slots=True)
class NobleCame:
    seat: int
    noble: str


@dataclass(frozen=True, slots=True)
class Passed:
    seat: int


@dataclass(frozen=True, slots=True)
class TimedOut:
    """`skipped`: the turn was lost; otherwise a stand-in played it."""

    seat: int
    skipped: bool


@dataclass(frozen=True, slots=True)
class SeatResigned:
    seat: int


@dataclass(frozen=True, slots=True)
class SeatReplaced:
    """`left` is who sat there before, where whoever passes the event on knows."""

    seat: int
    name: str
    left: str | None = None


@dataclass(frozen=True, slots=True)
class GamePaused:
    """`agreed`: by all at the table, not by a director."""

    agreed: bool = False


@dataclass(frozen=True, slots=True)
class GameResumed:
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class TimeExtended:
    seat: int
    hours: int


@dataclass(frozen=True, slots=True)
class TimeGiven:
    """By another seat, or by all who wait (`giver` is None)."""

    seat: int
    hours: int
    giver: int | None = None


@dataclass(frozen=True, slots=True)
class MoveTakenBack:
    seat: int


@dataclass(frozen=True, slots=True)
class EndAgreed:
    pass


@dataclass(frozen=True, slots=True)
class LastRoundBegan:
    seat: int


@dataclass(frozen=True, slots=True)
class GameAdjudicated:
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameOver:
    ranking: tuple[tuple[int, ...], ...]


Event: TypeAlias = (
    TokensTaken
    | TokensReturned
    | CardReserved
    | CardBought
    | CardTurnedUp
    | NobleCame
    | Passed
    | TimedOut
    | SeatResigned
    | SeatReplaced
    | GamePaused
    | GameResumed
    | TimeExtended
    | TimeGiven
    | MoveTakenBack
    | EndAgreed
    | LastRoundBegan
    | GameAdjudicated
    | GameOver
)


def as_seen(event: Event, seat: int | None) -> Event:
    """The event as this seat, or a spectator (None), may know it."""
    if isinstance(event, CardReserved) and event.hidden and event.seat != seat:
        return replace(event, card=None)
    return event
