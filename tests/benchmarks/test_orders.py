import json
import shutil
from pathlib import Path

from benchmarks.orders import lines, run
from tests.support.sentences import POSITION


def test_sentences_are_counted_by_class_and_language(tmp_path: Path) -> None:
    (tmp_path / "positions").mkdir()
    shutil.copy(POSITION, tmp_path / "positions" / "00.json")
    said = {"buy the black card in the bottom row": "buy 1k2", "hello": "buy 1k2", "take two greens": None}
    rows = [
        {"position": "00", "language": "en", "class": "any", "text": text, "expect": expect}
        for text, expect in said.items()
    ]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, rows)))
    result = run(tmp_path)
    tally = result.tallies["en"]
    assert (tally.total, tally.played, tally.quiet, tally.still, len(tally.wrong)) == (2, 1, 1, 0, 1)
    assert lines(result)[-1] == "wrong: 'take two greens': take green green, not None"
