"""Replies look like those of real mail programs: the server finds what was typed above every quotation."""

from datetime import UTC, datetime

import pytest

from pbem.i18n.codes import LANGUAGES
from pbem.mail.letter import read_letter
from pbem.mail.new_text import new_text
from pbem.ports import Delivery
from pbem.worlds.demo.mailbox import parse, summary
from pbem.worlds.demo.reading import Quote, ReplyDraft, clients, contents, is_address, reply
from tests.support.web.sent_mails import OURS, mail

NOW = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)


def answer(words: str, client: str, language: str) -> bytes:
    raw = mail(language=language)
    draft = reply(Quote(summary(raw, 1, sent=False, seen=True), contents(raw), client, language))
    return ReplyDraft(draft.to, draft.subject, words, draft.quote).mime("Anna", "anna@demo.example", NOW)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("client", clients())
def test_only_the_typed_words_are_read(client: str, language: str) -> None:
    letter = read_letter(Delivery(answer("buy 12\nsay hello", client, language)))
    assert new_text(letter, OURS) == "buy 12\nsay hello"


@pytest.mark.parametrize("client", [key for key, client in clients().items() if client.html])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_html_alone_says_the_same(client: str, language: str) -> None:
    message = parse(answer("buy 12", client, language))
    part = message.get_body(("html",))
    assert part
    letter = read_letter(Delivery(part.as_bytes()))
    assert new_text(letter, OURS) == "buy 12"


def test_a_reply_goes_where_the_mail_asks_and_belongs_to_its_conversation() -> None:
    message, answered = parse(answer("help", "gmail", "en")), parse(mail())
    assert message["To"] == answered["Reply-To"].addresses[0].addr_spec
    assert message["Subject"] == f"Re: {answered['Subject']}"
    assert message["In-Reply-To"] == answered["Message-ID"]
    assert str(answered["Message-ID"]) in str(message["References"])


def test_nothing_typed_into_a_field_becomes_another_header() -> None:
    raw = ReplyDraft("a@b.example", "x\r\nBcc: c@d.example", "text").mime("Anna", "anna@demo.example", NOW)
    assert parse(raw)["Bcc"] is None


@pytest.mark.parametrize("text", ["", "splendor", "a@b.example, c@d.example", "a@b.example\n", "<a@b.example>"])
def test_what_is_no_single_address_is_not_sent_to(text: str) -> None:
    assert not is_address(text.replace("\n", "\x00"))
