"""Every button of a seat's page is understood, and something is said of it once it is obeyed."""

import re
from typing import get_args

import pytest

from pbem.actions.games.mailing import OneGames
from pbem.i18n import language
from pbem.model.proposals import Wanted
from pbem.notices.base import AskedOfAll
from pbem.render.phrases import Phrases
from pbem.render.proposals import choices
from pbem.render.style import templates
from pbem.web.play.asked import DEEDS, DONE, SHOWN, WORDED, asked_for, word_for
from pbem.web.play.link import open_link
from tests.support.web.seats import SeatPage

_BUTTON = re.compile(r'name="do" value="([^"{]+)"')
_FILLED = {"words": "hello", "note": "hello", "title": "hello", "to": "1", "days": "1", "until": "2027-01-05"}


def written_buttons() -> set[str]:
    pages = [path.read_text("utf-8") for path in templates("web").glob("public/play*.html")]
    return {deed for text in pages for deed in _BUTTON.findall(text)} - {"links"}


def drawn_buttons(anna_page: SeatPage) -> set[str]:
    now, phrases = anna_page.room.now, Phrases(language("en"))
    asked = [AskedOfAll(what, "Bo", mine, now) for what in Wanted for mine in (True, False)]
    mailing = {f"{name} {word}" for name in get_args(OneGames) for word in ("on", "off")}
    return {deed for each in asked for deed, _ in choices(phrases, each)} | mailing


async def test_every_button_is_understood_and_answered(anna_page: SeatPage) -> None:
    with anna_page.room.store.work() as work:
        link = open_link(anna_page.room.app.server, work, anna_page.tag)
    assert link
    buttons = written_buttons() | drawn_buttons(anna_page)
    assert buttons >= {"resign", "take back", "vote more", "later at 19:00", "follow on", "table"}
    for deed in buttons:
        assert asked_for(link, {"do": deed, **_FILLED}), deed
    for deed in (buttons | DEEDS | WORDED) - set(SHOWN):
        word = word_for(link, {"do": deed})
        assert word in DONE
        assert word != "said" or deed == "say", deed


@pytest.mark.parametrize("deed", ["forget me", "stop", "ban", "rules", "yes", "later whenever", ""])
async def test_what_no_button_of_a_game_asks_for_is_not_done(anna_page: SeatPage, deed: str) -> None:
    answer = await anna_page.send(await anna_page.look(), do=deed)
    assert answer.status == 422
