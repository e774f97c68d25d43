import pytest

from pbem.mail.headers import decode_words, mailboxes, message_ids, parameters, read_fields


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("plain", "plain"),
        ("=?iso-8859-2?q?Ma=B3gorzata?=", "Małgorzata"),
        ("=?utf-8?b?16DXldei15Q=?= x", "נועה x"),
        ("=?utf-8*is?q?=C3=BE?=", "þ"),
        ("=?utf-8?q?a?= =?utf-8?q?b?=", "ab"),
        ("=?utf-8?q?a?= and =?utf-8?q?b?=", "a and b"),
        ("=?utf-8?q?a?= =?iso-8859-1?q?=E6?=", "aæ"),
        ("=?utf-8?x?a?=", "=?utf-8?x?a?="),
        ("=?utf-8?b?a?=", ""),
        ("=?", "=?"),
    ],
)
def test_encoded_words_are_read(written: str, read: str) -> None:
    assert decode_words(written) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("a@x.org, B <b@X.org>", [("", "a@x.org"), ("B", "b@x.org")]),
        ('"B, C" <b@x.org>; d@x.org', [("B, C", "b@x.org"), ("", "d@x.org")]),
        ("friends: a@x.org, b@x.org;", [("", "a@x.org"), ("", "b@x.org")]),
        ("undisclosed-recipients:;", []),
        ('"unclosed <a@x.org>', [("unclosed", "a@x.org")]),
        ("<>", []),
        ("a b c", []),
    ],
)
def test_mailboxes_are_told_apart(written: str, read: list[tuple[str, str]]) -> None:
    assert mailboxes(written) == read


def test_ids_stand_between_angle_brackets() -> None:
    assert message_ids("<a@x> junk <b@x><c d> <>") == ["a@x", "b@x"]


def test_parameters_are_read_with_their_value() -> None:
    read = parameters("Text/Plain; Charset=\"utf-8\"; name*=utf-8''k%C3%B8b; flag")
    assert (read[""], read["charset"], read["name"]) == ("text/plain", "utf-8", "køb")


@pytest.mark.parametrize("written", ["", ";", "=;=;=", 'text/plain; x="', "text/plain; charset*9999=x", "a/b; x*=''"])
def test_broken_parameters_do_no_harm(written: str) -> None:
    assert "" in parameters(written)


def test_a_folded_field_is_one_value() -> None:
    assert read_fields(b"Subject: buy\r\n\t23\r\nTo: x\r\n")["subject"] == ("buy 23",)
