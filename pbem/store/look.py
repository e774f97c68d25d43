"""Looking at the database without changing it: all that the pages read of it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Engine, Row, String, bindparam, cast, event, func, or_, select

from pbem.model import Backlog, Game, GameStatus, GameVersion, MailStatus, Rated, Waiting
from pbem.model.games import STILL_THERE
from pbem.store.database import among, transaction
from pbem.store.tables import GAME, INBOX, OUTBOX, PLAYER, RATING_CHANGE, REMARK, SEAT
from pbem.store.work import SqlWork
from pbem.store.work.base import made_of

_DEALT = (GameStatus.RUNNING, GameStatus.OVER)
_LOCK = " FOR UPDATE"
# Each page of a seat asks these, and each open page the middle two once a second: they are made once.
_THESE_GAMES = select(GAME).where(among(GAME.c.id, "games"), GAME.c.status.in_(_DEALT))
_THIS_GAME: Any = bindparam("this_game")
_HOW_FAR = select(GAME.c.length, GAME.c.status).where(GAME.c.id == _THIS_GAME)
_SAID = select(REMARK.c.seat, REMARK.c.to_seat, func.count()).where(REMARK.c.game_id == _THIS_GAME)
_SAID_BY_WHOM = _SAID.group_by(REMARK.c.seat, REMARK.c.to_seat)
_LATELY = bindparam("lately", type_=SEAT.c.seen_at.type)
_SEEN_THERE = (
    select(SEAT.c.number)
    .join(PLAYER, PLAYER.c.id == SEAT.c.player_id)
    .where(SEAT.c.game_id == _THIS_GAME, PLAYER.c.presence, or_(SEAT.c.acted_at >= _LATELY, SEAT.c.seen_at >= _LATELY))
    .order_by(SEAT.c.number)
)


class SqlVisit(SqlWork):
    """A unit of work for somebody who looks on."""

    def games(self, status: GameStatus, limit: int, offset: int) -> list[Game]:
        """The newest first."""
        query = select(GAME.c.id).where(GAME.c.status == status).order_by(GAME.c.id.desc())
        return self._these(self._rows(query.limit(limit).offset(offset)))

    def count_games(self, status: GameStatus) -> int:
        return self._count(GAME, GAME.c.status == status)

    def games_with(self, player_id: int, limit: int, offset: int) -> list[Game]:
        """The games at which somebody sits or sat to the end, the newest first."""
        query = select(GAME.c.id).where(*self._seated(player_id)).order_by(GAME.c.id.desc())
        return self._these(self._rows(query.limit(limit).offset(offset)))

    def count_games_with(self, player_id: int) -> int:
        return self._count(GAME, *self._seated(player_id))

    def version(self, game_id: int) -> GameVersion:
        """How far a game has come, what was said at it, and who is at its page."""
        length, status = self._connection.execute(_HOW_FAR, {"this_game": game_id}).one()
        said = self._connection.execute(_SAID_BY_WHOM, {"this_game": game_id}).all()
        there = self._rows(_SEEN_THERE, this_game=game_id, lately=self.now - STILL_THERE)
        seen = "".join(str(seat) for (seat,) in there)
        return GameVersion(f"{length}.{status}.{seen}", tuple((by, to, number) for by, to, number in said))

    def ratings(self, pool: str, settled: int, limit: int, offset: int) -> list[Rated]:
        """Everybody in a pool, the best first, then those with fewer games than `settled`; nobody who is forgotten."""
        last = _rated(pool)
        safe = RATING_CHANGE.c.mu - 3 * RATING_CHANGE.c.sigma
        query = select(RATING_CHANGE.c.who, RATING_CHANGE.c.mu, RATING_CHANGE.c.sigma, last.c.games)
        ordered = query.join(last, last.c.id == RATING_CHANGE.c.id).order_by(
            (last.c.games >= settled).desc(), safe.desc(), RATING_CHANGE.c.id
        )
        return [made_of(Rated, row) for row in self._rows(ordered.limit(limit).offset(offset))]

    def count_ratings(self, pool: str) -> int:
        return self._count(_rated(pool))

    def waiting(self) -> Waiting:
        """Found by three indexes: it costs the same however much there is."""
        return Waiting(
            self._first(INBOX.c.received_at, INBOX.c.status == MailStatus.WAITING, by=INBOX.c.id),
            self._first(OUTBOX.c.due_at, OUTBOX.c.status == MailStatus.WAITING, by=OUTBOX.c.due_at),
            self._first(GAME.c.due_at, GAME.c.status == GameStatus.RUNNING, by=GAME.c.due_at),
        )

    def backlog(self) -> Backlog:
        """Counted one by one."""
        return Backlog(self._by_status(GAME), self._by_status(INBOX), self._by_status(OUTBOX), self.waiting())

    def newest(self) -> datetime | None:
        """The latest moment that the database knows of, by the mails."""
        moments = [self._last(INBOX.c.received_at, INBOX), self._last(OUTBOX.c.created_at, OUTBOX)]
        return max(filter(None, moments), default=None)

    def size(self) -> int:
        """How many bytes the database takes."""
        if self._connection.dialect.name == "sqlite":
            query = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
        else:
            query = "SELECT pg_database_size(current_database())"
        return int(self._connection.exec_driver_sql(query).scalar_one())

    def _last(self, moment: Any, table: Any) -> datetime | None:
        found: datetime | None = self._connection.execute(
            select(moment).order_by(table.c.id.desc()).limit(1)
        ).scalar_one_or_none()
        return found

    def _by_status(self, table: Any) -> dict[str, int]:
        rows = self._rows(select(table.c.status, func.count().label("mass")).group_by(table.c.status))
        return {row.status: row.mass for row in rows}

    def _first(self, moment: Any, condition: Any, by: Any) -> datetime | None:
        first = select(moment).where(condition, by.is_not(None)).order_by(by).limit(1)
        found: datetime | None = self._connection.execute(first).scalar_one_or_none()
        return found

    def _these(self, rows: Sequence[Row[Any]]) -> list[Game]:
        """All of them at once: as many queries for a hundred games as for one."""
        numbers = [number for (number,) in rows]
        if unread := [number for number in numbers if number not in self._games]:
            self._read(self._rows(_THESE_GAMES, games=unread))
        return [self._games[number] for number in numbers if number in self._games]

    def _seated(self, player_id: int) -> tuple[Any, ...]:
        seats = select(SEAT.c.game_id).where(SEAT.c.player_id == player_id)
        return GAME.c.id.in_(seats), GAME.c.status.in_(_DEALT)


def _rated(pool: str) -> Any:
    """The last change of each, and how many there were."""
    forgotten = select(cast(PLAYER.c.id, String)).where(~PLAYER.c.confirmed)
    changes = select(func.max(RATING_CHANGE.c.id).label("id"), func.count().label("games"))
    known = changes.where(RATING_CHANGE.c.pool == pool, RATING_CHANGE.c.who.not_in(forgotten))
    return known.group_by(RATING_CHANGE.c.who).subquery()


@contextmanager
def look(engine: Engine, now: datetime) -> Iterator[SqlVisit]:
    """One look at the database, in which nothing can change; it waits for nobody, and nobody waits for it."""
    with transaction(engine, read_only=True) as connection:
        event.listen(connection, "before_cursor_execute", _unlocked, retval=True)
        yield SqlVisit(connection, now)


def _unlocked(_connection: Connection, _cursor: Any, statement: str, parameters: Any, *_: Any) -> tuple[str, Any]:
    """What others read before they write, a visitor only reads."""
    return statement.removesuffix(_LOCK), parameters
