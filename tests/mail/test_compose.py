"""Composed mails: the headers that we promise, right for every name, and nothing smuggled in."""

from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.actions.who import marks_of
from pbem.mail.address import Ours
from pbem.mail.compose import Attachment, Composed, Rendered, Stamp, compose, plain_text
from pbem.mail.letter import read_letter
from pbem.mail.tags import Claim, Keyring, Purpose, Tags
from pbem.model import Kind
from pbem.notices.base import kinds
from pbem.ports import Delivery
from pbem.unseen import without_unseen

OURS = Ours("splendor@example.org", "Splendor by mail")
WITHOUT_PLUS = replace(OURS, plus_addressing=False)
TAGS = Tags(b"a secret of the server's own")
KEYRING = Keyring(TAGS, Claim(7, 42, 0), "abcdefgh")
STAMP = Stamp(
    kind=Kind.TURN,
    to_name="Anna",
    to_address="anna@players.example",
    keyring=KEYRING,
    date=datetime(2026, 11, 16, 10, tzinfo=UTC),
    game_id=42,
    turn=7,
)
CONTENT = Rendered("Splendor #42", "It is your turn.\n", "<p>It is your turn.</p>\n")
RECORD = Attachment("game 42 þ.txt", 'text/plain; charset="utf-8"', "seats: Þór\n".encode())
PICTURE = Attachment("race.png", "image/png", bytes(range(256)) * 9, content_id="race")

NAMES = ("Þórður Æsir", "מרים", "Łukasz Żółć", "🎲 Dice", "O'Hara, Jr.", 'Jon "J" <jon>', "=?utf-8?q?Eva?=")
some_text = st.text(max_size=300) | st.text('aþ\r\n\t <>@:,"=?_\0\x85\u2028', max_size=60) | st.sampled_from(NAMES)


