"""Groups that are played through: results by strength, rounds as a way of pairing makes them."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from pbem.league.points import Result
from pbem.league.rounds import Bout, Field, Pairing, Round
from tests.support.league_games import SECRET, game


def field_of(count: int, *, apart: Sequence[tuple[int, int]] = (), gone: Sequence[int] = ()) -> Field:
    """Members 1, 2, 3 …, the strongest first."""
    return Field(tuple(range(1, count + 1)), SECRET, frozenset(gone), frozenset(apart))


def in_order(number: int, members: Sequence[int]) -> Result:
    """The better seed is always ahead."""
    return replace(game(number, *members), ranking=tuple((members.index(each),) for each in sorted(members)))


def by_chance(luck: Random) -> Callable[[int, Sequence[int]], Result]:
    """Anything may happen."""

    def result(number: int, members: Sequence[int]) -> Result:
        order = luck.sample(range(len(members)), len(members))
        return replace(game(number, *members), ranking=tuple((seat,) for seat in order))

    return result


def played(one: Round, number: int, result: Callable[[int, Sequence[int]], Result] = in_order) -> Round:
    bouts = [Bout(bout.members, result(number * 1000 + at, bout.members)) for at, bout in enumerate(one.bouts)]
    return replace(one, bouts=tuple(bouts))


def play_through(
    pairing: Pairing, group: Field, result: Callable[[int, Sequence[int]], Result] = in_order
) -> list[Round]:
    """Every round, until there is none."""
    rounds: list[Round] = []
    while (following := pairing.next_round(group, rounds)) is not None:
        rounds.append(played(following, len(rounds) + 1, result))
        assert len(rounds) < 40
    return rounds


def rests(rounds: Sequence[Round]) -> Counter[int]:
    return Counter(member for each in rounds for member in each.resting)
