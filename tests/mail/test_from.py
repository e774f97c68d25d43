"""From as every reader reads it: one author, or nothing is certain."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.head import read_head, sole_author
from pbem.mail.letter import read_letter
from pbem.ports import Delivery

ANNA = "anna@people.example"


def author(header: bytes) -> str:
    return sole_author(read_head(header + b"\r\n\r\nhello") or ())


@pytest.mark.parametrize(
    "written",
    [
        b"anna@people.example",
        b"<anna@people.example>",
        b"anna@People.Example",
        b"Anna <anna@people.example>",
        b"Anna B. Clarke <anna@people.example>",
        b'"Clarke, Anna" <anna@people.example>',
        b'"anna@people.example" <anna@people.example>',
        b'"Anna \\"Ace\\" Clarke" <anna@people.example>',
        b"=?utf-8?q?J=C3=B8rgen?= <anna@people.example>",
        "Jørgen <anna@people.example>".encode(),
        b"anna@people.example (Anna, at home)",
        b"Anna (at home) <anna@people.example>",
        b"Anna\r\n <anna@people.example>",
    ],
)
def test_one_author_is_certain_however_the_name_is_written(written: bytes) -> None:
    assert author(b"From: " + written) == ANNA


@pytest.mark.parametrize(
    "header",
    [
        b"To: anna@people.example",
        b"From:",
        b"From: Anna",
        b"From: anna",
        b"From: anna@people.example, eve@evil.example",
        b"From: anna@people.example eve@evil.example",
        b"From: <anna@people.example> <eve@evil.example>",
        b"From: anna@people.example <eve@evil.example>",
        b"From: anna@people.example\r\nFrom: eve@evil.example",
        b"From: anna@people.example\r\nfrom: anna@people.example",
        b"From: anna@people.example\r\nFrom : eve@evil.example",
        b"From: Friends: anna@people.example;",
        b"From: anna@people.example:;",
        b"From: (anna@people.example) eve@evil.example",
        b"From: eve@evil.example (anna@people.example)",
        b"From: eve@evil.example (<anna@people.example>)",
        b"From: Eve (a (b) c) <eve@evil.example>",
        b"From: <@evil.example:anna@people.example>",
        b'From: "anna"@people.example',
        b'From: "anna@people.example,"@evil.example',
        b"From: =?utf-8?q?anna?=@people.example",
        b"From: =?utf-8?q?anna=40people.example?=",
        b"From: =?utf-8?q?anna=40people.example_=3C?= <eve@evil.example>",
        b'From: "=?utf-8?b?YW5uYUBwZW9wbGUuZXhhbXBsZQ==?=" <eve@evil.example>',
        b"From: anna@[192.0.2.1]",
        b"From: anna@people",
        b"From: anna@people.example.",
        b"From: anna@-people.example",
        "From: anna@pęople.example".encode(),
        "From: ånna@people.example".encode(),
        b"From: anna@people.example\0",
        b"From: anna@people.example\x0b",
        b"From: Anna\n <anna@people.example>\r\nTo: x@example.org",
        b"From: anna@people.example\rFrom: eve@evil.example",
        b"From: anna@people.example\r\n \r\nTo: x@example.org",
        b"From: anna@people.example\r\nthis is no field",
        b"From: " + b"x" * 2_000 + b" <anna@people.example>",
    ],
)
def test_what_could_be_read_in_two_ways_names_nobody(header: bytes) -> None:
    assert author(header) == ""


def test_a_header_without_end_names_nobody() -> None:
    assert author(b"From: anna@people.example\r\n" + b"X: y\r\n" * 50_000) == ""


def test_an_address_in_a_comment_is_never_the_sender() -> None:
    received = read_letter(Delivery(b"From: (anna@people.example) eve@evil.example\r\n\r\nhello"))
    assert received.sender == "eve@evil.example"


def test_who_is_certain_is_the_sender() -> None:
    received = read_letter(Delivery(b'From: "Eve \\", anna@people.example" <eve@evil.example>\r\n\r\nhello'))
    assert received.sender == "eve@evil.example"


HOSTILE = [
    b"anna@people.example",
    b"<anna@people.example>",
    b"(anna@people.example)",
    b'"anna@people.example"',
    b"=?utf-8?q?anna=40people.example?=",
    b"=?utf-8?q?=3Canna=40people.example=3E?=",
    b"Friends:",
    *(bytes([each]) for each in b' ,;:<>()"\\@.\t\0\xff\r\n'),
    b"\r\n ",
    b"\r\nFrom: ",
]
# An empty line would end the head, and with it the From that is tried.
hostile_texts = (
    st.lists(st.sampled_from(HOSTILE), max_size=6).map(b"".join).filter(lambda text: b"" not in text.splitlines())
)


@given(hostile_texts)
def test_before_the_address_of_another_nothing_makes_anna_the_author(hostile: bytes) -> None:
    assert author(b"From: " + hostile + b" <eve@evil.example>") in ("", "eve@evil.example")


@given(hostile_texts)
def test_nothing_in_a_quoted_name_makes_anna_the_author(hostile: bytes) -> None:
    quoted = hostile.replace(b"\\", b"\\\\").replace(b'"', b'\\"')
    assert author(b'From: "' + quoted + b'" <eve@evil.example>') in ("", "eve@evil.example")
