"""The database as it is: whoever only looks neither makes it nor brings it up to date."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy.engine import make_url

from pbem.bootstrap import seal_of
from pbem.clock import Clock, system_clock
from pbem.config import Config
from pbem.errors import NoDatabaseYet, PbemError
from pbem.store.database import open_database
from pbem.store.schema import HEAD, current_version
from pbem.store.seal import seal_with
from pbem.store.store import SqlStore, existing_store


class OldDatabase(PbemError):
    """`pbem serve` brings it up to date."""


@contextmanager
def look_into(config: Config, clock: Clock = system_clock) -> Iterator[SqlStore]:
    """Open a database that is up to date; PbemError says why that can't be done."""
    with closing(existing_store(config.database_url, clock)) as store:
        _check_version(current_version(store.engine))
        yield store


@contextmanager
def look_through(config: Config) -> Iterator[SqlStore]:
    """The same for whoever also reads mails: what is sealed opens if the server's secret is there."""
    with look_into(config) as store:
        seal_with(store.engine.dialect, seal_of(config.path(config.server.secret_file)))
        yield store


def sqlite_file(config: Config) -> Path | None:
    """Where the database lies, if it is a file."""
    engine = open_database(config.database_url)
    return Path(str(engine.url.database)) if engine.dialect.name == "sqlite" else None


def where(config: Config) -> str:
    """The database's name, without a password."""
    return make_url(config.server.database).render_as_string(hide_password=True)


def _check_version(version: str | None) -> None:
    if version is None:
        raise NoDatabaseYet("the database is empty, pbem serve makes its tables")
    if version < HEAD:
        raise OldDatabase(f"the database is at version {version}, pbem serve brings it to {HEAD} and keeps a copy")
    if version > HEAD:
        raise PbemError(f"the database is at version {version}, newer than this program's {HEAD}")
