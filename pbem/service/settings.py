"""How a player is called and written to: one function a setting, each answered with all of them."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from engine.bots import BOTS
from engine.errors import Facts
from pbem.hours import parse_quiet
from pbem.languages import LANGUAGES
from pbem.model import SWITCHES, Holder, Player
from pbem.notices import ConfirmNotice, Notice
from pbem.orders.commands import AnyCommand, Command, SetLanguage, Switch
from pbem.orders.lexicon import lexicon, phrase, plain
from pbem.orders.wording import command_text
from pbem.service.clocks import count_anew
from pbem.service.errand import Errand
from pbem.service.first_contact import advertises
from pbem.service.play import seat_anew
from pbem.service.tidy import LONGEST_NAME, plain_name, tidy
from pbem.service.vacations import move_vacations, settings_notice
from pbem.service.zones import nearest_zone, zone_named
from pbem.work import Work

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
