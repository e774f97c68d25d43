"""Runs `pbem` with a thread that looks, many times a second, at what all others do.

Called as `python -m benchmarks.sampler FILE serve …`: FILE gets, at the end, how often each function was seen at work.
"""

import json
import sys
import threading
from collections import Counter
from pathlib import Path
from types import FrameType

from pbem.cli import run

_PAUSE = 0.004
_KEPT = 400
_IDLE = {("selectors.py", "select"), ("threading.py", "wait"), ("thread.py", "_worker")}
_ROOT = str(Path(__file__).parents[1]) + "/"


class Sampler(threading.Thread):
    """`inside` counts the samples in which a function was on a stack, `at_work` all that were not idle."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.inside: Counter[str] = Counter()
        self.at_work = 0
        self._done = threading.Event()

    def run(self) -> None:
        me = threading.get_ident()
        while not self._done.wait(_PAUSE):
            for thread, frame in sys._current_frames().items():
                if thread != me and not _idle(frame):
                    self.at_work += 1
                    self.inside.update(_functions(frame))

    def seen(self) -> dict[str, int]:
        """What was seen until now; it looks no further, so that nothing is counted while the counts are read."""
        self._done.set()
        self.join()
        return {"at work": self.at_work, **dict(self.inside.most_common(_KEPT))}


def _idle(frame: FrameType) -> bool:
    return (Path(frame.f_code.co_filename).name, frame.f_code.co_name) in _IDLE


def _functions(frame: FrameType | None) -> set[str]:
    found = set()
    while frame:
        found.add(f"{_short(frame.f_code.co_filename)} {frame.f_code.co_qualname}")
        frame = frame.f_back
    return found


def _short(file: str) -> str:
    return file.removeprefix(_ROOT).rpartition("site-packages/")[2]


if __name__ == "__main__":
    sampler = Sampler()
    sampler.start()
    try:
        run(sys.argv[2:])
    finally:
        Path(sys.argv[1]).write_text(json.dumps(sampler.seen()))
