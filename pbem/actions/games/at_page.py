"""Somebody at the page of their seat: their turn mail waits a little, and those who want to be seen are."""

from dataclasses import replace
from datetime import datetime, timedelta

from pbem.actions.games.clock import not_told, note_shown, player_on_turn
from pbem.model import Game, Holder
from pbem.model.games import STILL_THERE
from pbem.work import ReadWork, Work

MAIL_WAITS = timedelta(minutes=10)
_A_LOOK = timedelta(minutes=1)


def note_acted(work: Work, game_id: int, player_id: int) -> None:
    """The player moved or spoke on the page of this game."""
    game = work.game(game_id)
    seat = game.seat_of(player_id) if game else None
    if game is None or seat is None:
        return
    work.save_holder(game.with_holder(seat, replace(game.holders[seat], acted_at=work.now)), seat)


def mail_waits_until(work: ReadWork, game: Game) -> datetime | None:
    """When the turn mail leaves at the latest, if its reader was at the page a moment ago; None: at once.

    An open tab says nothing of whether anybody sits before it, so it holds no mail back.
    """
    seat, player = game.state.turn, player_on_turn(work, game)
    waits = seat is not None and player and not player.stopped and is_at_page(work, game.holders[seat])
    return work.now + MAIL_WAITS if waits else None


def is_at_page(work: ReadWork, holder: Holder) -> bool:
    """Whether the seat's player moved or spoke on its page a moment ago."""
    return holder.acted_at is not None and work.now - holder.acted_at <= STILL_THERE


def is_worth_noting(work: ReadWork, game: Game, seat: int, length: int) -> bool:
    """Whether a look at the page tells anything new: most don't, and nothing is written for them."""
    return _is_to_be_seen(work, game.holders[seat]) or (_shows_turn(game, seat, length) and not_told(work, game))


def note_looked(work: Work, game: Game, seat: int, length: int) -> None:
    """The page is before its player's eyes and shows the game at this length."""
    if _is_to_be_seen(work, game.holders[seat]):
        game = game.with_holder(seat, replace(game.holders[seat], seen_at=work.now))
        work.save_holder(game, seat)
    if _shows_turn(game, seat, length) and not_told(work, game):
        note_shown(work, game)


def _is_to_be_seen(work: ReadWork, holder: Holder) -> bool:
    player = work.player(holder.player_id) if holder.player_id is not None else None
    return bool(player and player.presence) and (holder.seen_at is None or work.now - holder.seen_at >= _A_LOOK)


def _shows_turn(game: Game, seat: int, length: int) -> bool:
    return game.state.turn == seat and game.length == length


def here_now(work: ReadWork, game: Game, seat: int) -> list[str]:
    """Who else is at the page, of those who want to be seen there."""
    return [each.name for number, each in enumerate(game.holders) if number != seat and _is_here(work, each)]


def _is_here(work: ReadWork, holder: Holder) -> bool:
    player = work.player(holder.player_id) if holder.player_id is not None else None
    moments = [each for each in (holder.acted_at, holder.seen_at) if each]
    return bool(player and player.presence and moments and work.now - max(moments) <= STILL_THERE)
