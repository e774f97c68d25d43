"""For the director alone: patterns in results and moves that a person should look at. None of them proves anything.

Each is measured by how rarely honest people would show it. The bounds were set on simulated leagues, honest ones and
such with planted helpers; `pbem bench suspicion` plays others and prints how many alarms are false, and how many
helpers are found.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations, product
from math import sqrt

from engine import Order, State, apply, legal_orders
from engine.bots import estimates
from pbem.league.points import Result

_RARE_RESIGNATIONS = 5e-5
_USUAL_GAMES = 8
"""Somebody's own games are few: so many more are taken to be as everybody's are."""
_RARE_PLACES = 1e-3
_STRIKING_GIFTS = 6.0
_LEAST_GAMES = 2
_COMPARED = 12
"""With so many other moves each move is compared: all would take too long."""
_BEST = 0.95
"""A move serves somebody best if at least this share of the others would have served them worse."""
_EQUAL = 1e-12


class Pattern(StrEnum):
    RESIGNATIONS = "resignations"
    """One resigns far more often where the other plays."""
    SAME_PAIR = "same pair"
    """One finishes behind the other far more often than both do with everybody else."""
    GIFTS = "gifts"
    """One's moves are what is best for the other, far more often than what is best for anybody else at the table."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, who made it, and who of the others at the table could not have been served better."""

    game: int
    mover: int
    served: Mapping[int, bool]


