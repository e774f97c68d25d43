"""Several processes on one PostgreSQL: a sender's mails keep their order, and nobody undoes what another does."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from threading import Barrier
from time import sleep
from typing import TypeAlias

import pytest

from engine import DEFAULT_EDITION
from pbem.again import retried
from pbem.clerk import process_waiting
from pbem.errors import Conflict
from pbem.model import (
    Answer,
    Gathering,
    Holder,
    Invitation,
    LeagueRules,
    Member,
    Player,
    Question,
    RatingChange,
    Season,
    Seating,
    Terms,
)
from pbem.ports import Location
from pbem.store.store import SqlStore
from pbem.work import Work
from tests.pbem.store.worlds import START, Watch, add_game, fresh_store, letter, mail_to, make_office

Submit: TypeAlias = Callable[[Callable[[], object]], Future[object]]
OFFICE = make_office()
DAY = timedelta(days=1)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    with closing(fresh_store("postgresql", tmp_path, Watch())) as store:
        yield store


@pytest.fixture
def another() -> Iterator[Submit]:
    """Has something done by another process, as far as the database can tell."""
    with ThreadPoolExecutor(1) as process:
        yield process.submit


@pytest.fixture
def anna(store: SqlStore) -> Player:
    with store.work() as work:
        return work.add_player("Anna", "anna@players.example", "en", "UTC")


def player(work: Work, player_id: int) -> Player:
    found = work.player(player_id)
    assert found
    return found


def waits(done: Future[object]) -> bool:
    """Whether it can't go on by itself."""
    sleep(0.2)
    return not done.done()


# The order of mails


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
        together.wait(timeout=20)
        store.inbox.accept([letter(name) for name in names])

    with ThreadPoolExecutor(2) as processes:
        for done in [processes.submit(accept, *names) for names in ("abcdefgh", "hgfedcba")]:
            done.result()
    assert len(store.books.mails("in", None, 100)) == 8


# People


def test_settings_that_are_changed_at_the_same_time_are_both_kept(store: SqlStore, anna: Player) -> None:
    with store.work() as one:
        seen = player(one, anna.id)
        with store.work() as another:
            another.save_player(replace(player(another, anna.id), language="da"))
        one.save_player(replace(seen, turns=seen.turns + 1))
    with store.work() as work:
        assert player(work, anna.id) == replace(anna, language="da", turns=1)


def test_of_two_who_count_at_the_same_time_one_counts_again(store: SqlStore, anna: Player) -> None:
    def count() -> None:
        with store.work() as work:
            seen = player(work, anna.id)
            together.wait(timeout=20)
            work.save_player(replace(seen, turns=seen.turns + 1))

    together = Barrier(2)
    with ThreadPoolExecutor(2) as processes:
        outcomes = [done.exception() for done in [processes.submit(count) for _ in range(2)]]
    assert [type(each) for each in outcomes if each] == [Conflict]
    with store.work() as work:
        assert player(work, anna.id).turns == 1


def test_a_player_who_changes_while_somebody_looks_is_not_taken_for_the_same(store: SqlStore, anna: Player) -> None:
    with store.work() as one:
        one.player_at(anna.address)
        with store.work() as another:
            another.save_player(replace(player(another, anna.id), language="da"))
        with pytest.raises(Conflict):
            one.players_named("Anna")


def test_a_newcomer_whom_two_enter_at_the_same_time_is_one_player_and_gets_an_answer(
    store: SqlStore, another: Submit
) -> None:
    store.inbox.accept([letter("hello", sender="eva", body="open")])
    with store.work() as work:
        work.add_player("Eva", "eva@players.example", "en", "UTC", confirmed=False)
        handled = another(lambda: process_waiting(store, OFFICE))
        assert waits(handled)
    assert handled.result() == 1
    assert [row["status"] for row in store.books.mails("in", None, 10)] == ["done"]
    assert len(store.books.players()) == 1
    assert len(store.books.mails("out", None, 10)) == 1


def test_vacations_are_planned_by_one_at_a_time(store: SqlStore, anna: Player) -> None:
    with store.work() as one:
        assert one.vacations(anna.id) == []
        with store.work() as another:
            another.add_vacation(anna.id, START, START + DAY)
        with pytest.raises(Conflict):
            one.add_vacation(anna.id, START, START + DAY)


def test_whoever_is_forgotten_leaves_nothing_that_others_were_just_writing(
    store: SqlStore, anna: Player, another: Submit
) -> None:
    def forget() -> None:
        with store.work() as work:
            work.forget_player(player(work, anna.id), "Player 1")

    with store.work() as work:
        work.post(mail_to(anna.address, player_id=anna.id))
        forgotten = another(forget)
        assert waits(forgotten)
    forgotten.result()
    (row,) = store.books.mails("out", None, 10)
    assert row["status"] == "failed"
    assert store.books.mail("out", 1)[1] == b""


def test_a_question_is_answered_once(store: SqlStore, anna: Player) -> None:
    store.inbox.accept([letter("a")])
    with store.work() as work:
        work.ask(Question("key", anna.id, 1, START + DAY))
    with store.work() as one:
        assert one.question("key")
        with store.work() as another:
            another.close_question("key")
        with pytest.raises(Conflict):
            one.close_question("key")


# Tables that wait


