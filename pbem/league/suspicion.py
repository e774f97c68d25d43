"""For the director alone: patterns in results and moves that a person should look at. None of them proves anything."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations

from pbem.league.points import Result

_RESIGNATIONS = 2
_GAMES_TOGETHER = 6
_MOST_GAMES = 0.8
_ALWAYS_AHEAD = 0.9
_GIVEN = 0.5
_TIMES_MORE = 3


class Pattern(StrEnum):
    RESIGNATIONS = "resignations"
    """One keeps resigning where the other then wins."""
    SAME_PAIR = "same pair"
    """One plays hardly any game without the other, who nearly always finishes ahead."""
    GIFTS = "gifts"
    """One's moves give away chances, and to the other far more than to anybody else."""


@dataclass(frozen=True, slots=True)
class Swing:
    """A move, and everyone's chance to win before and after it, as somebody who knows the game estimates them."""

    game: int
    mover: int
    before: Mapping[int, float]
    after: Mapping[int, float]


@dataclass(frozen=True, slots=True)
class Evidence:
    results: Sequence[Result] = ()
    swings: Sequence[Swing] = ()


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A pattern of one player's that helps another, with the figures that it rests on."""

    pattern: Pattern
    helper: int
    helped: int
    figures: Mapping[str, float]


def suspicions(evidence: Evidence) -> tuple[Suspicion, ...]:
    """All that stands out."""
    return tuple(suspicion for check in CHECKS for suspicion in check(evidence))


def resignations(evidence: Evidence) -> Iterator[Suspicion]:
    """Who resigned more than once with the same winner, and how often chance alone would have it so."""
    wins: Counter[tuple[int, int]] = Counter()
    expected: defaultdict[tuple[int, int], float] = defaultdict(float)
    for result in evidence.results:
        winners = {result.seats[seat].finisher for seat in result.places[0]}
        quitters = [each.member for each in result.seats if each.resigned and each.member is not None]
        others = [each.finisher for each in result.seats if each.finisher is not None and not each.resigned]
        for quitter in quitters:
            for other in others:
                wins[quitter, other] += other in winners
                expected[quitter, other] += 1 / len(others)
    for (quitter, other), count in wins.items():
        if count >= _RESIGNATIONS and count > expected[quitter, other]:
            yield Suspicion(Pattern.RESIGNATIONS, quitter, other, {"won": count, "expected": expected[quitter, other]})


def same_pair(evidence: Evidence) -> Iterator[Suspicion]:
    """Who plays nearly every game with the same other, and nearly always behind them."""
    games: Counter[int] = Counter()
    together: Counter[tuple[int, int]] = Counter()
    behind: Counter[tuple[int, int]] = Counter()
    for result in evidence.results:
        places = {result.seats[seat].finisher: place for place, group in enumerate(result.places) for seat in group}
        people = [who for who in places if who is not None]
        games.update(people)
        together.update(permutations(people, 2))
        behind.update(pair for pair in permutations(people, 2) if places[pair[0]] > places[pair[1]])
    for (one, other), count in together.items():
        often = count >= _GAMES_TOGETHER and count >= _MOST_GAMES * games[one]
        if often and behind[one, other] >= _ALWAYS_AHEAD * count:
            figures = {"games": games[one], "together": count, "behind": behind[one, other]}
            yield Suspicion(Pattern.SAME_PAIR, one, other, figures)


def gifts(evidence: Evidence) -> Iterator[Suspicion]:
    """Who gave one other player chances, in games with them, that nobody else got in theirs."""
    given: defaultdict[tuple[int, int], float] = defaultdict(float)
    games: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for swing in evidence.swings:
        for other in swing.before.keys() - {swing.mover}:
            games[swing.mover, other].add(swing.game)
            given[swing.mover, other] += _gift(swing, other)
    for (giver, other), gift in given.items():
        elsewhere = [pair for pair in given if pair[0] == giver and pair[1] != other]
        if not elsewhere or gift < _GIVEN or len(games[giver, other]) < 2:
            continue
        per_game = gift / len(games[giver, other])
        usual = sum(given[pair] for pair in elsewhere) / sum(len(games[pair]) for pair in elsewhere)
        if per_game >= _TIMES_MORE * usual:
            figures = {"given": gift, "games": len(games[giver, other]), "per game": per_game, "to others": usual}
            yield Suspicion(Pattern.GIFTS, giver, other, figures)


def _gift(swing: Swing, other: int) -> float:
    """What the other gained by a move that cost its mover something; never more than it cost."""
    cost = swing.before[swing.mover] - swing.after[swing.mover]
    return max(0.0, min(cost, swing.after[other] - swing.before[other]))


CHECKS = (resignations, same_pair, gifts)
