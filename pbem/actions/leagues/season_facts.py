"""A season as its row says it: dates, phase, people, and the facts that everyone may see."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from pbem.league.fixtures import sizes
from pbem.league.pyramid import Rules, Shape
from pbem.league.season import Phase, Progress, Timetable
from pbem.model import LeagueRules, Member, Season
from pbem.notices import (
    LeagueFacts,
    MemberLine,
)
from pbem.work import ReadWork

CALLED_OFF = "called off"
"""The phase of a season to which too few came."""


_STRETCH = 3


def timetable(season: Season) -> Timetable:
    """The season's dates."""
    rules = season.rules
    return Timetable(
        season.start,
        weeks=rules.weeks,
        check_in=timedelta(days=rules.check_in_days),
        overtime=timedelta(days=rules.overtime_days),
        protests=timedelta(hours=rules.protest_hours),
        rested=timedelta(seconds=season.rested),
        round_begins=season.round_at,
    )


def with_its_rest(season: Season, now: datetime) -> Season:
    """A season that rests, with the dates that it has if it goes on on the last day of its pause, or else now."""
    if season.paused_at is None:
        return season
    rest = max(season.paused_until or now, now) - season.paused_at
    if season.phase in OPEN:
        return replace(season, start=season.start + rest)
    return replace(season, rested=season.rested + rest.total_seconds())


def progress(season: Season) -> Progress:
    """What has happened in it."""
    return Progress(season.decided_at, season.signed_off_at)


def pyramid(rules: LeagueRules, seeds: Sequence[Sequence[int]] = (), apart: Sequence[tuple[int, int]] = ()) -> Rules:
    """Who goes up and down; divisions may be a little larger than planned where players don't fill the last level."""
    largest = min(max(sizes(rules.seats)), max(Shape().largest, rules.size + _STRETCH))
    shape = Shape(rules.widths, rules.size, smallest=min(Shape().smallest, rules.size), largest=largest)
    return Rules(
        shape,
        promoted=rules.promoted,
        relegated=rules.relegated,
        newcomers_by_rating=rules.newcomers == "rating",
        seeds=seeds,
        apart=apart,
    )


def played_before(seasons: Iterable[Season], number: int) -> Season | None:
    """The last that was played to its end before a season: its table counts, also where it is open again."""
    before = [each for each in seasons if each.number < number and each.decided_at]
    return max(before, key=lambda each: each.number, default=None)


def drawn_since(work: ReadWork, season: Season) -> Season | None:
    """The season after this one, once its games are laid down: it rests on the tables as they were then."""
    later = [each for each in work.seasons(season.league_id) if each.number > season.number]
    return next((each for each in later if work.fixtures(each.id)), None)


OPEN = (Phase.ENTRIES, Phase.CHECK_IN)


PLAYED = (Phase.RUNNING, Phase.OVERTIME, Phase.ADJUDICATION)


def facts(work: ReadWork, season: Season, player_id: int | None = None) -> LeagueFacts:
    """The league and its season, for this reader."""
    members = [each for each in work.members(season.id) if each.plays or season.phase in OPEN]
    entered = any(each.played_by == player_id and (each.substitute_id or each.left_at is None) for each in members)
    return LeagueFacts(
        name=work.league(season.league_id).name,
        season=season.number,
        phase=season.phase,
        seats=season.rules.seats,
        edition=season.rules.edition,
        terms=season.rules.terms,
        start=with_its_rest(season, work.now).start,
        end=timetable(with_its_rest(season, work.now)).overtime_begins,
        rests=season.paused_at is not None,
        entrants=len(members),
        commitment=season.commitment,
        mine=None if player_id is None else entered,
        rules=season.rules,
        directors=tuple(name_of(work, each) for each in work.league(season.league_id).directors),
        format=season.rules.format,
        rounds=max((each.rounds for each in season.rules.stages if each.pairing == "swiss"), default=0),
    )


def is_ladder(season: Season) -> bool:
    return any(each.pairing == "challenge" for each in season.rules.stages)


def played_by(work: ReadWork, season: Season) -> dict[int, int]:
    """Who plays for each place now, and so hears what becomes of it: the member, or a substitute."""
    return {each.player_id: each.played_by for each in work.members(season.id)}


def people_in(work: ReadWork, season: Season) -> list[int]:
    """Everyone who is in a season, in the place of whoever left those who play for them."""
    members = [each for each in work.members(season.id) if each.substitute_id or each.left_at is None]
    return list(dict.fromkeys(each.played_by for each in members))


def member_lines(work: ReadWork, season: Season) -> Iterator[MemberLine]:
    """Who is in a season, by division once it is drawn, and who waits."""
    members = work.members(season.id)
    drawn = sorted({(each.level or 0, each.division or 0) for each in members if each.plays})
    for each in sorted(members, key=lambda one: (not one.plays, one.level or 0, one.division or 0)):
        yield MemberLine(name_of(work, each.player_id), *_stands(work, season, each, drawn))
    for player_id in season.waiting:
        yield MemberLine(name_of(work, player_id), "waits")


def _stands(work: ReadWork, season: Season, member: Member, drawn: Sequence[tuple[int, int]]) -> tuple[str, str]:
    if member.asked_id:
        return "asked", name_of(work, member.asked_id)
    if member.substitute_id:
        return "replaced", name_of(work, member.substitute_id)
    if member.left_at:
        return "left", ""
    if member.plays and season.rules.stages:
        return "plays", ""
    if member.plays:
        return "plays", division_name(drawn, member.level or 0, member.division or 0)
    if season.phase == Phase.CHECK_IN:
        return ("awaited" if member.awaited else "here"), ""
    return ("entered" if season.phase in OPEN else "absent"), ""


def division_name(drawn: Iterable[tuple[int | None, int | None]], level: int, number: int) -> str:
    """`1`, or `2b` where several divisions were drawn on the level; levels and numbers count from 0."""
    alone = all(each == (level, 0) for each in drawn if each[0] == level)
    return f"{level + 1}" if alone else f"{level + 1}{chr(ord('a') + number)}"


def name_of(work: ReadWork, player_id: int) -> str:
    player = work.player(player_id)
    assert player
    return player.name
