"""What is held of a person: all of it can be listed, and all of it can be forgotten."""

import re
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, or_, select, union, update

from engine.bots import BOTS
from pbem.mail.compose import plain_text
from pbem.mail.letter import read_letter
from pbem.model import Kind, MailStatus, Player
from pbem.ports import Delivery
from pbem.store.database import Lock, take
from pbem.store.retention import mark_traces
from pbem.store.tables import (
    GAME,
    INBOX,
    INVITATION,
    LEAGUE_READER,
    LEDGER,
    MEMBER,
    OUTBOX,
    PLAYER,
    PROTEST,
    QUESTION,
    RATING_CHANGE,
    REMARK,
    SEAT,
    SHUN,
    VACATION,
    WATCHER,
)
from pbem.store.work.players import PlayersWork

# All that is held of one person, as plain values that JSON can tell.


_Fields = dict[str, Any]


def held_of(connection: Connection, player: Player) -> _Fields:
    """Everything but what would give away a game: neither its secret nor anybody's hidden cards."""
    me = player.id
    return {
        "player": _rows(connection, select(PLAYER).where(PLAYER.c.id == me))[0],
        "games": [_game(connection, seat) for seat in _rows(connection, select(SEAT).where(SEAT.c.player_id == me))],
        "watching": [each["game_id"] for each in _of(connection, WATCHER, me)],
        "vacations": _of(connection, VACATION, me),
        "shuns": _of(connection, SHUN, me),
        "invitations": _of(connection, INVITATION, me),
        "remarks": _rows(connection, select(REMARK).where(REMARK.c.author_id == me)),
        "seasons": _of(connection, MEMBER, me),
        "protests": _of(connection, PROTEST, me),
        "hears_of_leagues": bool(_of(connection, LEAGUE_READER, me)),
        "ratings": _rows(
            connection, select(RATING_CHANGE).where(RATING_CHANGE.c.who == str(me)).order_by(RATING_CHANGE.c.id)
        ),
        "mails_in": [_received(each) for each in _of(connection, INBOX, me)],
        "mails_out": [_sent(each) for each in _of(connection, OUTBOX, me)],
    }


def _game(connection: Connection, seat: _Fields) -> _Fields:
    number = seat.pop("game_id")
    columns = (GAME.c.edition, GAME.c.status, GAME.c.started_at, GAME.c.words)
    (game,) = _rows(connection, select(*columns).where(GAME.c.id == number))
    words = game.pop("words")
    lines = select(LEDGER.c.number, LEDGER.c.entry, LEDGER.c.seat, LEDGER.c.at).where(LEDGER.c.game_id == number)
    return {
        "game": number,
        **game,
        "seat": seat,
        "word": words[seat["number"]] if seat["number"] < len(words) else "",
        "ledger": _rows(connection, lines.order_by(LEDGER.c.number)),
    }


def _received(mail: _Fields) -> _Fields:
    raw = zlib.decompress(mail["raw"]) if mail["raw"] else b""
    letter = read_letter(Delivery(raw, mail["envelope_sender"]))
    facts = _picked(mail, ("received_at", "sender", "verdict", "game_id"))
    return {**facts, "subject": letter.subject, "text": letter.text or letter.html or ""}


def _sent(mail: _Fields) -> _Fields:
    facts = _picked(mail, ("created_at", "sent_at", "recipient", "kind", "game_id", "status"))
    return {**facts, "text": plain_text(zlib.decompress(mail["mime"])) if mail["mime"] else ""}


def _of(connection: Connection, table: Any, player_id: int) -> list[_Fields]:
    return _rows(connection, select(table).where(table.c.player_id == player_id))


def _rows(connection: Connection, query: Any) -> list[_Fields]:
    return [dict(row._mapping) for row in connection.execute(query)]


def _picked(row: _Fields, names: Iterable[str]) -> _Fields:
    return {name: row[name] for name in names}


_NAMING = (Kind.BOUNCE_NOTICE, Kind.LEAGUE, Kind.STANDINGS)
"""Mails that name people who don't sit with their reader."""


