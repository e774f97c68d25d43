"""Games in the database: their ledgers, their clocks, who sits and who looks on, what was said."""

from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import Row, bindparam, delete, insert, select, update

from engine import State, deal, dump_state, entry_text, load_state, parse_entry
from pbem.errors import Conflict
from pbem.model import Game, GameStatus, Holder, LedgerLine, NewGame, Remark, Terms, TurnClock
from pbem.model.games import QUESTIONS_HOLD
from pbem.model.proposals import dump_proposal, load_proposal
from pbem.store.database import among
from pbem.store.tables import GAME, LEDGER, REMARK, SEAT, WATCHER
from pbem.store.work.base import columns_of, made_of
from pbem.store.work.journal import JournalWork

# A turn's clock as JSON: seconds and times as texts.


_SELDOM = ("remind_at", "mail_at", "shown_at")


def dump_clock(clock: TurnClock) -> dict[str, Any]:
    """What `load_clock` reads again."""
    return {
        "turn": clock.turn,
        "used": clock.used.total_seconds(),
        "since": clock.since and clock.since.isoformat(),
        "held_at": clock.held_at and clock.held_at.isoformat(),
        "hold_left": clock.hold_left.total_seconds(),
        "reminded": clock.reminded,
        "lost_at": clock.lost_at and clock.lost_at.isoformat(),
        **{name: moment.isoformat() for name in _SELDOM if (moment := getattr(clock, name))},
    }


def load_clock(data: dict[str, Any]) -> TurnClock:
    """A clock; what is not said is as in a new one."""
    return TurnClock(
        turn=data.get("turn", 0),
        used=timedelta(seconds=data.get("used", 0)),
        since=_time(data.get("since")),
        held_at=_time(data.get("held_at")),
        hold_left=timedelta(seconds=data.get("hold_left", QUESTIONS_HOLD.total_seconds())),
        reminded=data.get("reminded", 0),
        lost_at=_time(data.get("lost_at")),
        **{name: _time(data.get(name)) for name in _SELDOM},
    )


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


_DEALT = (GameStatus.RUNNING, GameStatus.OVER)

