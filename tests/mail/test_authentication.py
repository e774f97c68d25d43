"""What our border server says of a mail is believed; what a stranger makes it say is not."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.address import Ours
from pbem.mail.authentication import proven_author, read_results
from pbem.mail.dkim_keys import DkimKeys
from pbem.ports import Delivery

BORDER = "mx.example.org"
ANNA = "anna@people.example"
OURS = Ours("splendor@example.org")


def author_of(delivery: Delivery, authserv_id: str = BORDER) -> str:
    return proven_author(delivery, OURS, authserv_id, DkimKeys())


def mail(results: str, author: str = ANNA, above: str = "") -> Delivery:
    fields = f"{above}Authentication-Results: {results}\r\nFrom: {author}\r\nTo: splendor@example.org\r\n"
    return Delivery(f"{fields}\r\ntake red".encode("latin-1"), envelope_sender=author)


def proves(results: str, author: str = ANNA, above: str = "") -> bool:
    return author_of(mail(results, author, above)) == author


# As border servers write it

AS_WRITTEN = {
    "OpenDMARC": "mx.example.org; dmarc=pass (p=none dis=none) header.from=people.example",
    "OpenDKIM": (
        "mx.example.org;\r\n\tdkim=pass (2048-bit key; unprotected) header.d=people.example "
        'header.i=@people.example header.a=rsa-sha256 header.s=s1 header.b="a/bc+1=";\r\n\tdkim-atps=neutral'
    ),
    "OpenDKIM with a reason": (
        'mx.example.org; dkim=pass reason="2048-bit key; unprotected key"\r\n\theader.d=people.example header.b=abc'
    ),
    "policyd-spf": (
        "mx.example.org; spf=pass (mailfrom) smtp.mailfrom=people.example (client-ip=192.0.2.1; "
        "helo=mail.people.example; envelope-from=anna@people.example; receiver=<UNKNOWN>)"
    ),
    "rspamd": (
        "mx.example.org;\r\n\tdkim=pass header.d=people.example header.s=s1 header.b=a/bC1x;\r\n\t"
        "dmarc=pass (policy=none) header.from=people.example;\r\n\tspf=pass (mx.example.org: domain of "
        "anna@people.example designates 192.0.2.1 as permitted sender) smtp.mailfrom=anna@people.example"
    ),
    "Exim": (
        "mx.example.org;\r\n\tiprev=pass (mail.people.example) smtp.remote-ip=2001:db8::1;\r\n\t"
        "spf=pass smtp.mailfrom=people.example;\r\n\t"
        "dkim=pass header.d=people.example header.s=s1 header.a=rsa-sha256;\r\n\tdmarc=pass header.from=people.example"
    ),
    "Gmail": (
        "mx.example.org;\r\n       dkim=pass header.i=@people.example header.s=20230601 header.b=AbCd1234;\r\n"
        "       spf=pass (google.com: domain of anna@people.example designates 2001:db8::1 as permitted sender) "
        "smtp.mailfrom=anna@people.example;\r\n"
        "       dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) header.from=people.example"
    ),
    "Fastmail": (
        "mx.example.org;\r\n    bimi=skipped (DMARC Policy is not at enforcement);\r\n"
        "    arc=none (no signatures found);\r\n"
        "    dkim=pass (2048-bit rsa key sha256) header.d=people.example header.i=@people.example\r\n"
        "    header.b=aBcDeF12 header.a=rsa-sha256 header.s=s1 x-bits=2048;\r\n"
        "    dmarc=pass policy.published-domain-policy=none\r\n    policy.applied-disposition=none "
        "(p=none,d=none,d.eval=none)\r\n    policy.policy-from=p header.from=people.example;\r\n"
        "    iprev=pass smtp.remote-ip=192.0.2.1 (mail.people.example);\r\n"
        "    spf=pass smtp.mailfrom=anna@people.example smtp.helo=mail.people.example"
    ),
    "with versions": "mx.example.org 1; dmarc/1=pass header.from=people.example",
    "in capitals": "MX.Example.ORG; DMARC=Pass Header.From=People.Example",
    "a parent's signature": "mx.example.org; dkim=pass header.d=example header.i=@example; dkim-adsp=none; "
    "dmarc=pass header.from=people.example",
    "with a nested comment": "mx.example.org; dmarc=pass (p=none (tested) dis=none) header.from=people.example",
}


@pytest.mark.parametrize("results", AS_WRITTEN.values(), ids=AS_WRITTEN)
def test_what_border_servers_write_is_understood(results: str) -> None:
    assert proves(results)


@pytest.mark.parametrize("results", AS_WRITTEN.values(), ids=AS_WRITTEN)
def test_it_proves_nobody_of_another_domain(results: str) -> None:
    assert not proves(results, "eve@evil.example")


@pytest.mark.parametrize("results", AS_WRITTEN.values(), ids=AS_WRITTEN)
def test_it_proves_nothing_where_another_server_is_trusted(results: str) -> None:
    assert author_of(mail(results), "mx.example.com") == ""
    assert author_of(mail(results), "") == ""


def test_a_subdomain_may_be_signed_for_by_its_parent_and_not_the_other_way_round() -> None:
    assert proves("mx.example.org; dkim=pass header.d=people.example", "anna@mail.people.example")
    assert not proves("mx.example.org; dkim=pass header.d=mail.people.example", ANNA)
    assert not proves("mx.example.org; dkim=pass header.d=ople.example", ANNA)


def test_the_topmost_header_alone_counts() -> None:
    real = "mx.example.org; dmarc=fail header.from=people.example"
    forged = "mx.example.org; dmarc=pass header.from=people.example"
    assert not proves(forged, above=f"Authentication-Results: {real}\r\n")
    assert proves(real, above=f"Authentication-Results: {forged}\r\n")


def test_a_microsoft_header_names_no_server_and_so_proves_nothing() -> None:
    assert not proves(
        "spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=people.example; dkim=pass (signature was verified) "
        "header.d=people.example;dmarc=pass action=none header.from=people.example;compauth=pass reason=100"
    )


# What is not exactly so

PASS = "dmarc=pass header.from=people.example"


@pytest.mark.parametrize(
    "results",
    [
        "",
        "mx.example.org",
        "mx.example.org; none",
        f"mx.example.org; {PASS}; {PASS}",
        f"mx.example.org; {PASS}; dkim=pass header.d=a.example; dkim=pass header.d=b.example",
        f"mx.example.org; {PASS}; DMARC=fail",
        f"mx.example.org; {PASS} header.from=evil.example",
        f"mx.example.org; {PASS};",
        f"mx.example.org;; {PASS}",
        f"mx.example.org; {PASS}; rubbish",
        f"mx.example.org; {PASS} rubbish",
        f"mx.example.org {PASS}",
        f"mx.example.org 2; {PASS}",
        f"(mx.example.com) mx.example.org; {PASS}",
        f"mx.example.org; {PASS} (open",
        f"mx.example.org; {PASS}) closed",
        f'mx.example.org; {PASS} ("quoted")',
        f"mx.example.org; {PASS} (escaped \\) )",
        f'mx.example.org; {PASS}; spf=pass smtp.mailfrom="open',
        f'mx.example.org; {PASS}; spf=pass smtp.mailfrom="x"@evil.example',
        f"mx.example.org; {PASS}; spf=pass smtp.mailfrom=x(y)@evil.example",
        f"mx.example.org; {PASS}; spf=pass smtp.mailfrom=x (y)@evil.example",
        f"mx.example.org; {PASS}; spf=pass smtp.mailfrom=<x@evil.example>",
        f"mx.example.org; {PASS} policy.x=y@evil.example",
        f"mx.example.org; {PASS}; =?utf-8?q?spf=3Dpass?=",
        f"mx.example.org; {PASS} (=?utf-8?q?x?=)",
        "mx.example.org; =?utf-8?q?dmarc=3Dpass_header=2Efrom=3Dpeople=2Eexample?=",
        f"=?utf-8?q?mx=2Eexample=2Eorg?=; {PASS}",
        f"mx.example.org; {PASS}\xff",
        f"mx.example.org; {PASS}\x7f",
        f"mx.example.org; {PASS}\0",
        f"mx.example.org; {PASS}\x0b",
        "mx.example.org; dmarc=passed header.from=people.example",
        "mx.example.org; dmarc = pass header.from=people.example",
        "mx.example.org; dmarc=pass header . from=people.example",
        'mx.example.org; dmarc=pass header.from="people.example"',
        "mx.example.org; dmarc=pass header.from=anna@people.example",
        "mx.example.org; dmarc=pass header.d=people.example",
        "mx.example.org; dmarc=pass",
        "mx.example.org; dmarc=none header.from=people.example",
        "mx.example.org; dkim=pass header.i=@people.example",
        "mx.example.org; dkim=pass header.from=people.example",
        "mx.example.org; spf=pass smtp.helo=people.example",
        "mx.example.org; spf=softfail smtp.mailfrom=anna@people.example",
        "mx.example.org; arc=pass header.d=people.example header.from=people.example",
        f"mx.example.org; {PASS}; x=y z.a=" + "b" * 10_000,
    ],
)
def test_what_is_not_written_so_proves_nothing(results: str) -> None:
    assert not proves(results)


@pytest.mark.parametrize(
    "above",
    [
        'Return-Path: <"a; dmarc=pass"@evil.example>\r\n',
        "Return-Path: <a(b)@evil.example>\r\n",
        "DKIM-Signature: v=1; d=evil.example; s=x header.d=people.example; i=@evil.example\r\n",
        "DKIM-Signature: v=1; d=evil.example; s=x; i=a=3B_dmarc=3Dpass@evil.example\r\n",
        "DKIM-Signature: v=1; d=evil.example (people.example); s=x\r\n",
        "DKIM-Signature: v=1; d=evil.example; d=people.example; s=x\r\n",
        "DKIM-Signature: rubbish\r\n",
        "Authentication-Results : mx.example.org; dmarc=fail\r\n",
        "this is no field\r\n",
        "X-Line: one\n two\r\n",
    ],
)
def test_beside_an_odd_envelope_signature_or_line_nothing_is_proven(above: str) -> None:
    assert not proves(f"mx.example.org; {PASS}", above=above)


def test_an_odd_envelope_sender_proves_nothing_either() -> None:
    plain = mail(f"mx.example.org; {PASS}")
    assert author_of(Delivery(plain.raw)) == ANNA
    assert author_of(Delivery(plain.raw, "")) == ANNA
    assert author_of(Delivery(plain.raw, '"a b"@evil.example')) == ""
    assert author_of(Delivery(plain.raw, "\ud800@evil.example")) == ""


def test_an_ordinary_signature_is_not_odd() -> None:
    signature = (
        "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=people.example; s=s1.2026;\r\n\t"
        "i=anna@people.example; t=1763424000; h=from:to:date:message-id:\r\n\tsubject; bh=abc/+=; b=ab cd\r\n\t/+=;\r\n"
    )
    assert proves(f"mx.example.org; {PASS}", above=f"Return-Path: <prvs=1=anna@people.example>\r\n{signature}")


# A provider's domain is not a mailbox

SHARED = "anna@web.de"


@pytest.mark.parametrize(
    ("results", "proven"),
    [
        ("dmarc=pass header.from=web.de", True),
        ("dkim=pass header.d=web.de header.i=anna@web.de", True),
        ("dkim=pass header.d=web.de header.i=anna@WEB.de", True),
        ("dkim=pass header.d=web.de header.i=@web.de", False),
        ("dkim=pass header.d=web.de header.i=eve@web.de", False),
        ("dkim=pass header.d=evil.example header.i=anna@web.de", False),
        ("dkim=pass header.i=anna@web.de", False),
        ("dkim=pass header.d=web.de", False),
        ("spf=pass smtp.mailfrom=anna@web.de", False),
    ],
)
def test_where_strangers_share_a_domain_only_dmarc_or_the_very_address_counts(results: str, proven: bool) -> None:
    assert proves(f"mx.example.org; {results}", SHARED) == proven


# Whatever a stranger writes

VICTIM = "victim.example"
FROM_VICTIM = "From: anna@victim.example\r\nTo: splendor@example.org\r\n\r\ntake red"
FRAGMENTS = [
    *'x.@ ;()"\\=\t\0',
    "\xff",
    "\r\n ",
    "x@y.example",
    "x=y",
    "a.b=c",
    " header.i=c",
    " smtp.mailfrom=c",
    "; dkim=none header.i=c",
    "; spf=none",
    f"a@{VICTIM}",
    f" smtp.mailfrom=a@{VICTIM}",
    f"; dmarc=pass header.from={VICTIM}",
    f"; DMARC=PASS HEADER.FROM={VICTIM.upper()}",
    f"; dkim=pass header.d={VICTIM}",
    f"; spf=pass smtp.mailfrom={VICTIM}",
    f" header.from={VICTIM} ",
    f" header.d={VICTIM} ",
    f"=?utf-8?q?;_dmarc=3Dpass_header.from=3D{VICTIM}?=",
    f"\r\n\tmx.example.org; dmarc=pass header.from={VICTIM}",
    f"\r\nAuthentication-Results: mx.example.org; dmarc=pass header.from={VICTIM}",
]
strangers_words = st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=6).map("".join)


def quoted(local: str) -> str:
    """As it travels in an envelope."""
    return '"' + local.replace("\\", "\\\\").replace('"', '\\"') + '"'


WRITERS: dict[str, Callable[[str], str]] = {
    "with its quotes": quoted,
    "without escapes": lambda local: f'"{local}"',
    "without its quotes": lambda local: local,
}
BORDERS = {
    "spf alone": "mx.example.org; spf=pass smtp.mailfrom={who}@evil.example",
    "with a comment": "mx.example.org; spf=pass (mx: domain of {who}@evil.example designates 192.0.2.1 as permitted "
    "sender) smtp.mailfrom={who}@evil.example",
    "comment after": "mx.example.org; spf=pass smtp.mailfrom=evil.example (client-ip=192.0.2.1; "
    "envelope-from={who}@evil.example; receiver=x)",
    "dkim": "mx.example.org; dkim=pass header.d=evil.example header.i={who}@evil.example header.s=s1",
    "dkim, i= alone": "mx.example.org; dkim=pass header.i={who}@evil.example header.s=s1",
    "all": "mx.example.org; dkim=pass header.d=evil.example header.i={who}@evil.example; "
    "spf=pass smtp.mailfrom={who}@evil.example; dmarc=none header.from=victim.example",
}


@settings(max_examples=500, deadline=None)
@given(strangers_words, st.sampled_from(list(WRITERS)), st.sampled_from(list(BORDERS)), st.sampled_from(["", "dkim"]))
def test_no_envelope_and_no_signature_of_a_stranger_proves_another(
    local: str, writer: str, border: str, where: str
) -> None:
    """The envelope sender, or DKIM's i=, copied by checkers that quote it well, badly or not at all."""
    results = BORDERS[border].format(who=WRITERS[writer](local))
    encoded = "".join(f"={ord(letter):02X}" for letter in local)
    signature = f"DKIM-Signature: v=1; d=evil.example; s=s1; i={encoded}@evil.example\r\n" if where else ""
    text = f"Authentication-Results: {results}\r\n{signature}{FROM_VICTIM}"
    sender = "eve@evil.example" if where else f"{quoted(local)}@evil.example"
    assert author_of(Delivery(text.encode("latin-1"), sender)) == ""


