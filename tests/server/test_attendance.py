"""Nobody loses time, let alone a game, because the server was down, could not read its mailbox, or was restored."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.model import Vitals
from pbem.server.app import App
from pbem.server.attendance import Attendance
from tests.support.brisk_games import BRISK, at, bank, bounced, ledger, times, vacations
from tests.support.desk import Desk, kinds
from tests.support.people import typed


def attendance(desk: Desk, in_reach: Callable[[Vitals], bool] = lambda _vitals: True) -> Attendance:
    return Attendance(desk.store, desk.store.pulses, lambda: desk.now, in_reach)


def go_down(desk: Desk, **time: float) -> None:
    """The server stops and is started again after a while."""
    attendance(desk).come()
    desk.wait(**time)
    attendance(desk).come()


def test_a_turn_whose_time_would_have_run_out_while_the_server_was_down_goes_on(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    desk.let_pass(hours=20)
    go_down(desk, hours=100)
    assert times(desk, hours=22) == [
        (100 + 22, "reminder", "Anna"),
        (100 + 34, "reminder", "Anna"),
        (100 + 40, "timeout", "Anna"),
        (100 + 40, "turn", "Bo"),
    ]


def test_an_order_that_came_meanwhile_is_charged_nothing_for_it(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    desk.let_pass(hours=26)
    go_down(desk, hours=100)
    desk.reply(desk.people[0], "take white blue green")
    assert ledger(desk) == ["take white blue green"]
    assert bank(desk, 0) == 8


def test_a_short_restart_is_no_absence(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    desk.let_pass(hours=26)
    go_down(desk, minutes=9)
    desk.let_pass(minutes=51)
    desk.reply(desk.people[0], "take white blue green")
    assert bank(desk, 0) == 7


def test_what_is_made_up_for_twice_counts_once(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    desk.let_pass(hours=26)
    go_down(desk, hours=50)
    desk.store.pulses.beat("clocks", at(26))  # As if it had been broken off before it was noted.
    desk.wait(hours=1)
    attendance(desk).come()
    desk.reply(desk.people[0], "take white blue green")
    assert bank(desk, 0) == 8


def test_the_day_for_a_question_does_not_pass_either(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    desk.let_pass(hours=1)
    desk.reply(desk.people[0], "take b g r")
    desk.let_pass(hours=4)
    go_down(desk, hours=100)
    told = times(desk, hours=70)
    assert [hours for hours, kind, _ in told if kind == "timeout"] == [40 + 24 + 100]


def test_nor_the_days_for_someone_out_of_reach(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    desk.let_pass(hours=1)
    desk.hand_in(bounced(desk.people[0].last("turn")), envelope_sender="")
    go_down(desk, hours=200)
    assert times(desk, hours=71) == []
    assert [kind for _, kind, _ in times(desk, hours=2)] == ["turn"]


def test_a_turn_mail_that_left_just_before_starts_the_clock_when_the_server_is_back(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    go_down(desk, hours=30)
    assert desk.game().clock.since == desk.now


def test_a_turn_mail_that_has_not_left_starts_no_clock(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    desk.take_in(typed(desk.people[0].last("turn"), desk.people[0].sender, "take white blue green"))
    go_down(desk, hours=30)
    assert desk.game().clock.since is None
    assert kinds(desk.keep_time()) == ["moved", "turn"]
    assert desk.game().clock.since == desk.now


def test_a_bot_that_was_thinking_plays_at_once(desk: Desk) -> None:
    desk.new_game("greedy", terms=replace(BRISK, bot_minutes=20))
    for person in desk.people:
        desk.keep_time()
        desk.hand_in(person.answer(person.last("turn")))
    go_down(desk, hours=30)
    assert kinds(desk.keep_time()) == ["turn"]


def test_a_weekend_off_within_an_absence_is_given_once(desk: Desk) -> None:
    desk.now += timedelta(days=4)  # A Friday.
    desk.new_game(terms=replace(BRISK, weekends_off=True))
    desk.let_pass(hours=6)
    go_down(desk, days=3)
    desk.let_pass(hours=20)
    desk.reply(desk.people[0], "take white blue green")
    assert bank(desk, 0) == 8


def test_a_vacation_that_ended_meanwhile_is_over(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.let_pass(hours=2)
    desk.reply(anna, "vacation 2026-11-16 to 2026-11-17")
    go_down(desk, hours=100)
    desk.let_pass(hours=25)
    desk.reply(anna, "take white blue green")
    assert bank(desk, 0) == 7
    assert len(vacations(desk, anna)) == 1


def test_nothing_counts_while_the_mailbox_can_t_be_read(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    desk.let_pass(hours=20)
    readable = True
    keeper = attendance(desk, lambda _vitals: readable)
    assert keeper.here()
    readable = False
    desk.wait(hours=60)
    assert not keeper.here()
    readable = True
    desk.wait(hours=40)
    assert keeper.here()
    assert times(desk, hours=3) == [(100 + 22, "reminder", "Anna")]


def test_a_clock_that_is_set_back_makes_up_for_nothing(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    desk.let_pass(hours=26)
    keeper = attendance(desk)
    keeper.come()
    desk.wait(hours=-3)
    assert keeper.here()
    desk.wait(minutes=5)
    assert keeper.here()
    desk.reply(desk.people[0], "take white blue green")
    assert bank(desk, 0) == 10


@pytest.mark.parametrize("name", ["imap", "relay"])
def test_other_pulses_say_nothing_about_the_clocks(desk: Desk, name: str) -> None:
    desk.new_game(terms=BRISK)
    desk.store.pulses.beat(name, desk.now)
    desk.let_pass(hours=27)
    attendance(desk).come()
    desk.reply(desk.people[0], "take white blue green")
    assert bank(desk, 0) == 7


# The server as it is put together


async def serve(desk: Desk, folder: Path, way_in: str) -> int:
    """Start a server on the desk's database, let it look at what is due, and stop it; returns at how many games."""
    config = folder / "config.toml"
    config.write_text(f'[server]\naddress = "splendor@example.org"\ndatabase = "{desk.store.engine.url}"\n{way_in}')
    app = App(config, lambda: desk.now)
    await app.start(on_stored=lambda: None)
    looked_at = app.keep_time()
    await app.stop_receiving()
    await app.close()
    return looked_at


