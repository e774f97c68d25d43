"""Competitions of every format played through, many times: people of different strength, some of whom vanish."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import timedelta
from math import log
from random import Random

from tqdm import tqdm

from pbem.actions.leagues.founding import rules_of
from pbem.league.competition import (
    Entrants,
    Following,
    Group,
    challenges_of,
    following,
    ladder_of,
    ladder_steps,
    opening,
    places,
)
from pbem.league.fixtures import sizes
from pbem.league.ladder import open_to, rungs
from pbem.league.points import Result, SeatResult
from pbem.league.rounds import Bout, Field, Round
from pbem.league.teams import Team, TeamRow, team_table
from pbem.model import LeagueRules
from pbem.model.games import House
from pbem.worlds.simulation.checks.naive_formats import problems_of, team_problems
from pbem.worlds.simulation.world import START

ENTRANTS = (8, 16, 17, 30, 64)
FORMATS = ("open", "swiss", "cup", "groups+final", "ladder", "teams")
_STRONG = 6.0
"""The best beats the weakest almost always, and the next best a little more often than not."""
_VANISHES = 0.02
_LADDER_GAMES = 6
_MOST_ROUNDS = 30
_ENOUGH = 50


@dataclass(frozen=True, slots=True)
class FormatPlan:
    """All that a row of simulated competitions is made from."""

    formats: tuple[str, ...] = FORMATS
    entrants: tuple[int, ...] = ENTRANTS
    tournaments: int = 100
    seats: int = 4
    seed: int = 1


@dataclass(frozen=True, slots=True)
class FormatFigures:
    """What so many competitions of one format came to."""

    format: str
    entrants: int
    games: float
    rounds: float
    vanished: int
    strongest: float
    """How often the strongest won."""
    quarter: float
    """How often somebody of the strongest quarter did."""
    chance: float
    """How often the strongest would by lot alone."""
    problems: tuple[str, ...]


@dataclass(slots=True)
class FormatReport:
    figures: list[FormatFigures] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    enough: bool = True
    """Whether there were so many that strength must show."""

    def lines(self) -> Iterator[str]:
        heading = f"{'format':12} {'entrants':>8} {'games':>6} {'rounds':>6} {'gone':>5}"
        yield f"{heading} {'strongest':>9} {'quarter':>7} {'lot':>5}"
        for each in self.figures:
            yield (
                f"{each.format:12} {each.entrants:8} {each.games:6.1f} {each.rounds:6.1f} {each.vanished:5} "
                f"{each.strongest:9.0%} {each.quarter:7.0%} {each.chance:5.0%}"
            )
        yield from self.failures
        yield f"failures {len(self.failures)}"

    def as_dict(self) -> dict[str, object]:
        return asdict(self)

    def judge(self) -> None:
        """Every table counts the same the naive way, and strength tells more than the lot does."""
        for each in self.figures:
            self.failures += [f"{each.format}, {each.entrants}: {problem}" for problem in each.problems]
            if self.enough and each.strongest <= each.chance:
                self.failures.append(f"{each.format}, {each.entrants}: the strongest win no more often than by lot")


@dataclass(slots=True)
class Tournament:
    """One competition: members 1, 2, 3 …, the lower number the stronger."""

    rules: LeagueRules
    entrants: int
    luck: Random
    gone: set[int] = field(default_factory=set)
    games: int = 0
    rounds: int = 0
    stages: list[list[Group]] = field(default_factory=list)
    teams: tuple[Team, ...] = ()
    team_rows: tuple[TeamRow, ...] = ()

    def play(self) -> int:
        """Who wins."""
        members = tuple(range(1, self.entrants + 1))
        ratings = {each: self._strength(each) + self.luck.gauss(0, 1) for each in members}
        secret = self.luck.randbytes(32)
        self.teams = self._teams(members)
        entered = Entrants(members, secret, ratings, teams=self.teams)
        made: Following | None = opening(self.rules, entered)
        while made is not None and self.rounds < _MOST_ROUNDS:
            self._play(made, secret)
            made = following(self.rules, made.stage, self.stages[-1])
        if self.rules.stages[0].pairing == "challenge":
            self._climb()
        if self.teams:
            rows = [{row.member: row for row in group.table} for group in self.stages[0]]
            self.team_rows = team_table(self.teams, rows, secret)
            return self.teams[self.team_rows[0].team - 1].captain
        return min(places(self.stages).items(), key=lambda each: each[1])[0]

    def _teams(self, members: Sequence[int]) -> tuple[Team, ...]:
        """The strongest leads the first team, the weakest is in it too: all teams are about as strong."""
        boards = self.rules.boards
        if not boards:
            return ()
        count = min(max(sizes(self.rules.seats)), len(members) // boards)
        lined = [members[at : count * boards : count] for at in range(count)]
        return tuple(Team(number, f"Team {number}", each[0], tuple(each)) for number, each in enumerate(lined, 1))

    def _play(self, made: Following, secret: bytes) -> None:
        """Everyone plays; now and then somebody vanishes, and a bot has their seat from then on."""
        if made.groups:
            stage = self.rules.stages[made.stage - 1]
            self.stages.append([Group(self.rules, stage, Field(each, secret)) for each in made.groups])
        everyone = {member for game in made.games for member in game.members}
        vanishing = {each for each in everyone if self.luck.random() < _VANISHES}
        for number, group in enumerate(self.stages[-1]):
            bouts = [self._bout(game.members, vanishing) for game in made.games if game.group == number]
            byes = tuple(bye for at, bye in made.byes if at == number)
            same = bool(group.rounds) and made.round == len(group.rounds)
            rounds = group.rounds[:-1] if same else group.rounds
            before = group.rounds[-1] if same else Round(())
            now = Round((*before.bouts, *bouts), (*before.byes, *byes))
            gone = frozenset({*group.field.gone, *vanishing} & set(group.field.members))
            self.stages[-1][number] = replace(group, rounds=(*rounds, now), field=replace(group.field, gone=gone))
        self.gone |= vanishing
        self.rounds += 1

    def _bout(self, members: tuple[int, ...], vanishing: set[int]) -> Bout:
        self.games += 1
        at = START + timedelta(hours=self.games)
        seats = tuple(
            SeatResult(each, self.luck.randint(3, 14), bot="steady" if each in vanishing | self.gone else None)
            for each in members
        )
        order = sorted(range(len(members)), key=lambda seat: self._luck_of(members[seat]), reverse=True)
        seats = tuple(replace(each, score=16 - 2 * order.index(seat)) for seat, each in enumerate(seats))
        return Bout(members, Result(self.games, at, seats, tuple((seat,) for seat in order)))

    def _strength(self, member: int) -> float:
        return _STRONG * (1 - member / self.entrants)

    def _luck_of(self, member: int) -> float:
        """A draw from Gumbel's distribution: places then follow the model of Plackett and Luce."""
        return self._strength(member) - log(-log(self.luck.random()))

    def _climb(self) -> None:
        """Challenges on a ladder: everyone a few, the highest whom they may."""
        group, rows, results = self.stages[0][0], list[tuple[object, ...]](), dict[int, Result]()
        rules, order, bouts = ladder_of(group.stage), group.field.members, list[Bout]()
        for number in range(1, _LADDER_GAMES * self.entrants + 1):
            challenger = self.luck.choice(order)
            above = open_to(order, challenger, rules, self.gone)
            if not above:
                continue
            vanishing = {each for each in (challenger, above[-1]) if self.luck.random() < _VANISHES}
            bout = self._bout((challenger, above[-1]), vanishing)
            self.gone |= vanishing
            assert bout.result
            at = bout.result.finished.isoformat()
            rows.append((number, challenger, above[-1], at, "accepted", at))
            results[number] = bout.result
            bouts.append(bout)
            order = rungs(order, ladder_steps(challenges_of(rows[-1:]), results, ()))
        steps = tuple(ladder_steps(challenges_of(rows), results, ()))
        self.stages[0][0] = replace(group, steps=steps, rounds=(Round(tuple(bouts)),))


