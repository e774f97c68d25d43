"""Puts a mail together: subject, text, HTML and attachments of one notice."""

from dataclasses import replace
from functools import partial

from pbem.i18n import language
from pbem.mail.compose import Attachment, Rendered
from pbem.notices import Notice
from pbem.render.board import board
from pbem.render.lobby import with_computers_marked
from pbem.render.page import Page
from pbem.render.phrases import Links, Phrases
from pbem.render.presenters import details, files
from pbem.render.subjects import subject, subject_of_answers
from pbem.render.templates import fill
from pbem.render.words import spoken

__all__ = ["Attachment", "Links", "Rendered", "render"]

# Characters of HTML that one mail has for all that it tells beside the first; the text has it all.
_MOST_BESIDE = 40_000


def render(notice: Notice, links: Links) -> Rendered:
    """Make a mail of a notice."""
    speech = language(notice.to.language)
    notice = notice.with_game_views(partial(with_computers_marked, Phrases(speech)))
    laid_out = board(notice.game_view, notice.offers_moves) if notice.game_view else None
    headline = subject(Page(notice, links, Phrases(speech), laid_out))
    links = replace(links, subject=links.mark + subject_of_answers(notice, headline), speak=partial(spoken, speech))
    own = _about(notice, links) if notice.also else links
    text, html = (
        Page(notice, own, phrases, laid_out, also=tuple(_beside(notice, links, phrases)))
        for phrases in (Phrases(speech), Phrases(speech, html=True))
    )
    return Rendered(
        subject=headline,
        text=_filled(text),
        html=_filled(html),
        attachments=tuple(file for part in (notice, *notice.also) for file in files(part, text)),
    )


def _filled(page: Page) -> str:
    return fill(page.phrases, page.notice.template, page=page, **details(page.notice, page))


def _beside(notice: Notice, links: Links, phrases: Phrases) -> list[str]:
    """What else the mail tells, without moves to tap; in HTML only as much as mail programs show."""
    room, told = _MOST_BESIDE, list[str]()
    for each in notice.also:
        laid_out = board(each.game_view, offering=False) if each.game_view else None
        part = Page(each, _about(each, links), phrases, laid_out, beside=True)
        text = _filled(part)
        room -= len(text) if phrases.html else 0
        told.append(text if room >= 0 else _filled(replace(part, too_long=True)))
    return told


def _about(notice: Notice, links: Links) -> Links:
    """Where a mail may be about several games, its links say which one they mean."""
    return replace(links, prefix=f"#{notice.game_view.game_id} ") if notice.game_view else links