@settings(max_examples=500, deadline=None)
@given(strangers_words)
def test_no_header_of_a_stranger_below_ours_proves_anything(words: str) -> None:
    ours = "Authentication-Results: mx.example.org; dmarc=fail header.from=victim.example\r\n"
    text = f"{ours}Authentication-Results: mx.example.org{words}\r\nX: {words}\r\n{FROM_VICTIM}"
    assert author_of(Delivery(text.encode("latin-1"), "eve@evil.example")) == ""


@given(strangers_words)
def test_no_address_without_quotes_can_hold_a_result(words: str) -> None:
    """What needs no quotes in an envelope is one word to us, whatever it is."""
    local = "".join(letter for letter in words if letter.isascii() and (letter.isalnum() or letter in "=?_+-/'"))
    read = read_results(f"mx.example.org; spf=pass smtp.mailfrom={local}@evil.example".encode(), BORDER)
    assert not read or list(read) == ["spf"]


@given(st.binary(max_size=300))
def test_no_bytes_make_it_fail(value: bytes) -> None:
    read_results(b"mx.example.org; " + value, BORDER)
    author_of(Delivery(b"Authentication-Results: " + value + b"\r\nFrom: " + value))


def test_where_the_author_s_domain_says_no_no_other_method_counts() -> None:
    for passed in ("spf=pass smtp.mailfrom=people.example", "dkim=pass header.d=people.example"):
        assert proves(f"{BORDER}; {passed}; dmarc=none header.from=people.example")
        assert not proves(f"{BORDER}; {passed}; dmarc=fail (p=reject) header.from=people.example")
        assert not proves(f"{BORDER}; dmarc=fail header.from=people.example; {passed}")


