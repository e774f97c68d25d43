"""How a player is called and written to: one function a setting, each answered with all of them."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale
from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler

from engine.bots import BOTS
from pbem.actions.games.clock import count_anew
from pbem.actions.games.play import seat_anew
from pbem.actions.names import LONGEST_NAME, advertises, alike, plain_name, short_name, tidy
from pbem.actions.people.away import back_at_all_tables
from pbem.actions.request import Refused, Request
from pbem.commands.lexicon import lexicon, phrase, plain
from pbem.commands.text import command_text
from pbem.commands.values import AnyCommand, Command, Day, SetLanguage, SetVacation, Switch
from pbem.i18n.codes import LANGUAGES
from pbem.model import SWITCHES, Holder, Player, Vacation
from pbem.model.time import local_time, parse_quiet
from pbem.notices import ConfirmNotice, Notice, SettingsNotice
from pbem.work import Reading, Work

# Vacations: a player says when they are away; their clocks stand, and the others can see it.


_DAY = timedelta(days=1)


def vacation(request: Request, command: AnyCommand) -> list[Notice]:
    """Be away; without days, only say what is planned."""
    if not isinstance(command, SetVacation):
        if _said(command):
            raise Refused("no_such_days")
        return _told(request)
    today = _today(request)
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


def days_left(work: Reading, allowed: int, player: Player, year: int) -> int:
    """How many days of this year the player may still be away."""
    days = {day for each in work.vacations(player.id) for day in _days(each, player.timezone)}
    return max(0, allowed - sum(day.year == year for day in days))


def move_vacations(work: Work, player: Player, zone: str) -> None:
    """The player's days are other hours from now on: a vacation stays on the same days."""
    for each in work.vacations(player.id):
        first, end = (_same_day(moment, player.timezone, zone) for moment in (each.first, each.end))
        work.save_vacation(replace(each, first=first, end=max(first, end)))


def settings_notice(request: Request, changed: str = "") -> SettingsNotice:
    """How the player is written to, and when they are away."""
    work, player = request.work, request.player
    planned = tuple(each for each in work.vacations(player.id) if each.end > work.now)
    return SettingsNotice(
        to=request.reader,
        player=player,
        vacations=planned,
        vacation_days_left=days_left(work, request.server.house.vacation_days, player, _today(request).year),
        changed=changed,
        answers=request.message_id,
    )


def _told(request: Request) -> list[Notice]:
    return [settings_notice(request, "vacation")]


def _said(command: AnyCommand) -> str:
    return getattr(command, "argument", "")


def _today(request: Request) -> date:
    return request.work.now.astimezone(ZoneInfo(request.player.timezone)).date()


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


def _over_the_limit(request: Request, first: date, last: date) -> dict[str, object] | None:
    """In which year too many days would be taken, and how many are left there."""
    player, allowed = request.player, request.server.house.vacation_days
    taken = {day for each in request.work.vacations(player.id) for day in _days(each, player.timezone)}
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


# Time zones by the names that people give them: Europe/Warsaw, Warsaw, Warszawa, in any case and without accents.


_LONGEST = 60


def zone_named(text: str) -> str | None:
    """The zone that is meant, by its own name or by its city's."""
    return _zones().get(_plain(text))


def nearest_zone(text: str) -> str:
    """The zone whose name is most like this."""
    known = _zones()
    close = process.extractOne(_plain(text)[:_LONGEST], known.keys(), scorer=JaroWinkler.similarity)
    return known[close[0]] if close else "UTC"


@cache
def _zones() -> dict[str, str]:
    """Where two zones share a name, the one that is written shortest: America/Indiana/Knox is not the only Knox."""
    zones: dict[str, str] = {}
    for name, zone in sorted(_names(), key=lambda each: (len(each[1]), each[1])):
        zones.setdefault(_plain(name), zone)
    # A zone's own name is never another's.
    return {**zones, **{_plain(zone): zone for zone in available_timezones()}}


