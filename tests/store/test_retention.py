"""Retention: of old mails only the facts stay, what is still needed stays whole, and a mail acts once all the same."""

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import event, insert, select
from sqlalchemy.exc import IntegrityError

from pbem.errors import PbemError
from pbem.model import DueMail, Keep, Kind, Question
from pbem.ports import Location
from pbem.server.handling import process_waiting
from pbem.store import retention
from pbem.store.database import transaction
from pbem.store.store import SqlStore
from pbem.store.tables import metadata
from tests.support.stores import START, Watch, add_game, letter, mail_to, make_server

IN_DAYS, OUT_DAYS = 90, 30
OFFICE = make_server()


def keep_house(store: SqlStore) -> None:
    store.keep_house(Keep(mails_in_days=IN_DAYS, mails_out_days=OUT_DAYS))


def row(store: SqlStore, table: str, number: int = 1) -> Any:
    rows = metadata.tables[table]
    with transaction(store.engine, read_only=True) as connection:
        return connection.execute(select(rows).where(rows.c.id == number)).one()


def is_kept(store: SqlStore, box: str, number: int = 1) -> bool:
    return store.books.mail(box, number)[1] != b""


def post(store: SqlStore, key: str = "aaaaaaaa", player_id: int | None = None) -> DueMail:
    """A mail that is about to leave."""
    with store.work() as work:
        work.post(mail_to("anna@players.example", key, player_id=player_id))
    (mail,) = store.outbox.claim(START, 1)
    return mail


@pytest.fixture
def handled(store: SqlStore) -> SqlStore:
    """A store with one mail of a player."""
    know_anna(store)
    store.inbox.accept([letter("first")])
    assert process_waiting(store, OFFICE) == 1
    return store


def know_anna(store: SqlStore) -> int:
    with store.work() as work:
        return work.add_player("Anna", "anna@players.example", "en", "UTC").id


class TestMailsIn:
    def test_a_mail_is_emptied_when_its_time_is_over(self, handled: SqlStore, watch: Watch) -> None:
        watch.forward(days=IN_DAYS - 1)
        keep_house(handled)
        assert is_kept(handled, "in")
        watch.forward(days=2)
        keep_house(handled)
        assert not is_kept(handled, "in")

    def test_no_address_stays_in_it_but_the_facts_do(self, handled: SqlStore, watch: Watch) -> None:
        watch.forward(days=IN_DAYS + 1)
        keep_house(handled)
        mail = row(handled, "inbox")
        assert "anna" not in repr((mail.sender, mail.envelope_sender, mail.envelope_recipients, mail.error, mail.raw))
        assert (mail.status, mail.verdict, mail.received_at) == ("done", "order", START)

    def test_a_mail_that_comes_again_years_later_is_still_known(self, handled: SqlStore, watch: Watch) -> None:
        watch.forward(days=IN_DAYS + 1)
        keep_house(handled)
        watch.forward(days=700)
        handled.inbox.accept([letter("first")])
        assert process_waiting(handled, OFFICE) == 0

    def test_a_stranger_s_is_emptied_after_a_week_and_still_known(self, store: SqlStore, watch: Watch) -> None:
        store.inbox.accept([letter("first")])
        assert process_waiting(store, OFFICE) == 1
        watch.forward(days=8)
        keep_house(store)
        assert not is_kept(store, "in")
        store.inbox.accept([letter("first")])
        assert process_waiting(store, OFFICE) == 0

    def test_one_that_waits_is_kept(self, store: SqlStore, watch: Watch) -> None:
        store.inbox.accept([letter("first")])
        watch.forward(days=1000)
        keep_house(store)
        assert is_kept(store, "in")
        assert process_waiting(store, OFFICE) == 1

    def test_one_in_the_shunt_is_kept_until_it_was_tried_again(self, store: SqlStore, watch: Watch) -> None:
        store.inbox.accept([letter("first")])
        with store.work() as work:
            work.shunt_mail(1, "it broke")
        watch.forward(days=1000)
        keep_house(store)
        assert is_kept(store, "in")
        store.books.retry("in", 1)
        process_waiting(store, OFFICE)
        keep_house(store)
        assert is_kept(store, "in")
        watch.forward(days=IN_DAYS + 1)
        keep_house(store)
        assert not is_kept(store, "in")

    def test_one_that_still_lies_in_the_imap_folder_is_kept_until_it_left(self, store: SqlStore, watch: Watch) -> None:
        know_anna(store)
        store.inbox.accept([letter("first", Location("INBOX", 7, 3))])
        process_waiting(store, OFFICE)
        watch.forward(days=1000)
        keep_house(store)
        assert is_kept(store, "in")
        store.inbox.mark_filed("INBOX", 7, [3])
        keep_house(store)
        assert not is_kept(store, "in")

    def test_one_that_an_open_question_is_about_is_kept(self, handled: SqlStore, watch: Watch) -> None:
        now = watch.forward(days=IN_DAYS + 1)
        with handled.work() as work:
            work.ask(Question("bbbbbbbb", 1, 1, now + timedelta(days=7), ()))
        keep_house(handled)
        assert is_kept(handled, "in")
        with handled.work() as work:
            work.close_question("bbbbbbbb")
        keep_house(handled)
        assert not is_kept(handled, "in")

    def test_what_was_written_is_not_told_to_its_player_any_more(self, store: SqlStore, watch: Watch) -> None:
        store.inbox.accept([letter("first")])
        with store.work() as work:
            player = work.add_player("Anna", "anna@players.example", "en", "UTC")
            work.finish_mail(1, "order", player.id, None)
            assert work.data_of(player)["mails_in"][0]["text"].strip() == "take red blue green"
        watch.forward(days=IN_DAYS + 1)
        keep_house(store)
        with store.work() as work:
            (told,) = work.data_of(player)["mails_in"]
            mail = work.mail(1)
        assert (told["text"], told["subject"], told["verdict"]) == ("", "", "order")
        assert mail
        assert mail.delivery.raw == b""