class PrivacyWork(PlayersWork):
    """What work.Players promises of rights."""

    def data_of(self, player: Player) -> dict[str, Any]:
        """All that is held of the player, in words."""
        return held_of(self._connection, player)

    def asked_since(self, player_id: int, since: datetime) -> int:
        """How many addresses were asked on this player's behalf."""
        asked = (OUTBOX.c.player_id == player_id, OUTBOX.c.kind == Kind.CONFIRM, OUTBOX.c.game_id.is_(None))
        return self._count(OUTBOX, *asked, OUTBOX.c.created_at >= since)

    def forget_player(self, player: Player, pseudonym: str) -> Player:
        """Name and address are gone everywhere; the row stays under a pseudonym, since games refer to it.

        A word that the player added to a shuffle stays: without it the game could not be verified. What lies in the
        IMAP folder of handled mail, in backups and in other people's mailboxes is out of reach.
        """
        take(self._connection, Lock.PEOPLE)
        self._meet([player.id])
        games = select(_games_ever(player.id).c.game_id)
        mine = [name for (name,) in self._rows(select(SEAT.c.name).where(SEAT.c.player_id == player.id))]
        self._forget_in_ledgers(player.id, games, {player.name, *mine}, pseudonym)
        self._forget_in_talk(player, games, {player.name, *mine}, pseudonym)
        self._forget_mail(player, games)
        self._forget_relations(player.id)
        named = {"name": pseudonym, "note": "", "queued": None, "rematch": False}
        self._connection.execute(update(SEAT).where(SEAT.c.player_id == player.id).values(**named))
        forgotten = _nobody(player, pseudonym)
        self._connection.execute(update(PLAYER).where(PLAYER.c.id == player.id).values(**asdict(forgotten)))
        mark_traces(self._connection)
        self._read_anew()
        return forgotten

    def _forget_in_ledgers(self, player_id: int, games: Any, names: set[str], pseudonym: str) -> None:
        """`replace 2 Anna` names who took the seat; on the player's own seats it may be a name that they had before."""
        replaced = (LEDGER.c.game_id.in_(games), LEDGER.c.entry.like("replace %"))
        own = {tuple(row) for row in self._rows(_seats_of(player_id))}
        for row in self._rows(select(LEDGER).where(*replaced)):
            _, seat, name = row.entry.split(" ", 2)
            if name in names or ((row.game_id, int(seat) - 1) in own and name not in BOTS):
                here = (LEDGER.c.game_id == row.game_id, LEDGER.c.number == row.number)
                self._connection.execute(update(LEDGER).where(*here).values(entry=f"replace {seat} {pseudonym}"))

    def _forget_in_talk(self, player: Player, games: Any, names: set[str], pseudonym: str) -> None:
        """Their own remarks go; what others said of them is about the pseudonym now."""
        self._connection.execute(delete(REMARK).where(REMARK.c.author_id == player.id))
        words = _mentions([*names, *_addresses(player)])
        for row in self._rows(select(REMARK.c.id, REMARK.c.text).where(REMARK.c.game_id.in_(games))):
            if words.search(row.text):
                here = update(REMARK).where(REMARK.c.id == row.id)
                self._connection.execute(here.values(text=words.sub(pseudonym, row.text)))
        noted = (SEAT.c.game_id.in_(games), SEAT.c.note != "")
        for row in self._rows(select(SEAT.c.game_id, SEAT.c.number, SEAT.c.note).where(*noted)):
            place = (SEAT.c.game_id == row.game_id, SEAT.c.number == row.number)
            self._connection.execute(update(SEAT).where(*place).values(note=words.sub(pseudonym, row.note)))

    def _forget_mail(self, player: Player, games: Any) -> None:
        """Of the player's mail only the facts stay; so it is with handled mail of those who may have named them."""
        self._connection.execute(delete(QUESTION).where(QUESTION.c.player_id == player.id))
        self._connection.execute(delete(QUESTION).where(or_(QUESTION.c.answered, QUESTION.c.expires_at < self.now)))
        addresses = _addresses(player)
        near = select(_acquaintances(player.id, games).c.player_id)
        written = or_(INBOX.c.player_id == player.id, INBOX.c.sender.in_(addresses))
        emptied: dict[str, object] = {"raw": b"", "sender": "", "envelope_sender": None, "error": ""}
        for (number,) in self._rows(select(INBOX.c.id).where(written)):
            # The Message-ID may name the player's own machine.
            here = update(INBOX).where(INBOX.c.id == number)
            self._connection.execute(here.values(key=f"forgotten {number}", envelope_recipients=[], **emptied))
        about = or_(INBOX.c.game_id.in_(games), INBOX.c.player_id.in_(near), INBOX.c.verdict == "bounce")
        held = select(QUESTION.c.mail_id)
        done = (INBOX.c.status == MailStatus.DONE, INBOX.c.id.not_in(held))
        self._connection.execute(update(INBOX).where(about, *done).values(raw=b"", error=""))
        self._forget_sent(player.id, addresses, games, near)

    def _forget_sent(self, player_id: int, addresses: Sequence[str], games: Any, near: Any) -> None:
        """What waits for others and names the player goes out, and is forgotten then (SqlOutbox)."""
        got = or_(OUTBOX.c.player_id == player_id, OUTBOX.c.recipient.in_(addresses))
        waiting = OUTBOX.c.status == MailStatus.WAITING
        facts = {"recipient": "", "sender": "", "mime": None, "error": ""}
        self._connection.execute(update(OUTBOX).where(got, waiting).values(status=MailStatus.FAILED))
        self._connection.execute(update(OUTBOX).where(got).values(**facts))
        about = or_(OUTBOX.c.game_id.in_(games), OUTBOX.c.player_id.in_(near), OUTBOX.c.kind.in_(_NAMING))
        self._connection.execute(update(OUTBOX).where(about, waiting).values(forgettable=True))
        self._connection.execute(update(OUTBOX).where(about, ~waiting).values(mime=None, error=""))

    def _forget_relations(self, player_id: int) -> None:
        for table in (VACATION, WATCHER, INVITATION, PROTEST, LEAGUE_READER):
            self._connection.execute(delete(table).where(table.c.player_id == player_id))
        either = or_(SHUN.c.player_id == player_id, SHUN.c.other_id == player_id)
        self._connection.execute(delete(SHUN).where(either))
        hosted = update(INVITATION).where(INVITATION.c.host_id == player_id)
        self._connection.execute(hosted.values(host_id=None))


