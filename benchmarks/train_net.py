"""Trains the net of the bots' upper levels by self-play: `python -m benchmarks.train_net FOLDER --minutes 60`.

It needs gcc, numpy and torch. First come games of level 6, to be imitated; then each generation plays games with a
search and learns from the games of the last ones. Who wins fewer than half of 200 games against the best so far goes on
learning, but does not play the games. Whatever is in FOLDER already is not done again, so that an hour can follow
another; log.txt there tells what came of each generation. With `--seats 34` the games are at tables of three and four,
with `--begin FILE` the first net is one that was written before. `--polish` learns once more from the games of all,
`--export` writes the net that players get, `--check` holds the C file against the engine's core and net.
"""

import argparse
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from itertools import pairwise
from math import exp, log
from pathlib import Path
from random import Random
from statistics import fmean
from time import monotonic

import numpy as np
import torch
from numpy.typing import NDArray

from engine import Setup, deal
from engine.bots.choice import Scales
from engine.bots.core import (
    ACTIONS,
    BLOCK,
    DECKS,
    SEATS,
    TABLE,
    TURN,
    Flat,
    best_seats,
    flat,
    legal,
    must_return,
    play,
    stacks_of,
)
from engine.bots.evaluation import TAUGHT
from engine.bots.net import SHAPES, SIZE, Net, features, weights_for

SAMPLE = np.dtype(
    [("flat", "i1", 99), ("seats", "u1"), ("policy", "f4", ACTIONS), ("outcome", "f4", 4), ("seen", "f4", 4)]
)
"""A position, how promising its actions turned out to be, who won, and what was expected."""
WARM_GAMES = 6000
GAMES, FULL, QUICK = 600, 400, 60
ALL_TABLES = "2234"
WINDOW = 10
BATCH = 512
GATE = 200
_HERE = Path(__file__).parent
_DATA = Path(str(files("engine"))) / "data"
_RATE, _FALL, _SLOWEST = 1e-3, 0.93, 1e-4
_PATIENCE = 0.6
_LONGEST = 400
_MOST_POLISHED = 1_000_000


@dataclass(frozen=True, slots=True)
class Games:
    """What a generation's games are like: how many sit at a table, and how many positions are looked at for a move."""

    seats: str
    full: int
    quick: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seats", default=ALL_TABLES, help="how many are at a table, by turns")
    parser.add_argument("--begin", type=Path, help="a net that was written before, instead of games of level 6")
    parser.add_argument("--full", type=int, default=FULL, help="positions looked at for a move that teaches actions")
    parser.add_argument("--quick", type=int, default=QUICK, help="the same for a move that is made quickly")
    parser.add_argument("--rate", type=float, default=_RATE, help="how fast it learns at first")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--polish", action="store_true")
    parser.add_argument("--export", type=Path, help="the net that players get: for two seats, or those named")
    options = parser.parse_args()
    torch.set_num_threads(1)
    options.folder.mkdir(parents=True, exist_ok=True)
    program = Program(options.folder)
    if options.check:
        check(program)
    elif options.polish:
        polish(options.folder, program)
    elif options.export:
        export(options.export, weights_for(int(min(options.seats))))
    else:
        if options.begin:
            begin(options.folder, options.begin)
        games = Games(options.seats, options.full, options.quick)
        train(options.folder, program, monotonic() + 60 * options.minutes, games, options.rate)


class Program:
    """The C file, compiled into a folder outside the clone."""

    def __init__(self, folder: Path) -> None:
        self.command = [str(folder.resolve() / "selfplay"), str(_DATA / "cards.csv"), str(_DATA / "nobles.csv")]
        flags = ["-O3", "-march=native", "-ffast-math", "-Wall", "-Wextra", "-Werror"]
        subprocess.run(["gcc", *flags, "-o", self.command[0], str(_HERE / "selfplay.c"), "-lm"], check=True)

    def run(self, *arguments: object, given: bytes = b"") -> bytes:
        return subprocess.run(
            [*self.command, *map(str, arguments)], input=given, check=True, stdout=subprocess.PIPE
        ).stdout

    def samples(self, *arguments: object, given: bytes = b"") -> NDArray[np.void]:
        return np.frombuffer(self.run(*arguments, given=given), SAMPLE)


def begin(folder: Path, net: Path) -> None:
    """The first net is this one, unless there is one already."""
    if not (folder / "0.net").exists():
        _note(folder, f"0: {net.name}, best 0")
        np.load(net, allow_pickle=False).astype(np.float32).tofile(folder / "0.net")


