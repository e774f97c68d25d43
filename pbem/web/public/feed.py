"""News of a league as an Atom feed (RFC 4287): its season and every result."""

from datetime import datetime
from itertools import islice
from typing import NamedTuple

from markupsafe import Markup

from pbem.render.fixtures import results
from pbem.render.leagues import topic
from pbem.service.leagues import log
from pbem.service.leagues.results import load_result
from pbem.service.leagues.tables import finished_line
from pbem.service.leagues.telling import facts
from pbem.web.pages import environment
from pbem.web.public.leagues import league_of
from pbem.web.public.slug import slug
from pbem.web.public.visit import Visit
from pbem.web.public.visitor import Visitor

_MOST = 40


class Entry(NamedTuple):
    path: str
    title: str
    updated: datetime


def feed(site: str, visit: Visit, who: Visitor) -> str:
    """The feed of a league; `site` is where our pages are."""
    league = league_of(visit, who)
    home, news = f"/leagues/{slug(league.name)}", entries(visit, who)
    template = environment().get_template("public/feed.xml")
    return template.render(name=league.name, home=home, entries=news, site=site, speech=who.speech)


def entries(visit: Visit, who: Visitor) -> list[Entry]:
    """The newest first; one is always there."""
    league = league_of(visit, who)
    season = visit.seasons(league.id)[-1]
    told = facts(visit, season)
    announced = datetime.fromisoformat(log.entries(visit.season_log(season.id)[:1])[0]["at"])
    start = Entry(f"/leagues/{slug(league.name)}/{season.number}", _plain(topic(who.voice, told)), announced)
    over = [(load_result(each.result).finished, each) for each in visit.fixtures(season.id) if each.result]
    newest = sorted(over, key=lambda each: each[0], reverse=True)
    games = []
    for at, fixture in islice(newest, _MOST):
        (line,) = results(who.voice, [finished_line(visit, fixture)])
        games.append(Entry(f"/games/{fixture.game_id}", _plain(f"{line.number} {line.players}"), at))
    return [*games, start]


def _plain(html: str) -> str:
    return Markup(html).striptags()  # noqa: S704 - from our own voice
