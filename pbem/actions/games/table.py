"""What somebody asks for at a table: a move, a rematch, to look on, the game's story."""

from dataclasses import replace

from engine import Order, View, advance, as_seen, order_text, view
from pbem.actions.games.announce import MOST_WATCHERS, events_since, spectator_game_view
from pbem.actions.games.clock import hold
from pbem.actions.games.play import ByMail, pinned, play_order, set_queued, start_game
from pbem.actions.games.play import resign as give_up
from pbem.actions.games.seats import new_game
from pbem.actions.games.sentences import board_answered
from pbem.actions.games.views import game_view, veiled
from pbem.actions.request import Refused, Request, all_or_nothing
from pbem.commands.resolve import Impossible, PlaceError, Resolved, SeveralOrders, resolve
from pbem.commands.text import command_text
from pbem.commands.values import AnyCommand, Command, Move
from pbem.model import Game, Holder, StoredMail
from pbem.notices import GameView, HistoryNotice, Notice, PreviewNotice, QueuedNotice, StatusNotice
from pbem.work import Reading


def move(request: Request, game: Game, seat: int, wanted: AnyCommand) -> list[Notice]:
    """Carry out a move in a running game."""
    assert isinstance(wanted, Move)
    if request.held and _went_on(request.work, game, request.held):
        raise Refused("went_on", game_view(request.work, game, seat))
    length = request.turn_answered(game)
    if length is not None and _acted_since(request, game, seat, length):
        raise Refused("stale", game_view(request.work, game, seat), turn=length)
    then = board_answered(request, game, seat)
    if wanted.preview:
        # What would happen, were it the seat's turn.
        game = replace(game, state=game.state._replace(turn=seat))
    elif game.state.turn != seat:
        return _queue(request, game, seat, wanted, then)
    elif game.paused:
        raise Refused("paused", game_view(request.work, game, seat), game=game.id)
    return _resolve(request, game, seat, wanted, then)


def cancel(request: Request, game: Game, seat: int, _command: AnyCommand) -> list[Notice]:
    """Drop the order that waits for the seat's turn."""
    shown = game_view(request.work, set_queued(request.work, game, seat, None), seat)
    return [QueuedNotice(to=request.reader, game_view=shown, order=None, answers=request.message_id)]


def resign(request: Request, game: Game, seat: int, _command: AnyCommand) -> list[Notice]:
    """Leave the game to the others."""
    return give_up(request.work, game, seat, ByMail(request.mail.id, request.message_id))


def _acted_since(request: Request, game: Game, seat: int, length: int) -> bool:
    """Whether the seat acted after the ledger had this length: then that mail's turn is over."""
    return any(line.seat == seat and line.number >= length for line in request.work.ledger(game.id))


def _went_on(work: Reading, game: Game, held: StoredMail) -> bool:
    """Whether anybody acted after the mail came."""
    lines = work.ledger(game.id)
    return any(line.at > held.received_at or (line.mail_id or 0) > held.id for line in lines)


def _queue(request: Request, game: Game, seat: int, wanted: Move, then: View) -> list[Notice]:
    try:
        text = command_text(replace(pinned(wanted, then), game=None))
    except PlaceError as error:
        raise Refused(error.code, game_view(request.work, game, seat), **error.facts) from error
    shown = game_view(request.work, set_queued(request.work, game, seat, text), seat)
    return [QueuedNotice(to=request.reader, game_view=shown, order=text, answers=request.message_id)]


def _resolve(request: Request, game: Game, seat: int, wanted: Move, then: View) -> list[Notice]:
    understood = command_text(wanted)
    match resolve(wanted.ladder, view(game.state, seat), then):
        case Resolved(order) if wanted.preview:
            return [_preview(request, game, seat, order)]
        case Resolved(order, completed):
            by_mail = ByMail(request.mail.id, request.message_id, completed)
            return play_order(request.work, game, seat, order, by_mail)
        case SeveralOrders(options):
            choices = tuple(order_text(order) for order in options)
            if not wanted.preview:
                game = hold(request.work, game)
            return [request.asked("incomplete", choices, understood, game_view(request.work, game, seat))]
        case Impossible(code, facts):
            raise Refused(code, game_view(request.work, game, seat), **facts)


