"""What a test or a check found: whether all is well, what was seen, and what to do about it."""

import sys
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Protocol

import click

from pbem.config import Config


class Outcome(StrEnum):
    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line for the organiser."""

    check: str
    state: Outcome
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
    return Finding(check, Outcome.OK, said)


def warning(check: str, said: str, advice: str = "") -> Finding:
    return Finding(check, Outcome.WARNING, said, advice)


def failed(check: str, said: str, advice: str = "") -> Finding:
    return Finding(check, Outcome.FAILED, said, advice)


def any_failed(findings: Iterable[Finding]) -> bool:
    return any(finding.state is Outcome.FAILED for finding in findings)


# What a check is given.


@dataclass(frozen=True, slots=True)
class Patient:
    """The server that is looked at."""

    config_path: Path
    config: Config
    now: datetime
    send: bool = False
    """Whether it may send itself a mail."""
    tell: Callable[[float], None] = field(default=lambda _seconds: None)
    """Hears how long that mail has been under way."""
    patience: float = 0.0
    """How many seconds that mail may take."""


class Check(Protocol):
    """One thing to look at."""

    __name__: str

    def __call__(self, patient: Patient, /) -> Awaitable[list[Finding]]: ...


# What somebody at a terminal sees while a mail is under way: one line, which goes away again.


def waiting(seconds: float | None) -> None:
    """For how long we have been waiting; None: no longer. A pipe sees nothing."""
    if sys.stderr.isatty():
        text = "" if seconds is None else f"{'':8} waiting for a mail to itself … {seconds:.0f} s"
        click.echo(f"\r\x1b[K{text}", nl=False, err=True)
