"""Several processes on one PostgreSQL: a sender's mails keep their order, and each is handled once."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from time import sleep

from pbem.ports import Location
from pbem.store.store import SqlStore
from pbem.work import retried
from tests.support.servers.tools import PATIENCE
from tests.support.stores import POSTGRESQL_ONLY, letter

pytestmark = POSTGRESQL_ONLY


def test_a_sender_s_mails_are_handled_in_the_order_in_which_they_came(store: SqlStore) -> None:
    mails = [letter("1", sender="anna"), letter("2", sender="anna"), letter("3", sender="jon")]
    store.inbox.accept(mails)
    with store.work() as one:
        (first,) = one.waiting_mail(1)
        with store.work() as another:
            (third,) = another.waiting_mail(10)
            another.finish_mail(third.id, "order", None, None)
        one.finish_mail(first.id, "order", None, None)
    with store.work() as work:
        (second,) = work.waiting_mail(10)
    assert [mail.delivery for mail in (first, second, third)] == mails


def test_a_mail_that_goes_to_the_shunt_lets_the_next_one_pass(store: SqlStore) -> None:
    store.inbox.accept([letter("1"), letter("2")])
    with store.work() as work:
        work.shunt_mail(work.waiting_mail(1)[0].id, "ValueError: no")
    with store.work() as work:
        assert [mail.delivery for mail in work.waiting_mail(10)] == [letter("2")]


def test_mails_without_a_sender_don_t_wait_for_each_other(store: SqlStore) -> None:
    nobody = [
        replace(letter(name), raw=letter(name).raw.replace(b"From: anna@players.example\r\n", b"")) for name in "ab"
    ]
    store.inbox.accept(nobody)
    with store.work() as work:
        assert len(work.waiting_mail(10)) == 2


def test_mails_of_many_senders_to_many_workers_keep_each_sender_s_order(store: SqlStore) -> None:
    for number in range(6):
        store.inbox.accept([letter(f"{name}{number}", sender=name) for name in ("anna", "jon", "eva")])
    handled: list[int] = []

    @retried
    def handle_one() -> bool:
        with store.work() as work:
            mails = work.waiting_mail(1)
            for mail in mails:
                sleep(0.005)
                work.finish_mail(mail.id, "order", None, None)
                handled.append(mail.id)
        return bool(mails)

    def handle_all() -> None:
        idle = 0
        while idle < 20:
            idle = 0 if handle_one() else idle + 1
            sleep(0.005)

    with ThreadPoolExecutor(4) as processes:
        for done in [processes.submit(handle_all) for _ in range(4)]:
            done.result()
    assert sorted(handled) == list(range(1, 19))
    for sender in range(3):
        theirs = [number for number in handled if number % 3 == sender]
        assert theirs == sorted(theirs)


def test_a_mail_that_another_process_dealt_with_is_known_to_whoever_files_it(store: SqlStore) -> None:
    store.inbox.accept([letter("1", Location("INBOX", 7, 1))])
    assert not store.inbox.lies_handled()
    with store.work() as work:
        work.finish_mail(work.waiting_mail(1)[0].id, "order", None, None)
    assert store.inbox.lies_handled()
    store.inbox.mark_filed("INBOX", 7, [1])
    assert not store.inbox.lies_handled()


def test_a_mail_that_two_store_at_the_same_time_is_one_mail(store: SqlStore) -> None:
    together = Barrier(2)

    def accept(*names: str) -> None:
        together.wait(timeout=PATIENCE)
        store.inbox.accept([letter(name) for name in names])

    with ThreadPoolExecutor(2) as processes:
        for done in [processes.submit(accept, *names) for names in ("abcdefgh", "hgfedcba")]:
            done.result()
    assert len(store.books.mails("in", None, 100)) == 8
