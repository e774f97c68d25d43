"""What the path of a mail and the store need, put together as the configuration says."""

from functools import partial

from pbem.actions.request import Server
from pbem.actions.who import lane_of
from pbem.config import Config
from pbem.mail.dkim_keys import DkimKeys
from pbem.mail.tags import Tags
from pbem.model.time import Clock, system_clock
from pbem.server.secret import first_secret, load_secret, seal_of
from pbem.store.schema import migrate
from pbem.store.seal import Seal, seal_with
from pbem.store.store import SqlStore
from pbem.transports.dns import text_record


def make_server(config: Config) -> Server:
    """What the path of a mail needs, from the configuration and the secret."""
    section = config.server
    return Server(
        ours=config.ours,
        tags=Tags(load_secret(config.path(section.secret_file))),
        house=config.play,
        limits=config.limits,
        admins=section.admins,
        language=section.language,
        timezone=section.timezone,
        trusted_authserv_id=section.trusted_authserv_id,
        dkim_keys=DkimKeys(text_record),
    )


def open_store(config: Config, clock: Clock = system_clock) -> SqlStore:
    """The database, brought up to date; a secret is made only where no mail is sealed with another."""
    secret_file = config.path(config.server.secret_file)
    store = SqlStore(config.database_url, clock)
    migrate(store.engine, clock())
    check_secret(config, store)
    secret = first_secret(secret_file)
    seal_with(store.engine.dialect, Seal(secret))
    store.inbox.lane_of = partial(lane_of, Tags(secret))
    _take_over_leagues(store)
    return store


def check_secret(config: Config, store: SqlStore) -> None:
    """ConfigError if the secret is gone, or another than the mails here were sealed with."""
    store.outbox.check_seal(partial(seal_of, config.path(config.server.secret_file)))


def _take_over_leagues(store: SqlStore) -> None:
    """A league that was begun before it had a log gets its first line."""
    with store.look() as look:
        without = [league for league in look.leagues() if not look.league_log(league.id)]
    if without:
        with store.work() as work:
            for league in without:
                work.log_head(league.id)
