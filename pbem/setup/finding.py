"""What a test or a check found: whether all is well, what was seen, and what to do about it."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line for the organiser."""

    check: str
    state: State
    said: str
    advice: str = ""

    @property
    def line(self) -> str:
        return f"{self.state:<8} {self.check:<16} {self.told}"

    @property
    def told(self) -> str:
        """What was seen, and what to do about it."""
        return f"{self.said.rstrip('.')}; {self.advice}" if self.advice else self.said


def ok(check: str, said: str) -> Finding:
    return Finding(check, State.OK, said)


def warning(check: str, said: str, advice: str = "") -> Finding:
    return Finding(check, State.WARNING, said, advice)


def failed(check: str, said: str, advice: str = "") -> Finding:
    return Finding(check, State.FAILED, said, advice)


def any_failed(findings: Iterable[Finding]) -> bool:
    return any(finding.state is State.FAILED for finding in findings)
