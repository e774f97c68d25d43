"""What is held of a person: all of it can be listed, and all of it can be forgotten."""

import re
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import Column, Connection, String, cast, delete, or_, select, union, update

from engine.bots import BOTS
from pbem.mail.compose import plain_text
from pbem.mail.letter import read_letter
from pbem.model import Answer, Kind, MailStatus, Player
from pbem.model.players import NOWHERE
from pbem.ports import Delivery
from pbem.store.database import Lock, take
from pbem.store.retention import mark_traces
from pbem.store.rows import emptied, owned
from pbem.store.seal import seal_of_dialect
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
    REMARK,
    SEAT,
    VACATION,
    WATCHER,
)
from pbem.store.work.players import PlayersWork

# All that is held of one person, as plain values that JSON can tell.


_Fields = dict[str, Any]


def held_of(connection: Connection, player: Player) -> _Fields:
    """Everything but what would give away a game: neither its secret nor anybody's hidden cards."""
    (myself,) = _rows(connection, select(PLAYER).where(PLAYER.c.id == player.id))
    told = {whose.told: _told(connection, column, player.id) for column, whose in owned() if whose.told}
    return {"player": myself, **told}


def _told(connection: Connection, column: Column[Any], player_id: int) -> Any:
    """The player's rows in a table, as they are unless there is more or less to say of them."""
    me = column.info["kind"](player_id)
    rows = _rows(connection, select(column.table).where(column == me).order_by(*column.table.primary_key))
    match column.table:
        case _ if column.table is SEAT:
            return [_game(connection, seat) for seat in rows]
        case _ if column.table is WATCHER:
            return [each["game_id"] for each in rows]
        case _ if column.table is LEAGUE_READER:
            return bool(rows)
        case _ if column.table is INBOX:
            return [_received(each) for each in rows]
        case _ if column.table is OUTBOX:
            return [_sent(each) for each in rows]
    return rows


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


def _rows(connection: Connection, query: Any) -> list[_Fields]:
    return [dict(row._mapping) for row in connection.execute(query)]


def _picked(row: _Fields, names: Iterable[str]) -> _Fields:
    return {name: row[name] for name in names}


