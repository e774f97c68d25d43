"""The demo's games: one that goes on, a new one, or one that bots play among themselves."""

from itertools import cycle, islice

from pbem.actions.games.play import start_game
from pbem.actions.games.seats import Invited, new_game, seat_players
from pbem.actions.games.views import game_view, record
from pbem.actions.request import Server
from pbem.config import Config
from pbem.model import Game
from pbem.notices import EndedNotice, Reader
from pbem.posting import send
from pbem.work import ReadWork, Store, Work
from pbem.worlds.demo.people import DemoTable

_BOTS = ("greedy", "3", "5")


def sit_down(table: DemoTable, store: Store, server: Server, config: Config) -> None:
    """Begin a game, unless these people are at one already."""
    with store.work() as work:
        if not _running(table, work):
            _start(table, work, server, config)


def play_again(table: DemoTable, store: Store, server: Server, config: Config) -> None:
    """Begin another game, whatever else is going on."""
    with store.work() as work:
        _start(table, work, server, config)


def _running(table: DemoTable, work: ReadWork) -> bool:
    players = [work.player_at(each.address) for each in table.people]
    ids = {player.id for player in players if player}
    if len(ids) < len(players) or not ids:
        return False
    return any(_is_at(table, game, ids) for game in work.games_of(min(ids)))


def _is_at(table: DemoTable, game: Game, ids: set[int]) -> bool:
    return len(game.holders) == table.seats and {each.player_id for each in game.holders} - {None} == ids


def _start(table: DemoTable, work: Work, server: Server, config: Config) -> None:
    holders = seat_players(work, _invited(table), config.server.language, config.server.timezone)
    game, notices = start_game(work, new_game(holders, config.play.edition, server.entropy(32)))
    if table.onlooker:
        to = Reader(table.onlooker.address, table.onlooker.language, name=table.onlooker.name)
        notices = [EndedNotice(to=to, game_view=game_view(work, game, 0), record=record(work, game))]
    send(server, work, notices)


def _invited(table: DemoTable) -> list[Invited]:
    persons = [Invited(each.name, each.address, each.language) for each in table.people]
    return persons + [Invited(bot, bot=bot) for bot in islice(cycle(_BOTS), table.seats - len(persons))]
