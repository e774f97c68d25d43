"""Leagues: their rules, their seasons, who takes part, and which games are played."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Annotated, Any

from engine import DEFAULT_EDITION, commitment
from pbem.model.games import Terms
from pbem.model.marks import IMPERSONAL, PERSONAL

_OTHER = re.compile(r"[^\w]+")


@dataclass(frozen=True, slots=True)
class EntryRules:
    """Who may enter, and when."""

    by: str = "open"
    """`open` to everyone, or by `invitation`: directors enter people."""
    word: str = ""
    """SHA-256 of a word that whoever enters must know; empty: none."""
    least_rating: int = 0
    least_reliability: int = 0
    """In percent."""
    least_games: int = 0
    """Rated ones, in leagues."""
    opens_days: float = 0
    """How long before the start entries open; 0: at once."""
    closes_days: float = 0
    """How long before the start they close; 0: at the start."""


@dataclass(frozen=True, slots=True)
class StageRules:
    """A part of a competition: who plays in which group, who plays whom there, and who goes on."""

    grouping: str = "one"
    """`one` group, several `groups`, or a group for each of the `boards` of teams."""
    groups: int = 0
    """How many; 0: as many as the size of a group asks for."""
    pairing: str = "design"
    """`design`: all games at once; `swiss`, `knockout`, or `challenge`: a ladder."""
    rounds: int = 5
    """Of a Swiss."""
    go_on: int = 1
    """Of a table of a cup."""
    best_of: int = 1
    """Games that a match of a cup has."""
    drop_outs: str = "bye"
    """Whoever would have met somebody who left has a `bye`, or they are `replaced` by the next at their last table of a
    cup; `waiting`: the waiting list is asked first."""
    seeding: str = "rating"
    """By `rating`, or by `lot`; whom a director seeds comes first."""
    bye: str = "mean"
    """What a bye is worth: the `mean` of all places, a `win`, or `nothing`."""
    tie_breaks: tuple[str, ...] = ()
    """In order; none: the usual ones."""
    best: int = 1
    """So many of each group come into the next stage."""
    fill: int = 0
    """The next stage has at least so many: the best of the seconds fill it up."""
    reach: int = 3
    """How many rungs above one's own somebody may be challenged."""
    answer_days: float = 7
    idle_days: float = 42


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
    cap: int = 0
    """How many may enter; whoever comes later waits. 0: everyone."""
    format: str = "league"
    """What it was founded as, by one word."""
    stages: tuple[StageRules, ...] = ()
    """None: levels, with promotion and relegation. With rounds, `weeks` are those of a round."""
    entry: EntryRules = field(default_factory=EntryRules)
    again: bool = True
    """Whether another season follows."""
    boards: int = 0
    """How many of a team play; 0: there are no teams."""


def load_rules(data: Mapping[str, Any]) -> LeagueRules:
    """As JSON has them; what is not a rule any more, in a season of long ago, is left out."""
    known = {name: value for name, value in data.items() if name in LeagueRules.__dataclass_fields__}
    parts = {
        "widths": tuple(data["widths"]),
        "terms": Terms(**data["terms"]),
        "stages": tuple(map(_stage, data.get("stages", ()))),
        "entry": EntryRules(**data.get("entry", {})),
    }
    return LeagueRules(**{**known, **parts})


def _stage(data: Mapping[str, Any]) -> StageRules:
    return StageRules(**{**data, "tie_breaks": tuple(data["tie_breaks"])})


@dataclass(frozen=True, slots=True)
class Role:
    """What somebody may do for a league: a `director` everything, an `assistant` all but rulings and the end."""

    name: Annotated[str, IMPERSONAL] = "director"
    until: datetime | None = None
    """A deputy's last moment."""


