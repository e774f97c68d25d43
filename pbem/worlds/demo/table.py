"""The demo's games: one that goes on, a new one, or one that bots play among themselves."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import cycle, islice
from pathlib import Path

from pbem.actions.games.play import start_game
from pbem.actions.games.seats import Invited, new_game, seat_players
from pbem.actions.games.views import game_view, record
from pbem.actions.request import Server
from pbem.commands.languages import speakers
from pbem.config import Config
from pbem.model import Game
from pbem.model.time import system_clock
from pbem.notices import EndedNotice, Reader
from pbem.posting import send
from pbem.work import Reading, Store, Work

# The demo's own time: the system's, and as much more as somebody let pass.


class DemoClock:
    """Never goes back, not even over a restart: what was let pass is kept in a file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._passed = timedelta(seconds=float(file.read_text("ascii"))) if file.exists() else timedelta()

    def __call__(self) -> datetime:
        return system_clock() + self._passed

    def let_pass(self, span: timedelta) -> None:
        self._passed += span
        self._file.write_text(str(self._passed.total_seconds()), "ascii")


# Who plays in the demo: people with mailboxes, each in a language.


DOMAIN = "demo.example"
FIRST_LANGUAGES = ("en", "da", "he", "pl")
"""Of the first, second … person, unless chosen."""


@dataclass(frozen=True, slots=True)
class DemoPerson:
    """Somebody with a mailbox; `key` is the local part of the address."""

    name: str
    key: str
    language: str

    @property
    def address(self) -> str:
        return f"{self.key}@{DOMAIN}"


def people(count: int, languages: Sequence[str]) -> tuple[DemoPerson, ...]:
    """So many people, with names from their languages; the languages come round again if there are too few."""
    spoken = [languages[number % len(languages)] for number in range(count)]
    names = (speakers(language).names[spoken[:number].count(language)] for number, language in enumerate(spoken))
    return tuple(DemoPerson(*name, language) for name, language in zip(names, spoken, strict=True))


_BOTS = ("greedy", "random")


@dataclass(frozen=True, slots=True)
class DemoTable:
    """Who sits down, and with how many seats; bots take those that are left."""

    people: Sequence[DemoPerson]
    seats: int
    onlooker: DemoPerson | None = None
    """Where bots play among themselves: who gets the mail that the first of them would get."""

    @property
    def _invited(self) -> list[Invited]:
        persons = [Invited(each.name, each.address, each.language) for each in self.people]
        return persons + [Invited(bot, bot=bot) for bot in islice(cycle(_BOTS), self.seats - len(persons))]

    def sit_down(self, store: Store, server: Server, config: Config) -> None:
        """Begin a game, unless these people are at one already."""
        with store.work() as work:
            if not self._running(work):
                self._start(work, server, config)

    def play_again(self, store: Store, server: Server, config: Config) -> None:
        """Begin another game, whatever else is going on."""
        with store.work() as work:
            self._start(work, server, config)

    def _running(self, work: Reading) -> bool:
        players = [work.player_at(each.address) for each in self.people]
        ids = {player.id for player in players if player}
        if len(ids) < len(players) or not ids:
            return False
        return any(self._is_at(game, ids) for game in work.games_of(min(ids)))

    def _is_at(self, game: Game, ids: set[int]) -> bool:
        return len(game.holders) == self.seats and {each.player_id for each in game.holders} - {None} == ids

    def _start(self, work: Work, server: Server, config: Config) -> None:
        holders = seat_players(work, self._invited, config.server.language, config.server.timezone)
        game, notices = start_game(work, new_game(holders, config.play.edition, server.entropy(32)))
        if self.onlooker:
            to = Reader(self.onlooker.address, self.onlooker.language, name=self.onlooker.name)
            notices = [EndedNotice(to=to, game_view=game_view(work, game, 0), record=record(work, game))]
        send(server, work, notices)
