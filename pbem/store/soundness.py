"""Whether a database holds together: its file, what its rows refer to, and every game against its own ledger."""

from collections.abc import Iterator

from sqlalchemy import Engine, func, select
from tqdm import tqdm

from engine import EngineError, replay
from pbem.clock import system_clock
from pbem.errors import StoreUnavailable
from pbem.model import GameStatus
from pbem.store.core import GAME, LEDGER
from pbem.store.database import transaction
from pbem.store.work import SqlWork


def check_file(engine: Engine) -> None:
    """StoreUnavailable if an SQLite file is damaged."""
    with transaction(engine, read_only=True) as connection:
        found = str(connection.exec_driver_sql("PRAGMA integrity_check").scalars().first())
    if found != "ok":
        raise StoreUnavailable(f"the file is damaged: {found}")


def dangling(engine: Engine) -> Iterator[str]:
    """Rows of an SQLite file that refer to a row that is not there."""
    with transaction(engine, read_only=True) as connection:
        rows = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    yield from (f"table {table}: row {row} refers to a {parent} that is not there" for table, row, parent, _ in rows)


def wrong_lengths(engine: Engine) -> Iterator[str]:
    """Games whose ledger has more or fewer lines than the game says."""
    lines = select(func.count()).where(LEDGER.c.game_id == GAME.c.id).scalar_subquery()
    query = select(GAME.c.id, GAME.c.length, lines.label("lines")).where(GAME.c.length != lines)
    with transaction(engine, read_only=True) as connection:
        rows = connection.execute(query).all()
    yield from (f"game {row.id}: {row.length} lines were counted, {row.lines} are there" for row in rows)


def strayed(engine: Engine) -> Iterator[str]:
    """Running games whose snapshot is not what their ledger says."""
    query = select(GAME.c.id).where(GAME.c.status == GameStatus.RUNNING)
    with transaction(engine, read_only=True) as connection:
        games = list(connection.execute(query).scalars())
    for game_id in tqdm(games, unit="game", disable=None, leave=False):
        if not _is_replayed(engine, game_id):
            yield f"game {game_id}: its snapshot is not what its ledger says"


def _is_replayed(engine: Engine, game_id: int) -> bool:
    with transaction(engine, read_only=True) as connection:
        work = SqlWork(connection, system_clock())
        game = work.game(game_id)
        entries = [line.entry for line in work.ledger(game_id)]
    try:
        return game is not None and replay(game.start.setup, entries) == game.state
    except EngineError:
        return False
