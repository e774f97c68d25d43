"""Two years of a club on one server, with all that happens to a server in two years: nothing may get lost."""

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random

from tqdm import tqdm

from pbem.league.season import Phase
from pbem.model.leagues import slug
from pbem.worlds.simulation.disk import ServerOnDisk
from pbem.worlds.simulation.facts import Withdrew, Wrote
from pbem.worlds.simulation.league_people import CHECKS_IN, Organiser, Situation, situation
from pbem.worlds.simulation.letters import Received
from pbem.worlds.simulation.life import Life
from pbem.worlds.simulation.report import Report, table
from pbem.worlds.simulation.shard import Plan, Shard
from pbem.worlds.simulation.world import START

# Somebody of a club who plays in its leagues: as reliably as they do everything else.


_HOURS = (0.3, 60.0, 8.0)
"""After how long a mail about a league is answered: at least, at most, and mostly."""
_FORGETS = 0.05
"""To check in, or to enter."""
_STEPS_BACK = 0.04
_WITHDRAWS = 0.1
"""In a season."""
_PROTESTS = 0.03
_LOOKS = 0.1
"""At the tables, when a season begins or ends."""


@dataclass(slots=True)
class Entrant:
    """Their life, and the leagues that they like; from some day on they like none."""

    life: Life
    leagues: tuple[str, ...]
    luck: Random = field(repr=False)
    until: datetime
    _out: set[int] = field(default_factory=set)
    """The seasons that they withdrew from."""

    def __post_init__(self) -> None:
        self.life.hear_of_league = self._hear

    def come(self) -> None:
        """Hear of leagues for the first time."""
        wanted = "".join(f"\nenter {league}" for league in self.leagues)
        self.life.plan(partial(self.life.write_anywhere, f"league{wanted}"), 0)

    def _hear(self, mail: Received) -> None:
        if mail.league in map(slug, self.leagues):
            self.life.plan(partial(self._answer, mail), self.luck.triangular(*_HOURS))

    def _answer(self, mail: Received) -> None:
        here = self._situation(mail.league)
        words = self._words(here) if here else None
        if words is not None:
            self.life.write(words, Wrote.ELSEWHERE, mail)

    def _words(self, here: Situation) -> str | None:
        """What they answer to news; None: nothing."""
        if here.asked or here.open:
            return self._coming(here)
        if here.phase in (Phase.RUNNING, Phase.CHECK_IN) and here.inside:
            self._perhaps_withdraw(here)
        if here.phase == Phase.PROVISIONAL and here.inside and self._chance(_PROTESTS):
            return "protest My clock ran while I was away"
        return f"standings {here.league}" if here.inside and self._chance(_LOOKS) else None

    def _coming(self, here: Situation) -> str | None:
        if here.season_id in self._out or self.life.world.now > self.until or self._chance(_FORGETS):
            return None
        return self.luck.choice(CHECKS_IN) if here.asked else f"enter {here.league}"

    def _perhaps_withdraw(self, here: Situation) -> None:
        chance, days = (_WITHDRAWS, 40.0) if here.phase == Phase.RUNNING else (_STEPS_BACK, 1.0)
        if self._chance(chance):
            self.life.plan(partial(self._withdraw, here.league), self.luck.uniform(0, days * 24))

    def _withdraw(self, league: str) -> None:
        here = self._situation(league)
        if here is None or not here.inside or here.phase in (Phase.PROVISIONAL, Phase.SIGN_OFF, Phase.SIGNED_OFF):
            return
        self._out.add(here.season_id)
        self.life.world.note(Withdrew(here.season_id, self.life.person.player_id))
        self.life.withdraw(league)

    def _situation(self, league: str) -> Situation | None:
        with self.life.world.store.work() as work:
            return situation(work, league, self.life.person.player_id)

    def _chance(self, of: float) -> bool:
        return self.luck.random() < of


# The leagues of a club: season after season by mail, with all who like them, until the club's time is over.


_EVERYBODY_IS_KNOWN = 2
"""Days."""
_FROM_THE_START = 0.7
"""How many of those who like a league enter its first season; the others come to know of it later."""


@dataclass(frozen=True, slots=True)
class ClubLeague:
    """A league as its organiser wants it, and how many of the club like it."""

    name: str
    seats: int
    starts: int
    """The first season, after so many days."""
    liked: float
    options: Mapping[str, str] = field(default_factory=dict)


_PACE = {"weeks": "8", "overtime-days": "7", "break-days": "7"}
LEAGUES = (
    ClubLeague("Nordic", 4, 21, 0.3, {**_PACE, "widths": "1,2,4"}),
    ClubLeague("Duel", 2, 28, 0.15, {**_PACE, "widths": "1,1,2", "size": "4", "at-most": "4"}),
)
"""One with all games at once and one in which they are staggered."""


