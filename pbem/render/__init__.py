"""From a notice to a mail: text and HTML in the reader's language."""

from pbem.i18n import language
from pbem.mail.compose import Attachment, Rendered
from pbem.notices import (
    DataNotice,
    EndedNotice,
    Notice,
    RefusedNotice,
    ReminderNotice,
    StandingsNotice,
    StatusNotice,
    TurnNotice,
)
from pbem.render.board import board
from pbem.render.chart import race_of
from pbem.render.chart import race_picture as picture
from pbem.render.kinds import DATA_NAME, RACE_ID, details, record_name, template_of
from pbem.render.page import Page
from pbem.render.standings import charts
from pbem.render.templates import fill
from pbem.render.voice import Links, Voice

__all__ = ["Attachment", "Links", "Rendered", "render"]


# The mails in which a player can move by a tap.
_OFFERING = (TurnNotice, ReminderNotice, RefusedNotice, StatusNotice)


def render(notice: Notice, links: Links) -> Rendered:
    """Make a mail of a notice."""
    speech = language(notice.to.language)
    laid_out = board(notice.sheet, isinstance(notice, _OFFERING)) if notice.sheet else None
    text, html = (Page(notice, links, Voice(speech, html=html), laid_out) for html in (False, True))
    return Rendered(
        subject=text.subject,
        text=fill(text.voice, template_of(notice), page=text, **details(text)),
        html=fill(html.voice, template_of(notice), page=html, **details(html)),
        attachments=_attachments(text),
    )


def _attachments(page: Page) -> tuple[Attachment, ...]:
    match page.notice:
        case EndedNotice(record=record):
            return _of_the_end(page, record)
        case DataNotice(data=data):
            return (Attachment(DATA_NAME, "application/json", data.encode()),)
        case StandingsNotice() as notice:
            return charts(notice)
    return ()


def _of_the_end(page: Page, record: str) -> tuple[Attachment, ...]:
    """The record of a game that is over, and the picture of its race."""
    files = [Attachment(record_name(page), 'text/plain; charset="utf-8"', record.encode())]
    if race := race_of(record):
        files.append(Attachment("race.png", "image/png", picture(race), RACE_ID))
    return tuple(files)
