"""Tokens of a mailbox that takes no password, where several servers share a database: kept in it, for all of them."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine

from pbem.config import Config
from pbem.server.secret import seal_of
from pbem.store.database import open_database
from pbem.store.seal import seal_with
from pbem.store.vault import SqlVault
from pbem.transports.oauth2.tokens import SharedTokens, TokenFile, shared

_NAME = "oauth2"


def with_shared_tokens(config: Config, engine: Engine) -> Config:
    """The configuration, with log-ins that keep their tokens in this database, if others may serve it too."""
    if config.oauth2 is None or engine.dialect.name != "postgresql":
        return config
    vault = SqlVault(engine, _NAME)
    SharedTokens(vault, TokenFile(config.oauth2.tokens)).take_over()
    return config.logging_in_by(shared(config.oauth2, vault))


@contextmanager
def tokens_shared(config: Config) -> Iterator[Config]:
    """The same for a command, beside the servers that run; SQLite is not even opened."""
    if config.oauth2 is None or not config.database_url.startswith("postgresql"):
        yield config
        return
    engine = open_database(config.database_url)
    seal_with(engine.dialect, seal_of(config.path(config.server.secret_file)))
    try:
        yield with_shared_tokens(config, engine)
    finally:
        engine.dispose()
