"""Whatever comes in, nothing raises."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.bounce import read_bounce
from pbem.mail.letter import Letter, read_letter
from pbem.mail.new_text import new_text, scattered_text
from pbem.mail.quoted_mail import UNKNOWN, QuotedMail
from pbem.mail.screen import Verdict, screen
from pbem.ports import Delivery
from tests.support.stored_mails import MAILS, OURS

SEEDS = [path.read_bytes() for path in sorted(MAILS.rglob("*.eml"))]
PIECES = [
    b"",
    b"\0",
    b"\r",
    b"\r\n\r\n",
    b"\xff\xfe",
    b"--",
    b"=?utf-8?b?",
    b"?=",
    b"=",
    b"<",
    b'"',
    b"(" * 2_000,
    b";" * 500,
    b"Content-Type: multipart/mixed; boundary=\r\n",
    b"Content-Type: text/plain; charset=unicode_escape; format=flowed\r\n",
    b"Content-Type: text/html; charset*0*=x'y'z\r\n",
    b"Content-Transfer-Encoding: base64\r\n",
    b"##-",
    b"\n> " * 50,
]


def handle(raw: bytes, envelope_sender: str | None = None) -> Letter:
    letter = read_letter(Delivery(raw, envelope_sender=envelope_sender))
    assert screen(letter, OURS) in Verdict
    read_bounce(letter)
    for answered in (
        UNKNOWN,
        QuotedMail(text="buy 23\ntake white blue green", html="<p>On 5 May 2026 10:11 wrote a@b</p>"),
    ):
        assert isinstance(new_text(letter, OURS, answered), str)
        assert isinstance(scattered_text(letter, OURS, answered), str)
    return letter


@settings(deadline=None, max_examples=300)
@given(st.binary(max_size=2_000), st.none() | st.text(max_size=30))
def test_any_bytes_are_a_letter(raw: bytes, envelope_sender: str | None) -> None:
    assert handle(raw, envelope_sender).size == len(raw)


header_names = st.sampled_from(
    ["From", "To", "Subject", "Date", "Message-ID", "References", "Return-Path", "Content-Type", "Auto-Submitted"]
)
kinds = st.sampled_from(
    [
        "text/plain",
        "text/plain; format=flowed",
        "text/html",
        "multipart/report; report-type=delivery-status; boundary=b",
    ]
)


@settings(deadline=None, max_examples=300)
@given(st.lists(st.tuples(header_names, st.text(max_size=60)), max_size=8), kinds, st.text(max_size=500))
def test_any_header_and_any_text_are_a_letter(headers: list[tuple[str, str]], kind: str, body: str) -> None:
    fields = "".join(f"{name}: {value}\n" for name, value in headers)
    handle(f"Content-Type: {kind}\n{fields}\n{body}".encode("utf-8", "surrogatepass"))


@settings(deadline=None, max_examples=300)
@given(st.text(alphabet="<>/=\"' abdivpre&;!-\n", max_size=400))
def test_any_markup_is_a_letter(html: str) -> None:
    handle(f"Content-Type: text/html\n\n{html}".encode())


@settings(deadline=None, max_examples=300)
@given(
    st.lists(
        st.sampled_from(["On ", "5 May 2026 ", "10:11", "wrote:", "\n", "> ", "From: ", "a@b ", "-- ", "##-", "skrev"])
    )
)
def test_any_heap_of_quotation_words_is_a_letter(words: list[str]) -> None:
    handle(("Content-Type: text/plain\n\n" + "".join(words)).encode())


@pytest.mark.parametrize("seed", range(200))
def test_a_malformed_mail_is_a_letter(seed: int) -> None:
    random = Random(seed)
    raw = random.choice(SEEDS)
    for _ in range(random.randint(1, 8)):
        start = random.randrange(len(raw) + 1)
        end = min(len(raw), start + random.choice([0, 1, 10, 200]))
        raw = raw[:start] + random.choice(PIECES) + raw[end:]
    handle(raw)
