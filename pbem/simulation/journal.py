"""The journal: reads what is new in the database after each step, and tells it as facts."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any

from engine import Replace, load_state, parse_entry
from pbem.model import GameStatus, Kind, Terms
from pbem.simulation.facts import Asked, Fact, Logged, Mail, Posted, Returned, Standing, Started, Written

_LINES = "SELECT rowid, game_id, entry, seat, mail_id FROM ledger WHERE rowid > ? ORDER BY rowid"
_MAILS = "SELECT id, kind, recipient, player_id, game_id, turn, mail_id FROM outbox WHERE id > ? ORDER BY id"
_QUESTIONS = (
    "SELECT question.rowid, outbox.game_id, question.player_id FROM question JOIN outbox USING (key)"
    " WHERE question.rowid > ? AND outbox.kind = 'refused' AND outbox.game_id IS NOT NULL ORDER BY question.rowid"
)
_LOG = "SELECT rowid, season_id, line FROM season_log WHERE rowid > ? ORDER BY rowid"
_LAST_QUESTION = "SELECT max(rowid) FROM question"
_STATUS = "SELECT status FROM game WHERE id = ?"
_TERMS = "SELECT terms FROM game WHERE id = ?"
_SEATS = "SELECT player_id, bank FROM seat WHERE game_id = ? ORDER BY number"
_HELD_BY_A_PERSON = (
    "SELECT game.snapshot, game.length, seat.player_id FROM game JOIN seat ON seat.game_id = game.id"
    " WHERE game.id = ? AND seat.number = ? AND seat.bot IS NULL AND NOT game.paused"
)


class Journal:
    """Rows are only ever added to these tables: the last number that was seen is where to read on."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._last = dict.fromkeys((_LINES, _QUESTIONS, _MAILS, _LOG), 0)
        self.outbox: dict[int, Mail] = {}
        """What was posted and not yet handed over."""

    def resume(self, database: sqlite3.Connection) -> None:
        """Read on in another copy, or after old questions were dropped: the next one may get a number of theirs."""
        self._database = database
        (last,) = database.execute(_LAST_QUESTION).fetchone()
        self._last[_QUESTIONS] = last or 0

    def news(self) -> list[Fact]:
        """What happened since the last look: lines before questions, questions before mails.

        What a season's log says of banks comes before the standings, which are as they are after all of it.
        """
        logged = [Logged(season, json.loads(line)["entry"]) for _, season, line in self._new(_LOG)]
        started = [self._started(each.entry["game"]) for each in logged if each.event == "started"]
        lines = self._new(_LINES)
        written = [Written(game, parse_entry(entry), seat, mail is not None) for _, game, entry, seat, mail in lines]
        standings = [self._standing(game) for game in sorted({line.game_id for line in written})]
        asked = [Asked(game, player) for _, game, player in self._new(_QUESTIONS)]
        posted = list(self._posted())
        told = {each.mail.game_id for each in posted if each.mail.kind is Kind.TURN}
        returned = self._returned(line for line in written if line.game_id not in told)
        return [*started, *written, *logged, *standings, *returned, *asked, *posted]

    def _new(self, query: str) -> list[tuple[Any, ...]]:
        rows = self._database.execute(query, (self._last[query],)).fetchall()
        if rows:
            self._last[query] = rows[-1][0]
        return rows

    def _posted(self) -> Iterator[Posted]:
        for number, kind, *rest in self._new(_MAILS):
            self.outbox[number] = mail = Mail(number, Kind(kind), *rest)
            yield Posted(mail)

    def _returned(self, written: Iterable[Written]) -> Iterator[Returned]:
        for game, seat in ((line.game_id, line.entry.seat) for line in written if isinstance(line.entry, Replace)):
            for snapshot, length, player in self._database.execute(_HELD_BY_A_PERSON, (game, seat)):
                if load_state(snapshot).turn == seat:
                    yield Returned(game, player, seat, length)

    def _started(self, game: int) -> Started:
        (terms,) = self._database.execute(_TERMS, (game,)).fetchone()
        players, _ = zip(*self._database.execute(_SEATS, (game,)), strict=True)
        return Started(game, Terms(**json.loads(terms)), players)

    def _standing(self, game: int) -> Standing:
        (status,) = self._database.execute(_STATUS, (game,)).fetchone()
        players, banks = zip(*self._database.execute(_SEATS, (game,)), strict=True)
        return Standing(game, status == GameStatus.OVER, players, banks)
