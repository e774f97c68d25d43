"""How well new text is told from quoted text, measured on replies that other projects collected."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pbem.mail.address import Ours
from pbem.mail.letter import read_letter
from pbem.mail.new_text import new_text
from pbem.ports import Delivery

OTHER_CONVENTIONS = frozenset({"signature-kept"})
OURS = Ours("game@example.net", "Game by mail")


@dataclass(frozen=True, slots=True)
class Score:
    """How many replies came out exactly right, and how many with the right first line."""

    exact: int
    first_line: int
    total: int


@dataclass(frozen=True, slots=True)
class Case:
    """One reply: what it should give and what it gave."""

    file: str
    expected: list[str]
    found: list[str]


def measure(folder: Path) -> Score | None:
    """Score the replies in a folder with an expected.jsonl; nothing where there is none."""
    if not (folder / "expected.jsonl").is_file():
        return None
    cases = list(read_cases(folder))
    exact = sum(case.expected == case.found for case in cases)
    first_line = sum(case.expected[:1] == case.found[:1] for case in cases)
    return Score(exact, first_line, len(cases))


def lines(score: Score) -> list[str]:
    """The score in words."""
    return [
        f"{score.total} replies: {score.exact} exact ({score.exact / score.total:.1%}),"
        f" {score.first_line} with the right first line ({score.first_line / score.total:.1%})"
    ]


def read_cases(folder: Path) -> Iterator[Case]:
    """The replies whose project has our convention: signatures are not new text."""
    for row in map(json.loads, (folder / "expected.jsonl").read_text("utf-8").splitlines()):
        if row["policy"] not in OTHER_CONVENTIONS:
            letter = read_letter(Delivery((folder / row["file"]).read_bytes()))
            yield Case(row["file"], _lines(row["expected"]), _lines(new_text(letter, OURS)))


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]
