"""Who lets turns run out again and again has half the free time at new tables, is told why, and how it ends."""

from datetime import timedelta
from email.message import EmailMessage

import pytest

from pbem.i18n.codes import LANGUAGES
from pbem.model import Player
from tests.support.lobby import Lobby
from tests.support.people import text_of

_WHY = "you get half the usual time: 12 hours a turn."


def player(late: int = 0) -> Player:
    return Player(1, "Anna", "anna@people.example", "en", "UTC", late=late)


def words(mail: EmailMessage) -> str:
    return " ".join(text_of(mail).split())


def at_a_new_table(lobby: Lobby, late: int) -> None:
    """Anna, whose turns ran out, and Bo sit down; Anna begins or waits for Bo's move."""
    anna, bo, *_ = lobby.people
    lobby.meet(anna, "open 2")
    lobby.set(anna, late=late)
    lobby.meet(bo, "join 1")


def comes_to_turn(lobby: Lobby) -> EmailMessage:
    anna, bo, *_ = lobby.people
    if "turn" not in anna.kinds():
        lobby.tap(bo, "take")
    return anna.last("turn")


def test_two_turns_that_ran_out_close_together_are_too_many_and_five_in_time_make_up_for_them() -> None:
    anna = player().with_missed_turn()
    assert not anna.is_late
    anna = anna.with_missed_turn()
    assert anna.is_late
    assert (anna.timeouts, anna.turns_to_whole_time) == (2, 5)
    for _ in range(5):
        assert anna.is_late
        anna = anna.with_turn_in_time()
    assert not anna.is_late


def test_at_a_new_table_they_have_half_the_free_time_and_are_told_why(lobby: Lobby) -> None:
    at_a_new_table(lobby, late=10)
    told = words(comes_to_turn(lobby))
    assert _WHY in told
    assert "After 5 turns played on time, new tables give you the full time again." in told
    lobby.let_pass(hours=13)
    holder = next(each for each in lobby.game().holders if each.name == "Anna")
    lobby.tap(lobby.people[0], "take")
    after = next(each for each in lobby.game().holders if each.name == "Anna")
    assert timedelta(minutes=50) < timedelta(seconds=holder.bank - after.bank) <= timedelta(hours=1)


def test_the_others_at_the_table_have_all_of_theirs(lobby: Lobby) -> None:
    at_a_new_table(lobby, late=10)
    assert [each.has_half_time for each in sorted(lobby.game().holders, key=lambda each: each.name)] == [True, False]
    assert _WHY not in " ".join(words(mail) for mail in lobby.people[1].mails)


def test_who_missed_one_turn_has_all_the_time(lobby: Lobby) -> None:
    at_a_new_table(lobby, late=5)
    assert _WHY not in words(comes_to_turn(lobby))
    assert not any(each.half_time for each in lobby.game().holders)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_every_language(lobby: Lobby, language: str) -> None:
    at_a_new_table(lobby, late=10)
    lobby.set(lobby.people[0], language=language)
    comes_to_turn(lobby)
    lobby.reply(lobby.people[0], "board")
    assert "12" in words(lobby.people[0].last("status"))
