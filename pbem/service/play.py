"""What happens by itself: a line is written, bots and queued orders follow at once, until a person is on turn."""

from dataclasses import replace
from random import Random

from engine import Entry, Order, Replace, advance, view
from engine.bots import BOTS
from pbem.model import Game, Holder, LedgerLine
from pbem.notices import Notice
from pbem.service.announce import ended, receipt, turn_notice
from pbem.service.clocks import begin_turn, no_clock, think
from pbem.service.leagues.finished import game_over
from pbem.service.queue import due_order
from pbem.work import Work


def write(work: Work, game: Game, seat: int | None, entry: Entry, mail_id: int | None = None) -> Game:
    """Let an entry happen and put it into the ledger."""
    line = LedgerLine(game.length, entry, seat, work.now, mail_id)
    return work.append(game, [line], advance(game.state, entry).state)


def play_on(work: Work, game: Game, *, bot_has_thought: bool = False) -> tuple[Game, list[Notice]]:
    """Whatever needs no mail: bots and queued orders, until a person is on turn or the game is over."""
    notices: list[Notice] = []
    while (seat := game.state.turn) is not None and not game.paused:
        holder = game.holders[seat]
        if holder.bot:
            if game.terms.bot_minutes and not bot_has_thought:
                break
            bot_has_thought = False
            game = write(work, game, seat, bot_order(game, seat, holder.bot))
        elif holder.queued and (order := due_order(holder.queued, view(game.state, seat))):
            game = write(work, set_queued(work, game, seat, None), seat, order)
            notices += receipt(work, game, seat, order)
        else:
            break
    game, news = _hand_over(work, game)
    return game, [*notices, *news]


def bot_order(game: Game, seat: int, bot: str) -> Order:
    """A bot's luck comes from the game's secret, so that a game can be played again to the letter."""
    luck = Random(f"{game.start.secret.hex()} {game.length}")  # noqa: S311
    return BOTS[bot](view(game.state, seat), luck)


def set_queued(work: Work, game: Game, seat: int, order: str | None) -> Game:
    """Let an order wait for the seat's turn, or none any more."""
    return seat_anew(work, game, seat, replace(game.holders[seat], queued=order))


def seat_anew(work: Work, game: Game, seat: int, holder: Holder) -> Game:
    """Somebody or something else is on this seat, or the same with other wishes."""
    game = game.with_holder(seat, holder)
    work.save_holder(game, seat)
    return game


def hand_to_bot(work: Work, game: Game, seat: int, bot: str) -> Game:
    """From here on a bot plays the seat; whoever held it may come back."""
    holder = game.holders[seat]
    game = seat_anew(work, game, seat, replace(holder, bot=bot, queued=None, gone_at=holder.gone_at or work.now))
    return write(work, game, None, Replace(seat, bot))


def _hand_over(work: Work, game: Game) -> tuple[Game, list[Notice]]:
    """To the player on turn, or to everyone once the game is over."""
    seat = game.state.turn
    if seat is None:
        game_over(work, game)
        return no_clock(work, game), ended(work, game)
    if game.paused:
        return no_clock(work, game), []
    if game.holders[seat].bot:
        return think(work, game), []
    dropped = game.holders[seat].queued
    if dropped:
        game = set_queued(work, game, seat, None)
    game = begin_turn(work, game)
    return game, turn_notice(work, game, dropped)
