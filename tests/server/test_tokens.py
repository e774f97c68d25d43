"""Several servers, one mailbox that takes no password: what one of them renews is good for all, and sealed."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from pbem.cli.login import keep
from pbem.config import Config, load_config
from pbem.server.secret import first_secret
from pbem.server.tokens import tokens_shared, with_shared_tokens
from pbem.store.database import transaction
from pbem.store.seal import Seal, seal_with
from pbem.store.store import SqlStore
from pbem.transports.oauth2.client import access_token, begin_device_login, finish_device_login
from pbem.transports.oauth2.errors import ConsentLost
from pbem.transports.oauth2.tokens import Tokens, kept_tokens, now
from pbem.transports.settings import OAuthSettings
from tests.support.servers.authorization import AuthorizationServer

CONFIG = """\
[server]
address = "splendor@example.org"
database = "{database}"
secret_file = "{secret}"
[smtp]
user = "splendor"
[oauth2]
client_id = "pbem"
"""


class Machines:
    """Each has a folder of its own, with the same configuration and the same secret."""

    def __init__(self, folder: Path, store: SqlStore, oauth2: OAuthSettings) -> None:
        self._folder, self._oauth2 = folder, oauth2
        self.store = store
        self._secret = folder / "secret"
        seal_with(store.engine.dialect, Seal(first_secret(self._secret)))

    def config(self, name: str) -> Config:
        """As it is read there."""
        home = self._folder / name
        home.mkdir(exist_ok=True)
        database = self.store.engine.url.render_as_string(hide_password=False)
        (home / "config.toml").write_text(CONFIG.format(database=database, secret=self._secret))
        config = load_config(home / "config.toml")
        return config.logging_in_by(replace(self._oauth2, token_file=str(home / "tokens.json")))

    def serving(self, name: str) -> OAuthSettings:
        """How a server there logs in."""
        oauth2 = with_shared_tokens(self.config(name), self.store.engine).smtp.oauth2
        assert oauth2
        return oauth2

    def log_in(self, name: str) -> Tokens:
        """As `pbem init` does, before there is a database."""
        oauth2 = self.config(name).oauth2
        assert oauth2
        tokens = self.given()
        keep(oauth2, tokens)
        return tokens

    def given(self) -> Tokens:
        return finish_device_login(self._oauth2, begin_device_login(self._oauth2), lambda _: None)


@pytest.fixture
def machines(tmp_path: Path, postgresql: SqlStore, oauth2: OAuthSettings) -> Machines:
    return Machines(tmp_path, postgresql, oauth2)


def aged(oauth2: OAuthSettings) -> None:
    kept = kept_tokens(oauth2)
    kept.write(replace(kept.read(), expires_at=now() - 1))


def test_a_server_that_has_no_file_logs_in_with_what_another_brought(machines: Machines) -> None:
    tokens = machines.log_in("first")
    assert access_token(machines.serving("first")) == tokens.access
    assert access_token(machines.serving("second")) == tokens.access


def test_of_servers_that_renew_at_once_one_does_and_all_have_it(
    machines: Machines, issuer: AuthorizationServer
) -> None:
    machines.log_in("first")
    servers = [machines.serving(name) for name in ("first", "second", "third")]
    for turn in (1, 2):
        aged(servers[0])
        with ThreadPoolExecutor(len(servers)) as pool:
            (found,) = set(pool.map(access_token, servers))
        assert (found in issuer.good, issuer.renewals) == (True, turn)


def test_whoever_steals_the_database_has_no_token(machines: Machines) -> None:
    tokens = machines.log_in("first")
    machines.serving("first")
    with transaction(machines.store.engine, read_only=True) as connection:
        stored = str(connection.execute(text("SELECT * FROM vault")).all())
    assert tokens.access not in stored
    assert tokens.refresh not in stored


def test_consent_that_one_server_lost_is_lost_for_all_until_somebody_logs_in_anywhere(
    machines: Machines, issuer: AuthorizationServer
) -> None:
    machines.log_in("first")
    first, second = machines.serving("first"), machines.serving("second")
    issuer.refresh.clear()
    aged(first)
    for server in (first, second):
        with pytest.raises(ConsentLost, match="pbem login"):
            access_token(server)
    anew = machines.given()
    with tokens_shared(machines.config("third")) as config:
        assert config.oauth2
        keep(config.oauth2, anew)
    assert not (machines.config("third").path("tokens.json")).exists()
    assert {access_token(first), access_token(second)} == {anew.access}
