"""A mail that its author's domain signed for us acts without a tag; one that was only sent on to us does not."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pbem.mail.dkim_keys import DkimKeys
from pbem.mail.headers import MAX_FIELDS
from tests.support.desk import ADDRESS, Desk, kinds
from tests.support.signing import COVERS, RECORD, signed

KEY = "s1._domainkey.people.example"


class Dns:
    """Has the key of one domain. Whoever asks while a transaction is open is found out."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.answers = True
        self.desk: Desk | None = None

    def __call__(self, name: str) -> bytes | None:
        self.asked.append(name)
        assert self.desk
        with self.desk.store.work() as work:
            assert work.waiting_mail(1)
        return RECORD if self.answers and name == KEY else None


@pytest.fixture
def key_server() -> Dns:
    return Dns()


@pytest.fixture
def checking_desk(tmp_path: Path, key_server: Dns) -> Iterator[Desk]:
    key_server.desk = Desk(tmp_path, keys=DkimKeys(key_server))
    with closing(key_server.desk.store):
        key_server.desk.new_game()
        yield key_server.desk


def mail(author: str, number: int = 1, to: str = ADDRESS, domain: str = "people.example") -> bytes:
    fields = {"From": author, "To": to, "Subject": "hello", "Date": "Mon, 16 Nov 2026 12:00:00 +0000"}
    return signed({**fields, "Message-ID": f"<{number}@people.example>"}, "take white blue green", domain)


def test_a_mail_that_the_author_s_domain_signed_acts_at_once(checking_desk: Desk, key_server: Dns) -> None:
    assert kinds(checking_desk.hand_in(mail(checking_desk.people[0].sender))) == ["moved", "turn"]
    assert key_server.asked == [KEY]


def test_keys_are_fetched_outside_of_the_transaction_and_once(checking_desk: Desk, key_server: Dns) -> None:
    checking_desk.hand_in(*(mail(person.sender, number) for number, person in enumerate(checking_desk.people)))
    assert key_server.asked == [KEY]
    assert [sum(seat.tokens) for seat in checking_desk.game().state.seats] == [3, 3, 3]


def test_without_dns_the_known_address_is_asked(checking_desk: Desk, key_server: Dns) -> None:
    key_server.answers = False
    assert kinds(checking_desk.hand_in(mail(checking_desk.people[0].sender))) == ["confirm"]


def test_a_signed_mail_to_somebody_else_that_is_sent_on_to_us_moves_nothing(checking_desk: Desk) -> None:
    before = checking_desk.position()
    assert kinds(checking_desk.hand_in(mail(checking_desk.people[0].sender, to=checking_desk.people[1].address))) == [
        "confirm"
    ]
    assert checking_desk.position() == before


def test_no_stranger_makes_us_ask_for_a_key(checking_desk: Desk, key_server: Dns) -> None:
    checking_desk.hand_in(
        mail("eve@evil.example", 1, domain="evil.example"),
        mail(checking_desk.people[0].sender, 2, domain="evil.example"),
    )
    assert key_server.asked == []


# A friend who got a copy: blanks may be added to what is signed, and fields above it, and it is still signed.

PLAIN = "Hi,\r\n\r\ntake white blue green"
PARTS = "--b\r\nContent-Type: text/plain\r\n\r\nNot yet:\r\n\r\ntake white blue green\r\n--b--"
BARE_PART = PARTS.replace("Content-Type: text/plain\r\n", "")
QUOTED = "take white blue green\r\nThank=\r\n you"
MULTIPART = {"Content-Type": 'multipart/mixed; boundary="b"'}
ENCODED = {"Content-Type": "text/plain; charset=utf-8", "Content-Transfer-Encoding": "quoted-printable"}


@pytest.mark.parametrize(
    ("body", "fields", "change"),
    [
        (PLAIN, {}, lambda raw: raw.replace(b"take white", b"take \t white")),
        (PLAIN, {}, lambda raw: raw.replace(b"Hi,\r\n", b"Hi, \r\n")),
        (PLAIN, {}, lambda raw: raw.replace(b"Hi,\r\n\r\n", b"Hi,\r\n\t\r\n")),
        (PLAIN, {}, lambda raw: raw + b"\r\n\r\n"),
        (PLAIN, {}, lambda raw: raw.replace(b"Subject: hello", b"Subject:\r\n  hello ")),
        (PLAIN, {}, lambda raw: b"In-Reply-To: <2@people.example>\r\n" + raw),
        (PARTS, MULTIPART, lambda raw: raw.replace(b"plain\r\n\r\n", b"plain\r\n \r\n")),
        (PARTS, MULTIPART, lambda raw: raw.replace(b"--b\r\n", b"--b \r\n")),
        (BARE_PART, MULTIPART, lambda raw: raw.replace(b"--b\r\n\r\n", b"--b\r\n \r\n")),
        (QUOTED, ENCODED, lambda raw: raw.replace(b"Thank=\r\n", b"Thank= \r\n")),
    ],
    ids=["blanks", "line end", "empty line", "longer", "fold", "thread", "part", "boundary", "bare part", "quoted"],
)
def test_a_signed_mail_that_is_sent_again_with_other_blanks_is_the_same_mail(
    checking_desk: Desk, body: str, fields: dict[str, str], change: Callable[[bytes], bytes]
) -> None:
    anna, bo, cy = checking_desk.people
    head = {"From": anna.sender, "To": ADDRESS, "Subject": "hello", "Date": "Mon, 16 Nov 2026 12:00:00 +0000"}
    covers = (*COVERS, *(name.lower() for name in fields))
    sent = signed({**head, "Message-ID": "<1@people.example>", **fields}, body, "people.example", covers=covers)
    assert kinds(checking_desk.hand_in(sent)) == ["moved", "turn"]
    for other in (bo, cy):
        checking_desk.reply(other, "take white blue green")
    before = checking_desk.position()
    assert change(sent) != sent
    assert checking_desk.hand_in(change(sent)) == []
    assert checking_desk.position() == before


def test_a_signed_mail_below_more_fields_than_are_read_proves_nothing(checking_desk: Desk) -> None:
    before = checking_desk.position()
    more = b"X-More: 1\r\n" * (MAX_FIELDS - 2)
    assert kinds(checking_desk.hand_in(more + mail(checking_desk.people[0].sender))) == ["confirm"]
    assert checking_desk.position() == before
