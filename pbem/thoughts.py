"""What takes long to think of is thought of while nobody waits for it: not in a transaction, which others wait for.

A thought is a pure function of what it is about, so what was thought of once need not be thought of again. In a
transaction that is done by `undisturbed`, a thought that nobody had yet ends it; it is had, and all is done once more,
a few times at most.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from threading import Lock
from typing import Any, ParamSpec, TypeAlias, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_REMEMBERED = 512
_MOST_TIMES = 5


@dataclass(frozen=True, slots=True)
class Thought:
    """What is to be thought of; both parts can be sent to another process."""

    function: Callable[..., Any]
    about: tuple[Any, ...]

    def have(self) -> Any:
        """What comes of it; as whoever asked for it would."""
        return self.function(*self.about)

    def try_to_have(self) -> None:
        """What breaks, breaks where it is asked for: there somebody knows what to do about it."""
        try:
            self.have()
        except Exception as reason:
            remember(self, Failure(reason))


@dataclass(frozen=True, slots=True)
class Failure:
    """Nothing came of a thought; it is told once, and then thought of again."""

    reason: Exception


class NotThoughtYet(Exception):
    """Somebody would have to wait meanwhile."""

    def __init__(self, thought: Thought) -> None:
        super().__init__(thought.function.__name__)
        self.thought = thought


Thinker: TypeAlias = Callable[[Iterable[Thought]], None]
"""Has thoughts, and has them remembered."""

_known: OrderedDict[Thought, Any] = OrderedDict()
_lock = Lock()
_NOTHING = object()
_waited_for: ContextVar[bool] = ContextVar("waited_for", default=False)


def thoughtful(function: Callable[P, T]) -> Callable[P, T]:
    """Have a function remember; NotThoughtYet where others wait. What it is asked about is hashable."""

    @wraps(function)
    def thought_of(*args: P.args, **kwargs: P.kwargs) -> T:
        thought = Thought(thought_of, (*args, *kwargs.values()))
        with _lock:
            known = _known.pop(thought, _NOTHING)
            if isinstance(known, Failure):
                raise known.reason
            if known is not _NOTHING:
                _known[thought] = known
                answer: T = known
                return answer
        if _waited_for.get():
            raise NotThoughtYet(thought)
        found = function(*args, **kwargs)
        remember(thought, found)
        return found

    return thought_of


def remember(thought: Thought, found: Any) -> None:
    """What another process thought of, too."""
    with _lock:
        _known[thought] = found
        while len(_known) > _REMEMBERED:
            _known.popitem(last=False)


def think_here(thoughts: Iterable[Thought]) -> None:
    """One after the other, in this thread."""
    for thought in thoughts:
        thought.try_to_have()


def undisturbed(do: Callable[[], T]) -> T:
    """Have a transaction done in which nobody thinks; it is done anew after each thought that it needs.

    One that goes on needing others (a season's end looks back on all its games) has the rest where it is.
    """
    for _ in range(_MOST_TIMES):
        try:
            with _others_waiting():
                return do()
        except NotThoughtYet as missing:
            missing.thought.try_to_have()
    return do()


def thought_needed(do: Callable[[], object]) -> list[Thought]:
    """The thought that this would wait for, if there is one."""
    try:
        with _others_waiting():
            do()
    except NotThoughtYet as missing:
        return [missing.thought]
    return []


@contextmanager
def _others_waiting() -> Iterator[None]:
    before = _waited_for.set(True)
    try:
        yield
    finally:
        _waited_for.reset(before)