def _preview(request: Request, game: Game, seat: int, order: Order) -> Notice:
    after, news = veiled(advance(game.state, order), seat)
    shown = replace(game_view(request.work, game, seat), view=after, news=news)
    return PreviewNotice(to=request.reader, game_view=shown, order=order_text(order), answers=request.message_id)


# Playing again: a new game starts once everyone who played has asked for it.


def rematch(request: Request, game: Game, seat: int, _command: AnyCommand) -> list[Notice]:
    """Note the wish; the last one to have it starts the game, with the next seat to begin."""
    if not _undecided(game):
        raise Refused("game_over", None, "", game=game.id)
    game = game.with_holder(seat, replace(game.holders[seat], rematch=True))
    request.work.save_holder(game, seat)
    if waiting_for := _undecided(game):
        return [StatusNotice(to=request.reader, waiting_for=waiting_for, answers=request.message_id)]
    holders = tuple(_afresh(holder) for holder in game.holders)
    again = new_game((*holders[1:], holders[0]), game.start.edition, request.server.entropy(32))
    return start_game(request.work, again, game.terms)[1]


def _undecided(game: Game) -> tuple[str, ...]:
    """Who of those that still play has not asked for a rematch."""
    return tuple(holder.name for holder in game.holders if not holder.bot and not holder.rematch)


def _afresh(holder: Holder) -> Holder:
    """The same player or bot in a new game; whoever left and was stood in for is not asked again."""
    if holder.bot:
        return Holder(name=holder.bot, bot=holder.bot)
    return Holder(name=holder.name, player_id=holder.player_id)


# Looking on at a game of others, and no longer.


@all_or_nothing
def watch(request: Request, command: Command) -> list[Notice]:
    """Hear of a game from now on."""
    work, player = request.work, request.player
    game = game_numbered(work, request.game_meant(command.game))
    if game.seat_of(player.id) is not None:
        raise Refused("own_game", game=game.id)
    if game.state.over:
        raise Refused("game_over", game=game.id)
    if len({*work.watchers(game.id)} - {player.id}) >= MOST_WATCHERS:
        raise Refused("too_many_watchers", limit=MOST_WATCHERS)
    work.watch(game.id, player.id)
    shown = spectator_game_view(work, game)
    return [StatusNotice(to=request.reader, game_view=shown, watching=True, answers=request.message_id)]


@all_or_nothing
def unwatch(request: Request, command: Command) -> list[Notice]:
    """Hear no more of it."""
    work, player = request.work, request.player
    game = game_numbered(work, request.game_meant(command.game))
    if player.id not in work.watchers(game.id):
        raise Refused("not_watching", game=game.id)
    work.unwatch(game.id, player.id)
    return [StatusNotice(to=request.reader, watching=False, answers=request.message_id)]


def game_numbered(work: Reading, number: int | None) -> Game:
    """The game of this number, if it has begun."""
    if number is None:
        raise Refused("which_number")
    game = work.game(number)
    if game is None:
        raise Refused("not_started" if work.open_table(number) else "no_such_game", game=number)
    return game


# The story of a game from its first move on: of one's own as one's seat saw it, of others as everyone may see it.


@all_or_nothing
def history(request: Request, command: Command) -> list[Notice]:
    """All moves of the game that is meant, else of the writer's only one."""
    number = request.game_meant(command.game) or request.only_game()
    shown = _from_the_start(request, game_numbered(request.work, number))
    return [HistoryNotice(to=request.reader, game_view=shown, answers=request.message_id)]


def _from_the_start(request: Request, game: Game) -> GameView:
    """Once the game is over, nothing is hidden any more."""
    seat = game.seat_of(request.player.id)
    shown = spectator_game_view(request.work, game) if seat is None else game_view(request.work, game, seat)
    events = events_since(request.work, game)
    return replace(shown, news=tuple(event if game.state.over else as_seen(event, seat) for event in events))
