"""People in the database: how they are reached, when they are away, whom they avoid."""

from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Row, bindparam, delete, func, insert, or_, select, update

from pbem.errors import Conflict
from pbem.model import Player, Shun, Vacation
from pbem.store.tables import PlayerRow, ShunRow, VacationRow
from pbem.store.work.base import columns_of, made_of
from pbem.store.work.careful import CarefulWork

_PLAYER = PlayerRow.__table__  # type: ignore[attr-defined]
_VACATION = VacationRow.__table__  # type: ignore[attr-defined]
_SHUN = ShunRow.__table__  # type: ignore[attr-defined]

_PLAYER_BY = {
    column: select(*_PLAYER.c).where(column == bindparam("value")).order_by(_PLAYER.c.id).limit(1)
    for column in (_PLAYER.c.id, _PLAYER.c.address, _PLAYER.c.second_address)
}
_VACATIONS = select(_VACATION).where(_VACATION.c.player_id == bindparam("player")).order_by(_VACATION.c.first)


class PlayersWork(CarefulWork):
    """work.Players on the database."""

    def player(self, player_id: int) -> Player | None:
        if player_id not in self._players:
            self._players[player_id] = self._one_player(_PLAYER.c.id, player_id)
        return self._players[player_id]

    def player_at(self, address: str) -> Player | None:
        """Whose address this is; a second address counts where it is nobody's first."""
        address = address.lower()
        return self._one_player(_PLAYER.c.address, address) or self._one_player(_PLAYER.c.second_address, address)

    def players_named(self, name: str) -> list[Player]:
        query = select(*_PLAYER.c).where(func.lower(_PLAYER.c.name) == name.lower()).order_by(_PLAYER.c.id)
        return [self._met(row) for row in self._rows(query)]

    def add_player(self, name: str, address: str, language: str, timezone: str, *, confirmed: bool = True) -> Player:
        player = Player(0, name, address.lower(), language, timezone, confirmed=confirmed)
        values = {**asdict(player), "created_at": self.now}
        del values["id"]
        player = replace(player, id=self._insert(_PLAYER, **values))
        self._players[player.id] = player
        return player

    def save_player(self, player: Player) -> None:
        """What was changed is written, and nothing else: others may be changing other settings."""
        before = self.player(player.id)
        assert before
        self._replace(_PLAYER, player.id, columns_of(before), columns_of(player))
        self._players[player.id] = player

    def substitutes(self) -> list[Player]:
        """Who is willing to take over a seat, the longest known first."""
        willing = (_PLAYER.c.substitute, ~_PLAYER.c.stopped, ~_PLAYER.c.banned, ~_PLAYER.c.unreachable)
        query = select(*_PLAYER.c).where(*willing).order_by(_PLAYER.c.id)
        return [self._met(row) for row in self._rows(query)]

    def _one_player(self, column: Any, value: int | str) -> Player | None:
        rows = self._rows(_PLAYER_BY[column], value=value)
        return self._met(rows[0]) if rows else None

    def _met(self, row: Row[Any]) -> Player:
        """A player as they are now, who must not be somebody else than a moment ago."""
        player: Player = made_of(Player, row)
        if (self._players.get(player.id) or player) != player:
            raise Conflict(f"player {player.id} was changed by another process")
        self._players[player.id] = player
        return player

    def vacations(self, player_id: int) -> list[Vacation]:
        if player_id not in self._vacations:
            self._vacations[player_id] = [made_of(Vacation, row) for row in self._rows(_VACATIONS, player=player_id)]
        return list(self._vacations[player_id])

    def add_vacation(self, player_id: int, first: datetime, end: datetime) -> None:
        self._plan_alone(player_id)
        self._insert(_VACATION, player_id=player_id, first=first, end=end)

    def save_vacation(self, vacation: Vacation) -> None:
        """A vacation that ends before it began never was."""
        self._plan_alone(vacation.player_id)
        here = _VACATION.c.id == vacation.id
        if vacation.end <= vacation.first:
            self._connection.execute(delete(_VACATION).where(here))
        else:
            self._connection.execute(update(_VACATION).where(here).values(first=vacation.first, end=vacation.end))

    def _plan_alone(self, player_id: int) -> None:
        """Nobody else plans for this player until the work is done; refused if somebody just has."""
        self._connection.execute(select(_PLAYER.c.id).where(_PLAYER.c.id == player_id).with_for_update(key_share=True))
        planned = self._vacations.pop(player_id, None)
        if planned is not None and planned != self.vacations(player_id):
            raise Conflict(f"the vacations of player {player_id} were changed by another process")
        self._vacations.pop(player_id, None)

    def shun(self, shun: Shun) -> None:
        self.unshun(shun)
        self._connection.execute(insert(_SHUN).values(**asdict(shun)))

    def unshun(self, shun: Shun) -> None:
        same = (_SHUN.c.player_id == shun.player_id, _SHUN.c.other_id.is_not_distinct_from(shun.other_id))
        self._connection.execute(delete(_SHUN).where(*same, _SHUN.c.what == shun.what))

    def shunned(self, player_id: int, other_id: int, what: str) -> bool:
        """Whether the player does not want this from the other, or from anyone."""
        whom = or_(_SHUN.c.other_id == other_id, _SHUN.c.other_id.is_(None))
        return self._count(_SHUN, _SHUN.c.player_id == player_id, _SHUN.c.what == what, whom) > 0
