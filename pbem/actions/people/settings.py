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
from engine.errors import Facts
from pbem.actions.context import LONGEST_NAME, Errand, advertises, plain_name, tidy
from pbem.actions.games.clock import count_anew
from pbem.actions.games.play import seat_anew
from pbem.actions.people.away import back_at_all_tables
from pbem.commands.text import command_text
from pbem.commands.values import AnyCommand, Command, Day, SetLanguage, SetVacation, Switch
from pbem.commands.words import lexicon, phrase, plain
from pbem.i18n.codes import LANGUAGES
from pbem.model import SWITCHES, Holder, Player, Vacation
from pbem.model.time import local_time, parse_quiet
from pbem.notices import ConfirmNotice, Notice, SettingsNotice
from pbem.work import Work

# Holidays: a player says when they are away; their clocks stand, and the others can see it.


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


def settings(errand: Errand, _command: AnyCommand) -> list[Notice]:
    """Show all of them."""
    return [settings_notice(errand)]


def switch(errand: Errand, command: AnyCommand) -> list[Notice]:
    """`digest on`, `receipts off` and their like; without a word behind it, only tell."""
    if not isinstance(command, Switch):
        return settings(errand, command)
    assert command.name in SWITCHES
    return _changed(errand, command.name, **{command.name: command.on})


def language(errand: Errand, command: AnyCommand) -> list[Notice]:
    """Be written to in another language."""
    if isinstance(command, SetLanguage):
        return _changed(errand, "language", language=command.code)
    if _argument(command):
        return [errand.refused("no_such_language", {"languages": list(LANGUAGES)}, command_text(command))]
    return settings(errand, command)


def timezone(errand: Errand, command: AnyCommand) -> list[Notice]:
    """Have times told as the clocks there show them."""
    wanted = tidy(_argument(command))
    if zone := zone_named(wanted):
        before_other_hours(errand.work, errand.writer.player, zone)
        return _changed(errand, "timezone", timezone=zone)
    facts: Facts = {"zone": wanted, "nearest": nearest_zone(wanted)}
    return [errand.refused("no_such_timezone", facts, command_text(command))]


def quiet(errand: Errand, command: AnyCommand) -> list[Notice]:
    """Get no mail that was not asked for between these hours."""
    if not isinstance(command, Switch) and not _argument(command):
        return settings(errand, command)
    hours = "" if isinstance(command, Switch) else parse_quiet(_argument(command))
    if hours is None:
        return [errand.refused("no_such_hours", understood=command_text(command))]
    before_other_hours(errand.work, errand.writer.player, errand.writer.player.timezone)
    return _changed(errand, "quiet", quiet=hours)


def before_other_hours(work: Work, player: Player, zone: str) -> None:
    """Time that has passed is counted as it was; a vacation stays on its days."""
    count_anew(work, player)
    if zone != player.timezone:
        move_vacations(work, player, zone)


def stand_in(errand: Errand, command: AnyCommand) -> list[Notice]:
    """Declare what is to happen when one's time runs out."""
    if isinstance(command, Switch):
        return _changed(errand, "stand-in", stand_in="")
    if not _argument(command):
        return settings(errand, command)
    choice = _stand_in_named(_argument(command))
    if choice is None:
        facts: Facts = {"choices": [*BOTS, "pass", "resign"]}
        return [errand.refused("no_such_stand_in", facts, command_text(command))]
    return _changed(errand, "stand-in", stand_in=choice)


def born(errand: Errand, command: AnyCommand) -> list[Notice]:
    """Say how old one is: the youngest may begin."""
    if isinstance(command, Switch):
        return _changed(errand, "born", born=None)
    if not _argument(command):
        return settings(errand, command)
    year, this_year = _argument(command).strip(" .!"), errand.work.now.year
    if not year.isdecimal() or not this_year - _OLDEST <= int(year) <= this_year - _YOUNGEST:
        return [errand.refused("no_such_year", understood=command_text(command))]
    return _changed(errand, "born", born=int(year))


