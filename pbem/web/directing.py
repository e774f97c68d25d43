"""The page of those who direct leagues: for each the report that they get by mail, as it stands now."""

from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.responses import Response

from pbem.actions.leagues.decide import at_hand, directed_by
from pbem.actions.leagues.reports import weekly_worries
from pbem.actions.leagues.season_facts import facts
from pbem.i18n import language
from pbem.mail.tags import Purpose
from pbem.model import Season
from pbem.render.leagues import status, topic
from pbem.render.phrases import Phrases
from pbem.render.reports import Group, report
from pbem.web.tagged import NO_LINK, TaggedPage
from pbem.web.templates import in_words, page
from pbem.work import ReadWork

PATH = "/direct/"


class Directed(NamedTuple):
    """A league on the page."""

    slug: str
    heading: str
    state: str
    groups: list[Group]


class DirectorsPage(TaggedPage):
    """Opened by a tag of its own kind, as long as its owner directs anything; it changes nothing."""

    path = PATH

    def _shown(self, tag: str) -> Response:
        server = self._app.server
        with self._app.store.look() as visit:
            player = self._owner(visit, tag, Purpose.DIRECT)
            directed = [] if player.banned else list(directed_by(visit, server, player))
            if not directed:
                raise HTTPException(404, NO_LINK)
            phrases = Phrases(language(player.language), html=True)
            seasons = [season for each in directed for season in at_hand(visit, each)]
            shown = [_season(visit, each, phrases) for each in seasons]
        return page("public/direct.html", **in_words(phrases), web=self._app.config.web, leagues=shown)


def _season(work: ReadWork, season: Season, phrases: Phrases) -> Directed:
    told = facts(work, season)
    groups = report(phrases, weekly_worries(work, season))
    return Directed(work.league(season.league_id).slug, topic(phrases, told), status(phrases, told), groups)