def _names() -> Iterator[tuple[str, str]]:
    placed = {zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/")}
    yield from ((zone.rpartition("/")[2], zone) for zone in placed)
    for language in LANGUAGES:
        for zone, names in Locale.parse(language).time_zones.items():
            if zone in placed and "city" in names:
                yield names["city"], zone


def _plain(text: str) -> str:
    return plain_name(text.replace("_", " "))


_OLDEST, _YOUNGEST = 120, 3
_ADDRESS = re.compile(r"[^\s@<>()\[\],;:\"\\]{1,64}@[^\s@<>()\[\],;:\"\\]{1,190}\.[^\W_]{2,63}")
_ADDRESSES_A_DAY = 3


def settings(request: Request, _command: AnyCommand) -> list[Notice]:
    """Show all of them."""
    return [settings_notice(request)]


def switch(request: Request, command: AnyCommand) -> list[Notice]:
    """`digest on`, `receipts off` and their like; without a word behind it, only tell."""
    if not isinstance(command, Switch):
        return settings(request, command)
    assert command.name in SWITCHES
    return _changed(request, command.name, **{command.name: command.on})


def language(request: Request, command: AnyCommand) -> list[Notice]:
    """Be written to in another language."""
    if isinstance(command, SetLanguage):
        return _changed(request, "language", language=command.code)
    if _argument(command):
        raise Refused("no_such_language", languages=list(LANGUAGES))
    return settings(request, command)


def timezone(request: Request, command: AnyCommand) -> list[Notice]:
    """Have times told as the clocks there show them."""
    wanted = tidy(_argument(command))
    if zone := zone_named(wanted):
        before_other_hours(request.work, request.player, zone)
        return _changed(request, "timezone", timezone=zone)
    raise Refused("no_such_timezone", zone=wanted, nearest=nearest_zone(wanted))


def quiet(request: Request, command: AnyCommand) -> list[Notice]:
    """Get no mail that was not asked for between these hours."""
    if not isinstance(command, Switch) and not _argument(command):
        return settings(request, command)
    hours = "" if isinstance(command, Switch) else parse_quiet(_argument(command))
    if hours is None:
        raise Refused("no_such_hours")
    before_other_hours(request.work, request.player, request.player.timezone)
    return _changed(request, "quiet", quiet=hours)


def before_other_hours(work: Work, player: Player, zone: str) -> None:
    """Time that has passed is counted as it was; a vacation stays on its days."""
    count_anew(work, player)
    if zone != player.timezone:
        move_vacations(work, player, zone)


def stand_in(request: Request, command: AnyCommand) -> list[Notice]:
    """Declare what is to happen when one's time runs out."""
    if isinstance(command, Switch):
        return _changed(request, "stand-in", stand_in="")
    if not _argument(command):
        return settings(request, command)
    choice = _stand_in_named(_argument(command))
    if choice is None:
        raise Refused("no_such_stand_in", choices=[*BOTS, "pass", "resign"])
    return _changed(request, "stand-in", stand_in=choice)


def born(request: Request, command: AnyCommand) -> list[Notice]:
    """Say how old one is: the youngest may begin."""
    if isinstance(command, Switch):
        return _changed(request, "born", born=None)
    if not _argument(command):
        return settings(request, command)
    year, this_year = _argument(command).strip(" .!"), request.work.now.year
    if not year.isdecimal() or not this_year - _OLDEST <= int(year) <= this_year - _YOUNGEST:
        raise Refused("no_such_year")
    return _changed(request, "born", born=int(year))


def name(request: Request, command: AnyCommand) -> list[Notice]:
    """Be called something else, at every table that one sits at."""
    wanted = tidy(_argument(command))
    player, work = request.player, request.work
    _check_name(request, wanted)
    for game in work.games_of(player.id):
        seat = game.seat_of(player.id)
        assert seat is not None
        seat_anew(work, game, seat, replace(game.holders[seat], name=wanted))
    for open_table in work.open_tables():
        if any(holder.player_id == player.id for holder in open_table.holders):
            holders = tuple(_renamed(holder, player, wanted) for holder in open_table.holders)
            work.save_open_table(replace(open_table, holders=holders))
    return _changed(request, "name", name=wanted)


def address(request: Request, command: AnyCommand) -> list[Notice]:
    """Have a second address, to be tried when mail to the first comes back: it is asked first, and must say yes.

    Whoever has it is the player, in every game: the tag of one game is not enough to set it.
    """
    if isinstance(command, Switch):
        return _changed(request, "address", second_address=None)
    wanted = tidy(_argument(command)).lower()
    if not wanted:
        return settings(request, command)
    _check_address(request, wanted)
    answered = request.writer.answered
    if request.confirmed and answered and answered.recipient == wanted:
        return _changed(request, "address", second_address=wanted)
    return [replace(settings_notice(request, "address"), about=wanted), *_question(request, wanted, command)]


def _changed(request: Request, setting: str, **values: object) -> list[Notice]:
    request.work.save_player(replace(request.player, **values))  # type: ignore[arg-type]
    return [settings_notice(request, setting)]


def _argument(command: AnyCommand) -> str:
    return command.argument if isinstance(command, Command) else ""


def _stand_in_named(words: str) -> str | None:
    """A bot by its name; `pass` or `resign` in any language."""
    if (bot := plain_name(words)) in BOTS:
        return bot
    spelling, folded = phrase(words), plain(words)
    known = lexicon()
    if any(meaning.value == "pass" for meaning in known.meanings(spelling, folded).values()):
        return "pass"
    named = known.commands.get(spelling) or known.commands.get(folded) or {}
    return "resign" if "resign" in named.values() else None


def _check_name(request: Request, wanted: str) -> None:
    """Whether somebody can be called this, and here."""
    if not wanted or len(wanted) > LONGEST_NAME:
        raise Refused("name_length", limit=LONGEST_NAME)
    if advertises(wanted):
        raise Refused("name_is_address")
    if request.server.own_words.taken(wanted):
        raise Refused("name_is_ours", name=wanted)
    for other in _others_names(request):
        if alike(other, wanted):
            raise Refused("name_taken", name=other)


def _others_names(request: Request) -> Iterator[str]:
    """Everyone else at the writer's tables, bots too."""
    me = request.player.id
    waiting = [each.holders for each in request.work.open_tables()]
    for holders in (*(game.holders for game in request.work.games_of(me)), *waiting):
        if any(holder.player_id == me for holder in holders):
            yield from (holder.name for holder in holders if holder.player_id != me)


def _renamed(holder: Holder, player: Player, wanted: str) -> Holder:
    return replace(holder, name=wanted) if holder.player_id == player.id else holder


def _check_address(request: Request, wanted: str) -> None:
    player, since = request.player, request.work.now - timedelta(days=1)
    if request.writer.game_id is not None and not request.confirmed:
        raise Refused("not_from_a_table")
    known = wanted in (player.address, player.second_address) or request.server.ours.owns(wanted)
    if known or not _ADDRESS.fullmatch(wanted):
        raise Refused("no_such_address", address=wanted)
    if not request.confirmed and request.work.asked_since(player.id, since) >= _ADDRESSES_A_DAY:
        raise Refused("asked_enough", limit=_ADDRESSES_A_DAY)


def _question(request: Request, wanted: str, command: AnyCommand) -> list[Notice]:
    """Whoever told us to stop or was forgotten is not asked; nobody learns from that who plays here."""
    owner = request.work.player_at(wanted)
    if owner.stopped if owner else request.work.left_alone(wanted):
        return []
    to = replace(request.reader, address=wanted, name=short_name(request.player.name), proven=False)
    text = command_text(replace(command, game=None))
    return [ConfirmNotice(to=to, understood=(text,), second=True, asks=text)]
