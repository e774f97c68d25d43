"""A shard: some games and the people who play them, in a world of their own, from the first mail to the last game."""

import gc
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from multiprocessing import get_context
from operator import attrgetter
from random import Random

from tqdm import tqdm

from engine import EDITIONS
from pbem.actions.games.play import start_game
from pbem.actions.games.seats import new_game
from pbem.errors import PbemError
from pbem.logs import set_up_logs
from pbem.model import Holder, Terms
from pbem.posting import send
from pbem.worlds.simulation.checks.ending import CLOSING, of_all_seasons
from pbem.worlds.simulation.checks.watch import Watch
from pbem.worlds.simulation.facts import Fact, Started
from pbem.worlds.simulation.letters import Received
from pbem.worlds.simulation.life import Life
from pbem.worlds.simulation.people import Person, make_people
from pbem.worlds.simulation.report import CheckTally, Report
from pbem.worlds.simulation.world import ADMIN, START, SimulatedWorld

BOUND = timedelta(days=400)
"""How long after the last game began all must be over."""
_PEOPLE_A_GAME = 0.8
_FIRST_GAMES = 2
"""Days: until then everybody has introduced themselves."""
_PAUSED = 0.1
_TABLES = {(2, 2): 4, (2, 1): 7, (3, 3): 1, (3, 2): 1, (3, 1): 2, (4, 4): 1, (4, 2): 1, (4, 1): 2}
"""Seats, how many of them are people's, and how often."""
_BOTS = ("greedy", "random")


@dataclass(frozen=True, slots=True)
class Plan:
    """All that a shard is made from."""

    seed: str
    games: int
    days: int
    people: int = 0
    """0: as many as the games need."""


class Shard:
    """Puts people, games and checks into a world, and lets time pass until nothing happens any more."""

    def __init__(self, plan: Plan, world: SimulatedWorld | None = None) -> None:
        self._plan = plan
        self._luck = Random(plan.seed)  # noqa: S311
        self.world = world or SimulatedWorld(plan.seed)
        self._known: dict[int, Person] = {}
        self.watch = Watch(plan.seed, self._known, self.world.server.house)
        self._tally = CheckTally()
        people = make_people(plan.seed, plan.people or max(4, round(plan.games * _PEOPLE_A_GAME)))
        self.lives = [Life(self.world, person, self._known) for person in people]
        self.director = Life(self.world, self._make_director(), self._known)
        self._mailboxes = {
            address: life
            for life in (*self.lives, self.director)
            for address in (life.person.address, life.person.second)
            if address
        }
        self.world.note, self.world.receive = self._note, self._receive

    def run(self) -> Report:
        self._begin()
        end = START + timedelta(days=self._plan.days) + BOUND
        try:
            while self.world.step(end):
                pass
        except PbemError as error:
            self.watch.check("no end", self.world.now, [str(error)])
        self.watch.finish()
        for check in CLOSING:
            self.watch.check(check.__name__.replace("_", " "), self.world.now, check(self.world))
        for name, troubles in of_all_seasons(self.world):
            self.watch.check(name, self.world.now, troubles)
        counts = self._tally.counts + Counter({"vacations": self.world.count("vacation")})
        self.world.close()
        return Report(counts, self.watch.done, self.watch.failures, self._tally.longest)

    def _note(self, fact: Fact) -> None:
        self.watch.note(self.world.now, fact)
        self._tally.note(self.world.now, fact)

    def _receive(self, mail: Received) -> None:
        if life := self._mailboxes.get(mail.recipient):
            life.receive(mail)

    def _make_director(self) -> Person:
        (person,) = make_people(f"{self._plan.seed} director", 1)
        person.name, person.address, person.reached_at, person.second = "Director", ADMIN, ADMIN, None
        person.substitute = False
        return person

    def _begin(self) -> None:
        for life in (*self.lives, self.director):
            self.world.later(life.first_contact, hours=self._luck.uniform(0, 12))
        for life in self.lives:
            self._plan_incidents(life)
        for _ in range(self._plan.games):
            self.world.later(self._start_game, days=self._day())

    def _day(self) -> float:
        return self._luck.uniform(_FIRST_GAMES, max(_FIRST_GAMES + 1, self._plan.days))

    def _plan_incidents(self, life: Life) -> None:
        """What happens to people once or twice a year."""
        person, luck = life.person, self._luck
        for chance in (person.habits.goes_on_holiday, person.habits.goes_on_holiday / 2):
            if luck.random() < chance:
                go = partial(life.go_on_holiday, luck.choice((0, 0, 1, 5, 20)), luck.randint(1, 18))
                self.world.later(go, days=self._day())
        if luck.random() < person.habits.vanishes:
            self.world.later(partial(setattr, person, "vanished", True), days=self._day())
        if luck.random() < person.habits.stops:
            self._plan_stop(life)
        if luck.random() < person.habits.loses_address:
            start, lasts = START + timedelta(days=self._day()), luck.choice((1, 4, 12, 1000))
            person.lost = (start, start + timedelta(days=lasts))

    def _plan_stop(self, life: Life) -> None:
        day = self._day()
        self.world.later(life.stop, days=day)
        if self._luck.random() < 0.6:
            self.world.later(life.return_to_play, days=day + self._luck.uniform(0.1, 40))

    def _start_game(self) -> None:
        """What `pbem game new` does."""
        seats, humans = self._luck.choices(list(_TABLES), list(_TABLES.values()))[0]
        here = [life.person for life in self.lives if life.person.player_id]
        players = self._luck.sample(here, min(humans, len(here)))
        terms, edition = _terms(self._luck), self._luck.choice(list(EDITIONS))
        holders = self._holders(players, seats)
        world = self.world
        with world.store.work() as work:
            secret = world.luck.randbytes(32)
            game, notices = start_game(work, new_game(holders, edition, secret), terms)
            send(world.server, work, notices)
        self._note(Started(game.id, terms, tuple(holder.player_id for holder in holders)))
        world.tell_news()
        if self._luck.random() < _PAUSED:
            self._plan_pause(game.id)

    def _holders(self, players: Sequence[Person], seats: int) -> tuple[Holder, ...]:
        people = [Holder(name=person.name, player_id=person.player_id) for person in players]
        bots = [
            Holder(name=f"{bot} {number}", bot=bot)
            for number in range(seats - len(people))
            for bot in [self._luck.choice(_BOTS)]
        ]
        holders = [*people, *bots]
        self._luck.shuffle(holders)
        return tuple(holders)

    def _plan_pause(self, game_id: int) -> None:
        start, lasts = self._luck.uniform(0.5, 15), self._luck.uniform(0.1, 10)
        for words, days in ((f"pause #{game_id}", start), (f"resume #{game_id}", start + lasts)):
            self.world.later(partial(self.director.write_anywhere, words), days=days)


