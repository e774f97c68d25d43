"""What a unit of work promises to the services, on SQLite and on PostgreSQL."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta, timezone
from random import Random
from threading import Barrier

import pytest
from sqlalchemy.exc import IntegrityError

from engine import Order, Resign, advance, legal_orders, replay, view
from engine.bots import BOTS
from pbem.errors import StoreUnavailable
from pbem.model import Game, GameStatus, LedgerLine
from pbem.notices import NAMING
from pbem.store.store import SqlStore
from pbem.work import Work
from tests.support.servers.tools import PATIENCE
from tests.support.stores import START, Watch, add_game, letter, mail_to

ODD_NAMES = ("Þórður Æsir", "מרים", "Zażółć", "🎲\u200d🎲", "O'Hara; DROP TABLE player", "%s {0} \\", "\x01\x7f\u2028")


def move(work: Work, game: Game, order: Order | None = None) -> Game:
    """Play an order, or any that is legal."""
    order = order or legal_orders(game.state)[0]
    line = LedgerLine(game.length, order, game.state.turn, work.now)
    return work.append(game, [line], advance(game.state, order).state)


def game_in(work: Work, game_id: int) -> Game:
    game = work.game(game_id)
    assert game
    return game


# All of it or nothing


def test_what_is_done_together_is_there_together(store: SqlStore) -> None:
    with store.work() as work:
        game = move(work, add_game(work, "anna", "jon"))
        work.post(mail_to("anna@players.example"))
    with store.work() as work:
        assert work.game(game.id) == game
        assert [line.number for line in work.ledger(game.id)] == [0]
        assert work.sent_mail("aaaaaaaa")


def test_what_is_broken_off_leaves_nothing_behind(store: SqlStore) -> None:
    def break_off() -> None:
        with store.work() as work:
            game = move(work, add_game(work, "anna", "jon"))
            work.finish_mail(work.waiting_mail(1)[0].id, "order", None, game.id)
            work.post(mail_to("anna@players.example"))
            raise RuntimeError("broken off")

    store.inbox.accept([letter("a")])
    with pytest.raises(RuntimeError, match="broken off"):
        break_off()
    with store.work() as work:
        assert work.game(1) is None
        assert work.player_at("anna@players.example") is None
        assert work.sent_mail("aaaaaaaa") is None
        assert len(work.waiting_mail(10)) == 1


def test_an_attempt_that_fails_undoes_only_itself(store: SqlStore) -> None:
    def fail(work: Work) -> None:
        with work.attempt():
            work.add_player("Jon", "jon@players.example", "en", "UTC")
            raise RuntimeError("no")

    with store.work() as work:
        work.add_player("Anna", "anna@players.example", "en", "UTC")
        with pytest.raises(RuntimeError, match="no"):
            fail(work)
        with work.attempt():
            work.add_player("Eva", "eva@players.example", "en", "UTC")
    with store.work() as work:
        found = [work.player_at(f"{name}@players.example") for name in ("anna", "jon", "eva")]
        assert [player and player.name for player in found] == ["Anna", None, "Eva"]


def test_an_attempt_that_the_database_refuses_undoes_only_itself(store: SqlStore) -> None:
    with store.work() as work:
        work.post(mail_to("anna@players.example", "aaaaaaaa"))
        with pytest.raises(IntegrityError), work.attempt():
            work.post(mail_to("anna@players.example", "aaaaaaaa"))
        work.post(mail_to("anna@players.example", "bbbbbbbb"))
    with store.work() as work:
        assert work.sent_mail("aaaaaaaa")
        assert work.sent_mail("bbbbbbbb")


def test_all_of_a_unit_of_work_happens_at_one_time(store: SqlStore, watch: Watch) -> None:
    with store.work() as work:
        watch.forward(minutes=5)
        assert work.now == START


# Players


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_player_is_remembered_as_entered(store: SqlStore, name: str) -> None:
    with store.work() as work:
        entered = work.add_player(name, "anna@players.example", "is", "Atlantic/Reykjavik")
    with store.work() as work:
        assert work.player(entered.id) == entered
        assert entered.name == name


def test_a_player_is_found_by_address_however_it_is_written(store: SqlStore) -> None:
    with store.work() as work:
        anna = work.add_player("Anna", "Anna@Players.Example", "da", "UTC")
        assert work.player_at("ANNA@players.example") == anna
        assert work.player_at("anna@players.example.net") is None


def test_what_a_player_changes_is_kept(store: SqlStore) -> None:
    with store.work() as work:
        anna, jon = (work.add_player(name, f"{name}@players.example", "en", "UTC") for name in ("anna", "jon"))
        changed = replace(anna, name="Ánna", language="is", generation=3, unreachable=True)
        work.save_player(changed)
    with store.work() as work:
        assert work.player(anna.id) == changed
        assert work.player(jon.id) == jon


# Games and their ledgers


def test_a_game_is_remembered_with_all_that_it_started_from(store: SqlStore) -> None:
    with store.work() as work:
        game = add_game(work, "anna", "jon", "eva")
    with store.work() as work:
        assert work.game(game.id) == game
        assert work.game(game.id + 1) is None


def test_a_ledger_line_keeps_who_wrote_it_when_and_by_which_mail(store: SqlStore) -> None:
    store.inbox.accept([letter("a")])
    with store.work() as work:
        game = add_game(work, "anna", "jon", "eva")
        there = START.astimezone(timezone(timedelta(hours=-7)))
        line = LedgerLine(0, Resign(2), 2, there, work.waiting_mail(1)[0].id)
        work.append(game, [line], advance(game.state, Resign(2)).state)
    with store.work() as work:
        assert work.ledger(game.id) == [line]


@pytest.mark.parametrize("seed", range(3))
def test_a_position_read_back_equals_the_replay_of_its_ledger(store: SqlStore, seed: int) -> None:
    luck = Random(seed)
    with store.work() as work:
        game = add_game(work, "anna", "jon", "eva", "ida")
    while not game.state.over:
        with store.work() as work:
            game = game_in(work, game.id)
            for _ in range(luck.randrange(1, 20)):
                turn = game.state.turn
                if turn is not None:
                    game = move(work, game, BOTS["greedy"](view(game.state, turn), luck))
        with store.work() as work:
            entries = [line.entry for line in work.ledger(game.id)]
            assert game_in(work, game.id) == game
            assert replay(game.start.setup, entries) == game.state
    assert game.status is GameStatus.OVER


def test_a_position_that_somebody_else_has_changed_is_not_written_to(store: SqlStore) -> None:
    with store.work() as work:
        old = add_game(work, "anna", "jon")
        new = move(work, old)
    with pytest.raises(StoreUnavailable), store.work() as work:
        move(work, old)
    with store.work() as work:
        assert work.game(old.id) == new
        assert len(work.ledger(old.id)) == 1


def test_workers_at_the_same_moment_never_write_to_the_same_position(store: SqlStore) -> None:
    with store.work() as work:
        start = add_game(work, "anna", "jon")
    together = Barrier(4)

    def play() -> int:
        played = 0
        together.wait(timeout=PATIENCE)
        for _ in range(5):
            with store.work() as reading:
                seen = game_in(reading, start.id)
            try:
                with store.work() as work:
                    move(work, seen)
                played += 1
            except StoreUnavailable:
                continue
        return played

    with ThreadPoolExecutor(4) as threads:
        played = sum(done.result() for done in [threads.submit(play) for _ in range(4)])
    with store.work() as work:
        game, lines = game_in(work, start.id), work.ledger(start.id)
    assert [line.number for line in lines] == list(range(played))
    assert replay(start.start.setup, [line.entry for line in lines]) == game.state


def test_workers_that_read_and_write_in_one_go_wait_for_each_other(store: SqlStore) -> None:
    with store.work() as work:
        start = add_game(work, "anna", "jon")

    def play() -> None:
        for _ in range(5):
            with store.work() as work:
                move(work, game_in(work, start.id))

    with ThreadPoolExecutor(4) as threads:
        for done in [threads.submit(play) for _ in range(4)]:
            done.result()
    with store.work() as work:
        assert game_in(work, start.id).length == 20


def test_a_player_s_games_are_those_that_still_run_the_oldest_first(store: SqlStore) -> None:
    with store.work() as work:
        first = add_game(work, "anna", "jon")
        anna, jon = (holder.player_id for holder in first.holders)
        assert anna
        assert jon
        second, over = (work.add_game(first.start, first.terms) for _ in range(2))
        work.append(over, [LedgerLine(0, Resign(0), 0, START)], advance(over.state, Resign(0)).state)
        add_game(work, "eva", "ida")
        assert work.games_of(anna) == [first, second]
        assert work.games_of(jon) == [first, second]
        assert game_in(work, over.id).status is GameStatus.OVER


def test_an_order_may_wait_on_a_seat_and_be_dropped(store: SqlStore) -> None:
    with store.work() as work:
        game = add_game(work, "anna", "jon")
        waiting = game.with_holder(1, replace(game.holders[1], queued="buy 2r4 else take red red"))
        work.save_holder(waiting, 1)
    with store.work() as work:
        assert [holder.queued for holder in game_in(work, game.id).holders] == [None, "buy 2r4 else take red red"]
        work.save_holder(game, 1)
    with store.work() as work:
        assert game_in(work, game.id) == game


# A game that was read is kept until the work is done


def change_all_of(work: Work, game: Game) -> None:
    """Each change starts from the same old game, as two notices of one batch may."""
    work.save_holder(game.with_holder(0, replace(game.holders[0], bank=60, note="hurry")), 0)
    work.save_holder(game.with_holder(1, replace(game.holders[1], queued="take red red")), 1)
    clock = replace(game.clock, since=START, used=timedelta(hours=1), reminded=2)
    work.save_clock(replace(game, clock=clock, paused=True, due_at=START + timedelta(days=1)))
    work.save_terms(replace(game, terms=replace(game.terms, free_hours=48)))
    move(work, game)


def test_whoever_changes_a_game_finds_it_as_everyone_after_them_does(store: SqlStore) -> None:
    with store.work() as work:
        game = add_game(work, "anna", "jon")
    with store.work() as work:
        assert work.game(game.id) == game
        change_all_of(work, game)
        changed = game_in(work, game.id)
    assert changed.length == 1
    assert changed.paused
    assert (changed.holders[0].note, changed.holders[1].queued) == ("hurry", "take red red")
    assert changed.terms.free_hours == 48
    with store.work() as work:
        assert work.game(game.id) == changed


def test_what_is_saved_as_it_was_before_a_change_undoes_the_change(store: SqlStore) -> None:
    with store.work() as work:
        game = add_game(work, "anna", "jon")
        work.save_holder(game.with_holder(0, replace(game.holders[0], bank=60)), 0)
        work.save_holder(game, 0)
    with store.work() as work:
        assert work.game(game.id) == game


def test_a_failed_attempt_leaves_a_game_as_it_was_read(store: SqlStore) -> None:
    def fail(work: Work, game: Game) -> None:
        with work.attempt():
            change_all_of(work, game)
            raise RuntimeError("no")

    with store.work() as work:
        game = add_game(work, "anna", "jon")
        work.save_clock(replace(game, due_at=START))
        with pytest.raises(RuntimeError, match="no"):
            fail(work, game)
        assert work.game(game.id) == replace(game, due_at=START)
        assert work.ledger(game.id) == []


def test_an_attempt_within_another_undoes_only_itself(store: SqlStore) -> None:
    def fail(work: Work) -> None:
        with work.attempt():
            work.add_player("Jon", "jon@players.example", "en", "UTC")
            raise RuntimeError("no")

    with store.work() as work, work.attempt():
        work.add_player("Anna", "anna@players.example", "en", "UTC")
        with pytest.raises(RuntimeError, match="no"):
            fail(work)
        work.add_player("Eva", "eva@players.example", "en", "UTC")
    with store.work() as work:
        found = [work.player_at(f"{name}@players.example") for name in ("anna", "jon", "eva")]
        assert [player and player.name for player in found] == ["Anna", None, "Eva"]


def test_whoever_is_forgotten_is_gone_from_a_game_that_was_read_before(store: SqlStore) -> None:
    with store.work() as work:
        game = add_game(work, "anna", "jon")
        player = work.player_at("anna@players.example")
        assert player
        work.forget_player(player, "Player 1", NAMING)
        assert [holder.name for holder in game_in(work, game.id).holders] == ["Player 1", "jon"]
