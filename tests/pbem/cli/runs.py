"""`pbem` as a user runs it: a process of its own, with an exit code and two streams."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
CONFIG = '[server]\naddress = "splendor@example.org"\n'


@dataclass(frozen=True, slots=True)
class Run:
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.code == 0, self.err
        return json.loads(self.out)

    @property
    def complaint(self) -> str:
        """The one line that an error is told in."""
        (line,) = self.err.splitlines()
        assert line.startswith("pbem: ")
        return line.removeprefix("pbem: ")


def pbem(folder: Path, *arguments: str) -> Run:
    """Run a command in a folder."""
    done = subprocess.run(
        [sys.executable, "-m", "pbem", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
        timeout=120,
        encoding="utf-8",
    )
    return Run(done.returncode, done.stdout, done.stderr)
