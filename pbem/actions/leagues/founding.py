"""Founding a league and announcing its seasons, with the options that an organiser may set in words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from math import ceil
from typing import Any
from zoneinfo import ZoneInfo

from engine import EDITIONS
from pbem.actions.games.strength import AS_RATED, STAND_INS
from pbem.actions.leagues.entries import new_member
from pbem.actions.leagues.formats import (
    OPTIONS,
    From,
    OneOf,
    SomeOf,
    check_format,
    parts_of,
    read,
    with_format,
    with_options,
)
from pbem.actions.leagues.season_facts import CALLED_OFF, timetable
from pbem.actions.leagues.telling import tell_all
from pbem.actions.names import plain_name, tidy
from pbem.actions.request import Refused, Server, wants_mail
from pbem.actions.results import note
from pbem.commands.lexicon import lexicon
from pbem.league.fixtures import sizes
from pbem.league.points import SCALES, parse_scale
from pbem.league.season import Phase
from pbem.model import League, LeagueRules, Member, Season
from pbem.model.games import LEFT_TO_TABLES, House
from pbem.notices import LeagueNews, Notice
from pbem.work import ReadWork, Work

LONGEST_NAME = 40
_WEEK = timedelta(weeks=1)
_OVER = (Phase.SIGNED_OFF, CALLED_OFF)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(From(1, 64)(part) for part in text.replace("-", ",").split(","))


RULES: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "weeks": ("weeks", From(1, 52)),
    "cap": ("cap", From(0, 1000)),
    "size": ("size", int),
    "widths": ("widths", _numbers),
    "promoted": ("promoted", From(0, 8)),
    "relegated": ("relegated", From(0, 8)),
    "newcomers": ("newcomers", OneOf(("bottom", "rating"))),
    "scale": ("scale", str),
    "at-most": ("at_most", From(0, 64)),
    "edition": ("edition", OneOf(tuple(EDITIONS))),
    "check-in-days": ("check_in_days", From(0, 28)),
    "overtime-days": ("overtime_days", From(0, 90)),
    "protest-hours": ("protest_hours", From(0, 1000)),
    "break-days": ("break_days", From(0, 365)),
}
"""Options with a value, by the word that an organiser writes; `start` is a date, and no rule."""
TERMS: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "free-hours": ("free_hours", From(1, 336)),
    "bank-hours": ("bank_hours", From(0, 1440)),
    "stand-in": ("stand_in_level", OneOf((*STAND_INS, AS_RATED))),
    "agreements": ("agreements", SomeOf(LEFT_TO_TABLES)),
    "second-thoughts": ("second_thoughts_minutes", From(0, 60)),
}
CHANGEABLE = (*RULES, *TERMS, *(each for each in OPTIONS if each != "format"))
"""What may be said of a season that was announced; another format is another league."""
_SIZES = {4: 7, 3: 7, 2: 6}
"""The divisions whose fixtures are even in every way."""


def rules_of(
    house: House, seats: int, options: Mapping[str, str], *, private_talk: bool = True, parts: str = ""
) -> LeagueRules:
    """What an organiser wants, where it can be; the house settles the rest. `parts` is the text of a file of parts."""
    if seats not in SCALES:
        raise Refused("bad_seats", seats=seats)
    terms = replace(house.terms, private_talk=private_talk and house.terms.private_talk, hints=False)
    rules = LeagueRules(seats=seats, size=_SIZES[seats], edition=house.edition)
    rules = with_options(parts_of(rules, parts), options) if parts else with_format(rules, options)
    rules = replace(rules, terms=replace(terms, **read(TERMS, options)), **read(RULES, options))
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
    check_format(rules)


def _within(option: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise Refused("league_range", option=option, value=str(value), least=least, most=most)


def rule_said(rules: LeagueRules, option: str) -> str:
    """What holds now, as an organiser would write it; nothing for options of formats."""
    if option in RULES:
        value = getattr(rules, RULES[option][0])
    elif option in TERMS:
        value = getattr(rules.terms, TERMS[option][0])
    else:
        return ""
    return ",".join(map(str, value)) if isinstance(value, tuple) else str("–" if value in (None, "") else value)


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
    name = _fit(name)
    known = next((each for each in work.leagues() if plain_name(each.name) == plain_name(name)), None)
    if known and work.seasons(known.id)[-1].phase not in _OVER:
        raise Refused("league_exists", league=known.name)
    league = replace(known, rules=rules) if known else work.add_league(name, rules)
    work.save_league(league)
    return announce(work, server, league, start)


def _fit(name: str) -> str:
    name = tidy(name)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refused("league_name", limit=LONGEST_NAME)
    return name


def check_name(work: ReadWork, name: str, league: League) -> str:
    """Another name for a league, which no other has."""
    name = _fit(name)
    if any(plain_name(each.name) == plain_name(name) for each in work.leagues() if each.id != league.id):
        raise Refused("league_exists", league=name)
    return name


def checked_rules(rules: LeagueRules, options: Mapping[str, str]) -> LeagueRules:
    """Rules with some of them changed, where that can be."""
    changed = with_options(rules, options)
    changed = replace(changed, terms=replace(changed.terms, **read(TERMS, options)), **read(RULES, options))
    _check(changed)
    return changed


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a director says of the next season when signing off."""

    rules: LeagueRules
    start: datetime | None = None
    """None: after the break."""
    none: bool = False
    """There is to be no next season for now."""