class PrivacyWork(PlayersWork):
    """What work.PlayersWriting promises of rights."""

    def data_of(self, player: Player) -> dict[str, Any]:
        return held_of(self._connection, player)

    def asked_since(self, player_id: int, since: datetime) -> int:
        asked = (OUTBOX.c.player_id == player_id, OUTBOX.c.kind == Kind.CONFIRM, OUTBOX.c.game_id.is_(None))
        return self._count(OUTBOX, *asked, OUTBOX.c.created_at >= since)

    def forget_player(self, player: Player, pseudonym: str, naming: Sequence[Kind]) -> Player:
        take(self._connection, Lock.PEOPLE)
        self._meet([player.id])
        games = self._games_ever(player.id)
        near = self._acquaintances(player.id, games)
        mine = [name for (name,) in self._rows(select(SEAT.c.name).where(SEAT.c.player_id == player.id))]
        self._forget_in_leagues(player.id)
        self._forget_relations(player.id)
        self._forget_in_ledgers(player.id, games, {player.name, *mine}, pseudonym)
        self._forget_in_talk(player, games, {player.name, *mine}, pseudonym)
        self._forget_mail(player, games, near, naming)
        # Who is meant by the name of a table nobody can tell.
        self._connection.execute(update(GAME).where(GAME.c.id.in_(games)).values(title=""))
        named = {**emptied(SEAT), "name": pseudonym}
        self._connection.execute(update(SEAT).where(SEAT.c.player_id == player.id).values(**named))
        forgotten = self._nobody(player, pseudonym)
        self._connection.execute(update(PLAYER).where(PLAYER.c.id == player.id).values(**asdict(forgotten), mailbox=""))
        mark_traces(self._connection)
        self._read_anew()
        return forgotten

    def left_alone(self, address: str) -> bool:
        kept_as = self._fingerprint(address)
        return kept_as is not None and bool(
            self._one_player(PLAYER.c.address, kept_as) or self._one_player(PLAYER.c.second_address, kept_as)
        )

    def idle_strangers(self, before: datetime, limit: int) -> list[Player]:
        """Who never confirmed, came before then, and has nothing to answer any more."""
        invited = select(INVITATION.c.player_id).where(INVITATION.c.answer == Answer.NONE)
        asked = select(QUESTION.c.player_id).where(~QUESTION.c.answered, QUESTION.c.expires_at >= self.now)
        seated = select(SEAT.c.player_id).where(SEAT.c.player_id.is_not(None))
        never = (~PLAYER.c.confirmed, ~PLAYER.c.stopped, PLAYER.c.created_at < before)
        idle = (PLAYER.c.id.not_in(busy) for busy in (invited, asked, seated))
        query = select(*PLAYER.c).where(*never, *idle).order_by(PLAYER.c.id).limit(limit)
        return [self._met(row) for row in self._rows(query)]

    def _nobody(self, player: Player, pseudonym: str) -> Player:
        """Who is left: nobody can write to them, no tag is theirs; how reliable they were stays with their games."""
        return Player(
            player.id,
            pseudonym,
            self._nowhere(player, player.address) or f"forgotten-{player.id}{NOWHERE}",
            player.language,
            "UTC",
            generation=player.generation + 1,
            stopped=True,
            confirmed=False,
            banned=player.banned,
            second_address=self._nowhere(player, player.second_address),
            turns=player.turns,
            timeouts=player.timeouts,
        )

    def _nowhere(self, player: Player, address: str | None) -> str | None:
        """What stands for an address that is to be left alone; a stranger who never wrote has not asked for that."""
        wanted = address and (player.confirmed or player.stopped) and not self.left_alone(address)
        return self._fingerprint(address) if address and wanted else None

    def _fingerprint(self, address: str) -> str | None:
        seal = seal_of_dialect(self._connection.dialect)
        local, _, domain = address.lower().rpartition("@")
        mailbox = f"{local.partition('+')[0]}@{domain}"
        return f"{seal.fingerprint(mailbox)}{NOWHERE}" if seal else None

    def _forget_in_ledgers(self, player_id: int, games: Sequence[int], names: set[str], pseudonym: str) -> None:
        """`replace 2 Anna` names who took the seat; on the player's own seats it may be a name that they had before."""
        replaced = (LEDGER.c.game_id.in_(games), LEDGER.c.entry.like("replace %"))
        own = {tuple(row) for row in self._rows(_seats_of(player_id))}
        for row in self._rows(select(LEDGER).where(*replaced)):
            _, seat, name = row.entry.split(" ", 2)
            if name in names or ((row.game_id, int(seat) - 1) in own and name not in BOTS):
                here = (LEDGER.c.game_id == row.game_id, LEDGER.c.number == row.number)
                self._connection.execute(update(LEDGER).where(*here).values(entry=f"replace {seat} {pseudonym}"))

    def _forget_in_talk(self, player: Player, games: Sequence[int], names: set[str], pseudonym: str) -> None:
        """What others said of them is about the pseudonym now."""
        words = _mentions([*names, *_addresses(player)])
        for row in self._rows(select(REMARK.c.id, REMARK.c.text).where(REMARK.c.game_id.in_(games))):
            if words.search(row.text):
                here = update(REMARK).where(REMARK.c.id == row.id)
                self._connection.execute(here.values(text=words.sub(pseudonym, row.text)))
        noted = (SEAT.c.game_id.in_(games), SEAT.c.note != "")
        for row in self._rows(select(SEAT.c.game_id, SEAT.c.number, SEAT.c.note).where(*noted)):
            place = (SEAT.c.game_id == row.game_id, SEAT.c.number == row.number)
            self._connection.execute(update(SEAT).where(*place).values(note=words.sub(pseudonym, row.note)))

    def _forget_mail(self, player: Player, games: Sequence[int], near: Sequence[int], naming: Sequence[Kind]) -> None:
        """Of the player's mail only the facts stay; so it is with handled mail of those who may have named them."""
        self._connection.execute(delete(QUESTION).where(or_(QUESTION.c.answered, QUESTION.c.expires_at < self.now)))
        addresses = _addresses(player)
        written = or_(INBOX.c.player_id == player.id, INBOX.c.sender.in_(addresses))
        # Release 0.1 knew a mail by its Message-ID, which may name the player's own machine; a digest names nobody.
        by_id = ~INBOX.c.key.startswith("sha256:")
        self._connection.execute(
            update(INBOX).where(written, by_id).values(key="forgotten " + cast(INBOX.c.id, String))
        )
        self._connection.execute(update(INBOX).where(written).values(**emptied(INBOX)))
        about = or_(INBOX.c.game_id.in_(games), INBOX.c.player_id.in_(near), INBOX.c.verdict == "bounce")
        held = select(QUESTION.c.mail_id)
        done = (INBOX.c.status == MailStatus.DONE, INBOX.c.id.not_in(held))
        self._connection.execute(update(INBOX).where(about, *done).values(raw=b"", error=""))
        about_others = or_(OUTBOX.c.game_id.in_(games), OUTBOX.c.player_id.in_(near), OUTBOX.c.kind.in_(naming))
        self._forget_sent(player.id, addresses, about_others)

    def _forget_sent(self, player_id: int, addresses: Sequence[str], about: Any) -> None:
        """What waits for others and names the player goes out, and is forgotten then (SqlOutbox)."""
        got = or_(OUTBOX.c.player_id == player_id, OUTBOX.c.recipient.in_(addresses))
        waiting = OUTBOX.c.status == MailStatus.WAITING
        self._connection.execute(update(OUTBOX).where(got, waiting).values(status=MailStatus.FAILED))
        self._connection.execute(update(OUTBOX).where(got).values(**emptied(OUTBOX)))
        self._connection.execute(update(OUTBOX).where(about, waiting).values(forgettable=True))
        self._connection.execute(update(OUTBOX).where(about, ~waiting).values(mime=None, error=""))

    def _forget_in_leagues(self, player_id: int) -> None:
        """Their cases stay without their words; no hash can be tied to their name any more."""
        for season_id in self._seasons_ever(player_id):
            wrote = (PROTEST.c.player_id == player_id) & (PROTEST.c.season_id == season_id)
            with self._logged(PROTEST, wrote, [season_id]):
                self._connection.execute(update(PROTEST).where(wrote).values(**emptied(PROTEST)))
        mine = update(MEMBER).where(MEMBER.c.player_id == player_id)
        self._connection.execute(mine.values(**emptied(MEMBER)))
        with self._vacations_logged(player_id):
            self._connection.execute(delete(VACATION).where(VACATION.c.player_id == player_id))

    def _seasons_ever(self, player_id: int) -> list[int]:
        return [number for (number,) in self._rows(select(MEMBER.c.season_id).where(MEMBER.c.player_id == player_id))]

    def _forget_relations(self, player_id: int) -> None:
        for column, whose in owned():
            if whose.goes:
                self._connection.execute(delete(column.table).where(column == player_id))
        hosted = update(INVITATION).where(INVITATION.c.host_id == player_id)
        self._connection.execute(hosted.values(host_id=None))

    def _games_ever(self, player_id: int) -> list[int]:
        """The games at which the player sits, sat, looked on, or was asked to sit."""
        columns = (
            SEAT.c.player_id,
            INVITATION.c.player_id,
            WATCHER.c.player_id,
            REMARK.c.author_id,
            OUTBOX.c.player_id,
        )
        there = [select(each.table.c.game_id).where(each == player_id) for each in columns]
        return [number for (number,) in self._rows(union(*there)) if number is not None]

    def _acquaintances(self, player_id: int, games: Sequence[int]) -> list[int]:
        """Who sat with the player, or asked them to a table, and so was told their name or knew their address."""
        others = select(SEAT.c.player_id).where(SEAT.c.game_id.in_(games), SEAT.c.player_id != player_id)
        hosts = select(INVITATION.c.host_id).where(INVITATION.c.player_id == player_id)
        return [number for (number,) in self._rows(union(others, hosts)) if number is not None]


def _addresses(player: Player) -> list[str]:
    return [each for each in (player.address, player.second_address) if each]


def _seats_of(player_id: int) -> Any:
    return select(SEAT.c.game_id, SEAT.c.number).where(SEAT.c.player_id == player_id)


def _mentions(words: Sequence[str]) -> re.Pattern[str]:
    longest_first = sorted({word for word in words if word}, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)
