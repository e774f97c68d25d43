from datetime import UTC, datetime, timedelta, timezone

import pytest

from pbem.mail.letter import MAX_READ, MAX_TEXT, Letter, read_letter
from pbem.ports import Delivery
from tests.support.stored_mails import letter

MULTIPART = 'multipart/mixed; boundary="b"'


def raw(text: str) -> Letter:
    return read_letter(Delivery(text.encode()))


def test_the_sender_is_the_address_of_from_with_its_domain_in_lower_case() -> None:
    received = raw("From: =?utf-8?q?J=C3=B8rgen?= <Jorgen@Example.DK>\n\n")
    assert (received.sender, received.sender_name) == ("Jorgen@example.dk", "Jørgen")


@pytest.mark.parametrize(
    "written",
    [
        "anna@example.com",
        "<anna@example.com>",
        "anna@example.com (Anna, at home)",
        '"Clarke, Anna" <anna@example.com>',
        '"victim@example.org" <anna@example.com>',
        "=?utf-8?q?victim=40example.org_=3Cvictim=40example.org=3E?= <anna@example.com>",
        "Anna\n <anna@example.com>",
    ],
)
def test_the_sender_is_found_however_it_is_written(written: str) -> None:
    assert raw(f"From: {written}\n\n").sender == "anna@example.com"


@pytest.mark.parametrize(
    "header",
    [
        "",
        "From:\n",
        "From: Anna\n",
        "From: a@example.com, b@example.com\n",
        "From: a@example.com\nFrom: b@example.com\n",
        "From: a@example.com, b@example.com\nSender: c@example.com\n",
    ],
)
def test_a_sender_that_cannot_be_told_is_nobody(header: str) -> None:
    assert raw(f"{header}\n").sender == ""


def test_recipients_are_those_of_the_envelope_first_then_those_of_the_header() -> None:
    delivery = Delivery(
        b"To: Game <Game@Example.org>, c@example.org\nCc: d@example.org\nDelivered-To: b@example.org\n\n",
        envelope_recipients=("a@example.org", "game@EXAMPLE.org"),
    )
    assert read_letter(delivery).recipients == (
        "a@example.org",
        "game@example.org",
        "b@example.org",
        "Game@example.org",
        "c@example.org",
        "d@example.org",
    )


@pytest.mark.parametrize(
    ("envelope", "header", "expected"),
    [
        ("a@example.org", "Return-Path: <b@example.org>\n", "a@example.org"),
        ("", "Return-Path: <b@example.org>\n", ""),
        (None, "Return-Path: <b@Example.org>\n", "b@example.org"),
        (None, "Return-Path: <>\n", ""),
        (None, "", None),
    ],
)
def test_the_envelope_sender_is_the_transports_or_the_return_paths(
    envelope: str | None, header: str, expected: str | None
) -> None:
    delivery = Delivery(f"{header}From: x@example.org\n\n".encode(), envelope_sender=envelope)
    assert read_letter(delivery).envelope_sender == expected


def test_references_begin_with_the_mail_that_is_answered_then_go_back_in_time() -> None:
    received = raw("In-Reply-To: <c@x>\nReferences: <a@x> <b@x>\n <c@x>\n\n")
    assert received.references == ("c@x", "b@x", "a@x")


def test_a_subject_is_one_decoded_line() -> None:
    received = raw("Subject: =?utf-8?b?w4ZnZXI=?=\n =?utf-8?q?_og_br=C3=B8d?=  23\n\n")
    assert received.subject == "Æger og brød 23"


def test_an_encoded_word_may_be_split_within_a_letter() -> None:
    assert raw("Subject: =?utf-8?q?=C3?= =?utf-8?q?=A6ble?=\n\n").subject == "æble"


def test_a_raw_eight_bit_subject_is_read_as_utf_8_or_cp1252() -> None:
    assert read_letter(Delivery("Subject: køb 23\n\n".encode())).subject == "køb 23"
    assert read_letter(Delivery("Subject: køb 23\n\n".encode("cp1252"))).subject == "køb 23"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Tue, 05 May 2026 12:03:11 +0200", datetime(2026, 5, 5, 12, 3, 11, tzinfo=timezone(timedelta(hours=2)))),
        ("Tue, 05 May 2026 10:03:11 -0000", datetime(2026, 5, 5, 10, 3, 11, tzinfo=UTC)),
        ("yesterday", None),
        ("Tue, 99 Foo 99999 12:03:11 +9999", None),
        ("", None),
    ],
)
def test_a_date_knows_its_zone_or_is_none(written: str, expected: datetime | None) -> None:
    assert raw(f"Date: {written}\n\n").date == expected


def test_a_mail_without_id_is_the_same_mail_however_it_travelled() -> None:
    mail = "From: a@x\nTo: b@x\nDate: d\nSubject: s\n\nbuy 23\n"
    other_way = raw(f"Received: by mx2\nDelivered-To: c@x\nX-Spam: no\n{mail}")
    assert raw(f"Received: by mx1\n{mail}").key == other_way.key
    assert other_way.message_id == ""


def test_a_mail_without_id_is_another_mail_if_its_text_is() -> None:
    mail = "From: a@x\nTo: b@x\nDate: d\nSubject: s\n\n"
    assert raw(f"{mail}buy 23\n").key != raw(f"{mail}buy 24\n").key


MAIL = "Message-ID: <1@x>\nFrom: a@x\nDate: d\nSubject: s\nContent-Type: text/plain; charset=utf-8\n"


