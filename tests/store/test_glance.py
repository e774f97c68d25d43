"""One look at the database tells how the server is doing, on either database and however much is stored."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from pbem.model import LeagueRules, Season
from pbem.store.glance import Glance, SeasonStatus, Status, glance_at
from pbem.store.glance import status_of as seen_at
from pbem.store.store import SqlStore
from tests.support.stores import START, Watch, add_game, fresh_store, letter, mail_to


def status_of(store: SqlStore, now: datetime) -> Status:
    with glance_at(store.engine.url.render_as_string(hide_password=False)) as glance:
        return seen_at(glance, now)


LARGE = ("game", "inbox", "outbox", "seat", "ledger")


def test_everything_is_counted(store: SqlStore, watch: Watch) -> None:
    store.inbox.accept([letter("one")])
    with store.work() as work:
        game = add_game(work, "anna", "bo")
        work.save_clock(replace(game, paused=True, due_at=None))
        work.post(mail_to("anna@players.example"))
        league = work.add_league("Nordic", LeagueRules())
        for number, phase in enumerate(("signed off", "running"), start=1):
            work.add_season(Season(0, league.id, number, LeagueRules(), START, b"s" * 32, phase))
    store.outbox.failed(store.outbox.claim(START, 1)[0], "550 no such user")
    store.workers.beat("here", START, leads=True)
    watch.forward(seconds=5)
    seen = status_of(store, watch.now)
    assert (seen.running, seen.paused, seen.open_tables, seen.over) == (1, 1, 0, 0)
    assert (seen.mail_in.waiting, seen.mail_in.since, seen.bounces) == (1, START, 1)
    assert seen.seasons == (SeasonStatus("Nordic", 2, "running"),)
    assert [each.name for each in seen.workers] == ["here"]
    assert seen.bytes > 10_000
    watch.forward(days=8)
    assert status_of(store, watch.now).bounces == 0


def test_the_newest_moment_that_the_database_knows_of(store: SqlStore, watch: Watch) -> None:
    with store.look() as visit:
        assert visit.newest() is None
    store.inbox.accept([letter("one")])
    watch.forward(hours=1)
    with store.work() as work:
        work.post(mail_to("anna@players.example"))
    with store.look() as visit:
        assert visit.newest() == START + timedelta(hours=1)


def test_no_large_table_is_read_from_end_to_end(tmp_path: Path, watch: Watch) -> None:
    with closing(fresh_store("sqlite", tmp_path, watch)) as store:
        with store.work() as work:
            add_game(work, "anna", "bo")
        said: list[str] = []
        with closing(sqlite3.connect(tmp_path / "pbem.db")) as connection:
            connection.set_trace_callback(said.append)
            seen_at(Glance(connection, is_sqlite=True), watch.now)
            connection.set_trace_callback(None)
            plans = [
                row[3]
                for statement in said
                if statement.startswith("SELECT")
                for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}")
            ]
    assert plans
    assert not [plan for plan in plans if plan.startswith("SCAN") and plan.split()[1] in LARGE and "INDEX" not in plan]
