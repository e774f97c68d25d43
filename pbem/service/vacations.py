"""Holidays: a player says when they are away; their clocks stand, and the others can see it."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from pbem.hours import local_time
from pbem.model import Player, Vacation
from pbem.notices import Notice, SettingsNotice
from pbem.orders.commands import AnyCommand, Day, SetVacation
from pbem.orders.wording import command_text
from pbem.service.absence import back_at_all_tables
from pbem.service.clocks import count_anew
from pbem.service.errand import Errand
from pbem.work import Work

_DAY = timedelta(days=1)


def vacation(errand: Errand, command: AnyCommand) -> list[Notice]:
    """Be away; without days, only say what is planned."""
    if not isinstance(command, SetVacation):
        return [errand.refused("no_such_days", understood=command_text(command))] if _said(command) else _told(errand)
    today = _today(errand)
    first = _dated(command.first, today) if command.first else today
    left = days_left(errand.work, errand.house.vacation_days, errand.writer.player, first.year)
    last = _dated(command.last, first) if command.last else first + timedelta(days=max(0, left - 1))
    understood = command_text(command)
    if last < first or first < today:
        return [errand.refused("vacation_in_the_past", understood=understood)]
    if too_long := _over_the_limit(errand, first, last):
        return [errand.refused("vacation_too_long", too_long, understood)]
    _add(errand, first, last)
    return _told(errand)


def back(errand: Errand, _command: AnyCommand) -> list[Notice]:
    """End the vacation now, or call off one that has not begun; and play again where a bot stands in."""
    work, player = errand.work, errand.writer.player
    open_ones = [each for each in work.vacations(player.id) if each.end > work.now]
    current = [each for each in open_ones if each.first <= work.now]
    for each in current or open_ones:
        work.save_vacation(replace(each, end=max(each.first, work.now) if each in current else each.first))
    count_anew(work, player)
    return [*_told(errand), *back_at_all_tables(work, player)]


def days_left(work: Work, allowed: int, player: Player, year: int) -> int:
    """How many days of this year the player may still be away."""
    days = {day for each in work.vacations(player.id) for day in _days(each, player.timezone)}
    return max(0, allowed - sum(day.year == year for day in days))


def move_vacations(work: Work, player: Player, zone: str) -> None:
    """The player's days are other hours from now on: a vacation stays on the same days."""
    for each in work.vacations(player.id):
        first, end = (_same_day(moment, player.timezone, zone) for moment in (each.first, each.end))
        work.save_vacation(replace(each, first=first, end=max(first, end)))


def settings_notice(errand: Errand, changed: str = "") -> SettingsNotice:
    """How the player is written to, and when they are away."""
    work, player = errand.work, errand.writer.player
    planned = tuple(each for each in work.vacations(player.id) if each.end > work.now)
    return SettingsNotice(
        to=errand.reader,
        player=player,
        vacations=planned,
        vacation_days_left=days_left(work, errand.house.vacation_days, player, _today(errand).year),
        changed=changed,
        answers=errand.message_id,
    )


def _told(errand: Errand) -> list[Notice]:
    return [settings_notice(errand, "vacation")]


def _said(command: AnyCommand) -> str:
    return getattr(command, "argument", "")


def _today(errand: Errand) -> date:
    return errand.work.now.astimezone(ZoneInfo(errand.writer.player.timezone)).date()


def _dated(day: Day, earliest: date) -> date:
    """The day that is meant; without a year it is the next one of that name."""
    if day.year:
        return date(day.year, day.month, day.day)
    candidates = (_in_year(earliest.year + ahead, day) for ahead in range(5))
    return next(each for each in candidates if each and each >= earliest)


def _in_year(year: int, day: Day) -> date | None:
    try:
        return date(year, day.month, day.day)
    except ValueError:
        return None


def _over_the_limit(errand: Errand, first: date, last: date) -> dict[str, object] | None:
    """In which year too many days would be taken, and how many are left there."""
    player, allowed = errand.writer.player, errand.house.vacation_days
    taken = {day for each in errand.work.vacations(player.id) for day in _days(each, player.timezone)}
    if (last - first).days > 2 * 366:
        return {"left": allowed, "year": first.year}
    wanted = {first + _DAY * number for number in range((last - first).days + 1)}
    for year in sorted({day.year for day in wanted}):
        before = sum(day.year == year for day in taken)
        if sum(day.year == year for day in taken | wanted) > max(allowed, before):
            return {"left": max(0, allowed - before), "year": year}
    return None


def _add(errand: Errand, first: date, last: date) -> None:
    """Enter the days; one that touches or overlaps another becomes one with it."""
    work, player = errand.work, errand.writer.player
    start = max(work.now, local_time(first, time(), player.timezone))
    end = local_time(last + _DAY, time(), player.timezone)
    for each in work.vacations(player.id):
        if each.first <= end and start <= each.end:
            start, end = min(start, each.first), max(end, each.end)
            work.save_vacation(replace(each, end=each.first))
    work.add_vacation(player.id, start, end)
    count_anew(work, player)


def _days(vacation: Vacation, timezone: str) -> set[date]:
    """The days that a vacation takes; one that was ended early takes the day on which it was."""
    zone = ZoneInfo(timezone)
    first, last = vacation.first.astimezone(zone).date(), _last_moment(vacation).astimezone(zone).date()
    return {first + _DAY * number for number in range((last - first).days + 1)}


def _same_day(moment: datetime, old: str, new: str) -> datetime:
    """The same midnight elsewhere; a moment within a day is when something was said, and stays."""
    local = moment.astimezone(ZoneInfo(old))
    return moment if local.time() != time() else local_time(local.date(), time(), new)


def _last_moment(vacation: Vacation) -> datetime:
    return (vacation.end - timedelta(microseconds=1)).astimezone(UTC)