def train(folder: Path, program: Program, end: float, kind: Games, first_rate: float) -> None:
    """Generation after generation, until the time is up."""
    learner = Learner(np.random.default_rng(1).normal(0, 0.1, SIZE).astype(np.float32))
    if not (folder / "0.net").exists():
        warm = _once(folder / "warm.bin", lambda: b"".join(_imitated(seed).tobytes() for seed in range(WARM_GAMES)))
        said = learner.learn(Lessons(warm), epochs=4, rate=2e-3, seed=0)
        learner.save(folder / "0.net")
        _note(folder, f"0: {said}")
    generation = len(list(folder.glob("[0-9]*.net"))) - 1
    best = _best(folder)
    learner = Learner(np.fromfile(folder / f"{generation}.net", np.float32))
    window: list[Lessons] = []
    for before in range(max(1, generation - WINDOW + 2), generation + 1):
        window.append(Lessons(np.fromfile(folder / f"{before}.bin", SAMPLE)))
    while monotonic() < end:
        generation += 1
        games = ("play", folder / f"{best}.net", generation, GAMES, kind.full, kind.quick, kind.seats)
        played = _once(folder / f"{generation}.bin", lambda games=games: program.run(*games))
        window = [*window, Lessons(played)][-WINDOW:]
        rate = max(first_rate * _FALL**generation, _SLOWEST)
        said = learner.learn(Lessons.together(window), epochs=2, rate=rate, seed=generation)
        learner.save(folder / f"{generation}.net")
        won = _gate(program, folder, generation, best, kind.seats)
        best = generation if won >= 1 else best
        _note(folder, f"{generation}: {len(played)} positions, {said}, {won:.1%} of its share of {GATE}, best {best}")


def polish(folder: Path, program: Program) -> None:
    """The best net goes over what all generations have played."""
    best = _best(folder)
    generations = sorted(int(file.stem) for file in folder.glob("[0-9]*.bin"))
    names = ("warm", *generations)
    samples = np.concatenate([np.fromfile(folder / f"{name}.bin", SAMPLE) for name in names])[-_MOST_POLISHED:]
    learner = Learner(np.fromfile(folder / f"{best}.net", np.float32))
    said = learner.learn(Lessons(samples), epochs=3, rate=_RATE, seed=0)
    learner.save(folder / "polished.net")
    nets = (folder / "polished.net", folder / f"{best}.net")
    won = float(program.run("match", *nets, 1, 2 * GATE, 2, 60))
    _note(folder, f"polished: {len(samples)} positions, {said}, {won:.1%} of {2 * GATE} against {best}")


def _once(file: Path, make: object) -> NDArray[np.void]:
    if not file.exists():
        content = make()  # type: ignore[operator]
        unfinished = file.with_suffix(".new")
        unfinished.write_bytes(content)
        unfinished.rename(file)
    return np.fromfile(file, SAMPLE)


