"""Fills a database with running games that can be played on: real ones, made in bulk from a few hundred positions."""

import hashlib
from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime, timedelta
from random import Random
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, text, update
from tqdm import tqdm

from benchmarks.positions import Position, positions
from engine import DEFAULT_EDITION
from pbem.actions.request import Server
from pbem.mail.address import message_id, reply_address
from pbem.mail.tags import Claim, Keyring, new_key
from pbem.model import GameStatus, Holder, Kind, MailStatus, Player, Terms, TurnClock
from pbem.store.database import transaction
from pbem.store.store import SqlStore
from pbem.store.tables import metadata
from pbem.store.work.games import dump_clock

_GAME, _SEAT, _LEDGER, _PLAYER, _INBOX, _OUTBOX = (
    metadata.tables[name] for name in ("game", "seat", "ledger", "player", "inbox", "outbox")
)
_POSITIONS = 200
_CHUNK = 2000
_GAMES_A_PLAYER = 3
_LATEST = 3
"""Of so many orders of each game the mails are there as well, without their bodies."""
_TERMS = Terms()
# The same for everyone: dataclasses are slow to take apart a hundred thousand times.
_TERMS_KEPT = asdict(_TERMS)
_HOLDER = asdict(Holder("", bank=round(_TERMS.bank_hours * 3600)))
_PERSON = asdict(Player(0, "", "", "en", "UTC", turns=100))
_FIRST_REMINDER = timedelta(hours=(_TERMS.free_hours + _TERMS.bank_hours) / 2)


