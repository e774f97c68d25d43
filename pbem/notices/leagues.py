"""What is told of a season."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import partial

from engine.errors import Facts
from pbem.i18n import Language
from pbem.i18n.language import N_
from pbem.model import Kind
from pbem.notices.base import Asked, LeagueFacts, Notice, notice
from pbem.notices.decisions import check_decision


class LeagueNews(StrEnum):
    """What happens in a league."""

    ANNOUNCED = "announced"
    """Entries are open."""
    ENTERED = "entered"
    ENTERED_BY = "entered by"
    """Somebody else put the reader on the list."""
    ASKED_BY = "asked by"
    """The same, but the reader has never answered a mail of ours: they are in once they say so."""
    WAITING = "waiting"
    """The season is full, or has begun: the reader has the first choice of what gets free."""
    WITHDRAWN = "withdrawn"
    CHECK_IN = "check in"
    """One reply, or the place is given up."""
    SILENT = "silent"
    """The same question once more, to whoever has not answered."""
    CHECKED_IN = "checked in"
    MISSED = "missed"
    """The reader did not check in."""
    CALLED_OFF = "called off"
    """Too few came."""
    STARTED = "started"
    ROUND = "round"
    """Another round begins: the reader's games, or that they rest."""
    OUT = "out"
    """It has ended for the reader, with a place."""
    CHALLENGED = "challenged"
    """Somebody wants the reader's rung of a ladder; they answer until `until`."""
    RUNGS = "rungs"
    """The reader has another rung."""
    PLAY_FOR = "play for"
    """The reader is asked to play for somebody from now on; they answer until `until`."""
    LINED_UP = "lined up"
    """The reader's team plays as they said."""
    CHALLENGES = "challenges"
    """The reader's challenge has reached whom it was for."""
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
class FixtureLine:
    """A game of a season: who plays it, in the order of play, and how it came out once it did."""

    game_id: int | None
    names: tuple[str, ...]
    scores: tuple[int, ...] = ()
    winners: tuple[str, ...] = ()
    on_turn: str = ""
    until: datetime | None = None
    finishers: tuple[str, ...] = ()
    """Who plays each seat now, or played it at the end, where that is somebody else."""
    commitment: str = ""
    """Of the secret that its cards were shuffled from; while it is played."""
    ruled: tuple[str, ...] = ()
    """From first to last, where a director ruled so: the scores tell otherwise."""


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
    penalty: int = 0
    """Points that a director took away; `points` are what is left."""
    left: bool = False
    mine: bool = False
    zone: str = ""
    """`up` or `down`: where this place leads to."""
    substitute: str = ""
    """Who played for them."""
    byes: int = 0
    opponents: str = ""
    """The points of everyone whom they met; nothing where that does not count."""


@dataclass(frozen=True, slots=True)
class OwnSeason:
    """What a season was for one member."""

    division: str
    """Nothing where there are no levels: the place is that of the whole competition."""
    place: int
    members: int
    games: int
    points: str
    wins: str
    zone: str = ""
    """`up` or `down`: where it leads to."""
    best_game: int | None = None
    best_score: int = 0
    ahead: tuple[str, str] = ("", "")
    """Whom they beat most often, and how the two stand, as in the crosstable."""
    behind: tuple[str, str] = ("", "")
    rating_before: str = ""
    rating: str = ""


@dataclass(frozen=True, slots=True)
class SeasonStory:
    """A season that is over: who won it, who goes up and down."""

    champion: str
    up: tuple[str, ...] = ()
    down: tuple[str, ...] = ()
    mine: OwnSeason | None = None
    path: tuple[tuple[str, ...], ...] = ()
    """Where there were rounds, whom the champion met in each; nobody: a bye."""


