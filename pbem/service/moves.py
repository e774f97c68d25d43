"""Moves: an order is read on the board of the mail that it answers, then played, queued, previewed or refused."""

from dataclasses import replace

from engine import Order, View, advance, order_text, replay, view
from pbem.model import Game
from pbem.notices import Notice, PreviewNotice, QueuedNotice
from pbem.orders.commands import AnyCommand, Move
from pbem.orders.places import PlaceError
from pbem.orders.resolve import Ambiguous, Refusal, Resolved, resolve
from pbem.orders.wording import command_text
from pbem.service.clocks import hold
from pbem.service.errand import Errand
from pbem.service.games import ByMail, play_order
from pbem.service.play import set_queued
from pbem.service.preview import veiled
from pbem.service.queue import pinned
from pbem.service.sheets import sheet


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
