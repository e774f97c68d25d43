"""Moves: an order is read on the board of the mail that it answers, then played, queued, previewed or refused."""

from dataclasses import replace

from engine import Order, View, advance, as_seen, order_text, replay, view
from pbem.actions.context import Errand, Refused, refusing
from pbem.actions.games.announce import MOST_WATCHERS, events_since, spectator_sheet
from pbem.actions.games.clock import hold
from pbem.actions.games.play import ByMail, pinned, play_order, set_queued, start_game
from pbem.actions.games.seats import new_game
from pbem.actions.games.sheets import sheet, veiled
from pbem.commands.resolve import Ambiguous, PlaceError, Refusal, Resolved, resolve
from pbem.commands.text import command_text
from pbem.commands.values import AnyCommand, Command, Move
from pbem.model import Game, Holder
from pbem.notices import HistoryNotice, Notice, PreviewNotice, QueuedNotice, Sheet, StatusNotice
from pbem.work import Work


def move(errand: Errand, game: Game, seat: int, wanted: AnyCommand) -> list[Notice]:
    """Carry out a move in a running game."""
    assert isinstance(wanted, Move)
    length = errand.turn_answered(game)
    if length is not None and _acted_since(errand, game, seat, length):
        shown = sheet(errand.work, game, seat)
        return [errand.refused("stale", {"turn": length}, command_text(wanted), shown)]
    then = _view_at(errand, game, seat, length)
    if wanted.preview:
        # What would happen, were it the seat's turn.
        game = replace(game, state=game.state._replace(turn=seat))
    elif game.state.turn != seat:
        return _queue(errand, game, seat, wanted, then)
    elif game.paused:
        return [errand.refused("paused", {"game": game.id}, command_text(wanted), sheet(errand.work, game, seat))]
    return _resolve(errand, game, seat, wanted, then)


def cancel(errand: Errand, game: Game, seat: int, _command: AnyCommand) -> list[Notice]:
    """Drop the order that waits for the seat's turn."""
    shown = sheet(errand.work, set_queued(errand.work, game, seat, None), seat)
    return [QueuedNotice(to=errand.reader, sheet=shown, order=None, answers=errand.message_id)]


def _acted_since(errand: Errand, game: Game, seat: int, length: int) -> bool:
    """Whether the seat acted after the ledger had this length: then that mail's turn is over."""
    return any(line.seat == seat and line.number >= length for line in errand.work.ledger(game.id))


def _view_at(errand: Errand, game: Game, seat: int, length: int | None) -> View:
    if length is None or length == game.length:
        return view(game.state, seat)
    entries = [line.entry for line in errand.work.ledger(game.id)[:length]]
    return view(replay(game.start.setup, entries), seat)


def _queue(errand: Errand, game: Game, seat: int, wanted: Move, then: View) -> list[Notice]:
    try:
        text = command_text(replace(pinned(wanted, then), game=None))
    except PlaceError as error:
        return [errand.refused(error.code, error.facts, command_text(wanted), sheet(errand.work, game, seat))]
    shown = sheet(errand.work, set_queued(errand.work, game, seat, text), seat)
    return [QueuedNotice(to=errand.reader, sheet=shown, order=text, answers=errand.message_id)]


def _resolve(errand: Errand, game: Game, seat: int, wanted: Move, then: View) -> list[Notice]:
    understood = command_text(wanted)
    match resolve(wanted.ladder, view(game.state, seat), then):
        case Resolved(order) if wanted.preview:
            return [_preview(errand, game, seat, order)]
        case Resolved(order, completed):
            by_mail = ByMail(errand.mail_id, errand.message_id, completed)
            return play_order(errand.work, game, seat, order, by_mail)
        case Ambiguous(options):
            choices = tuple(order_text(order) for order in options)
            if not wanted.preview:
                game = hold(errand.work, game)
            return [errand.asked("incomplete", choices, understood, sheet(errand.work, game, seat))]
        case Refusal(code, facts):
            return [errand.refused(code, facts, understood, sheet(errand.work, game, seat))]


