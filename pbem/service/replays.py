"""Games step by step. A ledger only grows, so what was replayed once is remembered: the next look is at what is new."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine import Entry, Setup, State, Step, deal, steps

_REMEMBERED = 256


@dataclass(slots=True)
class _Replay:
    dealt: State
    played: tuple[tuple[Entry, Step], ...] = ()


def replayed(setup: Setup, entries: Sequence[Entry]) -> list[Step]:
    """What came of each entry of a ledger."""
    replay = _of_the_game(setup)
    known = _still_true(replay.played, entries)
    state = known[-1][1].state if known else replay.dealt
    rest = entries[len(known) :]
    # One assignment: another thread finds the old steps or the new ones.
    replay.played = played = (*known, *zip(rest, steps(state, rest), strict=True))
    return [step for _, step in played]


def _still_true(played: tuple[tuple[Entry, Step], ...], entries: Sequence[Entry]) -> tuple[tuple[Entry, Step], ...]:
    """All or nothing: a line that is not what it was may have been rewritten where somebody was forgotten."""
    same = all(entry == now for (entry, _), now in zip(played, entries, strict=False))
    return played[: len(entries)] if same else ()


@lru_cache(maxsize=_REMEMBERED)
def _of_the_game(setup: Setup) -> _Replay:
    return _Replay(deal(setup))
