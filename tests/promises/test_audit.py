"""The look at known vulnerabilities, with something in pip-audit's place that answers like it."""

import json
import sys

import pytest

from tests.support.audit import Findings, audit

SAFE = {"name": "click", "version": "8.5.1", "vulns": []}
BROKEN = {"name": "lxml", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2.0"]}]}
UNKNOWN = {"name": "babel", "skip_reason": "babel (2.18.0) was not found"}


def answering(*dependencies: object, code: int = 0) -> Findings:
    answer = json.dumps({"dependencies": dependencies, "fixes": []})
    return audit([sys.executable, "-c", f"import sys; print({answer!r}); sys.exit({code})"])


def test_a_known_vulnerability_is_named_with_the_version() -> None:
    findings = answering(SAFE, BROKEN, UNKNOWN, code=1)
    assert findings.vulnerable
    assert str(findings) == "known vulnerability: lxml 1.0 (PYSEC-1)"


def test_what_was_looked_up_is_counted() -> None:
    findings = answering(SAFE, UNKNOWN)
    assert not findings.vulnerable
    assert str(findings) == "no known vulnerability in 1 of 2 pinned versions"


def test_what_could_not_be_looked_up_is_not_called_safe() -> None:
    assert str(answering(UNKNOWN)) == "advisories could not be fetched: not audited"


@pytest.mark.parametrize("breaks", ["raise OSError('no network')", "import time; time.sleep(600)", "print('?')"])
def test_a_machine_without_a_network_is_said_in_one_line(breaks: str) -> None:
    findings = audit([sys.executable, "-c", breaks], seconds=1)
    assert str(findings) == "advisories could not be fetched: not audited"
    assert not findings.vulnerable
