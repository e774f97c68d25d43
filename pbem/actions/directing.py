"""What a director may do to a game or a player: by mail or from the command line, always with a line in the ledger."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import TypeAlias
from zoneinfo import ZoneInfo

from engine import Adjudicate, Event, Extend, Pause, Replace, Resume, advance
from engine.events import SeatReplaced
from pbem.actions.find import find_player
from pbem.actions.games.agreements import LONGEST_REST, ask_to_go_on, ask_to_rest
from pbem.actions.games.announce import people, tell_spectators
from pbem.actions.games.clock import extend_bank
from pbem.actions.games.play import play_on, seat_anew, successor, take_over, write
from pbem.actions.games.resting import let_rest, resume_quietly
from pbem.actions.games.sentences import table_in_question
from pbem.actions.games.views import game_view
from pbem.actions.lobby.joining import leave_open_tables
from pbem.actions.names import alike, matching, plain_name
from pbem.actions.people.away import leave_seats
from pbem.actions.request import Refused, Request, Rights, all_or_nothing, reader, wants_mail
from pbem.commands.dates import dated, period
from pbem.commands.options import hours_in
from pbem.commands.text import command_text
from pbem.commands.values import Command
from pbem.mail.operators_page import mailed_address
from pbem.model import Game, Player
from pbem.model.characters import bot_called
from pbem.model.games import House
from pbem.model.time import local_time
from pbem.notices import DirectorNotice, Notice
from pbem.work import ReadWork, Work

LONGEST_EXTENSION = 1000
_MORNING = time(9)


def pause(work: Work, game: Game) -> list[Notice]:
    """Let the game rest: no clock runs, no bot moves."""
    _check_running(game)
    if game.paused:
        raise Refused("already_paused", game=game.id)
    return _tell(work, game, Pause(), let_rest(work, game))


def resume(work: Work, game: Game) -> list[Notice]:
    """Let the game go on; whoever is on turn gets the board once more, or for the first time if it is a new turn."""
    _check_running(game)
    if not game.paused:
        raise Refused("not_paused", game=game.id)
    after, turn = resume_quietly(work, game)
    return [*_tell(work, game, Resume(), after), *turn]


def adjudicate(work: Work, game: Game, winners: Sequence[int]) -> list[Notice]:
    """End the game: as it stands, or for the winners named."""
    _check_running(game)
    after, notices = play_on(work, write(work, game, None, Adjudicate(tuple(winners))))
    return [*notices, *tell_spectators(work, game, after)]


def extend(work: Work, game: Game, seat: int | None, hours: int) -> list[Notice]:
    """Give a seat more time: the one on turn, unless another is named."""
    _check_running(game)
    seat = game.state.turn if seat is None else seat
    assert seat is not None
    if not 1 <= hours <= LONGEST_EXTENSION:
        raise Refused("no_such_extension", limit=LONGEST_EXTENSION)
    entry = Extend(seat, hours)
    return _tell(work, game, entry, extend_bank(work, write(work, game, None, entry), seat, hours))


def replace_by_bot(work: Work, game: Game, seat: int, bot: str) -> list[Notice]:
    """A bot has the seat for good."""
    _check_running(game)
    before, entry = game, Replace(seat, bot)
    holder = replace(successor(work, game.holders[seat], bot), bot=bot)
    game = write(work, seat_anew(work, game, seat, holder), None, entry)
    told = [*_to_the_replaced(work, before, seat, entry), *_tell(work, before, entry, game)]
    return [*told, *play_on(work, game)[1]] if game.state.turn == seat else told


def replace_by_player(work: Work, game: Game, seat: int, player: Player) -> list[Notice]:
    """Another player has the seat from now on."""
    _check_running(game)
    _check_newcomer(game, seat, player)
    before, entry = game, Replace(seat, player.name)
    notices = take_over(work, game, seat, player)
    after = work.game(game.id)
    assert after
    others = [each for each in _tell(work, before, entry, after) if each.to.player_id != player.id]
    return [*_to_the_replaced(work, before, seat, entry), *others, *notices]


def ban(work: Work, house: House, player: Player) -> list[Notice]:
    """Bots play the seats, and mail from the player is refused; unbanned, their next mail brings them back."""
    if player.banned:
        raise Refused("already_banned", name=player.name)
    seats = [(game, game.seat_of(player.id)) for game in work.games_of(player.id)]
    banned = replace(player, banned=True, stopped=True)
    work.save_player(banned)
    notices = [*leave_open_tables(work, banned), *leave_seats(work, banned, house.stand_in)]
    for game, seat in seats:
        after = work.game(game.id)
        if after and seat is not None and not game.holders[seat].bot and not after.state.over:
            notices += _news(work, after, (SeatReplaced(seat, after.holders[seat].bot or house.stand_in),))
    return notices


def unban(work: Work, player: Player) -> list[Notice]:
    """Mail from the player is read again."""
    if not player.banned:
        raise Refused("not_banned", name=player.name)
    work.save_player(replace(player, banned=False))
    return []


def find_seat(game: Game, name: str) -> int:
    """The seat of this name, or of this number as people count."""
    if name.isdecimal() and 1 <= int(name) <= len(game.holders):
        return int(name) - 1
    names = [holder.name for holder in game.holders]
    found = matching(name, names)
    seats = [seat for seat, each in enumerate(names) if each in found]
    if len(seats) != 1:
        raise Refused("which_name" if seats else "no_such_name", name=name, names=found or names)
    return seats[0]


def bot_named(text: str) -> str | None:
    """`greedy`, `bot greedy` or `bot:greedy`; or by a name, `bot Mirella`."""
    return bot_called(plain_name(text).removeprefix("bot").strip(" :"))


def _check_running(game: Game) -> None:
    if game.state.over:
        raise Refused("game_over", game=game.id)


def _check_newcomer(game: Game, seat: int, player: Player) -> None:
    if not wants_mail(player):
        raise Refused("cannot_play", name=player.name)
    if game.seat_of(player.id) is not None:
        raise Refused("sits_there", name=player.name, game=game.id)
    others = [holder.name for each, holder in enumerate(game.holders) if each != seat]
    if any(alike(other, player.name) for other in others):
        raise Refused("name_taken", name=player.name)


def _tell(work: Work, before: Game, entry: Pause | Resume | Extend | Replace, after: Game) -> list[Notice]:
    """Everyone at the table hears what the director did, and so do spectators."""
    return [*_news(work, after, _events(before, entry)), *tell_spectators(work, before, after)]


def _events(before: Game, entry: Pause | Resume | Extend | Replace) -> tuple[Event, ...]:
    """What the director did; a seat that has another name by now is called by the one it had."""
    if isinstance(entry, Replace):
        return (SeatReplaced(entry.seat, entry.name, before.holders[entry.seat].name),)
    return advance(before.state, entry).events


def _news(work: ReadWork, game: Game, events: tuple[Event, ...]) -> list[Notice]:
    return [
        DirectorNotice(to=reader(player), game_view=replace(game_view(work, game, seat), news=events))
        for seat, player in people(work, game)
    ]


def _to_the_replaced(work: ReadWork, before: Game, seat: int, entry: Replace) -> list[Notice]:
    """Whoever has to go sees the board for the last time."""
    events = _events(before, entry)
    return [
        DirectorNotice(to=reader(player), game_view=replace(game_view(work, before, seat), news=events))
        for each, player in people(work, before)
        if each == seat
    ]


# A director's mail: who may direct, which game, seat and player is meant, and the answer.


_SPAN = re.compile(r"(\d{1,4})\s*([^\W\d_]*)\s*(.*)", re.DOTALL)

_Directive: TypeAlias = Callable[[Request, Command], list[Notice]]


@all_or_nothing
def pause_or_ask(request: Request, command: Command) -> list[Notice]:
    """A director who names a game lets it rest; whoever plays asks the others."""
    if _directs(request, command):
        return direct(request, command)
    game, seat = _own_table(request, command)
    return ask_to_rest(request, game, seat, _day(request, command.argument) if command.argument else None)


@all_or_nothing
def resume_or_ask(request: Request, command: Command) -> list[Notice]:
    """The same for a game that rests."""
    if _directs(request, command):
        return direct(request, command)
    return ask_to_go_on(request, *_own_table(request, command))


def _directs(request: Request, command: Command) -> bool:
    """Whoever has only the mail of a seat asks for that seat, a director's as well."""
    proven = request.is_director and (request.confirmed or request.writer.rights is Rights.ALL)
    return proven and (command.game is not None or not table_in_question(request, None))


