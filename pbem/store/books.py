"""What an operator reads of the database, as plain rows, and puts right in it: players, and mails that are stuck."""

import zlib

from sqlalchemy import Engine, String, cast, func, literal, select, update

from pbem.errors import PbemError
from pbem.model import MailStatus
from pbem.store.database import transaction
from pbem.store.tables import INBOX, OUTBOX, PLAYER

_FACTS = {
    "in": (INBOX, ("id", "status", "verdict", "player_id", "game_id", "received_at", "error")),
    "out": (OUTBOX, ("id", "status", "kind", "player_id", "game_id", "created_at", "attempts", "error")),
}


class Books:
    """Read-only lists, and the one thing that an operator may do to a mail: have it tried again."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def players(self) -> list[dict[str, object]]:
        names = ("id", "name", "address", "language", "stopped", "banned", "unreachable", "turns", "timeouts")
        with transaction(self._engine, read_only=True) as connection:
            rows = connection.execute(select(*(PLAYER.c[name] for name in names)).order_by(PLAYER.c.id)).all()
        return [dict(row._mapping) for row in rows]

    def mails(self, box: str, status: str | None, limit: int) -> list[dict[str, object]]:
        table, names = _FACTS[box]
        query = select(*(table.c[name] for name in names)).order_by(table.c.id.desc()).limit(limit)
        if status:
            query = query.where(table.c.status == status)
        with transaction(self._engine, read_only=True) as connection:
            rows = connection.execute(query).all()
        return [{**row._mapping, "error": _gist(row.error)} for row in rows]

    def mail(self, box: str, mail_id: int) -> tuple[dict[str, object], bytes]:
        """The facts of a mail, and the mail itself (empty once it is no longer kept)."""
        table, names = _FACTS[box]
        with transaction(self._engine, read_only=True) as connection:
            row = connection.execute(select(table).where(table.c.id == mail_id)).one_or_none()
        if row is None:
            raise PbemError(f"there is no mail {mail_id} in box {box}")
        packed = row.raw if box == "in" else row.mime
        facts = {name: row._mapping[name] for name in names}
        return facts, zlib.decompress(packed) if packed else b""

    def retry(self, box: str, mail_id: int) -> None:
        """Let a shunted mail be handled, or a failed one be sent, once more."""
        table, stuck = (INBOX, MailStatus.SHUNTED) if box == "in" else (OUTBOX, MailStatus.FAILED)
        is_kept = func.length(INBOX.c.raw) > 0 if box == "in" else OUTBOX.c.mime.is_not(None)
        again: dict[str, object] = {"status": MailStatus.WAITING, "error": ""}
        if box == "out":
            again |= {"due_at": OUTBOX.c.created_at, "attempts": 0}
        with transaction(self._engine) as connection:
            here = update(table).where(table.c.id == mail_id, table.c.status == stuck, is_kept)
            if connection.execute(here.values(**again)).rowcount != 1:
                raise PbemError(f"mail {mail_id} in box {box} is not {stuck.value}, or is no longer kept")

    def give_up_mails(self) -> int:
        """What only a lost secret would open is dropped, and the games go on; how many mails waited.

        For a store that was opened without a seal.
        """
        reason = "the server's secret was lost, and nothing else opens this mail"
        waited = 0
        with transaction(self._engine) as connection:
            for table, status in ((INBOX, MailStatus.SHUNTED), (OUTBOX, MailStatus.FAILED)):
                waiting = update(table).where(table.c.status == MailStatus.WAITING)
                waited += connection.execute(waiting.values(status=status, error=reason)).rowcount
            connection.execute(update(INBOX).values(raw=b"", envelope_recipients=[]))
            nameless = literal("lost.").concat(cast(OUTBOX.c.id, String))
            connection.execute(update(OUTBOX).values(mime=None, sender="", message_id=nameless))
        return waited


def _gist(error: str) -> str:
    """The line that names it, at the end of a traceback or alone; what it says may go on for several lines."""
    named = error.rpartition("Traceback (most recent call last):")[2]
    return next((line for line in named.splitlines() if line and not line[0].isspace()), "")
