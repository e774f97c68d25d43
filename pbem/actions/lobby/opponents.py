"""Computers at somebody's strength: easier or stronger than the last one, or a step on after every game."""

from engine import ranking
from engine.bots import LEVELS
from pbem.model import Game
from pbem.model.characters import level_of
from pbem.work import ReadWork


def matching(work: ReadWork, player_id: int, wish: str, usual: str) -> str:
    """The bot that is meant by `easier`, `stronger` or `equal`; any other word stays as it is."""
    if wish not in ("easier", "stronger", "equal"):
        return wish
    last = work.last_game_with_bots(player_id)
    level = max(_levels(last)) if last else level_of(usual)
    match wish:
        case "easier":
            level -= 1
        case "stronger":
            level += 1
        case "equal" if last and last.state.over:
            level += 1 if last.seat_of(player_id) in ranking(last.state)[0] else -1
    return str(min(max(level, min(LEVELS)), max(LEVELS)))


def _levels(game: Game) -> list[int]:
    return [level_of(holder.bot) for holder in game.holders if holder.bot and holder.player_id is None]
