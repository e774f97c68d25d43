"""How well people who know no command are understood: first mails, questions, answers to invitations, by language."""

import json
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from pbem.commands.intents import INTENTS
from pbem.logs import set_up_logs
from tests.support.heard import Met, ask, invite, meet

Row: TypeAlias = dict[str, Any]
_WISHES = {"operator": {"who"}, "duration": {"long"}, "how": {"how", "what"}, "games": {"games", "only", "going"}}
"""What the authors of first mails call something else than we do."""
_ACTIONS = {each.name for each in INTENTS if each.wish} - {"unsubscribe", "invited"}
_KINDS = {"games": {"status", "games"}, "rules": {"rules"}, "unsubscribe": {"stop"}}
"""What is shown at once, and not offered."""
_OF_GAMES = {
    "arrive": {"game_worked"},
    "deck": {"game_deck"},
    "did last": {"game_moves"},
    "lead": {"game_score"},
    "points of": {"game_hand", "game_score"},
    "take back": {"game_back"},
    "time left": {"game_time"},
    "end": {"game_left", "rule_end"},
    "tokens of": {"game_hand"},
    "cards of": {"game_hand"},
    "bank": {"game_hand", "game_bank"},
    "whose turn": {"game_turn"},
}
"""Which answers tell what, by words of the topic; a topic without such words is left to whoever reads the table."""
_OF_RULES = {
    "without gold": {"rule_gold", "rule_reserve"},
    "gold stands": {"rule_gold"},
    "gold only": {"rule_gold"},
    "gold counts": {"rule_tokens"},
    "ten token": {"rule_tokens"},
    "excess": {"rule_tokens"},
    "two of one colour": {"rule_take"},
    "fewer than three": {"rule_take"},
    "not mixed": {"rule_take"},
    "player count": {"rule_setup"},
    "set-up": {"rule_setup", "rule_nobles"},
    "cost nothing": {"rule_bonus"},
    "four actions": {"rule_one"},
    "pass": {"rule_pass"},
    "tie-break": {"rule_tie"},
    "noble": {"rule_nobles"},
    "end of game": {"rule_end"},
    "bonuses are permanent": {"rule_bonus"},
    "replaced": {"rule_refill"},
    "one action": {"rule_one"},
    "unseen": {"rule_unseen"},
    "three reserved": {"rule_reserve"},
}


@dataclass(slots=True)
class Tally:
    """How many of how many, by what was counted."""

    counts: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))

    def count(self, what: str, right: bool) -> None:
        self.counts[what][0] += right
        self.counts[what][1] += 1


@dataclass(frozen=True, slots=True)
class Result:
    """By language what was right, and every mail with what became of it for whoever wants to judge."""

    tallies: dict[str, Tally]
    told: list[str]


def run(folder: Path) -> Result:
    """Whatever the folder has of `first`, `rules`, `game` and `invited`, each `.jsonl`."""
    set_up_logs("critical")
    tallies: dict[str, Tally] = defaultdict(Tally)
    told: list[str] = []
    ways: dict[str, Callable[[Path, Sequence[Row], _Count], Iterator[str]]] = {
        "first": _first,
        "rules": _rules,
        "game": _game,
        "invited": _invited,
    }
    for name, way in ways.items():
        path = folder / f"{name}.jsonl"
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []

        def count(language: str, what: str, right: bool, name: str = name) -> str:
            for each in ("all", language):
                tallies[each].count(f"{name}: {what}", right)
            return "" if right else f"NO {what}. "

        with tempfile.TemporaryDirectory() as desk:
            told += [f"## {name}", *way(Path(desk), rows, count)] if rows else []
    return Result(dict(tallies), told)


