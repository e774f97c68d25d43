"""Learns from sentences what sounds like an order, and writes pbem/commands/sentence/forms/weights.tsv.

Run by hand after a sentence was added to packaging/sentences or tests/orders: python packaging/weights.py. Each line
there is `1` (an order) or `0` (must not move), a tab, and the text; a file's name begins with its language. All were
written for pbem.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import chain
from math import exp, sqrt
from pathlib import Path

from pbem.commands.sentence.learnt import features
from pbem.commands.sentence.mentions import units

ROOT = Path(__file__).parent.parent
SENTENCES = ROOT / "packaging" / "sentences"
TABLES = ROOT / "tests" / "orders"
WEIGHTS = ROOT / "pbem" / "commands" / "sentence" / "forms" / "weights.tsv"
ROUNDS = 30
STEP = 0.25
DECAY = 0.002
LEAST = 0.04
Example = tuple[list[str], int]


def examples() -> Iterator[tuple[str, str, int]]:
    """Language, text, and whether it is an order."""
    for path in sorted(SENTENCES.glob("*.tsv")):
        for line in path.read_text("utf-8").splitlines():
            label, text = line.replace(" ⏎ ", "\n").split("\t", 1)
            yield path.name[:2], text, int(label)
    for name in ("no_orders.tsv", "talk.tsv"):
        yield from ((language, text, 0) for language, text, *_ in _table(name))
    orders = [(language, text) for language, text, order in _table("sentences.tsv") if order]
    yield from ((language, text, 1) for language, text in orders)
    for number, (language, words) in enumerate(_table("spoilers.tsv")):
        own = [text for each, text in orders if each == language]
        yield language, words.replace("…", own[number % len(own)].rstrip(".!")), 0


def _table(name: str) -> Iterator[list[str]]:
    yield from (line.split("\t") for line in (TABLES / name).read_text("utf-8").splitlines()[1:])


def learn(known: list[Example]) -> dict[str, float]:
    """Logistic regression by adaptive gradient descent; orders and others count alike."""
    weights: dict[str, float] = defaultdict(float)
    slopes: dict[str, float] = defaultdict(float)
    orders = sum(label for _, label in known)
    share = {1: len(known) / (2 * orders), 0: len(known) / (2 * (len(known) - orders))}
    draw = random.Random(1)  # noqa: S311
    for _ in range(ROUNDS):
        draw.shuffle(known)
        for noticed, label in known:
            score = sum(weights[each] for each in noticed)
            error = (label - 1 / (1 + exp(-max(-30.0, min(30.0, score))))) * share[label]
            for each in noticed:
                slope = error - DECAY * weights[each]
                slopes[each] += slope * slope
                weights[each] += STEP * slope / sqrt(slopes[each] + 1e-8)
    return weights


def main() -> None:
    noticed = [(features(units(text, language), language), label) for language, text, label in examples()]
    often = Counter(chain.from_iterable(each for each, _ in noticed))
    known = [(["", *sorted(name for name in each if often[name] > 1)], label) for each, label in noticed]
    weights = learn(known)
    kept = sorted((name, weight) for name, weight in weights.items() if abs(weight) >= LEAST or not name)
    WEIGHTS.write_text("".join(f"{name}\t{weight:.2f}\n" for name, weight in kept), "utf-8")
    print(f"{len(known)} sentences, {len(kept)} weights")


if __name__ == "__main__":
    main()
