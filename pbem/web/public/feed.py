"""News of a league as an Atom feed (RFC 4287): its season's start and every result."""

from datetime import datetime
from itertools import islice
from typing import NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pbem.render.fixtures import results
from pbem.render.leagues import topic
from pbem.service.leagues.results import load_result
from pbem.service.leagues.tables import finished_line
from pbem.service.leagues.telling import facts
from pbem.web.pages import environment
from pbem.web.public.hall import Hall, cacheable
from pbem.web.public.leagues import league_of
from pbem.web.public.slug import slug
from pbem.web.public.visit import Visit
from pbem.web.public.visitor import Visitor

_MOST = 40
_TYPE = "application/atom+xml; charset=utf-8"


class Entry(NamedTuple):
    path: str
    title: str
    updated: datetime


class Feed:
    """One for each league."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def routes(self) -> list[Route]:
        return [Route("/leagues/{name}/feed.atom", self._answer)]

    async def _answer(self, request: Request) -> Response:
        return cacheable(request, await self._hall.look(request, self._written), _TYPE)

    def _written(self, visit: Visit, who: Visitor) -> str:
        league = league_of(visit, who)
        home, news = f"/leagues/{slug(league.name)}", entries(visit, who)
        return (
            environment()
            .get_template("public/feed.xml")
            .render(name=league.name, home=home, entries=news, site=self._hall.public_url, speech=who.speech)
        )


def entries(visit: Visit, who: Visitor) -> list[Entry]:
    """The newest first; one is always there."""
    league = league_of(visit, who)
    season = visit.seasons(league.id)[-1]
    told = facts(visit, season)
    start = Entry(f"/leagues/{slug(league.name)}/{season.number}", _plain(topic(who.voice, told)), season.start)
    over = [(load_result(each.result).finished, each) for each in visit.fixtures(season.id) if each.result]
    newest = sorted(over, key=lambda each: each[0], reverse=True)
    games = []
    for at, fixture in islice(newest, _MOST):
        (line,) = results(who.voice, [finished_line(visit, fixture)])
        games.append(Entry(f"/games/{fixture.game_id}", _plain(f"{line.number} {line.players}"), at))
    return [*games, start]


def _plain(html: str) -> str:
    return Markup(html).striptags()  # noqa: S704 - from our own voice
