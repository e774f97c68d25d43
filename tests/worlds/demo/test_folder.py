"""A mailbox keeps what came and what went, and what was read, over any restart."""

from pathlib import Path

from pbem.worlds.demo.mailbox import WebMailbox
from tests.support.web.sent_mails import mail


def mailbox(folder: Path) -> WebMailbox:
    return WebMailbox(folder / "anna", "Anna", "anna@demo.example")


def test_what_was_read_stays_read(tmp_path: Path) -> None:
    box = mailbox(tmp_path)
    box.receive(mail(key="first"))
    box.receive(mail(key="second"))
    first = box.mail(1)
    assert first
    box.open(first)
    again = mailbox(tmp_path)
    assert [(each.number, each.seen) for each in again.newest()] == [(2, False), (1, True)]
    assert again.unread == 1


def test_a_mail_that_comes_twice_is_kept_once(tmp_path: Path) -> None:
    box = mailbox(tmp_path)
    assert box.receive(mail())
    assert box.receive(mail()) is None
    assert len(mailbox(tmp_path).threads()) == 1


def test_the_list_shows_what_a_mail_begins_with(tmp_path: Path) -> None:
    received = mailbox(tmp_path).receive(mail())
    assert received
    assert received.snippet.startswith("greedy bought card 23 G 2 points for W2 U1.")
    assert received.sender == "Splendor by mail"
    assert received.language == "en"


def test_a_turn_is_one_conversation_even_where_a_move_was_tapped(tmp_path: Path) -> None:
    box = mailbox(tmp_path)
    box.receive(mail("started", key="first"))
    box.keep_sent(b"Message-ID: <tapped@demo.example>\r\nSubject: Splendor\r\n\r\nbuy 12\r\n")
    box.receive(mail("moved", key="second", answers="tapped@demo.example"))
    (thread,) = box.threads()
    assert [each.snippet.split(" ·")[0] for each in thread.mails][1:] == ["buy 12", "The game begins"]


def test_rubbish_is_kept_and_shown_as_well_as_it_can_be(tmp_path: Path) -> None:
    box = mailbox(tmp_path)
    assert box.receive(b"\xff\x00")
    assert box.receive(b"From: nobody\r\nDate: never\r\nContent-Type: text/html\r\n\r\n")
    assert len(list(mailbox(tmp_path).newest())) == 2
