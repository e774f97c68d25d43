"""What a text means in a position: the order that it gives for certain, what it may mean, and what is talk."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine import Order, View
from pbem.commands.items import items
from pbem.commands.lines import lines
from pbem.commands.read import parse
from pbem.commands.resolve import Impossible, Resolved, SeveralOrders, resolve
from pbem.commands.sentence.decide import decide, is_doubtful
from pbem.commands.values import AnyCommand, Move, Reading

Outcome: TypeAlias = Literal["order", "question", "refused", "nothing"]

MOST_OFFERED = 12


@dataclass(frozen=True, slots=True)
class Understood:
    """What comes of a text for the seat on turn: an order, or what it is asked or told instead."""

    outcome: Outcome
    order: Order | None = None
    offered: tuple[Order, ...] = ()
    talk: str = ""
    """What is left for the table."""
    code: str = ""
    """Why nothing is played."""


def understand(text: str, language: str, board: View) -> Understood:
    """Read a text in the position that its writer sees."""
    reading = parse(text, language)
    if not _is_closed(text, language, reading):
        return _in_position(text, language, board, reading)
    moves = [command for command in reading.commands if isinstance(command, Move) and not command.preview]
    if len(moves) == 1:
        return _resolved(moves[0], board)
    if reading.commands:
        return Understood("nothing", code="command")
    return _asked(reading, board, text)


def _is_closed(text: str, language: str, reading: Reading) -> bool:
    """Whether every word is one of the order words, so that nothing that matters was passed over."""
    if any(not isinstance(command, Move) for command in reading.commands):
        return True
    known = all(item.kind != "unknown" for line in lines(text) for item in items(line.text, language))
    return known and len(reading.commands) == 1 and not reading.problems and not is_doubtful(text, language)


def _in_position(text: str, language: str, board: View, reading: Reading) -> Understood:
    decision = decide(text, language, board)
    if decision.certain:
        return Understood("order", decision.certain, talk=decision.talk)
    readings = (*reading.commands, *(each for problem in reading.problems for each in problem.readings))
    offered = tuple(dict.fromkeys((*decision.likely, *_orders(readings, board))))[:MOST_OFFERED]
    return Understood("question" if offered else "nothing", offered=offered, talk=decision.talk, code="unreadable")


def _resolved(move: Move, board: View) -> Understood:
    match resolve(move.ladder, board):
        case Resolved(order):
            return Understood("order", order)
        case SeveralOrders(options):
            return Understood("question", offered=options[:MOST_OFFERED], code="incomplete")
        case Impossible(code):
            return Understood("refused", code=code)


def _asked(reading: Reading, board: View, text: str) -> Understood:
    offered = tuple(_orders((each for problem in reading.problems for each in problem.readings), board))
    code = next((problem.code.value for problem in reading.problems), "unreadable")
    return Understood("question" if offered else "nothing", offered=offered[:MOST_OFFERED], talk=text, code=code)


def _orders(readings: Iterable[AnyCommand], board: View) -> dict[Order, None]:
    """Those of the readings that can be played, each as it would be."""
    found: dict[Order, None] = {}
    for each in readings:
        match resolve(each.ladder, board) if isinstance(each, Move) else None:
            case Resolved(order):
                found[order] = None
            case SeveralOrders(options):
                found.update(dict.fromkeys(options))
    return found
