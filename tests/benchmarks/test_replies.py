import json
from pathlib import Path

from benchmarks.replies import Score, measure

MAIL = (
    "From: anna@example.com\nContent-Type: text/plain\n\n{}\n\nOn 5 May 2026 at 10:11, Game by mail wrote:\n> board\n"
)


def store(folder: Path, file: str, body: str, expected: str, policy: str = "") -> None:
    (folder / file).write_text(MAIL.format(body))
    with (folder / "expected.jsonl").open("a") as rows:
        rows.write(json.dumps({"file": file, "expected": expected, "policy": policy}) + "\n")


def test_replies_are_scored_by_their_whole_text_and_by_their_first_line(tmp_path: Path) -> None:
    store(tmp_path, "a.eml", "buy 23", "buy 23")
    store(tmp_path, "b.eml", "buy 23\nthanks", "buy 23")
    store(tmp_path, "c.eml", "buy 23", "something else")
    store(tmp_path, "d.eml", "buy 23", "buy 23\n--\nAnna", policy="signature-kept")
    assert measure(tmp_path) == Score(exact=1, first_line=2, total=3)


def test_without_replies_there_is_no_score(tmp_path: Path) -> None:
    assert measure(tmp_path / "missing") is None
