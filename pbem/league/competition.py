"""A competition from its parts: what is played next, and everyone's place; pure, from what rows and the log hold."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from fractions import Fraction

from pbem.league.fixtures import drawn, fixtures, sizes
from pbem.league.groups import Best, group_sizes, grouped, seeded
from pbem.league.knockout import Knockout
from pbem.league.ladder import Answer, Challenge, LadderRules, Step, rungs
from pbem.league.points import SCALES, Result, Scale, parse_scale
from pbem.league.rounds import Bout, Bye, Field, Pairing, Round
from pbem.league.standings import LEAGUE_ORDER, SWISS_ORDER, Decider, Scoring, TableRow, standings
from pbem.league.swiss import Swiss, swiss_table
from pbem.league.teams import Team, board_games
from pbem.model import LeagueRules, StageRules

# From the rules to the parts.


@dataclass(frozen=True, slots=True)
class Designed:
    """All games at once, so that everyone meets the others as evenly as can be."""

    seats: int

    def next_round(self, group: Field, rounds: Sequence[Round]) -> Round | None:
        """None: they are laid down."""
        if rounds:
            return None
        members = drawn(group.secret, group.members)
        games = fixtures(len(members), self.seats).games
        return Round(tuple(Bout(tuple(members[each] for each in game)) for game in games))


@dataclass(frozen=True, slots=True)
class Challenged:
    """A ladder has no rounds: every game comes of a challenge."""

    def next_round(self, group: Field, rounds: Sequence[Round]) -> Round | None:
        """A round without a game, so that it begins."""
        return None if rounds else Round(())


def scale_of(rules: LeagueRules) -> Scale:
    """What the places are worth."""
    return parse_scale(rules.scale, rules.seats) if rules.scale else SCALES[rules.seats]


def scoring_of(rules: LeagueRules, stage: StageRules | None) -> Scoring:
    """What games and byes are worth, and the order of the tie-breaks."""
    scale = scale_of(rules)
    if stage is None:
        return Scoring(scale)
    usual = SWISS_ORDER if stage.pairing == "swiss" else LEAGUE_ORDER
    chosen = tuple(Decider(each) for each in stage.tie_breaks)
    order = (Decider.POINTS, *chosen, Decider.LOT) if chosen else usual
    return Scoring(scale, _bye(stage.bye, scale), order)


def _bye(worth: str, scale: Scale) -> Fraction:
    """At tables of two a bye is a win, unless it is said to be nothing."""
    if worth == "nothing":
        return Fraction(0)
    if worth == "win" or len(scale.places) == 2:
        return Fraction(scale.places[0])
    return Fraction(sum(scale.places), len(scale.places))


def pairing_of(rules: LeagueRules, stage: StageRules) -> Pairing:
    """How the games of a group come about."""
    match stage.pairing:
        case "swiss":
            return Swiss(rules.seats, stage.rounds, scoring_of(rules, stage))
        case "knockout":
            return cup_of(rules, stage)
        case "challenge":
            return Challenged()
    return Designed(rules.seats)


def cup_of(rules: LeagueRules, stage: StageRules) -> Knockout:
    scoring = scoring_of(rules, stage)
    return Knockout(rules.seats, scoring, stage.go_on, stage.best_of, stage.drop_outs == "replaced")


def ladder_of(stage: StageRules) -> LadderRules:
    return LadderRules(stage.reach, timedelta(days=stage.answer_days), timedelta(days=stage.idle_days))


# A group of a stage with all that was played in it.


@dataclass(frozen=True, slots=True)
class Group:
    """The members from the best seed on, the rounds so far, and what moved people on a ladder."""

    rules: LeagueRules
    stage: StageRules
    field: Field
    rounds: tuple[Round, ...] = ()
    steps: tuple[Step, ...] = ()

    @property
    def results(self) -> list[Result]:
        return [bout.result for each in self.rounds for bout in each.bouts if bout.result]

    @property
    def table(self) -> tuple[TableRow, ...]:
        """Everyone's place, by the rules of the stage."""
        scoring = scoring_of(self.rules, self.stage)
        match self.stage.pairing:
            case "swiss":
                return swiss_table(self.field, self.rounds, scoring)
            case "knockout":
                return cup_of(self.rules, self.stage).table(self.field, self.rounds)
        table = standings(self.field.members, self.results, scoring, self.field.secret, self.field.penalties)
        return self._on_rungs(table) if self.stage.pairing == "challenge" else table

    def _on_rungs(self, table: Sequence[TableRow]) -> tuple[TableRow, ...]:
        rows = {row.member: row for row in table}
        order = rungs(self.field.members, self.steps)
        return tuple(
            replace(rows[member], place=place, decided_by=Decider.RUNG if place > 1 else None)
            for place, member in enumerate(order, 1)
        )

    @property
    def following(self) -> Round | None:
        return pairing_of(self.rules, self.stage).next_round(self.field, self.rounds)

    @property
    def rounds_left(self) -> int:
        """How many rounds follow in this stage, if nobody leaves."""
        match self.stage.pairing:
            case "swiss":
                return self.stage.rounds - len(self.rounds)
            case "knockout" if self.rounds:
                return cup_of(self.rules, self.stage).rounds_left(self.rounds)
        return 0

    @property
    def further(self) -> tuple[Bout, ...]:
        """Games that are still to be played in the last round of a cup."""
        if self.stage.pairing != "knockout" or not self.rounds:
            return ()
        return cup_of(self.rules, self.stage).further(self.field, self.rounds[-1])