def _nobody(player: Player, pseudonym: str) -> Player:
    """Who is left: nobody can write to them, no tag is theirs; how reliable they were stays with their games."""
    return Player(
        player.id,
        pseudonym,
        f"forgotten-{player.id}@invalid",
        player.language,
        "UTC",
        generation=player.generation + 1,
        stopped=True,
        confirmed=False,
        banned=player.banned,
        turns=player.turns,
        timeouts=player.timeouts,
    )


def _addresses(player: Player) -> list[str]:
    return [each for each in (player.address, player.second_address) if each]


def _seats_of(player_id: int) -> Any:
    return select(SEAT.c.game_id, SEAT.c.number).where(SEAT.c.player_id == player_id)


def _games_ever(player_id: int) -> Any:
    """The games at which the player sits, sat, looked on, or was asked to sit."""
    tables = (SEAT, INVITATION, WATCHER, REMARK, OUTBOX)
    return union(
        *(
            select(table.c.game_id).where(
                table.c.game_id.is_not(None),
                (table.c.author_id if table is REMARK else table.c.player_id) == player_id,
            )
            for table in tables
        )
    ).subquery()


def _acquaintances(player_id: int, games: Any) -> Any:
    """Who sat with the player, or asked them to a table, and so was told their name or knew their address."""
    others = select(SEAT.c.player_id).where(SEAT.c.game_id.in_(games), SEAT.c.player_id != player_id)
    hosts = select(INVITATION.c.host_id.label("player_id")).where(
        INVITATION.c.player_id == player_id, INVITATION.c.host_id.is_not(None)
    )
    return union(others, hosts).subquery()


def _mentions(words: Sequence[str]) -> re.Pattern[str]:
    longest_first = sorted({word for word in words if word}, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)