def _own_table(request: Request, command: Command) -> tuple[Game, int]:
    found = table_in_question(request, command.game)
    if found is None:
        numbers = [game.id for game in request.work.games_of(request.player.id)]
        raise Refused("not_yours" if command.game else "which_game" if numbers else "no_game", games=numbers)
    _check_running(found[0])
    return found


def _day(request: Request, written: str) -> datetime:
    """The morning of the day that is meant, where the writer lives."""
    zone, now = request.player.timezone, request.work.now
    days, today = period(written), now.astimezone(ZoneInfo(zone)).date()
    # On a Monday, `until Monday` is a week away.
    tomorrow = today + timedelta(days=1)
    day = dated(days[1], tomorrow if days[1].is_weekday else today) if days and days[1] else None
    if day is None or not today < day <= today + LONGEST_REST:
        raise Refused("no_such_rest", limit=LONGEST_REST.days)
    return local_time(day, _MORNING, zone)


@all_or_nothing
def direct(request: Request, command: Command) -> list[Notice]:
    """Do what a director asks."""
    if not request.is_director:
        raise Refused("admins_only")
    notices = _DIRECTIVES[command.name](request, command)
    table = f" #{command.game}" if command.game else ""
    request.work.note_deed(f"mail of player {request.player.id}", f"{command.name}{table}")
    return [DirectorNotice(to=request.reader, done=command_text(command), answers=request.message_id), *notices]


