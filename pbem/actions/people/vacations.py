"""Vacations: a player says when they are away; their clocks stand, and the others can see it."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from pbem.actions.games.clock import count_anew
from pbem.actions.people.away import back_at_all_tables
from pbem.actions.people.standing import days_left, days_of, settings_notice, today_of
from pbem.actions.request import Refused, Request
from pbem.commands.dates import dated
from pbem.commands.values import AnyCommand, Day, SetVacation
from pbem.model import Player
from pbem.model.time import local_time
from pbem.notices import Notice
from pbem.work import Work

_DAY = timedelta(days=1)
# Nobody plans further ahead, and there is an end to what a calendar can count.
_YEARS_AHEAD = 5


def vacation(request: Request, command: AnyCommand) -> list[Notice]:
    """Be away; without days, only say what is planned."""
    if not isinstance(command, SetVacation):
        if _said(command):
            raise Refused("no_such_days")
        return _told(request)
    today = today_of(request)
    first = _dated(command.first, today) if command.first else today
    left = days_left(request.work, request.server.house.vacation_days, request.player, first.year)
    last = _dated(command.last, first) if command.last else first + timedelta(days=max(0, left - 1))
    if last < first or first < today:
        raise Refused("vacation_in_the_past")
    if too_long := _over_the_limit(request, first, last):
        raise Refused("vacation_too_long", **too_long)
    _add(request, first, last)
    return _told(request)


def back(request: Request, _command: AnyCommand) -> list[Notice]:
    """End the vacation now, or call off one that has not begun; and play again where a bot stands in."""
    work, player = request.work, request.player
    open_ones = [each for each in work.vacations(player.id) if each.end > work.now]
    current = [each for each in open_ones if each.first <= work.now]
    for each in current or open_ones:
        work.save_vacation(replace(each, end=max(each.first, work.now) if each in current else each.first))
    count_anew(work, player)
    return [*_told(request), *back_at_all_tables(work, player)]


def move_vacations(work: Work, player: Player, zone: str) -> None:
    """The player's days are other hours from now on: a vacation stays on the same days."""
    for each in work.vacations(player.id):
        first, end = (_same_day(moment, player.timezone, zone) for moment in (each.first, each.end))
        work.save_vacation(replace(each, first=first, end=max(first, end)))


def _told(request: Request) -> list[Notice]:
    return [settings_notice(request, "vacation")]


def _said(command: AnyCommand) -> str:
    return getattr(command, "argument", "")


def _dated(day: Day, earliest: date) -> date:
    """The day that is meant; without a year it is the next one of that name."""
    if day.year and day.year > earliest.year + _YEARS_AHEAD:
        raise Refused("no_such_days")
    found = dated(day, earliest)
    if found is None:
        raise Refused("no_such_days")
    return found


def _over_the_limit(request: Request, first: date, last: date) -> dict[str, object] | None:
    """In which year too many days would be taken, and how many are left there."""
    player, allowed = request.player, request.server.house.vacation_days
    taken = {day for each in request.work.vacations(player.id) for day in days_of(each, player.timezone)}
    if (last - first).days > 2 * 366:
        return {"left": allowed, "year": first.year}
    wanted = {first + _DAY * number for number in range((last - first).days + 1)}
    for year in sorted({day.year for day in wanted}):
        before = sum(day.year == year for day in taken)
        if sum(day.year == year for day in taken | wanted) > max(allowed, before):
            return {"left": max(0, allowed - before), "year": year}
    return None


def _add(request: Request, first: date, last: date) -> None:
    """Enter the days; one that touches or overlaps another becomes one with it."""
    work, player = request.work, request.player
    start = max(work.now, local_time(first, time(), player.timezone))
    end = local_time(last + _DAY, time(), player.timezone)
    for each in work.vacations(player.id):
        if each.first <= end and start <= each.end:
            start, end = min(start, each.first), max(end, each.end)
            work.save_vacation(replace(each, end=each.first))
    work.add_vacation(player.id, start, end)
    count_anew(work, player)


def _same_day(moment: datetime, old: str, new: str) -> datetime:
    """The same midnight elsewhere; a moment within a day is when something was said, and stays."""
    local = moment.astimezone(ZoneInfo(old))
    return moment if local.time() != time() else local_time(local.date(), time(), new)