class TestMailsOut:
    def test_a_mail_that_left_loses_its_body_after_some_weeks_but_is_still_known(
        self, store: SqlStore, watch: Watch
    ) -> None:
        store.outbox.sent([post(store).id], START)
        watch.forward(days=OUT_DAYS - 1)
        keep_house(store)
        assert is_kept(store, "out")
        watch.forward(days=2)
        keep_house(store)
        assert not is_kept(store, "out")
        with store.work() as work:
            assert work.sent_mail("aaaaaaaa")

    def test_the_address_stays_only_where_it_is_a_player_s(self, store: SqlStore, watch: Watch) -> None:
        with store.work() as work:
            player = work.add_player("Anna", "anna@players.example", "en", "UTC")
        store.outbox.sent([post(store, player_id=player.id).id], START)
        store.outbox.sent([post(store, "bbbbbbbb").id], START)
        watch.forward(days=OUT_DAYS + 1)
        keep_house(store)
        assert [row(store, "outbox", number).recipient for number in (1, 2)] == ["anna@players.example", ""]

    def test_one_that_waits_keeps_its_body(self, store: SqlStore, watch: Watch) -> None:
        mail = post(store)
        store.outbox.deferred(mail, START + timedelta(days=999), "451 later")
        watch.forward(days=1000)
        keep_house(store)
        assert is_kept(store, "out")

    def test_one_that_was_given_up_can_be_sent_again_for_as_long(self, store: SqlStore, watch: Watch) -> None:
        store.outbox.failed(post(store), "550 no such user <anna@players.example>")
        watch.forward(days=OUT_DAYS - 1)
        keep_house(store)
        assert is_kept(store, "out")
        watch.forward(days=2)
        keep_house(store)
        assert not is_kept(store, "out")
        assert row(store, "outbox").error == ""

    def test_one_that_came_back_loses_its_body_too_and_can_not_be_retried(self, store: SqlStore, watch: Watch) -> None:
        store.outbox.sent([post(store).id], START)
        with store.work() as work:
            work.mail_bounced("aaaaaaaa", "bounced 5.1.1")
        watch.forward(days=OUT_DAYS + 1)
        keep_house(store)
        with pytest.raises(PbemError, match="mail 1"):
            store.books.retry("out", 1)
        assert store.outbox.claim(watch(), 10) == []


