"""A server whose mailbox and relay take tokens alone: tokens end, consent is lost, and a log-in brings it back."""

from pathlib import Path

from tests.support.cli.runs import pbem
from tests.support.e2e.serve_process import Server
from tests.support.servers.authorization import USER, AuthorizationServer
from tests.support.servers.dovecot import Dovecot
from tests.support.servers.token_sink import token_sink
from tests.support.servers.tools import eventually

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
