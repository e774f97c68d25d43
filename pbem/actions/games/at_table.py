"""What somebody asks for at a table: a move, a rematch, to look on, the game's story."""

from dataclasses import replace
from datetime import datetime, timedelta

from engine import Order, View, advance, as_seen, order_text, view
from pbem.actions.games.agreements import ask_for_move, ask_to_take_back
from pbem.actions.games.announce import MOST_WATCHERS, ByMail, events_since, people, receipt, spectator_game_view
from pbem.actions.games.clock import hold, let_settle
from pbem.actions.games.last_move import can_take_back
from pbem.actions.games.play import give_up_seat, pinned, play_order, set_queued, start_game, withdraw_order
from pbem.actions.games.seats import new_game
from pbem.actions.games.sentences import board_answered
from pbem.actions.games.views import game_view, veiled
from pbem.actions.request import Refused, Request, all_or_nothing, not_before, reader
from pbem.commands.read import opens_with_correction
from pbem.commands.resolve import Impossible, PlaceError, Resolved, SeveralOrders, resolve
from pbem.commands.text import command_text
from pbem.commands.values import AnyCommand, Command, Move
from pbem.model import Blocked, Game, Holder, StoredMail
from pbem.notices import (
    GameView,
    HistoryNotice,
    MovedNotice,
    Notice,
    PreviewNotice,
    QueuedNotice,
    RematchNotice,
    StatusNotice,
)
from pbem.work import ReadWork


def move(request: Request, game: Game, seat: int, wanted: AnyCommand) -> list[Notice]:
    """Carry out a move in a running game."""
    assert isinstance(wanted, Move)
    if not wanted.preview and game.state.turn != seat and _corrects(request, game, seat):
        return ask_for_move(request, game, seat, _pinned(request, game, seat, wanted))
    if request.held and _went_on(request.work, game, request.held):
        raise Refused("went_on", game_view(request.work, game, seat))
    length = request.turn_answered(game)
    if request.writer.lost and length is None:
        raise Refused("lost_mail", game_view(request.work, game, seat))
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
    return [_with_talk(request, each, wanted) for each in _resolve(request, game, seat, wanted, then)]


def cancel(request: Request, game: Game, seat: int, command: AnyCommand) -> list[Notice]:
    """Drop the order that waits for the seat's turn, or to be played; where none does, ask for the last move back."""
    if not game.holders[seat].queued and not request.dropped and can_take_back(request.work, game, seat):
        return ask_to_take_back(request, game, seat, command)
    shown = game_view(request.work, withdraw_order(request.work, game, seat), seat)
    return [QueuedNotice(to=request.reader, game_view=shown, order=None, answers=request.message_id)]


def resign(request: Request, game: Game, seat: int, _command: AnyCommand) -> list[Notice]:
    """Leave the game to the others."""
    by_mail = ByMail(request.mail.id, request.message_id, says_more=True, foreign=_is_foreign(request))
    return give_up_seat(request.work, game, seat, by_mail)


def _corrects(request: Request, game: Game, seat: int) -> bool:
    """`Oops, I meant …`, in answer to a mail of the turn that was played, or to what was told of it."""
    said = opens_with_correction(request.mail.reading.text, request.player.language)
    return said and not game.holders[seat].queued and can_take_back(request.work, game, seat)


def _pinned(request: Request, game: Game, seat: int, wanted: Move, then: View | None = None) -> str:
    """The order as it can wait: with cards for places."""
    try:
        return command_text(replace(pinned(wanted, then or board_answered(request, game, seat)), game=None))
    except PlaceError as error:
        raise Refused(error.code, game_view(request.work, game, seat), **error.facts) from error


def _acted_since(request: Request, game: Game, seat: int, length: int) -> bool:
    """Whether the seat acted after the ledger had this length: then that mail's turn is over."""
    return any(line.seat == seat and line.number >= length for line in request.work.ledger(game.id))


def _went_on(work: ReadWork, game: Game, held: StoredMail) -> bool:
    """Whether anybody acted after the mail came."""
    lines = work.ledger(game.id)
    return any(line.at > held.received_at or (line.mail_id or 0) > held.id for line in lines)


def _queue(request: Request, game: Game, seat: int, wanted: Move, then: View) -> list[Notice]:
    text = _pinned(request, game, seat, wanted, then)
    game = set_queued(request.work, game, seat, text, _settles_at(request, game, wanted))
    shown = game_view(request.work, game, seat)
    return [QueuedNotice(to=request.reader, game_view=shown, order=text, answers=request.message_id)]