def _preview(errand: Errand, game: Game, seat: int, order: Order) -> Notice:
    after, news = veiled(advance(game.state, order), seat)
    shown = replace(sheet(errand.work, game, seat), view=after, news=news)
    return PreviewNotice(to=errand.reader, sheet=shown, order=order_text(order), answers=errand.message_id)


# Playing again: a new game starts once everyone who played has asked for it.


def rematch(errand: Errand, game: Game, seat: int, _command: AnyCommand) -> list[Notice]:
    """Note the wish; the last one to have it starts the game, with the next seat to begin."""
    if not _undecided(game):
        return [errand.refused("game_over", {"game": game.id})]
    game = game.with_holder(seat, replace(game.holders[seat], rematch=True))
    errand.work.save_holder(game, seat)
    if waiting_for := _undecided(game):
        return [StatusNotice(to=errand.reader, waiting_for=waiting_for, answers=errand.message_id)]
    holders = tuple(_afresh(holder) for holder in game.holders)
    again = new_game((*holders[1:], holders[0]), game.start.edition, errand.entropy(32))
    return start_game(errand.work, again, game.terms)[1]


def _undecided(game: Game) -> tuple[str, ...]:
    """Who of those that still play has not asked for a rematch."""
    return tuple(holder.name for holder in game.holders if not holder.bot and not holder.rematch)


def _afresh(holder: Holder) -> Holder:
    """The same player or bot in a new game; whoever left and was stood in for is not asked again."""
    if holder.bot:
        return Holder(name=holder.bot, bot=holder.bot)
    return Holder(name=holder.name, player_id=holder.player_id)


# Looking on at a game of others, and no longer.


@refusing
def watch(errand: Errand, command: Command) -> list[Notice]:
    """Hear of a game from now on."""
    work, player = errand.work, errand.writer.player
    game = game_numbered(work, errand.game_meant(command.game))
    if game.seat_of(player.id) is not None:
        raise Refused("own_game", game=game.id)
    if game.state.over:
        raise Refused("game_over", game=game.id)
    if len({*work.watchers(game.id)} - {player.id}) >= MOST_WATCHERS:
        raise Refused("too_many_watchers", limit=MOST_WATCHERS)
    work.watch(game.id, player.id)
    shown = spectator_sheet(work, game)
    return [StatusNotice(to=errand.reader, sheet=shown, watching=True, answers=errand.message_id)]


@refusing
def unwatch(errand: Errand, command: Command) -> list[Notice]:
    """Hear no more of it."""
    work, player = errand.work, errand.writer.player
    game = game_numbered(work, errand.game_meant(command.game))
    if player.id not in work.watchers(game.id):
        raise Refused("not_watching", game=game.id)
    work.unwatch(game.id, player.id)
    return [StatusNotice(to=errand.reader, watching=False, answers=errand.message_id)]


def game_numbered(work: Work, number: int | None) -> Game:
    """The game of this number, if it has begun."""
    if number is None:
        raise Refused("which_number")
    game = work.game(number)
    if game is None:
        raise Refused("not_started" if work.gathering(number) else "no_such_game", game=number)
    return game


# The story of a game from its first move on: of one's own as one's seat saw it, of others as everyone may see it.


@refusing
def history(errand: Errand, command: Command) -> list[Notice]:
    """All moves of the game that is meant, else of the writer's only one."""
    number = errand.game_meant(command.game) or errand.only_game()
    shown = _from_the_start(errand, game_numbered(errand.work, number))
    return [HistoryNotice(to=errand.reader, sheet=shown, answers=errand.message_id)]


def _from_the_start(errand: Errand, game: Game) -> Sheet:
    """Once the game is over, nothing is hidden any more."""
    seat = game.seat_of(errand.writer.player.id)
    shown = spectator_sheet(errand.work, game) if seat is None else sheet(errand.work, game, seat)
    events = events_since(errand.work, game)
    return replace(shown, news=tuple(event if game.state.over else as_seen(event, seat) for event in events))