@dataclass(frozen=True, slots=True)
class MemberLine:
    """Somebody in a season, or waiting for it, and how they stand: a code of pbem/render/leagues.py."""

    name: str
    state: str
    detail: str = ""
    """The division, or who plays for them."""


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody at a table of a cup."""

    name: str
    points: str
    goes_on: bool = False
    mine: bool = False


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """Those who sit together in a round of a cup, from first to last once it is decided; one alone rests."""

    rivals: tuple[Rival, ...]
    games: tuple[int, ...] = ()


def side_by_side(rounds: Sequence[Sequence[BracketMatch]]) -> tuple[tuple[BracketMatch, ...], ...]:
    """Those who meet next stand next to each other, so that lines need not cross."""
    ordered: list[tuple[BracketMatch, ...]] = []
    for matches in reversed(rounds):
        coming = [rival.name for match in (ordered[0] if ordered else ()) for rival in match.rivals]
        ordered.insert(0, tuple(sorted(matches, key=partial(_first_in, coming))))
    return tuple(ordered)


def _first_in(names: Sequence[str], match: BracketMatch) -> int:
    return min((names.index(each.name) for each in match.rivals if each.name in names), default=len(names))


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team's line of the table of teams."""

    place: int
    name: str
    points: str
    wins: str
    boards: tuple[tuple[str, str], ...]
    """Who plays on each board, and what they have."""
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
    kind: str = "division"
    """Or `group`, `final`, `swiss`, `cup`, `ladder`, `board`."""
    order: tuple[str, ...] = ()
    """What decides where points are equal, where that is not what it is in a league."""
    rounds: tuple[int, int] = (0, 0)
    """Which round it is, and of how many; nothing where there are none."""
    bracket: tuple[tuple[BracketMatch, ...], ...] = ()
    """Of a cup, its rounds."""
    moved: tuple[int, ...] = ()
    """Of a ladder: how many rungs each has gone up since the start."""


_TITLES: Mapping[LeagueNews | None, str] = {
    None: N_("Leagues"),
    LeagueNews.ANNOUNCED: N_("A new season"),
    LeagueNews.ENTERED: N_("You have entered"),
    LeagueNews.ENTERED_BY: N_("You were entered"),
    LeagueNews.ASKED_BY: N_("Will you play with us?"),
    LeagueNews.WAITING: N_("You are on the waiting list"),
    LeagueNews.WITHDRAWN: N_("You have withdrawn"),
    LeagueNews.CHECK_IN: N_("Will you be playing?"),
    LeagueNews.SILENT: N_("We have not heard from you"),
    LeagueNews.CHECKED_IN: N_("You are in the season"),
    LeagueNews.MISSED: N_("The season begins without you"),
    LeagueNews.CALLED_OFF: N_("The season is called off"),
    LeagueNews.STARTED: N_("The season begins"),
    LeagueNews.ROUND: N_("A new round"),
    LeagueNews.OUT: N_("Your competition is over"),
    LeagueNews.CHALLENGED: N_("You are challenged"),
    LeagueNews.RUNGS: N_("The ladder has changed"),
    LeagueNews.PLAY_FOR: N_("Would you take over for somebody?"),
    LeagueNews.LINED_UP: N_("Your team is lined up"),
    LeagueNews.CHALLENGES: N_("Your challenge is on its way"),
    LeagueNews.OVERTIME: N_("Overtime"),
    LeagueNews.ADJUDICATED: N_("The last games are decided"),
    LeagueNews.PROVISIONAL: N_("All games are over"),
    LeagueNews.SIGNED_OFF: N_("The season is over"),
    LeagueNews.PROTESTED: N_("Your protest has arrived"),
}


@notice(Kind.LEAGUE, names_others=True, listed=True, unasked=True)
class LeagueNotice(Notice):
    """Something happened in a league; without `news`, the leagues that there are."""

    leagues: tuple[LeagueFacts, ...] = ()
    news: LeagueNews | None = None
    until: datetime | None = None
    division: str = ""
    fixtures: tuple[FixtureLine, ...] = ()
    """The reader's own games."""
    remarks: tuple[str, ...] = ()
    """What the pyramid did to make everyone fit, as codes of pbem.league.levels.Fitting with their numbers; `bye`;
    `place 5`; `rung 3`; `podium 1 Anna`; `board 2 Bo`; `spare Cy`."""
    by: str = ""
    """Who put the reader on the list; nobody's name: a director."""
    story: SeasonStory | None = None
    """Once the season is signed off."""
    members: tuple[MemberLine, ...] = ()
    """Who is in it, where one league is asked about."""
    other: str = ""
    """Who challenged the reader, or was challenged by them, or whose place is offered to them."""
    proof: bytes = b""
    """The log and all records of a season that is over, in one file."""

    def title(self, language: Language) -> str:
        return language.gettext(_TITLES[self.news])

    @property
    def about_league(self) -> LeagueFacts | None:
        return self.leagues[0] if self.news and len(self.leagues) == 1 else None


