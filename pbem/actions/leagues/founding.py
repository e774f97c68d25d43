"""Founding a league and announcing its seasons, with the options that an organiser may set in words."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from math import ceil
from typing import Any
from zoneinfo import ZoneInfo

from engine import EDITIONS
from pbem.actions.leagues.tables import CALLED_OFF, tell_all, timetable
from pbem.actions.names import plain_name, tidy
from pbem.actions.request import Refused, Server
from pbem.actions.results import note
from pbem.league.fixtures import sizes
from pbem.league.points import SCALES, parse_scale
from pbem.league.season import Phase
from pbem.model import League, LeagueRules, Member, Season
from pbem.model.games import House
from pbem.notices import LeagueNews, Notice
from pbem.work import Work

LONGEST_NAME = 40
_WEEK = timedelta(weeks=1)
_OVER = (Phase.SIGNED_OFF, CALLED_OFF)


@dataclass(frozen=True, slots=True)
class _From:
    """A number between two bounds, both included."""

    least: int
    most: int

    def __call__(self, text: str) -> int:
        number = int(text)
        if not self.least <= number <= self.most:
            raise ValueError(text)
        return number


@dataclass(frozen=True, slots=True)
class _OneOf:
    """One of these words."""

    words: tuple[str, ...]

    def __call__(self, text: str) -> str:
        if text not in self.words:
            raise ValueError(text)
        return text


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(_From(1, 64)(part) for part in text.replace("-", ",").split(","))


RULES: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "weeks": ("weeks", _From(1, 52)),
    "size": ("size", int),
    "widths": ("widths", _numbers),
    "promoted": ("promoted", _From(0, 8)),
    "relegated": ("relegated", _From(0, 8)),
    "newcomers": ("newcomers", _OneOf(("bottom", "rating"))),
    "scale": ("scale", str),
    "at-most": ("at_most", _From(0, 64)),
    "edition": ("edition", _OneOf(tuple(EDITIONS))),
    "check-in-days": ("check_in_days", _From(0, 28)),
    "overtime-days": ("overtime_days", _From(0, 90)),
    "protest-hours": ("protest_hours", _From(0, 1000)),
    "break-days": ("break_days", _From(0, 365)),
}
"""Options with a value, by the word that an organiser writes; `start` is a date, and no rule."""
TERMS: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "free-hours": ("free_hours", _From(1, 336)),
    "bank-hours": ("bank_hours", _From(0, 1440)),
}
_SIZES = {4: 7, 3: 7, 2: 6}
"""The divisions whose fixtures are even in every way."""


def rules_of(house: House, seats: int, options: Mapping[str, str], *, private_talk: bool = True) -> LeagueRules:
    """What an organiser wants, where it can be; the house settles the rest."""
    if seats not in SCALES:
        raise Refused("bad_seats", seats=seats)
    terms = replace(house.terms, private_talk=private_talk and house.terms.private_talk, hints=False)
    rules = LeagueRules(seats=seats, size=_SIZES[seats], edition=house.edition)
    rules = replace(rules, terms=replace(terms, **_read(TERMS, options)), **_read(RULES, options))
    rules = _fitting(rules, options)
    _check(rules)
    return rules


def _fitting(rules: LeagueRules, options: Mapping[str, str]) -> LeagueRules:
    """Where the organiser did not say how many go up and down, no more do than a small division has."""
    if "relegated" not in options:
        rules = replace(rules, relegated=max(0, min(rules.relegated, (rules.size - 1) // 2)))
    if "promoted" not in options:
        rules = replace(rules, promoted=max(0, min(rules.promoted, rules.size - 1 - rules.relegated)))
    return rules


def _check(rules: LeagueRules) -> None:
    """What each rule allows by itself may not go with the others."""
    _within("size", rules.size, min(sizes(rules.seats)), max(sizes(rules.seats)))
    _within("relegated", rules.relegated, 0, rules.size - 1)
    _within("promoted", rules.promoted, 0, rules.size - 1 - rules.relegated)
    if rules.scale:
        _check_scale(rules)


def _within(option: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise Refused("league_range", option=option, value=str(value), least=least, most=most)


def start_of(text: str, timezone: str) -> datetime:
    """A day, at its beginning in this time zone, or a moment."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise Refused("league_option", option="start", value=text) from error
    return (moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(timezone))).astimezone(UTC)


def found(work: Work, server: Server, name: str, rules: LeagueRules, start: datetime) -> tuple[Season, list[Notice]]:
    """Announce the first season of a league, or another one of a league whose last is over."""
    if start <= work.now:
        raise Refused("start_in_the_past")
    name = tidy(name)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refused("league_name", limit=LONGEST_NAME)
    known = next((each for each in work.leagues() if plain_name(each.name) == plain_name(name)), None)
    if known and work.seasons(known.id)[-1].phase not in _OVER:
        raise Refused("league_exists", league=known.name)
    league = replace(known, rules=rules) if known else work.add_league(name, rules)
    work.save_league(league)
    return announce(work, server, league, start)


def follow_up(work: Work, server: Server, season: Season) -> list[Notice]:
    """The next season, after a break, on the same day of the week and at the same time."""
    league = work.league(season.league_id)
    pause = timedelta(days=max(season.rules.break_days, season.rules.check_in_days))
    start = season.start + _WEEK * ceil((work.now + pause - season.start) / _WEEK)
    return announce(work, server, league, start)[1]


def announce(work: Work, server: Server, league: League, start: datetime) -> tuple[Season, list[Notice]]:
    """Entries are open; whoever stayed to the end of the last season is in; a check-in, if one is held, asks them."""
    before = work.seasons(league.id)
    season = Season(
        0, league.id, len(before) + 1, league.rules, start, server.entropy(32), Phase.ENTRIES, due_at=work.now
    )
    season = replace(season, due_at=timetable(season).check_in_opens)
    season = work.add_season(season)
    about = {"league": league.name, "season": season.number, "start": start.isoformat(), "rules": asdict(season.rules)}
    note(work, season, "announced", commitment=season.commitment, **about)
    last = work.members(before[-1].id) if before else []
    for each in last:
        if each.left_at is None and (each.plays or before[-1].phase == CALLED_OFF):
            work.add_member(Member(season.id, each.player_id, work.now))
    told = sorted({*(each.player_id for each in last), *work.league_readers()})
    return season, tell_all(work, season, told, LeagueNews.ANNOUNCED, timetable(season).check_in_opens)


def _read(known: Mapping[str, tuple[str, Callable[[str], Any]]], options: Mapping[str, str]) -> dict[str, Any]:
    values = {}
    for option, text in options.items():
        if option not in known:
            continue
        name, read = known[option]
        try:
            values[name] = read(text)
        except ValueError as error:
            raise _unfit(option, text, read) from error
    return values


def _unfit(option: str, text: str, read: Callable[[str], Any]) -> Refused:
    match read:
        case _From(least, most):
            return Refused("league_range", option=option, value=text, least=least, most=most)
        case _OneOf(words):
            return Refused("league_choice", option=option, names=list(words))
    return Refused("league_option", option=option, value=text)


def _check_scale(rules: LeagueRules) -> None:
    try:
        parse_scale(rules.scale, rules.seats)
    except ValueError as error:
        raise Refused("league_option", option="scale", value=rules.scale) from error
