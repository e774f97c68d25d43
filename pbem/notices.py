"""What somebody is to be told: values that hold only what the reader may know. Rendering makes mails of them."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from engine import Event, View
from engine.errors import Facts
from pbem.advice import Analysis, Hint
from pbem.model import Kind, Player, Seating, Terms, Vacation


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom a mail is for; `player_id` is None for somebody whom we don't know."""

    address: str
    language: str
    timezone: str = "UTC"
    name: str = ""
    player_id: int | None = None
    generation: int = 0


@dataclass(frozen=True, slots=True)
class Said:
    """A remark as its reader hears it."""

    author: str
    words: str
    private: bool = False
    number: int = 0
    """The remark's own, by which the post room tells what a reader has heard already."""


@dataclass(frozen=True, slots=True)
class Away:
    """Somebody at the table is on vacation until then."""

    name: str
    until: datetime


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game as one seat, or a spectator (no seat), may see it, and what happened since that seat last moved."""

    game_id: int
    seat: int | None
    names: tuple[str, ...]
    view: View
    news: tuple[Event, ...]
    length: int
    """How many ledger lines there are: the mail's turn number."""
    queued: str | None = None
    until: datetime | None = None
    """When the time of the seat on turn runs out, if there is a clock."""
    grace: datetime | None = None
    """When somebody else plays the turn."""
    paused: bool = False
    away: tuple[Away, ...] = ()
    note: str = ""
    """What the reader wanted to be reminded of."""
    talk: tuple[Said, ...] = ()
    """What was said since the last mail to this seat."""
    heard: int = 0
    """The last remark in `talk`."""

    @property
    def my_turn(self) -> bool:
        return self.seat is not None and self.view.turn == self.seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """One mail's worth of news. `answers` is the Message-ID of the mail that it answers, if it does."""

    kind: ClassVar[Kind]
    to: Reader
    sheet: Sheet | None = None
    answers: str | None = None
    not_before: datetime | None = None
    """When the mail may leave, if not at once: nobody is woken by talk."""

    @property
    def game_id(self) -> int | None:
        """The game that the mail is about, if it is about one."""
        return self.sheet.game_id if self.sheet else None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnNotice(Notice):
    """It is your turn; `dropped` is the order that waited for it and is no longer possible."""

    kind: ClassVar[Kind] = Kind.TURN
    dropped: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedNotice(Notice):
    """Your order was played, or somebody else's (`who`) whose moves you follow.

    `completed`: we filled in what could only be one way; `from_queue`: it had waited for its turn.
    """

    kind: ClassVar[Kind] = Kind.MOVED
    order: str
    who: str = ""
    completed: bool = False
    from_queue: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedNotice(Notice):
    """Your order waits for your turn; None: nothing waits any more."""

    kind: ClassVar[Kind] = Kind.QUEUED
    order: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewNotice(Notice):
    """What would happen; `sheet` shows the position after it."""

    kind: ClassVar[Kind] = Kind.PREVIEW
    order: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HintNotice(Notice):
    """Orders worth a thought, the best first; like a preview it shows what could be, and nothing has happened."""

    kind: ClassVar[Kind] = Kind.PREVIEW
    hints: tuple[Hint, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StartedNotice(Notice):
    """The game begins."""

    kind: ClassVar[Kind] = Kind.STARTED
    commitment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedNotice(Notice):
    """The game is over; `record` holds the secret and every order. No `analysis` for a reader who wants none."""

    kind: ClassVar[Kind] = Kind.ENDED
    record: str
    analysis: Analysis | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedNotice(Notice):
    """Nothing was changed: `code` and `facts` say why, `understood` what we read, `choices` what could be meant."""

    kind: ClassVar[Kind] = Kind.REFUSED
    code: str
    facts: Facts
    understood: str = ""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmNotice(Notice):
    """Somebody wrote in your name without a tag: say `yes` if it was you.

    `welcome` says that we have not heard of this address before, `second` that it is to be a player's second address.
    `asks` is the one command that a yes carries out, asked because it can't be undone, or needs another's consent.
    """

    kind: ClassVar[Kind] = Kind.CONFIRM
    understood: tuple[str, ...]
    welcome: bool = False
    second: bool = False
    asks: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpNotice(Notice):
    """How to play by mail."""

    kind: ClassVar[Kind] = Kind.HELP


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusNotice(Notice):
    """Where your games stand; with `sheet`, the board of one game.

    `stopped` says that no more mail will come, `forgotten` that nothing of the reader is kept, `waiting_for` who has
    yet to agree to a rematch, `watching` whether the reader looks on from now on, or no longer.
    """

    kind: ClassVar[Kind] = Kind.STATUS
    games: tuple[Sheet, ...] = ()
    stopped: bool = False
    forgotten: bool = False
    waiting_for: tuple[str, ...] = ()
    watching: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BounceNotice(Notice):
    """To the admins: a player's mail came back, or could not be sent."""

    kind: ClassVar[Kind] = Kind.BOUNCE_NOTICE
    player: str
    game_id: int | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReminderNotice(Notice):
    """It is still your turn, and `sheet.until` comes nearer; `last_call`: it has passed, and the grace runs."""

    kind: ClassVar[Kind] = Kind.REMINDER
    last_call: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestNotice(Notice):
    """All games in which it is your turn, in one mail; a reply may move in several."""

    kind: ClassVar[Kind] = Kind.DIGEST
    games: tuple[Sheet, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeoutNotice(Notice):
    """Your time ran out: your turn was lost (`skipped`), a stand-in played `order`, or you are out (`resigned`).

    `left`: it happened so often that a bot plays for you until you come back, or until someone else takes the seat.
    """

    kind: ClassVar[Kind] = Kind.TIMEOUT
    skipped: bool = False
    order: str | None = None
    resigned: bool = False
    left: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PressNotice(Notice):
    """Somebody said something: to the table, or to you alone; `own` is a copy of what the reader said."""

    kind: ClassVar[Kind] = Kind.PRESS
    author: str
    words: str
    private: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody at a table that is not full; no reliability before they have played."""

    name: str
    reliability: int | None = None
    bot: bool = False


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A game that waits for its players."""

    game_id: int
    host: str
    guests: tuple[Guest, ...]
    seats: int
    invited: int
    """How many have not answered yet."""
    edition: str
    terms: Terms
    seating: Seating
    public: bool
    until: datetime
    commitment: str = ""
    """SHA-256 of the secret that the cards will be shuffled by."""


class LobbyNews(StrEnum):
    """What became of a table."""

    OPENED = "opened"
    JOINED = "joined"
    LEFT = "left"
    INVITED = "invited"
    DECLINED = "declined"
    EXPIRED = "expired"
    CALLED_OFF = "called off"


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyNotice(Notice):
    """The open tables; with `table`, what became of one: `news`, by whom."""

    kind: ClassVar[Kind] = Kind.LOBBY
    tables: tuple[OpenTable, ...] = ()
    table: OpenTable | None = None
    news: LobbyNews | None = None
    who: str = ""
    """Whose doing it is; empty: the reader's own, or nobody's."""

    @property
    def game_id(self) -> int | None:
        return self.table.game_id if self.table else None


@dataclass(frozen=True, slots=True, kw_only=True)
class InviteNotice(Notice):
    """Somebody wants to play with you; with `sheet`, you are asked to take over a seat that somebody left.

    `again`: this is the reminder.
    """

    kind: ClassVar[Kind] = Kind.INVITE
    table: OpenTable
    again: bool = False

    @property
    def game_id(self) -> int | None:
        return self.table.game_id


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsNotice(Notice):
    """How we write to you from now on; `changed` names the setting that was just changed."""

    kind: ClassVar[Kind] = Kind.STATUS
    player: Player
    vacations: tuple[Vacation, ...] = ()
    vacation_days_left: int = 0
    changed: str = ""
    about: str = ""
    """Who is no longer heard, or is again; the address that was asked whether it may be the second one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryNotice(Notice):
    """All that happened in a game: `sheet.news` from the first move on."""

    kind: ClassVar[Kind] = Kind.STATUS


@dataclass(frozen=True, slots=True, kw_only=True)
class DataNotice(Notice):
    """All that we hold of you, as JSON."""

    kind: ClassVar[Kind] = Kind.STATUS
    data: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectorNotice(Notice):
    """A director did something to the game: `sheet.news` says what. To the director: it is `done`."""

    kind: ClassVar[Kind] = Kind.STATUS
    done: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesNotice(Notice):
    """The rules of an edition."""

    kind: ClassVar[Kind] = Kind.RULES
    edition: str


# Leagues


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
    mine: bool = False
    """Whether the reader has entered."""


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
