"""DKIM: a signature that is genuine proves its author, and nothing else does."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.address import Ours
from pbem.mail.authentication import keys_wanted, proven_author
from pbem.mail.dkim import is_genuine, read_signatures
from pbem.mail.dkim_keys import DkimKeys
from pbem.mail.head import read_head
from pbem.ports import Delivery
from tests.support.signing import COVERS, RECORD, signed

OURS = Ours("splendor@example.org")
ANNA = "anna@people.example"
KEY = "s1._domainkey.people.example"

# RFC 8463 appendix A: one mail, signed twice.
DINNER = b"""\
DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=brisbane; t=1528637909; h=from : to :
 subject : date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus
 Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=test; t=1528637909; h=from : to : subject :
 date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=F45dVWDfMbQDGHJFlXUNB2HKfbCeLRyhDXgFpEL8GwpsRe0IeIixNTe3
 DhCVlUrSjV4BwcVcOF6+FF3Zo9Rpo1tFOeS9mPYQTnGdaSGsgeefOsk2Jz
 dA+L10TeYt9BgDfQNZtKdN1WO//KgIqXP7OdEFE4LjFYNcUxZQ4FADY+8=
From: Joe SixPack <joe@football.example.com>
To: Suzie Q <suzie@shopping.example.net>
Subject: Is dinner ready?
Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
Message-ID: <20030712040037.46341.5F8J@football.example.com>

Hi.

We lost the game.  Are you hungry yet?

Joe.

