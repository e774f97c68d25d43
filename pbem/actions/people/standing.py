"""How a player's settings stand, as the answer to a change tells it; and what the handlers of settings share."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from pbem.actions.request import Request
from pbem.commands.values import AnyCommand, Command
from pbem.model import Player, Vacation
from pbem.notices import Notice, SettingsNotice
from pbem.work import ReadWork


def settings_notice(request: Request, changed: str = "") -> SettingsNotice:
    """How the player is written to, and when they are away; or only what was changed of it."""
    work, player = request.work, request.player
    planned = tuple(each for each in work.vacations(player.id) if each.end > work.now)
    return SettingsNotice(
        to=request.reader,
        player=player,
        vacations=planned,
        vacation_days_left=days_left(work, request.server.house.vacation_days, player, today_of(request).year),
        changed=(changed,) if changed else (),
        answers=request.message_id,
    )


def days_left(work: ReadWork, allowed: int, player: Player, year: int) -> int:
    """How many days of this year the player may still be away."""
    days = {day for each in work.vacations(player.id) for day in days_of(each, player.timezone)}
    return max(0, allowed - sum(day.year == year for day in days))


def today_of(request: Request) -> date:
    """The date where the writer lives."""
    return request.work.now.astimezone(ZoneInfo(request.player.timezone)).date()


def days_of(vacation: Vacation, timezone: str) -> set[date]:
    """The days that a vacation takes; one that was ended early takes the day on which it was."""
    zone = ZoneInfo(timezone)
    first, last = vacation.first.astimezone(zone).date(), last_moment(vacation).astimezone(zone).date()
    return {first + timedelta(days=number) for number in range((last - first).days + 1)}


def last_moment(vacation: Vacation) -> datetime:
    """When it is still vacation."""
    return (vacation.end - timedelta(microseconds=1)).astimezone(UTC)


def change_setting(request: Request, setting: str, **values: object) -> list[Notice]:
    """Keep another value, and tell how the setting stands now."""
    request.work.save_player(replace(request.player, **values))  # type: ignore[arg-type]
    return [settings_notice(request, setting)]


def argument_of(command: AnyCommand) -> str:
    """What follows the word, if anything does."""
    return command.argument if isinstance(command, Command) else ""
