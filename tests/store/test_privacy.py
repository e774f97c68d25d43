"""What is held of a person, on each database: it can be listed, and it can be forgotten."""

from dataclasses import replace

import pytest

from engine import Replace, entry_text
from pbem.errors import PbemError
from pbem.model import Block, Blocked, Kind, LedgerLine, Player, Question, Remark
from pbem.notices import NAMING
from pbem.store.store import SqlStore
from tests.support.stores import START, add_game, letter, mail_to


@pytest.fixture
def anna_with_a_past(store: SqlStore) -> Player:
    """Anna plays with Bo, was replaced and came back, talked, asked and wrote."""
    store.inbox.accept([letter("one", sender="anna"), letter("two", sender="bo")])
    with store.work() as work:
        game = add_game(work, "Anna", "Bo")
        anna, bo = (work.player(number) for number in (1, 2))
        assert anna
        assert bo
        lines = [LedgerLine(number, Replace(0, name), 0, START) for number, name in enumerate(("greedy", "Anna"))]
        work.append(game, lines, game.state)
        work.remark(Remark(0, game.id, anna.id, 0, None, "I am Anna", START))
        work.remark(Remark(0, game.id, bo.id, 1, None, "Hello anna, Annabel", START))
        work.add_vacation(anna.id, START, START.replace(day=20))
        work.block(Block(bo.id, anna.id, Blocked.MUTE))
        work.watch(game.id, anna.id)
        for mail in work.waiting_mail(2):
            work.finish_mail(mail.id, "order", mail.id, game.id)
        for player in (anna, bo):
            words = b"\r\nFor Anna.\r\n"
            work.post(mail_to(player.address, f"key{player.id}", mime=words, player_id=player.id, game_id=game.id))
        work.ask(Question("key1", anna.id, 1, START.replace(day=30), ("tell Bo hello",)))
    return anna


def test_a_player_is_forgotten(store: SqlStore, anna_with_a_past: Player) -> None:
    with store.work() as work:
        nobody = work.forget_player(anna_with_a_past, "Player 1", NAMING)
    with store.work() as work:
        game = work.game(1)
        assert game
        assert work.player(1) == nobody
        assert (nobody.name, nobody.address, nobody.generation) == ("Player 1", "forgotten-1@invalid", 1)
        assert work.player_at("anna@players.example") is None
        assert [holder.name for holder in game.holders] == ["Player 1", "Bo"]
        assert [entry_text(line.entry) for line in work.ledger(1)] == ["replace 1 greedy", "replace 1 Player 1"]
        assert [remark.text for remark in work.remarks_after(1, 0)] == ["Hello Player 1, Annabel"]
        assert not work.vacations(1)
        assert not work.watchers(1)
        assert not work.blocked(2, 1, Blocked.MUTE)
        assert work.question("key1") is None
        assert [mail.delivery.raw for number in (1, 2) if (mail := work.mail(number))] == [b"", b""]


def test_a_forgotten_players_mail_in_the_shunt_can_not_be_tried_again(
    store: SqlStore, anna_with_a_past: Player
) -> None:
    store.inbox.accept([letter("three", sender="anna")])
    with store.work() as work:
        work.shunt_mail(3, "ValueError: no")
        work.forget_player(anna_with_a_past, "Player 1", NAMING)
    with pytest.raises(PbemError, match="no longer kept"):
        store.books.retry("in", 3)


def test_what_waits_for_a_forgotten_player_is_not_sent_and_what_waits_for_others_is(
    store: SqlStore, anna_with_a_past: Player
) -> None:
    with store.work() as work:
        work.forget_player(anna_with_a_past, "Player 1", NAMING)
    (due,) = store.outbox.claim(START, 10)
    assert (due.recipient, due.mime) == ("bo@players.example", b"\r\nFor Anna.\r\n")
    store.outbox.sent([due.id], START)
    with store.work() as work:
        sent = [work.sent_mail(key) for key in ("key1", "key2")]
    assert [(mail.recipient, mail.mime) for mail in sent if mail] == [("", None), ("", None)]


@pytest.mark.parametrize("kind", NAMING)
def test_what_may_name_a_forgotten_player_to_somebody_they_never_met_is_emptied(
    store: SqlStore, anna_with_a_past: Player, kind: Kind
) -> None:
    with store.work() as work:
        stranger = work.add_player("Cy", "cy@players.example", "en", "UTC")
        for key, about in (("naming", kind), ("others", Kind.HELP)):
            work.post(mail_to(stranger.address, key, kind=about, player_id=stranger.id))
    store.outbox.sent([due.id for due in store.outbox.claim(START, 10)], START)
    with store.work() as work:
        work.forget_player(anna_with_a_past, "Player 1", NAMING)
        naming, others = work.sent_mail("naming"), work.sent_mail("others")
    assert naming
    assert others
    assert naming.mime is None
    assert others.mime


@pytest.mark.parametrize("outcome", ["sent", "failed"])
def test_the_farewell_is_forgotten_once_it_left_or_never_will(store: SqlStore, outcome: str) -> None:
    with store.work() as work:
        work.post(replace(mail_to("anna@players.example", kind=Kind.STATUS), forgettable=True))
    (due,) = store.outbox.claim(START, 10)
    if outcome == "sent":
        store.outbox.sent([due.id], START)
    else:
        store.outbox.failed(due, "anna@players.example: no such user")
    (row,) = store.books.mails("out", None, 10)
    assert row["error"] == ""
    with store.work() as work:
        mail = work.sent_mail(due.sender.split(".")[2].partition("@")[0])
    assert mail
    assert (mail.recipient, mail.mime) == ("", None)


def test_all_that_is_held_is_listed(store: SqlStore, anna_with_a_past: Player) -> None:
    with store.work() as work:
        data = work.data_of(anna_with_a_past)
    assert data["player"]["address"] == "anna@players.example"
    assert [game["game"] for game in data["games"]] == data["watching"] == [1]
    assert [line["entry"] for line in data["games"][0]["ledger"]] == ["replace 1 greedy", "replace 1 Anna"]
    assert [remark["text"] for remark in data["remarks"]] == ["I am Anna"]
    assert [mail["text"].strip() for mail in data["mails_in"]] == ["take red blue green"]
    assert len(data["mails_out"]) == len(data["vacations"]) == 1
