"""Computers at somebody's strength: easier or stronger than the last one, or as strong as the player by now."""

from engine import ranking
from engine.bots import LEVELS
from pbem.actions.games.strength import nearest_level
from pbem.actions.results import settled_rating
from pbem.league.rating import Pool
from pbem.model import Game
from pbem.model.characters import level_of
from pbem.work import ReadWork


def matching(work: ReadWork, player_id: int, wish: str, usual: str) -> str:
    """The bot that is meant by `easier`, `stronger` or `equal`; any other word stays as it is.

    Equal is whoever is rated nearest, once the player's games with computers say enough; before, whoever comes a step
    after the last one, up or down as that game ended.
    """
    if wish not in ("easier", "stronger", "equal"):
        return wish
    if wish == "equal" and (settled := settled_rating(work, Pool.BOTS, player_id)):
        return nearest_level(work, settled)
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
