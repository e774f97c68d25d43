"""The way of one reply, `buy 23`, as a profile sees it: `python -m tests.support.way` prints what it visits."""

import re
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import CodeType, FrameType

from engine import order_text, view
from engine.bots import BOTS
from pbem.commands.resolve import card_places
from pbem.pipeline import handle
from pbem.store.work.games import GamesWork
from tests.support.desk import Desk
from tests.support.paths import ROOT
from tests.support.people import Person, typed


@dataclass
class Way:
    """What is visited between the mail that is taken up and the mark that it is done with."""

    functions: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """By file."""
    calls: int = 0
    """Of whichever Python functions, the engine's and the libraries' too."""
    depth: int = 0
    """How many functions deep the order is written into the ledger, the way's own included."""

    @property
    def files(self) -> int:
        return len(self.functions)

    @property
    def without_engine(self) -> int:
        return sum(not name.startswith("engine/") for name in self.functions)

    @property
    def glue(self) -> dict[str, set[str]]:
        return {name: functions for name, functions in self.functions.items() if is_glue(name)}


def profile_of(desk: Desk, mail: bytes) -> Way:
    way, start = Way(), 0

    def visit(frame: FrameType, event: str, _: object) -> None:
        nonlocal start
        if event == "call" and frame.f_code is handle.__code__:
            start = depth_of(frame)
        elif event == "return" and frame.f_code is handle.__code__:
            start = 0
        way.calls += event == "call" and start > 0
        if event == "call" and start and (name := file_of(frame.f_code)):
            way.functions[name] |= {frame.f_code.co_qualname} - comprehensions(frame.f_code)
            if frame.f_code is GamesWork.append.__code__:
                way.depth = depth_of(frame) - start + 1

    sys.setprofile(visit)
    try:
        desk.hand_in(mail)
    finally:
        sys.setprofile(None)
    return way


def comprehensions(code: CodeType) -> set[str]:
    """Its own name, if nobody who reads would take it for a function."""
    return {code.co_qualname} if code.co_name.startswith("<") else set()


def file_of(code: CodeType) -> str:
    path = Path(code.co_filename)
    inside = path.is_relative_to(ROOT / "pbem") or path.is_relative_to(ROOT / "engine")
    return path.relative_to(ROOT).as_posix() if inside else ""


def is_glue(name: str) -> bool:
    """What leads from one room to the next: the pipeline, posting, and the modules of actions that are of no room."""
    return (
        name.startswith(("pbem/pipeline", "pbem/posting/")) or re.fullmatch(r"pbem/actions/\w+\.py", name) is not None
    )


def depth_of(frame: FrameType | None) -> int:
    """Functions of ours alone."""
    depth = 0
    while frame:
        depth += bool(file_of(frame.f_code) and not comprehensions(frame.f_code))
        frame = frame.f_back
    return depth


def at_first_buy(folder: Path) -> tuple[Desk, str, Person]:
    """A game in which somebody can buy a card from the table, with what they would write: `buy 23`."""
    desk = Desk(folder)
    desk.new_game()
    while True:
        state = desk.game().state
        assert state.turn is not None
        person = desk.people[state.turn]
        places = card_places(state, state.turn)
        if bought := [text.split()[1] for text in desk.legal("buy")]:
            return desk, f"buy {places[bought[0]]}", person
        desk.reply(person, order_text(BOTS["greedy"](view(state, state.turn), Random(0))))


def measured() -> Way:
    """Whatever is kept from then on has been fetched before: the game was played by mail until here."""
    with TemporaryDirectory() as folder:
        desk, words, person = at_first_buy(Path(folder))
        try:
            return profile_of(desk, typed(person.last("turn"), person.sender, words))
        finally:
            desk.close()


def main() -> None:
    way = measured()
    for name, each in sorted(way.functions.items()):
        print(f"{name:45} {len(each):3}  {' '.join(sorted(each))}")
    functions, glue = (sum(map(len, found.values())) for found in (way.functions, way.glue))
    print(f"files: {way.files}, without the engine's: {way.without_engine}; functions: {functions}; calls: {way.calls}")
    print(f"glue: {glue} functions in {len(way.glue)} files; depth to the ledger: {way.depth}")


if __name__ == "__main__":
    main()
