"""`pbem` as a user runs it: with an exit code and two streams, in a process of its own or, much faster, in this one."""

import io
import json
import os
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from pbem.cli import run
from tests.support.paths import ROOT

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


def pbem(folder: Path, *arguments: str, typed: str = "") -> Run:
    """Run a command in a folder, as a process; `typed` answers what it asks."""
    done = subprocess.run(
        [sys.executable, "-m", "pbem", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input=typed,
        capture_output=True,
        check=False,
        timeout=120,
        encoding="utf-8",
    )
    return Run(done.returncode, done.stdout, done.stderr)


def inside(folder: Path, *arguments: str, typed: str = "") -> Run:
    """The same in this process."""
    code, out, err = 0, io.StringIO(), io.StringIO()
    with chdir(folder), redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", io.StringIO(typed)):
        try:
            run(arguments)
        except SystemExit as ended:
            code = int(str(ended.code))
    return Run(code, out.getvalue(), err.getvalue())
