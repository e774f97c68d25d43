"""Seats that somebody left, and who takes them over."""

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.actions.lobby.substitutes import offer_seat
from pbem.model import Answer
from tests.support.lobby import Lobby, refusal, told
from tests.support.people import Person, text_of


@pytest.fixture(autouse=True)
def _bo_is_gone_and_two_would_take_over(lobby: Lobby) -> None:
    anna, bo, cy, dina = lobby.people
    lobby.all_meet()
    lobby.reply(anna, f"new 2 invite {bo.address}", to="lobby")
    lobby.reply(bo, "accept", to="invite")
    for person in (cy, dina):
        lobby.reply(person, "substitute on", to="lobby")
    vanish(lobby, anna)


def vanish(lobby: Lobby, anna: Person) -> None:
    """Bo lets three turns run out."""
    while not any("invite" in person.kinds() for person in lobby.people[2:]):
        if lobby.game().state.turn == 0:
            lobby.tap(anna, "take")
        lobby.let_pass(hours=6)


def test_a_seat_that_was_left_is_offered_to_the_first_substitute(lobby: Lobby) -> None:
    _, bo, cy, dina = lobby.people
    assert "invite" not in dina.kinds()
    assert "Bo" in text_of(cy.last("invite"))
    assert lobby.game().holders[1].bot == "greedy"
    mails = lobby.reply(cy, "accept", to="invite")
    assert [mail["To"].addresses[0].display_name for mail in mails if mail["X-PBEM-Kind"] == "status"] == ["Cy"]
    assert (lobby.game().holders[1].name, lobby.game().holders[1].bot) == ("Cy", None)
    assert refusal(lobby.reply(bo, "#1 board")) == "not_yours"


def test_whoever_takes_over_reads_for_whom(lobby: Lobby) -> None:
    cy = lobby.people[2]
    lobby.reply(cy, "accept", to="invite")
    assert "Cy plays on for Bo." in " ".join(text_of(cy.last("status")).split())
    lobby.tap(lobby.people[0], "take")
    assert "Cy plays on for Bo." in " ".join(text_of(cy.last("turn")).split())


def test_who_declines_passes_it_on(lobby: Lobby) -> None:
    _, _, cy, dina = lobby.people
    assert told(lobby.reply(cy, "decline", to="invite")) == [("Cy", "lobby"), ("Dina", "invite")]
    assert told(lobby.reply(dina, "no", to="invite")) == [("Dina", "lobby")]
    assert refusal(lobby.reply(cy, "accept", to="invite")) == "invitation_over"


def test_an_offer_that_is_not_answered_goes_to_the_next_after_two_days(lobby: Lobby) -> None:
    cy, dina = lobby.people[2:]
    lobby.let_pass(days=3)
    assert "invite" in dina.kinds()
    assert cy.kinds().count("invite") <= 2
    lobby.let_pass(days=3)
    assert refusal(lobby.reply(dina, "accept", to="invite")) == "invitation_over"


def test_a_seat_whose_player_came_back_is_no_longer_free(lobby: Lobby) -> None:
    _, bo, cy, _ = lobby.people
    lobby.reply(bo, "reserve deck 1")
    assert not lobby.game().holders[1].bot
    assert refusal(lobby.reply(cy, "accept", to="invite")) == "seat_taken"


def test_nobody_is_offered_a_seat_at_a_table_with_someone_they_block(tmp_path: Path) -> None:
    folder = tmp_path / "another house"
    folder.mkdir()
    lobby = Lobby(folder)
    anna, bo, cy, dina = lobby.people
    lobby.all_meet()
    lobby.reply(anna, f"new 2 invite {bo.address}", to="lobby")
    lobby.reply(bo, "accept", to="invite")
    lobby.reply(cy, "substitute on\nblock Anna", to="lobby")
    lobby.reply(dina, "substitute on", to="lobby")
    vanish(lobby, anna)
    assert "invite" in dina.kinds()
    assert "invite" not in cy.kinds()


def test_who_is_asked_for_one_seat_of_a_table_is_not_asked_for_another(lobby: Lobby) -> None:
    game = lobby.game()
    with lobby.store.work() as work:
        (notice,) = offer_seat(work, lobby.server.house, game, seat=0)
    assert notice.to.name == "Dina"


def test_nobody_takes_two_seats_of_a_table(lobby: Lobby) -> None:
    cy = lobby.people[2]
    lobby.reply(cy, "accept", to="invite")
    with lobby.store.work() as work:
        (offer,) = [each for each in work.invitations(1) if each.seat == 1]
        work.invite(replace(offer, seat=0, answer=Answer.NONE))
    assert refusal(lobby.reply(cy, "accept #1", to="invite")) == "already_seated"
    assert [holder.name for holder in lobby.game().holders] == ["Anna", "Cy"]
