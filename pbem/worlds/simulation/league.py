"""A league that runs unattended: a pyramid of people over several seasons, and a director who only signs off."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from functools import partial
from random import Random
from statistics import fmean
from typing import TypeAlias

from tqdm import tqdm

from engine import order_text, view
from engine.bots import BOTS
from pbem.actions.results import entries, load_result
from pbem.errors import PbemError
from pbem.league.season import Phase
from pbem.model import Kind, Member, Season
from pbem.work import ReadWork, Work
from pbem.worlds.simulation.checks.ending import troubles_of
from pbem.worlds.simulation.league_people import CHECKS_IN, Organiser, situation
from pbem.worlds.simulation.letters import Pen, Received, letter
from pbem.worlds.simulation.world import ADDRESS, ADMIN, START, SimulatedWorld

# What a simulated league came to: how strength and place went together, season by season.


@dataclass(frozen=True, slots=True)
class SeasonFigures:
    """One season, from its log and its tables."""

    number: int
    players: int
    games: int
    days: int
    """From the start to the last game's end."""
    strength_by_level: tuple[float, ...]
    """The mean strength of those who play on each level, from the top."""
    correlation: float
    """Between strength and place in the whole pyramid: 1 is a perfect order."""
    top: float
    """The mean level, from 1, of the strongest quarter."""
    bottom: float
    """The mean level of the weakest quarter."""
    left: int
    substituted: int
    adjudicated: int
    problems: tuple[str, ...]


@dataclass(slots=True)
class LeagueReport:
    seasons: list[SeasonFigures] = field(default_factory=list)
    mails_in: int = 0
    mails_out: int = 0
    commands: int = 0
    """Of the director's."""
    failures: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        yield f"{'season':>6} {'players':>7} {'games':>5} {'days':>4} {'left':>4} {'subst.':>6} {'adjud.':>6} " + (
            f"{'order':>6} {'top':>5} {'bottom':>6}  strength by level"
        )
        for each in self.seasons:
            levels = " ".join(f"{strength:.2f}" for strength in each.strength_by_level)
            yield (
                f"{each.number:6} {each.players:7} {each.games:5} {each.days:4} {each.left:4} {each.substituted:6} "
                f"{each.adjudicated:6} {each.correlation:6.2f} {each.top:5.2f} {each.bottom:6.2f}  {levels}"
            )
        yield f"mails in {self.mails_in}, out {self.mails_out}; commands of the director: {self.commands}"
        yield from self.failures
        yield f"failures {len(self.failures)}"

    def as_dict(self) -> dict[str, object]:
        return asdict(self)

    def judge(self) -> None:
        """Everything recomputes; where there are levels, the strong are further up at the end than at the beginning."""
        self.failures += [f"season {each.number}: {problem}" for each in self.seasons for problem in each.problems]
        if len(self.seasons) < 2 or all(len(each.strength_by_level) < 2 for each in self.seasons):
            return
        first, last = self.seasons[0], self.seasons[-1]
        if last.top >= first.top:
            self.failures.append(f"the strongest did not rise: from level {first.top:.2f} to {last.top:.2f}")
        if last.bottom <= first.bottom:
            self.failures.append(f"the weakest did not fall: from level {first.bottom:.2f} to {last.bottom:.2f}")


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's: of the ranks, those that are equal sharing theirs."""
    a, b = _ranks(one), _ranks(other)
    mean_a, mean_b = fmean(a), fmean(b)
    covariance = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True))
    spread = (sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b)) ** 0.5
    return covariance / spread if spread else 0.0


def _ranks(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]


# People who play in a league: of different strength, now and then on holiday, and some of them leave.


_HOURS = (0.3, 20.0, 4.0)
"""How long people think: at least, at most, and mostly."""
_ACCEPTS = 0.7


