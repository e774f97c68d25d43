"""A player's own answer in the junk folder goes where mail arrives; everything else there is left alone."""

import pytest

from pbem.transports.imap.answers import junk_folder
from pbem.transports.imap.junk import JunkWatch, Sifted
from pbem.transports.settings import ImapSettings
from tests.support.servers.dovecot import MAILBOX, PASSWORD, Dovecot

SILENCE = 10.0


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        ([rb'(\HasNoChildren \Junk) "/" Spam', b"done"], "Spam"),
        ([rb'(\HasNoChildren) "/" Junk', rb'(\Junk) "." "INBOX.Sk&AOY-rm"', b"done"], '"INBOX.Sk&AOY-rm"'),
        ([rb'(\junk) NIL "[Gmail]/Spam"', b"done"], '"[Gmail]/Spam"'),
        ([rb'(\HasNoChildren) "/" Junk', b"done"], None),
        ([b"done"], None),
    ],
)
def test_the_folder_is_known_by_its_mark(lines: list[bytes], name: str | None) -> None:
    assert junk_folder(lines) == name


def settings(dovecot: Dovecot) -> ImapSettings:
    return ImapSettings(host="127.0.0.1", port=dovecot.port, tls="none", user=MAILBOX, password=PASSWORD)


async def test_what_is_ours_is_moved_and_the_rest_stays(dovecot_with_junk: Dovecot) -> None:
    dovecot = dovecot_with_junk
    dovecot.append(MAILBOX, b"Subject: ours\r\n\r\ntake r u g\r\n", b"Subject: pills\r\n\r\nbuy\r\n", folder="Spam")
    watch = JunkWatch(lambda header: b"ours" in header)
    assert await watch.look(settings(dovecot), SILENCE) == Sifted(taken=1)
    assert (dovecot.count(MAILBOX), dovecot.count(MAILBOX, "Spam")) == (1, 1)
    dovecot.append(
        MAILBOX, b"Subject: ours too\r\n\r\nbuy 23\r\n", b"Subject: more pills\r\n\r\nbuy\r\n", folder="Spam"
    )
    assert await watch.look(settings(dovecot), SILENCE) == Sifted(taken=1, left=1)
    assert await watch.look(settings(dovecot), SILENCE) == Sifted()


async def test_a_mailbox_without_such_a_folder_is_left_alone(dovecot: Dovecot) -> None:
    assert await JunkWatch(lambda _: True).look(settings(dovecot), SILENCE) == Sifted()
