"""Trains the bots' evaluation by self-play, and writes engine/bots/weights.py: `python -m benchmarks.train_bots`."""

import argparse
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from importlib.resources import files
from math import exp, log
from operator import mul
from pathlib import Path
from random import Random

from tqdm import tqdm

from engine import Order, Setup, State, apply, deal, legal_orders, view
from engine.bots.choice import Scales
from engine.bots.core import TURN, flat, order_of
from engine.bots.evaluation import TAUGHT, Network, chances, outcome
from engine.bots.greedy import greedy
from engine.bots.imagine import cards_on, without_decks
from engine.bots.prospects import NAMES, prospects

HIDDEN = 10
SEATS = (2, 2, 2, 3, 4)
SCALE = 1000
_LONGEST = 400


@dataclass(frozen=True, slots=True)
class Lesson:
    """One generation: how many games are played, how often they are gone over, and how much is learnt from each."""

    games: int
    epochs: int
    rate: float
    patience: float
    """How far the outcome of a game counts back against what was expected along the way: 1 is all the way."""


FIRST = (Lesson(600, 3, 0.02, 1.0), *[Lesson(600, 2, 0.015, 0.85)] * 2)
FURTHER = (*[Lesson(600, 2, 0.01, 0.85)] * 2, Lesson(800, 2, 0.005, 0.9))