# What is played next.


@dataclass(frozen=True, slots=True)
class Game:
    """A game that is to be played, in a group counted from 0."""

    group: int
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Following:
    """New games: where they belong, the groups of a stage that begins with them, and who rests meanwhile."""

    stage: int
    round: int
    games: tuple[Game, ...]
    byes: tuple[tuple[int, Bye], ...] = ()
    """Each with its group."""
    groups: tuple[tuple[int, ...], ...] = ()
    """Of the stage, if it is a new one."""


@dataclass(frozen=True, slots=True)
class Entrants:
    """Who plays, and what their seeds rest on."""

    members: tuple[int, ...]
    secret: bytes = field(repr=False)
    ratings: Mapping[int, float] = field(default_factory=dict)
    by_hand: tuple[int, ...] = ()
    apart: frozenset[tuple[int, int]] = frozenset()
    teams: tuple[Team, ...] = ()


def opening(rules: LeagueRules, entrants: Entrants) -> Following:
    """The first stage: its groups and its first games."""
    stage = rules.stages[0]
    if stage.grouping == "boards":
        return _boards(rules, entrants)
    by_lot = stage.seeding == "lot"
    order = seeded(entrants.members, entrants.ratings, entrants.by_hand, entrants.secret, by_lot=by_lot)
    return _stage_begins(rules, 1, order, entrants.secret, entrants.apart)


def _boards(rules: LeagueRules, entrants: Entrants) -> Following:
    """A group for each board: everyone meets the same board of other teams."""
    boards = range(rules.boards)
    groups = tuple(tuple(team.at(board) for team in entrants.teams) for board in boards)
    games = [
        Game(board, members)
        for board in boards
        for members in board_games(entrants.teams, board, rules.seats, entrants.secret)
    ]
    return Following(1, 0, tuple(games), groups=groups)


