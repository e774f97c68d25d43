"""Every query that runs on a tick or for every mail finds its rows by an index, however much is stored."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pbem.model import Game, GameStatus, Kind
from pbem.store.look import SqlVisit
from pbem.store.store import SqlStore
from pbem.work import ServerWork
from tests.support.statements import statements_of
from tests.support.stores import START, add_game, letter, mail_to


def in_work(query: Callable[[ServerWork], object]) -> Callable[[SqlStore], object]:
    def run(store: SqlStore) -> object:
        with store.work() as work:
            return query(work)

    return run


def on_a_visit(query: Callable[[SqlVisit], object]) -> Callable[[SqlStore], object]:
    def run(store: SqlStore) -> object:
        with store.look() as visit:
            return query(visit)

    return run


# `json_each` is the list of numbers that are looked for, `rounds` and `next` are what is due in the outbox.
WITHIN = ("MATERIALIZE", "CO-ROUTINE", "SCAN (subquery", "SCAN rounds", "SCAN next")
HARMLESS = ("SEARCH", "USE TEMP B-TREE", "LIST SUBQUERY", "SCAN json_each", *WITHIN)
QUERIES: dict[str, Callable[[SqlStore], object]] = {
    "waiting_mail": in_work(lambda work: work.waiting_mail(16)),
    "letters_since": in_work(lambda work: work.letters_since("anna@players.example", START)),
    "player": in_work(lambda work: work.player(1)),
    "player_at": in_work(lambda work: work.player_at("anna@players.example")),
    "game": in_work(lambda work: work.game(1)),
    "games_of": in_work(lambda work: work.games_of(1)),
    "ledger": in_work(lambda work: work.ledger(1)),
    "sent_mail": in_work(lambda work: work.sent_mail("aaaaaaaa")),
    "count_turn_mails": in_work(lambda work: work.count_turn_mails(1, 1, 1)),
    "last_turn_mail": in_work(lambda work: work.last_turn_mail(1, 1)),
    "sent_since": in_work(lambda work: work.sent_since("anna@players.example", Kind.REFUSED, START)),
    "question": in_work(lambda work: work.question("aaaaaaaa")),
    "finish_mail": in_work(lambda work: work.finish_mail(1, "order", None, None)),
    "due_seasons": in_work(lambda work: work.due_seasons(16)),
    "fixture_of": in_work(lambda work: work.fixture_of(1)),
    "rating": in_work(lambda work: work.rating("casual", "1")),
    "last_lapse": in_work(lambda work: work.last_lapse(1)),
    "accept": lambda store: store.inbox.accept([letter("old")]),
    "cursor": lambda store: store.inbox.cursor("INBOX"),
    "unfiled": lambda store: store.inbox.unfiled("INBOX", 1, 100),
    "mark_filed": lambda store: store.inbox.mark_filed("INBOX", 1, [1, 2]),
    "claim": lambda store: store.outbox.claim(START, 20),
    "sent": lambda store: store.outbox.sent([1], START),
    "healthz": on_a_visit(lambda visit: visit.waiting()),
}


@pytest.mark.parametrize("name", QUERIES)
def test_no_table_is_read_from_end_to_end(sqlite: SqlStore, name: str) -> None:
    sqlite.inbox.accept([letter("old")])
    with sqlite.work() as work:
        work.post(mail_to("anna@players.example"))
    statements = statements_of(sqlite, QUERIES[name])
    assert statements
    with sqlite.engine.connect() as connection:
        for statement, parameters in statements:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
            steps = [row.detail for row in plan]
            assert all(step.startswith(HARMLESS) for step in steps), steps
            assert any("USING" in step for step in steps)


def test_whether_all_is_well_is_told_without_counting_or_sorting(sqlite: SqlStore) -> None:
    statements = statements_of(sqlite, QUERIES["healthz"])
    assert len(statements) == 3
    with sqlite.engine.connect() as connection:
        for statement, parameters in statements:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
            assert len(plan) == 1
            assert "LIMIT" in statement


def test_many_games_are_looked_at_with_as_many_queries_as_one(sqlite: SqlStore) -> None:
    def look(visit: SqlVisit) -> list[Game]:
        return visit.games(GameStatus.RUNNING, 50, 0)

    def statements() -> int:
        return len(statements_of(sqlite, on_a_visit(look)))

    def add(*names: str) -> None:
        with sqlite.work() as work:
            work.save_clock(replace(add_game(work, *names), due_at=START))

    add("anna", "bo")
    few = statements()
    for number in range(9):
        add(f"a{number}", f"b{number}")
    with sqlite.look() as visit:
        assert len(look(visit)) == 10
    assert statements() == few