class Loader:
    """So many games; everything about each of them follows from its number, from 1 on."""

    def __init__(self, server: Server, games: int, now: datetime) -> None:
        self.games = games
        self.players = max(4, games // _GAMES_A_PLAYER)
        self._postroom = server
        self._now = now
        self._positions = positions(min(games, _POSITIONS))

    @property
    def kinds(self) -> int:
        """How many different positions there are: games whose numbers differ by a multiple of this are alike."""
        return len(self._positions)

    def fill(self, store: SqlStore) -> None:
        """Into an empty database; a progress bar on a terminal."""
        with transaction(store.engine) as connection:
            connection.execute(insert(_PLAYER), [self._player(number) for number in range(1, self.players + 1)])
        with tqdm(total=self.games, unit="game", disable=None, leave=False) as bar:
            for first in range(1, self.games + 1, _CHUNK):
                chunk = range(first, min(first + _CHUNK, self.games + 1))
                with transaction(store.engine) as connection:
                    self._fill(connection, chunk)
                bar.update(len(chunk))
        with transaction(store.engine) as connection:
            self._write_ledgers(connection)
            if store.shared:
                _set_sequences(connection)

    def letter(self, game: int, number: int = 1) -> bytes:
        """The mail that plays the next order of a game; with another number it is another mail."""
        position = self._position(game)
        player = self._seated(game)[position.turn]
        key = _key(game, self._mails(game) - 1)
        address = reply_address(self._postroom.ours, self._keyring(player, game, key))
        return (
            f"From: Player {player} <{_address(player)}>\r\nTo: {address}\r\nSubject: Re: Splendor\r\n"
            f"Message-ID: <{number}.{game}@people.example>\r\n\r\n{position.order}\r\n"
        ).encode()

    def seat_to_come(self, game: int, after: int) -> int:
        """The one that is on turn, or comes so many after it."""
        position = self._position(game)
        return (position.turn + after) % position.seats

    def rewind(self, store: SqlStore, game: int) -> None:
        """Take back what was played since the game was loaded."""
        values = self._game(game)
        with transaction(store.engine) as connection:
            connection.execute(update(_GAME).where(_GAME.c.id == game).values(**values))
            connection.execute(delete(_LEDGER).where(_LEDGER.c.game_id == game, _LEDGER.c.number >= values["length"]))
            connection.execute(delete(_SEAT).where(_SEAT.c.game_id == game))
            connection.execute(insert(_SEAT), list(self._seats(game)))

    def _fill(self, connection: Connection, games: range) -> None:
        connection.execute(insert(_GAME), [self._game(game) for game in games])
        connection.execute(insert(_SEAT), [seat for game in games for seat in self._seats(game)])
        connection.execute(insert(_INBOX), [mail for game in games for mail in self._mails_in(game)])
        connection.execute(insert(_OUTBOX), [mail for game in games for mail in self._mails_out(game)])

    def _write_ledgers(self, connection: Connection) -> None:
        """Those of the first games line by line, all others as copies of them."""
        connection.execute(insert(_LEDGER), [line for game in range(1, self.kinds + 1) for line in self._lines(game)])
        same = _LEDGER.alias()
        copies = (
            select(_GAME.c.id, same.c.number, same.c.entry, same.c.seat, same.c.at)
            .join(same, same.c.game_id == (_GAME.c.id - 1) % self.kinds + 1)
            .where(_GAME.c.id > self.kinds)
        )
        connection.execute(insert(_LEDGER).from_select(["game_id", "number", "entry", "seat", "at"], copies))

    # One game

    def _position(self, game: int) -> Position:
        return self._positions[(game - 1) % self.kinds]

    def _seated(self, game: int) -> list[int]:
        return Random(game).sample(range(1, self.players + 1), self._position(game).seats)

    def _since(self, game: int) -> datetime:
        """When its turn began: the first reminders are spread over the days to come."""
        return self._now - _FIRST_REMINDER * (game % 997 / 1000)

    def _game(self, game: int) -> dict[str, Any]:
        position, since = self._position(game), self._since(game)
        return {
            "id": game,
            "edition": DEFAULT_EDITION,
            "secret": position.secret,
            "words": [""] * position.seats,
            "seating": list(range(position.seats)),
            "status": GameStatus.RUNNING,
            "length": position.length,
            "snapshot": position.snapshot,
            "terms": _TERMS_KEPT,
            "clock": dump_clock(TurnClock(turn=position.length, since=since)),
            "paused": False,
            "due_at": since + _FIRST_REMINDER,
            "gathering": None,
            "started_at": since - timedelta(days=position.length),
            "changed_at": since,
        }

    def _seats(self, game: int) -> Iterator[dict[str, Any]]:
        for seat, player in enumerate(self._seated(game)):
            who = {"name": f"Player {player}", "player_id": player, "member_id": player}
            yield {**_HOLDER, **who, "game_id": game, "number": seat}

    def _lines(self, game: int) -> Iterator[dict[str, Any]]:
        position, since = self._position(game), self._since(game)
        for number, (entry, seat) in enumerate(zip(position.entries, position.movers, strict=True)):
            at = since - timedelta(days=position.length - number)
            yield {"game_id": game, "number": number, "entry": entry, "seat": seat, "at": at}

    # Its mails

    def _mails(self, game: int) -> int:
        """How many went out: the opening to everyone, then a turn mail for each of the latest orders and the next."""
        return self._position(game).seats + _LATEST + 1

    def _mails_out(self, game: int) -> Iterator[dict[str, Any]]:
        position, players, since = self._position(game), self._seated(game), self._since(game)
        for number, player in enumerate(players):
            yield self._mail_out(game, number, player, Kind.STARTED, 0, since - timedelta(days=position.length))
        movers = (*position.movers[-_LATEST:], position.turn)
        for number, seat in enumerate(movers):
            before = _LATEST - number
            at = since - timedelta(days=before)
            yield self._mail_out(game, len(players) + number, players[seat], Kind.TURN, position.length - before, at)

    def _mail_out(self, game: int, number: int, player: int, kind: Kind, turn: int, at: datetime) -> dict[str, Any]:
        keyring = self._keyring(player, game, _key(game, number))
        ours = self._postroom.ours
        return {
            "key": keyring.key,
            "message_id": message_id(ours, keyring),
            "kind": kind,
            "sender": ours.address,
            "recipient": _address(player),
            "player_id": player,
            "game_id": game,
            "turn": turn,
            "forgettable": False,
            "status": MailStatus.DONE,
            "due_at": at,
            "attempts": 0,
            "error": "",
            "created_at": at,
            "sent_at": at,
        }

    def _mails_in(self, game: int) -> Iterator[dict[str, Any]]:
        position, players, since = self._position(game), self._seated(game), self._since(game)
        for number, seat in enumerate(position.movers[-_LATEST:]):
            at = since - timedelta(days=_LATEST - number)
            yield {
                "key": f"<loaded {game} {number}>",
                "raw": b"",
                "envelope_recipients": [],
                "oversize": False,
                "sender": _address(players[seat]),
                "received_at": at,
                "status": MailStatus.DONE,
                "verdict": "order",
                "error": "",
                "player_id": players[seat],
                "game_id": game,
                "handled_at": at,
            }

    def _keyring(self, player: int, game: int, key: str) -> Keyring:
        return Keyring(self._postroom.tags, Claim(player, game, 0), key)

    def _player(self, number: int) -> dict[str, Any]:
        who = {"id": number, "name": f"Player {number}", "address": _address(number)}
        return {**_PERSON, **who, "created_at": self._now - timedelta(days=100)}


def _address(player: int) -> str:
    return f"player{player}@people.example"


def _key(game: int, number: int) -> str:
    return new_key(hashlib.sha256(f"{game} {number}".encode()).digest())


def _set_sequences(connection: Connection) -> None:
    """PostgreSQL is to count on from the numbers that it did not give itself, and to know what it holds."""
    for table in (_GAME, _PLAYER):
        last = select(func.max(table.c.id)).scalar_subquery()
        connection.execute(select(func.setval(func.pg_get_serial_sequence(table.name, "id"), last)))
    connection.execute(text("ANALYZE"))