def simulate_formats(plan: FormatPlan) -> FormatReport:
    """All of them, the figures of each."""
    report = FormatReport(enough=plan.tournaments >= _ENOUGH)
    for name in tqdm(plan.formats, unit="format", disable=None):
        for entrants in plan.entrants:
            report.figures.append(_figures(plan, name, entrants))
    report.judge()
    return report


def _figures(plan: FormatPlan, name: str, entrants: int) -> FormatFigures:
    rules = rules_of(House(), plan.seats, {"format": name})
    luck = Random(f"{plan.seed} {name} {entrants}")  # noqa: S311
    winners, games, rounds, gone = list[int](), 0, 0, 0
    problems: list[str] = []
    for _ in range(plan.tournaments):
        played = Tournament(rules, entrants, luck)
        winners.append(played.play())
        games, rounds, gone = games + played.games, rounds + played.rounds, gone + len(played.gone)
        problems += [problem for groups in played.stages for group in groups for problem in problems_of(group)]
        problems += team_problems(played.teams, played.team_rows, played.stages[0])
    count, teams = len(winners), min(max(sizes(rules.seats)), entrants // (rules.boards or 1))
    chance = 1 / (teams if rules.boards else entrants)
    return FormatFigures(
        name,
        entrants,
        games / count,
        rounds / count,
        gone,
        sum(each == 1 for each in winners) / count,
        sum(each <= max(1, entrants // 4) for each in winners) / count,
        chance,
        tuple(problems[:5]),
    )
