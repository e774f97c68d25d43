"""Who left a seat is named in every mail and on every page: by the name that the seat had, not by the newcomer's."""

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.actions.directing import replace_by_bot, replace_by_player
from pbem.actions.games.views import names_by_line
from pbem.posting import send
from pbem.web.games import Play, scene
from tests.support.desk import Desk
from tests.support.people import text_of

CHANGE = "Dora plays on for Anna."


@pytest.fixture
def watched_desk(tmp_path: Path) -> Iterator[Desk]:
    """Anna, Björn and Cy play, Eva looks on; Anna and Björn have moved."""
    desk = Desk(tmp_path, "Anna", "Björn", "Cy")
    desk.new_game()
    with desk.store.work() as work:
        work.watch(1, work.add_player("Eva", "eva@people.example", "en", "UTC").id)
    desk.tap(desk.people[0], "take")
    desk.tap(desk.people[1], "take")
    yield desk
    desk.store.close()


def hand_over(desk: Desk, seat: int, bot: str | None = None) -> dict[str, str]:
    """A director gives a seat to Dora or to a bot; returns what everyone hears of it, by address."""
    with desk.store.work() as work:
        game = work.game(1)
        assert game
        if bot:
            notices = replace_by_bot(work, game, seat, bot)
        else:
            notices = replace_by_player(work, game, seat, work.add_player("Dora", "dora@people.example", "en", "UTC"))
        send(desk.server, work, notices)
    return {recipient(mail): said(mail) for mail in desk.deliver_outbox()}


def recipient(mail: EmailMessage) -> str:
    return str(mail["To"].addresses[0].addr_spec)


def said(mail: EmailMessage) -> str:
    return " ".join(text_of(mail).split())


def told(desk: Desk, move: int) -> list[str]:
    """The story on the page of the game after so many moves, the moves of a round before it included."""
    with desk.store.work() as work:
        game = work.game(1)
        assert game
        entries = tuple(line.entry for line in work.ledger(1))
        shown = scene(Play(1, names_by_line(work, game), game.start.setup, entries), move)
    return [str(line) for line in (*shown.earlier, *shown.story)]


def test_everyone_at_the_table_hears_who_left(watched_desk: Desk) -> None:
    heard = hand_over(watched_desk, 0)
    assert sorted(who.partition("@")[0] for who in heard) == ["dora", *sorted(_names(watched_desk))]
    assert [who for who, mail in heard.items() if CHANGE not in mail] == []


def _names(desk: Desk) -> list[str]:
    return [person.address.partition("@")[0] for person in desk.people]


def test_a_bot_for_good_is_told_with_the_name_of_who_left(watched_desk: Desk) -> None:
    heard = hand_over(watched_desk, 0, "greedy")
    assert [who for who, mail in heard.items() if "Gusto (computer) plays on for Anna." not in mail] == []


def test_the_next_to_move_reads_who_made_the_moves_before_the_change(watched_desk: Desk) -> None:
    cy = watched_desk.people[2]
    watched_desk.tap(cy, "take")
    hand_over(watched_desk, 1)
    watched_desk.tap(watched_desk.people[0], "take")
    turn = next(said(mail) for mail in watched_desk.strangers_mails if mail["X-PBEM-Kind"] == "turn")
    assert "Dora plays on for Björn." in turn
    history = said(watched_desk.reply(cy, "history")[0])
    assert "Björn took" in history
    assert "Dora plays on for Björn." in history
    assert "Dora took" not in history


def test_spectators_hear_who_left(watched_desk: Desk) -> None:
    hand_over(watched_desk, 0)
    watched_desk.tap(watched_desk.people[2], "take")
    eva = next(said(mail) for mail in reversed(watched_desk.strangers_mails) if "eva@" in recipient(mail))
    assert CHANGE in eva
    assert "Anna took" in eva


def test_whoever_is_back_after_a_bot_stood_in_does_not_play_on_for_themselves(watched_desk: Desk) -> None:
    bjorn, cy = watched_desk.people[1:]
    watched_desk.reply(bjorn, "stop")
    watched_desk.reply(bjorn, "board")
    history = said(watched_desk.reply(cy, "history")[0])
    assert "Gusto (computer) plays on for Björn." in history
    assert "Björn is back." in history


def test_a_bot_that_played_from_the_start_is_not_called_by_the_newcomer_s_name(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "Anna", "Björn")
    desk.new_game("greedy")
    assert "Dora plays on for Gusto." in hand_over(desk, 2)[desk.people[0].address]
    assert "Dora plays on for computer." in said(desk.reply(desk.people[0], "history")[0])
    desk.store.close()


def test_the_pages_of_the_game_name_who_left_and_who_moved_before(watched_desk: Desk) -> None:
    hand_over(watched_desk, 0)
    assert '<span dir="auto">Dora</span> plays on for <span dir="auto">Anna</span>.' in told(watched_desk, 3)
    assert any('<span dir="auto">Anna</span> took' in line for line in told(watched_desk, 1))
    assert not any('<span dir="auto">Dora</span> took' in line for line in told(watched_desk, 3))
