"""`make check`: are there known vulnerabilities in the versions that constraints.txt pins?

pip-audit says "none found" of what it could not look up. Here silence is never taken for safety, and a machine that
can't reach the advisories is no reason to fail.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.support.paths import ROOT

PINS = ROOT / "constraints.txt"
PATIENCE_SECONDS = 30
PIP_AUDIT = (
    *(sys.executable, "-m", "pip_audit", "--requirement", str(PINS), "--no-deps", "--disable-pip"),
    *("--format", "json", "--progress-spinner", "off", "--timeout", "5"),
)


@dataclass(frozen=True, slots=True)
class Findings:
    """What is known of the pinned versions."""

    looked_up: int
    total: int
    vulnerable: tuple[str, ...]

    def __str__(self) -> str:
        if self.vulnerable:
            return "\n".join(f"known vulnerability: {each}" for each in self.vulnerable)
        if not self.looked_up:
            return "advisories could not be fetched: not audited"
        return f"no known vulnerability in {self.looked_up} of {self.total} pinned versions"


NOTHING = Findings(0, 0, ())


def audit(command: Sequence[str] = PIP_AUDIT, seconds: float = PATIENCE_SECONDS) -> Findings:
    """Ask pip-audit, and wait no longer than this."""
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=seconds, encoding="utf-8")
        pinned = json.loads(done.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, ValueError):
        return NOTHING
    looked_up = [each for each in pinned if "skip_reason" not in each]
    vulnerable = tuple(_told(each) for each in looked_up if each["vulns"])
    return Findings(len(looked_up), len(pinned), vulnerable)


def _told(pinned: dict[str, Any]) -> str:
    ids = ", ".join(each["id"] for each in pinned["vulns"])
    return f"{pinned['name']} {pinned['version']} ({ids})"


if __name__ == "__main__":
    findings = audit()
    print(findings)
    sys.exit(1 if findings.vulnerable else 0)
