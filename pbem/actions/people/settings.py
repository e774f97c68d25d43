"""How a player is called and written to: one function a setting, each answered with how that one stands now."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale
from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler

from pbem.actions.games.clock import count_anew
from pbem.actions.games.mailing import want_here
from pbem.actions.games.play import seat_anew
from pbem.actions.games.telling import told
from pbem.actions.names import LONGEST_NAME, advertises, alike, plain_name, short_name, tidy
from pbem.actions.people.away import back_at_all_tables, reached_again
from pbem.actions.request import Refused, Request
from pbem.commands.dates import dated
from pbem.commands.lexicon import lexicon, phrase, plain
from pbem.commands.table import OF_ONE_GAME
from pbem.commands.values import AnyCommand, Command, Day, SetLanguage, SetVacation, Switch
from pbem.i18n.codes import LANGUAGES
from pbem.mail.address import is_mailable
from pbem.model import SWITCHES, Holder, Player, Vacation
from pbem.model.characters import bot_called, characters
from pbem.model.time import local_time, parse_quiet
from pbem.notices import ConfirmNotice, Notice, Reader, SettingsNotice, StatusNotice
from pbem.work import ReadWork, Work

# Vacations: a player says when they are away; their clocks stand, and the others can see it.


_DAY = timedelta(days=1)
# Nobody plans further ahead, and there is an end to what a calendar can count.
_YEARS_AHEAD = 5


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


def days_left(work: ReadWork, allowed: int, player: Player, year: int) -> int:
    """How many days of this year the player may still be away."""
    days = {day for each in work.vacations(player.id) for day in _days(each, player.timezone)}
    return max(0, allowed - sum(day.year == year for day in days))


def move_vacations(work: Work, player: Player, zone: str) -> None:
    """The player's days are other hours from now on: a vacation stays on the same days."""
    for each in work.vacations(player.id):
        first, end = (_same_day(moment, player.timezone, zone) for moment in (each.first, each.end))
        work.save_vacation(replace(each, first=first, end=max(first, end)))


