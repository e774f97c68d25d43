"""From a notice to a mail: text and HTML in the reader's language."""

from pbem.i18n import language
from pbem.model import Kind
from pbem.notices import EndedNotice, Notice
from pbem.render.board import board
from pbem.render.kinds import RACE_ID, details, record_name
from pbem.render.links import Links
from pbem.render.page import Page
from pbem.render.race import picture, race_of
from pbem.render.rendered import Attachment, Rendered
from pbem.render.templates import fill
from pbem.render.voice import Voice

__all__ = ["Attachment", "Links", "Rendered", "render"]


# The mails in which a player can move by a tap.
_OFFERING = (Kind.TURN, Kind.REMINDER, Kind.REFUSED, Kind.STATUS)


def render(notice: Notice, links: Links) -> Rendered:
    """Make a mail of a notice."""
    speech = language(notice.to.language)
    laid_out = board(notice.sheet, notice.kind in _OFFERING) if notice.sheet else None
    text, html = (Page(notice, links, Voice(speech, html=html), laid_out) for html in (False, True))
    return Rendered(
        subject=text.subject,
        text=fill(text.voice, notice.kind, page=text, **details(text)),
        html=fill(html.voice, notice.kind, page=html, **details(html)),
        attachments=_attachments(text),
    )


def _attachments(page: Page) -> tuple[Attachment, ...]:
    """The record of a game that is over, and the picture of its race."""
    if not isinstance(page.notice, EndedNotice):
        return ()
    record = page.notice.record
    files = [Attachment(record_name(page), 'text/plain; charset="utf-8"', record.encode())]
    if race := race_of(record):
        files.append(Attachment("race.png", "image/png", picture(race), RACE_ID))
    return tuple(files)
