"""docs/engine.md does what it says, and leaves nothing out."""

import doctest
import re

import engine
from engine import Code, Event
from tests.support.paths import DOCS

MANUAL = (DOCS / "engine.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", MANUAL, re.DOTALL)


def test_every_example_comes_out_as_it_is_written() -> None:
    page = doctest.DocTestParser().get_doctest("\n".join(EXAMPLES), {}, "docs/engine.md", None, None)
    told: list[str] = []
    failed, _ = doctest.DocTestRunner().run(page, out=told.append)
    assert not failed, "".join(told)


def test_every_example_has_something_to_run() -> None:
    assert len(EXAMPLES) > 10
    assert all(">>> " in example for example in EXAMPLES)


def test_every_name_that_one_import_offers_stands_in_the_manual() -> None:
    named = {word for code in re.findall(r"`([^`\n]+)`", MANUAL) for word in re.findall(r"\w+", code)}
    assert set(engine.__all__) <= named


def test_every_refusal_has_a_row() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", MANUAL, re.MULTILINE)
    assert [code for code in Code if code not in rows] == []


def test_every_event_is_offered_by_one_import() -> None:
    assert {kind.__name__ for kind in Event.__args__} <= set(engine.__all__)
