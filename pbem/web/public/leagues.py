"""Leagues: all of them, the season that one is in, and its archive."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta
from functools import partial
from itertools import islice

from markupsafe import Markup
from starlette.exceptions import HTTPException

from pbem.i18n.marking import N_
from pbem.model import League, Season
from pbem.notices import DivisionTable, FixtureLine, LeagueFacts, Reader, StandingsNotice
from pbem.render.fixtures import Fixture, results, state
from pbem.render.leagues import card, topic
from pbem.render.standings import Table, standings_details
from pbem.render.voice import Voice
from pbem.service.leagues.tables import Division, division_table, divisions, ranked
from pbem.service.leagues.telling import facts
from pbem.web.public.chart import Line, svg
from pbem.web.public.paging import pager
from pbem.web.public.shown import Shown
from pbem.web.public.slug import slug
from pbem.web.public.summary import Facts, known
from pbem.web.public.visit import Visit
from pbem.web.public.visitor import Visitor

_DIVISIONS_A_PAGE = 3
_LEAGUES_A_PAGE = 20
_WEEK = timedelta(weeks=1)
_NO_LEAGUE = N_("There is no such league.")
_NO_SEASON = N_("There is no such season.")


def leagues(visit: Visit, who: Visitor) -> Shown:
    """Each with the season that it is in."""
    found = visit.leagues()
    pages = pager(who, _LEAGUES_A_PAGE, len(found))
    current = [facts(visit, visit.seasons(each.id)[-1]) for each in found[pages.offset : pages.offset + pages.size]]
    return Shown(
        "leagues.html",
        {"leagues": [{"slug": slug(each.name), **asdict(each)} for each in current], **pages.facts},
        {"cards": [(slug(each.name), card(who.voice, each, who.timezone)) for each in current], "pager": pages},
    )


def league(visit: Visit, who: Visitor) -> Shown:
    """The season that the league is in."""
    found = league_of(visit, who)
    return _season(visit, who, visit.seasons(found.id)[-1])


def season(visit: Visit, who: Visitor) -> Shown:
    """Any season, by its number."""
    found = league_of(visit, who)
    wanted = next((each for each in visit.seasons(found.id) if each.number == who.params["season"]), None)
    if wanted is None:
        raise HTTPException(404, _NO_SEASON)
    return _season(visit, who, wanted)


def league_of(visit: Visit, who: Visitor) -> League:
    """The league that the address names."""
    wanted = slug(who.params["name"])
    found = next((each for each in visit.leagues() if slug(each.name) == wanted), None)
    if found is None:
        raise HTTPException(404, _NO_LEAGUE)
    return found


def _season(visit: Visit, who: Visitor, season: Season) -> Shown:
    told, every = facts(visit, season), list(divisions(visit, season))
    pages = pager(who, _DIVISIONS_A_PAGE, len(every))
    here = list(islice(every, pages.offset, pages.offset + pages.size))
    tables = [division_table(visit, season, each) for each in here]
    numbers = [each.number for each in visit.seasons(season.league_id)]
    secret = season.secret.hex() if season.signed_off_at else None
    return Shown(
        "season.html",
        {
            "league": {"slug": slug(told.name), **asdict(told)},
            "seasons": numbers,
            "divisions": [asdict(each) for each in tables],
            "secret": secret,
            **pages.facts,
        },
        {
            "heading": topic(who.voice, told),
            "card": card(who.voice, told, who.timezone),
            "tables": list(map(partial(_table, visit, who, season, told), here, tables)),
            "legend": _notice_details(who, told, tables)["legend"] if tables else [],
            "pager": pages,
        },
    )


def _table(
    visit: Visit, who: Visitor, season: Season, told: LeagueFacts, division: Division, shown: DivisionTable
) -> Facts:
    made = _notice_details(who, told, [shown])["tables"]
    assert isinstance(made, list)
    table: Table = made[0]
    return {
        "table": table,
        "people": [known(visit, row.member) for row in ranked(season, division)],
        "running": [(each.game_id, fixture) for each, fixture in _running(who, shown.running)],
        "results": list(
            zip([each.game_id for each in shown.finished], results(who.voice, shown.finished), strict=True)
        ),
        "chart": _chart(told, shown, table.picture_in_words),
    }


def _notice_details(who: Visitor, told: LeagueFacts, tables: Sequence[DivisionTable]) -> Facts:
    """What a mail of standings would say."""
    nobody = Reader(address="", language=who.speech.code, timezone=who.timezone)
    return standings_details(who.voice, StandingsNotice(to=nobody, league=told, tables=tuple(tables)))


def _running(who: Visitor, fixtures: Sequence[FixtureLine]) -> list[tuple[FixtureLine, Fixture]]:
    """In the order in which they were drawn."""
    voice = who.voice
    return [(each, _fixture(voice, each, who.timezone)) for each in fixtures]


def _fixture(voice: Voice, fixture: FixtureLine, timezone: str) -> Fixture:
    number = voice.isolated(f"#{fixture.game_id}") if fixture.game_id else ""
    return Fixture(number, voice.listed(fixture.names), state(voice, fixture, "", timezone))


def _chart(told: LeagueFacts, shown: DivisionTable, words: str) -> Markup:
    """The points of every member, in weeks from the start of the season."""
    grown = sorted(shown.growth)
    weeks = [0.0, *(max(timedelta(), at - told.start) / _WEEK for at, _ in grown)]
    totals = zip((0.0,) * len(shown.lines), *(points for _, points in grown), strict=True)
    lines = [
        Line(line.name, tuple(zip(weeks, points, strict=True)))
        for line, points in zip(shown.lines, totals, strict=True)
    ]
    return svg(lines, Markup(words).striptags())  # noqa: S704 - from our own voice
