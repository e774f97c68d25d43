"""The server's own state in the database: vital signs and incidents of trouble, on both databases."""

from contextlib import closing
from datetime import timedelta
from pathlib import Path

from pbem.model import Incident, Kind, Pulse, Trouble
from pbem.notices import TO_ADMINS
from pbem.store.store import SqlStore
from tests.support.stores import START, Watch, add_game, fresh_store, letter, mail_to


def test_an_idle_server_has_nothing_to_do(store: SqlStore) -> None:
    with store.work() as work:
        vitals = work.vitals(TO_ADMINS)
    assert (vitals.now, vitals.to_read, vitals.to_send, vitals.overdue, vitals.shunted) == (START, 0, 0, 0, 0)
    assert (vitals.unread_since, vitals.read_at, vitals.overdue_since, vitals.shunted_at) == (None, None, None, None)


def test_what_came_in_is_counted(store: SqlStore, watch: Watch) -> None:
    store.inbox.accept([letter(name, sender=name) for name in ("first", "second", "third", "fourth")])
    watch.now += timedelta(minutes=1)
    with store.work() as work:
        done, *broken = work.waiting_mail(3)
        work.finish_mail(done.id, "order", None, None)
        for mail in broken:
            work.shunt_mail(mail.id, "ValueError")
        vitals = work.vitals(TO_ADMINS)
    assert (vitals.to_read, vitals.unread_since, vitals.read_at) == (1, START, watch.now)
    assert (vitals.shunted, vitals.shunted_since, vitals.shunted_at) == (2, watch.now, watch.now)


def test_what_goes_out_is_overdue_when_its_time_has_come_or_a_try_was_in_vain(store: SqlStore, watch: Watch) -> None:
    with store.work() as work:
        for name in ("now", "tried"):
            work.post(mail_to(f"{name}@players.example", name))
        work.post(mail_to("later@players.example", "later"), START + timedelta(hours=8))
    tried = next(mail for mail in store.outbox.claim(START, 10) if mail.recipient.startswith("tried"))
    store.outbox.deferred(tried, START + timedelta(hours=4), "451")
    watch.now += timedelta(minutes=10)
    with store.work() as work:
        vitals = work.vitals(TO_ADMINS)
    assert (vitals.to_send, vitals.overdue, vitals.overdue_since) == (3, 2, START)


def test_mails_to_admins_about_trouble_are_not_counted(store: SqlStore) -> None:
    with store.work() as work:
        for kind in (Kind.STATUS, Kind.BOUNCE_NOTICE):
            work.post(mail_to("td@example.org", kind, kind=kind))
        vitals = work.vitals(TO_ADMINS)
    assert (vitals.to_send, vitals.overdue) == (0, 0)


def test_pulses_are_among_the_vital_signs(store: SqlStore) -> None:
    store.pulses.beat("imap", START)
    with store.work() as work:
        assert work.vitals(TO_ADMINS).pulses == {"imap": Pulse("imap", START, "")}


def test_a_incident_is_kept_as_it_was_last_saved(store: SqlStore) -> None:
    first = Incident(Trouble.DISK, since=START)
    last = Incident(Trouble.DISK, since=START, raised=True, sent_at=START + timedelta(minutes=1))
    with store.work() as work:
        assert work.incidents() == {}
        work.save_incident(first)
    with store.work() as work:
        assert work.incidents() == {Trouble.DISK: first}
        work.save_incident(last)
    with store.work() as work:
        assert work.incidents() == {Trouble.DISK: last}
        assert last.told
        assert not first.told


def test_a_server_notices_what_another_process_wrote(tmp_path: Path) -> None:
    with (
        closing(fresh_store("sqlite", tmp_path, Watch())) as ours,
        closing(fresh_store("sqlite", tmp_path, Watch())) as other,
    ):
        changes = ours.changes()
        assert changes
        with closing(changes):
            assert not changes.came()
            with other.work() as work:
                add_game(work, "anna", "bo")
            assert changes.came()
            assert not changes.came()
