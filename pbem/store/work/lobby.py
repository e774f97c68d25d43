"""Games that wait for their players, in the database: the same rows that they will be played in."""

from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, bindparam, select, update

from pbem.errors import Conflict
from pbem.mail.mailbox import mailbox
from pbem.model import Answer, GameStatus, Invitation, OpenTable, Seating, Terms
from pbem.store.tables import FIXTURE, GAME, INVITATION, PLAYER, SEAT
from pbem.store.work.base import CarefulWork, made_of
from pbem.store.work.games import GamesWork

_OPEN = GAME.c.status == GameStatus.OPEN

_DUE_OPEN_TABLES = (
    select(GAME)
    .where(_OPEN, GAME.c.due_at <= bindparam("now"))
    .order_by(GAME.c.due_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
_DUE_INVITATIONS = (
    select(INVITATION)
    .where(INVITATION.c.due_at <= bindparam("now"))
    .order_by(INVITATION.c.due_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)


class OpenTablesWork(GamesWork, CarefulWork):
    """work.OpenTablesWriting on the database."""

    def add_open_table(self, open_table: OpenTable) -> OpenTable:
        not_yet = {"seating": [], "length": 0, "snapshot": "", "clock": {}, "paused": False, "started_at": self.now}
        number = self._insert(GAME, status=GameStatus.OPEN, **not_yet, **self._settled(open_table))
        self._seat(number, open_table.holders)
        return replace(open_table, id=number)

    def save_open_table(self, open_table: OpenTable) -> None:
        if self.open_table(open_table.id) is None:
            raise Conflict(f"table {open_table.id} was closed by another process")
        self._seen.pop(("open_table", open_table.id), None)
        here = update(GAME).where(GAME.c.id == open_table.id)
        self._connection.execute(here.values(**self._settled(open_table)))
        self._seat(open_table.id, open_table.holders)

    def call_off(self, open_table: OpenTable) -> None:
        here = update(GAME).where(GAME.c.id == open_table.id)
        self._connection.execute(here.values(status=GameStatus.CALLED_OFF, due_at=None, changed_at=self.now))

    def open_table(self, game_id: int) -> OpenTable | None:
        found = self._open_tables(select(GAME).where(GAME.c.id == game_id, _OPEN).with_for_update())
        return found[0] if found else None

    def open_tables(self) -> list[OpenTable]:
        return self._open_tables(select(GAME).where(_OPEN).order_by(GAME.c.id))

    def due_open_tables(self, limit: int) -> list[OpenTable]:
        """Those whose time is up."""
        return self._open_tables(_DUE_OPEN_TABLES, now=self.now, most=limit)

    def _open_tables(self, query: Any, **values: object) -> list[OpenTable]:
        found = [self._open_table(row) for row in self._rows(query, **values)]
        return [self._once(("open_table", each.id), each) for each in found]

    def _open_table(self, row: Row[Any]) -> OpenTable:
        return OpenTable(
            id=row.id,
            host_id=row.gathering["host_id"],
            secret=row.secret,
            edition=row.edition,
            seats=row.gathering["seats"],
            terms=Terms(**row.terms),
            seating=Seating(row.gathering["seating"]),
            public=row.gathering["public"],
            holders=self._holders([row.id]).get(row.id, ()),
            words=tuple(row.words),
            due_at=row.due_at,
            unheard=tuple((news, player_id) for news, player_id in row.gathering.get("unheard", ())),
        )

    def _settled(self, open_table: OpenTable) -> dict[str, object]:
        still_open = {name: getattr(open_table, name) for name in ("host_id", "seats", "seating", "public", "unheard")}
        return {
            "edition": open_table.edition,
            "secret": open_table.secret,
            "words": list(open_table.words),
            "terms": asdict(open_table.terms),
            "due_at": open_table.due_at,
            "gathering": still_open,
            "changed_at": self.now,
        }

    # Invitations

    def invite(self, invitation: Invitation) -> Invitation:
        invitation = replace(invitation, id=self._add(INVITATION, invitation))
        self._seen["invitation", invitation.id] = invitation
        return invitation

    def invitations(self, game_id: int) -> list[Invitation]:
        return self._invitations(INVITATION.c.game_id == game_id)

    def invitations_to(self, player_id: int) -> list[Invitation]:
        return self._invitations(INVITATION.c.player_id == player_id, INVITATION.c.answer == Answer.NONE)

    def due_invitations(self, limit: int) -> list[Invitation]:
        """Those that nobody else is looking at, the longest due first."""
        return self._seen_invitations(_DUE_INVITATIONS, now=self.now, most=limit)

    def invited_since(self, host_id: int, since: datetime) -> int:
        return self._count(INVITATION, INVITATION.c.host_id == host_id, INVITATION.c.sent_at >= since)

    def invited_to_since(self, address: str, since: datetime, host_id: int | None = None) -> int:
        mine = INVITATION.c.player_id.in_(self._of_mailbox(address))
        by_host = [INVITATION.c.host_id == host_id] if host_id is not None else []
        return self._count(INVITATION, mine, INVITATION.c.sent_at >= since, *by_host)

    def running_games(self, address: str) -> int:
        return self._count_games(address, GAME.c.status == GameStatus.RUNNING)

    def opened_since(self, address: str, since: datetime) -> int:
        return self._count_games(address, SEAT.c.number == 0, GAME.c.started_at >= since)

    def _count_games(self, address: str, *conditions: Any) -> int:
        mine = SEAT.c.player_id.in_(self._of_mailbox(address))
        in_leagues = select(FIXTURE.c.game_id).where(FIXTURE.c.game_id.is_not(None))
        games = select(GAME.c.id).join(SEAT, SEAT.c.game_id == GAME.c.id).where(mine, *conditions)
        return self._count(games.where(GAME.c.id.not_in(in_leagues)).distinct().subquery())

    def _of_mailbox(self, address: str) -> Select[tuple[int]]:
        return select(PLAYER.c.id).where(PLAYER.c.mailbox == mailbox(address))

    def save_invitation(self, invitation: Invitation) -> None:
        what = ("invitation", invitation.id)
        self._replace(INVITATION, invitation.id, asdict(self._seen[what]), asdict(invitation))
        self._seen[what] = invitation

    def _invitations(self, *conditions: Any) -> list[Invitation]:
        return self._seen_invitations(select(INVITATION).where(*conditions).order_by(INVITATION.c.id))

    def _seen_invitations(self, query: Any, **values: object) -> list[Invitation]:
        return [self._once(("invitation", row.id), _invitation(row)) for row in self._rows(query, **values)]


def _invitation(row: Row[Any]) -> Invitation:
    invitation: Invitation = made_of(Invitation, row, answer=Answer(row.answer))
    return invitation
