"""Alerts to the admins: every kind of trouble is told in every language, with the commands that help."""

from datetime import UTC, datetime

import pytest

from pbem.i18n import language
from pbem.i18n.codes import LANGUAGES
from pbem.model import Kind, Trouble
from pbem.notices import AlertNotice, Reader
from pbem.notices.alerts import WORDS
from pbem.render import Rendered, render
from tests.support.render.reading import visible_text
from tests.support.render.scenes import LINKS

SINCE = datetime(2026, 11, 16, 8, 30, tzinfo=UTC)


def alert(trouble: Trouble, code: str = "en", over: bool = False, **facts: object) -> Rendered:
    to = Reader("td@example.org", code, "Europe/Warsaw")
    return render(AlertNotice(to=to, trouble=trouble, over=over, **facts), LINKS)  # type: ignore[arg-type]


def both(mail: Rendered) -> tuple[str, str]:
    """As text and as HTML, on one line each."""
    return " ".join(mail.text.split()), " ".join(visible_text(mail.html).split())


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("trouble", Trouble)
def test_an_alert_says_since_when_and_what_to_run(trouble: Trouble, code: str) -> None:
    mail = alert(trouble, code, since=SINCE, figure=3)
    words, speech = WORDS[trouble], language(code)
    for part in both(mail):
        assert speech.moment(SINCE, "Europe/Warsaw") in part
        assert speech.gettext(words.meaning) in part
        assert all(command in part for command in words.commands)
    assert speech.gettext(words.title) in mail.subject


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("trouble", Trouble)
def test_the_end_of_it_asks_for_nothing(trouble: Trouble, code: str) -> None:
    mail = alert(trouble, code, over=True)
    assert language(code).gettext(WORDS[trouble].over) in mail.subject
    assert not any(command in part for part in both(mail) for command in WORDS[trouble].commands)


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
@pytest.mark.parametrize("trouble", Trouble)
def test_no_sentence_is_left_in_english(trouble: Trouble, code: str) -> None:
    title, meaning, advice, _, over = WORDS[trouble]
    assert all(language(code).gettext(each) != each for each in (title, meaning, advice, over))


def test_what_the_server_said_is_told_and_can_do_no_harm() -> None:
    mail = alert(Trouble.MAILBOX, error="NO <b>[ALERT]</b> log in by web")
    assert "NO <b>[ALERT]</b> log in by web" in mail.text
    assert "&lt;b&gt;[ALERT]&lt;/b&gt;" in mail.html


def test_how_much_is_told_where_it_counts() -> None:
    assert "1 email is waiting." in alert(Trouble.SHUNT, figure=1).text
    assert "12 emails are waiting." in alert(Trouble.MAIL_OUT, figure=12).text
    assert "Free space for the database: 211 MB." in alert(Trouble.DISK, figure=211).text


def test_what_never_went_well_has_no_time() -> None:
    assert "It last worked" not in alert(Trouble.MAILBOX, error="no such host").text


def test_an_alert_is_a_mail_about_the_status() -> None:
    assert AlertNotice.kind is Kind.STATUS
