"""A game in which a seat never moved does not count."""

from pathlib import Path

from pbem.model import Terms
from tests.support.desk import Desk
from tests.support.people import text_of

MOVES = ("take white blue green", "take green red black")


def history(desk: Desk, seat: int) -> int:
    who = str(desk.player(desk.people[seat]).id)
    with desk.store.work() as work:
        return len(work.rating_history(who))


def ended(desk: Desk, seat: int) -> str:
    return " ".join(text_of(desk.people[seat].last("ended")).split())


def test_who_resigns_without_a_move_makes_it_void(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "Anna", "Bo")
    desk.new_game()
    desk.reply(desk.people[0], MOVES[0])
    desk.reply(desk.people[1], "resign")
    assert "The game does not count, because these players never moved: Bo." in ended(desk, 0)
    assert not history(desk, 0)
    desk.close()


def test_what_a_stand_in_played_is_no_move_of_the_seat(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "Anna", "Bo")
    desk.new_game(terms=Terms(free_hours=10, bank_hours=0, grace_hours=0))
    desk.let_pass(hours=11)
    desk.reply(desk.people[1], MOVES[1])
    desk.reply(desk.people[1], "resign")
    assert "because these players never moved: Anna." in ended(desk, 1)
    desk.close()


def test_a_game_in_which_all_moved_counts(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "Anna", "Bo")
    desk.new_game()
    desk.reply(desk.people[0], MOVES[0])
    desk.reply(desk.people[1], MOVES[1])
    desk.reply(desk.people[0], "resign")
    assert "does not count" not in ended(desk, 1)
    assert history(desk, 1)
    desk.close()