def read(composed: Composed) -> EmailMessage:
    message = message_from_bytes(composed.mime, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def made(stamp: Stamp = STAMP, content: Rendered = CONTENT, ours: Ours = OURS) -> EmailMessage:
    return read(compose(ours, stamp, content))


def bodies(message: EmailMessage) -> tuple[str, str]:
    plain, html = message.get_body(("plain",)), message.get_body(("html",))
    assert plain
    assert html
    return plain.get_content().replace("\r\n", "\n"), html.get_content().replace("\r\n", "\n")


# The headers


def test_a_mail_says_who_sends_it_to_whom_about_what() -> None:
    mail = made()
    assert mail["From"] == "Splendor by mail <splendor@example.org>"
    assert mail["To"] == "Anna <anna@players.example>"
    assert mail["Subject"] == "Splendor #42"
    assert parsedate_to_datetime(mail["Date"]) == STAMP.date
    assert mail["MIME-Version"] == "1.0"


def test_the_answer_s_address_the_message_id_and_the_envelope_have_a_key_each() -> None:
    composed = compose(OURS, STAMP, CONTENT)
    mail = read(composed)
    assert mail["Reply-To"] == f"Splendor by mail <splendor+{KEYRING.answer}@example.org>"
    assert mail["Message-ID"] == f"<{KEYRING.mark(Purpose.MAIL)}@example.org>"
    assert composed.message_id == f"{KEYRING.mark(Purpose.MAIL)}@example.org"
    assert composed.sender == f"splendor+b.{KEYRING.mark(Purpose.BOUNCE)}@example.org"


def test_a_mail_says_what_it_is_and_of_which_game_and_turn() -> None:
    mail = made()
    assert (mail["X-PBEM-Kind"], mail["X-PBEM-Game"], mail["X-PBEM-Turn"]) == ("turn", "42", "7")


def test_a_mail_about_no_game_names_none() -> None:
    mail = made(replace(STAMP, game_id=None, turn=None))
    assert mail["X-PBEM-Game"] is None
    assert mail["X-PBEM-Turn"] is None


def test_the_first_turn_is_a_turn_too() -> None:
    assert made(replace(STAMP, turn=0))["X-PBEM-Turn"] == "0"


@pytest.mark.parametrize(("answers", "expected"), [(None, "auto-generated"), ("a@b.example", "auto-replied")])
def test_mail_programs_are_told_that_a_machine_wrote_it(answers: str | None, expected: str) -> None:
    assert made(replace(STAMP, answers=answers))["Auto-Submitted"] == expected


def test_an_answer_stands_below_its_turn() -> None:
    mail = made(replace(STAMP, root="42.1.turn7", answers="answered@players.example"))
    assert mail["In-Reply-To"] == "<answered@players.example>"
    assert mail["References"] == "<42.1.turn7@example.org> <answered@players.example>"
    assert mail["X-Entity-Ref-ID"] is None


def test_what_opens_a_thread_refers_to_it_and_answers_nothing() -> None:
    mail = made(replace(STAMP, root="42.1.turn7", opens_thread=True, answers="answered@players.example"))
    assert mail["In-Reply-To"] is None
    assert mail["References"] == "<42.1.turn7@example.org>"
    assert mail["X-Entity-Ref-ID"] == "42.1.turn7@example.org"


def test_what_stands_alone_has_a_reference_that_nothing_else_has() -> None:
    mail = made(replace(STAMP, opens_thread=True))
    assert mail["References"] == f"<alone.{KEYRING.key}@example.org>"


def test_a_mail_about_nothing_that_answers_nothing_is_in_no_thread() -> None:
    mail = made()
    assert mail["In-Reply-To"] is None
    assert mail["References"] is None


@pytest.mark.parametrize("kind", Kind)
def test_talk_digests_and_league_mails_can_be_sorted_by_themselves_and_turns_can_not(kind: Kind) -> None:
    listed = kind in kinds(lambda each: each.listed)
    assert listed == (kind in (Kind.PRESS, Kind.DIGEST, Kind.STANDINGS, Kind.LEAGUE))
    mail = made(replace(STAMP, kind=kind, listed=listed))
    assert mail["List-Id"] == (f"<{kind}.splendor.example.org>" if listed else None)


def test_a_league_is_named_whatever_its_letters() -> None:
    assert str(made(replace(STAMP, league="Þórsmörk"))["X-PBEM-League"]) == "Þórsmörk"


def test_unsubscribing_is_a_mail_to_an_address_of_its_own() -> None:
    tag = KEYRING.tag(Purpose.UNSUBSCRIBE)
    assert made()["List-Unsubscribe"] == f"<mailto:splendor+{tag}@example.org?subject=stop>"


def test_complaints_can_be_told_by_game_and_kind() -> None:
    assert made()["Feedback-ID"] == "42:turn:pbem:example.org"


def test_without_plus_addressing_the_subject_carries_the_tag() -> None:
    composed = compose(WITHOUT_PLUS, STAMP, CONTENT)
    mail = read(composed)
    assert mail["Subject"] == f"[#42 {KEYRING.answer.tag}] Splendor #42"
    assert mail["Reply-To"] == "Splendor by mail <splendor@example.org>"
    assert composed.sender == "splendor@example.org"
    assert f"[#0 {KEYRING.tag(Purpose.UNSUBSCRIBE)}] stop" in unquote(str(mail["List-Unsubscribe"]))


@pytest.mark.parametrize("ours", [OURS, WITHOUT_PLUS])
def test_an_answer_as_mail_programs_make_it_brings_the_tag_back(ours: Ours) -> None:
    mail = made(ours=ours)
    answer = f"To: {mail['Reply-To']}\r\nSubject: Re: {mail['Subject']}\r\n\r\nbuy 23\r\n"
    marks = marks_of(read_letter(Delivery(answer.encode())))
    assert [TAGS.read(Purpose.ANSWER, mark.tag) for mark in marks] == [Claim(7, 42, 0)]


# The body


def test_the_text_and_the_html_are_alternatives_and_the_html_is_the_better_one() -> None:
    mail = made()
    assert mail.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in mail.iter_parts()] == ["text/plain", "text/html"]
    assert bodies(mail) == (CONTENT.text, CONTENT.html)


def test_pictures_stand_in_the_html_and_files_beside_it_all() -> None:
    mail = made(content=replace(CONTENT, attachments=(RECORD, PICTURE)))
    assert mail.get_content_type() == "multipart/mixed"
    assert bodies(mail) == (CONTENT.text, CONTENT.html)
    (record,) = mail.iter_attachments()
    assert record.get_filename() == "game 42 þ.txt"
    assert record.get_payload(decode=True) == RECORD.content
    picture = next(part for part in mail.walk() if part["Content-ID"] == "<race>")
    assert picture.get_payload(decode=True) == PICTURE.content


@given(st.text(st.characters(exclude_characters="\r\0", codec="utf-8"), max_size=300))
def test_a_text_arrives_as_it_was_written_but_for_what_can_t_be_seen(text: str) -> None:
    composed = compose(OURS, STAMP, replace(CONTENT, text=text, html=text))
    assert plain_text(composed.mime).replace("\r\n", "\n").rstrip("\n") == without_unseen(text).rstrip("\n")


