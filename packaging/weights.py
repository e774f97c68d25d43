"""Learns from sentences what sounds like an order and when it is sure which, and writes both into sentence/forms.

Run by hand after a sentence was added to packaging/sentences or tests/orders: python packaging/weights.py (a few
minutes, with the standard library alone). In the tables each line is `1` (an order) or `0` (must not move), a tab, and
the text; a file's name begins with its language. Those in `placed` have a position, and the order that is meant in it.
All were written for pbem.
"""

import json
import random
import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import exp, sqrt
from pathlib import Path
from typing import Any

from benchmarks.orders import board_at
from engine import order_text
from pbem.commands.read import spoken_parts
from pbem.commands.sentence.decide import grounding
from pbem.commands.sentence.learnt import STEPS, key_of
from pbem.commands.sentence.mentions import units
from pbem.commands.sentence.noticed import features
from pbem.commands.sentence.statement import contents

ROOT = Path(__file__).parent.parent
SENTENCES = ROOT / "packaging" / "sentences"
TABLES = ROOT / "tests" / "orders"
PLACED = (SENTENCES / "placed", TABLES / "blind", TABLES / "trial")
FORMS = ROOT / "pbem" / "commands" / "sentence" / "forms"
Example = tuple[Iterable[str], int]


@dataclass(frozen=True, slots=True)
class Course:
    """How something is learnt: rounds, length of a step, what draws all weights to nothing, a name's least count."""

    rounds: int
    step: float
    decay: float
    least: int
    balanced: bool
    """Whether what is an order and what is none count alike, however many there are of each."""


SOUNDS = Course(rounds=20, step=0.25, decay=0.1, least=2, balanced=True)
GROUNDS = Course(rounds=100, step=0.1, decay=0.01, least=1, balanced=False)
_LONGEST_SPOILT = 90
_SPOILT = 7
# How often a row of the tables counts: what must never move, what must, and the plainest of it.
_SURELY = 4
_AS_IT_STANDS = 30
_MOST = 127


def examples() -> Iterator[tuple[str, str, int]]:
    """Language, text, and whether it is an order."""
    written = [*_written()]
    yield from written
    for name in ("no_orders.tsv", "talk.tsv"):
        yield from [(language, text, 0) for language, text, *_ in _table(name)] * _SURELY
    orders = [(language, text) for language, text, order in _table("sentences.tsv") if order]
    yield from ((language, text, 1) for language, text in orders * _SURELY)
    plain = [(language, text) for language, text in _table("plain.tsv")]
    yield from ((language, text, 1) for language, text in plain * _AS_IT_STANDS)
    short = [(language, text) for language, text, label in written if label and len(text) < _LONGEST_SPOILT]
    yield from _spoilt(orders, plain, short)


def _written() -> Iterator[tuple[str, str, int]]:
    for path in sorted(SENTENCES.glob("*.tsv")):
        for line in path.read_text("utf-8").splitlines():
            label, text = line.replace(" ⏎ ", "\n").split("\t", 1)
            yield path.name[:2], text, int(label)
    for row in chain.from_iterable(map(_rows, PLACED)):
        yield row["language"], row["text"], int(bool(row["expect"]))


def _spoilt(*orders: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str, int]]:
    """Orders that are denied, put off, taken back, or meant for somebody who is called by name."""
    draw = random.Random(1)  # noqa: S311
    for language, words in chain(_table("spoilers.tsv"), _table("called.tsv")):
        for known in orders:
            own = [text for each, text in known if each == language]
            for text in draw.sample(own, min(len(own), _SPOILT)):
                yield language, words.replace("…", text.rstrip(".!")), 0


def _table(name: str) -> Iterator[list[str]]:
    yield from (line.split("\t") for line in (TABLES / name).read_text("utf-8").splitlines()[1:])


def _rows(folder: Path) -> Iterator[dict[str, Any]]:
    for path in sorted(folder.glob("*.jsonl")):
        yield from map(json.loads, path.read_text("utf-8").splitlines())


def meant() -> Iterator[Example]:
    """The signs by which the likeliest order was found, and whether it is the one that was meant."""
    for folder in PLACED:
        for row in _rows(folder):
            spoken = [*units("\n".join(spoken_parts(row["text"], row["language"]).values()), row["language"])]
            if not row["expect"] or not any(any(contents(unit)) for unit in spoken):
                continue
            board = board_at(folder / "positions" / f"{row['position']}.json")
            if best := grounding(spoken, row["language"], board).best:
                yield best.signs, int(order_text(best.order) in (row["expect"], *row.get("accept", ())))


def learn(known: Sequence[Example], course: Course) -> dict[str, float]:
    """Logistic regression by adaptive gradient descent; the weight of the empty name is added to every sum."""
    often = Counter(chain.from_iterable(each for each, _ in known))
    names = ["", *sorted(name for name, count in often.items() if count >= course.least)]
    numbers = {name: number for number, name in enumerate(names)}
    rows = [([0, *sorted(numbers[name] for name in each if name in numbers)], label) for each, label in known]
    return dict(zip(names, descend(rows, len(names), course), strict=True))


def descend(rows: list[tuple[list[int], int]], count: int, course: Course) -> list[float]:
    """The weights of what is noticed by number, after all rounds."""
    weights, slopes = [0.0] * count, [1e-8] * count
    orders = sum(label for _, label in rows)
    share = {1: len(rows) / (2 * orders), 0: len(rows) / (2 * (len(rows) - orders))}
    draw = random.Random(1)  # noqa: S311
    for _ in range(course.rounds):
        draw.shuffle(rows)
        for noticed, label in rows:
            score = sum(map(weights.__getitem__, noticed))
            error = label - 1 / (1 + exp(-max(-30.0, min(30.0, score))))
            if course.balanced:
                error *= share[label]
            for each in noticed:
                slope = error - course.decay * weights[each]
                slopes[each] += slope * slope
                weights[each] += course.step * slope / sqrt(slopes[each])
    return weights


def _store(weights: dict[str, float]) -> int:
    """Write sorted keys and small whole numbers: a name is nowhere needed but to find its weight."""
    steps = {key_of(name): max(-_MOST, min(_MOST, round(weight * STEPS))) for name, weight in weights.items()}
    kept = sorted(key for key, step in steps.items() if step)
    keys = array("I", kept)
    if sys.byteorder == "big":
        keys.byteswap()
    (FORMS / "weights.bin").write_bytes(keys.tobytes() + array("b", [steps[key] for key in kept]).tobytes())
    return len(kept)


def main() -> None:
    known = [(features(units(text, language), language), label) for language, text, label in examples()]
    print(f"{len(known)} sentences, {_store(learn(known, SOUNDS))} weights")
    placed = [*meant()]
    kept = sorted(learn(placed, GROUNDS).items())
    (FORMS / "grounds.tsv").write_text("".join(f"{name}\t{weight:.2f}\n" for name, weight in kept), "utf-8")
    print(f"{len(placed)} in a position, {len(kept)} signs")


if __name__ == "__main__":
    main()
