"""What a text means in a position: by order words first, and by sentences where these say nothing for certain."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from engine import Order, View
from engine.errors import Code
from pbem.commands.items import items
from pbem.commands.lines import lines
from pbem.commands.read import parse, spoken_parts
from pbem.commands.resolve import Impossible, Resolved, SeveralOrders, resolve
from pbem.commands.sentence.decide import decide, is_addressed, is_doubtful, is_habit, is_scattered, wants_gold
from pbem.commands.values import Ambiguous, AnyCommand, Move, Reading

Outcome: TypeAlias = Literal["order", "question", "refused", "nothing"]

MOST_OFFERED = 12
TALK = "talk"
"""The code of a text in which no word is about a move."""


@dataclass(frozen=True, slots=True)
class Understood:
    """What comes of a text for the seat on turn: an order, or what it is asked or told instead."""

    outcome: Outcome
    order: Order | None = None
    offered: tuple[Order, ...] = ()
    talk: str = ""
    """What is left for the table: it names no card, colour or place."""
    plans: str = ""
    """The same with what does."""
    code: str = ""
    """Why nothing is played."""
    plain: bool = False
    """Whether order words alone said it, so that the board had no part in reading it."""
    spoken: bool = False
    """Whether it takes a sentence to say it: no line says just this in order words."""


def understand(text: str, language: str, board: View) -> Understood:
    """Read a text in the position that its writer sees, without its lines that are commands."""
    spoken = "\n".join(spoken_parts(text, language).values())
    reading = parse(spoken, language)
    plain = _plainly(reading, language, board)
    if plain and plain.outcome not in ("question", "refused"):
        return plain
    found = _in_position(spoken, language, board, reading)
    if plain and not found.order:
        return plain
    if found.outcome == "nothing" and (reading.commands or spoken != text):
        return replace(found, code="command")
    return found


def _plainly(reading: Reading, language: str, board: View) -> Understood | None:
    """What order words alone say, if nothing but order words was written."""
    if _is_plain(reading, language):
        return _resolved(reading.commands[0], board)
    return _asked(reading, board) if _has_readings(reading, language) else None


def _is_plain(reading: Reading, language: str) -> bool:
    """Whether it is one order in order words, so that nothing that matters was passed over."""
    match reading.commands:
        case (Move(preview=True),):
            return not reading.problems
        case (Move(),):
            return not reading.problems and _is_closed(reading.text, language)
    return False


def _has_readings(reading: Reading, language: str) -> bool:
    """Whether order words alone read in several ways: `take b r g`."""
    is_open = len(reading.problems) == 1 and isinstance(reading.problems[0], Ambiguous)
    return is_open and not reading.commands and _is_closed(reading.text, language)


def _is_closed(text: str, language: str) -> bool:
    """Whether every word is an order word, and nothing is taken back or doubted."""
    known = all(item.kind != "unknown" for line in lines(text) for item in items(line.text, language))
    return known and not any(check(text, language) for check in (is_doubtful, is_scattered, is_addressed, is_habit))


def _in_position(text: str, language: str, board: View, reading: Reading) -> Understood:
    decision = decide(text, language, board)
    if decision.certain:
        spoken = not any(_says(line.text, language, decision.certain, board) for line in lines(text))
        return Understood("order", decision.certain, talk=decision.talk, plans=decision.plans, spoken=spoken)
    readings = (*reading.commands, *(each for problem in reading.problems for each in problem.readings))
    offered = tuple(dict.fromkeys((*decision.likely, *_orders(readings, board))))[:MOST_OFFERED]
    if offered and wants_gold(text, language):
        return Understood("refused", talk=decision.talk, code=Code.GOLD_NEVER_TAKEN)
    if offered and not decision.silent:
        return Understood("question", offered=offered, talk=decision.talk, code="unreadable")
    return Understood("nothing", talk=decision.talk, code=TALK if decision.silent else "unreadable")


def _says(line: str, language: str, order: Order, board: View) -> bool:
    """Whether a line gives the order in order words."""
    reading = parse(line, language)
    return _is_plain(reading, language) and _resolved(reading.commands[0], board).order == order


def _resolved(move: AnyCommand, board: View) -> Understood:
    assert isinstance(move, Move)
    if move.preview:
        return Understood("nothing", code="command", plain=True)
    match resolve(move.ladder, board):
        case Resolved(order):
            return Understood("order", order, plain=True)
        case SeveralOrders(options):
            return Understood("question", offered=options[:MOST_OFFERED], code="incomplete", plain=True)
        case Impossible(code):
            return Understood("refused", code=code, plain=True)


def _asked(reading: Reading, board: View) -> Understood:
    (problem,) = reading.problems
    offered = tuple(_orders(problem.readings, board))[:MOST_OFFERED]
    return Understood("question" if offered else "refused", offered=offered, code=problem.code, plain=True)


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
