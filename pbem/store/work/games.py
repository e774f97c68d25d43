"""Games in the database: their ledgers, their clocks, who sits and who looks on, what was said."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Row, delete, insert, select, update

from engine import State, deal, dump_state, entry_text, load_state, parse_entry
from pbem.errors import StoreUnavailable
from pbem.model import Game, GameStatus, Holder, LedgerLine, NewGame, Remark, Terms, TurnClock
from pbem.store.clocks import dump_clock, load_clock
from pbem.store.tables import GameRow, LedgerRow, RemarkRow, SeatRow, WatcherRow
from pbem.store.work.base import OpenWork, made_of

_GAME = GameRow.__table__  # type: ignore[attr-defined]
_SEAT = SeatRow.__table__  # type: ignore[attr-defined]
_LEDGER = LedgerRow.__table__  # type: ignore[attr-defined]
_WATCHER = WatcherRow.__table__  # type: ignore[attr-defined]
_REMARK = RemarkRow.__table__  # type: ignore[attr-defined]
_DEALT = (GameStatus.RUNNING, GameStatus.OVER)


class GamesWork(OpenWork):
    """work.Games on the database."""

    def add_game(self, start: NewGame, terms: Terms, number: int | None = None) -> Game:
        """Deal a new game; one that was gathered keeps its number."""
        state = deal(start.setup)
        values = {
            "edition": start.edition,
            "secret": start.secret,
            "words": list(start.words),
            "seating": list(start.seating),
            "status": GameStatus.RUNNING,
            "length": 0,
            "snapshot": dump_state(state),
            "terms": asdict(terms),
            "clock": dump_clock(TurnClock()),
            "paused": False,
            "due_at": None,
            "gathering": None,
            "started_at": self.now,
            "changed_at": self.now,
        }
        if number is None:
            number = self._insert(_GAME, **values)
        else:
            self._connection.execute(update(_GAME).where(_GAME.c.id == number).values(**values))
        self._seat(number, start.holders)
        return Game(number, start, state, terms=terms)

    def _seat(self, game_id: int, holders: Sequence[Holder]) -> None:
        """Let these sit at the table, and nobody else."""
        self._connection.execute(delete(_SEAT).where(_SEAT.c.game_id == game_id))
        seats = [{"game_id": game_id, "number": number, **asdict(each)} for number, each in enumerate(holders)]
        if seats:
            self._connection.execute(insert(_SEAT), seats)

    def _holders(self, game_id: int) -> tuple[Holder, ...]:
        query = select(_SEAT).where(_SEAT.c.game_id == game_id).order_by(_SEAT.c.number)
        return tuple(made_of(Holder, row) for row in self._rows(query))

    def game(self, game_id: int) -> Game | None:
        """The game, locked until the work is done where the database locks rows; None before it starts."""
        here = (_GAME.c.id == game_id, _GAME.c.status.in_(_DEALT))
        row = self._connection.execute(select(_GAME).where(*here).with_for_update()).one_or_none()
        return _game(row, self._holders(game_id)) if row else None

    def games_of(self, player_id: int) -> list[Game]:
        """The player's running games, oldest first."""
        query = (
            select(_GAME.c.id)
            .join(_SEAT, _SEAT.c.game_id == _GAME.c.id)
            .where(_SEAT.c.player_id == player_id, _GAME.c.status == GameStatus.RUNNING)
            .order_by(_GAME.c.id)
        )
        return self._games(query)

    def due_games(self, limit: int) -> list[Game]:
        """Running games whose time has come and that nobody else is looking at, the longest due first."""
        due = (_GAME.c.status == GameStatus.RUNNING, _GAME.c.due_at <= self.now)
        query = select(_GAME.c.id).where(*due).order_by(_GAME.c.due_at).limit(limit)
        return self._games(query.with_for_update(skip_locked=True))

    def _games(self, query: Any) -> list[Game]:
        games = [self.game(game_id) for (game_id,) in self._rows(query)]
        return [game for game in games if game]

    def append(self, game: Game, lines: Sequence[LedgerLine], state: State) -> Game:
        """Write lines behind the ledger that `game` was read with; refused if somebody else wrote meanwhile."""
        length = game.length + len(lines)
        status = GameStatus.OVER if state.over else GameStatus.RUNNING
        unchanged = (_GAME.c.id == game.id, _GAME.c.length == game.length)
        values = {"length": length, "status": status, "snapshot": dump_state(state), "changed_at": self.now}
        result = self._connection.execute(update(_GAME).where(*unchanged).values(**values))
        if result.rowcount != 1:
            raise StoreUnavailable(f"game {game.id} was changed by another process")
        self._connection.execute(insert(_LEDGER), [_ledger_values(game.id, line) for line in lines])
        if game.id in self._ledgers:
            self._ledgers[game.id] += lines
        return replace(game, state=state, length=length, status=status)

    def ledger(self, game_id: int) -> list[LedgerLine]:
        """A game's lines; a new list, the caller's own."""
        if game_id not in self._ledgers:
            query = select(_LEDGER).where(_LEDGER.c.game_id == game_id).order_by(_LEDGER.c.number)
            self._ledgers[game_id] = [
                LedgerLine(row.number, parse_entry(row.entry), row.seat, row.at, row.mail_id)
                for row in self._connection.execute(query)
            ]
        return list(self._ledgers[game_id])

    def save_holder(self, game: Game, seat: int) -> None:
        here = (_SEAT.c.game_id == game.id, _SEAT.c.number == seat)
        self._connection.execute(update(_SEAT).where(*here).values(**asdict(game.holders[seat])))

    def save_clock(self, game: Game) -> None:
        """Where the clock of the turn stands, and when to look again."""
        values = {"clock": dump_clock(game.clock), "paused": game.paused, "due_at": game.due_at}
        self._connection.execute(update(_GAME).where(_GAME.c.id == game.id).values(**values))

    # Who looks on, and what is said

    def watch(self, game_id: int, player_id: int) -> None:
        self.unwatch(game_id, player_id)
        self._connection.execute(insert(_WATCHER).values(game_id=game_id, player_id=player_id))

    def unwatch(self, game_id: int, player_id: int) -> None:
        mine = (_WATCHER.c.game_id == game_id, _WATCHER.c.player_id == player_id)
        self._connection.execute(delete(_WATCHER).where(*mine))

    def watchers(self, game_id: int) -> list[int]:
        query = select(_WATCHER.c.player_id).where(_WATCHER.c.game_id == game_id).order_by(_WATCHER.c.player_id)
        return [player_id for (player_id,) in self._rows(query)]

    def remark(self, remark: Remark) -> Remark:
        values = asdict(remark)
        del values["id"]
        return replace(remark, id=self._insert(_REMARK, **values))

    def remarks_after(self, game_id: int, remark_id: int) -> list[Remark]:
        newer = (_REMARK.c.game_id == game_id, _REMARK.c.id > remark_id)
        return [made_of(Remark, row) for row in self._rows(select(_REMARK).where(*newer).order_by(_REMARK.c.id))]

    def remarks_since(self, player_id: int, since: datetime) -> int:
        return self._count(_REMARK, _REMARK.c.author_id == player_id, _REMARK.c.at >= since)


def _game(row: Row[Any], holders: tuple[Holder, ...]) -> Game:
    start = NewGame(row.edition, row.secret, tuple(row.words), tuple(row.seating), holders)
    return Game(
        row.id,
        start,
        load_state(row.snapshot),
        row.length,
        GameStatus(row.status),
        Terms(**row.terms),
        load_clock(row.clock),
        row.paused,
        row.due_at,
    )


def _ledger_values(game_id: int, line: LedgerLine) -> dict[str, object]:
    return {
        "game_id": game_id,
        "number": line.number,
        "entry": entry_text(line.entry),
        "seat": line.seat,
        "at": line.at,
        "mail_id": line.mail_id,
    }
