"""People in the database: how they are reached, when they are away, whom they avoid."""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Row, bindparam, delete, func, insert, or_, select, update

from pbem.errors import Conflict
from pbem.mail.mailbox import mailbox
from pbem.model import Block, Blocked, Player, Ring, Vacation
from pbem.model.leagues import name_hash
from pbem.store.database import among, conflict_if_entered
from pbem.store.tables import BLOCK, MEMBER, PLAYER, RING, VACATION
from pbem.store.work.base import columns_of, made_of
from pbem.store.work.journal import JournalWork

_PLAYER_BY = {
    column: select(*PLAYER.c).where(column == bindparam("value")).order_by(PLAYER.c.id).limit(1)
    for column in (PLAYER.c.address, PLAYER.c.second_address)
}
_PLAYERS = select(*PLAYER.c).where(among(PLAYER.c.id, "players"))
_VACATIONS = select(VACATION).where(among(VACATION.c.player_id, "players")).order_by(VACATION.c.first)

_RINGS = select(RING).order_by(RING.c.id).limit(bindparam("most")).with_for_update(skip_locked=True)


class PlayersWork(JournalWork):
    """work.PlayersWriting on the database."""

    def player(self, player_id: int) -> Player | None:
        if player_id not in self._players:
            unknown = {player_id, *self._companions()} - self._players.keys()
            self._players |= dict.fromkeys(unknown)
            self._meet(unknown)
        return self._players[player_id]

    def player_at(self, address: str) -> Player | None:
        address = address.lower()
        return self._one_player(PLAYER.c.address, address) or self._one_player(PLAYER.c.second_address, address)

    def newcomers_since(self, since: datetime) -> list[str]:
        query = select(PLAYER.c.mailbox).where(PLAYER.c.created_at >= since, PLAYER.c.confirmed)
        return list(self._connection.execute(query).scalars())

    def players_named(self, name: str) -> list[Player]:
        query = select(*PLAYER.c).where(func.lower(PLAYER.c.name) == name.lower()).order_by(PLAYER.c.id)
        return [self._met(row) for row in self._rows(query)]

    def add_player(self, name: str, address: str, language: str, timezone: str, *, confirmed: bool = True) -> Player:
        known = address.lower()
        player = Player(0, name, known, language, timezone, confirmed=confirmed, proved=known if confirmed else "")
        with conflict_if_entered():
            player = replace(player, id=self._add(PLAYER, player, created_at=self.now, mailbox=mailbox(address)))
        self._players[player.id] = player
        return player

    def save_player(self, player: Player) -> None:
        before = self.player(player.id)
        assert before
        self._replace(PLAYER, player.id, _columns_of(before), _columns_of(player))
        if player.name != before.name:
            self._hash_name_anew(player)
        self._players[player.id] = player

    def substitutes(self) -> list[Player]:
        willing = (PLAYER.c.substitute, ~PLAYER.c.stopped, ~PLAYER.c.banned, ~PLAYER.c.unreachable)
        query = select(*PLAYER.c).where(*willing).order_by(PLAYER.c.id)
        return [self._met(row) for row in self._rows(query)]

    def _one_player(self, column: Any, value: str) -> Player | None:
        rows = self._rows(_PLAYER_BY[column], value=value)
        return self._met(rows[0]) if rows else None

    def _meet(self, numbers: Iterable[int]) -> None:
        for row in self._rows(_PLAYERS, players=[*numbers]):
            self._met(row)

    def _met(self, row: Row[Any]) -> Player:
        """A player as they are now, who must not be somebody else than a moment ago."""
        player: Player = made_of(Player, row)
        if (self._players.get(player.id) or player) != player:
            raise Conflict(f"player {player.id} was changed by another process")
        self._players[player.id] = player
        return player

    def vacations(self, player_id: int) -> list[Vacation]:
        if player_id not in self._vacations:
            unknown = {player_id, *self._companions()} - self._vacations.keys()
            self._vacations |= {each: [] for each in unknown}
            for row in self._rows(_VACATIONS, players=[*unknown]):
                self._vacations[row.player_id].append(made_of(Vacation, row))
        return list(self._vacations[player_id])

    def ring(self, player_id: int, game_id: int) -> None:
        self._connection.execute(insert(RING).values(player_id=player_id, game_id=game_id, at=self.now))

    def take_rings(self, limit: int) -> list[Ring]:
        """The calls that are to be made, each handed out once: a bell is no mail, and one call may be lost."""
        rings = [made_of(Ring, row) for row in self._rows(_RINGS, most=limit)]
        if rings:
            self._connection.execute(delete(RING).where(RING.c.id.in_([each.id for each in rings])))
        return rings

    def add_vacation(self, player_id: int, first: datetime, end: datetime) -> None:
        self._plan_alone(player_id)
        with self._vacations_logged(player_id):
            self._insert(VACATION, player_id=player_id, first=first, end=end)

    def save_vacation(self, vacation: Vacation) -> None:
        self._plan_alone(vacation.player_id)
        here = VACATION.c.id == vacation.id
        with self._vacations_logged(vacation.player_id):
            if vacation.end <= vacation.first:
                self._connection.execute(delete(VACATION).where(here))
            else:
                self._connection.execute(update(VACATION).where(here).values(first=vacation.first, end=vacation.end))

    def _vacations_logged(self, player_id: int) -> AbstractContextManager[None]:
        return self._logged(VACATION, VACATION.c.player_id == player_id, self._seasons_with(player_id))

    def _hash_name_anew(self, player: Player) -> None:
        """The logs of all seasons that the player was in know them by another name from now on."""
        mine = (MEMBER.c.player_id == player.id) & (MEMBER.c.salt != "")
        for row in self._rows(select(MEMBER.c.season_id, MEMBER.c.salt).where(mine)):
            here = mine & (MEMBER.c.season_id == row.season_id)
            with self._logged(MEMBER, here, [row.season_id]):
                hashed = name_hash(row.salt, player.name)
                self._connection.execute(update(MEMBER).where(here).values(name_hash=hashed))

    def _plan_alone(self, player_id: int) -> None:
        """Nobody else plans for this player until the work is done; refused if somebody just has."""
        self._connection.execute(select(PLAYER.c.id).where(PLAYER.c.id == player_id).with_for_update(key_share=True))
        planned = self._vacations.pop(player_id, None)
        if planned is not None and planned != self.vacations(player_id):
            raise Conflict(f"the vacations of player {player_id} were changed by another process")
        self._vacations.pop(player_id, None)

    def block(self, block: Block) -> None:
        self.unblock(block)
        self._connection.execute(insert(BLOCK).values(**asdict(block)))

    def unblock(self, block: Block) -> None:
        same = (BLOCK.c.player_id == block.player_id, BLOCK.c.other_id.is_not_distinct_from(block.other_id))
        self._connection.execute(delete(BLOCK).where(*same, BLOCK.c.what == block.what))

    def blocked(self, player_id: int, other_id: int, what: Blocked) -> bool:
        whom = or_(BLOCK.c.other_id == other_id, BLOCK.c.other_id.is_(None))
        return self._count(BLOCK, BLOCK.c.player_id == player_id, BLOCK.c.what == what, whom) > 0

    def barred_by(self, player_id: int) -> list[int]:
        mine = (BLOCK.c.player_id == player_id, BLOCK.c.what == Blocked.BLOCK, BLOCK.c.other_id.is_not(None))
        return [other_id for (other_id,) in self._rows(select(BLOCK.c.other_id).where(*mine))]


def _columns_of(player: Player) -> dict[str, Any]:
    return {**columns_of(player), "mailbox": mailbox(player.address)}
