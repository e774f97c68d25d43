"""One unit of work: everything that a mail changes, in one transaction."""

import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from engine import State, deal, dump_state, entry_text, load_state, parse_entry
from pbem.errors import StoreUnavailable
from pbem.model import (
    Game,
    GameStatus,
    Holder,
    Kind,
    LedgerLine,
    MailStatus,
    NewGame,
    OutMail,
    Player,
    Question,
    SentMail,
    StoredMail,
)
from pbem.ports import Delivery
from pbem.store.database import unavailable_if_broken
from pbem.store.tables import GameRow, InboxRow, LedgerRow, OutboxRow, PlayerRow, QuestionRow, SeatRow

_PLAYER = PlayerRow.__table__  # type: ignore[attr-defined]
_GAME = GameRow.__table__  # type: ignore[attr-defined]
_SEAT = SeatRow.__table__  # type: ignore[attr-defined]
_LEDGER = LedgerRow.__table__  # type: ignore[attr-defined]
_INBOX = InboxRow.__table__  # type: ignore[attr-defined]
_OUTBOX = OutboxRow.__table__  # type: ignore[attr-defined]
_QUESTION = QuestionRow.__table__  # type: ignore[attr-defined]


class SqlWork:
    """ports.Work on one open transaction. `now` is when the work is done."""

    def __init__(self, connection: Connection, now: datetime) -> None:
        self._connection = connection
        self.now = now
        # What was read already; nobody else can change it while this transaction lasts.
        self._players: dict[int, Player | None] = {}
        self._ledgers: dict[int, list[LedgerLine]] = {}

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """What happens inside is undone if it raises; the rest of the work stays."""
        try:
            with unavailable_if_broken(), self._connection.begin_nested():
                yield
        except BaseException:
            self._players.clear()
            self._ledgers.clear()
            raise

    # Players

    def player(self, player_id: int) -> Player | None:
        if player_id not in self._players:
            self._players[player_id] = self._one_player(_PLAYER.c.id == player_id)
        return self._players[player_id]

    def player_at(self, address: str) -> Player | None:
        return self._one_player(_PLAYER.c.address == address.lower())

    def add_player(self, name: str, address: str, language: str, timezone: str) -> Player:
        player = Player(0, name, address.lower(), language, timezone)
        values = {**asdict(player), "created_at": self.now}
        del values["id"]
        return replace(player, id=self._insert(_PLAYER, **values))

    def save_player(self, player: Player) -> None:
        self._players[player.id] = player
        values = asdict(player)
        self._connection.execute(update(_PLAYER).where(_PLAYER.c.id == values.pop("id")).values(**values))

    def _one_player(self, condition: Any) -> Player | None:
        row = self._connection.execute(select(*_PLAYER.c).where(condition)).one_or_none()
        if row is None:
            return None
        return Player(**{name: row._mapping[name] for name in Player.__dataclass_fields__})

    # Games

    def add_game(self, start: NewGame) -> Game:
        state = deal(start.setup)
        game_id = self._insert(
            _GAME,
            edition=start.edition,
            secret=start.secret,
            words=list(start.words),
            seating=list(start.seating),
            status=GameStatus.RUNNING,
            length=0,
            snapshot=dump_state(state),
            started_at=self.now,
            changed_at=self.now,
        )
        seats = [{"game_id": game_id, "number": n, **asdict(h)} for n, h in enumerate(start.holders)]
        self._connection.execute(insert(_SEAT), seats)
        return Game(game_id, start, state)

    def game(self, game_id: int) -> Game | None:
        """The game, locked until the work is done where the database locks rows."""
        query = select(_GAME).where(_GAME.c.id == game_id).with_for_update()
        row = self._connection.execute(query).one_or_none()
        if row is None:
            return None
        seats = select(_SEAT).where(_SEAT.c.game_id == game_id).order_by(_SEAT.c.number)
        return _game(row, [_holder(seat) for seat in self._connection.execute(seats)])

    def games_of(self, player_id: int) -> list[Game]:
        """The player's running games, oldest first."""
        query = (
            select(_GAME.c.id)
            .join(_SEAT, _SEAT.c.game_id == _GAME.c.id)
            .where(_SEAT.c.player_id == player_id, _GAME.c.status == GameStatus.RUNNING)
            .order_by(_GAME.c.id)
        )
        games = [self.game(game_id) for game_id in self._connection.execute(query).scalars().all()]
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

    # Mail in

    def waiting_mail(self, limit: int) -> list[StoredMail]:
        """The oldest mails that nobody else is working on."""
        query = (
            select(_INBOX)
            .where(_INBOX.c.status == MailStatus.WAITING)
            .order_by(_INBOX.c.id)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        return [_stored(row) for row in self._connection.execute(query)]

    def mail(self, mail_id: int) -> StoredMail | None:
        row = self._connection.execute(select(_INBOX).where(_INBOX.c.id == mail_id)).one_or_none()
        return _stored(row) if row else None

    def finish_mail(self, mail_id: int, verdict: str, player_id: int | None, game_id: int | None) -> None:
        self._settle(mail_id, status=MailStatus.DONE, verdict=verdict, player_id=player_id, game_id=game_id)

    def shunt_mail(self, mail_id: int, error: str) -> None:
        self._settle(mail_id, status=MailStatus.SHUNTED, error=_storable(error))

    def letters_since(self, sender: str, since: datetime) -> int:
        return self._count(_INBOX, _INBOX.c.sender == sender, _INBOX.c.received_at >= since)

    def _settle(self, mail_id: int, **values: object) -> None:
        here = update(_INBOX).where(_INBOX.c.id == mail_id)
        self._connection.execute(here.values(handled_at=self.now, **values))

    # Mail out

    def post(self, mail: OutMail) -> None:
        """Put a mail into the outbox, due at once."""
        values = {name: getattr(mail, name) for name in OutMail.__dataclass_fields__}
        values["mime"] = zlib.compress(mail.mime, level=1)
        fixed = {"status": MailStatus.WAITING, "attempts": 0, "error": "", "due_at": self.now, "created_at": self.now}
        self._connection.execute(insert(_OUTBOX), {**values, **fixed})

    def sent_mail(self, key: str) -> SentMail | None:
        row = self._connection.execute(select(_OUTBOX).where(_OUTBOX.c.key == key)).one_or_none()
        if row is None:
            return None
        return SentMail(row.key, Kind(row.kind), row.recipient, row.player_id, row.game_id, row.turn, row.mime)

    def first_message_id(self, game_id: int, player_id: int) -> str | None:
        """The mail that began the thread of this game for this player."""
        mine = (_OUTBOX.c.game_id == game_id, _OUTBOX.c.player_id == player_id)
        query = select(_OUTBOX.c.message_id).where(*mine).order_by(_OUTBOX.c.id).limit(1)
        return self._connection.execute(query).scalar_one_or_none()

    def mail_bounced(self, key: str, error: str) -> None:
        failed = {"status": MailStatus.FAILED, "error": error}
        self._connection.execute(update(_OUTBOX).where(_OUTBOX.c.key == key).values(**failed))

    def sent_since(self, address: str, kind: Kind, since: datetime) -> int:
        chosen = (_OUTBOX.c.recipient == address, _OUTBOX.c.kind == kind)
        return self._count(_OUTBOX, *chosen, _OUTBOX.c.created_at >= since)

    # Questions

    def ask(self, question: Question) -> None:
        values = {**asdict(question), "options": list(question.options)}
        self._connection.execute(insert(_QUESTION).values(**values))

    def question(self, key: str) -> Question | None:
        row = self._connection.execute(select(_QUESTION).where(_QUESTION.c.key == key)).one_or_none()
        if row is None:
            return None
        return Question(row.key, row.player_id, row.mail_id, row.expires_at, tuple(row.options), row.answered)

    def close_question(self, key: str) -> None:
        self._connection.execute(update(_QUESTION).where(_QUESTION.c.key == key).values(answered=True))

    def _count(self, table: Any, *conditions: Any) -> int:
        query = select(func.count()).select_from(table).where(*conditions)
        return int(self._connection.execute(query).scalar_one())

    def _insert(self, table: Any, **values: object) -> int:
        result = self._connection.execute(insert(table), values)
        assert result.inserted_primary_key is not None
        return int(result.inserted_primary_key[0])


def _game(row: Row[Any], holders: list[Holder]) -> Game:
    start = NewGame(row.edition, row.secret, tuple(row.words), tuple(row.seating), tuple(holders))
    return Game(row.id, start, load_state(row.snapshot), row.length, GameStatus(row.status))


def _holder(row: Row[Any]) -> Holder:
    return Holder(**{name: row._mapping[name] for name in Holder.__dataclass_fields__})


def _stored(row: Row[Any]) -> StoredMail:
    recipients = tuple(row.envelope_recipients)
    delivery = Delivery(zlib.decompress(row.raw), row.envelope_sender, recipients, oversize=row.oversize)
    return StoredMail(row.id, delivery, row.received_at)


def _storable(text: str) -> str:
    """No database takes half a surrogate pair, and PostgreSQL no NUL; an error may quote a mail that has both."""
    return text.encode("utf-8", "backslashreplace").decode().replace("\0", "\\0")


def _ledger_values(game_id: int, line: LedgerLine) -> dict[str, object]:
    return {
        "game_id": game_id,
        "number": line.number,
        "entry": entry_text(line.entry),
        "seat": line.seat,
        "at": line.at,
        "mail_id": line.mail_id,
    }
