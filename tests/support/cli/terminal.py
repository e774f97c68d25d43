"""A terminal with somebody at it: a command runs in a pseudo-terminal, is read, and is answered."""

import codecs
import os
import pty
import select
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

from tests.support.paths import ROOT

PATIENCE = 60.0
# Ctrl-C goes to whom the terminal belongs, and is heard even where whoever started the tests does not hear it.
_OWN_THE_TERMINAL = """
import fcntl, runpy, signal, termios
signal.signal(signal.SIGINT, signal.default_int_handler)
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
runpy.run_module("pbem", run_name="__main__")
"""


_AT_HOME = {"PYTHONPATH": str(ROOT), "TERM": "xterm", "LANG": "C.UTF-8", "TZ": "Europe/Warsaw"}


class Terminal:
    """`with Terminal(folder, "init") as terminal:`; whatever is still running in the end is killed."""

    def __init__(self, folder: Path, *arguments: str, **environ: str) -> None:
        self._ours, theirs = pty.openpty()
        self.seen = ""
        """Everything on the screen so far."""
        self._read = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._process = subprocess.Popen(
            [sys.executable, "-c", _OWN_THE_TERMINAL, *arguments],
            cwd=folder,
            env={**os.environ, **_AT_HOME, **environ},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._ours)

    def until(self, text: str) -> str:
        """Wait for a text that was not read yet; returns everything up to it."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.seen[self._read :]:
            assert time.monotonic() < deadline, f"{text!r} never came:\n{self.seen}"
            assert self._more(), f"it ended before {text!r}:\n{self.seen}"
        end = self.seen.index(text, self._read) + len(text)
        part, self._read = self.seen[self._read : end], end
        return part

    def answer(self, question: str, line: str = "") -> None:
        """Wait for the question, then type the line and Enter."""
        self.until(question)
        os.write(self._ours, line.encode() + b"\n")

    def press_ctrl_c(self) -> int:
        """Until the command ends: one that comes just before a prompt reads is seen at the next key only.

        Returns the exit code.
        """
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            os.write(self._ours, b"\x03")
            while self._more(seconds=5) and time.monotonic() < deadline:
                pass
            with suppress(subprocess.TimeoutExpired):
                return self._process.wait(timeout=1)
        raise AssertionError(f"it does not end:\n{self.seen}")

    def end(self) -> int:
        """Read on until the command ends; its exit code."""
        while self._more():
            pass
        return self._process.wait(timeout=PATIENCE)

    def _more(self, seconds: float = PATIENCE) -> bool:
        """Read what there is; nothing more comes once nobody has the terminal open."""
        if not select.select([self._ours], [], [], seconds)[0]:
            return False
        with suppress(OSError):
            if data := os.read(self._ours, 65536):
                self.seen = (self.seen + self._decoder.decode(data)).replace("\r\n", "\n")
                return True
        return False