def _gate(program: Program, folder: Path, generation: int, best: int, seats: str) -> float:
    """How often it wins among others of the best, by how often it would if it were as good."""
    nets, tables = (folder / f"{generation}.net", folder / f"{best}.net"), sorted(set(seats))
    won = (float(program.run("match", *nets, generation, GATE // len(tables), table, 60)) for table in tables)
    return fmean(each * int(table) for each, table in zip(won, tables, strict=True))


def _best(folder: Path) -> int:
    lines = (folder / "log.txt").read_text("utf-8").split("\n")
    return max((int(line.rsplit(" ", 1)[1]) for line in lines if " best " in line), default=0)


def _note(folder: Path, line: str) -> None:
    with (folder / "log.txt").open("a", encoding="utf-8") as log_file:
        log_file.write(line + "\n")
    print(line, flush=True)


def _imitated(seed: int) -> NDArray[np.void]:
    """A game of level 6 with itself, with some adventurous orders."""
    rng = Random(seed)
    seats = rng.choice((2, 2, 3, 4))
    state = deal(Setup(seats, rng.choice(("2019", "2021")), seed=seed.to_bytes(8, "big")))
    stacks, position, scales = stacks_of(state.decks), flat(state), Scales(TAUGHT)
    boldness = 0.3 if rng.random() < 0.3 else 0.08
    samples: list[tuple[Flat, dict[int, float], list[float]]] = []
    while position[TURN] >= 0 and len(samples) < _LONGEST:
        turn = position[TURN]
        weighed = scales.weighed([*position[:DECKS], 0, 0, 0, *position[DECKS + 3 :]])
        odds = [_odds(each.chances[turn]) for each in weighed]
        best = max(odds)
        likely = [exp((each - best) / 0.07) for each in odds]
        policy: dict[int, float] = {}
        for each, weight in zip(weighed, likely, strict=True):
            policy[each.actions[0]] = policy.get(each.actions[0], 0) + weight / sum(likely)
        seen = weighed[odds.index(best)].chances
        samples.append((position, policy, seen))
        actions = rng.choices(weighed, [exp((each - best) / boldness) for each in odds])[0].actions
        if rng.random() < 0.06:
            actions = (rng.choice(legal(position)),)
        for number, action in enumerate(actions):
            if number:
                samples.append((position, {action: 1.0}, seen))
            position = play(position, action, stacks)
        while position[TURN] >= 0 and must_return(position):
            position = play(position, rng.choice(legal(position)), stacks)
    best_ones = best_seats(position)
    rows = np.zeros(len(samples), SAMPLE)
    for row, (before, policy, seen) in zip(rows, samples, strict=True):
        row["flat"][: len(before)], row["seats"], row["seen"][:seats] = before, seats, seen
        row["policy"][list(policy)] = list(policy.values())
        row["outcome"][best_ones] = 1 / len(best_ones)
    return rows


def _odds(chance: float) -> float:
    bounded = min(max(chance, 1e-6), 1 - 1e-6)
    return log(bounded / (1 - bounded))


class Lessons:
    """Samples as the net sees them, with what it should say; padded to four seats."""

    def __init__(self, samples: NDArray[np.void]) -> None:
        count = len(samples)
        self.cards = np.zeros((count, 24, 30), np.float32)
        self.nobles = np.zeros((count, 5, 13), np.float32)
        self.rest = np.zeros((count, 84), np.float32)
        self.values = np.zeros((count, 4), np.float32)
        self.legal = np.zeros((count, ACTIONS), bool)
        self.seats = samples["seats"].copy()
        self.policy = samples["policy"].copy()
        for seats in (2, 3, 4):
            rows = np.flatnonzero(samples["seats"] == seats)
            for some in np.array_split(rows, -(-len(rows) // 4096)) if len(rows) else ():
                self._fill(some, samples[some], seats)

    def _fill(self, rows: NDArray[np.intp], samples: NDArray[np.void], seats: int) -> None:
        flats = samples["flat"][:, : SEATS + BLOCK * seats]
        seen = features(flats.astype(np.int16), range(seats))
        self.cards[rows, : seen.cards.shape[1]] = seen.cards
        self.nobles[rows], self.rest[rows] = seen.nobles, seen.rest
        told = _PATIENCE * samples["outcome"] + (1 - _PATIENCE) * samples["seen"]
        turns = (flats[:, TURN, None] + np.arange(seats)) % seats
        self.values[rows, :seats] = np.take_along_axis(told, turns, 1)
        for row, position in zip(rows, flats.tolist(), strict=True):
            self.legal[row, legal(position)] = True

    @classmethod
    def together(cls, many: list["Lessons"]) -> "Lessons":
        one = cls.__new__(cls)
        for name in vars(many[0]):
            setattr(one, name, np.concatenate([getattr(each, name) for each in many]))
        return one


class Learner:
    """The net, while it learns."""

    def __init__(self, weights: NDArray[np.float32]) -> None:
        self.layers = {
            name: torch.nn.Parameter(torch.from_numpy(layer.copy())) for name, layer in Net(weights).layers.items()
        }

    def save(self, file: Path) -> None:
        torch.cat([self.layers[name].detach().flatten() for name in SHAPES]).numpy().tofile(file)

    def learn(self, lessons: Lessons, epochs: int, rate: float, seed: int) -> str:
        """Gradient descent (AdamW), the rate falling to a tenth; the mean losses of the last epoch in words."""
        rng = np.random.default_rng(seed)
        steps = epochs * (len(lessons.seats) // BATCH)
        optimizer = torch.optim.AdamW(self.layers.values(), lr=rate, weight_decay=1e-3)
        schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.1, steps)
        losses: list[tuple[float, float]] = []
        for _ in range(epochs):
            losses = []
            for rows in self._batches(len(lessons.seats), rng):
                value, policy = self._losses(lessons, rows)
                optimizer.zero_grad()
                (value + policy).backward()
                optimizer.step()
                schedule.step()
                losses.append((value.item(), policy.item()))
        value, policy = np.mean(losses, 0)
        return f"loss {value:.4f} on winning, {policy:.4f} on actions"

    def _batches(self, count: int, rng: np.random.Generator) -> Iterator[NDArray[np.intp]]:
        order = rng.permutation(count)
        for start in range(0, count - BATCH + 1, BATCH):
            yield order[start : start + BATCH]

    def _losses(self, lessons: Lessons, rows: NDArray[np.intp]) -> tuple[torch.Tensor, torch.Tensor]:
        values, actions = self.opinion(
            *(torch.from_numpy(each[rows]) for each in (lessons.cards, lessons.nobles, lessons.rest))
        )
        absent = torch.arange(4) >= torch.from_numpy(lessons.seats[rows].astype(np.int64))[:, None]
        told = torch.log_softmax(values.masked_fill(absent, -1e4), 1)
        wanted = torch.from_numpy(lessons.policy[rows])
        likely = torch.log_softmax(actions.masked_fill(~torch.from_numpy(lessons.legal[rows]), -1e4), 1)
        value = -(torch.from_numpy(lessons.values[rows]) * told).sum(1).mean()
        return value, -(wanted * likely).sum() / wanted.sum()

    def opinion(
        self, cards: torch.Tensor, nobles: torch.Tensor, rest: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """As engine.bots.net.Net.opinion."""
        of = self.layers
        units = torch.relu(cards @ of["card"] + of["card bias"]) * (cards[:, :, 1:2] > 0)
        tiles = torch.relu(nobles @ of["noble"] + of["noble bias"]) * (nobles[:, :, :5].sum(2, keepdim=True) > 0)
        pools = (units[:, :12].sum(1), units[:, 12:15].sum(1), units[:, 15:].sum(1), tiles.sum(1))
        trunk = torch.relu(torch.cat((torch.cat(pools, 1) * 0.25, rest), 1) @ of["first"] + of["first bias"])
        trunk = torch.relu(trunk @ of["second"] + of["second bias"])
        both = torch.relu(units[:, :15] @ of["of card"] + (trunk @ of["of all"] + of["of both"])[:, None])
        on_cards = both @ of["card action"] + of["card action bias"]
        actions = torch.cat((on_cards[:, :, 0], on_cards[:, :12, 1], trunk @ of["action"] + of["action bias"]), 1)
        return trunk @ of["value"] + of["value bias"], actions


def export(source: Path, name: str) -> None:
    """Half the precision is enough; the checksum goes into engine/bots/net.py by hand."""
    target = Path(str(files("engine"))) / "bots" / name
    np.save(target, np.fromfile(source, np.float32).astype(np.float16))
    print(sha256(target.read_bytes()).hexdigest())


def check(program: Program) -> None:
    """The C file plays as the core plays, and judges as the net judges."""
    samples = program.samples("random", 1, 120)
    for before, after in pairwise(samples):
        _check_move(before, after)
    weights = np.random.default_rng(1).normal(0, 0.1, SIZE).astype(np.float32)
    file = Path(program.command[0]).with_name("random.weights")
    weights.tofile(file)
    net = Net(weights)
    for mine, theirs in zip(samples, program.samples("judge", file, given=samples.tobytes()), strict=True):
        position = _flat(mine)
        seats = range(int(mine["seats"]))
        _, actions = net.opinion(features(np.array([position], np.int16), seats))
        assert np.allclose(actions[0], theirs["policy"], atol=1e-3), position
        chances, _ = net.judge([position], [[0]])[0]
        assert np.allclose(chances, theirs["seen"][: len(seats)], atol=1e-3), position
    print(f"{len(samples)} positions: the same moves, the same opinions")


def _flat(sample: np.void) -> Flat:
    return [int(number) for number in sample["flat"][: SEATS + BLOCK * sample["seats"]]]


def _check_move(before: np.void, after: np.void) -> None:
    position, following, action = _flat(before), _flat(after), int(before["seen"][0])
    assert legal(position) == np.flatnonzero(before["policy"]).tolist() or set(legal(position)) == set(
        np.flatnonzero(before["policy"]).tolist()
    ), position
    news = [new for old, new in zip(position[TABLE:DECKS], following[TABLE:DECKS], strict=False) if old != new]
    mine = SEATS + BLOCK * position[TURN] + 13
    news += [new for old, new in zip(position[mine : mine + 3], following[mine : mine + 3], strict=False) if old != new]
    if len(position) != len(following) or following[1] < position[1]:
        return  # another game
    card = news[0] if news else -1
    played = play(position, action, ((card,) * 40, (card,) * 30, (card,) * 20))
    if played[TURN] >= 0:
        assert played == following, (position, action)


if __name__ == "__main__":
    main()