@dataclass(frozen=True, slots=True)
class Sample:
    """A position: every seat's prospects, and how likely each is to win."""

    prospects: list[list[float]]
    chances: list[float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--further", action="store_true", help="go on from the weights that there are")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(str(files("engine"))) / "bots" / "weights.py")
    options = parser.parse_args()
    with ProcessPoolExecutor(options.processes) as pool:
        lessons, teacher = (FURTHER, TAUGHT) if options.further else (FIRST + FURTHER, None)
        for network in generations(lessons, teacher, Random(options.seed), pool):
            options.out.write_text(source(network), encoding="utf-8")


def generations(lessons: Iterable[Lesson], teacher: Network | None, rng: Random, pool: Executor) -> Iterator[Network]:
    """Each network plays the games from which the next one learns; with no teacher the greedy bot plays the first."""
    network = teacher or untaught(rng)
    before: list[Sample] = []
    for lesson in lessons:
        games = [(teacher, rng.getrandbits(64), SEATS[number % len(SEATS)]) for number in range(lesson.games)]
        played = tqdm(pool.map(play, games, chunksize=4), total=len(games), disable=None, leave=False)
        samples = [sample for game in played for sample in told_from_the_end(game, lesson.patience)]
        network, loss = taught(network, before + samples, lesson, rng)
        tqdm.write(f"{lesson.games} games, {len(samples)} positions, loss {loss:.4f}")
        teacher, before = network, samples if teacher else []
        yield network


def untaught(rng: Random) -> Network:
    rows = tuple(tuple(rng.gauss(0, 0.2) for _ in NAMES) for _ in range(HIDDEN))
    return Network(rows, tuple(rng.gauss(0, 0.2) for _ in rows), (0.0,) * len(NAMES))


def play(game: tuple[Network | None, int, int]) -> list[Sample]:
    """A game with some adventurous orders, as its positions and the chances that were seen in them; the end is last."""
    network, seed, seats = game
    rng = Random(seed)
    state = deal(Setup(seats, rng.choice(("2019", "2019", "2021")), seed=seed.to_bytes(8, "big")))
    samples = []
    for _ in range(_LONGEST):
        state = apply(state, _order(network, state, rng)).state
        if state.over:
            break
        samples.append(_sample(network, _with_gaps(state, rng)))
    return [*samples, Sample([], outcome(state))]


def _order(network: Network | None, state: State, rng: Random) -> Order:
    assert state.turn is not None
    if network is None:
        return rng.choice(legal_orders(state)) if rng.random() < 0.1 else greedy(view(state, state.turn), rng)
    position = flat(without_decks(state))
    orders = [
        (each.chances[position[TURN]], order_of(state, each.actions)) for each in Scales(network).weighed(position)
    ]
    best = max(chance for chance, _ in orders)
    boldness = 0.03 if rng.random() < 0.3 else 0.001
    return rng.choices([order for _, order in orders], [exp((chance - best) / boldness) for chance, _ in orders])[0]


def _with_gaps(state: State, rng: Random) -> State:
    """The search thinks of positions whose places were not refilled, so some of these are learnt from as well."""
    gaps = rng.sample(cards_on(state), rng.choice((0, 1, 1, 2, 3)))
    rows = [tuple(None if card in gaps else card for card in row) for row in state.table]
    return state._replace(table=tuple(rows))  # type: ignore[arg-type]


def _sample(network: Network | None, state: State) -> Sample:
    position = flat(state)
    rows = [prospects(position, state.seating.index(seat)) for seat in range(len(state.seats))]
    return Sample(rows, chances([network.strength(row) for row in rows]) if network else [])


def told_from_the_end(game: list[Sample], patience: float) -> Iterator[Sample]:
    """Every position with what became of it, mixed with what was expected soon after it."""
    target = game[-1].chances
    for sample in reversed(game[:-1]):
        yield Sample(sample.prospects, target)
        if sample.chances:
            target = [
                patience * later + (1 - patience) * seen for later, seen in zip(target, sample.chances, strict=True)
            ]


def taught(network: Network, samples: list[Sample], lesson: Lesson, rng: Random) -> tuple[Network, float]:
    """Gradient descent on the surprise at the outcome, one position at a time; also returns the mean surprise."""
    pupil = _Pupil(network)
    loss = 0.0
    for epoch in range(lesson.epochs):
        rng.shuffle(samples)
        rate = lesson.rate * (1 - epoch / lesson.epochs)
        loss = sum(pupil.learn(sample, rate) for sample in samples) / len(samples)
    return pupil.network(), loss


class _Pupil:
    """A network that changes in place."""

    def __init__(self, network: Network) -> None:
        self.hidden = [list(row) for row in network.hidden]
        self.out = list(network.out)
        self.direct = list(network.direct)

    def network(self) -> Network:
        return Network(tuple(map(tuple, self.hidden)), tuple(self.out), tuple(self.direct))

    def learn(self, sample: Sample, rate: float) -> float:
        units = [self._units(row) for row in sample.prospects]
        strengths = [
            sum(map(mul, self.direct, row)) + sum(map(mul, self.out, active))
            for row, active in zip(sample.prospects, units, strict=True)
        ]
        expected = chances(strengths)
        for row, active, want, have in zip(sample.prospects, units, sample.chances, expected, strict=True):
            self._correct(row, active, rate * (want - have))
        return -sum(want * log(have + 1e-9) for want, have in zip(sample.chances, expected, strict=True))

    def _units(self, row: list[float]) -> list[float]:
        return [max(0.0, sum(map(mul, weights, row))) for weights in self.hidden]

    def _correct(self, row: list[float], active: list[float], step: float) -> None:
        self.direct = [weight + step * number for weight, number in zip(self.direct, row, strict=True)]
        for unit, activity in enumerate(active):
            if activity > 0:
                change = step * self.out[unit]
                self.out[unit] += step * activity
                weights = self.hidden[unit]
                self.hidden[unit] = [weight + change * number for weight, number in zip(weights, row, strict=True)]


def source(network: Network) -> str:
    """The network as a module of numbers, one row per prospect."""
    rows = zip(NAMES, network.direct, *network.hidden, strict=True)
    lines = [f'    "{name}": {_thousandths(numbers)},' for name, *numbers in rows]
    return "\n".join(
        [
            '"""What each prospect is worth, in thousandths; benchmarks/train_bots.py wrote this after self-play."""',
            "",
            f"SCALE = {SCALE}",
            "",
            "# fmt: off",
            "# First what a prospect is worth by itself, then what it adds to each hidden unit.",
            "WEIGHTS: dict[str, tuple[int, ...]] = {",
            *lines,
            "}",
            f"OUT = {_thousandths(network.out)}",
            "",
        ]
    )


def _thousandths(numbers: Iterable[float]) -> tuple[int, ...]:
    return tuple(round(SCALE * number) for number in numbers)


if __name__ == "__main__":
    main()