def best_for(state: State, order: Order) -> list[bool]:
    """The seats that hardly another order would have served better, by the bots' estimate."""
    mine = estimates(apply(state, order).state)
    others = [each for each in legal_orders(state) if each != order]
    compared = [others[at * len(others) // _COMPARED] for at in range(_COMPARED)] if len(others) > _COMPARED else others
    after = [estimates(apply(state, each).state) for each in compared]
    return [_share_below(chance, [each[seat] for each in after]) >= _BEST for seat, chance in enumerate(mine)]


def _share_below(chance: float, others: Sequence[float]) -> float:
    """How many of the others are worse; those that are equal count half."""
    worse = sum(each < chance - _EQUAL for each in others) + 0.5 * sum(abs(each - chance) <= _EQUAL for each in others)
    return worse / max(1, len(others))


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that was played in a league, over all its seasons."""

    results: Sequence[Result] = ()
    choices: Sequence[Choice] = ()


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


# Who resigns where somebody else plays


def resignations(evidence: Evidence) -> Iterator[Suspicion]:
    """Who resigned in games with one other far more often than in their other games and than people do."""
    played: Counter[int] = Counter()
    resigned: Counter[int] = Counter()
    together: Counter[tuple[int, int]] = Counter()
    both: Counter[tuple[int, int]] = Counter()
    won: Counter[tuple[int, int]] = Counter()
    for result in evidence.results:
        winners = {result.seats[seat].finisher for seat in result.places[0]}
        people = {each.member: each.resigned for each in result.seats if each.member is not None and not each.left}
        quitters = [who for who, gave_up in people.items() if gave_up]
        others = [who for who, gave_up in people.items() if not gave_up]
        played.update(people.keys())
        resigned.update(quitters)
        together.update(permutations(people, 2))
        both.update(product(quitters, others))
        won.update((quitter, other) for quitter in quitters for other in others if other in winners)
    usual = resigned.total() / max(1, played.total())
    by_chance: dict[tuple[int, int], float] = {}
    for (quitter, other), count in both.items():
        games = together[quitter, other]
        elsewhere = resigned[quitter] - count + _USUAL_GAMES * usual
        expected = elsewhere / (played[quitter] - games + _USUAL_GAMES)
        by_chance[quitter, other] = at_least(count, [expected] * games)
    for quitter in dict.fromkeys(pair[0] for pair in both):
        # Whoever sat at the same tables stands out as well; the likeliest to be helped is told.
        pair = min((each for each in both if each[0] == quitter), key=lambda each: (by_chance[each], -won[each]))
        if both[pair] >= _LEAST_GAMES and by_chance[pair] < _RARE_RESIGNATIONS:
            figures = {"won": won[pair], "resigned": both[pair], "games": together[pair]}
            yield Suspicion(Pattern.RESIGNATIONS, *pair, figures)


def at_least(count: int, chances: Iterable[float]) -> float:
    """How likely at least so many of independent events happen."""
    likely = [1.0]
    for chance in chances:
        likely = [
            stays * (1 - chance) + comes * chance for stays, comes in zip([*likely, 0.0], [0.0, *likely], strict=True)
        ]
    return sum(likely[count:])


# Who always finishes behind somebody else


def same_pair(evidence: Evidence) -> Iterator[Suspicion]:
    """Who finished behind another far more often than the games of both with everybody else let one expect."""
    ahead: Counter[tuple[int, int]] = Counter()
    together: Counter[tuple[int, int]] = Counter()
    for result in evidence.results:
        places = {result.seats[seat].finisher: place for place, group in enumerate(result.places) for seat in group}
        people = [who for who in places if who is not None]
        together.update(permutations(people, 2))
        ahead.update(pair for pair in permutations(people, 2) if places[pair[0]] < places[pair[1]])
    for (one, other), games in together.items():
        behind = ahead[other, one]
        expected = _odds(other, one, ahead, together) / (
            _odds(other, one, ahead, together) + _odds(one, other, ahead, together)
        )
        if games >= _LEAST_GAMES and at_least(behind, [expected] * games) < _RARE_PLACES:
            figures = {"games": games, "behind": behind, "expected": games * expected}
            yield Suspicion(Pattern.SAME_PAIR, one, other, figures)


def _odds(who: int, but: int, ahead: Counter[tuple[int, int]], together: Counter[tuple[int, int]]) -> float:
    """How often somebody is ahead to how often behind, against everybody but one."""
    others = [pair for pair in together if pair[0] == who and pair[1] != but]
    won, lost = sum(ahead[pair] for pair in others), sum(ahead[other, one] for one, other in others)
    return (won + 1) / (lost + 1)


# Whose moves are good for somebody else


def gifts(evidence: Evidence) -> Iterator[Suspicion]:
    """Whose moves were best for one other more often than for the rest of the table, and than both are used to."""
    excess: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
    served: Counter[tuple[int, int]] = Counter()
    games: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for choice in evidence.choices:
        for other, best in choice.served.items():
            rest = [each for who, each in choice.served.items() if who != other]
            pair = choice.mover, other
            excess[pair].append(best - _mean(rest))
            served[pair] += best
            games[pair].add(choice.game)
    gave, got = _added_up(excess, 0), _added_up(excess, 1)
    every = [each for values in excess.values() for each in values]
    usual, spread = _mean(every), sqrt(_mean([each**2 for each in every]) - _mean(every) ** 2)
    for (giver, other), values in excess.items():
        if len(games[giver, other]) < _LEAST_GAMES or not len(gave[giver]) > len(values) < len(got[other]):
            continue
        above = _mean(values) - (_without(gave[giver], values) + _without(got[other], values) - usual)
        if above * sqrt(len(values)) >= _STRIKING_GIFTS * spread > 0:
            count = served[giver, other]
            expected = max(0.0, count - above * len(values))
            figures = {"best": count, "moves": len(values), "games": len(games[giver, other]), "expected": expected}
            yield Suspicion(Pattern.GIFTS, giver, other, figures)


def _added_up(excess: Mapping[tuple[int, int], Sequence[float]], side: int) -> dict[int, list[float]]:
    """All that somebody gave (0), or got (1), move by move."""
    found: defaultdict[int, list[float]] = defaultdict(list)
    for pair, values in excess.items():
        found[pair[side]] += values
    return found


def _without(values: Sequence[float], some: Sequence[float]) -> float:
    """The mean of the others."""
    return (sum(values) - sum(some)) / (len(values) - len(some))


def _mean(values: Collection[float]) -> float:
    return sum(values) / max(1, len(values))


CHECKS = (resignations, same_pair, gifts)