def settings_notice(request: Request, changed: str = "") -> SettingsNotice:
    """How the player is written to, and when they are away; or only what was changed of it."""
    work, player = request.work, request.player
    planned = tuple(each for each in work.vacations(player.id) if each.end > work.now)
    return SettingsNotice(
        to=request.reader,
        player=player,
        vacations=planned,
        vacation_days_left=days_left(work, request.server.house.vacation_days, player, _today(request).year),
        changed=(changed,) if changed else (),
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
    if day.year and day.year > earliest.year + _YEARS_AHEAD:
        raise Refused("no_such_days")
    found = dated(day, earliest)
    if found is None:
        raise Refused("no_such_days")
    return found


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
_REMARKS = ("always", "ask", "never")
_RECEIPTS = ("always", "needed", "never")
_ADDRESS = re.compile(r"[^\s@<>()\[\],;:\"\\]{1,64}@[^\s@<>()\[\],;:\"\\]{1,190}\.[^\W_]{2,63}")
_ADDRESSES_A_DAY = 3
# No clock runs meanwhile, so it can't be long.
_MOST_MINUTES = 60
_MINUTES = re.compile(r"(\d{1,3})\s*(?:[^\W\d]*\.?)")


def is_address(text: str) -> bool:
    """Whether it looks like a mail address that we could write to."""
    return _ADDRESS.fullmatch(text) is not None and text.isascii() and is_mailable(text)


def settings(request: Request, _command: AnyCommand) -> list[Notice]:
    """Show all of them."""
    return [settings_notice(request)]


def switch(request: Request, command: AnyCommand) -> list[Notice]:
    """`digest on`, `follow off` and their like; without a word behind it, only tell."""
    if not isinstance(command, Switch):
        return settings(request, command)
    assert command.name in SWITCHES
    if command.name in OF_ONE_GAME and (command.here or command.game):
        return _switch_here(request, command)
    return _change(request, command.name, **{command.name: command.on})


def _switch_here(request: Request, command: Switch) -> list[Notice]:
    """For the game that is named, or that the mail is of, and for no other."""
    work, number = request.work, request.game_meant(command.game) or request.only_game()
    game = work.game(number) if number else None
    seat = game.seat_of(request.player.id) if game else None
    if number and (game is None or seat is None):
        raise Refused("not_yours", game=number)
    if game is None or seat is None:
        numbers = [each.id for each in work.games_of(request.player.id)]
        raise Refused("which_game" if numbers else "no_game", games=numbers)
    game = want_here(work, game, request.player, command.name, command.on)
    return [told(work, game, seat, f"{command.name} {'on' if command.on else 'off'}", request)]


def language(request: Request, command: AnyCommand) -> list[Notice]:
    """Be written to in another language."""
    if isinstance(command, SetLanguage):
        return _change(request, "language", language=command.code)
    if _argument(command):
        raise Refused("no_such_language", languages=list(LANGUAGES))
    return settings(request, command)


def timezone(request: Request, command: AnyCommand) -> list[Notice]:
    """Have times told as the clocks there show them."""
    wanted = tidy(_argument(command))
    if zone := zone_named(wanted):
        before_other_hours(request.work, request.player, zone)
        return _change(request, "timezone", timezone=zone)
    raise Refused("no_such_timezone", zone=wanted, nearest=nearest_zone(wanted))


def quiet(request: Request, command: AnyCommand) -> list[Notice]:
    """Get no mail that was not asked for between these hours."""
    if not isinstance(command, Switch) and not _argument(command):
        return settings(request, command)
    hours = "" if isinstance(command, Switch) else parse_quiet(_argument(command))
    if hours is None:
        raise Refused("no_such_hours")
    before_other_hours(request.work, request.player, request.player.timezone)
    return _change(request, "quiet", quiet=hours)


def before_other_hours(work: Work, player: Player, zone: str) -> None:
    """Time that has passed is counted as it was; a vacation stays on its days."""
    count_anew(work, player)
    if zone != player.timezone:
        move_vacations(work, player, zone)


def stand_in(request: Request, command: AnyCommand) -> list[Notice]:
    """Declare what is to happen when one's time runs out."""
    if isinstance(command, Switch):
        return _change(request, "stand-in", stand_in="")
    if not _argument(command):
        return settings(request, command)
    choice = _stand_in_named(_argument(command))
    if choice is None:
        raise Refused("no_such_stand_in", choices=[*(each.name for each in characters()), "pass", "resign"])
    return _change(request, "stand-in", stand_in=choice)


def remarks(request: Request, command: AnyCommand) -> list[Notice]:
    """Whether talk beside an order goes to the table: when asked, always or never."""
    if not isinstance(command, Switch) and not _argument(command):
        return settings(request, command)
    choice = _how_often(command)
    if choice not in _REMARKS:
        raise Refused("no_such_remarks", choices=[*_REMARKS])
    return _change(request, "remarks", remarks=choice)


def receipts(request: Request, command: AnyCommand) -> list[Notice]:
    """Whether one's own orders are confirmed: always, when needed or never."""
    if not isinstance(command, Switch) and not _argument(command):
        return settings(request, command)
    choice = _how_often(command)
    if choice not in _RECEIPTS:
        raise Refused("no_such_receipts", choices=[*_RECEIPTS])
    return _change(request, "receipts", receipts=choice)


def _how_often(command: AnyCommand) -> str:
    """A choice by its name; `on` is always, `off` is never."""
    if isinstance(command, Switch):
        return "never"
    return "always" if lexicon().switches.get(phrase(_argument(command))) else _argument(command)


def second_thoughts(request: Request, command: AnyCommand) -> list[Notice]:
    """How many minutes pass before an order is played that was understood from a sentence."""
    if not isinstance(command, Switch) and not _argument(command):
        return settings(request, command)
    minutes = _MINUTES.fullmatch(_argument(command).strip(" .!"))
    if not isinstance(command, Switch) and (not minutes or int(minutes[1]) > _MOST_MINUTES):
        raise Refused("no_such_delay", limit=_MOST_MINUTES)
    return _change(request, "second thoughts", second_thoughts=int(minutes[1]) if minutes else 0)


def born(request: Request, command: AnyCommand) -> list[Notice]:
    """Say how old one is: the youngest may begin."""
    if isinstance(command, Switch):
        return _change(request, "born", born=None)
    if not _argument(command):
        return settings(request, command)
    year, this_year = _argument(command).strip(" .!"), request.work.now.year
    if not year.isdecimal() or not this_year - _OLDEST <= int(year) <= this_year - _YOUNGEST:
        raise Refused("no_such_year")
    return _change(request, "born", born=int(year))


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
    return _change(request, "name", name=wanted)


def address(request: Request, command: AnyCommand) -> list[Notice]:
    """Have a second address, to be tried when mail to the first comes back: it is asked first, and must say yes.

    With `main` the player moves there: the address of before is asked, too, and told.
    """
    if isinstance(command, Switch):
        return _change(request, "address", second_address=None)
    wanted, _, rest = tidy(_argument(command)).lower().partition(" ")
    moves = lexicon().addresses.get(plain(rest)) == "main"
    wanted = wanted if moves else f"{wanted} {rest}".strip()
    if not wanted:
        return settings(request, command)
    answered = request.writer.in_reply_to
    says_yes = request.confirmed and answered is not None and answered.recipient == wanted
    _check_address(request, wanted, limited=not says_yes, moves=moves)
    if says_yes and not _is_anothers(request, wanted):
        return _move(request, wanted) if moves else _change(request, "address", second_address=wanted)
    text = f"address {wanted} main" if moves else f"address {wanted}"
    if moves and not request.confirmed:
        return [ConfirmNotice(to=request.reader, understood=(text,), asks=text, answers=request.message_id)]
    return [replace(settings_notice(request, "address"), about=wanted), *_question(request, wanted, text)]


def _move(request: Request, wanted: str) -> list[Notice]:
    """All mail goes there from now on; what was sent to the old address opens nothing any more, and it is told."""
    before = request.player
    here = replace(
        before,
        address=wanted,
        proved=wanted,
        generation=before.generation + 1,
        second_address=None if before.second_address == wanted else before.second_address,
        second_used=False,
        bounced_at=None,
        unreachable=False,
    )
    request.work.save_player(here)
    told = replace(settings_notice(request, "main"), about=wanted)
    # It has no key any more, so it is nobody's answer.
    old = Reader(before.address, before.language, before.timezone, before.name)
    return [told, StatusNotice(to=old, moved_to=wanted), *reached_again(request.work, here)]


def _change(request: Request, setting: str, **values: object) -> list[Notice]:
    request.work.save_player(replace(request.player, **values))  # type: ignore[arg-type]
    return [settings_notice(request, setting)]


def _argument(command: AnyCommand) -> str:
    return command.argument if isinstance(command, Command) else ""


def _stand_in_named(words: str) -> str | None:
    """A bot by its name; `pass` or `resign` in any language."""
    if bot := bot_called(plain_name(words)):
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


def _check_address(request: Request, wanted: str, *, limited: bool, moves: bool) -> None:
    player, since = request.player, request.work.now - timedelta(days=1)
    own = (player.address,) if moves else (player.address, player.second_address)
    known = wanted in own or request.server.ours.owns(wanted)
    if known or not is_address(wanted):
        raise Refused("no_such_address", address=wanted)
    if limited and request.work.asked_since(player.id, since) >= _ADDRESSES_A_DAY:
        raise Refused("asked_enough", limit=_ADDRESSES_A_DAY)


def _is_anothers(request: Request, address: str) -> bool:
    """Whoever has the address of somebody would be taken for them."""
    return request.work.player_at(address) is not None or address in request.server.admins


def _question(request: Request, wanted: str, text: str) -> list[Notice]:
    """Whoever plays or directs here, or was forgotten, is not asked; nobody learns from that who they are."""
    if _is_anothers(request, wanted) or request.work.left_alone(wanted):
        return []
    to = replace(request.reader, address=wanted, name=short_name(request.player.name), proven=False)
    return [ConfirmNotice(to=to, understood=(text,), second=True, asks=text)]