@dataclass(slots=True)
class Leaguer:
    """A mailbox, and how its owner plays: with this chance as well as they can, else at random."""

    world: SimulatedWorld
    pen: Pen
    strength: float
    luck: Random = field(repr=False)
    gone: bool = False
    """Vanished: no mail is answered."""
    away: bool = False
    """On holiday: mail is answered later."""
    comes: bool = True
    """Whether they enter a season that they are not in already."""
    _pile: list[Received] = field(default_factory=list)
    _desk: Received | None = None
    """The last mail that is about no game."""
    _letters: int = 0

    def receive(self, mail: Received) -> None:
        """Answer, after a while, what wants an answer."""
        if mail.game_id is None:
            self._desk = mail
        if mail.kind in _ANSWERS:
            self.world.later(partial(self._answer, mail), hours=self.luck.triangular(*_HOURS))

    def write(self, body: str, mail: Received | None = None) -> None:
        """Answer a mail, or write to the address that is about no game."""
        mail = mail or self._desk
        self._letters += 1
        number = f"{self.pen.address.partition('@')[0]}.{self._letters}"
        to, answers = (mail.reply_to, mail.message_id) if mail else (ADDRESS, "")
        raw = letter(self.pen, to, body, self.world.now, number, answers)
        self.world.take_in(raw, envelope_sender=self.pen.address)

    def go_on_holiday(self, days: int) -> None:
        """The clock stands meanwhile."""
        if self.gone or self.away:
            return
        today = self.world.now.date()
        self.write(f"vacation {today} to {today + timedelta(days=days - 1)}")
        self.away = True
        self.world.later(self._come_home, days=days)

    def vanish(self) -> None:
        self.gone = True

    def withdraw(self) -> None:
        """Say so, and don't come again at once."""
        if not self.gone and not self.away:
            self.write("withdraw")
            self.comes = False

    def _come_home(self) -> None:
        self.away = False
        pile, self._pile = self._pile, []
        for mail in pile:
            self.receive(mail)

    def _answer(self, mail: Received) -> None:
        if self.away:
            self._pile.append(mail)
        elif not self.gone:
            _ANSWERS[mail.kind](self, mail)

    def _confirm(self, mail: Received) -> None:
        self.write("yes", mail)

    def _hear_of_the_league(self, mail: Received) -> None:
        """Say that they are there, if they are asked; come, if they want to."""
        with self.world.store.work() as work:
            player = work.player_at(self.pen.address)
            here = situation(work, mail.league, player.id if player else 0)
        if here and here.asked:
            self.write(self.luck.choice(CHECKS_IN), mail)
        elif here and here.open and self.comes:
            self.write(f"enter {here.league}", mail)

    def _play(self, mail: Received) -> None:
        """An order, if it is still their turn."""
        assert mail.game_id is not None
        game = self.world.game(mail.game_id)
        seat = game.state.turn
        if seat is None or mail.turn != game.length or game.holders[seat].bot:
            return
        bot = BOTS["steady" if self.luck.random() < self.strength else "random"]
        self.write(order_text(bot(view(game.state, seat), self.luck)), mail)

    def _reply_to_offer(self, mail: Received) -> None:
        self.write("accept" if self.luck.random() < _ACCEPTS else "decline", mail)


_Answer: TypeAlias = Callable[[Leaguer, Received], None]
_ANSWERS: Mapping[Kind, _Answer] = {
    Kind.CONFIRM: Leaguer._confirm,
    Kind.WELCOME: Leaguer._confirm,
    Kind.LEAGUE: Leaguer._hear_of_the_league,
    Kind.TURN: Leaguer._play,
    Kind.INVITE: Leaguer._reply_to_offer,
}


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
    world: SimulatedWorld = field(init=False)
    people: list[Leaguer] = field(init=False)
    report: LeagueReport = field(default_factory=LeagueReport)
    _mailboxes: dict[str, Leaguer] = field(init=False)
    _organiser: Organiser = field(init=False)
    _seen: tuple[int, str] = (0, "")

    def __post_init__(self) -> None:
        plan = self.plan
        self.world = SimulatedWorld(f"league {plan.seed}")
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
        results = [load_result(each.result) for each in work.fixtures(season.id) if each.result]
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

    def _strength(self, work: ReadWork, member: Member) -> float:
        player = work.player(member.player_id)
        assert player
        return self._mailboxes[player.address].strength


def simulate_league(plan: LeaguePlan) -> LeagueReport:
    """Run it to the end."""
    return LeagueRun(plan).run()
