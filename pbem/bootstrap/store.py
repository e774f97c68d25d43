"""The store, opened as the configuration says."""

from functools import partial

from pbem.bootstrap.secret import load_secret, seal_of
from pbem.clock import Clock, system_clock
from pbem.config import Config
from pbem.store.schema import migrate
from pbem.store.seal import Seal, seal_with
from pbem.store.store import SqlStore


def open_store(config: Config, clock: Clock = system_clock) -> SqlStore:
    """The database, brought up to date; a secret is made only where no mail is sealed with another."""
    secret_file = config.path(config.server.secret_file)
    store = SqlStore(config.database_url, clock)
    migrate(store.engine, clock())
    store.outbox.check_seal(partial(seal_of, secret_file))
    seal_with(store.engine.dialect, Seal(load_secret(secret_file)))
    return store