def name(errand: Errand, command: AnyCommand) -> list[Notice]:
    """Be called something else, at every table that one sits at."""
    wanted = tidy(_argument(command))
    player, work = errand.writer.player, errand.work
    if refusal := _unfit(errand, wanted):
        return [errand.refused(*refusal, command_text(command))]
    for game in work.games_of(player.id):
        seat = game.seat_of(player.id)
        assert seat is not None
        seat_anew(work, game, seat, replace(game.holders[seat], name=wanted))
    for gathering in work.gatherings():
        if any(holder.player_id == player.id for holder in gathering.holders):
            holders = tuple(_renamed(holder, player, wanted) for holder in gathering.holders)
            work.save_gathering(replace(gathering, holders=holders))
    return _changed(errand, "name", name=wanted)


def address(errand: Errand, command: AnyCommand) -> list[Notice]:
    """Have a second address, to be tried when mail to the first comes back: it is asked first, and must say yes.

    Whoever has it is the player, in every game: the tag of one game is not enough to set it (CONTRACT section 4).
    """
    if isinstance(command, Switch):
        return _changed(errand, "address", second_address=None)
    wanted = tidy(_argument(command)).lower()
    if not wanted:
        return settings(errand, command)
    if refusal := _unusable(errand, wanted):
        return [errand.refused(*refusal, command_text(command))]
    answered = errand.writer.answered
    if errand.confirmed and answered and answered.recipient == wanted:
        return _changed(errand, "address", second_address=wanted)
    return [replace(settings_notice(errand, "address"), about=wanted), *_question(errand, wanted, command)]


def _changed(errand: Errand, setting: str, **values: object) -> list[Notice]:
    player = replace(errand.writer.player, **values)  # type: ignore[arg-type]
    errand.work.save_player(player)
    return [settings_notice(replace(errand, writer=replace(errand.writer, player=player)), setting)]


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


def _unfit(errand: Errand, wanted: str) -> tuple[str, dict[str, object]] | None:
    """Why nobody can be called this, or not here."""
    if not wanted or len(wanted) > LONGEST_NAME:
        return "name_length", {"limit": LONGEST_NAME}
    if advertises(wanted):
        return "name_is_address", {}
    if any(plain_name(other) == plain_name(wanted) for other in _others_names(errand)):
        return "name_taken", {"name": wanted}
    return None


def _others_names(errand: Errand) -> Iterator[str]:
    """Everyone else at the writer's tables, bots too."""
    me = errand.writer.player.id
    gathered = [each.holders for each in errand.work.gatherings()]
    for holders in (*(game.holders for game in errand.work.games_of(me)), *gathered):
        if any(holder.player_id == me for holder in holders):
            yield from (holder.name for holder in holders if holder.player_id != me)


def _renamed(holder: Holder, player: Player, wanted: str) -> Holder:
    return replace(holder, name=wanted) if holder.player_id == player.id else holder


def _unusable(errand: Errand, wanted: str) -> tuple[str, dict[str, object]] | None:
    player, since = errand.writer.player, errand.work.now - timedelta(days=1)
    if errand.writer.game_id is not None and not errand.confirmed:
        return "not_from_a_table", {}
    known = wanted in (player.address, player.second_address) or errand.ours.owns(wanted)
    if known or not _ADDRESS.fullmatch(wanted):
        return "no_such_address", {"address": wanted}
    if not errand.confirmed and errand.work.asked_since(player.id, since) >= _ADDRESSES_A_DAY:
        return "asked_enough", {"limit": _ADDRESSES_A_DAY}
    return None


def _question(errand: Errand, wanted: str, command: AnyCommand) -> list[Notice]:
    """Whoever told us to stop is not asked; nobody learns from that who plays here."""
    owner = errand.work.player_at(wanted)
    if owner and owner.stopped:
        return []
    to = replace(errand.reader, address=wanted)
    text = command_text(replace(command, game=None))
    return [ConfirmNotice(to=to, understood=(text,), second=True, asks=text)]
