"""Logs: one JSON line an event, weighed for the journal, without addresses; and every event is documented."""

import ast
import json
import os
import re
import subprocess
import sys
import time
import timeit
from collections.abc import Iterator
from pathlib import Path

import pbem
from pbem.logs import without_addresses
from tests.support.paths import DOCS

GUIDE = DOCS / "operate.md"
CHAPTER = "## What each log line means"
LEVELS = ("info", "warning", "error", "exception", "critical")
LOGGING = """
import logging
import structlog
from pbem.logs import set_up_logs
set_up_logs("info")
log = structlog.get_logger()
log.debug("not said")
log.info("mail sent", mail=7, reason="<anna@people.example> is full")
logging.getLogger("aiosmtplib").warning("no answer to bo@people.example")
try:
    raise ValueError("cy@people.example")
except ValueError:
    log.exception("unexpected error")
"""


def logged(journal: bool = False) -> list[str]:
    """What another process writes to a pipe, which may be the journal's."""
    reading, writing = os.pipe()
    pipe = os.fstat(writing)
    stream = f"{pipe.st_dev}:{pipe.st_ino}" if journal else ""
    environment = {**os.environ, "JOURNAL_STREAM": stream}
    with os.fdopen(reading, encoding="utf-8") as lines:
        subprocess.run([sys.executable, "-c", LOGGING], stderr=writing, env=environment, check=True)
        os.close(writing)
        return lines.read().splitlines()


def test_each_event_is_a_json_line_with_its_level() -> None:
    events = [json.loads(line) for line in logged()]
    assert [(event["level"], event["event"]) for event in events] == [
        ("info", "mail sent"),
        ("warning", "no answer to …"),
        ("error", "unexpected error"),
    ]
    assert events[0]["mail"] == 7


def test_a_line_that_can_not_be_written_stops_nobody() -> None:
    with Path("/dev/full").open("w") as full:
        going_on = [sys.executable, "-c", f"{LOGGING}\nprint('went on')"]
        done = subprocess.run(going_on, stderr=full, stdout=subprocess.PIPE, check=False)
    assert done.stdout == b"went on\n"


def test_a_long_word_costs_no_more_than_its_length() -> None:
    def seconds(length: int) -> float:
        once = timeit.repeat(lambda: without_addresses("x" * length), timer=time.process_time, number=10, repeat=7)
        return min(once)

    assert seconds(64 * 1024) < 8 * 4 * seconds(8 * 1024)


def test_no_address_is_written_whoever_says_it() -> None:
    assert not [line for line in logged() if "people.example" in line]


def test_the_journal_is_told_what_weighs_how_much() -> None:
    lines = logged(journal=True)
    assert [line[:3] for line in lines] == ["<6>", "<4>", "<3>"]
    assert json.loads(lines[0][3:])["event"] == "mail sent"


# What is documented


def events_in_the_source() -> set[str]:
    files = Path(pbem.__file__).parent.rglob("*.py")
    return {event for file in files for event in _events(ast.parse(file.read_text("utf-8")))}


def _events(tree: ast.AST) -> Iterator[str]:
    """The first words of every call of a log, without what is filled in."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="log" | "_log"), attr=level), args=[first, *_]) if (
                level in LEVELS
            ):
                texts = [each.value for each in ast.walk(first) if isinstance(each, ast.Constant)]
                yield from (text.partition(": %s")[0] for text in texts if isinstance(text, str))


def events_in_the_docs() -> set[str]:
    chapter = GUIDE.read_text("utf-8").partition(CHAPTER)[2].partition("\n## ")[0]
    return set(re.findall(r"^\| `([^`]+)` \|", chapter, re.MULTILINE))


def test_every_log_line_is_documented_and_no_other() -> None:
    assert events_in_the_source() == events_in_the_docs()