def lines(result: Result) -> list[str]:
    """Every mail in a line, then the counts as a table."""
    whats = list(result.tallies["all"].counts) if result.tallies else []
    codes = sorted(result.tallies)
    head = [f"| what | {' | '.join(codes)} |", "|---" * (len(codes) + 1) + "|"]
    rows = [f"| {what} | {' | '.join(_share(result.tallies[code], what) for code in codes)} |" for what in whats]
    return [*result.told, "", *head, *rows]


_Count: TypeAlias = Callable[[str, str, bool], str]


def _share(tally: Tally, what: str) -> str:
    right, total = tally.counts[what]
    return f"{right} of {total}" if total else ""


def _first(folder: Path, rows: Sequence[Row], count: _Count) -> Iterator[str]:
    for row, met in zip(rows, meet(folder, [(row["from"], row["subject"], row["body"]) for row in rows]), strict=True):
        code = row["language"]
        leads, among = _leads(row, met)
        spoken = met.language == code
        faults = count(code, "right wish first", leads)
        faults += count(code, "wish among the buttons", among)
        faults += count(code, "language", spoken)
        faults += count(code, "not refused", met.kind != "refused")
        if row["addresses"] or met.addresses:
            faults += count(code, "addresses", {*met.addresses} == {*map(str.lower, row["addresses"])})
        if row["people"]:
            faults += count(code, "number of people", met.people in (None, row["people"]))
        for other in row["also"]:
            faults += count(code, "other wish answered", bool(_names(other) & (met.told | met.first)))
        faults += count(code, "as wanted", leads and spoken and met.kind != "refused")
        yield f"{faults or 'ok. '}{code} {row['wish']} {row['subject']!r} {row['body']!r}: {met}"


def _leads(row: Row, met: Met) -> tuple[bool, bool]:
    """Whether what was wished for comes first, and whether it comes at all."""
    names = _names(row["wish"])
    shown = met.kind in _KINDS.get(row["wish"], ())
    match row["wish"]:
        case "hello":
            return met.kind == "welcome", met.kind == "welcome"
        case "language":
            return met.language == row["language"], met.language == row["language"]
        case wish if wish in _ACTIONS and wish != "league":
            return bool(names & met.first), bool(names & met.buttons)
    found = shown or bool(names & (met.told | met.first))
    return found, found or bool(names & met.buttons)


def _names(wish: str) -> set[str]:
    return _WISHES.get(wish, {wish})


def _rules(folder: Path, rows: Sequence[Row], count: _Count) -> Iterator[str]:
    yield from _questions(folder, rows, count, _OF_RULES)


def _game(folder: Path, rows: Sequence[Row], count: _Count) -> Iterator[str]:
    yield from _questions(folder, rows, count, _OF_GAMES)


def _questions(folder: Path, rows: Sequence[Row], count: _Count, topics: dict[str, set[str]]) -> Iterator[str]:
    asked = ask(folder, [(row["language"], row["text"]) for row in rows])
    for row, found in zip(rows, asked, strict=True):
        answers = next((ids for words, ids in topics.items() if words in row["topic"]), None)
        faults = count(row["language"], "answered", found.asked not in ("talk", "unknown", "refused"))
        if answers:
            faults += count(row["language"], "by the right paragraph", found.asked in answers)
        wanted = row.get("answer", row["topic"])
        yield f"{faults or 'ok. '}{row['language']} {row['text']!r}: {found.asked}: {found.line!r}, wanted: {wanted!r}"


def _invited(folder: Path, rows: Sequence[Row], count: _Count) -> Iterator[str]:
    answers = invite(folder, [(row["language"], row["text"]) for row in rows])
    for row, (found, line) in zip(rows, answers, strict=True):
        came = next((each for each in ("yes", "no", "later", "stop") if each in found), "question")
        faults = count(row["language"], row["means"], came == row["means"])
        faults += count(row["language"], "no false yes", came != "yes" or row["means"] == "yes")
        faults += count(row["language"], "read rightly", came == row["means"])
        yield f"{faults or 'ok. '}{row['language']} {row['text']!r}: {came}: {line!r}, wanted: {row['means']}"
