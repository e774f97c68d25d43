"""The mails that a unit of work takes in, remembers and asks about, on SQLite and on PostgreSQL."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Event

import pytest
from sqlalchemy import text

from pbem.mail.letter import read_letter
from pbem.model import Kind, MailStatus, Question, SentMail
from pbem.ports import Delivery
from pbem.store.database import transaction
from pbem.store.store import SqlStore
from tests.support.servers.tools import PATIENCE
from tests.support.stores import START, Watch, add_game, letter, mail_to, stored

# Mail in


def from_each(name: str) -> Delivery:
    """A mail by somebody of this name."""
    return letter(name, sender=name)


def test_mails_wait_until_they_are_dealt_with_the_oldest_first(store: SqlStore) -> None:
    store.inbox.accept([from_each(name) for name in "abcde"])
    with store.work() as work:
        first, second, *_ = work.waiting_mail(4)
        work.finish_mail(first.id, "order", None, None)
        work.shunt_mail(second.id, "ValueError: no")
    with store.work() as work:
        assert [mail.delivery for mail in work.waiting_mail(2)] == [from_each("c"), from_each("d")]
        assert [mail.delivery for mail in work.waiting_mail(10)] == [from_each(name) for name in "cde"]


def in_turn(store: SqlStore) -> str:
    """Who sent the waiting mails, in the order in which they are handled."""
    handled = ""
    while True:
        with store.work() as work:
            mails = work.waiting_mail(1)
            for mail in mails:
                work.finish_mail(mail.id, "order", None, None)
                handled += read_letter(mail.delivery).sender[0]
        if not mails:
            return handled


def test_everybody_s_first_mail_comes_before_anybody_s_second(store: SqlStore) -> None:
    store.inbox.accept([letter(f"a{number}", sender="anna") for number in range(6)])
    store.inbox.accept([letter("b", sender="bo"), letter("c0", sender="cy"), letter("c1", sender="cy")])
    assert in_turn(store) == "abcacaaaa"


def test_whose_flood_was_half_handled_waits_for_all_others(store: SqlStore) -> None:
    store.inbox.accept([letter(f"a{number}", sender="anna") for number in range(6)])
    with store.work() as work:
        work.finish_mail(work.waiting_mail(1)[0].id, "order", None, None)
    store.inbox.accept([letter("b", sender="bo")])
    assert in_turn(store) == "baaaaa"


def test_a_key_of_ours_comes_before_any_number_of_senders_without_one(store: SqlStore) -> None:
    store.inbox.lane_of = lambda each: "7.0" if each.sender.startswith(("x", "y")) else ""
    store.inbox.accept([letter(name, sender=name) for name in "abcdefgh"])
    store.inbox.accept([letter(name, sender=name) for name in ("x0", "y0", "x1")])
    assert in_turn(store) == "xyxabcdefgh"


def test_who_floods_with_a_key_is_in_the_end_one_among_all(store: SqlStore) -> None:
    store.inbox.lane_of = lambda each: "7.0" if each.sender.startswith("x") else ""
    store.inbox.accept([letter(f"x{number}", sender=f"x{number}") for number in range(70)])
    store.inbox.accept([letter(name, sender=name) for name in "ab"])
    assert in_turn(store) == "x" * 61 + "ab" + "x" * 9


def test_a_mail_that_release_0_1_stored_is_known_and_another_under_its_id_is_not(store: SqlStore) -> None:
    store.inbox.accept([letter("a", body="buy 11")])
    with transaction(store.engine) as connection:
        connection.execute(text("UPDATE inbox SET key = 'a@players.example'"))
    store.inbox.accept([letter("a", body="buy 11"), letter("a", body="buy 12")])
    assert [mail.delivery for mail in stored(store)] == [letter("a", body="buy 11"), letter("a", body="buy 12")]


def test_what_became_of_a_mail_can_be_looked_up(store: SqlStore) -> None:
    store.inbox.accept([from_each("a"), from_each("b")])
    with store.work() as work:
        game = add_game(work, "anna", "jon")
        done, shunted = work.waiting_mail(2)
        work.finish_mail(done.id, "order", game.holders[0].player_id, game.id)
        work.shunt_mail(shunted.id, "Traceback\nValueError: no")
    facts, raw = store.books.mail("in", done.id)
    assert (facts["status"], facts["verdict"], facts["game_id"]) == (MailStatus.DONE, "order", game.id)
    assert raw == from_each("a").raw
    assert store.books.mail("in", shunted.id)[0]["error"] == "Traceback\nValueError: no"


def test_whatever_an_error_says_its_mail_can_be_shunted(store: SqlStore) -> None:
    store.inbox.accept([letter("a")])
    with store.work() as work:
        work.shunt_mail(work.waiting_mail(1)[0].id, "ValueError: \x00 \ud800 þ")
    assert "þ" in str(store.books.mails("in", "shunted", 10)[0]["error"])


def test_a_shunted_mail_waits_again_when_it_is_retried(store: SqlStore) -> None:
    store.inbox.accept([letter("a")])
    with store.work() as work:
        mail = work.waiting_mail(1)[0]
        work.shunt_mail(mail.id, "ValueError: no")
    store.books.retry("in", mail.id)
    with store.work() as work:
        assert work.waiting_mail(10) == [mail]


@pytest.mark.parametrize("store", ["postgresql"], indirect=True)
def test_a_worker_takes_only_mails_that_no_other_worker_holds(store: SqlStore) -> None:
    store.inbox.accept([from_each(name) for name in "abcd"])
    holding, looked = Event(), Event()

    def hold() -> list[bytes]:
        with store.work() as work:
            mails = work.waiting_mail(2)
            holding.set()
            assert looked.wait(timeout=PATIENCE)
            return [mail.delivery.raw for mail in mails]

    with ThreadPoolExecutor(1) as other:
        held = other.submit(hold)
        assert holding.wait(timeout=PATIENCE)
        with store.work() as work:
            mine = [mail.delivery.raw for mail in work.waiting_mail(10)]
        looked.set()
        assert [*held.result(), *mine] == [from_each(name).raw for name in "abcd"]
        assert len(mine) == 2


def test_the_mails_of_a_sender_are_counted_from_a_time_on(store: SqlStore, watch: Watch) -> None:
    store.inbox.accept([letter("a")])
    middle = watch.forward(minutes=30)
    store.inbox.accept([letter("b"), letter("c")])
    with store.work() as work:
        assert work.letters_since("anna@players.example", START) == 3
        assert work.letters_since("anna@players.example", middle) == 2
        assert work.letters_since("anna@players.example", middle + timedelta(seconds=1)) == 0
        assert work.letters_since("jon@players.example", START) == 0


# Mail out, as the services remember it


def test_a_mail_that_went_out_is_known_by_its_key(store: SqlStore) -> None:
    with store.work() as work:
        game = add_game(work, "anna", "jon")
        anna = game.holders[0].player_id
        out = replace(mail_to("anna@players.example", player_id=anna, game_id=game.id), turn=7)
        work.post(out)
    with store.work() as work:
        sent = work.sent_mail(out.key)
        assert sent
        known = SentMail(out.key, Kind.TURN, "anna@players.example", anna, game.id, 7, sent.created_at)
        assert replace(sent, packed=None) == known
        assert sent.mime == out.mime
        assert work.sent_mail("unknown0") is None


def test_mails_of_a_kind_to_an_address_are_counted_from_a_time_on(store: SqlStore, watch: Watch) -> None:
    with store.work() as work:
        work.post(mail_to("anna@players.example", "aaaaaaaa", Kind.REFUSED))
    middle = watch.forward(minutes=30)
    with store.work() as work:
        work.post(mail_to("anna@players.example", "bbbbbbbb", Kind.REFUSED))
        work.post(mail_to("anna@players.example", "cccccccc", Kind.TURN))
        work.post(mail_to("jon@players.example", "dddddddd", Kind.REFUSED))
        assert work.sent_since("anna@players.example", Kind.REFUSED, START) == 2
        assert work.sent_since("anna@players.example", Kind.REFUSED, middle) == 1
        assert work.sent_since("anna@players.example", Kind.HELP, START) == 0


def test_a_mail_that_bounced_is_noted_as_failed(store: SqlStore) -> None:
    with store.work() as work:
        work.post(mail_to("anna@players.example"))
        work.mail_bounced("aaaaaaaa", "bounced 5.1.1")
    (row,) = store.books.mails("out", "failed", 10)
    assert row["error"] == "bounced 5.1.1"


# Questions


def test_a_question_is_open_until_it_is_answered(store: SqlStore) -> None:
    store.inbox.accept([letter("a")])
    (mail,) = stored(store)
    with store.work() as work:
        anna = work.add_player("Anna", "anna@players.example", "en", "UTC")
        question = Question("aaaaaaaa", anna.id, mail.id, START + timedelta(days=7), ("buy 11", "kaupa þetta"))
        work.ask(question)
    with store.work() as work:
        assert work.question("aaaaaaaa") == question
        work.close_question("aaaaaaaa")
    with store.work() as work:
        assert work.question("aaaaaaaa") == replace(question, answered=True)
        assert work.question("bbbbbbbb") is None