@dataclass(frozen=True, slots=True)
class League:
    """A row of seasons under one name."""

    id: int
    name: Annotated[str, IMPERSONAL]
    rules: Annotated[LeagueRules, IMPERSONAL]
    """Of the season that is announced next."""
    directors: Annotated[dict[int, Role], IMPERSONAL] = field(default_factory=dict)
    """Who directs this league alone, by number; the server's admins direct all of them."""
    barred: Annotated[tuple[int, ...], IMPERSONAL] = ()
    """Who was expelled and may not enter."""
    apart: Annotated[tuple[tuple[int, int], ...], IMPERSONAL] = ()
    """Pairs that never sit at one table, the lower number first."""

    @property
    def slug(self) -> str:
        """The name as addresses and headers have it."""
        return slug(self.name)


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
    """When the day's news are looked through, once a week with a round-up; at check-in, when the silent are asked."""
    due_at: datetime | None = None
    """When somebody must look at it again; None: nothing will happen by itself."""
    absent: Annotated[dict[int, tuple[int, int]], IMPERSONAL] = field(default_factory=dict)
    """Who is missed: the level that they would have, and how many seasons they have missed."""
    seeds: Annotated[tuple[tuple[int, ...], ...], IMPERSONAL] = ()
    """Who begins on which level, from the top, where a director settled it."""
    waiting: Annotated[tuple[int, ...], IMPERSONAL] = ()
    """Who came late or found it full, the first first: a seat that gets free is theirs."""
    rested: float = 0
    """Seconds by which all dates after the start were moved."""
    planned: Annotated[tuple[tuple[str, str, str], ...], IMPERSONAL] = ()
    """Rules that change later: when, which, to what."""
    paused_at: datetime | None = None
    paused_until: datetime | None = None
    """When it goes on by itself."""
    stage: int = 1
    round: int = 0
    """Of the stage; 0: there are none."""
    round_at: datetime | None = None
    """When the last games were laid down; None: at the start."""
    groups: Annotated[tuple[tuple[tuple[int, ...], ...], ...], IMPERSONAL] = ()
    """Of every stage so far its groups, each from the best seed on; a season with levels has none."""
    byes: Annotated[tuple[tuple[int, ...], ...], IMPERSONAL] = ()
    """Who rested: stage, group from 0, round, player, and their place among the tables of the round."""
    challenges: Annotated[tuple[tuple[Any, ...], ...], IMPERSONAL] = ()
    """Of a ladder: number, challenger, challenged, when, what became of it, and when."""
    idled: Annotated[tuple[tuple[Any, ...], ...], IMPERSONAL] = ()
    """Of a ladder: who went down because they did nothing, and when."""
    teams: Annotated[tuple[tuple[Any, ...], ...], IMPERSONAL] = ()
    """Name, captain and members, from the first board on."""

    @property
    def commitment(self) -> str:
        return commitment(self.secret)


def nested(value: Any) -> Any:
    """What JSON has as lists, as tuples."""
    return tuple(map(nested, value)) if isinstance(value, list | tuple) else value


def slug(name: str) -> str:
    """Letters and digits of any script, in lower case, with dashes between them."""
    return _OTHER.sub("-", name.casefold()).strip("-") or "-"


def name_hash(salt: str, name: str) -> str:
    """What the log knows of a name: without the salt nobody can tell whose it was."""
    return sha256(f"{salt} {name}".encode()).hexdigest()


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
    inherits: bool = False
    """Whether what substitutes play counts for this place; otherwise it is nobody's."""
    asked_id: int | None = None
    """Who is asked to play for them, and has not answered."""
    asked_at: datetime | None = None
    asked_to_inherit: bool = False
    penalty: int = 0
    """Points that a director took away."""
    salt: Annotated[str, PERSONAL] = field(default="", repr=False)
    """Goes when its owner is forgotten; nobody can tell then whose name was hashed."""
    name_hash: Annotated[str, IMPERSONAL] = ""
    """SHA-256 of the salt and the name: what the log knows of a name."""

    @property
    def plays(self) -> bool:
        return self.level is not None

    @property
    def played_by(self) -> int:
        """Who plays for the place now, or last did before bots had it."""
        return self.substitute_id or self.player_id

    @property
    def heir_id(self) -> int:
        """Whose the place is at the end: a substitute's who inherited it, else the member's own."""
        return self.substitute_id if self.inherits and self.substitute_id else self.player_id


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
    stage: int = 1
    round: int = 0
    """Of the stage; 0: all its games are laid down at once."""
    ruling: Annotated[list[list[int]] | None, IMPERSONAL] = None
    """What a director ruled instead: the seats from first to last; none at all: the game does not count."""


@dataclass(frozen=True, slots=True)
class Protest:
    """A case: a member is not content with a game or a table, until a director has answered."""

    id: int
    season_id: int
    player_id: int
    at: datetime
    text: Annotated[str, PERSONAL]
    game_id: int | None = None
    granted: bool | None = None
    """None while it is open."""


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
