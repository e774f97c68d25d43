from pathlib import Path

import pytest

from pbem.mail.address import Ours
from pbem.mail.letter import read_letter
from pbem.mail.screen import Verdict, screen
from pbem.ports import Delivery
from tests.support.stored_mails import MAILS, OURS, read

SCREENED = sorted((MAILS / "screen").glob("*/*.eml"))


@pytest.mark.parametrize("mail", SCREENED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_mail_gets_the_verdict_that_its_folder_names(mail: Path) -> None:
    oversize = mail.parent.name == Verdict.TOO_LARGE
    received = read_letter(Delivery(mail.read_bytes(), oversize=oversize))
    assert screen(received, OURS) == mail.parent.name


def test_every_verdict_has_mails_that_show_it() -> None:
    found_later = {Verdict.TOO_MANY, Verdict.DOUBTFUL, Verdict.CROWDED}
    assert {mail.parent.name for mail in SCREENED} == set(Verdict) - found_later


def test_every_reply_of_a_player_is_an_order() -> None:
    verdicts = {screen(read(reply), OURS) for reply in (MAILS / "replies").glob("*.eml")}
    assert verdicts == {Verdict.FOR_US}


def test_the_null_sender_of_the_envelope_counts_more_than_the_header() -> None:
    delivery = Delivery(b"Return-Path: <a@example.org>\nFrom: a@example.org\n\nhi", envelope_sender="")
    assert screen(read_letter(delivery), OURS) is Verdict.AUTO_REPLY


@pytest.mark.parametrize(
    ("address", "plus_addressing", "owned"),
    [
        ("splendor@example.org", True, True),
        ("SPLENDOR@Example.org", True, True),
        ("splendor+anything@example.org", True, True),
        ("splendor+anything@example.org", False, False),
        ("splendora@example.org", True, False),
        ("splendor@example.org.example", True, False),
        ("", True, False),
    ],
)
def test_our_addresses_are_ours(address: str, plus_addressing: bool, owned: bool) -> None:
    assert Ours("splendor@example.org", plus_addressing=plus_addressing).owns(address) is owned
