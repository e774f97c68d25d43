"""What may only grow outlives a restore: void tags stay void, and who stopped, was banned or refused stays so."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Engine, RowMapping, insert, select, update

from pbem.errors import StoreUnavailable
from pbem.model.players import NOWHERE
from pbem.store import schema
from pbem.store.database import transaction
from pbem.store.tables import BLOCK, PLAYER

# More new tags than anybody asks for between two backups.
_LEAP = 100
_FLAGS = ("stopped", "banned")


@dataclass(frozen=True, slots=True)
class Standing:
    """How everybody stood in the database that a backup replaces."""

    players: Sequence[RowMapping]
    blocks: Sequence[RowMapping]


@dataclass(slots=True)
class CarriedOver:
    """How many of each were carried over; `forgotten` are the numbers of those who are to be forgotten again."""

    tags: int = 0
    stops: int = 0
    bans: int = 0
    refusals: int = 0
    forgotten: list[int] = field(default_factory=list)


def standing(engine: Engine) -> Standing | None:
    """None where the database is empty, damaged, or of another version."""
    try:
        if schema.current_version(engine) != schema.HEAD:
            return None
        with transaction(engine, read_only=True) as connection:
            players = connection.execute(select(PLAYER)).mappings().all()
            return Standing(players, connection.execute(select(BLOCK)).mappings().all()) if players else None
    except StoreUnavailable:
        return None


def carry_over(engine: Engine, before: Standing) -> CarriedOver:
    """Bring what has grown since the backup into the database that was made of it."""
    kept = CarriedOver()
    with transaction(engine) as connection:
        restored = {row["id"]: row for row in connection.execute(select(PLAYER)).mappings()}
        for player in before.players:
            then = restored.get(player["id"])
            if then is None and (any(player[flag] for flag in _FLAGS) or _is_forgotten(player)):
                connection.execute(insert(PLAYER).values(**player))
            elif then is not None:
                _count(kept, then, player)
                values: dict[str, Any] = {flag: player[flag] for flag in _FLAGS}
                values["generation"] = max(player["generation"], then["generation"])
                connection.execute(update(PLAYER).where(PLAYER.c.id == player["id"]).values(**values))
        people = set(connection.execute(select(PLAYER.c.id)).scalars())
        there = {_said(row) for row in connection.execute(select(BLOCK)).mappings()}
        for block in before.blocks:
            if _said(block) not in there and {block["player_id"], block["other_id"] or block["player_id"]} <= people:
                values = {name: value for name, value in block.items() if name != "id"}
                connection.execute(insert(BLOCK).values(**values))
                kept.refusals += 1
    return kept


def void_all_tags(engine: Engine) -> None:
    """Nobody knows which tags were made void since the backup: all of them are."""
    with transaction(engine) as connection:
        connection.execute(update(PLAYER).values(generation=PLAYER.c.generation + _LEAP))


def _count(kept: CarriedOver, then: RowMapping, now: RowMapping) -> None:
    kept.tags += now["generation"] > then["generation"]
    kept.stops += now["stopped"] and not then["stopped"]
    kept.bans += now["banned"] and not then["banned"]
    if _is_forgotten(now) and not _is_forgotten(then):
        kept.forgotten.append(now["id"])


def _is_forgotten(player: RowMapping) -> bool:
    return str(player["address"]).endswith(NOWHERE)


def _said(block: RowMapping) -> tuple[Any, ...]:
    return block["player_id"], block["other_id"], block["what"]
