"""The demo's games: one that goes on, a new one, or one that bots play among themselves."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice

from pbem.config import Config
from pbem.demo.people import Person
from pbem.model import Game
from pbem.notices import EndedNotice, Reader
from pbem.postroom import PostRoom
from pbem.seats import Invited
from pbem.service.games import start_game
from pbem.service.lobby import new_game, seat_players
from pbem.service.sheets import record, sheet
from pbem.work import Store, Work

_BOTS = ("greedy", "random")


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits down, and with how many seats; bots take those that are left."""

    people: Sequence[Person]
    seats: int
    onlooker: Person | None = None
    """Where bots play among themselves: who gets the mail that the first of them would get."""

    @property
    def _invited(self) -> list[Invited]:
        persons = [Invited(each.name, each.address, each.language) for each in self.people]
        return persons + [Invited(bot, bot=bot) for bot in islice(cycle(_BOTS), self.seats - len(persons))]

    def sit_down(self, store: Store, postroom: PostRoom, config: Config) -> None:
        """Begin a game, unless these people are at one already."""
        with store.work() as work:
            if not self._running(work):
                self._start(work, postroom, config)

    def play_again(self, store: Store, postroom: PostRoom, config: Config) -> None:
        """Begin another game, whatever else is going on."""
        with store.work() as work:
            self._start(work, postroom, config)

    def _running(self, work: Work) -> bool:
        players = [work.player_at(each.address) for each in self.people]
        ids = {player.id for player in players if player}
        if len(ids) < len(players) or not ids:
            return False
        return any(self._is_at(game, ids) for game in work.games_of(min(ids)))

    def _is_at(self, game: Game, ids: set[int]) -> bool:
        return len(game.holders) == self.seats and {each.player_id for each in game.holders} - {None} == ids

    def _start(self, work: Work, postroom: PostRoom, config: Config) -> None:
        holders = seat_players(work, self._invited, config.server.language, config.server.timezone)
        game, notices = start_game(work, new_game(holders, config.play.edition, postroom.entropy(32)))
        if self.onlooker:
            to = Reader(self.onlooker.address, self.onlooker.language, name=self.onlooker.name)
            notices = [EndedNotice(to=to, sheet=sheet(work, game, 0), record=record(work, game))]
        postroom.post(work, notices)
