"""Where the host chose `on timeout ask`: those who wait decide what becomes of a turn that ran out of time."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine import entry_text
from pbem.model import Terms
from tests.support.desk import Desk, kinds
from tests.support.people import compose, taps, text_of

TERMS = Terms(free_hours=24, bank_hours=0, grace_hours=1, on_timeout="ask")


@pytest.fixture
def late(tmp_path: Path) -> Iterator[Desk]:
    """Anna's time is up, and Bo and Cy were asked."""
    with closing(Desk(tmp_path)) as desk:
        desk.new_game(terms=TERMS)
        desk.let_pass(hours=26)
        yield desk


def ledger(desk: Desk) -> list[str]:
    with desk.store.work() as work:
        return [entry_text(line.entry) for line in work.ledger(1)]


def vote(desk: Desk, seat: int, word: str) -> None:
    person = desk.people[seat]
    link = next(each for each in taps(person.last("asked")) if each.body == word)
    desk.hand_in(compose(person.sender, link))


def test_those_who_wait_are_asked_and_nobody_else(late: Desk) -> None:
    anna, bo, cy = late.people
    assert ledger(late) == []
    assert "asked" not in anna.kinds()
    for person in (bo, cy):
        assert [tap.body for tap in taps(person.last("asked")) if tap.body.startswith("vote")] == [
            "vote more time",
            "vote the computer",
            "vote end",
        ]


def test_the_majority_gives_two_more_days(late: Desk) -> None:
    vote(late, 1, "vote more time")
    assert ledger(late) == []
    late.reply(late.people[2], "vote two more days", to="asked")
    assert ledger(late) == ["give 1 48"]
    assert "The players waiting for you gave you more time: 2 days." in " ".join(
        text_of(late.people[0].last("status")).split()
    )
    late.let_pass(hours=47)
    assert ledger(late) == ["give 1 48"]


def test_the_majority_lets_the_computer_play_until_its_player_is_back(late: Desk) -> None:
    for seat in (1, 2):
        vote(late, seat, "vote the computer")
    assert ledger(late)[0] == "replace 1 greedy"
    assert late.people[0].kinds()[-1] == "timeout"
    assert late.game().state.turn == 1


def test_the_majority_ends_the_game_and_it_does_not_count(late: Desk) -> None:
    for seat in (1, 2):
        vote(late, seat, "vote end")
    assert ledger(late) == ["end agreed"]
    assert late.crowd.all_got("ended")


def test_a_tie_waits_and_then_the_computer_plays(late: Desk) -> None:
    vote(late, 1, "vote more time")
    vote(late, 2, "vote end")
    late.let_pass(days=2)
    assert ledger(late) == []
    late.let_pass(days=2)
    assert ledger(late)[0] == "replace 1 greedy"


def test_who_was_late_can_still_move(late: Desk) -> None:
    assert kinds(late.reply(late.people[0], "take white blue green"))[-1] == "turn"
    assert ledger(late) == ["take white blue green"]
    vote(late, 1, "vote end")
    assert "There is no open question at this table" in " ".join(text_of(late.people[1].last("refused")).split())


def test_one_alone_decides_where_only_one_waits(tmp_path: Path) -> None:
    with closing(Desk(tmp_path, "Anna", "Bo")) as desk:
        desk.new_game(terms=TERMS)
        desk.let_pass(hours=26)
        vote(desk, 1, "vote end")
        assert ledger(desk) == ["end agreed"]


def test_where_only_computers_wait_one_of_them_plays_the_turn(tmp_path: Path) -> None:
    with closing(Desk(tmp_path, "Anna")) as desk:
        desk.new_game("random", terms=TERMS)
        desk.let_pass(hours=26)
        assert ledger(desk)[0] == "timeout"
