"""What actions ask of the database: a unit of work, as a protocol. pbem/store keeps the promise."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from functools import wraps
from random import random
from time import sleep
from typing import Any, ParamSpec, Protocol, TypeVar

from engine import State
from pbem.errors import Conflict
from pbem.model import (
    Block,
    Blocked,
    Cause,
    Deed,
    DueMail,
    Fixture,
    Game,
    Incident,
    Invitation,
    Kind,
    League,
    LeagueRules,
    LedgerLine,
    Member,
    NewGame,
    OpenTable,
    OutMail,
    Player,
    Protest,
    Question,
    RatingChange,
    Remark,
    Ring,
    Season,
    SentMail,
    StoredMail,
    Terms,
    Trouble,
    Vacation,
    Vitals,
)
from pbem.model.row_changes import Rows
from pbem.ports import Delivery

# What another process came in between of is done again, at once: it has what it wanted by now.


P = ParamSpec("P")
T = TypeVar("T")

TRIES = 10
# Seconds: long enough for the other to go on first, and not to meet it again.
_MOMENT = 0.01


def retried(work: Callable[P, T]) -> Callable[P, T]:
    """Have a whole transaction tried again after a conflict; after too many, the caller waits. Call it in a thread."""

    @wraps(work)
    def tried(*args: P.args, **kwargs: P.kwargs) -> T:
        for number in range(1, TRIES):
            try:
                return work(*args, **kwargs)
            except Conflict:
                sleep(random() * number * _MOMENT)  # noqa: S311
        return work(*args, **kwargs)

    return tried


# Each part of what is kept, by those who only read of it and by those who write.


class PlayersReading(Protocol):
    """People, their vacations and whom they block."""

    def player(self, player_id: int) -> Player | None: ...
    def player_at(self, address: str) -> Player | None:
        """Whose address this is; a second address counts where it is nobody's first."""

    def players_named(self, name: str) -> list[Player]: ...
    def substitutes(self) -> list[Player]:
        """Who is willing to take over a seat, the longest known first."""

    def vacations(self, player_id: int) -> list[Vacation]: ...
    def blocked(self, player_id: int, other_id: int, what: Blocked) -> bool:
        """Whether the player does not want this from the other, or from anyone."""

    def barred_by(self, player_id: int) -> list[int]:
        """Whose invitations the player does not want, one by one."""

    def asked_since(self, player_id: int, since: datetime) -> int:
        """How many addresses were asked on this player's behalf."""

    def left_alone(self, address: str) -> bool:
        """Whether somebody wanted to be forgotten at this address, of which no more is kept than a fingerprint."""

    def data_of(self, player: Player) -> dict[str, Any]:
        """All that is held of the player, in words."""


class PlayersWriting(PlayersReading, Protocol):
    """The same, and changes to them."""

    def add_player(
        self, name: str, address: str, language: str, timezone: str, *, confirmed: bool = True
    ) -> Player: ...
    def save_player(self, player: Player) -> None:
        """What was changed is written, and nothing else: others may be changing other settings."""

    def forget_player(self, player: Player, pseudonym: str, naming: Sequence[Kind]) -> Player:
        """Name and address are gone everywhere; the row stays under a pseudonym, since games refer to it.

        `naming`: the kinds of mails that name people who don't sit with their reader.

        A word that the player added to a shuffle stays: without it the game could not be verified. What lies in the
        IMAP folder of handled mail, in backups and in other people's mailboxes is out of reach.
        """

    def add_vacation(self, player_id: int, first: datetime, end: datetime) -> None: ...
    def save_vacation(self, vacation: Vacation) -> None:
        """A vacation that ends before it began never was."""

    def ring(self, player_id: int, game_id: int) -> None:
        """Have the player's own bell called."""

    def block(self, block: Block) -> None: ...
    def unblock(self, block: Block) -> None: ...


class GamesReading(Protocol):
    """Games that are played, and what is said at them."""

    def game(self, game_id: int) -> Game | None:
        """The game, locked until the work is done where the database locks rows; None before it starts."""

    def games_of(self, player_id: int) -> list[Game]:
        """The player's running games, oldest first."""

    def last_game_with_bots(self, player_id: int) -> Game | None:
        """The newest game that the player has, or had, with a computer at the table."""

    def changed_at(self, game_id: int) -> datetime:
        """When something last happened in a game."""

    def ledger(self, game_id: int) -> list[LedgerLine]:
        """A game's lines; a new list, the caller's own."""

    def watchers(self, game_id: int) -> list[int]: ...
    def remarks_after(self, game_id: int, remark_id: int) -> list[Remark]:
        """Read once for the whole table, from what any of it has not heard yet."""

    def remarks_since(self, player_id: int, since: datetime) -> int: ...


