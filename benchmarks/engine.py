"""How fast the rules are: random games of two with the complete list of legal orders at every move."""

from dataclasses import dataclass
from itertools import pairwise
from random import Random
from time import perf_counter

from tqdm import tqdm

from benchmarks.figures import Figure, calibration
from engine import Setup, apply, deal, legal_orders

_BLOCK = 50


@dataclass(frozen=True, slots=True)
class Result:
    """The figures of one run."""

    moves_per_second: float
    best_moves_per_second: float
    """In the fastest block of games: what the code can do when nobody else uses the machine."""
    games_per_second: float
    orders_per_move: float
    most_orders: int
    calibration_seconds: float
    """The processor time of ten million empty loops, to compare figures from different machines."""


def run(games: int = 1000) -> Result:
    """Play the games one after the other; the same games in every run."""
    choices: list[int] = []
    times = [perf_counter()]
    moves = [0]
    for game in tqdm(range(games), disable=None, leave=False):
        choices += _play(game)
        if (game + 1) % _BLOCK == 0 or game + 1 == games:
            times.append(perf_counter())
            moves.append(len(choices))
    seconds = times[-1] - times[0]
    blocks = zip(pairwise(moves), pairwise(times), strict=True)
    return Result(
        moves_per_second=len(choices) / seconds,
        best_moves_per_second=max((after - before) / (end - start) for (before, after), (start, end) in blocks),
        games_per_second=games / seconds,
        orders_per_move=sum(choices) / len(choices),
        most_orders=max(choices),
        calibration_seconds=calibration(),
    )


def lines(result: Result) -> list[str]:
    """The figures as people read them."""
    return [
        f"{result.moves_per_second:,.0f} moves/s ({result.best_moves_per_second:,.0f} in the best {_BLOCK} games)",
        f"{result.games_per_second:,.1f} games/s",
        f"{result.orders_per_move:.1f} legal orders on average, {result.most_orders} at most",
        f"{result.calibration_seconds:.3f} s for ten million empty loops",
    ]


def figures(result: Result) -> list[Figure]:
    return [
        Figure("engine: random games of two, all legal orders at each move", result.moves_per_second, "moves/s"),
        Figure("engine: the same, best 50 games", result.best_moves_per_second, "moves/s"),
    ]


def _play(game: int) -> list[int]:
    """How many legal orders there were at each move."""
    rng = Random(game)
    state = deal(Setup(seats=2, seed=game.to_bytes(8, "big")))
    counts = []
    while not state.over:
        orders = legal_orders(state)
        counts.append(len(orders))
        state = apply(state, rng.choice(orders)).state
    return counts
