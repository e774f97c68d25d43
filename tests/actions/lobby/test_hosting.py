"""What a host says of a table that waits, in sentences, is understood in answer to its mail."""

import pytest

from tests.support.brisk_games import bounced
from tests.support.desk import kinds
from tests.support.lobby import Lobby
from tests.support.people import taps, text_of


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


@pytest.mark.parametrize(
    "question",
    [
        *("How long shall I wait?", "Can the two of us start?", "Could a computer fill in?"),
        *("Hvor længe skal jeg vente?", "Kan vi to starte uden en tredje?", "Hvað þarf ég að bíða lengi?"),
        *("Getum við byrjað tvö?", "Jak długo mam czekać?", "Czy możemy zacząć we dwoje?"),
        *("כמה זמן לחכות? אפשר שמחשב ימלא?", "אפשר להתחיל שנינו, בלי שלישי?"),
    ],
)
def test_a_host_who_asks_when_it_begins_is_shown_who_sits_there_and_how_to_fill_it(lobby: Lobby, question: str) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna, "open 3")
    lobby.meet(bo, "join 1")
    (mail,) = lobby.reply(anna, question, to="lobby")
    assert mail["X-PBEM-Kind"] == "lobby"
    assert "Bo" in text_of(mail)
    assert "#1 invite bot" in [tap.body for tap in taps(mail)]


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "Is anyone looking for a game?"),
        ("en", "This is fun. Can I also play against real people? Is anyone looking for a game?"),
        ("da", "Er der nogen der vil spille?"),
        ("is", "Er einhver að leita að leik?"),
        ("pl", "Czy ktoś szuka gry?"),
        ("he", "מישהו מחפש משחק?"),
    ],
)
def test_a_player_who_looks_for_others_is_shown_the_open_tables(lobby: Lobby, language: str, question: str) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(bo, "open 3")
    lobby.meet(anna, "new 2 bot")
    lobby.change(anna, language=language)
    (mail,) = lobby.reply(anna, question)
    assert mail["X-PBEM-Kind"] == "lobby"
    assert taps(mail)[0].body.split()[-1] == "1"
