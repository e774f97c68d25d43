"""What a director may do to a game or a player: by mail or from the command line, always with a line in the ledger."""

from collections.abc import Sequence
from dataclasses import replace

from engine import Adjudicate, Event, Extend, Pause, Replace, Resume, advance, replay
from engine.bots import BOTS
from engine.events import SeatReplaced
from pbem.house import House
from pbem.model import Game, Player
from pbem.notices import DirectorNotice, Notice
from pbem.service.absence import leave_seats
from pbem.service.announce import people
from pbem.service.clocks import extended, paused, resumed
from pbem.service.games import successor, take_over
from pbem.service.lobby.joining import leave_gatherings
from pbem.service.play import play_on, seat_anew, write
from pbem.service.readers import reader, wants_mail
from pbem.service.refusal import Refused
from pbem.service.sheets import sheet
from pbem.service.spectators import to_spectators
from pbem.service.tidy import matching, plain_name
from pbem.work import Work

LONGEST_EXTENSION = 1000


def pause(work: Work, game: Game) -> list[Notice]:
    """Let the game rest: no clock runs, no bot moves."""
    _check_running(game)
    if game.paused:
        raise Refused("already_paused", game=game.id)
    return _told(work, game, Pause(), paused(work, write(work, game, None, Pause())))


def resume(work: Work, game: Game) -> list[Notice]:
    """Let the game go on; if somebody else is on turn by now, their turn begins."""
    _check_running(game)
    if not game.paused:
        raise Refused("not_paused", game=game.id)
    others_turn = _turn_changed_since_pause(work, game)
    after = resumed(work, write(work, game, None, Resume()))
    told = _told(work, game, Resume(), after)
    return [*told, *play_on(work, after)[1]] if others_turn else told


def adjudicate(work: Work, game: Game, winners: Sequence[int]) -> list[Notice]:
    """End the game: as it stands, or for the winners named."""
    _check_running(game)
    after, notices = play_on(work, write(work, game, None, Adjudicate(tuple(winners))))
    return [*notices, *to_spectators(work, game, after)]


def extend(work: Work, game: Game, seat: int | None, hours: int) -> list[Notice]:
    """Give a seat more time: the one on turn, unless another is named."""
    _check_running(game)
    seat = game.state.turn if seat is None else seat
    assert seat is not None
    if not 1 <= hours <= LONGEST_EXTENSION:
        raise Refused("no_such_extension", limit=LONGEST_EXTENSION)
    entry = Extend(seat, hours)
    return _told(work, game, entry, extended(work, write(work, game, None, entry), seat, hours))


def replace_by_bot(work: Work, game: Game, seat: int, bot: str) -> list[Notice]:
    """A bot has the seat for good."""
    _check_running(game)
    before, entry = game, Replace(seat, bot)
    holder = replace(successor(work, game.holders[seat], bot), bot=bot)
    game = write(work, seat_anew(work, game, seat, holder), None, entry)
    told = [*_to_the_replaced(work, before, seat, entry), *_told(work, before, entry, game)]
    return [*told, *play_on(work, game)[1]] if game.state.turn == seat else told


def replace_by_player(work: Work, game: Game, seat: int, player: Player) -> list[Notice]:
    """Another player has the seat from now on."""
    _check_running(game)
    _check_newcomer(game, seat, player)
    before, entry = game, Replace(seat, player.name)
    notices = take_over(work, game, seat, player)
    after = work.game(game.id)
    assert after
    others = [each for each in _told(work, before, entry, after) if each.to.player_id != player.id]
    return [*_to_the_replaced(work, before, seat, entry), *others, *notices]


def ban(work: Work, house: House, player: Player) -> list[Notice]:
    """Bots play the seats, and mail from the player is refused; unbanned, their next mail brings them back."""
    if player.banned:
        raise Refused("already_banned", name=player.name)
    seats = [(game, game.seat_of(player.id)) for game in work.games_of(player.id)]
    banned = replace(player, banned=True, stopped=True)
    work.save_player(banned)
    notices = [*leave_gatherings(work, banned), *leave_seats(work, banned, house.stand_in)]
    for game, seat in seats:
        after = work.game(game.id)
        if after and seat is not None and not game.holders[seat].bot and not after.state.over:
            notices += _news(work, after, (SeatReplaced(seat, house.stand_in),))
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


def find_player(work: Work, who: str) -> Player:
    """The player with this address, or the only one of this name."""
    at = work.player_at(who) if "@" in who else None
    found = [at] if at else work.players_named(who)
    if len(found) != 1:
        raise Refused("which_player" if found else "no_such_player", name=who, count=len(found))
    return found[0]


def bot_named(text: str) -> str | None:
    """`greedy`, `bot greedy` or `bot:greedy`."""
    name = plain_name(text).removeprefix("bot").strip(" :")
    return name if name in BOTS else None


def _check_running(game: Game) -> None:
    if game.state.over:
        raise Refused("game_over", game=game.id)


def _check_newcomer(game: Game, seat: int, player: Player) -> None:
    if not wants_mail(player):
        raise Refused("cannot_play", name=player.name)
    if game.seat_of(player.id) is not None:
        raise Refused("sits_there", name=player.name, game=game.id)
    others = [holder.name for each, holder in enumerate(game.holders) if each != seat]
    if any(plain_name(other) == plain_name(player.name) for other in others):
        raise Refused("name_taken", name=player.name)


def _turn_changed_since_pause(work: Work, game: Game) -> bool:
    """Whether somebody else is to move than before: the one on turn resigned, or the seat has changed hands."""
    lines = work.ledger(game.id)
    rest = max(line.number for line in lines if isinstance(line.entry, Pause))
    before = replay(game.start.setup, [line.entry for line in lines[:rest]])
    changed = [line.entry.seat for line in lines[rest:] if isinstance(line.entry, Replace)]
    return before.turn != game.state.turn or game.state.turn in changed


def _told(work: Work, before: Game, entry: Pause | Resume | Extend | Replace, after: Game) -> list[Notice]:
    """Everyone at the table hears what the director did, and so do spectators."""
    return [*_news(work, after, _events(before, entry)), *to_spectators(work, before, after)]


def _events(before: Game, entry: Pause | Resume | Extend | Replace) -> tuple[Event, ...]:
    """What the director did; a seat that has another name by now is called by the one it had."""
    if isinstance(entry, Replace):
        return (SeatReplaced(entry.seat, entry.name, before.holders[entry.seat].name),)
    return advance(before.state, entry).events


def _news(work: Work, game: Game, events: tuple[Event, ...]) -> list[Notice]:
    return [
        DirectorNotice(to=reader(player), sheet=replace(sheet(work, game, seat), news=events))
        for seat, player in people(work, game)
    ]


def _to_the_replaced(work: Work, before: Game, seat: int, entry: Replace) -> list[Notice]:
    """Whoever has to go sees the board for the last time."""
    events = _events(before, entry)
    return [
        DirectorNotice(to=reader(player), sheet=replace(sheet(work, before, seat), news=events))
        for each, player in people(work, before)
        if each == seat
    ]
