"""`/metrics`: counters that never fall, histograms, and a dashboard that asks only for what is told."""

import json
import re
from pathlib import Path

from pbem.measures import ANSWERING, HANDLED, Durations, Tally
from tests.support.desk import Desk
from tests.support.paths import ROOT
from tests.support.web.asking import ask
from tests.support.web.showroom import Showroom

_NAME = re.compile(r"\bpbem_\w+")


async def _told(showroom: Showroom) -> str:
    return (await ask(showroom.site, "/metrics", client="127.0.0.1")).text


def _names(text: str) -> set[str]:
    return {line.split()[0].partition("{")[0] for line in text.splitlines() if not line.startswith("#")}


def _families(text: str) -> set[str]:
    return {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")}


async def test_counters_and_histograms_are_told_as_prometheus_reads_them(showroom: Showroom) -> None:
    HANDLED.count("order", 2)
    ANSWERING.took(0.2)
    text = await _told(showroom)
    assert "# TYPE pbem_mails_handled_total counter" in text
    assert re.search(r'^pbem_mails_handled_total\{verdict="order"\} [1-9]', text, re.MULTILINE)
    assert "# TYPE pbem_answer_seconds histogram" in text
    assert re.search(r'^pbem_answer_seconds_bucket\{le="0.25"\} [1-9]', text, re.MULTILINE)
    assert re.search(r'^pbem_info\{version="[\d.]+"\} 1.0$', text, re.MULTILINE)


def test_a_mail_that_was_dealt_with_is_counted(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "anna", "bo")
    before = sum(HANDLED.counts().values())
    desk.hand_in(b"From: stranger@people.example\r\nTo: splendor@example.org\r\nSubject: hello\r\n\r\nhello\r\n")
    assert sum(HANDLED.counts().values()) == before + 1


def test_a_histogram_counts_each_in_every_bucket_that_is_wide_enough() -> None:
    durations = Durations("x", "")
    for seconds in (0.02, 0.02, 3.0, 9999.0):
        durations.took(seconds)
    buckets, whole = durations.buckets()
    assert dict(buckets) | {"0.01": 0, "0.05": 2, "2.5": 2, "5.0": 3, "+Inf": 4} == dict(buckets)
    assert whole == 0.02 + 0.02 + 3.0 + 9999.0


def test_what_is_counted_is_told_by_kind() -> None:
    tally = Tally("x", "", "kind")
    tally.count("b")
    tally.count("a", 3)
    assert tally.counts() == {"a": 3, "b": 1}


async def test_the_dashboard_asks_only_for_metrics_that_are_told(showroom: Showroom) -> None:
    HANDLED.count("order")
    text = await _told(showroom)
    known = _names(text) | _families(text)
    board = json.loads((ROOT / "docs" / "grafana.json").read_text("utf-8"))
    expressions = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    asked = {name for expression in expressions for name in _NAME.findall(expression)}
    assert len(asked) > 10
    assert {name for name in asked if name not in known} == set()


async def test_every_metric_is_in_the_handbook(showroom: Showroom) -> None:
    handbook = (ROOT / "docs" / "operate.md").read_text("utf-8")
    assert [
        name for name in sorted(_families(await _told(showroom))) if name.removesuffix("_total") not in handbook
    ] == []
