"""What is told of a season."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from pbem.model import Kind, Terms
from pbem.notices.base import Notice


class LeagueNews(StrEnum):
    """What happens in a league."""

    ANNOUNCED = "announced"
    """Entries are open."""
    ENTERED = "entered"
    WITHDRAWN = "withdrawn"
    CHECK_IN = "check in"
    """One reply, or the place is given up."""
    CHECKED_IN = "checked in"
    MISSED = "missed"
    """The reader did not check in."""
    CALLED_OFF = "called off"
    """Too few came."""
    STARTED = "started"
    OVERTIME = "overtime"
    """The games that are left have a shorter clock."""
    ADJUDICATED = "adjudicated"
    """The hard date has come."""
    PROVISIONAL = "provisional"
    """All games are over; protests are heard until `until`."""
    SIGNED_OFF = "signed off"
    PROTESTED = "protested"
    """The reader's protest has reached the directors."""


@dataclass(frozen=True, slots=True)
class LeagueFacts:
    """A league and the season that it is in."""

    name: str
    season: int
    phase: str
    """One of pbem.league.season.Phase."""
    seats: int
    edition: str
    terms: Terms
    start: datetime
    end: datetime
    """When overtime begins."""
    entrants: int
    commitment: str
    """Of the secret that draws the fixtures and the last tie-break."""
    mine: bool | None = None
    """Whether the reader has entered; None: nobody knows who reads it."""


@dataclass(frozen=True, slots=True)
class FixtureLine:
    """A game of a season: who plays it, in the order of play, and how it came out once it did."""

    game_id: int | None
    names: tuple[str, ...]
    scores: tuple[int, ...] = ()
    winners: tuple[str, ...] = ()
    on_turn: str = ""
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A member's line of a table, every tie-break in it as it is shown."""

    place: int
    name: str
    games: int
    points: str
    wins: str
    seconds: str
    thirds: str
    share: str
    head_to_head: str
    clock_hours: int
    lot: str
    decided_by: str
    """One of pbem.league.standings.Decider, or nothing."""
    rating: str
    left: bool = False
    mine: bool = False


@dataclass(frozen=True, slots=True)
class DivisionTable:
    """A division: its table, who beat whom, its games, and how the points grew."""

    name: str
    """Level and letter, such as 1 or 2b."""
    lines: tuple[StandingsLine, ...]
    crosstable: tuple[tuple[str, ...], ...]
    """A row a member in the order of the table: what they have against each of the others."""
    finished: tuple[FixtureLine, ...]
    running: tuple[FixtureLine, ...]
    growth: tuple[tuple[datetime, tuple[float, ...]], ...] = ()
    """Points of every member, in the order of the table, after each game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueNotice(Notice):
    """Something happened in a league; without `news`, the leagues that there are."""

    kind: ClassVar[Kind] = Kind.LEAGUE
    leagues: tuple[LeagueFacts, ...] = ()
    news: LeagueNews | None = None
    until: datetime | None = None
    division: str = ""
    fixtures: tuple[FixtureLine, ...] = ()
    """The reader's own games."""
    remarks: tuple[str, ...] = ()
    """What the pyramid did to make everyone fit, as codes of pbem.league.levels.Fitting with their numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsNotice(Notice):
    """Tables of a season: as asked for, or the weekly round-up of the reader's division."""

    kind: ClassVar[Kind] = Kind.STANDINGS
    league: LeagueFacts
    tables: tuple[DivisionTable, ...]
    weekly: bool = False
    secret: str = ""
    """Told once the season is signed off."""


class Concern(StrEnum):
    """What a director's report is about."""

    LATE = "late"
    """A game whose player on turn lives on the bank or the grace."""
    STUCK = "stuck"
    """A game in which nothing has happened for long."""
    PAUSED = "paused"
    LEFT = "left"
    """A member who left."""
    PROTEST = "protest"
    SIGN_OFF = "sign off"
    """The season waits for a director's word."""
    RESIGNATIONS = "resignations"
    SAME_PAIR = "same pair"
    GIFTS = "gifts"


@dataclass(frozen=True, slots=True)
class Worry:
    """One line of a director's report."""

    concern: Concern
    who: tuple[str, ...] = ()
    game_id: int | None = None
    figure: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportNotice(Notice):
    """To the directors, every week and when something needs a decision."""

    kind: ClassVar[Kind] = Kind.LEAGUE
    league: LeagueFacts
    worries: tuple[Worry, ...]
