"""The outbox: what is due is claimed by one sender at a time, and its fate is noted."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Barrier

import pytest

from pbem.errors import PbemError
from pbem.model import DueMail, Kind
from pbem.store.store import SqlStore
from pbem.work import LEASE
from tests.support.servers.tools import PATIENCE
from tests.support.stores import START, Watch, add_game, mail_to


def post(store: SqlStore, *keys: str) -> None:
    with store.work() as work:
        for key in keys:
            work.post(mail_to(f"{key}@players.example", key))


def claimed(store: SqlStore, now: datetime, limit: int = 10) -> list[str]:
    return [mail.recipient.partition("@")[0] for mail in store.outbox.claim(now, limit)]


def claim_one(store: SqlStore, now: datetime) -> DueMail:
    (mail,) = store.outbox.claim(now, 10)
    return mail


def status_of(store: SqlStore) -> list[str]:
    return [str(row["status"]) for row in reversed(store.books.mails("out", None, 100))]


def test_a_mail_is_claimed_as_it_was_posted(store: SqlStore) -> None:
    out = mail_to("þór@players.example", mime=b"Subject: =?utf-8?q?=C3=BE?=\r\n\r\n\x00\xff.\r\n", kind=Kind.STARTED)
    with store.work() as work:
        work.post(out)
    mail = claim_one(store, START)
    assert (mail.sender, mail.recipient, mail.mime) == (out.sender, out.recipient, out.mime)
    assert (mail.kind, mail.game_id, mail.attempts, mail.created_at) == (Kind.STARTED, None, 0, START)


def test_a_mail_about_a_game_says_which(store: SqlStore) -> None:
    with store.work() as work:
        game = add_game(work, "anna", "jon")
        work.post(mail_to("anna@players.example", game_id=game.id))
    assert claim_one(store, START).game_id == game.id


def test_mails_go_in_the_order_in_which_they_were_posted(store: SqlStore, watch: Watch) -> None:
    post(store, "a", "b")
    watch.forward(seconds=1)
    post(store, "c", "d")
    assert claimed(store, watch(), limit=3) == ["a", "b", "c"]
    assert claimed(store, watch(), limit=3) == ["d"]


def test_a_claimed_mail_is_nobody_else_s_until_its_lease_is_over(store: SqlStore) -> None:
    post(store, "a")
    assert claimed(store, START) == ["a"]
    assert claimed(store, START + LEASE - timedelta(seconds=1)) == []
    assert claimed(store, START + LEASE) == ["a"]


def test_a_mail_that_was_sent_is_never_claimed_again(store: SqlStore) -> None:
    post(store, "a", "b")
    store.outbox.sent([mail.id for mail in store.outbox.claim(START, 10)], START)
    assert claimed(store, START + timedelta(days=100)) == []
    assert status_of(store) == ["done", "done"]


def test_a_deferred_mail_waits_for_its_time_and_counts_its_tries(store: SqlStore) -> None:
    post(store, "a")
    store.outbox.deferred(claim_one(store, START), START + timedelta(minutes=5), "451 later")
    assert claimed(store, START + timedelta(minutes=4)) == []
    mail = claim_one(store, START + timedelta(minutes=5))
    assert mail.attempts == 1
    assert mail.created_at == START
    assert status_of(store) == ["waiting"]


def test_a_failed_mail_is_kept_with_its_reason_and_not_tried_again(store: SqlStore) -> None:
    post(store, "a")
    store.outbox.failed(claim_one(store, START), "550 no such user")
    assert claimed(store, START + timedelta(days=100)) == []
    (row,) = store.books.mails("out", "failed", 10)
    assert (row["error"], row["attempts"]) == ("550 no such user", 1)


def test_a_failed_mail_goes_once_more_when_it_is_retried(store: SqlStore) -> None:
    post(store, "a")
    store.outbox.failed(claim_one(store, START), "550 no such user")
    store.books.retry("out", 1)
    assert claim_one(store, START).attempts == 0


def test_a_mail_that_did_not_fail_or_is_not_there_can_not_be_retried(store: SqlStore) -> None:
    post(store, "a")
    for number in (1, 2):
        with pytest.raises(PbemError, match=f"mail {number}"):
            store.books.retry("out", number)


def test_a_mail_that_is_still_being_sent_stays_claimed(store: SqlStore) -> None:
    post(store, "a", "b")
    first, second = store.outbox.claim(START, 2)
    later = START + LEASE / 2
    store.outbox.deferred(second, START + timedelta(hours=1), "451 later")
    store.outbox.renew([first.id, second.id], later)
    assert claimed(store, START + LEASE) == []
    assert claimed(store, later + LEASE) == ["a"]


def test_a_mail_that_was_not_tried_is_anybody_s_at_once(store: SqlStore) -> None:
    post(store, "a", "b")
    first, second = store.outbox.claim(START, 2)
    store.outbox.sent([first.id], START)
    store.outbox.give_back([first.id, second.id], START)
    assert claimed(store, START) == ["b"]


def test_after_a_crash_what_was_claimed_and_never_tried_is_due_at_once(store: SqlStore) -> None:
    post(store, "a", "b")
    (deferred,) = store.outbox.claim(START, 1)
    store.outbox.deferred(deferred, START + timedelta(hours=1), "451 later")
    assert claimed(store, START) == ["b"]
    store.outbox.release(START)
    assert claimed(store, START) == ["b"]


def test_senders_at_the_same_moment_never_claim_the_same_mail(store: SqlStore) -> None:
    keys = [f"{number:08}" for number in range(60)]
    post(store, *keys)
    together = Barrier(4)

    def claim() -> list[str]:
        together.wait(timeout=PATIENCE)
        found: list[str] = []
        while some := claimed(store, START, limit=4):
            found += some
        return found

    with ThreadPoolExecutor(4) as threads:
        taken = [key for done in [threads.submit(claim) for _ in range(4)] for key in done.result()]
    assert sorted(taken) == keys
