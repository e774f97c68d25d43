"""What the path of a mail and the store need, put together as the configuration says."""

from functools import partial

from pbem.actions.request import Server
from pbem.config import Config
from pbem.mail.address import Ours
from pbem.mail.keys import Keys
from pbem.mail.tags import Tags
from pbem.model.time import Clock, system_clock
from pbem.server.secret import load_secret, seal_of
from pbem.store.schema import migrate
from pbem.store.seal import Seal, seal_with
from pbem.store.store import SqlStore
from pbem.transports.dns import text_record


def make_server(config: Config) -> Server:
    """What the path of a mail needs, from the configuration and the secret."""
    section = config.server
    return Server(
        ours=ours(config),
        tags=Tags(load_secret(config.path(section.secret_file))),
        house=config.play,
        limits=config.limits,
        admins=section.admins,
        language=section.language,
        timezone=section.timezone,
        trusted_authserv_id=section.trusted_authserv_id,
        keys=Keys(text_record),
    )


def ours(config: Config) -> Ours:
    """Who we are in a mail."""
    server, web = config.server, config.web
    pages = web.public_url.rstrip("/") if web.listen else ""
    return Ours(server.address, server.name, server.plus_addressing, pages)


def open_store(config: Config, clock: Clock = system_clock) -> SqlStore:
    """The database, brought up to date; a secret is made only where no mail is sealed with another."""
    secret_file = config.path(config.server.secret_file)
    store = SqlStore(config.database_url, clock)
    migrate(store.engine, clock())
    store.outbox.check_seal(partial(seal_of, secret_file))
    seal_with(store.engine.dialect, Seal(load_secret(secret_file)))
    return store