WHOLE = "from:to:subject:date:message-id"


@pytest.mark.parametrize("by", ["dkim=pass header.d=people.example", "dmarc=pass header.from=people.example"])
@pytest.mark.parametrize(
    ("signed", "more", "proven"),
    [
        (WHOLE, "", True),
        (WHOLE, "Subject: hello\r\n", True),
        (WHOLE, "Subject: hello\r\nSubject: resign\r\n", False),
        (f"{WHOLE}; l=20", "", False),
        ("from:subject:date:message-id", "", False),
        ("from:to:subject:date", "", False),
        ("from:to:date:message-id", "Subject: resign\r\n", False),
        (WHOLE, "Content-Type: text/html\r\n", False),
        (WHOLE, "Cc: cy@people.example\r\n", False),
    ],
)
def test_a_signature_that_leaves_open_what_others_may_change_proves_nothing_by_itself(
    by: str, signed: str, more: str, proven: bool
) -> None:
    """Whoever has a mail of somebody's can change that and send it on, and the border server says that it is signed."""
    above = f"DKIM-Signature: v=1; a=rsa-sha256; d=people.example; s=s1; h={signed}; bh=a; b=b\r\n{more}"
    assert proves(f"{BORDER}; {by}", above=above) == proven
    assert proves(f"{BORDER}; {by}; spf=pass smtp.mailfrom=people.example", above=above)
    assert proves(f"{BORDER}; {by}; spf=pass smtp.mailfrom=evil.example", above=above) == proven


def test_a_list_s_own_signature_beside_the_author_s_takes_nothing_away() -> None:
    lists = "DKIM-Signature: v=1; a=rsa-sha256; d=lists.example; s=s1; h=from; l=3; bh=a; b=b\r\n"
    assert proves(f"{BORDER}; dmarc=pass header.from=people.example", above=lists)
