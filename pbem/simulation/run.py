"""A simulation is cut into shards, so that it can use every core; what comes out depends on the seed alone."""

import gc
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from operator import attrgetter

from tqdm import tqdm

from pbem.logs import set_up_logs
from pbem.simulation.report import Report
from pbem.simulation.shard import Plan, run_shard

GAMES_A_SHARD = 25


def simulate(games: int, days: int, seed: int, processes: int) -> Report:
    """Play them all; a progress bar on a terminal, nothing in a pipe."""
    everything = Report()
    with tqdm(total=games, unit="game", disable=None) as bar:
        for report in _reports(plans(games, days, seed), processes):
            everything.add(report)
            bar.update(report.counts["games"])
            bar.set_postfix(failures=len(everything.failures))
    everything.failures.sort(key=attrgetter("at", "shard"))
    return everything


def plans(games: int, days: int, seed: int) -> list[Plan]:
    sizes = [min(GAMES_A_SHARD, games - first) for first in range(0, games, GAMES_A_SHARD)]
    return [Plan(f"{seed}/{number}", size, days) for number, size in enumerate(sizes)]


def _reports(shards: list[Plan], processes: int) -> Iterator[Report]:
    if processes == 1 or len(shards) == 1:
        yield from map(run_shard, shards)
        return
    # A fresh interpreter each: a forked one would share the parent's locks and its source of luck.
    with ProcessPoolExecutor(processes, get_context("spawn"), _set_up) as pool:
        for done in as_completed([pool.submit(run_shard, shard) for shard in shards]):
            yield done.result()


def _set_up() -> None:
    """Nothing that a shard makes lives in cycles for long: the collector need not look so often."""
    set_up_logs("error")
    gc.set_threshold(100_000, 50, 100)
