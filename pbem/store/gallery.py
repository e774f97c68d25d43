"""What the public pages ask of the database beyond a mail's needs: lists, counts, and units of work that only look."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, String, cast, event, func, select

from pbem.clock import Clock
from pbem.model import Game, GameStatus, MailStatus
from pbem.store.database import transaction
from pbem.store.tables import GameRow, InboxRow, OutboxRow, PlayerRow, RatingChangeRow, SeatRow
from pbem.store.work import SqlWork

_GAME = GameRow.__table__  # type: ignore[attr-defined]
_SEAT = SeatRow.__table__  # type: ignore[attr-defined]
_PLAYER = PlayerRow.__table__  # type: ignore[attr-defined]
_INBOX = InboxRow.__table__  # type: ignore[attr-defined]
_OUTBOX = OutboxRow.__table__  # type: ignore[attr-defined]
_CHANGE = RatingChangeRow.__table__  # type: ignore[attr-defined]
_DEALT = (GameStatus.RUNNING, GameStatus.OVER)
_LOCK = " FOR UPDATE"


class Standing(NamedTuple):
    """Somebody's rating now; `who` is a player's number or a bot's name."""

    who: str
    mu: float
    sigma: float
    games: int


class Backlog(NamedTuple):
    """How much there is, and what waits since when."""

    games: dict[str, int]
    mails_in: dict[str, int]
    mails_out: dict[str, int]
    in_since: datetime | None
    """When the oldest mail that waits to be read came."""
    out_since: datetime | None
    """When the first mail that waits should have been sent."""
    game_since: datetime | None
    """When the first game should have been looked at."""


class SqlVisit(SqlWork):
    """A unit of work for somebody who looks on."""

    def games(self, status: GameStatus, limit: int, offset: int) -> list[Game]:
        """The newest first."""
        query = select(_GAME.c.id).where(_GAME.c.status == status).order_by(_GAME.c.id.desc())
        return self._these(self._rows(query.limit(limit).offset(offset)))

    def count_games(self, status: GameStatus) -> int:
        return self._count(_GAME, _GAME.c.status == status)

    def games_with(self, player_id: int, limit: int, offset: int) -> list[Game]:
        """The games at which somebody sits or sat to the end, the newest first."""
        query = select(_GAME.c.id).where(*self._seated(player_id)).order_by(_GAME.c.id.desc())
        return self._these(self._rows(query.limit(limit).offset(offset)))

    def count_games_with(self, player_id: int) -> int:
        return self._count(_GAME, *self._seated(player_id))

    def ratings(self, pool: str, limit: int, offset: int) -> list[Standing]:
        """Everybody in a pool, the best first; not those who are forgotten."""
        last = _rated(pool)
        safe = _CHANGE.c.mu - 3 * _CHANGE.c.sigma
        query = select(_CHANGE.c.who, _CHANGE.c.mu, _CHANGE.c.sigma, last.c.games)
        ordered = query.join(last, last.c.id == _CHANGE.c.id).order_by(safe.desc(), _CHANGE.c.id)
        return [
            Standing(row.who, row.mu, row.sigma, row.games) for row in self._rows(ordered.limit(limit).offset(offset))
        ]

    def count_ratings(self, pool: str) -> int:
        return self._count(_rated(pool))

    def backlog(self) -> Backlog:
        return Backlog(
            self._by_status(_GAME),
            self._by_status(_INBOX),
            self._by_status(_OUTBOX),
            self._first(_INBOX.c.received_at, _INBOX.c.status == MailStatus.WAITING),
            self._first(_OUTBOX.c.due_at, _OUTBOX.c.status == MailStatus.WAITING),
            self._first(_GAME.c.due_at, _GAME.c.status == GameStatus.RUNNING),
        )

    def count_paused(self) -> int:
        """Games that a director lets rest; nothing is due in them, and so the index finds them."""
        return self._count(_GAME, _GAME.c.status == GameStatus.RUNNING, _GAME.c.due_at.is_(None), _GAME.c.paused)

    def games_due(self, until: datetime, limit: int) -> list[Game]:
        """Running games in which something is due by then, the first first."""
        due = (_GAME.c.status == GameStatus.RUNNING, _GAME.c.due_at <= until)
        return self._these(self._rows(select(_GAME.c.id).where(*due).order_by(_GAME.c.due_at).limit(limit)))

    def count_bounces(self, since: datetime) -> int:
        """Mails that came back or were refused for good, of those that were tried since then."""
        return self._count(_OUTBOX, _OUTBOX.c.status == MailStatus.FAILED, _OUTBOX.c.due_at >= since)

    def count_out_of_reach(self) -> int:
        """Players whose mail comes back."""
        return self._count(_PLAYER, _PLAYER.c.unreachable)

    def newest(self) -> datetime | None:
        """The latest moment that the database knows of, by the mails."""
        moments = [self._last(_INBOX.c.received_at, _INBOX), self._last(_OUTBOX.c.created_at, _OUTBOX)]
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

    def _first(self, moment: Any, condition: Any) -> datetime | None:
        found: datetime | None = self._connection.execute(select(func.min(moment)).where(condition)).scalar_one()
        return found

    def _seated(self, player_id: int) -> tuple[Any, ...]:
        seats = select(_SEAT.c.game_id).where(_SEAT.c.player_id == player_id)
        return _GAME.c.id.in_(seats), _GAME.c.status.in_(_DEALT)


def _rated(pool: str) -> Any:
    """The last change of each, and how many there were."""
    forgotten = select(cast(_PLAYER.c.id, String)).where(~_PLAYER.c.confirmed)
    changes = select(func.max(_CHANGE.c.id).label("id"), func.count().label("games"))
    return changes.where(_CHANGE.c.pool == pool, _CHANGE.c.who.not_in(forgotten)).group_by(_CHANGE.c.who).subquery()


class Gallery:
    """Opens visits; they wait for nobody, and nobody waits for them."""

    def __init__(self, engine: Engine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock

    @contextmanager
    def visit(self) -> Iterator[SqlVisit]:
        with transaction(self._engine, read_only=True) as connection:
            event.listen(connection, "before_cursor_execute", _unlocked, retval=True)
            yield SqlVisit(connection, self._clock())


def _unlocked(_connection: Connection, _cursor: Any, statement: str, parameters: Any, *_: Any) -> tuple[str, Any]:
    """What others read before they write, a visitor only reads."""
    return statement.removesuffix(_LOCK), parameters
