"""How fast a sentence is read in its position; on a folder of sentences, also how well, by class and language."""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, TypeAlias

from engine import Setup, View, deal, order_text, parse_order, replay, view
from pbem.commands.understand import Understood, understand

_ROUNDS = 20
_SIZES = (4, 16, 64)
_SPOKEN = (
    ("en", "Hi Anna, I'll take a white, a blue and a green, please."),
    ("en", "the blue card in the top row, reserve it for me"),
    ("da", "Jeg reserverer det røde kort nederst til venstre, tak"),
    ("is", "Ég ætla að taka frá svarta spilið í miðröðinni"),
    ("pl", "Biorę biały, zielony i czarny, pozdrawiam serdecznie"),
    ("he", "אני לוקחת לבנה, ירוקה ואדומה, תודה רבה"),
)


Row: TypeAlias = dict[str, Any]


@dataclass(slots=True)
class Tally:
    """Of sentences that order something: played at once, offered first, offered; and what moved wrongly."""

    total: int = 0
    played: int = 0
    first: int = 0
    offered: int = 0
    quiet: int = 0
    still: int = 0
    """Of those that must not move: how many there are is `quiet`, how many did not is `still`."""
    wrong: list[str] = field(default_factory=list)

    def count(self, row: Row, found: Understood) -> None:
        """Add one sentence; where it leaves something open, any of what its author accepts is right."""
        right = {row["expect"], *row.get("accept", ())} if row["expect"] else set()
        order = order_text(found.order) if found.order else None
        offered = [order_text(each) for each in found.offered] if order is None else [order]
        if order is not None and order not in right:
            self.wrong.append(f"{row['text']!r}: {order}, not {row['expect']}")
        if row["expect"] is None:
            self.quiet += 1
            self.still += order is None
            return
        self.total += 1
        self.played += order in right
        self.first += not right.isdisjoint(offered[:1])
        self.offered += not right.isdisjoint(offered)


@dataclass(frozen=True, slots=True)
class Result:
    """Milliseconds of processor time a sentence, a KB of long text by its size in KB, and how well it was read."""

    milliseconds: float
    by_size: dict[int, float]
    tallies: dict[str, Tally]


def run(folder: Path | None = None) -> Result:
    """Measure speed; on a folder with `*.jsonl` and `positions/`, beside it or in it, also accuracy."""
    board = view(deal(Setup(seats=3, seed=b"orders")), 0)
    return Result(_per_sentence(board), {size: _per_kilobyte(board, size) for size in _SIZES}, _tallies(folder))


def lines(result: Result) -> list[str]:
    """The result as a table."""
    sizes = ", ".join(f"{size} KB: {each:.2f} ms a KB" for size, each in result.by_size.items())
    head = [f"{result.milliseconds:.2f} ms a sentence; {sizes}"]
    if not result.tallies:
        return head
    rows = [_row(name, tally) for name, tally in result.tallies.items()]
    wrong = result.tallies["all"].wrong
    columns = "| | orders | played at once | or offered first | or offered | must not move | did not | wrong |"
    return [*head, "", columns, "|---|---|---|---|---|---|---|---|", *rows, *(f"wrong: {each}" for each in wrong)]


def _row(name: str, tally: Tally) -> str:
    def share(part: int) -> str:
        return f"{part} ({part / tally.total:.0%})" if tally.total else ""

    counted = (share(tally.played), share(tally.first), share(tally.offered))
    return f"| {name} | {tally.total} | {' | '.join(counted)} | {tally.quiet} | {tally.still} | {len(tally.wrong)} |"


def _per_sentence(board: View) -> float:
    for language, text in _SPOKEN:
        understand(text, language, board)
    began = process_time()
    for number in range(_ROUNDS):
        for language, text in _SPOKEN:
            # Another text each time: nothing is remembered from the round before.
            understand(f"{text} {'!' * (number + 1)}", language, board)
    return (process_time() - began) / _ROUNDS / len(_SPOKEN) * 1000


def _per_kilobyte(board: View, size: int) -> float:
    sentence = "I will perhaps take the red one, or not, said Anna to me.\n"
    text = sentence * (size * 1024 // len(sentence))
    began = perf_counter()
    understand(text, "en", board)
    return (perf_counter() - began) * 1000 / size


def _tallies(folder: Path | None) -> dict[str, Tally]:
    tallies: dict[str, Tally] = defaultdict(Tally)
    for row in _rows(folder) if folder else ():
        found = understand(row["text"], row["language"], board_at(_position(folder, row["position"])))
        for name in ("all", row["language"], row["class"]):
            tallies[name].count(row, found)
    return dict(tallies)


def _rows(folder: Path) -> Iterator[Row]:
    for path in sorted(folder.glob("*.jsonl")):
        yield from map(json.loads, path.read_text("utf-8").splitlines())


def _position(folder: Path | None, number: str) -> Path:
    assert folder
    inside = folder / "positions" / f"{number}.json"
    return inside if inside.exists() else folder.parent / "positions" / f"{number}.json"


@cache
def board_at(path: Path) -> View:
    """The position of a file, as the player on turn sees it."""
    facts = json.loads(path.read_text("utf-8"))
    setup = Setup(seats=facts["seats"], edition=facts["edition"], seed=facts["seed"].encode())
    state = replay(setup, map(parse_order, facts["orders"]))
    return view(state, state.turn)
