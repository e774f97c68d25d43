"""All that is held of one person, as plain values that JSON can tell."""

import zlib
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, select

from pbem.mail.letter import read_letter
from pbem.mail.parts import plain_text
from pbem.model import Player
from pbem.ports import Delivery
from pbem.store.core import (
    GAME,
    INBOX,
    INVITATION,
    LEAGUE_READER,
    LEDGER,
    MEMBER,
    OUTBOX,
    PLAYER,
    PROTEST,
    RATING_CHANGE,
    REMARK,
    SEAT,
    SHUN,
    VACATION,
    WATCHER,
)

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
