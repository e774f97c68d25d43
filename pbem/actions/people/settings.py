"""How a player is called and written to: one function a setting, each answered with how that one stands now."""

import re
from collections.abc import Iterator
from dataclasses import replace

from pbem.actions.games.clock import count_anew
from pbem.actions.games.mailing import want_here
from pbem.actions.games.play import seat_anew
from pbem.actions.games.telling import told
from pbem.actions.lobby.answers import still_invited
from pbem.actions.names import LONGEST_NAME, advertises, alike, plain_name, tidy
from pbem.actions.people.standing import argument_of, change_setting, settings_notice
from pbem.actions.people.vacations import move_vacations
from pbem.actions.people.zones import nearest_zone, zone_named
from pbem.actions.request import Refused, Request
from pbem.commands.lexicon import lexicon, phrase, plain
from pbem.commands.table import OF_ONE_GAME
from pbem.commands.values import AnyCommand, SetLanguage, Switch
from pbem.i18n.codes import LANGUAGES
from pbem.model import SWITCHES, Holder, Player
from pbem.model.characters import bot_called, characters
from pbem.model.time import parse_quiet
from pbem.notices import Notice
from pbem.work import Work

_OLDEST, _YOUNGEST = 120, 3
_REMARKS = ("always", "ask", "never")
_RECEIPTS = ("always", "needed", "never")
# No clock runs meanwhile, so it can't be long.
_MOST_MINUTES = 60
_MINUTES = re.compile(r"(\d{1,3})\s*(?:[^\W\d]*\.?)")


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
    return change_setting(request, command.name, **{command.name: command.on})


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
        changed = change_setting(request, "language", language=command.code)
        return still_invited(request) or changed
    if argument_of(command):
        raise Refused("no_such_language", languages=list(LANGUAGES))
    return settings(request, command)


def timezone(request: Request, command: AnyCommand) -> list[Notice]:
    """Have times told as the clocks there show them."""
    wanted = tidy(argument_of(command))
    if zone := zone_named(wanted):
        before_other_hours(request.work, request.player, zone)
        return change_setting(request, "timezone", timezone=zone)
    raise Refused("no_such_timezone", zone=wanted, nearest=nearest_zone(wanted))


def quiet(request: Request, command: AnyCommand) -> list[Notice]:
    """Get no mail that was not asked for between these hours."""
    if not isinstance(command, Switch) and not argument_of(command):
        return settings(request, command)
    hours = "" if isinstance(command, Switch) else parse_quiet(argument_of(command))
    if hours is None:
        raise Refused("no_such_hours")
    before_other_hours(request.work, request.player, request.player.timezone)
    return change_setting(request, "quiet", quiet=hours)


def before_other_hours(work: Work, player: Player, zone: str) -> None:
    """Time that has passed is counted as it was; a vacation stays on its days."""
    count_anew(work, player)
    if zone != player.timezone:
        move_vacations(work, player, zone)


def stand_in(request: Request, command: AnyCommand) -> list[Notice]:
    """Declare what is to happen when one's time runs out."""
    if isinstance(command, Switch):
        return change_setting(request, "stand-in", stand_in="")
    if not argument_of(command):
        return settings(request, command)
    choice = _stand_in_named(argument_of(command))
    if choice is None:
        raise Refused("no_such_stand_in", choices=[*(each.name for each in characters()), "pass", "resign"])
    return change_setting(request, "stand-in", stand_in=choice)


def remarks(request: Request, command: AnyCommand) -> list[Notice]:
    """Whether talk beside an order goes to the table: when asked, always or never."""
    if not isinstance(command, Switch) and not argument_of(command):
        return settings(request, command)
    choice = _how_often(command)
    if choice not in _REMARKS:
        raise Refused("no_such_remarks", choices=[*_REMARKS])
    return change_setting(request, "remarks", remarks=choice)


def receipts(request: Request, command: AnyCommand) -> list[Notice]:
    """Whether one's own orders are confirmed: always, when needed or never."""
    if not isinstance(command, Switch) and not argument_of(command):
        return settings(request, command)
    choice = _how_often(command)
    if choice not in _RECEIPTS:
        raise Refused("no_such_receipts", choices=[*_RECEIPTS])
    return change_setting(request, "receipts", receipts=choice)


def _how_often(command: AnyCommand) -> str:
    """A choice by its name; `on` is always, `off` is never."""
    if isinstance(command, Switch):
        return "never"
    return "always" if lexicon().switches.get(phrase(argument_of(command))) else argument_of(command)


def second_thoughts(request: Request, command: AnyCommand) -> list[Notice]:
    """How many minutes pass before an order is played that was understood from a sentence."""
    if not isinstance(command, Switch) and not argument_of(command):
        return settings(request, command)
    minutes = _MINUTES.fullmatch(argument_of(command).strip(" .!"))
    if not isinstance(command, Switch) and (not minutes or int(minutes[1]) > _MOST_MINUTES):
        raise Refused("no_such_delay", limit=_MOST_MINUTES)
    return change_setting(request, "second thoughts", second_thoughts=int(minutes[1]) if minutes else 0)


def born(request: Request, command: AnyCommand) -> list[Notice]:
    """Say how old one is: the youngest may begin."""
    if isinstance(command, Switch):
        return change_setting(request, "born", born=None)
    if not argument_of(command):
        return settings(request, command)
    year, this_year = argument_of(command).strip(" .!"), request.work.now.year
    if not year.isdecimal() or not this_year - _OLDEST <= int(year) <= this_year - _YOUNGEST:
        raise Refused("no_such_year")
    return change_setting(request, "born", born=int(year))


def name(request: Request, command: AnyCommand) -> list[Notice]:
    """Be called something else, at every table that one sits at."""
    wanted = tidy(argument_of(command))
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
    return change_setting(request, "name", name=wanted)


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
