"""Leagues: all of them, the season that one is in, and its archive."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from functools import partial
from itertools import islice
from typing import NamedTuple

from markupsafe import Markup
from starlette.exceptions import HTTPException

from pbem.actions import results as log
from pbem.actions.leagues.divisions import DivisionGames, divisions, ranked
from pbem.actions.leagues.exports import as_calendar, as_csv, as_xlsx, sheets
from pbem.actions.leagues.files import log_of, season_zip
from pbem.actions.leagues.season_facts import facts, member_lines
from pbem.actions.leagues.tables import division_table, finished_line, team_lines
from pbem.actions.results import load_result
from pbem.i18n.language import N_
from pbem.model import League, Season
from pbem.model.leagues import slug
from pbem.notices import DivisionTable, FixtureLine, LeagueFacts, Reader, StandingsNotice
from pbem.render.brackets import shown_teams
from pbem.render.fixtures import ShownFixture, results, state
from pbem.render.leagues import card, topic
from pbem.render.phrases import Phrases
from pbem.render.seasons import member
from pbem.render.standings import ShownTable, standings_details
from pbem.web.bracket import bracket
from pbem.web.chart import ChartLine, svg
from pbem.web.lobby import Facts, known
from pbem.web.pages import Shown, Visit, Visitor, pager
from pbem.web.templates import environment

_DIVISIONS_A_PAGE = 3
_LEAGUES_A_PAGE = 20
_WEEK = timedelta(weeks=1)
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
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
        {"cards": [(slug(each.name), card(who.phrases, each, who.timezone)) for each in current], "pager": pages},
    )


def league(visit: Visit, who: Visitor) -> Shown:
    """The season that the league is in."""
    found = league_of(visit, who)
    return _season(visit, who, visit.seasons(found.id)[-1])


def season(visit: Visit, who: Visitor) -> Shown:
    """Any season, by its number."""
    return _season(visit, who, _season_of(visit, who))


def log_file(visit: Visit, who: Visitor) -> str:
    """The league's log up to the end of a season, for anyone to check."""
    return "".join(f"{line}\n" for line in log_of(visit, _season_of(visit, who)))


def proof_file(visit: Visit, who: Visitor) -> bytes:
    """The same with all records, in one file."""
    return season_zip(visit, _season_of(visit, who))


def sheet_file(visit: Visit, who: Visitor) -> str:
    """Standings, fixtures, results or members of a season, as CSV."""
    named = sheets(visit, _season_of(visit, who))
    if who.params["sheet"] not in named:
        raise HTTPException(404)
    return as_csv(named[who.params["sheet"]])


def workbook_file(visit: Visit, who: Visitor) -> bytes:
    """The same in one file."""
    return as_xlsx(sheets(visit, _season_of(visit, who)))


def calendar_file(visit: Visit, who: Visitor) -> str:
    """The dates of a league's seasons, to subscribe to."""
    return as_calendar(visit, visit.seasons(league_of(visit, who).id))


def _season_of(visit: Visit, who: Visitor) -> Season:
    found = league_of(visit, who)
    wanted = next((each for each in visit.seasons(found.id) if each.number == who.params["season"]), None)
    if wanted is None:
        raise HTTPException(404, _NO_SEASON)
    return wanted


def league_of(visit: Visit, who: Visitor) -> League:
    """The league that the address names."""
    wanted = slug(who.params["name"])
    found = next((each for each in visit.leagues() if slug(each.name) == wanted), None)
    if found is None:
        raise HTTPException(404, _NO_LEAGUE)
    return found


def _season(visit: Visit, who: Visitor, season: Season) -> Shown:
    told, every = facts(visit, season), list(divisions(visit, season))
    members = list(member_lines(visit, season))
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
            "members": [asdict(each) for each in members],
            "divisions": [asdict(each) for each in tables],
            "secret": secret,
            **pages.facts,
        },
        {
            "heading": topic(who.phrases, told),
            "card": card(who.phrases, told, who.timezone, in_full=True),
            "members": [member(who.phrases, each) for each in members],
            "before": _before(visit, who, season) if not every else None,
            "tables": list(map(partial(_table, visit, who, season, told), here, tables)),
            "legend": _notice_details(who, told, tables)["legend"] if tables else [],
            "teams": shown_teams(who.phrases, team_lines(visit, season)),
            "pager": pages,
        },
    )