def next_season_of(league: League, words: list[str], timezone: str) -> Wanted:
    """`next 2027-04-05 weeks 10`, `no next`; nothing: the same rules, after the break."""
    said = [lexicon().rulings.get(plain_name(word), word) for word in words]
    if said[:2] == ["no", "next"]:
        return Wanted(league.rules, none=True)
    if said[:1] != ["next"]:
        if said:
            raise Refused("options_unread", words=words)
        return Wanted(league.rules)
    start = start_of(words[1], timezone) if len(words) > 1 else None
    pairs = dict(zip(words[2::2], words[3::2], strict=False))
    valueless = words[-1:] if len(words) > 2 and len(words) % 2 else []
    if unknown := [*(each for each in words[2::2] if each not in CHANGEABLE and [each] != valueless), *valueless]:
        raise Refused("options_unread", words=unknown)
    return Wanted(checked_rules(league.rules, pairs), start)


def follow_up(work: Work, server: Server, season: Season, wanted: Wanted | None = None) -> list[Notice]:
    """The next season, after a break, on the same day of the week and at the same time, or as a director wants it."""
    league = work.league(season.league_id)
    if wanted and wanted.none:
        return []
    if wanted and wanted.start:
        if wanted.start <= work.now:
            raise Refused("start_in_the_past")
        return announce(work, server, league, wanted.start)[1]
    pause = timedelta(days=max(season.rules.break_days, season.rules.check_in_days))
    start = season.start + _WEEK * ceil((work.now + pause - season.start) / _WEEK)
    return announce(work, server, league, start)[1]


def announce(work: Work, server: Server, league: League, start: datetime) -> tuple[Season, list[Notice]]:
    """Entries are open; whoever stayed to the end of the last season is in; a check-in, if one is held, asks them."""
    before = work.seasons(league.id)
    season = Season(
        0, league.id, len(before) + 1, league.rules, start, server.entropy(32), Phase.ENTRIES, due_at=work.now
    )
    teams = before[-1].teams if before and league.rules.boards else ()
    season = replace(season, due_at=timetable(season).check_in_opens, teams=teams)
    season = work.add_season(season)
    last = work.members(before[-1].id) if before else []
    stayed = [each.heir_id for each in last if _stayed(each) and (each.plays or before[-1].phase == CALLED_OFF)]
    waited = [each for each in (before[-1].waiting if before else ()) if _can_read(work, each)]
    for known in filter(None, map(work.player, dict.fromkeys([*stayed, *waited]))):
        work.add_member(new_member(server, season, known, work.now))
    note(work, season, "announced", commitment=season.commitment, league=league.name, start=start.isoformat())
    told = sorted({*(each.player_id for each in last), *stayed, *waited, *work.league_readers()})
    return season, tell_all(work, season, told, LeagueNews.ANNOUNCED, timetable(season).check_in_opens)


def _stayed(member: Member) -> bool:
    """To the end, or somebody inherited the place."""
    return member.left_at is None or member.heir_id != member.player_id


def _can_read(work: ReadWork, player_id: int) -> bool:
    player = work.player(player_id)
    return player is not None and wants_mail(player)


def _check_scale(rules: LeagueRules) -> None:
    try:
        parse_scale(rules.scale, rules.seats)
    except ValueError as error:
        raise Refused("league_option", option="scale", value=rules.scale) from error
