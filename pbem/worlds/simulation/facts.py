"""What happened, as the simulation itself saw it: the checks know nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any, TypeAlias

from engine import Entry
from pbem.model import Kind, Terms


class Wrote(StrEnum):
    """What somebody's mail was about, as far as a clock is concerned."""

    AT_TABLE = "at table"
    """A command at one table: it answers an open question."""
    ELSEWHERE = "elsewhere"
    """Any other command."""
    NOTHING = "nothing"
    """Nothing that can be carried out as it stands."""
    STOP = "stop"


@dataclass(slots=True)
class Holiday:
    """Days that somebody said they are away, both included, in their own time."""

    said: datetime
    first: date
    last: date
    back: datetime | None = None
    """When they said that they are back early."""


@dataclass(frozen=True, slots=True)
class Started:
    game_id: int
    terms: Terms
    players: tuple[int | None, ...]
    """By seat; None for a bot."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A mail of a person was handled; `number` is its place in the inbox, `later` when it asks for a reminder."""

    player_id: int
    game_id: int | None
    wrote: Wrote
    number: int
    later: datetime | None = None


@dataclass(frozen=True, slots=True)
class Bounced:
    """A mail came back that had been sent to the address at which the player is written to."""

    player_id: int
    second_address: bool
    """Whether there is another address to try."""


@dataclass(frozen=True, slots=True)
class Written:
    """A line in a ledger; `by_mail` if a mail said so."""

    game_id: int
    entry: Entry
    seat: int | None
    by_mail: bool


@dataclass(frozen=True, slots=True)
class Returned:
    """A player came back to a seat that is on turn, by a mail of theirs: no turn mail tells them what they know."""

    game_id: int
    player_id: int
    seat: int
    turn: int


@dataclass(frozen=True, slots=True)
class Gathered:
    """A player is on turn in a game that a digest tells of; of some they heard before."""

    game_id: int
    player_id: int
    seat: int
    turn: int


@dataclass(frozen=True, slots=True)
class QuestionSeen:
    """A player was asked back what they mean at a table."""

    game_id: int
    player_id: int


@dataclass(frozen=True, slots=True)
class BackAsked:
    """All at a table are asked to let this seat take its move back."""

    game_id: int
    seat: int


@dataclass(frozen=True, slots=True)
class BackSettled:
    """That question is open no longer, whatever became of it."""

    game_id: int


@dataclass(frozen=True, slots=True)
class SeenMail:
    """A mail that the server wrote; `cause` is the place in the inbox of the mail that brought it about."""

    id: int
    kind: Kind
    recipient: str
    player_id: int | None
    game_id: int | None
    turn: int | None
    cause: int | None


@dataclass(frozen=True, slots=True)
class Posted:
    mail: SeenMail


@dataclass(frozen=True, slots=True)
class HandedOver:
    """The relay has it."""

    mail: SeenMail


@dataclass(frozen=True, slots=True)
class NaiveStanding:
    """How a game stands in the database after something happened in it."""

    game_id: int
    over: bool
    players: tuple[int | None, ...]
    banks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Logged:
    """A line in a season's log."""

    season_id: int
    entry: Mapping[str, Any]

    @property
    def event(self) -> str:
        return str(self.entry["event"])


@dataclass(frozen=True, slots=True)
class Withdrew:
    """Somebody wrote that they leave a season."""

    season_id: int
    player_id: int


Play: TypeAlias = Started | Written | Returned | Gathered | QuestionSeen | BackAsked | BackSettled | NaiveStanding
Post: TypeAlias = Heard | Bounced | Posted | HandedOver
Season: TypeAlias = Logged | Withdrew
Fact: TypeAlias = Play | Post | Season
