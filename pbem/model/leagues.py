"""Leagues: their rules, their seasons, who takes part, and which games are played."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any

from engine import DEFAULT_EDITION, commitment
from pbem.model.games import Terms
from pbem.model.marks import IMPERSONAL, PERSONAL


@dataclass(frozen=True, slots=True)
class LeagueRules:
    """What the organiser settled; a season keeps those that it was announced with."""

    seats: int = 4
    """At each table."""
    weeks: int = 13
    size: int = 7
    """Of a division."""
    widths: tuple[int, ...] = (1, 2, 4, 8)
    """How many divisions the levels have, from the top."""
    promoted: int = 1
    relegated: int = 2
    newcomers: str = "bottom"
    """Where they begin: at the bottom, or by their rating once it rests on enough games."""
    scale: str = ""
    """Points for places, such as 10-6-3-1; empty: the usual ones."""
    at_most: int = 0
    """How many games a member has at a time; 0: all of them."""
    edition: str = DEFAULT_EDITION
    terms: Terms = field(default_factory=Terms)
    check_in_days: float = 3
    overtime_days: float = 14
    protest_hours: float = 72
    break_days: float = 14
    """Between the end of a season and the start of the next, at least."""


@dataclass(frozen=True, slots=True)
class League:
    """A row of seasons under one name."""

    id: int
    name: Annotated[str, IMPERSONAL]
    rules: Annotated[LeagueRules, IMPERSONAL]


@dataclass(frozen=True, slots=True)
class Season:
    """One season; `phase` is the part of it that was last begun (pbem.league.season.Phase, or `called off`)."""

    id: int
    league_id: int
    number: int
    rules: Annotated[LeagueRules, IMPERSONAL]
    start: datetime
    secret: Annotated[bytes, IMPERSONAL] = field(repr=False)
    """Draws the fixtures and the last tie-break; told once the season is signed off."""
    phase: Annotated[str, IMPERSONAL]
    decided_at: datetime | None = None
    """When its last game ended."""
    signed_off_at: datetime | None = None
    weekly_at: datetime | None = None
    """When the next round-up goes out."""
    due_at: datetime | None = None
    """When somebody must look at it again; None: nothing will happen by itself."""
    absent: Annotated[dict[int, tuple[int, int]], IMPERSONAL] = field(default_factory=dict)
    """Who is missed: the level that they would have, and how many seasons they have missed."""

    @property
    def commitment(self) -> str:
        return commitment(self.secret)


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody in a season; without a division until it starts, and for good if they did not check in."""

    season_id: int
    player_id: int
    entered_at: datetime
    awaited: bool = False
    """Whether they have yet to say that they are there."""
    level: int | None = None
    division: int | None = None
    place: int | None = None
    """In the table, once all games are over."""
    left_at: datetime | None = None
    """When they withdrew from a season that was under way, or were replaced."""
    substitute_id: int | None = None
    """Who plays for them from then on; None: bots."""

    @property
    def plays(self) -> bool:
        return self.level is not None


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game of a season: its members in the order in which they sit, and how it came out."""

    id: int
    season_id: int
    level: int
    division: int
    number: int
    """Among the fixtures of the season, counted from 1."""
    members: Annotated[tuple[int, ...], IMPERSONAL]
    game_id: int | None = None
    """Once it has begun."""
    result: Annotated[dict[str, Any] | None, IMPERSONAL] = None
    """Once it is over: pbem/actions/results.py writes and reads it."""


@dataclass(frozen=True, slots=True)
class Protest:
    """A member is not content with a provisional table."""

    id: int
    season_id: int
    player_id: int
    at: datetime
    text: Annotated[str, PERSONAL]


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a game did to somebody's rating; `who` is a player's number or a bot's name."""

    pool: Annotated[str, IMPERSONAL]
    who: Annotated[str, IMPERSONAL]
    game_id: int
    at: datetime
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float
    lapsed_at: datetime | None = None
    """When they left the game, if that is what it was rated for."""


@dataclass(frozen=True, slots=True)
class Rated:
    """Somebody's rating now; `who` is a player's number or a bot's name."""

    who: str
    mu: float
    sigma: float
    games: int