class ClubLeagues:
    """Puts leagues into a shard."""

    def __init__(self, shard: Shard, leagues: Sequence[ClubLeague], seed: str, days: int) -> None:
        self._world = shard.world
        self._leagues = leagues
        self._days = days
        self._luck = Random(f"{seed} leagues")  # noqa: S311
        director = shard.director
        self._organiser = Organiser(shard.world, partial(_direct, director))
        director.hear_of_league = self._organiser.receive
        until = START + timedelta(days=days)
        self._entrants = [
            Entrant(life, liked, Random(f"{seed} entrant {number}"), until)  # noqa: S311
            for number, life in enumerate(shard.lives)
            if (liked := tuple(each.name for each in leagues if self._luck.random() < each.liked))
        ]

    def begin(self) -> None:
        for league in self._leagues:
            start = START + timedelta(days=league.starts)
            founding = partial(self._organiser.found, league.name, league.seats, league.options, start)
            self._world.later(founding, days=_EVERYBODY_IS_KNOWN)
        for entrant in self._entrants:
            at_once = self._luck.random() < _FROM_THE_START
            first = min(league.starts for league in self._leagues if league.name in entrant.leagues)
            last = first - _EVERYBODY_IS_KNOWN if at_once else max(first, self._days)
            self._world.later(entrant.come, days=self._luck.uniform(_EVERYBODY_IS_KNOWN, last))


def _direct(director: Life, words: str, mail: Received) -> None:
    director.write(words, Wrote.ELSEWHERE, mail)


OLD = "0003"
"""The schema that the club begins with."""
_DAYS_A_MONTH = 30.4


@dataclass(frozen=True, slots=True)
class ClubPlan:
    players: int = 100
    months: int = 24
    games: int = 480
    """Besides those of the leagues."""
    seed: int = 1
    leagues: tuple[ClubLeague, ...] = LEAGUES


@dataclass(frozen=True, slots=True)
class Size:
    """How large the database was after so many months."""

    month: int
    games: int
    mails: int
    megabytes: float
    backup_megabytes: float


@dataclass(slots=True)
class ClubReport:
    played: Report
    wear: Counter[str]
    sizes: list[Size] = field(default_factory=list)

    def as_dict(self) -> dict[str, object]:
        sizes = [[each.month, each.games, each.mails, each.megabytes, each.backup_megabytes] for each in self.sizes]
        return {**self.played.as_dict(), "wear": dict(self.wear), "sizes": sizes}

    def lines(self) -> Iterator[str]:
        yield from table([(name, f"{count:,}") for name, count in sorted(self.wear.items())])
        yield f"{'month':>5} {'games':>6} {'mails':>8} {'database':>10} {'backup':>9}"
        for each in self.sizes:
            size, backup = f"{each.megabytes:.1f} MB", f"{each.backup_megabytes:.1f} MB"
            yield f"{each.month:5} {each.games:6,} {each.mails:8,} {size:>10} {backup:>9}"
        yield from self.played.lines()


class Club:
    """A shard whose world has a disk, and whose organiser has a calendar."""

    def __init__(self, plan: ClubPlan, folder: Path, show: Callable[[], object] = lambda: None) -> None:
        self._plan = plan
        self._luck = Random(f"club {plan.seed}")  # noqa: S311
        self._show = show
        self._sizes: list[Size] = []
        self.disk = ServerOnDisk(f"club {plan.seed}", folder, OLD)
        seed, days = f"club {plan.seed}", round(plan.months * _DAYS_A_MONTH)
        self._shard = Shard(Plan(seed, plan.games, days, plan.players), self.disk)
        self._leagues = ClubLeagues(self._shard, plan.leagues, seed, days)
        self.disk.check = lambda name, troubles: self._shard.watch.check(name, self.disk.now, troubles)
        # The program writes what only its own schema has: it can't work on an older one first.
        self.disk.upgrade()

    def run(self) -> ClubReport:
        for month in range(self._plan.months):
            self._plan_month(month)
        self._leagues.begin()
        return ClubReport(self._shard.run(), self.disk.wear, self._sizes)

    def _plan_month(self, month: int) -> None:
        first, place = month * _DAYS_A_MONTH, self.disk
        for day in range(round(_DAYS_A_MONTH)):
            place.later(place.keep_house, days=first + day + 0.6)
        for _ in range(4):
            place.later(place.restart, days=self._day(first))
        for _ in range(2):
            place.later(partial(place.relay_down, self._luck.uniform(1, 30)), days=self._day(first))
        for trouble in (place.cut_power, place.lock, place.die_sending, place.cut_power, place.lock):
            place.later(trouble, days=self._day(first))
        if month >= 4:
            place.later(place.deliver_again, days=self._day(first))
        place.later(partial(self._month_ends, month + 1), days=first + _DAYS_A_MONTH)

    def _day(self, first: float) -> float:
        return first + self._luck.uniform(0, _DAYS_A_MONTH)

    def _month_ends(self, month: int) -> None:
        place = self.disk
        place.keep_house()
        place.back_up()
        megabytes, backup = (size / 1e6 for size in (place.file.stat().st_size, place.wear["backup bytes"]))
        mails = place.count("inbox") + place.count("outbox")
        self._sizes.append(Size(month, place.count("game"), mails, round(megabytes, 2), round(backup, 2)))
        self._show()


def simulate_club(plan: ClubPlan) -> ClubReport:
    """In a folder that is gone afterwards; a progress bar on a terminal."""
    with tempfile.TemporaryDirectory() as folder, tqdm(total=plan.months, unit="month", disable=None) as bar:
        return Club(plan, Path(folder), bar.update).run()
