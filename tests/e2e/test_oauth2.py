"""A server whose mailbox and relay take tokens alone: tokens end, consent is lost, and a log-in brings it back."""

import asyncio
import smtplib
from pathlib import Path

import pytest

from tests.support.cli.runs import pbem
from tests.support.e2e.final_checks import check_the_books, everything_is_done
from tests.support.e2e.serve_process import Server
from tests.support.e2e.whole_server import World
from tests.support.people import Crowd
from tests.support.servers.authorization import USER, AuthorizationServer
from tests.support.servers.dovecot import MAILBOX, Dovecot
from tests.support.servers.postfix import Postfix
from tests.support.servers.token_sink import token_sink
from tests.support.servers.tools import PATIENCE, eventually

SOME_MAILS = 12
"""So many come before the token ends."""
WHOLE_GAME = 1000
"""More than there are in one."""
CONFIG = """[server]
address = "splendor@example.org"
[imap]
host = "127.0.0.1"
port = {imap}
tls = "none"
user = "{user}"
[smtp]
host = "127.0.0.1"
port = {smtp}
tls = "none"
user = "{user}"
retry_seconds = 1
"""


def mail(name: str) -> bytes:
    head = f"From: {name}@people.example\r\nTo: splendor@example.org\r\nMessage-ID: <{name}@people.example>\r\n"
    return f"{head}Subject: hello\r\n\r\nhelp\r\n".encode()


async def test_tokens_end_and_consent_is_lost_and_given_again(tmp_path: Path, issuer: AuthorizationServer) -> None:
    dovecot = Dovecot(introspection=f"http://127.0.0.1:{issuer.http}/introspect")
    config = tmp_path / "config.toml"
    server = Server(config)
    try:
        dovecot.start()
        with token_sink(issuer, "XOAUTH2") as sink:
            config.write_text(CONFIG.format(imap=dovecot.port, smtp=sink.port, user=USER) + issuer.toml())
            assert pbem(tmp_path, "login", "--json").code == 0
            server.start()
            await server.ready()
            dovecot.deliver(USER, mail("anna"))
            await eventually(lambda: len(sink.mails) == 1)

            server.stop()
            issuer.expire()
            server.start()
            dovecot.deliver(USER, mail("bo"))
            await eventually(lambda: len(sink.mails) == 2)
            assert issuer.renewals >= 1

            server.stop()
            issuer.revoke()
            dovecot.deliver(USER, mail("cy"))
            server.start()
            await eventually(lambda: "pbem login" in server.log_since_start())
            assert pbem(tmp_path, "login", "--json").code == 0
            await eventually(lambda: len(sink.mails) == 3, seconds=100)
            assert server.stop() == 0
    finally:
        server.kill()
        dovecot.remove()


# Postfix takes mail from whoever showed a token that Dovecot finds good, and from nobody else.
SUBMISSION = """
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = {sasl}
smtpd_relay_restrictions = permit_sasl_authenticated, reject
relayhost = [127.0.0.1]:{sink}
"""


class TokenWorld(World):
    """The mailbox is a Dovecot's, the relay a Postfix that asks that Dovecot; passwords are taken by neither."""

    relay_patience = PATIENCE

    def __init__(self, folder: Path, crowd: Crowd, dovecot: Dovecot, postfix: Postfix, issuer: AuthorizationServer):
        super().__init__(folder, crowd, dovecot=dovecot)
        self.postfix, self._issuer = postfix, issuer

    @property
    def relay_port(self) -> int:
        return self.postfix.port

    def has_had(self, mails: int) -> bool:
        """Whether so many came, or the game is over."""
        return len(self.sink.mails) >= mails or self.crowd.all_got("ended")

    def _config(self, server: Server) -> str:
        config = super()._config(server).replace('password = "secret"\n', "")
        return f'{config}user = "{MAILBOX}"\n{self._issuer.toml()}'


@pytest.mark.parametrize(("mechanism", "mails"), [("xoauth2", WHOLE_GAME), ("oauthbearer", 2 * SOME_MAILS)])
async def test_a_game_goes_through_dovecot_and_postfix_by_tokens_alone(
    tmp_path: Path, issuer: AuthorizationServer, mechanism: str, mails: int
) -> None:
    dovecot = Dovecot(introspection=f"http://127.0.0.1:{issuer.http}/introspect", mechanisms=mechanism)
    postfix = Postfix()
    issuer.padding = "x" * 2000
    try:
        dovecot.start()
        async with TokenWorld(tmp_path, Crowd("Anna", "Bo"), dovecot, postfix, issuer) as world:
            postfix.start(SUBMISSION.format(sasl=dovecot.sasl, sink=world.sink.port))
            with pytest.raises(smtplib.SMTPRecipientsRefused):
                postfix.deliver(b"Subject: without a token\r\n\r\n", "anna@people.example")
            assert pbem(tmp_path, "login", "--json").code == 0
            world.start()
            await world.ready()
            world.new_game()
            await world.play(until=lambda: world.has_had(SOME_MAILS))
            # In the middle of it the token ends, and the mailbox with it: another one is fetched, and nobody notices.
            issuer.expire()
            await asyncio.to_thread(dovecot.restart)
            await world.play(until=lambda: world.has_had(mails))
            await world.come_to_rest(until=lambda: everything_is_done(world))
            check_the_books(world)
            assert issuer.renewals >= 1
            assert f"sasl_method={mechanism.upper()}" in postfix.log()
            assert await world.stop() == 0
    finally:
        postfix.remove()
        dovecot.remove()