@pytest.mark.parametrize(
    "again",
    [
        f"Received: by mx2\nDKIM-Signature: v=1\n{MAIL}\nkøb 23 \N{EN DASH} tak\n",
        f"{MAIL}\nkøb 23 \N{EN DASH} tak\n".replace("\n", "\r\n"),
        f"{MAIL}Content-Transfer-Encoding: quoted-printable\n\nk=C3=B8b 23 =E2=80=93=\n tak",
        f"{MAIL}Content-Transfer-Encoding: base64\n\na8O4YiAyMyDigJMgdGFrCg==\n",
    ],
    ids=["other servers", "other line ends", "quoted-printable", "base64"],
)
def test_a_mail_is_the_same_mail_however_it_is_encoded_on_the_way(again: str) -> None:
    assert raw(again).key == raw(f"{MAIL}\nkøb 23 \N{EN DASH} tak\n").key


@pytest.mark.parametrize(
    "another",
    [
        f"{MAIL}\nbuy 24\n",
        f"{MAIL}\nbuy 23\n".replace("a@x", "b@x"),
        f"{MAIL}\nbuy 23\n".replace("Date: d", "Date: e"),
        f"{MAIL}\nbuy 23\n".replace("Subject: s", "Subject: t"),
        f"{MAIL}\nbuy 23\n".replace("<1@x>", "<2@x>"),
    ],
    ids=["text", "author", "date", "subject", "id"],
)
def test_whatever_its_id_a_mail_that_says_something_else_is_another(another: str) -> None:
    assert raw(another).key != raw(f"{MAIL}\nbuy 23\n").key


def test_what_is_no_mail_at_all_is_known_by_its_bytes() -> None:
    assert raw("first").key != raw("second").key


def test_a_large_mail_is_the_same_mail_behind_one_more_header() -> None:
    mail = f"{MAIL}\n" + "buy 23\n" * (MAX_READ // 7)
    assert raw(f"Received: by mx2\n{mail}").key == raw(mail).key


def test_header_names_are_lower_case_and_their_values_decoded_in_order() -> None:
    received = raw("X-Note: =?utf-8?q?=C3=A9n?=\nx-note: two\n\n")
    assert received.headers["x-note"] == ("én", "two")
    assert received.header("x-note") == "én"
    assert received.header("x-missing") == ""


def test_a_broken_line_among_the_headers_is_skipped() -> None:
    received = raw("From: a@example.org\nthis is no header\nSubject: buy 23\n\ntext")
    assert (received.sender, received.subject, received.text) == ("a@example.org", "buy 23", "text")


def test_text_and_html_are_read_apart() -> None:
    body = "--b\nContent-Type: text/plain\n\nplain\n--b\nContent-Type: text/html\n\n<p>html</p>\n--b--\n"
    received = letter(body=body, content_type='multipart/alternative; boundary="b"')
    assert (received.text, received.html) == ("plain", "<p>html</p>")


def test_inline_texts_are_joined_and_attachments_left_out() -> None:
    body = (
        "--b\n\none\n"
        '--b\nContent-Disposition: attachment; filename="x.txt"\n\nfile\n'
        "--b\nContent-Type: message/rfc822\n\nSubject: x\n\nmail\n"
        "--b\nContent-Disposition: inline\n\ntwo\n--b--\n"
    )
    assert letter(body=body, content_type=MULTIPART).text == "one\ntwo"


def test_a_mail_whose_last_delimiter_is_missing_is_read() -> None:
    assert letter(body="--b\n\none\n", content_type=MULTIPART).text == "one\n"


def test_a_delimiter_counts_only_at_the_start_of_a_line() -> None:
    assert letter(body="--b\n\nsee --b\n and --bb\n--b--\n", content_type=MULTIPART).text == "see --b\n and --bb"


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("base64", "a8O4YiAyMw=="),
        ("base64", "a8O4Yi!!\nAyM***w="),
        ("Base64", "a8O4YiAyMw"),
        ("quoted-printable", "k=C3=B8b =\n23"),
        ("8bit", "køb 23"),
        ("no-such-encoding", "køb 23"),
    ],
)
def test_transfer_encodings_are_undone_even_where_they_are_broken(encoding: str, body: str) -> None:
    assert letter(f"Content-Transfer-Encoding: {encoding}\n", body).text == "køb 23"


def test_line_breaks_of_every_kind_are_line_breaks() -> None:
    assert letter(body="\ufeffa\r\nb\rc\u2028d\0e").text == "a\nb\nc\nde"


def test_an_oversize_mail_is_known_as_such() -> None:
    received = read_letter(Delivery(b"From: a@example.org\n\n", oversize=True))
    assert received.oversize
    assert received.text == ""


def test_of_a_mail_of_25_megabytes_only_the_beginning_is_read() -> None:
    received = read_letter(Delivery(b"From: a@example.org\n\n" + b"buy 23\n" * 3_600_000))
    assert received.size > 25_000_000
    assert received.text is not None
    assert len(received.text) == MAX_TEXT


def test_a_mail_of_10_000_parts_is_read_in_part() -> None:
    received = letter(body="--b\n\nbuy 23\n" * 10_000, content_type=MULTIPART)
    assert received.text is not None
    assert received.text.startswith("buy 23\nbuy 23\n")
    assert received.text.count("buy") < 1_000


def test_a_mail_nested_10_000_deep_is_not_followed_to_its_end() -> None:
    nested = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(10_000))
    assert raw(f"From: a@example.org\n{nested}\nbuy 23\n").text is None


def test_a_header_without_end_has_no_text() -> None:
    assert raw("X: y\n" * 100_000 + "\nbuy 23").text == ""