def _stage_begins(
    rules: LeagueRules, number: int, order: Sequence[int], secret: bytes, apart: frozenset[tuple[int, int]]
) -> Following:
    stage = rules.stages[number - 1]
    groups: tuple[tuple[int, ...], ...] = (tuple(order),)
    allowed = sizes(rules.seats) if stage.pairing == "design" else range(rules.seats, len(order) + 1)
    if stage.pairing == "design" and len(order) < min(allowed):
        return Following(number, 0, ())
    if stage.grouping == "groups" or (stage.pairing == "design" and len(order) > max(allowed)):
        groups = grouped(order, group_sizes(len(order), stage.groups, rules.size, allowed), apart)
    made = [Group(rules, stage, Field(members, secret, apart=apart)) for members in groups]
    return replace(_next_round(number, made), groups=groups)


def _next_round(stage: int, groups: Sequence[Group]) -> Following:
    """Of every group that has one; without games if none has."""
    rounds = [(number, following) for number, each in enumerate(groups) if (following := each.following)]
    at_once = all(each.stage.pairing in ("design", "challenge") for each in groups)
    return Following(
        stage,
        0 if at_once else 1 + max(len(each.rounds) for each in groups),
        tuple(Game(number, bout.members) for number, each in rounds for bout in each.bouts),
        tuple((number, bye) for number, each in rounds for bye in each.byes),
    )


def following(rules: LeagueRules, number: int, groups: Sequence[Group]) -> Following | None:
    """What comes after all games of a stage are over; None: nothing, the competition is decided."""
    further = [Game(at, bout.members) for at, group in enumerate(groups) for bout in group.further]
    if further:
        return Following(number, max(len(each.rounds) for each in groups), tuple(further))
    if (next_round := _next_round(number, groups)).games:
        return next_round
    if number == len(rules.stages):
        return None
    stage, fields = rules.stages[number - 1], [each.field for each in groups]
    gone = frozenset(member for each in fields for member in each.gone)
    chosen = Best(stage.best, stage.fill).chosen([each.table for each in groups], gone)
    begun = _stage_begins(rules, number + 1, chosen, fields[0].secret, fields[0].apart)
    return begun if begun.games else None


# Everyone's place at the end.


def places(stages: Sequence[Sequence[Group]]) -> dict[int, int]:
    """Whoever came into a later stage is ahead of whoever did not; in a stage, by place, then by points a game."""
    order: list[int] = []
    for groups in reversed(stages):
        everyone = Best(least=sum(len(each.field.members) for each in groups))
        order += [each for each in everyone.chosen([group.table for group in groups]) if each not in order]
    return {member: place for place, member in enumerate(order, 1)}


def challenges_of(rows: Sequence[Sequence[object]]) -> list[Challenge]:
    """As a season's row has them."""
    return [_challenge(each) for each in rows]


def _challenge(row: Sequence[object]) -> Challenge:
    number, challenger, challenged, at, answer, answered = row
    moment = datetime.fromisoformat(str(answered)) if answered else None
    return Challenge(
        int(str(number)),
        int(str(challenger)),
        int(str(challenged)),
        datetime.fromisoformat(str(at)),
        Answer(str(answer)),
        moment,
    )


def ladder_steps(
    challenges: Sequence[Challenge], results: Mapping[int, Result], idled: Sequence[Sequence[object]]
) -> Iterator[Step]:
    """What moved people: games by the number of their fixture, challenges without an answer, doing nothing."""
    for each in challenges:
        if each.answer is Answer.REFUSED and each.answered_at:
            yield Step(each.answered_at, each.challenger, each.challenged)
        elif (result := results.get(each.number)) and _won(result, each.challenger):
            yield Step(result.finished, each.challenger, each.challenged)
    for member, at in idled:
        yield Step(datetime.fromisoformat(str(at)), None, int(str(member)))


def _won(result: Result, member: int) -> bool:
    """Alone at the top, and there to the end."""
    seat = result.seat_of(member)
    return seat is not None and result.places[0] == (seat,) and result.seats[seat].scores


def teams_of(rows: Collection[Sequence[object]]) -> tuple[Team, ...]:
    """As a season's row has them, numbered from 1."""
    return tuple(Team(number, *each) for number, each in enumerate(rows, 1))  # type: ignore[arg-type]
