"""The store, opened as the configuration says."""

from pbem.bootstrap.secret import load_secret
from pbem.clock import Clock, system_clock
from pbem.config import Config
from pbem.store.schema import migrate
from pbem.store.seal import Seal
from pbem.store.store import SqlStore


def open_store(config: Config, clock: Clock = system_clock) -> SqlStore:
    """The database, brought up to date."""
    store = SqlStore(config.database_url, clock, Seal(load_secret(config.path(config.server.secret_file))))
    migrate(store.engine, clock())
    store.outbox.check_seal()
    return store