_THIS_GAME = GAME.c.id == bindparam("this_game")
_READ_GAME = select(GAME).where(_THIS_GAME).with_for_update()
_WRITE_GAME = update(GAME).where(_THIS_GAME)
_WRITE_ON = _WRITE_GAME.where(GAME.c.length == bindparam("known_length"))
_GAMES_OF = (
    select(GAME.c.id)
    .join(SEAT, SEAT.c.game_id == GAME.c.id)
    .where(SEAT.c.player_id == bindparam("player"), GAME.c.status == GameStatus.RUNNING)
    .order_by(GAME.c.id)
)
_WITH_BOTS = select(SEAT.c.game_id).where(SEAT.c.bot.is_not(None), SEAT.c.player_id.is_(None))
_LAST_WITH_BOTS = (
    select(GAME.c.id)
    .join(SEAT, SEAT.c.game_id == GAME.c.id)
    .where(SEAT.c.player_id == bindparam("player"), GAME.c.status.in_(_DEALT), GAME.c.id.in_(_WITH_BOTS))
    .order_by(GAME.c.id.desc())
    .limit(1)
)
_DUE_GAMES = (
    select(GAME)
    .where(GAME.c.status == GameStatus.RUNNING, GAME.c.due_at <= bindparam("now"))
    .order_by(GAME.c.due_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
_LAPSING_GAMES = (
    select(GAME)
    .where(GAME.c.lapses_at <= bindparam("now"), GAME.c.status == GameStatus.RUNNING)
    .order_by(GAME.c.lapses_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
_TIMED_GAMES = (
    select(GAME)
    .where(GAME.c.status == GameStatus.RUNNING, GAME.c.due_at.is_not(None), GAME.c.id > bindparam("last"))
    .order_by(GAME.c.id)
    .limit(bindparam("most"))
    .with_for_update()
)
_THESE_SEATS = SEAT.c.game_id == bindparam("this_game")
_READ_SEATS = select(SEAT).where(among(SEAT.c.game_id, "games")).order_by(SEAT.c.game_id, SEAT.c.number)
_WRITE_SEAT = update(SEAT).where(_THESE_SEATS, SEAT.c.number == bindparam("this_seat"))
_READ_LEDGER = select(LEDGER).where(LEDGER.c.game_id == bindparam("this_game")).order_by(LEDGER.c.number)
_WRITE_LEDGER = insert(LEDGER)
_WATCHERS = select(WATCHER.c.player_id).where(WATCHER.c.game_id == bindparam("this_game")).order_by(WATCHER.c.player_id)
_REMARKS = (
    select(REMARK)
    .where(REMARK.c.game_id == bindparam("this_game"), REMARK.c.id > bindparam("last"))
    .order_by(REMARK.c.id)
)


class GamesWork(JournalWork):
    """work.GamesWriting on the database."""

    def add_game(self, start: NewGame, terms: Terms, number: int | None = None) -> Game:
        game = Game(0, start, deal(start.setup), terms=terms)
        values = {**_game_values(game), "gathering": None, "started_at": self.now, "changed_at": self.now}
        if number is None:
            number = self._insert(GAME, **values)
        else:
            with self._game_logged(number):
                self._connection.execute(_WRITE_GAME, {"this_game": number, **values})
        with self._logged(SEAT, SEAT.c.game_id == number, self._seasons_with_game(number)):
            self._seat(number, start.holders)
        self._games[number] = game = replace(game, id=number)
        return game

    def _seat(self, game_id: int, holders: Sequence[Holder]) -> None:
        """Let these sit at the table, and nobody else."""
        self._connection.execute(delete(SEAT).where(SEAT.c.game_id == game_id))
        seats = [{"game_id": game_id, "number": number, **columns_of(each)} for number, each in enumerate(holders)]
        if seats:
            self._connection.execute(insert(SEAT), seats)

    def game(self, game_id: int) -> Game | None:
        if game_id not in self._games:
            row = self._connection.execute(_READ_GAME, {"this_game": game_id}).one_or_none()
            if row is None or row.status not in _DEALT:
                return None
            self._read([row])
        return self._games[game_id]

    def _read(self, rows: Sequence[Row[Any]]) -> list[Game]:
        """The games of these rows; one that was read before is kept as it is by now."""
        unknown = {row.id: row for row in rows if row.id not in self._games}
        self._games |= {number: _game(unknown[number], seated) for number, seated in self._holders(unknown).items()}
        return [self._games[row.id] for row in rows]

    def _holders(self, numbers: Collection[int]) -> dict[int, tuple[Holder, ...]]:
        """Who sits in each of these games."""
        seats = self._rows(_READ_SEATS, games=[*numbers]) if numbers else []
        by_game = groupby(seats, key=attrgetter("game_id"))
        return {number: tuple(made_of(Holder, seat) for seat in seated) for number, seated in by_game}

    def games_of(self, player_id: int) -> list[Game]:
        return self._these(self._rows(_GAMES_OF, player=player_id))

    def last_game_with_bots(self, player_id: int) -> Game | None:
        return next(iter(self._these(self._rows(_LAST_WITH_BOTS, player=player_id))), None)

    def due_games(self, limit: int) -> list[Game]:
        """Running games whose time has come and that nobody else is looking at, the longest due first."""
        return self._read(self._rows(_DUE_GAMES, now=self.now, most=limit))

    def lapsing_games(self, limit: int) -> list[Game]:
        """Running games with a question that has been open for long enough."""
        return self._read(self._rows(_LAPSING_GAMES, now=self.now, most=limit))

    def timed_games(self, after: int, limit: int) -> list[Game]:
        """Running games behind this number in which something will be due, in their order."""
        return self._read(self._rows(_TIMED_GAMES, last=after, most=limit))

    def _these(self, rows: Sequence[Row[Any]]) -> list[Game]:
        games = [self.game(game_id) for (game_id,) in rows]
        return [game for game in games if game]

    def append(self, game: Game, lines: Sequence[LedgerLine], state: State) -> Game:
        length = game.length + len(lines)
        status = GameStatus.OVER if state.over else GameStatus.RUNNING
        values = {"length": length, "status": status, "snapshot": dump_state(state), "changed_at": self.now}
        here = {"this_game": game.id, "known_length": game.length}
        new = (LEDGER.c.game_id == game.id) & (LEDGER.c.number >= game.length)
        with self._game_logged(game.id), self._logged(LEDGER, new, self._seasons_with_game(game.id)):
            if self._connection.execute(_WRITE_ON, {**here, **values}).rowcount != 1:
                raise Conflict(f"game {game.id} was changed by another process")
            self._connection.execute(_WRITE_LEDGER, [_ledger_values(game.id, line) for line in lines])
        if game.id in self._ledgers:
            self._ledgers[game.id] += lines
        self._keep(game.id, state=state, length=length, status=status)
        return replace(game, state=state, length=length, status=status)

    def ledger(self, game_id: int) -> list[LedgerLine]:
        if game_id not in self._ledgers:
            self._ledgers[game_id] = [
                LedgerLine(row.number, parse_entry(row.entry), row.seat, row.at, row.mail_id)
                for row in self._rows(_READ_LEDGER, this_game=game_id)
            ]
        return list(self._ledgers[game_id])

    def save_holder(self, game: Game, seat: int) -> None:
        holder, known = game.holders[seat], self._games.get(game.id)
        if known and known.holders[seat] == holder:
            return
        here = {"this_game": game.id, "this_seat": seat}
        this = (SEAT.c.game_id == game.id) & (SEAT.c.number == seat)
        with self._logged(SEAT, this, self._seasons_with_game(game.id)):
            self._connection.execute(_WRITE_SEAT, {**here, **columns_of(holder)})
        if known:
            self._games[game.id] = known.with_holder(seat, holder)

    def note_heard(self, game_id: int, player_id: int | None, remark_id: int) -> None:
        """A mail that goes out tells whoever sits there what was said, up to this remark."""
        game = self.game(game_id)
        seat = game.seat_of(player_id) if game and player_id is not None else None
        if game and seat is not None and remark_id > game.holders[seat].heard:
            self.save_holder(game.with_holder(seat, replace(game.holders[seat], heard=remark_id)), seat)

    def save_clock(self, game: Game) -> None:
        values = {
            "clock": dump_clock(game.clock),
            "paused": game.paused,
            "due_at": game.due_at,
            "ends_at": game.ends_at,
        }
        with self._game_logged(game.id):
            self._connection.execute(_WRITE_GAME, {"this_game": game.id, **values})
        self._keep(game.id, clock=game.clock, paused=game.paused, due_at=game.due_at, ends_at=game.ends_at)

    def save_proposals(self, game: Game) -> None:
        values = {"proposals": [*map(dump_proposal, game.proposals)], "lapses_at": game.lapses_at}
        self._connection.execute(_WRITE_GAME, {"this_game": game.id, **values})
        self._keep(game.id, proposals=game.proposals, lapses_at=game.lapses_at)

    def save_title(self, game: Game) -> None:
        self._connection.execute(_WRITE_GAME, {"this_game": game.id, "title": game.title})
        self._keep(game.id, title=game.title)

    def save_terms(self, game: Game) -> None:
        with self._game_logged(game.id):
            self._connection.execute(_WRITE_GAME, {"this_game": game.id, "terms": asdict(game.terms)})
        self._keep(game.id, terms=game.terms)

    def _game_logged(self, game_id: int) -> AbstractContextManager[None]:
        return self._logged(GAME, GAME.c.id == game_id, self._seasons_with_game(game_id))

    def changed_at(self, game_id: int) -> datetime:
        moment: datetime = self._connection.execute(select(GAME.c.changed_at).where(GAME.c.id == game_id)).scalar_one()
        return moment

    def _keep(self, game_id: int, **changes: Any) -> None:
        """The game is written with these changes: whoever reads it again finds them."""
        if known := self._games.get(game_id):
            self._games[game_id] = replace(known, **changes)

    # Who looks on, and what is said

    def watch(self, game_id: int, player_id: int) -> None:
        self.unwatch(game_id, player_id)
        self._connection.execute(insert(WATCHER).values(game_id=game_id, player_id=player_id))

    def unwatch(self, game_id: int, player_id: int) -> None:
        mine = (WATCHER.c.game_id == game_id, WATCHER.c.player_id == player_id)
        self._connection.execute(delete(WATCHER).where(*mine))

    def watchers(self, game_id: int) -> list[int]:
        return [player_id for (player_id,) in self._rows(_WATCHERS, this_game=game_id)]

    def remark(self, remark: Remark) -> Remark:
        self._remarks.pop(remark.game_id, None)
        return replace(remark, id=self._add(REMARK, remark))

    def remarks_after(self, game_id: int, remark_id: int) -> list[Remark]:
        last, remarks = self._remarks.get(game_id, (None, []))
        if last is None or last > remark_id:
            last = min([remark_id, *self._heard_at(game_id)])
            remarks = [made_of(Remark, row) for row in self._rows(_REMARKS, this_game=game_id, last=last)]
            self._remarks[game_id] = last, remarks
        return [each for each in remarks if each.id > remark_id]

    def _heard_at(self, game_id: int) -> list[int]:
        game = self._games.get(game_id)
        return [holder.heard for holder in game.holders if holder.player_id is not None] if game else []

    def remarks_since(self, player_id: int, since: datetime) -> int:
        return self._count(REMARK, REMARK.c.author_id == player_id, REMARK.c.at >= since)


def _game(row: Row[Any], holders: tuple[Holder, ...]) -> Game:
    start = made_of(NewGame, row, words=tuple(row.words), seating=tuple(row.seating), holders=holders)
    state, clock = load_state(row.snapshot), load_clock(row.clock)
    status, terms = GameStatus(row.status), Terms(**row.terms)
    asked = tuple(map(load_proposal, row.proposals))
    game: Game = made_of(Game, row, start=start, state=state, status=status, terms=terms, clock=clock, proposals=asked)
    return game


def _game_values(game: Game) -> dict[str, Any]:
    """What `_game` reads again; the holders have rows of their own, and the number is the database's to give."""
    values = {**columns_of(game.start), **columns_of(game)}
    values |= {"snapshot": dump_state(game.state), "terms": asdict(game.terms), "clock": dump_clock(game.clock)}
    values |= {"proposals": [*map(dump_proposal, game.proposals)]}
    return {name: value for name, value in values.items() if name not in ("id", "start", "state", "holders")}


def _ledger_values(game_id: int, line: LedgerLine) -> dict[str, object]:
    return {
        "game_id": game_id,
        "number": line.number,
        "entry": entry_text(line.entry),
        "seat": line.seat,
        "at": line.at,
        "mail_id": line.mail_id,
    }