"""
FOOTBALL = {
    "brisbane": b"v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
    "test": (
        b"v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDkHlOQoBTzWRiGs5V6NpP3idY6Wk08a5qhdR6wy5bdOKb2jLQi"
        b"Y/J16JYi0Qvx/byYzCNb3W91y3FutACDfzwQ/BC/e/8uBsCR+yz1Lxj+PL6lHvqMKrM3rG4hstT5QjvHO9PzoxZyVYLzBfO2EeC3Ip3G+2kr"
        b"yOTIKT+l/K4w3QIDAQAB"
    ),
}


def genuine(raw: bytes) -> list[bool]:
    head = read_head(raw) or ()
    return [is_genuine(each, raw, head, FOOTBALL.get(each.selector, b"")) for each in read_signatures(head) or ()]


@pytest.mark.parametrize(
    "change",
    [
        lambda raw: raw,
        lambda raw: raw.replace(b"\n", b"\r\n"),
        lambda raw: raw.rstrip(b"\n") + b"\n\n\n\n",
        lambda raw: raw.replace(b"Hi.\n", b"Hi. \t\n").replace(b"game.  Are", b"game. \t Are"),
        lambda raw: raw.replace(b"Subject: Is dinner", b"SUBJECT:\n\tIs   dinner"),
        lambda raw: b"Received: by mx.example.net\n" + raw,
    ],
    ids=["as printed", "on the wire", "longer", "blanks", "folded", "received"],
)
def test_the_example_of_the_rfc_is_genuine_however_it_travelled(change: Callable[[bytes], bytes]) -> None:
    assert genuine(change(DINNER)) == [True, True]


@pytest.mark.parametrize(
    "change",
    [
        lambda raw: raw.replace(b"We lost", b"We won"),
        lambda raw: raw + b"PS",
        lambda raw: raw.replace(b"Is dinner", b"Was dinner"),
        lambda raw: raw.replace(b"joe@", b"jim@"),
        lambda raw: raw.replace(b"From:", b"From: a@football.example.com\nFrom:"),
        lambda raw: raw.replace(b"t=1528637909", b"t=1528637910"),
        lambda raw: raw.replace(b"c=relaxed/relaxed", b"c=simple/simple"),
        lambda raw: raw.replace(b"v=1;", b"v=1; l=3;"),
        lambda raw: raw.replace(b"v=1;", b"v=2;"),
        lambda raw: raw.replace(b"-sha256;", b"-sha1;"),
        lambda raw: raw.replace(b"b=/", b"b=!").replace(b"b=F", b"b=!"),
    ],
)
def test_what_was_changed_is_not_genuine(change: Callable[[bytes], bytes]) -> None:
    assert genuine(change(DINNER)) == [False, False]


@given(st.integers(0, len(DINNER) - 1), st.integers(1, 255))
def test_no_byte_of_what_is_signed_can_be_another(place: int, other: int) -> None:
    changed = bytearray(DINNER)
    changed[place] ^= other
    loose = {*b" \t\r\n"}
    same_but_for_case = DINNER[place : place + 1].lower() == bytes(changed[place : place + 1]).lower()
    unused_bits_of_base64 = DINNER[place + 1 : place + 2] == b"="
    if not (same_but_for_case or unused_bits_of_base64) and not {DINNER[place], changed[place]} & loose:
        assert sum(genuine(bytes(changed))) < 2


@pytest.mark.parametrize(
    "record",
    [
        b"",
        b"rubbish",
        b"v=DKIM1; p=",
        b"v=DKIM1; k=rsa; p=AAAA",
        b"v=DKIM2; " + RECORD.partition(b"; ")[2],
        RECORD + b"; t=y",
        RECORD + b"; t=s:y",
        RECORD + b"; s=tlsrpt",
        RECORD + b"; h=sha1",
        RECORD.replace(b"k=rsa", b"k=ed25519"),
        FOOTBALL["test"],
        FOOTBALL["brisbane"],
    ],
)
def test_a_key_that_is_void_or_another_s_proves_nothing(record: bytes) -> None:
    assert author_of(mail(), record) == ""


# Who is proven


def mail(
    author: str = ANNA,
    domain: str = "people.example",
    *,
    to: str = "splendor@example.org",
    identity: str = "",
    covers: tuple[str, ...] = COVERS,
    extra: str = "",
) -> bytes:
    fields = {"From": author, "To": to, "Subject": "hello", "Date": "Tue, 17 Nov 2026 12:00:00 +0000"}
    fields["Message-ID"] = "<1@people.example>"
    return signed(fields, "take red blue green", domain, identity=identity, covers=covers, extra=extra)


def author_of(raw: bytes, record: bytes | None = RECORD) -> str:
    delivery = Delivery(raw, "bounces@elsewhere.example")
    keys = DkimKeys(lambda _: record)
    keys.fetch(keys_wanted(delivery, OURS)[1])
    return proven_author(delivery, OURS, "", keys)


def test_a_genuine_signature_in_alignment_proves_its_author() -> None:
    assert author_of(mail()) == ANNA
    assert author_of(mail("anna@mail.people.example")) == "anna@mail.people.example"
    assert author_of(mail(to="Splendor <splendor+tag@example.org>")) == ANNA
    assert author_of(mail(extra=" t=1763424000;")) == ANNA


def test_without_dns_nothing_is_proven() -> None:
    assert author_of(mail(), None) == ""
    assert proven_author(Delivery(mail()), OURS, "", DkimKeys()) == ""


@pytest.mark.parametrize(
    "raw",
    [
        mail(domain="evil.example"),
        mail(domain="mail.people.example"),
        mail(to="eve@evil.example"),
        mail(extra=" l=5;"),
        *(mail(covers=tuple(each for each in COVERS if each != left_out)) for left_out in COVERS),
        b"Subject: resign\r\n" + mail(),
        b"Content-Type: text/html\r\n" + mail(),
        b"Content-Transfer-Encoding: base64\r\n" + mail(),
        b"To: splendor@example.org\r\n" + mail(to="eve@evil.example"),
        b"Cc: splendor@example.org\r\n" + mail(to="eve@evil.example"),
        b"From: anna@people.example\r\n" + mail(),
        mail().replace(b"red", b"white"),
    ],
)
def test_what_is_not_signed_for_us_by_the_author_s_domain_proves_nothing(raw: bytes) -> None:
    assert author_of(raw) == ""


@pytest.mark.parametrize(
    ("identity", "proven"), [("anna@web.de", True), ("", False), ("@web.de", False), ("eve@web.de", False)]
)
def test_a_provider_s_signature_counts_for_the_very_address(identity: str, proven: bool) -> None:
    assert author_of(mail("anna@web.de", "web.de", identity=identity)) == ("anna@web.de" if proven else "")


def test_only_keys_that_could_prove_something_are_wanted() -> None:
    assert keys_wanted(Delivery(mail()), OURS) == (ANNA, [KEY])
    assert keys_wanted(Delivery(mail(domain="evil.example")), OURS) == (ANNA, [])
    many = mail().partition(b"From:")
    assert len(keys_wanted(Delivery(many[0] * 50 + many[1] + many[2]), OURS)[1]) == 3
