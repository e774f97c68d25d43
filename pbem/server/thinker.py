"""A process beside the server's in which bots think ahead: that takes no time from mails, and none that others want.

`python -m pbem.server.thinker FD` is that process. It ends with the server, however that ends: its pipe does.
"""

import os
import pickle
import resource
import signal
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import fields, is_dataclass
from importlib import import_module
from io import BytesIO
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from threading import Lock
from time import monotonic
from typing import Any

import structlog

from pbem.measures import THOUGHT
from pbem.thoughts import Failure, Thought, remember, think_here

_log = structlog.get_logger()

_READY = "ready"
_WAY_BACK = 5
"""By how much it is nicer than the server: a mail goes first."""
LONGEST_SECONDS = 10.0
"""No thought of a bot takes a tenth of it; whatever hangs is ended, and the server thinks."""
_MOST_BYTES = 1 << 30
_ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""For numpy: positions are judged few at a time, and the others' processors are for the others."""
_NEEDED = ("pbem.actions.games.play", "pbem.actions.games.analysis", "engine.bots.considered")


class ThinkingProcess:
    """Begun with the first thought after `open`, which waits for it; where it can't be, thoughts are had here."""

    def __init__(self) -> None:
        self._begun: subprocess.Popen[bytes] | None = None
        self._pipe: Connection | None = None
        self._ready = False
        self._open = False
        self._lock = Lock()

    def open(self) -> None:
        """From here on thoughts have a process of their own."""
        self._open = True

    def think(self, thoughts: Iterable[Thought]) -> None:
        """One at a time, so that whoever asks for one waits for one other at most."""
        for thought in thoughts:
            started = monotonic()
            if not self._asked(thought):
                think_here([thought])
            THOUGHT.took(monotonic() - started)

    def close(self) -> None:
        """There is nothing more to think of."""
        with self._lock:
            self._open = False
            self._give_up()

    def _asked(self, thought: Thought) -> bool:
        """Whether the process had it."""
        with self._lock:
            try:
                if not self._is_ready() or self._pipe is None:
                    return False
                self._pipe.send_bytes(packed(thought))
                if not self._pipe.poll(LONGEST_SECONDS):
                    raise TimeoutError
                found = unpacked(self._pipe.recv_bytes())
            except (OSError, EOFError) as reason:
                _log.warning("thinks here", error=type(reason).__name__)
                self._give_up()
                return False
        remember(thought, Failure(found) if isinstance(found, Exception) else found)
        return True

    def _is_ready(self) -> bool:
        if self._pipe is None and self._open:
            self._begin()
        if self._pipe is not None and not self._ready and self._pipe.poll(LONGEST_SECONDS):
            self._ready = unpacked(self._pipe.recv_bytes()) == _READY
        return self._ready

    def _begin(self) -> None:
        self._pipe, theirs = Pipe()
        with theirs:
            command = [sys.executable, "-m", __name__, str(theirs.fileno())]
            self._begun = subprocess.Popen(  # noqa: S603 - ourselves
                command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, env={**os.environ, **_ONE_THREAD}
            )

    def _give_up(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
        if self._begun is not None:
            self._begun.kill()
            self._begun.wait()
        self._pipe, self._begun, self._ready = None, None, False


class _Packer(pickle.Pickler):
    def reducer_override(self, value: object) -> Any:
        """A frozen dataclass is made anew of its fields: compiled by mypyc, it would let nobody fill it in."""
        if not is_dataclass(value) or isinstance(value, type):
            return NotImplemented
        return type(value), tuple(getattr(value, each.name) for each in fields(value))


def packed(value: object) -> bytes:
    """A thought, or what came of it, for the other process."""
    content = BytesIO()
    _Packer(content).dump(value)
    return content.getvalue()


def unpacked(content: bytes) -> Any:
    """What the other process packed: both are ours."""
    return pickle.loads(content)  # noqa: S301


def have_thoughts(pipe: Connection) -> None:
    """Until nobody asks any more."""
    with suppress(EOFError, OSError):
        pipe.send_bytes(packed(_READY))
        while True:
            thought: Thought = unpacked(pipe.recv_bytes())
            try:
                found = thought.have()
            except Exception as reason:
                found = reason
            pipe.send_bytes(packed(found))


def main(number: str) -> None:
    for wish in (signal.SIGINT, signal.SIGTERM):  # Whoever stops the server stops it; a thought is had to its end.
        signal.signal(wish, signal.SIG_IGN)
    os.nice(_WAY_BACK)
    resource.setrlimit(resource.RLIMIT_DATA, (_MOST_BYTES, _MOST_BYTES))
    for name in _NEEDED:
        import_module(name)
    have_thoughts(Connection(int(number)))


if __name__ == "__main__":
    main(sys.argv[1])
