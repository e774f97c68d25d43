"""A league that runs unattended: a pyramid of people over several seasons, and a director who only signs off."""

from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from random import Random
from statistics import fmean

from tqdm import tqdm

from pbem.errors import PbemError
from pbem.league.season import Phase
from pbem.model import Kind, Member, Season
from pbem.service.leagues.log import entries
from pbem.service.leagues.results import load_result
from pbem.simulation.checks.season_ending import troubles_of
from pbem.simulation.league_report import LeagueReport, SeasonFigures, correlation
from pbem.simulation.leaguers import Leaguer
from pbem.simulation.letters import Pen, Received
from pbem.simulation.organiser import Organiser
from pbem.simulation.world import ADMIN, START, World
from pbem.work import Work

NAME = "Nordic"
_FIRST_SEASON = timedelta(days=20)
_PATIENCE = timedelta(days=200)
"""For each season, all told."""
_SUBSTITUTES = 4
_HOLIDAYS = 0.3
_DROP_OUTS = ("withdraw", "vanish")
"""Each season one of the members does this."""
_LATEST = "SELECT number, phase FROM season ORDER BY id DESC LIMIT 1"


@dataclass(frozen=True, slots=True)
class LeaguePlan:
    """All that a simulated league is made from."""

    players: int = 28
    seasons: int = 4
    widths: str = "1,1,2"
    seats: int = 4
    size: int = 7
    seed: int = 1


@dataclass(slots=True)
class LeagueRun:
    """Puts people into a world and lets seasons pass."""

    plan: LeaguePlan
    world: World = field(init=False)
    people: list[Leaguer] = field(init=False)
    report: LeagueReport = field(default_factory=LeagueReport)
    _mailboxes: dict[str, Leaguer] = field(init=False)
    _organiser: Organiser = field(init=False)
    _seen: tuple[int, str] = (0, "")

    def __post_init__(self) -> None:
        plan = self.plan
        self.world = World(f"league {plan.seed}")
        luck = Random(f"people {plan.seed}")  # noqa: S311
        strengths = [number / max(1, plan.players - 1) for number in range(plan.players)]
        luck.shuffle(strengths)
        self.people = [self._person(f"leaguer{number}", strength) for number, strength in enumerate(strengths)]
        others = [self._person(f"substitute{number}", 0.5) for number in range(_SUBSTITUTES)]
        director = Leaguer(self.world, Pen("Director", ADMIN), 1, luck, comes=False)
        self._mailboxes = {each.pen.address: each for each in (*self.people, *others, director)}
        self.world.receive = self._receive
        self._organiser = Organiser(self.world, director.write)
        shape = {"widths": plan.widths, "size": str(plan.size)}
        self._organiser.found(NAME, plan.seats, shape, START + _FIRST_SEASON)
        for each in self.people:
            self.world.later(partial(each.write, f"receipts off\nenter {NAME}"), hours=luck.uniform(0, 100))
        for each in others:
            each.comes = False
            self.world.later(partial(each.write, "receipts off\nleague\nsubstitute on"), hours=luck.uniform(0, 100))
        self.world.later(partial(director.write, "league"), hours=1)

    def run(self) -> LeagueReport:
        end = START + _FIRST_SEASON + _PATIENCE * self.plan.seasons
        try:
            with tqdm(total=self.plan.seasons, unit="season", disable=None) as bar:
                while len(self.report.seasons) < self.plan.seasons and self.world.step(end):
                    self._look()
                    bar.update(len(self.report.seasons) - bar.n)
        except PbemError as error:
            self.report.failures.append(str(error))
        if len(self.report.seasons) < self.plan.seasons:
            self.report.failures.append(f"at the end the league is at {self._seen}")
        self.report.mails_in, self.report.mails_out = self.world.count("inbox"), self.world.count("outbox")
        self.report.commands = self._organiser.commands
        self.report.judge()
        self.world.close()
        return self.report

    def _person(self, name: str, strength: float) -> Leaguer:
        luck = Random(f"{self.plan.seed} {name}")  # noqa: S311
        return Leaguer(self.world, Pen(name.title(), f"{name}@people.example"), strength, luck)

    def _receive(self, mail: Received) -> None:
        reader = self._mailboxes.get(mail.recipient)
        if reader is None:
            return
        reader.receive(mail)
        if mail.recipient == ADMIN and mail.kind is Kind.LEAGUE:
            self._organiser.receive(mail)

    def _latest(self) -> tuple[int, str]:
        number, phase = self.world.database.execute(_LATEST).fetchone()
        return int(number), str(phase)

    def _look(self) -> None:
        """A season that begins has its incidents, one that is over its figures."""
        latest = self._latest()
        if latest == self._seen:
            return
        before, self._seen = self._seen, latest
        if latest[1] == Phase.RUNNING:
            self._plan_incidents()
        if before[0] and latest[0] > before[0]:
            self._returns()
            with self.world.store.work() as work:
                self.report.seasons.append(self._figures(work, work.seasons(1)[before[0] - 1]))

    def _plan_incidents(self) -> None:
        luck = self.world.luck
        for act, person in zip(_DROP_OUTS, luck.sample(self.people, len(_DROP_OUTS)), strict=True):
            self.world.later(getattr(person, act), days=luck.uniform(3, 25))
        for person in self.people:
            if luck.random() < _HOLIDAYS:
                self.world.later(partial(person.go_on_holiday, luck.randint(2, 9)), days=luck.uniform(1, 40))

    def _returns(self) -> None:
        """Whoever vanished reads their mail again; whoever withdrew thinks of coming again."""
        for person in self.people:
            person.gone, person.comes = False, True

    def _figures(self, work: Work, season: Season) -> SeasonFigures:
        members = [each for each in work.members(season.id) if each.plays]
        strengths = [self._strength(work, each) for each in members]
        levels = [each.level or 0 for each in members]
        standing = [-(level * 100 + (each.place or 0)) for level, each in zip(levels, members, strict=True)]
        quarter = max(1, len(members) // 4)
        by_strength = [level + 1 for _, level in sorted(zip(strengths, levels, strict=True))]
        events = entries(work.season_log(season.id))
        results = [load_result(each["result"]) for each in events if each["event"] == "finished"]
        return SeasonFigures(
            season.number,
            len(members),
            len(results),
            (max(each.finished for each in results) - season.start).days,
            tuple(
                fmean(strength for strength, each in zip(strengths, levels, strict=True) if each == level)
                for level in range(max(levels) + 1)
            ),
            correlation(strengths, standing),
            fmean(by_strength[-quarter:]),
            fmean(by_strength[:quarter]),
            left=sum(seat.left for each in results for seat in each.seats),
            substituted=sum(seat.substitute is not None for each in results for seat in each.seats),
            adjudicated=sum(each["event"] == "adjudicated" for each in events),
            problems=tuple(trouble for _, troubles in troubles_of(work, season) for trouble in troubles),
        )

    def _strength(self, work: Work, member: Member) -> float:
        player = work.player(member.player_id)
        assert player
        return self._mailboxes[player.address].strength


def simulate_league(plan: LeaguePlan) -> LeagueReport:
    """Run it to the end."""
    return LeagueRun(plan).run()