@notice(Kind.STANDINGS, names_others=True, listed=True, unasked=True)
class StandingsNotice(Notice):
    """Tables of a season: as asked for, or the weekly round-up of the reader's division."""

    league: LeagueFacts
    tables: tuple[DivisionTable, ...]
    weekly: bool = False
    secret: str = ""
    """Told once the season is signed off."""
    teams: tuple[TeamLine, ...] = ()

    def title(self, language: Language) -> str:
        say = language.gettext
        if not self.weekly:
            return say("Standings")
        return say("The week in your division") if self.league.format == "league" else say("The week")

    @property
    def about_league(self) -> LeagueFacts:
        return self.league


class Concern(StrEnum):
    """What a director's report is about."""

    CLOSED = "closed"
    """Entries are closed, check-in begins."""
    BEGUN = "begun"
    COUNTS_AS_IT_STANDS = "counts as it stands"
    """The season before is open again, and the next one will be drawn from its table all the same."""
    DRAWN_FROM_OPEN = "drawn from open"
    """The season was drawn from such a table."""
    ENTRANTS = "entrants"
    """How many have entered, and how many said that they come."""
    AWAITED = "awaited"
    """Who has not said that they come."""
    ABSENT = "absent"
    """Who entered and does not play."""
    WITHDREW = "withdrew"
    """Who entered and took it back at check-in."""
    PACE = "pace"
    """How many games are over, how many would be by now, and how long there is until the hard date."""
    OVER = "over"
    """All games are over."""
    HEARD = "heard"
    """The table is provisional, and protests are heard for so many hours more."""
    TIMED_OUT = "timed out"
    """Somebody's time ran out, and how often."""
    RESIGNED = "resigned"
    DECIDED = "decided"
    """What a director decided in the last week."""
    REPLACED = "replaced"
    """Somebody is gone from a game, and who plays on."""
    ALIKE = "alike"
    """Two in the season whose names could be taken for one another."""
    HELD_UP = "held up"
    """The server can't see to the season."""
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


@notice(Kind.LEAGUE, names_others=False, template="log", listed=True, unasked=True)
class LeagueLogNotice(Notice):
    """A league's log as a file, for whoever asks for it."""

    league: LeagueFacts
    lines: tuple[str, ...]

    def title(self, language: Language) -> str:
        return language.gettext("The log")

    @property
    def about_league(self) -> LeagueFacts:
        return self.league


@notice(Kind.LEAGUE, names_others=True, template="report", listed=True, unasked=True)
class ReportNotice(Notice):
    """To the directors, every week and when something needs a decision."""

    league: LeagueFacts
    worries: tuple[Worry, ...]

    def title(self, language: Language) -> str:
        return language.gettext("Report to the directors")

    @property
    def about_league(self) -> LeagueFacts:
        return self.league


@dataclass(frozen=True, slots=True)
class TableChange:
    """What a decision does to a member's line of the table."""

    name: str
    place_before: int
    place: int
    points_before: str
    points: str


@dataclass(frozen=True, slots=True)
class Decided:
    """What a director decided: a code of pbem/notices/decisions.py with its facts, why, and what it changes."""

    code: str
    facts: Facts
    reason: str = ""
    by: str = ""
    """Nobody's name: the operator of the server."""
    changes: tuple[TableChange, ...] = ()
    drawn: str = ""
    """Where games were drawn from what it changes, and stay as they are: the next `round`, the next `season`."""

    def __post_init__(self) -> None:
        check_decision(self.code, self.facts)


@notice(Kind.LEAGUE, names_others=True, template="decision", listed=True, unasked=True)
class DecisionNotice(Notice):
    """To whoever decided, to the other directors and to all whom it concerns."""

    league: LeagueFacts
    decided: Decided

    def title(self, language: Language) -> str:
        return language.gettext("A decision")

    @property
    def about_league(self) -> LeagueFacts:
        return self.league


@notice(Kind.CONFIRM, names_others=True, asking=True, template="decision")
class AskedDecisionNotice(Notice):
    """To a director before it happens: `asks` is what a yes carries out, with all other `orders` of the same mail."""

    league: LeagueFacts
    decided: Decided
    asks: str
    orders: tuple[str, ...] = ()
    more_below: bool = False
    """Whether the yes is asked for further down."""

    def title(self, language: Language) -> str:
        return language.gettext("Are you sure?")

    @property
    def about_league(self) -> LeagueFacts:
        return self.league

    @property
    def question(self) -> Asked:
        return Asked(self.orders or (self.asks,))
