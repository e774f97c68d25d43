import pytest

from pbem.mail.headers import decode


@pytest.mark.parametrize(
    ("declared", "codec", "text"),
    [
        ("utf-8", "utf-8", "þú átt leik"),
        ('"UTF-8"', "utf-8", "þú átt leik"),
        ("iso-8859-1", "cp1252", "køb “23”"),
        ("iso-8859-2", "iso-8859-2", "zażółć gęślą jaźń"),
        ("windows-1250", "cp1250", "zażółć gęślą jaźń"),
        ("x-mac-ce", "mac_latin2", "zażółć gęślą jaźń"),
        ("windows-1255", "cp1255", "קנה 23"),
        ("iso-8859-8-i", "iso-8859-8", "קנה 23"),
        ("ISO-8859-8-E", "iso-8859-8", "קנה 23"),
        ("iso-8859-8", "cp1255", "קְנֵה 23"),
        ("windows-874", "cp874", "ซื้อ 23"),
        ("x-sjis", "cp932", "①を買う"),
        ("gb2312", "gb18030", "買 23 €"),
        ("ks_c_5601-1987", "cp949", "똠방각하"),
        ("unknown-8bit", "utf-8", "køb 23"),
        ("unknown-8bit", "cp1252", "køb 23"),
        ("us-ascii", "utf-8", "køb 23"),
        ("utf-8", "cp1252", "køb 23"),
        ("", "utf-8", "køb 23"),
        ("", "cp1252", "køb 23"),
        ("x-no-such-charset", "utf-8", "køb 23"),
    ],
)
def test_text_is_read_in_the_charset_it_claims_or_the_likeliest(declared: str, codec: str, text: str) -> None:
    assert decode(text.encode(codec), declared) == text


@pytest.mark.parametrize("declared", ["punycode", "idna", "unicode_escape", "base64", "rot13", "undefined", "a\0b"])
def test_what_is_no_charset_of_mail_is_not_used(declared: str) -> None:
    assert decode(rb"a\n \u0041", declared) == r"a\n \u0041"


def test_one_broken_byte_does_not_spoil_utf_8() -> None:
    assert decode("zażółć gęślą ".encode() + b"\xff", "utf-8") == "zażółć gęślą \ufffd"


def test_bytes_that_fit_nothing_still_give_text() -> None:
    assert decode(b"buy 23 \x81\x8d", "ascii") == "buy 23 \ufffd\ufffd"
