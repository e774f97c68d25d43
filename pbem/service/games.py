"""A game's life: it starts, orders are played, bots and queued orders follow at once, it ends."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from engine import Entry, Order, Replace, Resign, advance, entry_text, view
from engine.bots import BOTS
from pbem.model import Game, Holder, LedgerLine, NewGame
from pbem.notices import EndedNotice, MovedNotice, Notice, Reader, StartedNotice, TurnNotice
from pbem.service.queue import due_order
from pbem.service.sheets import reader, record, sheet
from pbem.work import Work


@dataclass(frozen=True, slots=True)
class ByMail:
    """The mail that an order came in; `completed` if we filled in what could only be one way."""

    mail_id: int
    message_id: str
    completed: bool = False


def start_game(work: Work, start: NewGame) -> tuple[Game, list[Notice]]:
    """Deal, tell everyone, and let the first seat play."""
    game = work.add_game(start)
    opening: list[Notice] = [
        StartedNotice(to=to, sheet=sheet(work, game, seat), commitment=start.commitment)
        for seat, to in _readers(work, game)
    ]
    game, notices = _play_on(work, game)
    return game, [*opening, *notices]


def play_order(work: Work, game: Game, seat: int, order: Order, by_mail: ByMail) -> list[Notice]:
    """Play a legal order of the seat on turn, and all that follows from it."""
    game = _write(work, game, seat, order, by_mail.mail_id)
    receipts = _receipts(work, game, seat, order, by_mail)
    _, notices = _play_on(work, game)
    return [*receipts, *notices]


def resign(work: Work, game: Game, seat: int, by_mail: ByMail) -> list[Notice]:
    """The seat leaves the game; the others play on."""
    on_turn = game.state.turn
    game = _write(work, game, seat, Resign(seat), by_mail.mail_id)
    receipts = _receipts(work, game, seat, Resign(seat), by_mail)
    if game.state.turn == on_turn:
        return receipts
    _, notices = _play_on(work, game)
    return [*receipts, *notices]


def stand_in(work: Work, game: Game, seat: int, bot: str) -> list[Notice]:
    """From here on a bot plays the seat; whoever held it may come back."""
    game = _seat_anew(work, game, seat, replace(game.holders[seat], bot=bot, queued=None))
    game = _write(work, game, seat, Replace(seat, bot))
    if game.state.turn != seat:
        return []
    return _play_on(work, game)[1]


def come_back(work: Work, game: Game, seat: int) -> None:
    """The seat's own player plays it again."""
    holder = replace(game.holders[seat], bot=None)
    _write(work, _seat_anew(work, game, seat, holder), seat, Replace(seat, holder.name))


def _write(work: Work, game: Game, seat: int, entry: Entry, mail_id: int | None = None) -> Game:
    line = LedgerLine(game.length, entry, seat, work.now, mail_id)
    return work.append(game, [line], advance(game.state, entry).state)


def _play_on(work: Work, game: Game) -> tuple[Game, list[Notice]]:
    """Whatever needs no mail: bots and queued orders, until a person is on turn or the game is over."""
    notices: list[Notice] = []
    while (seat := game.state.turn) is not None:
        holder = game.holders[seat]
        if holder.bot:
            game = _write(work, game, seat, _bot_order(game, seat, holder.bot))
        elif holder.queued and (order := due_order(holder.queued, view(game.state, seat))):
            game = _write(work, set_queued(work, game, seat, None), seat, order)
            notices += _receipts(work, game, seat, order, None)
        else:
            break
    return game, [*notices, *_next_notices(work, game)]


def _bot_order(game: Game, seat: int, bot: str) -> Order:
    """A bot's luck comes from the game's secret, so that a game can be played again to the letter."""
    luck = Random(f"{game.start.secret.hex()} {game.length}")  # noqa: S311
    return BOTS[bot](view(game.state, seat), luck)


def set_queued(work: Work, game: Game, seat: int, order: str | None) -> Game:
    """Let an order wait for the seat's turn, or none any more."""
    return _seat_anew(work, game, seat, replace(game.holders[seat], queued=order))


def _seat_anew(work: Work, game: Game, seat: int, holder: Holder) -> Game:
    game = game.with_holder(seat, holder)
    work.save_holder(game, seat)
    return game


def _receipts(work: Work, game: Game, seat: int, entry: Entry, by_mail: ByMail | None) -> list[Notice]:
    """To the one who moved: what was played, in answer to the mail that ordered it."""
    return [
        MovedNotice(
            to=to,
            sheet=sheet(work, game, each),
            order=entry_text(entry),
            answers=by_mail.message_id if by_mail else None,
            completed=by_mail.completed if by_mail else False,
            from_queue=by_mail is None,
        )
        for each, to in _readers(work, game)
        if each == seat
    ]


def _next_notices(work: Work, game: Game) -> list[Notice]:
    """Who hears of the new position: the player on turn, or everyone once the game is over."""
    if game.state.over:
        text = record(work, game)
        return [EndedNotice(to=to, sheet=sheet(work, game, seat), record=text) for seat, to in _readers(work, game)]
    turn = game.state.turn
    assert turn is not None
    dropped = game.holders[turn].queued
    if dropped:
        game = set_queued(work, game, turn, None)
    return [
        TurnNotice(to=to, sheet=sheet(work, game, seat), dropped=dropped)
        for seat, to in _readers(work, game)
        if seat == turn
    ]


def _readers(work: Work, game: Game) -> Iterator[tuple[int, Reader]]:
    """The people at the table, by seat."""
    for seat, holder in enumerate(game.holders):
        player = work.player(holder.player_id) if holder.player_id is not None else None
        if player and not player.stopped:
            yield seat, reader(player)