def test_questions_that_nobody_can_answer_any_more_go(handled: SqlStore, watch: Watch) -> None:
    with handled.work() as work:
        game = add_game(work, "mia", "jon")
        for key, days in (("bbbbbbbb", 1), ("cccccccc", 3)):
            work.ask(Question(key, game.holders[0].player_id or 0, 1, START + timedelta(days=days), ()))
    watch.forward(days=2)
    keep_house(handled)
    with handled.work() as work:
        assert work.question("bbbbbbbb") is None
        assert work.question("cccccccc")


def test_many_mails_go_in_several_transactions(store: SqlStore, watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "_BATCH", 4)
    commits: list[object] = []
    store.inbox.accept([letter(f"mail{number}") for number in range(10)])
    while process_waiting(store, OFFICE):
        pass
    event.listen(store.engine, "commit", commits.append)
    watch.forward(days=IN_DAYS + 1)
    keep_house(store)
    assert not any(is_kept(store, "in", number) for number in range(1, 11))
    assert len(commits) > 3


def test_what_is_to_go_is_found_by_an_index(sqlite: SqlStore) -> None:
    said: list[tuple[str, Any]] = []

    @event.listens_for(sqlite.engine, "before_cursor_execute")
    def listen(_connection: object, _cursor: object, statement: str, parameters: Any, *_: object) -> None:
        said.append((statement, parameters))

    keep_house(sqlite)
    event.remove(sqlite.engine, "before_cursor_execute", listen)
    looks = [each for each in said if each[0].startswith("SELECT") and "FROM player" not in each[0]]
    assert len(looks) == 3
    with sqlite.engine.connect() as connection:
        for statement, parameters in looks:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
            assert any("USING" in step.detail and "_bodies" in step.detail for step in plan), plan


def test_an_address_that_never_confirmed_is_gone_after_a_week(store: SqlStore, watch: Watch) -> None:
    with store.work() as work:
        work.add_player("Anna", "anna@players.example", "en", "UTC")
        work.add_player("bo", "bo@players.example", "en", "UTC", confirmed=False)
    watch.forward(days=6)
    keep_house(store)
    with store.work() as work:
        assert work.player_at("bo@players.example")
    watch.forward(days=2)
    keep_house(store)
    with store.work() as work:
        assert work.player_at("bo@players.example") is None
        assert work.player_at("anna@players.example")
        assert not work.left_alone("bo@players.example")


def test_the_kinds_of_mail_are_all_the_same_to_it(store: SqlStore, watch: Watch) -> None:
    with store.work() as work:
        for number, kind in enumerate(Kind):
            work.post(mail_to("anna@players.example", f"{number:08}", kind=kind))
    store.outbox.sent([mail.id for mail in store.outbox.claim(START, 100)], START)
    watch.forward(days=OUT_DAYS + 1)
    keep_house(store)
    assert not any(is_kept(store, "out", number) for number in range(1, len(Kind) + 1))


def some_text(luck: Random) -> str:
    """Up to six kilobytes, when it is compressed."""
    return luck.randbytes(luck.randint(500, 6000)).hex()


def correspond(store: SqlStore, watch: Watch, luck: Random, mails: int) -> None:
    """So many mails come in, and each is answered."""
    store.inbox.accept([letter(luck.randbytes(8).hex(), body=some_text(luck)) for _ in range(mails)])
    with store.work() as work:
        for mail in work.waiting_mail(mails):
            answer = mail_to("anna@players.example", luck.randbytes(4).hex(), mime=some_text(luck).encode())
            work.post(replace(answer, mail_id=mail.id))
            work.finish_mail(mail.id, "order", None, None)
    store.outbox.sent([mail.id for mail in store.outbox.claim(watch(), mails)], watch())


def add_sent(store: SqlStore, watch: Watch, luck: Random, mails: int) -> None:
    """As if so many mails had left, each third of them weeks later than the others."""
    columns: dict[str, Any] = {"kind": "turn", "sender": "", "recipient": "", "forgettable": False, "error": ""}
    columns |= {"status": "done", "attempts": 0, "created_at": watch(), "due_at": watch()}
    times = [watch() + timedelta(days=0 if number % 3 else 20) for number in range(mails)]
    keys = [luck.randbytes(8).hex() for _ in range(mails)]
    rows = [
        {**columns, "key": key, "message_id": key, "mime": luck.randbytes(luck.randint(500, 6000)), "sent_at": at}
        for key, at in zip(keys, times, strict=True)
    ]
    with transaction(store.engine) as connection:
        connection.execute(insert(metadata.tables["outbox"]), rows)