def _before(visit: Visit, who: Visitor, season: Season) -> Facts | None:
    """The last season's top table, as long as this one has none."""
    drawn = [each for each in visit.seasons(season.league_id) if each.number < season.number]
    drawn = [each for each in drawn if visit.fixtures(each.id)]
    if not drawn:
        return None
    last = drawn[-1]
    told, top = facts(visit, last), next(iter(divisions(visit, last)))
    return {**_table(visit, who, last, told, top, division_table(visit, last, top)), "number": last.number}


def _table(
    visit: Visit, who: Visitor, season: Season, told: LeagueFacts, division: DivisionGames, shown: DivisionTable
) -> Facts:
    made = _notice_details(who, told, [shown])["tables"]
    assert isinstance(made, list)
    table: ShownTable = made[0]
    return {
        "table": table,
        "people": [known(visit, row.member) for row in ranked(season, division)],
        "running": [(each.game_id, fixture) for each, fixture in _running(who, shown.running)],
        "results": list(
            zip([each.game_id for each in shown.finished], results(who.phrases, shown.finished), strict=True)
        ),
        "chart": _chart(told, shown, table.picture_in_words),
        "bracket": bracket(shown.bracket, table.heading),
    }


def _notice_details(who: Visitor, told: LeagueFacts, tables: Sequence[DivisionTable]) -> Facts:
    """What a mail of standings would say."""
    nobody = Reader(address="", language=who.speech.code, timezone=who.timezone)
    return standings_details(who.phrases, StandingsNotice(to=nobody, league=told, tables=tuple(tables)))


def _running(who: Visitor, fixtures: Sequence[FixtureLine]) -> list[tuple[FixtureLine, ShownFixture]]:
    """In the order in which they were drawn."""
    phrases = who.phrases
    return [(each, _fixture(phrases, each, who.timezone)) for each in fixtures]


def _fixture(phrases: Phrases, fixture: FixtureLine, timezone: str) -> ShownFixture:
    number = phrases.isolated(f"#{fixture.game_id}") if fixture.game_id else ""
    return ShownFixture(number, phrases.listed(fixture.names), state(phrases, fixture, "", timezone))


def _chart(told: LeagueFacts, shown: DivisionTable, words: str) -> Markup:
    """The points of every member, in weeks from the start of the season."""
    grown = sorted(shown.growth)
    weeks = [0.0, *(max(timedelta(), at - told.start) / _WEEK for at, _ in grown)]
    totals = zip((0.0,) * len(shown.lines), *(points for _, points in grown), strict=True)
    lines = [
        ChartLine(line.name, tuple(zip(weeks, points, strict=True)))
        for line, points in zip(shown.lines, totals, strict=True)
    ]
    return svg(lines, Markup(words).striptags())  # noqa: S704 - from our own phrases


# News of a league as an Atom feed (RFC 4287): its season and every result.


_MOST = 40


class FeedEntry(NamedTuple):
    path: str
    title: str
    updated: datetime


def feed(site: str, visit: Visit, who: Visitor) -> str:
    """The feed of a league; `site` is where our pages are."""
    league = league_of(visit, who)
    home, news = f"/leagues/{slug(league.name)}", entries(visit, who)
    template = environment().get_template("public/feed.xml")
    return template.render(name=league.name, home=home, entries=news, site=site, speech=who.speech)


def entries(visit: Visit, who: Visitor) -> list[FeedEntry]:
    """The newest first; one is always there."""
    league = league_of(visit, who)
    season = visit.seasons(league.id)[-1]
    told = facts(visit, season)
    lines = [*visit.log_before(season.id), *visit.season_log(season.id)]
    announced = datetime.fromisoformat(log.entries(lines[:1])[0]["at"])
    start = FeedEntry(f"/leagues/{slug(league.name)}/{season.number}", _plain(topic(who.phrases, told)), announced)
    fixtures = [each for one in visit.seasons(league.id) for each in visit.fixtures(one.id)]
    over = [(load_result(each.result).finished, each) for each in fixtures if each.result]
    newest = sorted(over, key=lambda each: each[0], reverse=True)
    games = []
    for at, fixture in islice(newest, _MOST):
        (line,) = results(who.phrases, [finished_line(visit, fixture)])
        games.append(FeedEntry(f"/games/{fixture.game_id}", _plain(f"{line.number} {line.players}"), at))
    return [*games, start]


def _plain(html: str) -> str:
    return Markup(html).striptags()  # noqa: S704 - from our own phrases
