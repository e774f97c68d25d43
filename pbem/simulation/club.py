"""Two years of a club on one server, with all that happens to a server in two years: nothing may get lost."""

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

from tqdm import tqdm

from pbem.simulation.club_leagues import LEAGUES, ClubLeague, ClubLeagues
from pbem.simulation.premises import Premises
from pbem.simulation.report import Report, table
from pbem.simulation.shard import Plan, Shard

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
        self.premises = Premises(f"club {plan.seed}", folder, OLD)
        seed, days = f"club {plan.seed}", round(plan.months * _DAYS_A_MONTH)
        self._shard = Shard(Plan(seed, plan.games, days, plan.players), self.premises)
        self._leagues = ClubLeagues(self._shard, plan.leagues, seed, days)
        self.premises.check = lambda name, troubles: self._shard.watch.check(name, self.premises.now, troubles)

    def run(self) -> ClubReport:
        for month in range(self._plan.months):
            self._plan_month(month)
        self._leagues.begin()
        self.premises.later(self.premises.upgrade, days=self._plan.months * _DAYS_A_MONTH / 3)
        return ClubReport(self._shard.run(), self.premises.wear, self._sizes)

    def _plan_month(self, month: int) -> None:
        first, place = month * _DAYS_A_MONTH, self.premises
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
        place = self.premises
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