class GamesWriting(GamesReading, Protocol):
    """The same, and changes to them."""

    def add_game(self, start: NewGame, terms: Terms, number: int | None = None) -> Game:
        """Deal a new game; one that waited as an open table keeps its number."""

    def append(self, game: Game, lines: Sequence[LedgerLine], state: State) -> Game:
        """Write lines behind the ledger that `game` was read with; refused if somebody else wrote meanwhile."""

    def save_holder(self, game: Game, seat: int) -> None: ...
    def save_clock(self, game: Game) -> None:
        """Where the clock of the turn stands, and when to look again."""

    def save_terms(self, game: Game) -> None:
        """The game is timed differently from now on."""

    def save_title(self, game: Game) -> None:
        """What the table is called."""

    def save_proposals(self, game: Game) -> None:
        """What is asked of all at the table, and until when."""

    def watch(self, game_id: int, player_id: int) -> None: ...
    def unwatch(self, game_id: int, player_id: int) -> None: ...
    def remark(self, remark: Remark) -> Remark: ...


class OpenTablesReading(Protocol):
    """Games that wait for their players."""

    def open_table(self, game_id: int) -> OpenTable | None: ...
    def open_tables(self) -> list[OpenTable]:
        """All of them, the oldest first."""

    def invitations(self, game_id: int) -> list[Invitation]:
        """All that were sent for a game, the oldest first."""

    def invitations_to(self, player_id: int) -> list[Invitation]:
        """Those that the player has not answered."""

    def invited_since(self, host_id: int, since: datetime) -> int: ...
    def invited_to_since(self, address: str, since: datetime, host_id: int | None = None) -> int:
        """How often the mailbox of an address was invited, by one host or by all."""

    def running_games(self, address: str) -> int:
        """How many games those of a mailbox play, leagues' apart."""

    def opened_since(self, address: str, since: datetime) -> int:
        """How many games those of a mailbox began, leagues' apart: whoever does so sits first."""


class OpenTablesWriting(OpenTablesReading, Protocol):
    """The same, and changes to them."""

    def add_open_table(self, open_table: OpenTable) -> OpenTable:
        """Open a table; the open table gets the number that its game will have."""

    def save_open_table(self, open_table: OpenTable) -> None:
        """Refused if somebody else has changed the table since it was looked at."""

    def call_off(self, open_table: OpenTable) -> None:
        """It will not be played; its number stays taken."""

    def invite(self, invitation: Invitation) -> Invitation: ...
    def save_invitation(self, invitation: Invitation) -> None:
        """Refused if it was answered, or looked at, by another process meanwhile."""


class LeaguesReading(Protocol):
    """Leagues, their seasons and games, and everybody's ratings."""

    def leagues(self) -> list[League]:
        """All of them, the oldest first."""

    def league(self, league_id: int) -> League: ...
    def league_readers(self) -> list[int]:
        """Who wants to hear of new seasons."""

    def season(self, season_id: int) -> Season | None:
        """The season, locked until the work is done where the database locks rows; so is all that belongs to it."""

    def seasons(self, league_id: int) -> list[Season]:
        """Those of a league, the first first."""

    def league_log(self, league_id: int) -> list[str]:
        """All lines, the first first."""

    def season_log(self, season_id: int) -> list[str]:
        """The lines of one season."""

    def log_before(self, season_id: int) -> list[str]:
        """What was written down of a season before its league had a log."""

    def league_rows(self, league_id: int) -> Rows:
        """Every row that matters as it is now."""

    def illegible(self) -> list[str]:
        """Every cell of any league's rows that can't be read: table, row and column."""

    def members(self, season_id: int) -> list[Member]:
        """In the order in which they entered."""

    def fixtures(self, season_id: int) -> list[Fixture]: ...
    def fixture_of(self, game_id: int) -> Fixture | None:
        """The fixture that is played in this game, if it is one of a league."""

    def protests(self, season_id: int) -> list[Protest]: ...
    def rating(self, pool: str, who: str) -> RatingChange | None:
        """The last change, which holds the rating as it is now."""

    def rating_history(self, who: str) -> list[RatingChange]: ...
    def last_lapse(self, player_id: int) -> datetime | None:
        """When the player last began to leave games."""


