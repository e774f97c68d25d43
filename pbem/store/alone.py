"""Having a database to oneself: for what can't be done while a server works on it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from sqlalchemy import Engine

from pbem.errors import PbemError
from pbem.store.leader import leader_of
from pbem.store.schema import HEAD, current_version
from pbem.store.workers import Workers


@contextmanager
def alone(engine: Engine, now: datetime) -> Iterator[None]:
    """PbemError if a server runs on this database; meanwhile none can begin to lead."""
    leader = leader_of(engine, silence=0)
    if _workers(engine, now) or not leader.leads():
        leader.resign()
        raise PbemError("a `pbem serve` is running on this database, or was half a minute ago: stop it first")
    try:
        yield
    finally:
        leader.resign()


def _workers(engine: Engine, now: datetime) -> bool:
    """A lock tells of the one server of a SQLite file; of several, only one has it."""
    if engine.dialect.name == "sqlite" or current_version(engine) != HEAD:
        return False
    return bool(Workers(engine).alive(now))
