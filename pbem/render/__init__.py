"""From a notice to a mail: text and HTML in the reader's language."""

from dataclasses import replace

from pbem.i18n import language
from pbem.mail.compose import Attachment, Rendered
from pbem.notices import Notice
from pbem.render.board import board
from pbem.render.page import Page
from pbem.render.phrases import Links, Phrases
from pbem.render.presenters import details, files
from pbem.render.subjects import subject
from pbem.render.templates import fill

__all__ = ["Attachment", "Links", "Rendered", "render"]


def render(notice: Notice, links: Links) -> Rendered:
    """Make a mail of a notice."""
    speech = language(notice.to.language)
    laid_out = board(notice.game_view, notice.offers_moves) if notice.game_view else None
    headline = subject(Page(notice, links, Phrases(speech), laid_out))
    links = replace(links, subject=links.mark + headline)
    text, html = (Page(notice, links, Phrases(speech, html=html), laid_out) for html in (False, True))
    return Rendered(
        subject=headline,
        text=fill(text.phrases, notice.template, page=text, **details(notice, text)),
        html=fill(html.phrases, notice.template, page=html, **details(notice, html)),
        attachments=files(notice, text),
    )