class LeaguesWriting(LeaguesReading, Protocol):
    """The same, and changes to them."""

    def add_league(self, name: str, rules: LeagueRules) -> League:
        """It has no log before it has a season."""

    def save_league(self, league: League) -> None: ...
    def read_of_leagues(self, player_id: int, wanted: bool) -> None:
        """Whether the player is to hear of new seasons."""

    def add_season(self, season: Season) -> Season: ...
    def save_season(self, season: Season) -> None:
        """Refused if somebody else has changed it since it was looked at."""

    def write_log(self, season_id: int, event: str, facts: Mapping[str, Any]) -> None:
        """A line for what happened, with every change in this league that no line has told yet."""

    def log_head(self, league_id: int) -> tuple[int, str]:
        """The number and the hash of the last line, once everything is told that happened so far."""

    def add_member(self, member: Member) -> None: ...
    def save_member(self, member: Member) -> None: ...
    def remove_member(self, member: Member) -> None: ...
    def add_fixtures(self, fixtures: Sequence[Fixture]) -> None: ...
    def save_fixture(self, fixture: Fixture) -> None:
        """A game that just began is known to the log from now on."""

    def add_protest(self, protest: Protest) -> None: ...
    def save_protest(self, protest: Protest) -> None: ...
    def drop_ratings(self, pool: str, game_ids: Sequence[int]) -> None:
        """What these games did to ratings is to be worked out anew."""

    def add_rating_change(self, change: RatingChange) -> None:
        """One game at a time is rated; refused if another has changed what this change builds on."""


class MailsReading(Protocol):
    """Mail in, mail out, and what was asked."""

    def mail(self, mail_id: int) -> StoredMail | None: ...
    def letters_since(self, sender: str, since: datetime) -> int: ...
    def said_since(self, sender: str, said: str, since: datetime) -> int:
        """How many mails of a sender that were dealt with say the same."""

    def sent_mail(self, key: str) -> SentMail | None: ...
    def last_turn_mail(self, game_id: int, player_id: int) -> SentMail | None:
        """The latest mail that told the player of their turn in this game; its text is not read."""

    def last_of_kind(self, player_id: int, kind: Kind) -> SentMail | None:
        """The latest mail of a kind to a player; its text is not read."""

    def count_turn_mails(self, game_id: int, player_id: int, turn: int) -> int:
        """How often the player was told of this turn."""

    def sent_since(self, address: str, kind: Kind, since: datetime) -> int:
        """How many mails of a kind went to the mailbox of an address."""

    def caused_since(self, address: str, causes: Sequence[Cause], since: datetime) -> int:
        """How many mails went to the mailbox of an address by the doing of these."""

    def caused_at(self, address: str, causes: Sequence[Cause], since: datetime) -> list[datetime]:
        """When they were written, the first of them first."""

    def caused_by_since(self, address: str, player_id: int | None, since: datetime) -> int:
        """How many mails went to the mailbox of an address by the doing of one other player, or of strangers."""

    def last_table_news(self, game_id: int, player_id: int) -> datetime | None:
        """When news of a table last went to its host, or will."""

    def last_caused(self, address: str, cause: Cause) -> datetime | None:
        """When a mail last went to the mailbox of an address by such a doing."""

    def last_left(self, address: str) -> datetime | None:
        """When the relay last took a mail to the mailbox of an address."""

    def failures_since(self, since: datetime, limit: int) -> list[tuple[str, int | None, str]]:
        """Whose mails did not arrive, of which games, and why."""

    def newcomers_since(self, since: datetime) -> list[str]:
        """The mailboxes of those who came meanwhile and said yes."""

    def strangers_written_to(self, cause: Cause, since: datetime) -> list[str]:
        """The mailbox of each mail that answered a stranger, or waits to do so."""

    def question(self, key: str) -> Question | None: ...
    def times_asked(self, question: Question) -> int:
        """How often the same was asked about the same mail."""

    def purposes_since(self) -> datetime | None:
        """When this database came to a version that has a key for each purpose; None if it never was at another."""

    def was_asked(self, player_id: int, options: tuple[str, ...]) -> bool:
        """Whether the player was asked the same lately."""


