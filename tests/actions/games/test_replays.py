"""What is remembered of a game is what a replay from the first card on would find."""

from random import Random

from engine import Entry, Replace, Setup, Step, advance, deal, steps, view
from engine.bots import BOTS
from pbem.actions.games.views import replayed

SETUP = Setup(seats=2, seed=b"a game that is looked at often")


def ledger(length: int) -> list[Entry]:
    """Moves of two bots, after somebody took over a seat."""
    state, luck = deal(SETUP), Random(1)
    entries: list[Entry] = [Replace(0, "Anna")]
    while len(entries) < length:
        assert state.turn is not None
        order = BOTS["greedy"](view(state, state.turn), luck)
        entries.append(order)
        state = advance(state, order).state
    return entries


def afresh(entries: list[Entry]) -> list[Step]:
    return list(steps(deal(SETUP), entries))


def test_a_game_that_grows_is_remembered_as_it_was_played() -> None:
    entries = ledger(30)
    for length in range(len(entries) + 1):
        assert replayed(SETUP, entries[:length]) == afresh(entries[:length])


def test_a_ledger_that_is_shorter_than_before_is_not_made_longer() -> None:
    entries = ledger(20)
    replayed(SETUP, entries)
    assert replayed(SETUP, entries[:5]) == afresh(entries[:5])
    assert replayed(SETUP, entries) == afresh(entries)


def test_a_line_that_was_rewritten_is_told_as_it_is_now() -> None:
    entries = ledger(20)
    replayed(SETUP, entries)
    forgotten = [Replace(0, "Player 1"), *entries[1:]]
    assert replayed(SETUP, forgotten) == afresh(forgotten)


def test_games_with_other_cards_are_not_mixed_up() -> None:
    other = Setup(seats=2, seed=b"another game")
    assert replayed(SETUP, []) == replayed(other, []) == []
    entries = ledger(1)
    assert replayed(SETUP, entries)[0].state == deal(SETUP)
    assert replayed(other, entries)[0].state == deal(other)