def open_table(work: Work, host: Player, seats: int = 2) -> Gathering:
    return work.add_gathering(
        Gathering(
            id=0,
            host_id=host.id,
            secret=b"secret",
            edition=DEFAULT_EDITION,
            seats=seats,
            terms=Terms(),
            seating=Seating.LISTED,
            public=True,
            holders=(Holder(host.name, host.id),),
            words=("",),
            due_at=START + DAY,
        )
    )


def seated(gathering: Gathering, name: str) -> Gathering:
    return replace(gathering, holders=(*gathering.holders, Holder(name)), words=(*gathering.words, ""))


def test_two_who_want_the_last_seat_don_t_both_get_it(store: SqlStore, anna: Player, another: Submit) -> None:
    def look() -> Gathering | None:
        with store.work() as work:
            return work.gathering(table.id)

    with store.work() as work:
        table = open_table(work, anna)
    with store.work() as work:
        found = work.gathering(table.id)
        assert found
        work.save_gathering(seated(found, "Jon"))
        late = another(look)
        assert waits(late)
    seen = late.result()
    assert isinstance(seen, Gathering)
    assert seen.full


def test_a_table_that_was_only_looked_at_is_not_overwritten(store: SqlStore, anna: Player) -> None:
    with store.work() as work:
        open_table(work, anna, seats=3)
    with store.work() as one:
        (seen,) = one.gatherings()
        with store.work() as another:
            another.save_gathering(seated(another.gatherings()[0], "Jon"))
        with pytest.raises(Conflict):
            one.save_gathering(replace(seen, holders=(Holder("Ánna", anna.id),)))


def test_a_table_that_was_called_off_meanwhile_is_not_opened_again(store: SqlStore, anna: Player) -> None:
    with store.work() as work:
        table = open_table(work, anna, seats=3)
    with store.work() as one:
        assert one.gatherings()
        with store.work() as another:
            another.call_off(table)
        with pytest.raises(Conflict):
            one.save_gathering(table)


def test_an_invitation_is_answered_once(store: SqlStore, anna: Player) -> None:
    with store.work() as work:
        table = open_table(work, anna)
        jon = work.add_player("Jon", "jon@players.example", "en", "UTC")
        work.invite(Invitation(0, table.id, jon.id, anna.id, None, START, START + DAY, START + DAY))
    with store.work() as one:
        (seen,) = one.invitations_to(jon.id)
        with store.work() as another:
            another.save_invitation(replace(another.invitations(table.id)[0], answer=Answer.ACCEPTED, due_at=None))
        with pytest.raises(Conflict):
            one.save_invitation(replace(seen, answer=Answer.EXPIRED, due_at=None))


# Leagues


def announce(work: Work) -> Season:
    league = work.add_league("Club", LeagueRules())
    return work.add_season(Season(0, league.id, 1, LeagueRules(), START, b"secret", "entries", due_at=START))


def test_nobody_enters_a_season_while_it_is_drawn(store: SqlStore, anna: Player, another: Submit) -> None:
    def look() -> str:
        with store.work() as work:
            found = work.season(season.id)
            assert found
            return found.phase

    with store.work() as work:
        season = announce(work)
    with store.work() as work:
        (due,) = work.due_seasons(1)
        work.save_season(replace(due, phase="regular"))
        entering = another(look)
        assert waits(entering)
    assert entering.result() == "regular"


def test_whoever_draws_a_season_sees_everyone_who_has_entered(store: SqlStore, anna: Player) -> None:
    with store.work() as work:
        season = announce(work)
    with store.work() as drawing:
        assert drawing.leagues()
        with store.work() as entering:
            assert entering.season(season.id)
            entering.add_member(Member(season.id, anna.id, START))
        drawing.season(season.id)
        assert [member.player_id for member in drawing.members(season.id)] == [anna.id]


def test_a_season_that_was_only_looked_at_is_not_overwritten(store: SqlStore) -> None:
    with store.work() as work:
        season = announce(work)
    with store.work() as one:
        (seen,) = one.seasons(season.league_id)
        with store.work() as another:
            another.save_season(replace(season, phase="check-in"))
        with pytest.raises(Conflict):
            one.save_season(replace(seen, due_at=None))


def test_a_rating_that_two_games_change_is_changed_by_one_after_the_other(store: SqlStore) -> None:
    with store.work() as work:
        game = add_game(work, "anna", "jon")
    change = RatingChange("casual", "1", game.id, START, 25.0, 8.0, 26.0, 7.5)
    with store.work() as one:
        assert one.rating("casual", "1") is None
        with store.work() as another:
            assert another.rating("casual", "1") is None
            another.add_rating_change(change)
        with pytest.raises(Conflict):
            one.add_rating_change(replace(change, mu=24.0))


# Two who wait for each other


def test_two_who_wait_for_each_other_s_games_are_both_done_in_the_end(store: SqlStore) -> None:
    with store.work() as work:
        games = [add_game(work, "anna", "jon").id, add_game(work, "eva", "ida").id]
    together = Barrier(2)
    tries: list[int] = []

    @retried
    def lock(*numbers: int) -> None:
        with store.work() as work:
            tries.append(numbers[0])
            assert work.game(numbers[0])
            if len(tries) <= 2:
                together.wait(timeout=20)
            assert work.game(numbers[1])

    with ThreadPoolExecutor(2) as processes:
        for done in [processes.submit(lock, *order) for order in (games, games[::-1])]:
            done.result()
    assert len(tries) > 2
