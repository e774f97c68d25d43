"""A player moves the reminders of a turn to when it suits them."""

import re
from dataclasses import replace
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from pbem.actions.games.clock import (
    turn_of,
)
from pbem.actions.games.telling import told
from pbem.actions.games.views import game_view
from pbem.actions.request import Refused, Request
from pbem.commands.dates import dated, period
from pbem.commands.values import AnyCommand, Command
from pbem.model import Game
from pbem.model.time import local_time
from pbem.notices import Notice

_EVENING = time(19)
_MORNING = time(9)
_HOURS_IN_WORDS = re.compile(r"(\d{1,4})h")


def later(request: Request, game: Game, seat: int, command: AnyCommand) -> list[Notice]:
    """Be reminded then, and not before; the deadline stays where it is."""
    assert isinstance(command, Command)
    work, turn = request.work, turn_of(request.work, game) if game.state.turn == seat else None
    if turn is None:
        raise Refused("not_your_turn", game_view(work, game, seat))
    moment, up = _moment(work.now, request.player.timezone, command.argument), turn.at(turn.whole, work.now)
    if moment >= up:
        raise Refused("later_than_that", game_view(work, game, seat))
    game = replace(game, clock=replace(game.clock, remind_at=moment))
    work.save_clock(replace(game, due_at=work.now if game.clock.since else game.due_at))
    return [told(work, game, seat, "reminded", request, moment=moment, until=up)]


def _moment(now: datetime, timezone: str, said: str) -> datetime:
    """When `tonight`, `at 19:00`, `3h` or the morning of a day is; without a word, tonight or else tomorrow morning."""
    today = now.astimezone(ZoneInfo(timezone)).date()
    if match := _HOURS_IN_WORDS.fullmatch(said):
        return now + timedelta(hours=int(match[1]))
    if (days := period(said)) and days[0] and (day := dated(days[0], today + timedelta(days=1))):
        return local_time(day, _MORNING, timezone)
    clock = time.fromisoformat(said.removeprefix("at ")) if said.startswith("at ") else _EVENING
    moment = local_time(today, clock, timezone)
    if said == "tomorrow" or (not said and moment <= now):
        return local_time(today + timedelta(days=1), _MORNING, timezone)
    return moment if moment > now else local_time(today + timedelta(days=1), clock, timezone)
