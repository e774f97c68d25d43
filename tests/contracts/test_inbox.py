"""What every inbox promises to the transports: the one in memory, SQLite's and PostgreSQL's."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Barrier
from typing import Protocol

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.errors import StoreUnavailable
from pbem.ports import Cursor, Delivery, Filing, Inbox, Location
from pbem.store.store import SqlStore
from tests.support.servers import postgres
from tests.support.servers.memory_inbox import MemoryInbox
from tests.support.servers.tools import PATIENCE
from tests.support.stores import Watch, fresh_store, letter, locked, stored

VALIDITY = 1700000000


class World(Protocol):
    """An inbox, the inbox loop behind it, and the trouble that it can have."""

    @property
    def inbox(self) -> Inbox: ...
    def stored(self) -> list[Delivery]: ...
    def deal_with_all(self, shunted: bool = False) -> None: ...
    def down(self) -> AbstractContextManager[None]: ...


class MemoryWorld:
    def __init__(self) -> None:
        self.inbox = MemoryInbox()

    def stored(self) -> list[Delivery]:
        return [replace(delivery, location=None) for delivery in self.inbox.deliveries]

    def deal_with_all(self, shunted: bool = False) -> None:
        self.inbox.deal_with(shunted)

    @contextmanager
    def down(self) -> Iterator[None]:
        self.inbox.down = True
        yield
        self.inbox.down = False


class SqlWorld:
    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self.inbox: Inbox = store.inbox

    def stored(self) -> list[Delivery]:
        return [mail.delivery for mail in stored(self._store)]

    def deal_with_all(self, shunted: bool = False) -> None:
        with self._store.work() as work:
            while waiting := work.waiting_mail(1):
                if shunted:
                    work.shunt_mail(waiting[0].id, "ValueError: no")
                else:
                    work.finish_mail(waiting[0].id, "order", None, None)


class SqliteWorld(SqlWorld):
    """Goes down as SQLite does: somebody else holds the write lock."""

    @contextmanager
    def down(self) -> Iterator[None]:
        with locked(self._store):
            yield


class PostgresWorld(SqlWorld):
    """Goes down as servers do: connections break, and no new ones are taken."""

    @contextmanager
    def down(self) -> Iterator[None]:
        name = str(self._store.engine.url.database)
        postgres.shared().lock_out(name)
        try:
            yield
        finally:
            postgres.shared().let_in(name)


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def inbox_world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    if request.param == "memory":
        yield MemoryWorld()
        return
    with closing(fresh_store(request.param, tmp_path, Watch())) as store:
        yield SqliteWorld(store) if request.param == "sqlite" else PostgresWorld(store)


def at(uid: int, folder: str = "INBOX", uidvalidity: int = VALIDITY) -> Location:
    return Location(folder, uidvalidity, uid)


def unfiled(world: World, folder: str = "INBOX", uidvalidity: int = VALIDITY, limit: int = 100) -> list[int]:
    return [filing.uid for filing in world.inbox.unfiled(folder, uidvalidity, limit)]


# Stored once


def test_a_mail_is_stored_as_it_came(inbox_world: World) -> None:
    raw = b"Message-ID: <1@x>\r\n\r\n\x00\xff\r\n.\r\nna\xefve\n"
    mail = Delivery(raw, "anna@players.example", ("splendor@example.org", "splendor+þ@example.org"))
    inbox_world.inbox.accept([mail])
    assert inbox_world.stored() == [mail]


def test_a_bounce_keeps_its_null_sender_and_a_large_mail_its_mark(inbox_world: World) -> None:
    bounce = Delivery(b"Message-ID: <1@x>\r\n\r\n", "", ("splendor+b.tag@example.org",))
    large = Delivery(b"Message-ID: <2@x>\r\n", oversize=True)
    inbox_world.inbox.accept([bounce, large])
    assert inbox_world.stored() == [bounce, large]


def test_mails_are_kept_in_the_order_in_which_they_came(inbox_world: World) -> None:
    mails = [letter(str(number)) for number in range(20)]
    inbox_world.inbox.accept(mails[:10])
    inbox_world.inbox.accept(mails[10:])
    assert inbox_world.stored() == mails


def test_a_mail_that_is_delivered_twice_is_stored_once(inbox_world: World) -> None:
    inbox_world.inbox.accept([letter("a")])
    inbox_world.inbox.accept([letter("a"), letter("b")])
    inbox_world.inbox.accept([letter("b"), letter("b")])
    assert inbox_world.stored() == [letter("a"), letter("b")]


def test_a_mail_that_comes_by_smtp_and_by_imap_is_stored_once(inbox_world: World) -> None:
    inbox_world.inbox.accept([replace(letter("a"), envelope_sender="anna@players.example")])
    inbox_world.inbox.accept([letter("a", at(7))])
    assert len(inbox_world.stored()) == 1
    inbox_world.deal_with_all()
    assert unfiled(inbox_world) == [7]


def test_a_second_copy_that_travelled_another_way_is_the_same_mail(inbox_world: World) -> None:
    copy = b"Received: from elsewhere\r\n" + letter("a").raw
    inbox_world.inbox.accept([letter("a")])
    inbox_world.inbox.accept([Delivery(copy)])
    assert inbox_world.stored() == [letter("a")]


def test_two_copies_in_one_folder_are_stored_once_and_both_may_leave_it(inbox_world: World) -> None:
    inbox_world.inbox.accept([letter("a", at(7)), letter("a", at(9))])
    assert inbox_world.stored() == [letter("a")]
    inbox_world.deal_with_all()
    assert unfiled(inbox_world) == [7, 9]


def test_mails_without_a_message_id_are_told_apart_by_what_they_say(inbox_world: World) -> None:
    here, there = (Delivery(b"From: anna@players.example\r\n\r\n%s\r\n" % text) for text in (b"buy 11", b"buy 12"))
    inbox_world.inbox.accept([here, there])
    inbox_world.inbox.accept([there, here])
    assert inbox_world.stored() == [here, there]


def test_two_mails_with_one_message_id_are_two_mails(inbox_world: World) -> None:
    first, stolen = letter("1", body="buy 11"), letter("1", body="buy 12")
    inbox_world.inbox.accept([first, stolen])
    inbox_world.inbox.accept([stolen, first])
    assert inbox_world.stored() == [first, stolen]


def test_accepting_nothing_changes_nothing(inbox_world: World) -> None:
    inbox_world.inbox.accept([])
    assert inbox_world.stored() == []
    assert inbox_world.inbox.cursor("INBOX") is None


def test_the_same_mails_handed_over_at_the_same_moment_are_stored_once(inbox_world: World) -> None:
    mails = [letter(str(number), at(number + 1)) for number in range(3)]
    together = Barrier(4)

    def hand_over() -> None:
        together.wait(timeout=PATIENCE)
        inbox_world.inbox.accept(mails)

    with ThreadPoolExecutor(4) as threads:
        for done in [threads.submit(hand_over) for _ in range(4)]:
            done.result()
    assert inbox_world.stored() == [letter(str(number)) for number in range(3)]
    assert inbox_world.inbox.cursor("INBOX") == Cursor(VALIDITY, 3)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.one_of(
        st.binary(max_size=200),
        st.binary(max_size=100).map(lambda junk: b"From: " + junk + b"\r\nMessage-ID: <" + junk + b">\r\n\r\n" + junk),
        st.text(max_size=100).map(lambda junk: f"From: {junk}@{junk}\r\nMessage-ID: <{junk}>\r\n\r\n".encode()),
    )
)
def test_there_is_no_mail_that_can_not_be_stored(inbox_world: World, raw: bytes) -> None:
    mail = Delivery(raw, envelope_recipients=(raw.decode("ascii", "ignore"),))
    inbox_world.inbox.accept([mail])
    count = len(inbox_world.stored())
    inbox_world.inbox.accept([mail])
    assert len(inbox_world.stored()) == count


@pytest.mark.parametrize("letters", ["x", "þ", "☃", "🂡"])
def test_a_mail_with_endless_header_fields_is_stored(inbox_world: World, letters: str) -> None:
    long = "".join(f"{letters}{number}" for number in range(3000))
    header = f"From: {long} <{long}@{long}>\r\nMessage-ID: <{long}@x>\r\nSubject: {long}\r\n\r\n"
    mail = Delivery(header.encode(), f"{long}@{long}", (f"{long}@{long}",))
    inbox_world.inbox.accept([mail])
    assert inbox_world.stored() == [mail]


# All or none


def test_while_the_store_is_down_nothing_is_stored_and_the_caller_is_told(inbox_world: World) -> None:
    inbox_world.inbox.accept([letter("a", at(1))])
    with inbox_world.down(), pytest.raises(StoreUnavailable):
        inbox_world.inbox.accept([letter("b", at(2)), letter("c", at(3))])
    assert inbox_world.stored() == [letter("a")]
    assert inbox_world.inbox.cursor("INBOX") == Cursor(VALIDITY, 1)


def test_once_the_store_is_back_the_same_mails_are_taken(inbox_world: World) -> None:
    with inbox_world.down(), pytest.raises(StoreUnavailable):
        inbox_world.inbox.accept([letter("a", at(1))])
    inbox_world.inbox.accept([letter("a", at(1))])
    assert inbox_world.stored() == [letter("a")]


def test_while_the_store_is_down_no_mail_is_marked_as_filed(inbox_world: World) -> None:
    inbox_world.inbox.accept([letter("a", at(1))])
    inbox_world.deal_with_all()
    with inbox_world.down(), pytest.raises(StoreUnavailable):
        inbox_world.inbox.mark_filed("INBOX", VALIDITY, [1])
    assert unfiled(inbox_world) == [1]


# The cursor


def test_a_folder_that_was_never_read_has_no_cursor(inbox_world: World) -> None:
    inbox_world.inbox.accept([letter("a", at(5, folder="Other"))])
    assert inbox_world.inbox.cursor("INBOX") is None


def test_the_cursor_stands_at_the_highest_uid_that_is_stored(inbox_world: World) -> None:
    inbox_world.inbox.accept([letter("a", at(5)), letter("b", at(12)), letter("c", at(8))])
    assert inbox_world.inbox.cursor("INBOX") == Cursor(VALIDITY, 12)


def test_the_cursor_never_goes_back(inbox_world: World) -> None:
    inbox_world.inbox.accept([letter("a", at(12))])
    inbox_world.inbox.accept([letter("b", at(5))])
    assert inbox_world.inbox.cursor("INBOX") == Cursor(VALIDITY, 12)


def test_a_mail_that_is_stored_already_moves_the_cursor_too(inbox_world: World) -> None:
    inbox_world.inbox.accept([letter("a")])
    inbox_world.inbox.accept([letter("a", at(12))])
    assert inbox_world.inbox.cursor("INBOX") == Cursor(VALIDITY, 12)


def test_each_folder_has_its_own_cursor(inbox_world: World) -> None:
    inbox_world.inbox.accept([letter("a", at(5)), letter("b", at(2, folder="Other")), letter("c", at(6))])
    assert inbox_world.inbox.cursor("INBOX") == Cursor(VALIDITY, 6)
    assert inbox_world.inbox.cursor("Other") == Cursor(VALIDITY, 2)


def test_mails_that_came_by_smtp_move_no_cursor(inbox_world: World) -> None:
    inbox_world.inbox.accept([letter("a", at(5))])
    inbox_world.inbox.accept([letter("b")])
    assert inbox_world.inbox.cursor("INBOX") == Cursor(VALIDITY, 5)


def test_a_folder_that_was_numbered_anew_is_read_from_its_new_numbers(inbox_world: World) -> None:
    inbox_world.inbox.accept([letter("a", at(500))])
    inbox_world.inbox.accept([letter("a", at(1, uidvalidity=VALIDITY + 1))])
    assert inbox_world.inbox.cursor("INBOX") == Cursor(VALIDITY + 1, 1)
    assert inbox_world.stored() == [letter("a")]


def test_numbers_may_be_as_large_as_imap_allows(inbox_world: World) -> None:
    largest = 2**32 - 1
    inbox_world.inbox.accept([letter("a", at(largest, uidvalidity=largest))])
    inbox_world.deal_with_all()
    assert inbox_world.inbox.cursor("INBOX") == Cursor(largest, largest)
    assert unfiled(inbox_world, uidvalidity=largest) == [largest]


# Filing


def test_a_mail_may_leave_its_folder_only_after_it_was_dealt_with(inbox_world: World) -> None:
    inbox_world.inbox.accept([letter("a", at(1))])
    assert unfiled(inbox_world) == []
    inbox_world.deal_with_all()
    assert inbox_world.inbox.unfiled("INBOX", VALIDITY, 10) == [Filing(1, shunted=False)]


def test_a_mail_that_could_not_be_handled_is_filed_as_such(inbox_world: World) -> None:
    inbox_world.inbox.accept([letter("a", at(1))])
    inbox_world.deal_with_all(shunted=True)
    inbox_world.inbox.accept([letter("b", at(2))])
    inbox_world.deal_with_all()
    assert inbox_world.inbox.unfiled("INBOX", VALIDITY, 10) == [Filing(1, shunted=True), Filing(2, shunted=False)]


def test_mails_leave_in_the_order_of_their_uids_a_few_at_a_time(inbox_world: World) -> None:
    inbox_world.inbox.accept([letter(str(uid), at(uid)) for uid in (9, 3, 7, 1, 5)])
    inbox_world.deal_with_all()
    assert unfiled(inbox_world, limit=3) == [1, 3, 5]


def test_a_mail_that_has_left_is_not_filed_again(inbox_world: World) -> None:
    inbox_world.inbox.accept([letter(str(uid), at(uid)) for uid in (1, 2, 3)])
    inbox_world.deal_with_all()
    inbox_world.inbox.mark_filed("INBOX", VALIDITY, [1, 3])
    assert unfiled(inbox_world) == [2]
    assert len(inbox_world.stored()) == 3


def test_a_copy_of_a_mail_that_was_dealt_with_may_leave_at_once(inbox_world: World) -> None:
    inbox_world.inbox.accept([letter("a", at(1))])
    inbox_world.deal_with_all()
    inbox_world.inbox.mark_filed("INBOX", VALIDITY, [1])
    inbox_world.inbox.accept([letter("a", at(2))])
    assert unfiled(inbox_world) == [2]


def test_a_mail_that_is_read_again_in_its_old_place_is_no_other_mail(inbox_world: World) -> None:
    inbox_world.inbox.accept([letter("a", at(1))])
    inbox_world.inbox.accept([letter("a", at(1))])
    inbox_world.deal_with_all()
    assert unfiled(inbox_world) == [1]


def test_each_folder_and_numbering_is_filed_apart(inbox_world: World) -> None:
    inbox_world.inbox.accept([letter("a", at(1)), letter("b", at(2, folder="Other"))])
    inbox_world.deal_with_all()
    assert unfiled(inbox_world) == [1]
    assert unfiled(inbox_world, folder="Other") == [2]
    assert unfiled(inbox_world, uidvalidity=VALIDITY + 1) == []


def test_in_a_folder_that_was_numbered_anew_a_mail_leaves_by_its_new_number(inbox_world: World) -> None:
    inbox_world.inbox.accept([letter("a", at(500))])
    inbox_world.deal_with_all()
    inbox_world.inbox.accept([letter("a", at(1, uidvalidity=VALIDITY + 1))])
    assert unfiled(inbox_world, uidvalidity=VALIDITY + 1) == [1]
