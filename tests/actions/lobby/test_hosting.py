"""What a host says of a table that waits, in sentences, is understood in answer to its mail."""

import pytest

from tests.support.brisk_games import bounced
from tests.support.desk import kinds
from tests.support.lobby import Lobby
from tests.support.people import text_of


def opened(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna, f"new 3 invite {bo.address}")


@pytest.mark.parametrize(
    "question", ["Who has answered?", "Hvem har svaret?", "Hefur einhver svarað?", "Kto już odpowiedział?", "מי ענה?"]
)
def test_the_host_hears_who_has_not_answered(lobby: Lobby, question: str) -> None:
    opened(lobby)
    (mail,) = lobby.reply(lobby.people[0], question, to="lobby")
    assert mail["X-PBEM-Kind"] == "lobby"
    assert "No answer yet: player1" in text_of(mail)


def test_a_host_out_of_reach_who_asks_who_has_answered_is_there_again(lobby: Lobby) -> None:
    opened(lobby)
    anna = lobby.people[0]
    lobby.hand_in(bounced(anna.last("lobby")), envelope_sender="")
    assert lobby.player(anna).unreachable
    lobby.reply(anna, "Who has answered?", to="lobby")
    assert not lobby.player(anna).unreachable


def test_nobody_else_learns_whom_the_host_waits_for(lobby: Lobby) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(anna, f"new 4 invite {bo.address} {cy.address}")
    lobby.reply(cy, "yes", to="invite")
    assert "No answer yet" not in text_of(cy.last("lobby"))


@pytest.mark.parametrize("words", ["Fill the rest with computers, please", "Fyld resten op med computere"])
def test_empty_seats_are_filled_with_computers(lobby: Lobby, words: str) -> None:
    lobby.meet(lobby.people[0], "open 3")
    assert "turn" in kinds(lobby.reply(lobby.people[0], words, to="lobby"))


def test_a_table_is_called_off_once_the_host_has_said_that_they_mean_it(lobby: Lobby) -> None:
    opened(lobby)
    assert kinds(lobby.reply(lobby.people[0], "Please cancel the table", to="lobby")) == ["confirm"]
    lobby.reply(lobby.people[0], "yes", to="confirm")
    assert lobby.open_table() is None
