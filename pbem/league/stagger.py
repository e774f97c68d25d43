"""Which games run at the same time, where nobody is to have more than so many."""

from collections import Counter
from collections.abc import Collection, Sequence

from pbem.league.balance import Fixture


def to_start(
    games: Sequence[Fixture], started: Collection[int], finished: Collection[int], at_most: int
) -> tuple[int, ...]:
    """The games that begin now, by their place in the fixtures; those that are finished count as started as well."""
    running = set(started) - set(finished)
    busy = Counter(player for game in running for player in games[game])
    starting: list[int] = []
    for number, game in enumerate(games):
        if number in started or number in finished or any(busy[player] >= at_most for player in game):
            continue
        busy.update(game)
        starting.append(number)
    return tuple(starting)