async def test_a_server_that_starts_again_makes_up_before_any_mail_is_dealt_with(desk: Desk, tmp_path: Path) -> None:
    by_smtp = '[smtp_in]\nlisten = "127.0.0.1:0"\n'
    desk.new_game(terms=BRISK)
    desk.let_pass(hours=26)
    await serve(desk, tmp_path, by_smtp)
    desk.wait(hours=100)
    await serve(desk, tmp_path, by_smtp)
    assert ledger(desk) == []
    desk.reply(desk.people[0], "take white blue green")
    assert bank(desk, 0) == 8


async def test_a_server_looks_at_no_clock_before_it_has_read_its_mailbox(desk: Desk, tmp_path: Path) -> None:
    desk.new_game(terms=BRISK)
    desk.wait(hours=50)
    nobody_there = '[imap]\nhost = "127.0.0.1"\nport = 1\ntls = "none"\nuser = "u"\npassword = "p"\n'
    assert await serve(desk, tmp_path, nobody_there) == 0
    assert ledger(desk) == []
    assert await serve(desk, tmp_path, '[smtp_in]\nlisten = "127.0.0.1:0"\n') == 1


@pytest.mark.parametrize("jump", [timedelta(days=365), -timedelta(days=1)])
async def test_a_wall_clock_that_is_set_costs_nobody_a_turn_and_holds_up_no_mail(
    desk: Desk, tmp_path: Path, jump: timedelta
) -> None:
    desk.new_game(terms=BRISK)
    desk.let_pass(hours=26)
    config = tmp_path / "config.toml"
    by_smtp = '[smtp_in]\nlisten = "127.0.0.1:0"\n'
    config.write_text(f'[server]\naddress = "splendor@example.org"\ndatabase = "{desk.store.engine.url}"\n{by_smtp}')
    app = App(config, lambda: desk.now)
    await app.start(on_stored=lambda: None)
    app.keep_time()
    anna, bo, _ = desk.people
    desk.take_in(typed(anna.last("turn"), anna.sender, "status"))
    desk.now += jump
    app.clock_was_set()
    assert kinds(desk.deliver_outbox()) == ["status"]
    assert kinds(desk.reply(anna, "take white blue green")) == ["moved", "turn"]
    assert bank(desk, 0) >= 8
    app.keep_time()
    assert bo.kinds()[-1] == "turn"
    await app.stop_receiving()
    await app.close()