def _settles_at(request: Request, game: Game, wanted: Move) -> datetime | None:
    """When an order that was understood from a sentence is played, unless its player thinks better of it."""
    settled = (game.terms.second_thoughts_minutes, request.player.second_thoughts, request.server.house.second_thoughts)
    minutes = next(each for each in settled if each is not None)
    return request.work.now + timedelta(minutes=minutes) if wanted.spoken and minutes else None


def _resolve(request: Request, game: Game, seat: int, wanted: Move, then: View) -> list[Notice]:
    understood = command_text(wanted)
    match resolve(wanted.ladder, view(game.state, seat), then):
        case Resolved(order) if wanted.preview:
            return [_preview(request, game, seat, order)]
        case Resolved(order) if settles_at := _settles_at(request, game, wanted):
            return _later(request, game, seat, order, settles_at)
        case Resolved(order, completed):
            by_mail = ByMail(
                request.mail.id,
                request.message_id,
                completed,
                says_more=request.confirmed or _says_more(wanted),
                foreign=_is_foreign(request),
            )
            return play_order(request.work, game, seat, order, by_mail)
        case SeveralOrders(options):
            choices = tuple(order_text(order) for order in options)
            if not wanted.preview:
                game = hold(request.work, game)
            return [request.asked("incomplete", choices, understood, game_view(request.work, game, seat))]
        case Impossible(code, facts):
            raise Refused(code, game_view(request.work, game, seat), **facts)


def _says_more(wanted: Move) -> bool:
    """Whether the writer may wonder what became of it: a sentence, a ladder of orders, or talk beside them."""
    return bool(wanted.spoken or len(wanted.ladder) > 1 or wanted.talk or wanted.plans)


def _is_foreign(request: Request) -> bool:
    """Whether the mail comes from an address that is not its player's."""
    return request.mail.letter.sender not in (request.player.address, request.player.second_address)


def _later(request: Request, game: Game, seat: int, order: Order, settles_at: datetime) -> list[Notice]:
    """The order is understood, and waits: nobody sees what it turns up, and its player may think better of it."""
    work = request.work
    game = let_settle(work, set_queued(work, game, seat, order_text(order)), settles_at)
    by_mail = ByMail(request.mail.id, request.message_id, says_more=True)
    return [replace(each, settles_at=settles_at) for each in receipt(work, game, seat, order, by_mail)]


def _with_talk(request: Request, notice: Notice, wanted: Move) -> Notice:
    """The receipt also shows what is no part of the order, so that it can be sent to the table."""
    wanted_there = request.player.remarks != "never"
    if not (wanted_there and isinstance(notice, MovedNotice) and notice.answers == request.message_id):
        return notice
    sent = wanted.talk if request.player.remarks == "always" else ""
    return replace(notice, talk="" if sent else wanted.talk, plans=wanted.plans)


def _preview(request: Request, game: Game, seat: int, order: Order) -> Notice:
    after, news = veiled(advance(game.state, order), seat)
    shown = replace(game_view(request.work, game, seat), view=after, news=news)
    return PreviewNotice(to=request.reader, game_view=shown, order=order_text(order), answers=request.message_id)


# Playing again: a new game starts once everyone who played has asked for it.


def rematch(request: Request, game: Game, seat: int, _command: AnyCommand) -> list[Notice]:
    """Note the wish; the last one to have it starts the game, with the next seat to begin."""
    if not _undecided(game):
        raise Refused("game_over", None, "", game=game.id)
    first = not any(holder.rematch for holder in game.holders)
    game = game.with_holder(seat, replace(game.holders[seat], rematch=True))
    request.work.save_holder(game, seat)
    if waiting_for := _undecided(game):
        waits = StatusNotice(to=request.reader, waiting_for=waiting_for, answers=request.message_id)
        return [waits, *_asked_too(request, game, seat)] if first else [waits]
    holders = tuple(_afresh(holder) for holder in game.holders)
    again = new_game((*holders[1:], holders[0]), game.start.edition, request.server.entropy(32))
    return start_game(request.work, again, game.terms)[1]


def _asked_too(request: Request, game: Game, asker: int) -> list[Notice]:
    """To the others who played, unless they want nothing from who asks."""
    work = request.work
    return [
        RematchNotice(
            to=reader(player),
            game_view=game_view(work, game, seat),
            asker=game.holders[asker].called,
            not_before=not_before(work, player),
        )
        for seat, player in people(work, game)
        if seat != asker and not work.blocked(player.id, request.player.id, Blocked.BLOCK)
    ]


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


def game_numbered(work: ReadWork, number: int | None) -> Game:
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
