"""`pbem status` tells at a glance how the server is doing."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.actions.deadlines import look_at
from pbem.cli.status import ADVICE
from pbem.model import Incident, Trouble, TurnClock
from pbem.model.games import House
from pbem.model.time import system_clock
from pbem.store.glance import JUNK_LEFT, JUNK_TAKEN
from pbem.store.store import SqlStore
from tests.support.cli.runs import CONFIG, inside
from tests.support.cli.terminal import Terminal
from tests.support.stores import add_game, letter, mail_to

IMAP = '[imap]\nhost = "127.0.0.1"\nuser = "u"\npassword = "p"\n'


@pytest.fixture
def warsaw_store(tmp_path: Path, store_now: SqlStore) -> SqlStore:
    """A server's database at the machine's own time."""
    (tmp_path / "config.toml").write_text(CONFIG + 'timezone = "Europe/Warsaw"\n' + IMAP)
    return store_now


def on_turn_for(store: SqlStore, name: str, hours: float, bank_hours: float = 0) -> int:
    """A game in which somebody has been on turn for so long; there are 24 hours, and the bank."""
    with store.work() as work:
        game = add_game(work, name, f"{name}-too")
        game = game.with_holder(0, replace(game.holders[0], bank=round(bank_hours * 3600)))
        clock = TurnClock(turn=game.length, since=work.now - timedelta(hours=hours))
        work.save_holder(game, 0)
        work.save_clock(replace(game, clock=clock, due_at=work.now))
        look_at(work, House(), game)
    return game.id


def test_a_new_server_has_nothing_to_tell(warsaw_store: SqlStore, tmp_path: Path) -> None:
    run = inside(tmp_path, "status")
    assert run.code == 0
    assert "0 running, 0 gathering, 0 over" in run.out
    assert "not running: pbem serve" in run.out
    assert "last backup  never" in run.out


def test_games_mails_and_people_are_counted(warsaw_store: SqlStore, tmp_path: Path) -> None:
    with warsaw_store.work() as work:
        rests = add_game(work, "anna", "bo")
        add_game(work, "cy", "di")
        work.save_clock(replace(rests, paused=True, due_at=None))
        work.post(mail_to("anna@players.example"))
        anna = work.player_at("anna@players.example")
        assert anna
        work.save_player(replace(anna, unreachable=True))
    warsaw_store.inbox.accept([letter("one"), letter("two"), letter("three")])
    with warsaw_store.work() as work:
        work.shunt_mail(1, "ValueError: no")
    (mail,) = warsaw_store.outbox.claim(system_clock(), 1)
    warsaw_store.outbox.failed(mail, "550 no such user")
    told = inside(tmp_path, "status", "--json").json
    assert told["games"] == {"running": 2, "paused": 1, "gathering": 0, "over": 0}
    assert (told["mail_in"]["waiting"], told["mail_in"]["shunted"]) == (2, 1)
    assert told["bounces"] == {"last_7_days": 1, "players_out_of_reach": 1}
    assert told["database_bytes"] > 0


def test_turns_that_run_out_within_a_day_are_listed_the_first_first(warsaw_store: SqlStore, tmp_path: Path) -> None:
    later, sooner = on_turn_for(warsaw_store, "anna", hours=2), on_turn_for(warsaw_store, "bo", hours=20)
    on_turn_for(warsaw_store, "patient", hours=20, bank_hours=100)
    told = inside(tmp_path, "status", "--json").json["deadlines"]
    assert [(each["game"], each["player"]) for each in told] == [(sooner, "bo"), (later, "anna")]
    assert "deadlines    2 within 24 hours" in inside(tmp_path, "status").out


def test_who_works_and_who_leads(warsaw_store: SqlStore, tmp_path: Path) -> None:
    warsaw_store.workers.beat("one", system_clock(), leads=False)
    warsaw_store.workers.beat("two", system_clock(), leads=True)
    told = inside(tmp_path, "status", "--json").json["workers"]
    assert [(each["name"], each["leads"]) for each in told] == [("one", False), ("two", True)]
    assert "two (leads)" in inside(tmp_path, "status").out


def test_when_the_mailbox_was_last_read_and_what_went_wrong_since(warsaw_store: SqlStore, tmp_path: Path) -> None:
    warsaw_store.pulses.beat("imap", system_clock() - timedelta(hours=2))
    warsaw_store.pulses.failed("imap", "connection lost")
    assert "2 hours ago; since then: connection lost" in inside(tmp_path, "status").out


def test_it_is_shown_again_and_again_until_ctrl_c(warsaw_store: SqlStore, tmp_path: Path) -> None:
    with Terminal(tmp_path, "status", "--watch", "--interval", "0.1") as terminal:
        terminal.until("0 running")
        with warsaw_store.work() as work:
            add_game(work, "anna", "bo")
        terminal.until("1 running")
        assert terminal.press_ctrl_c() == 0


def test_without_a_database_it_says_so_and_makes_none(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(CONFIG)
    run = inside(tmp_path, "status")
    assert run.code == 1
    assert run.complaint == f"there is no database {tmp_path / 'pbem.db'} yet, pbem serve makes it"
    assert [path.name for path in tmp_path.iterdir()] == ["config.toml"]


def test_what_is_not_well_is_told_first_with_what_to_do(warsaw_store: SqlStore, tmp_path: Path) -> None:
    warsaw_store.inbox.accept([letter("one")])
    with warsaw_store.work() as work:
        work.shunt_mail(1, "ValueError: no")
    lines = inside(tmp_path, "status").out.splitlines()
    assert lines[1] == "not well     the server does not run: pbem serve starts it"
    assert "pbem mail retry" in lines[2]


def test_a_check_says_only_what_is_not_well_and_ends_with_one(warsaw_store: SqlStore, tmp_path: Path) -> None:
    run = inside(tmp_path, "status", "--check")
    assert (run.code, run.out) == (1, "the server does not run: pbem serve starts it\n")
    warsaw_store.workers.beat("one", system_clock(), leads=True)
    assert inside(tmp_path, "status", "--check").code == 0
    assert inside(tmp_path, "status", "--check").out == ""
    assert "all is well" in inside(tmp_path, "status").out


def test_trouble_that_the_server_finds_is_told(warsaw_store: SqlStore, tmp_path: Path) -> None:
    warsaw_store.workers.beat("one", system_clock(), leads=True)
    with warsaw_store.work() as work:
        work.save_incident(Incident(Trouble.MAILBOX, system_clock() - timedelta(hours=3), raised=True))
    run = inside(tmp_path, "status", "--check")
    assert (run.code, run.out) == (1, "the mailbox can't be read, for 3 hours: pbem doctor tells why\n")


def test_a_relay_that_never_took_a_mail_is_told_at_once(warsaw_store: SqlStore, tmp_path: Path) -> None:
    warsaw_store.workers.beat("one", system_clock(), leads=True)
    with warsaw_store.work() as work:
        work.post(mail_to("anna@players.example"))
    (mail,) = warsaw_store.outbox.claim(system_clock(), 1)
    warsaw_store.outbox.deferred(mail, system_clock(), "refused")
    warsaw_store.pulses.failed("relay", "Connection refused")
    run = inside(tmp_path, "status", "--check")
    assert (run.code, run.out) == (1, "mail does not leave (Connection refused): pbem doctor tells why\n")
    warsaw_store.pulses.beat("relay", system_clock() - timedelta(minutes=2))
    warsaw_store.pulses.failed("relay", "451 try again later")
    assert inside(tmp_path, "status", "--check").code == 0


def test_a_mailbox_that_lets_nobody_in_is_told_at_once(warsaw_store: SqlStore, tmp_path: Path) -> None:
    warsaw_store.workers.beat("one", system_clock(), leads=True)
    warsaw_store.pulses.failed("imap", "log-in refused")
    run = inside(tmp_path, "status", "--check")
    assert (run.code, run.out) == (1, "the mailbox can't be read (log-in refused): pbem doctor tells why\n")


def test_what_lay_in_the_junk_folder_is_counted(warsaw_store: SqlStore, tmp_path: Path) -> None:
    assert "junk         0 taken as a player's own, 0 left" in inside(tmp_path, "status").out
    for number in (1, 2):
        warsaw_store.tallies.add(JUNK_TAKEN, number)
    warsaw_store.tallies.add(JUNK_LEFT, 40)
    assert inside(tmp_path, "status", "--json").json["junk"] == {"taken": 3, "left": 40}


def test_every_kind_of_trouble_has_its_advice() -> None:
    assert set(ADVICE) == set(Trouble)


def test_health_is_an_exit_code(warsaw_store: SqlStore, tmp_path: Path) -> None:
    assert inside(tmp_path, "health").code == 1
    warsaw_store.workers.beat("one", system_clock(), leads=True)
    assert (inside(tmp_path, "health").code, inside(tmp_path, "health").out) == (0, "alive\n")
    warsaw_store.workers.beat("one", system_clock() - timedelta(minutes=1), leads=True)
    assert "no server gave a sign of life" in inside(tmp_path, "health").complaint


def test_colours_are_for_terminals_that_want_them(warsaw_store: SqlStore, tmp_path: Path) -> None:
    assert "\x1b" not in inside(tmp_path, "status").out
    with Terminal(tmp_path, "status") as terminal:
        assert "\x1b[" in terminal.until("database")
    with Terminal(tmp_path, "status", NO_COLOR="1") as terminal:
        assert "\x1b[" not in terminal.until("database")