def test_lines_that_mean_something_to_mail_servers_come_through() -> None:
    text = "From here on:\n.\n..\nFrom there\n--\n\n=3D=\n" + "trailing \t\n" + "x" * 5000 + "\n"
    assert bodies(made(content=replace(CONTENT, text=text)))[0] == text


# Whatever somebody is called


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_read_as_it_was_given(name: str) -> None:
    mail = made(replace(STAMP, to_name=name), ours=replace(OURS, name=name))
    for field in ("From", "To", "Reply-To"):
        (address,) = mail[field].addresses
        assert address.display_name == name
    assert mail["To"].addresses[0].addr_spec == "anna@players.example"


@pytest.mark.parametrize("subject", [*NAMES, "Splendor #42: Þú átt leik " * 5, "תורך, מרים " * 9])
def test_a_subject_is_read_as_it_was_given(subject: str) -> None:
    assert made(content=replace(CONTENT, subject=subject))["Subject"] == " ".join(subject.split())


@pytest.mark.parametrize("address", ["þór@players.example", "anna@dæmi.is", "מרים@players.example"])
def test_an_address_beyond_ascii_is_written_out(address: str) -> None:
    """RFC 6532 section 3.2; the relay announces it with SMTPUTF8."""
    mail = compose(OURS, replace(STAMP, to_name="Þór", to_address=address), CONTENT).mime
    (line,) = [line for line in mail.decode().split("\r\n") if line.startswith("To: ")]
    assert line.endswith(f" <{address}>")


@settings(max_examples=60, deadline=None)
@given(some_text, some_text, some_text, some_text)
def test_no_header_can_be_smuggled_in(ours: str, name: str, subject: str, answers: str) -> None:
    stamp = replace(STAMP, to_name=name, answers=answers)
    composed = compose(replace(OURS, name=ours), stamp, replace(CONTENT, subject=subject))
    fields = set(read(composed).keys()) - {"In-Reply-To", "References"}
    assert fields == set(made().keys())
    assert len(read(composed).keys()) == len(set(read(composed).keys()))
    assert [address.addr_spec for address in read(composed)["To"].addresses] == ["anna@players.example"]


@settings(max_examples=60, deadline=None)
@given(some_text, some_text, some_text, some_text)
def test_every_mail_is_well_formed(ours: str, name: str, subject: str, answers: str) -> None:
    stamp = replace(STAMP, to_name=name, answers=answers)
    content = Rendered(subject, subject, subject, (RECORD, PICTURE))
    mime = compose(replace(OURS, name=ours), stamp, content).mime
    assert mime.isascii()
    lines = mime.split(b"\r\n")
    assert max(map(len, lines)) <= 998
    assert not any(b"\r" in line or b"\n" in line or b"\0" in line for line in lines)
    parsed = message_from_bytes(mime, policy=policy.default)
    assert [defect for part in parsed.walk() for defect in part.defects] == []
    for field in ("From", "To", "Reply-To", "Subject"):
        assert list(parsed[field].defects) == []


@pytest.mark.parametrize("endless", ["x" * 2000, "þ" * 2000, "x " * 2000, "þ " * 2000, '🎲"' * 2000])
def test_endless_names_and_subjects_make_no_endless_lines(endless: str) -> None:
    stamp = replace(STAMP, to_name=endless, root="a" * 500, answers="b" * 500)
    content = replace(CONTENT, subject=endless, text=endless, html=endless)
    for ours in (OURS, WITHOUT_PLUS):
        mime = compose(replace(ours, name=endless), stamp, content).mime
        assert max(map(len, mime.split(b"\r\n"))) <= 998


def test_an_id_stands_on_the_first_line_of_its_field() -> None:
    long = replace(OURS, address=f"splendor@{'correspondence.' * 4}example.org")
    header = compose(long, replace(STAMP, answers="a" * 200), CONTENT).mime.split(b"\r\n\r\n")[0]
    for field in (b"Message-ID", b"In-Reply-To", b"References", b"List-Unsubscribe", b"Reply-To"):
        assert b"\r\n%s: <" % field in header or b"\r\n%s: Splendor" % field in header


@given(st.text(max_size=40))
def test_no_header_can_be_smuggled_in_by_an_address(address: str) -> None:
    mail = compose(OURS, replace(STAMP, to_address=address + "@players.example"), CONTENT).mime
    assert set(message_from_bytes(mail).keys()) == set(made().keys())
