"""How fast the rules are: random games of two with the complete list of legal orders at every move.

In a clone the naive rules of the tests play the same games: how many times as much processor time they take says
more than moves per second, which a busy machine halves.
"""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time

from tqdm import tqdm

from benchmarks.figures import Figure, calibration
from engine import Setup, apply, deal, legal_orders, order_text, rules

_BLOCK = 50
_COMPARED = 15
"""So many games are played by the naive rules, too; the median of as many ratios is told."""
_COUNTED = (20, 40)
"""The games whose instructions are counted: the caches are full by then."""


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
    naive_ratio: float | None = None
    """How many times as much processor time the naive rules take; None outside a clone."""
    instructions_per_move: float | None = None
    """None unless they were asked for, and where there is no valgrind."""
    compiled: bool = False


def run(games: int = 1000, instructions: bool = False) -> Result:
    """Play the games one after the other; the same games in every run."""
    choices: list[int] = []
    times = [perf_counter()]
    moves = [0]
    for game in tqdm(range(games), disable=None, leave=False):
        choices += play(game)
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
        naive_ratio=_naive_ratio(min(games, _COMPARED)),
        instructions_per_move=_instructions() if instructions else None,
        compiled=not str(rules.__file__).endswith(".py"),
    )


def lines(result: Result) -> list[str]:
    """The figures as people read them."""
    return [
        f"{result.moves_per_second:,.0f} moves/s ({result.best_moves_per_second:,.0f} in the best {_BLOCK} games)"
        + (", compiled by mypyc" if result.compiled else ""),
        f"{result.games_per_second:,.1f} games/s",
        f"{result.orders_per_move:.1f} legal orders on average, {result.most_orders} at most",
        f"{result.calibration_seconds:.3f} s for ten million empty loops",
        *([f"{result.naive_ratio:.1f} times as fast as the naive rules"] if result.naive_ratio else []),
        *([f"{result.instructions_per_move:,.0f} instructions a move"] if result.instructions_per_move else []),
    ]


def figures(result: Result) -> list[Figure]:
    ratio = result.naive_ratio
    return [
        Figure("engine: random games of two, all legal orders at each move", result.moves_per_second, "moves/s"),
        Figure("engine: the same, best 50 games", result.best_moves_per_second, "moves/s"),
        *([Figure("engine: beside the naive rules, processor time", ratio, "times")] if ratio else []),
    ]


def play(game: int) -> list[int]:
    """How many legal orders there were at each move."""
    rng = Random(game)
    state = deal(Setup(seats=2, seed=game.to_bytes(8, "big")))
    counts = []
    while not state.over:
        orders = legal_orders(state)
        counts.append(len(orders))
        state = apply(state, rng.choice(orders)).state
    return counts


def _naive_ratio(games: int) -> float | None:
    """The median over so many games, each played by both, one after the other."""
    try:
        from tests.support.engine import naive  # noqa: PLC0415
        from tests.support.engine.scenes import naively  # noqa: PLC0415
    except ImportError:
        return None
    ratios = []
    for game in range(games):
        start = process_time()
        play(game)
        seconds = process_time() - start
        told, position = _told(game), naively(deal(Setup(seats=2, seed=game.to_bytes(8, "big"))))
        start = process_time()
        for text in told:
            naive.orders(position)
            position = naive.play(position, text)
        ratios.append((process_time() - start) / seconds)
    return median(ratios)


def _told(game: int) -> list[str]:
    """The orders that are given in a game, as texts."""
    rng = Random(game)
    state, told = deal(Setup(seats=2, seed=game.to_bytes(8, "big"))), []
    while not state.over:
        order = rng.choice(legal_orders(state))
        told.append(order_text(order))
        state = apply(state, order).state
    return told


def _instructions() -> float | None:
    """Of a move, the start of the program left out: no neighbour disturbs that."""
    if shutil.which("valgrind") is None:
        return None
    fewer, more = (_counted(games) for games in _COUNTED)
    moves = sum(len(play(game)) for game in range(*_COUNTED))
    return (more - fewer) / moves


def _counted(games: int) -> int:
    here = [str(Path(__file__).parents[1]), str(Path(str(rules.__file__)).parents[1])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(here), "PYTHONHASHSEED": "0"}
    script = f"from benchmarks.engine import play\nfor game in range({games}): play(game)"
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", sys.executable, "-c", script]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stderr
    found = re.search(r"Collected : (\d+)", told)
    assert found, told
    return int(found[1])