def _terms(luck: Random) -> Terms:
    return Terms(
        free_hours=luck.choice((8, 24, 24, 48)),
        bank_hours=luck.choice((0, 24, 120, 120, 240)),
        weekends_off=luck.random() < 0.25,
        on_timeout=luck.choice(("bot", "bot", "pass", "resign")),
        grace_hours=luck.choice((0, 6, 12, 12)),
        bot_minutes=luck.choice((0, 0, 0, 45)),
    )


def run_shard(plan: Plan) -> Report:
    """In a process of its own, or in this one."""
    return Shard(plan).run()


# A simulation is cut into shards, so that it can use every core; what comes out depends on the seed alone.


GAMES_A_SHARD = 25


def simulate(games: int, days: int, seed: int, processes: int) -> Report:
    """Play them all; a progress bar on a terminal, nothing in a pipe."""
    everything = Report()
    with tqdm(total=games, unit="game", disable=None) as bar:
        for report in _reports(plans(games, days, seed), processes):
            everything.add(report)
            bar.update(report.counts["games"])
            bar.set_postfix(failures=len(everything.failures))
    everything.failures.sort(key=attrgetter("at", "shard"))
    return everything


def plans(games: int, days: int, seed: int) -> list[Plan]:
    sizes = [min(GAMES_A_SHARD, games - first) for first in range(0, games, GAMES_A_SHARD)]
    return [Plan(f"{seed}/{number}", size, days) for number, size in enumerate(sizes)]


def _reports(shards: list[Plan], processes: int) -> Iterator[Report]:
    if processes == 1 or len(shards) == 1:
        yield from map(run_shard, shards)
        return
    # A fresh interpreter each: a forked one would share the parent's locks and its source of luck.
    with ProcessPoolExecutor(processes, get_context("spawn"), _set_up) as pool:
        for done in as_completed([pool.submit(run_shard, shard) for shard in shards]):
            yield done.result()


def _set_up() -> None:
    """Nothing that a shard makes lives in cycles for long: the collector need not look so often."""
    set_up_logs("error")
    gc.set_threshold(100_000, 50, 100)
