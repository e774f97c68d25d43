"""What is told of a season."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from pbem.i18n import Language
from pbem.i18n.language import N_
from pbem.model import Kind
from pbem.notices.base import LeagueFacts, Notice, notice


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


_TITLES: Mapping[LeagueNews | None, str] = {
    None: N_("Leagues"),
    LeagueNews.ANNOUNCED: N_("A new season"),
    LeagueNews.ENTERED: N_("You have entered"),
    LeagueNews.WITHDRAWN: N_("You have withdrawn"),
    LeagueNews.CHECK_IN: N_("Are you there?"),
    LeagueNews.CHECKED_IN: N_("You are in"),
    LeagueNews.MISSED: N_("A season without you"),
    LeagueNews.CALLED_OFF: N_("The season is called off"),
    LeagueNews.STARTED: N_("The season begins"),
    LeagueNews.OVERTIME: N_("Overtime"),
    LeagueNews.ADJUDICATED: N_("The last games are decided"),
    LeagueNews.PROVISIONAL: N_("All games are over"),
    LeagueNews.SIGNED_OFF: N_("The season is over"),
    LeagueNews.PROTESTED: N_("Your protest has arrived"),
}


@notice(Kind.LEAGUE, names_others=True)
class LeagueNotice(Notice):
    """Something happened in a league; without `news`, the leagues that there are."""

    leagues: tuple[LeagueFacts, ...] = ()
    news: LeagueNews | None = None
    until: datetime | None = None
    division: str = ""
    fixtures: tuple[FixtureLine, ...] = ()
    """The reader's own games."""
    remarks: tuple[str, ...] = ()
    """What the pyramid did to make everyone fit, as codes of pbem.league.levels.Fitting with their numbers."""

    def title(self, language: Language) -> str:
        return language.gettext(_TITLES[self.news])

    @property
    def about_league(self) -> LeagueFacts | None:
        return self.leagues[0] if self.news and len(self.leagues) == 1 else None


@notice(Kind.STANDINGS, names_others=True)
class StandingsNotice(Notice):
    """Tables of a season: as asked for, or the weekly round-up of the reader's division."""

    league: LeagueFacts
    tables: tuple[DivisionTable, ...]
    weekly: bool = False
    secret: str = ""
    """Told once the season is signed off."""

    def title(self, language: Language) -> str:
        say = language.gettext
        return say("The week in your division") if self.weekly else say("Standings")

    @property
    def about_league(self) -> LeagueFacts:
        return self.league


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


@notice(Kind.LEAGUE, names_others=True, template="report")
class ReportNotice(Notice):
    """To the directors, every week and when something needs a decision."""

    league: LeagueFacts
    worries: tuple[Worry, ...]

    def title(self, language: Language) -> str:
        return language.gettext("Report to the directors")

    @property
    def about_league(self) -> LeagueFacts:
        return self.league
