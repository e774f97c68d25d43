"""Every waiting mail is handled once, and one that breaks harms no other."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from sqlalchemy import Connection, event
from structlog.testing import capture_logs

from pbem.actions.request import Server
from pbem.errors import Conflict, StoreUnavailable
from pbem.model import StoredMail
from pbem.pipeline import Handled, handle
from pbem.server.handling import BATCH, process_waiting
from pbem.store.store import SqlStore
from pbem.work import ServerWork
from tests.support.stores import letter, make_server

SERVER = make_server()


@pytest.fixture(autouse=True)
def _busy_machines_make_no_batch_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.server.handling.LONGEST_SECONDS", 600)


def take_in(store: SqlStore, *senders: str) -> None:
    """A mail from each of these strangers; every one of them is to be told so."""
    store.inbox.accept([letter(sender, sender=sender) for sender in senders])


def statuses(store: SqlStore) -> list[str]:
    return [str(row["status"]) for row in reversed(store.books.mails("in", None, 1000))]


def answered(store: SqlStore) -> list[str]:
    numbers = [int(str(row["id"])) for row in store.books.mails("out", None, 1000)]
    answers = [store.books.mail("out", number)[1] for number in sorted(numbers)]
    return [_recipient(mime) for mime in answers]


def _recipient(mime: bytes) -> str:
    to = next(line for line in mime.decode().split("\r\n") if line.startswith("To: "))
    return to.rpartition("@")[0].rpartition("<")[2].removeprefix("To: ")


def handle_all(store: SqlStore, server: Server = SERVER) -> int:
    """One after the other, or in batches; returns how many."""
    handled = 0
    while some := process_waiting(store, server):
        handled += some
    return handled


def handle_patiently(store: SqlStore) -> int:
    """The same as the server's loop does it: where others hold the database for too long, it is tried again."""
    count, some = 0, 1
    while some:
        with suppress(StoreUnavailable):
            some = process_waiting(store, SERVER)
            count += some
    return count


def breaking_at(store: SqlStore, number: int, error: Exception) -> Callable[[int], bytes]:
    """Randomness that runs out when the mail of this number is to be answered; each time, where it is tried twice."""
    drawn, tries = 0, 2 if store.shared else 1

    def draw(size: int) -> bytes:
        nonlocal drawn
        drawn += 1
        if number <= drawn < number + tries:
            raise error
        return drawn.to_bytes(size, "big")

    return draw


def test_where_nothing_waits_nothing_is_done(store: SqlStore) -> None:
    assert process_waiting(store, SERVER) == 0


def test_waiting_mails_are_handled_in_the_order_in_which_they_came(store: SqlStore) -> None:
    take_in(store, "anna", "jon", "eva")
    assert handle_all(store) == 3
    assert statuses(store) == ["done", "done", "done"]
    assert answered(store) == ["anna", "jon", "eva"]
    assert process_waiting(store, SERVER) == 0


def test_a_batch_of_mails_shares_a_transaction_unless_others_work_too(store: SqlStore) -> None:
    take_in(store, *(f"player{number}" for number in range(BATCH + 3)))
    commits: list[Connection] = []
    event.listen(store.engine, "commit", commits.append)
    assert [process_waiting(store, SERVER) for _ in range(2)] == [BATCH, 3]
    looks_that_find_none = 1
    assert len(commits) == (BATCH + 3 + looks_that_find_none if store.shared else 2)


def test_a_mail_that_is_in_conflict_with_itself_is_not_tried_for_ever(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def handled(server: Server, work: ServerWork, mail: StoredMail) -> Handled:
        if mail.id == 1:
            raise Conflict("the same was entered by another process")
        return handle(server, work, mail)

    monkeypatch.setattr("pbem.server.handling.handle", handled)
    take_in(store, "anna", "jon", "eva")
    assert handle_all(store) == 3
    assert statuses(store) == ["shunted", "done", "done"]


def test_a_mail_that_breaks_goes_to_the_shunt_and_the_others_are_handled(store: SqlStore) -> None:
    take_in(store, "anna", "jon", "eva")
    assert (
        handle_all(store, make_server(breaking_at(store, 2, ValueError("no luck today\nanna@home.example: buy 23"))))
        == 3
    )
    assert statuses(store) == ["done", "shunted", "done"]
    assert answered(store) == ["anna", "eva"]
    facts, raw = store.books.mail("in", 2)
    assert "ValueError" in str(facts["error"])
    assert raw == letter("jon", sender="jon").raw


def test_a_mail_that_breaks_the_database_s_rules_harms_no_other(store: SqlStore) -> None:
    take_in(store, "anna", "jon", "eva")
    keys = iter([b"first", *([b"first"] * (2 if store.shared else 1)), b"third"])
    handle_all(store, make_server(lambda _size: next(keys)))
    assert statuses(store) == ["done", "shunted", "done"]
    assert answered(store) == ["anna", "eva"]


def test_a_shunted_mail_is_handled_when_it_is_tried_again(store: SqlStore) -> None:
    take_in(store, "anna")
    process_waiting(store, make_server(breaking_at(store, 1, ValueError("no luck today\nanna@home.example: buy 23"))))
    assert statuses(store) == ["shunted"]
    store.books.retry("in", 1)
    assert process_waiting(store, SERVER) == 1
    assert statuses(store) == ["done"]
    assert answered(store) == ["anna"]


@pytest.mark.parametrize("store", ["postgresql"], indirect=True)
def test_where_others_work_too_a_mail_that_breaks_once_is_handled(store: SqlStore) -> None:
    take_in(store, "anna", "jon")
    keys = iter([b"first", b"first", b"second"])
    assert handle_all(store, make_server(lambda _size: next(keys))) == 2
    assert statuses(store) == ["done", "done"]
    assert answered(store) == ["anna", "jon"]


def test_where_the_database_fails_in_the_middle_all_mails_of_the_batch_still_wait(store: SqlStore) -> None:
    take_in(store, "anna", "jon", "eva")
    with pytest.raises(StoreUnavailable):
        handle_all(store, make_server(breaking_at(store, 2, StoreUnavailable("disk full"))))
    handled = ["anna"] if store.shared else []
    assert answered(store) == handled
    assert statuses(store) == ["done" if handled else "waiting", "waiting", "waiting"]
    assert handle_all(store) == 3 - len(handled)
    assert answered(store) == ["anna", "jon", "eva"]


def test_processes_side_by_side_handle_every_mail_once(store: SqlStore) -> None:
    names = [f"player{number}" for number in range(3 * BATCH)]
    take_in(store, *names)

    with ThreadPoolExecutor(3) as threads:
        handled = [done.result() for done in [threads.submit(handle_patiently, store) for _ in range(3)]]
    assert sum(handled) == len(names)
    assert sorted(answered(store)) == sorted(names)


def test_the_log_has_one_line_a_mail_and_names_nobody(store: SqlStore) -> None:
    take_in(store, "anna", "jon")
    with capture_logs() as lines:
        handle_all(store, make_server(breaking_at(store, 2, ValueError("no luck today\nanna@home.example: buy 23"))))
    assert [(line["event"], line["mail"]) for line in lines] == [("mail handled", 1), ("mail shunted", 2)]
    assert lines[0]["verdict"] == "stranger"
    assert lines[1]["error"] == "ValueError"
    assert "@" not in str(lines)