def show_operators_page(request: Request, command: Command) -> list[Notice]:
    """Its link goes to the director's own address, whoever asked."""
    if not request.is_director:
        raise Refused("admins_only")
    address = mailed_address(request.server.ours, request.server.tags, request.work.now)
    if not address:
        raise Refused("no_operators_page")
    request.work.note_deed(f"mail of player {request.player.id}", command.name)
    return [DirectorNotice(to=request.reader, operators_page=address, answers=request.message_id)]


def _pause(request: Request, command: Command) -> list[Notice]:
    return pause(request.work, _game(request, command))


def _resume(request: Request, command: Command) -> list[Notice]:
    return resume(request.work, _game(request, command))


def _adjudicate(request: Request, command: Command) -> list[Notice]:
    game = _game(request, command)
    return adjudicate(request.work, game, _seats_named(game, command.argument))


def _extend(request: Request, command: Command) -> list[Notice]:
    game = _game(request, command)
    hours, name = _hours(command.argument, request.player.language)
    return extend(request.work, game, find_seat(game, name) if name else None, hours)


def _replace(request: Request, command: Command) -> list[Notice]:
    """`replace #42 Anna with bot greedy`: the name comes first, the newcomer last, in whatever words between."""
    game = _game(request, command)
    *words, newcomer = command.argument.split() or [""]
    seat = _leading_seat(game, words)[0]
    if bot := bot_named(newcomer):
        return replace_by_bot(request.work, game, seat, bot)
    return replace_by_player(request.work, game, seat, find_player(request.work, newcomer))


def _ban(request: Request, command: Command) -> list[Notice]:
    return ban(request.work, request.server.house, find_player(request.work, command.argument))


def _unban(request: Request, command: Command) -> list[Notice]:
    return unban(request.work, find_player(request.work, command.argument))


def _game(request: Request, command: Command) -> Game:
    if command.game is None:
        raise Refused("name_the_game")
    game = request.work.game(command.game)
    if game is None:
        raise Refused("no_such_game", game=command.game)
    return game


def _seats_named(game: Game, text: str) -> list[int]:
    seats: list[int] = []
    words = text.replace(",", " ").split()
    while words:
        seat, words = _leading_seat(game, words)
        seats.append(seat)
    return seats


def _leading_seat(game: Game, words: list[str]) -> tuple[int, list[str]]:
    """The seat that the first words name, as many of them as name one, and the words that follow."""
    for count in range(len(words), 1, -1):
        try:
            return find_seat(game, " ".join(words[:count])), words[count:]
        except Refused:
            continue
    return find_seat(game, words[0] if words else ""), words[1:]


def _hours(text: str, language: str) -> tuple[int, str]:
    """`24h`, `2 days`, `24h Anna`: how many hours, and who is named."""
    match = _SPAN.fullmatch(text)
    if not match:
        raise Refused("no_such_extension", limit=LONGEST_EXTENSION)
    number, unit, rest = match.groups()
    if hours := hours_in(unit, language):
        return int(number) * hours, rest
    return int(number), f"{unit} {rest}".strip()


_DIRECTIVES: dict[str, _Directive] = {
    "pause": _pause,
    "resume": _resume,
    "adjudicate": _adjudicate,
    "extend": _extend,
    "replace": _replace,
    "ban": _ban,
    "unban": _unban,
}