class MailsWriting(MailsReading, Protocol):
    """The same, and changes to them."""

    def take_in(self, delivery: Delivery) -> int | None:
        """Store what came by no transport and is finished in this very transaction; None: it was there already."""

    def finish_mail(
        self, mail_id: int, verdict: str, player_id: int | None, game_id: int | None, said: str = ""
    ) -> None: ...
    def leave_mail(self, mail_id: int, verdict: str) -> None:
        """Nothing was done about it, and nobody was answered."""

    def shunt_mail(self, mail_id: int, error: str) -> None: ...
    def post(self, mail: OutMail, due_at: datetime | None = None, heard: Mapping[int, int] | None = None) -> None:
        """Put a mail into the outbox, due at once unless told otherwise.

        With it its reader has heard what was said: by game, up to which remark.
        """

    def mail_bounced(self, key: str, error: str) -> None: ...
    def withdraw_mail(self, player_id: int) -> None:
        """What waits for this player goes to nobody."""

    def note_failure(self, mail_id: int) -> None:
        """When a mail was given up."""

    def take_back_table_news(self, game_id: int) -> bool:
        """Whether news of a table still waited to be told; they no longer do."""

    def ask(self, question: Question) -> None: ...
    def close_question(self, key: str) -> None:
        """Refused if another process has taken an answer to it meanwhile."""


class HealthReading(Protocol):
    """How the server itself is doing."""

    def vitals(self, to_admins: Sequence[Kind]) -> Vitals:
        """What tells admins of trouble, in mails of these kinds, is no trouble itself; such mails have no player."""

    def incidents(self) -> dict[Trouble, Incident]: ...
    def deeds(self, limit: int) -> list[Deed]:
        """The newest first."""


class HealthWriting(HealthReading, Protocol):
    """The same, and changes to it."""

    def save_incident(self, incident: Incident) -> None: ...
    def note_deed(self, by: str, what: str) -> None: ...


class ReadWork(PlayersReading, GamesReading, OpenTablesReading, LeaguesReading, MailsReading, HealthReading, Protocol):
    """What was so at one moment, `now`; all that pages, lists and reports need."""

    @property
    def now(self) -> datetime: ...


class Work(
    PlayersWriting, GamesWriting, OpenTablesWriting, LeaguesWriting, MailsWriting, HealthWriting, ReadWork, Protocol
):
    """Reads and writes of one transaction; all of it happens `now`."""

    def attempt(self) -> AbstractContextManager[None]: ...


class Due(Protocol):
    """What has waited for its time, and is locked for whoever asks: for the server alone."""

    def waiting_mail(self, limit: int) -> list[StoredMail]: ...
    def due_games(self, limit: int) -> list[Game]: ...
    def lapsing_games(self, limit: int) -> list[Game]: ...
    def timed_games(self, after: int, limit: int) -> list[Game]: ...
    def due_open_tables(self, limit: int) -> list[OpenTable]: ...
    def due_invitations(self, limit: int) -> list[Invitation]: ...
    def due_seasons(self, limit: int) -> list[Season]: ...
    def take_rings(self, limit: int) -> list[Ring]: ...


class ServerWork(Work, Due, Protocol):
    """A unit of work that begins with what is due."""


class Store(Protocol):
    """Opens units of work; leaving the block commits, an exception undoes everything."""

    @property
    def shared(self) -> bool: ...
    def work(self) -> AbstractContextManager[ServerWork]: ...


# How long a claim on mails holds unless it is renewed: a process that dies delays what it claimed by this much at most.
LEASE = timedelta(seconds=15)


class Outbox(Protocol):
    """The queue of mails that are to go out; every method commits before it returns."""

    def claim(self, now: datetime, limit: int) -> list[DueMail]: ...
    def renew(self, ids: Sequence[int], now: datetime) -> None: ...
    def give_back(self, ids: Sequence[int], now: datetime) -> None: ...
    def sent(self, ids: Sequence[int], now: datetime) -> None: ...
    def deferred(self, mail: DueMail, due_at: datetime, error: str) -> None: ...
    def failed(self, mail: DueMail, error: str) -> None: ...
