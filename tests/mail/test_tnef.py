"""`winmail.dat`: what Outlook wraps is read, and nothing in it can break us."""

import base64
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.rtf import plain_text, unpacked
from pbem.mail.tnef import Wrapped, read_wrapped
from tests.support.stored_mails import MAILS, letter, read

# The example of [MS-OXRTFCP] section 4.1.1.
PACKED = bytes.fromhex(
    "2d0000002b0000004c5a4675f1c5c7a703000a0072637067313235423"
    "20af32068656c090020627705b06c647d0a800fa0"
)  # fmt: skip
RTF = b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"
TEXT, HTML, RICH_TEXT = 0x1000, 0x1013, 0x1009


def attribute(name: int, value: bytes) -> bytes:
    return struct.pack("<BII", 1, name, len(value)) + value + struct.pack("<H", sum(value) % 2**16)


def prop(name: int, kind: int, value: bytes) -> bytes:
    return struct.pack("<HHII", kind, name, 1, len(value)) + value + bytes(-len(value) % 4)


def winmail(*properties: bytes, code_page: int = 1252, body: bytes = b"") -> bytes:
    held = struct.pack("<I", len(properties)) + b"".join(properties)
    pages = attribute(0x00069007, struct.pack("<II", code_page, 0))
    old = attribute(0x0002800C, body) if body else b""
    return b"\x78\x9f\x3e\x22\x01\x00" + pages + old + attribute(0x00069003, held)


def test_packed_rich_text_is_unpacked_as_its_specification_shows() -> None:
    assert unpacked(PACKED, 1000) == RTF
    assert plain_text(RTF) == "hello world"


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (winmail(prop(TEXT, 0x1E, b"kup 24, prosz\xea\0"), code_page=1250), Wrapped(text="kup 24, proszę")),
        (winmail(prop(TEXT, 0x1F, "køb 24\0".encode("utf-16-le"))), Wrapped(text="køb 24")),
        (winmail(prop(HTML, 0x102, b"<p>buy 24</p>")), Wrapped(html="<p>buy 24</p>")),
        (winmail(body=b"buy 24\0"), Wrapped(text="buy 24")),
        (winmail(prop(RICH_TEXT, 0x102, PACKED)), Wrapped(text="hello world")),
        (winmail(), Wrapped()),
        (b"no winmail.dat at all", Wrapped()),
    ],
)
def test_the_text_is_found_wherever_outlook_put_it(data: bytes, found: Wrapped) -> None:
    assert read_wrapped(data) == found


@pytest.mark.parametrize(
    ("rtf", "seen"),
    [
        (rb"{\rtf1\ansi one\par two\line three\tab four}", "one\ntwo\nthree\tfour"),
        (
            rb"{\rtf1{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset238 Arial;}}{\f1 \'bf\'f3\'b3ty} \f0 r\'f8d}",
            "żółty rød",
        ),
        (rb"{\rtf1\uc1 \u1511?\u1504?\u1492? 24}", "קנה 24"),
        (rb"{\rtf1{\*\htmltag64 <p>}buy 24{\*\htmltag72 </p>}\{\}}", "buy 24{}"),
        (rb"{\rtf1{\info{\title no}}{\pict 0102}yes", "yes"),
    ],
)
def test_rich_text_is_read_as_its_reader_sees_it(rtf: bytes, seen: str) -> None:
    assert plain_text(rtf) == seen


def test_a_text_beside_the_file_is_the_one_that_counts() -> None:
    file = base64.b64encode(winmail(prop(TEXT, 0x1E, b"buy 24"))).decode()
    wrapped = f"--b\nContent-Type: application/ms-tnef\nContent-Transfer-Encoding: base64\n\n{file}\n"
    both = letter(body=f"--b\n\nbuy 25\n{wrapped}--b--\n", content_type="multipart/mixed; boundary=b")
    alone = letter(body=f"{wrapped}--b--\n", content_type="multipart/mixed; boundary=b")
    assert (both.text, alone.text) == ("buy 25", "buy 24")


def test_a_damaged_file_is_a_mail_without_text() -> None:
    assert not read(MAILS / "odd" / "confirm_answered_with_winmail_dat_only.eml").is_readable


@given(st.binary(max_size=200), st.integers(0, 200))
def test_whatever_the_bytes_are_nothing_breaks(noise: bytes, at: int) -> None:
    whole = winmail(prop(RICH_TEXT, 0x102, PACKED), body=b"x")
    read_wrapped(whole[:at] + noise + whole[at:])
    plain_text(unpacked(PACKED[:16] + noise, 1000) + noise)