def pages(store: SqlStore, which: str = "page_count") -> int:
    with transaction(store.engine, read_only=True) as connection:
        return int(connection.exec_driver_sql(f"PRAGMA {which}").scalar_one())


def stored_bodies(store: SqlStore) -> list[bytes]:
    """As they lie in the file."""
    with transaction(store.engine, read_only=True) as connection:
        bodies = connection.exec_driver_sql("SELECT raw FROM inbox UNION ALL SELECT mime FROM outbox").scalars()
        return [body for body in bodies if body]


def facts(store: SqlStore) -> list[Any]:
    """All that is to stay of every mail."""
    gone = {"raw", "mime", "sender", "recipient", "mailbox", "envelope_sender", "envelope_recipients", "error"}
    tables = [metadata.tables[name] for name in ("inbox", "outbox")]
    with transaction(store.engine, read_only=True) as connection:
        return [
            connection.execute(select(*(c for c in t.c if c.name not in gone)).order_by(t.c.id)).all() for t in tables
        ]


class TestTheFile:
    """SQLite's: no larger than what is kept, whatever was dropped before, and without a trace of that."""

    def test_it_grows_by_little_more_than_the_facts(self, sqlite: SqlStore, watch: Watch) -> None:
        sizes, luck = [], Random(1)
        for _ in range(4):
            correspond(sqlite, watch, luck, mails=500)
            sizes.append(pages(sqlite))
            watch.forward(days=IN_DAYS + 1)
            keep_house(sqlite)
        assert max(later - earlier for earlier, later in pairwise(sizes)) < sizes[0] / 8
        assert pages(sqlite) - pages(sqlite, "freelist_count") < sizes[0] / 2

    def test_no_byte_of_a_body_is_left_in_it(
        self, sqlite: SqlStore, watch: Watch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(retention, "_BATCH", 10)
        bodies, luck = [], Random(5)
        for _ in range(2):
            add_sent(sqlite, watch, luck, mails=300)
            bodies += stored_bodies(sqlite)
            watch.forward(days=OUT_DAYS + 1)
            keep_house(sqlite)
        watch.forward(days=OUT_DAYS)
        keep_house(sqlite)
        assert not stored_bodies(sqlite)
        pieces = {body[start : start + 8] for body in bodies for start in range(0, len(body) - 8, 8)}
        file = Path(str(sqlite.engine.url.database)).read_bytes()
        assert not any(file[start : start + 8] in pieces for start in range(len(file)))

    def test_every_mail_keeps_its_number_its_facts_and_who_refers_to_it(self, sqlite: SqlStore, watch: Watch) -> None:
        correspond(sqlite, watch, Random(1), mails=300)
        before = facts(sqlite)
        watch.forward(days=IN_DAYS + 1)
        keep_house(sqlite)
        assert facts(sqlite) == before
        with transaction(sqlite.engine, read_only=True) as connection:
            assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
            assert connection.exec_driver_sql("PRAGMA integrity_check").scalar_one() == "ok"

    def test_a_row_that_points_nowhere_is_refused_afterwards_too(self, sqlite: SqlStore, watch: Watch) -> None:
        correspond(sqlite, watch, Random(1), mails=3)
        watch.forward(days=IN_DAYS + 1)
        keep_house(sqlite)
        with pytest.raises(IntegrityError), sqlite.work() as work:
            work.post(mail_to("anna@players.example", player_id=999))

    def test_if_it_breaks_amid_that_nothing_is_lost_and_references_are_checked_again(
        self, sqlite: SqlStore, watch: Watch
    ) -> None:
        correspond(sqlite, watch, Random(1), mails=3)
        before = facts(sqlite)
        with transaction(sqlite.engine) as connection:
            forbid = "BEGIN SELECT RAISE(ABORT, 'broken'); END"
            connection.exec_driver_sql(f"CREATE TRIGGER broken AFTER UPDATE OF id ON inbox WHEN new.id = 2 {forbid}")
        watch.forward(days=IN_DAYS + 1)
        with pytest.raises(IntegrityError, match="broken"):
            keep_house(sqlite)
        assert facts(sqlite) == before
        with pytest.raises(IntegrityError), sqlite.work() as work:
            work.post(mail_to("anna@players.example", player_id=999))
