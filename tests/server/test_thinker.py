"""A process beside the server's has its thoughts; without it they are had in the server."""

import os
from collections.abc import Iterator
from random import Random
from time import sleep

import pytest

from engine import Setup, apply, deal, view
from engine.bots import BOTS
from pbem.actions.games.analysis import analysed
from pbem.actions.games.hints import hints
from pbem.server import thinker
from pbem.server.thinker import ThinkingProcess
from pbem.thoughts import Thought, thoughtful

_PATIENCE = 60


@thoughtful
def process_of(_: int) -> int:
    """Which one it is thought of in."""
    return os.getpid()


@pytest.fixture
def thinking() -> Iterator[ThinkingProcess]:
    process = ThinkingProcess()
    process.open()
    yield process
    process.close()


def thought_of(thinking: ThinkingProcess, thought: Thought) -> object:
    thinking.think([thought])
    return thought.have()


def ready(thinking: ThinkingProcess, number: int) -> int:
    """The number of the process, once it is there."""
    found = thought_of(thinking, Thought(process_of, (number,)))
    assert isinstance(found, int)
    return found


def test_the_first_thought_waits_for_it(thinking: ThinkingProcess) -> None:
    assert ready(thinking, 100) != os.getpid()


def test_it_thinks_as_the_server_would(thinking: ThinkingProcess) -> None:
    ready(thinking, 200)
    state, entries, rng = deal(Setup(2, seed=b"thought")), [], Random(1)
    while state.turn is not None:
        order = BOTS["3"](view(state, state.turn), rng)
        entries.append(order)
        state = apply(state, order).state
    setup, seen = Setup(2, seed=b"thought"), view(deal(Setup(2, seed=b"thought")), 0)
    asked = [Thought(analysed, (setup, tuple(entries))), Thought(hints, (seen, "1"))]
    thinking.think(asked)
    assert analysed(setup, tuple(entries)) == analysed.__wrapped__(setup, tuple(entries))  # type: ignore[attr-defined]
    assert hints(seen, "1") == hints.__wrapped__(seen, "1")  # type: ignore[attr-defined]


def test_if_it_dies_the_server_thinks_and_another_one_is_begun(thinking: ThinkingProcess) -> None:
    first = ready(thinking, 300)
    os.kill(first, 9)
    assert thought_of(thinking, Thought(process_of, (399,))) == os.getpid()
    assert ready(thinking, 400) not in (first, os.getpid())


@thoughtful
def slow_elsewhere(number: int, here: int) -> int:
    """Whoever thinks of it in another process never comes to an end."""
    if os.getpid() != here:
        sleep(_PATIENCE)
    return number


def test_what_takes_too_long_is_ended_and_thought_of_in_the_server(
    thinking: ThinkingProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready(thinking, 700)
    monkeypatch.setattr(thinker, "LONGEST_SECONDS", 0.2)
    assert thought_of(thinking, Thought(slow_elsewhere, (1, os.getpid()))) == 1


def test_after_the_end_nobody_is_begun(thinking: ThinkingProcess) -> None:
    ready(thinking, 500)
    thinking.close()
    assert thought_of(thinking, Thought(process_of, (599,))) == os.getpid()
    assert thought_of(thinking, Thought(process_of, (600,))) == os.getpid()
