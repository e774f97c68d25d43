"""`pbem verify`: a record is believed only if every line of it fits."""

from pathlib import Path

import pytest

from tests.support.cli.runs import inside, pbem
from tests.support.paths import ROOT

RECORD = ROOT / "tests" / "games" / "three-players-2019.txt"


def test_a_genuine_record_is_verified_with_nothing_but_the_record(tmp_path: Path) -> None:
    run = pbem(tmp_path, "verify", str(RECORD))
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith("verified")
    assert list(tmp_path.iterdir()) == []


def test_a_record_that_was_tampered_with_is_told_by_its_first_line_that_does_not_fit(tmp_path: Path) -> None:
    lines = RECORD.read_text(encoding="utf-8").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("take "))
    lines[first + 3] = "take gold gold"
    (tmp_path / "record.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    run = inside(tmp_path, "verify", "record.txt")
    assert (run.code, run.out) == (1, "")
    assert run.complaint.startswith(f"record.txt: line {first + 4}: ")
    answer = inside(tmp_path, "verify", "record.txt", "--json")
    assert answer.code == 1
    assert f'{{"verified": false, "line": {first + 4}, ' in answer.out


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", "pbem record 1\nþ\n".encode()])
def test_what_is_no_record_is_told_in_one_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "record.txt").write_bytes(content)
    run = inside(tmp_path, "verify", "record.txt")
    assert (run.code, run.out) == (1, "")
    assert run.complaint.startswith("record.txt: line ")


def test_a_record_that_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
    run = inside(tmp_path, "verify", "none.txt")
    assert (run.code, run.out, run.complaint) == (1, "", "none.txt: No such file or directory")
