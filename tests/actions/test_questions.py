"""What we asked is done by a clear yes, ended by a no, and asked once more where the answer is neither."""

import pytest

from tests.support.desk import Desk, kinds
from tests.support.handwritten import ORDER, mail
from tests.support.lobby import Lobby, refusal
from tests.support.people import Person, text_of, typed


def test_an_answer_that_is_not_clear_is_asked_once_more_and_then_the_mail_is_dropped(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.meet(anna)
    lobby.write(anna, "open 3")
    assert kinds(lobby.reply(anna, "", to="confirm")) == ["confirm"]
    assert refusal(lobby.reply(anna, "Who are you?", to="confirm")) == "question_over"
    assert refusal(lobby.reply(anna, "yes", to="confirm")) == "question_over"
    assert lobby.open_table() is None


def test_the_question_has_a_button_for_yes_and_one_for_no(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.meet(anna)
    lobby.write(anna, "open 3")
    html = text_of(anna.last("confirm"), "html")
    assert "body=yes" in html
    assert "body=no" in html


def test_what_can_not_be_undone_is_asked_once_more_too(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.meet(anna)
    lobby.reply(anna, "forget me", to="lobby")
    assert kinds(lobby.reply(anna, "hm", to="confirm")) == ["confirm"]
    assert "forget me" in text_of(anna.last("confirm"))
    assert refusal(lobby.reply(anna, "hm", to="confirm")) == "question_over"
    assert not lobby.player(anna).is_forgotten


def test_a_second_address_is_asked_at_that_address_again(lobby: Lobby) -> None:
    anna, bo = lobby.people[:2]
    lobby.meet(anna)
    lobby.reply(anna, f"address {bo.address}", to="lobby")
    assert kinds(lobby.reply(bo, "What is this?", to="confirm")) == ["confirm"]
    assert bo.last("confirm")["Subject"] == "Is this your address? · Splendor"
    lobby.reply(bo, "yes", to="confirm")
    assert lobby.player(anna).second_address == bo.address


def test_who_denies_a_mail_and_wants_no_more_of_them_gets_no_more(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.meet(anna)
    lobby.write(anna, "open 3")
    lobby.reply(anna, "It was not me, I never wrote\nopen 3\nstop", to="confirm")
    assert lobby.player(anna).stopped
    assert lobby.open_table() is None


def test_the_question_shows_all_that_will_happen(lobby: Lobby) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(anna)
    lobby.write(anna, f"new 3 invite {bo.address} {cy.address}\nlanguage da\nname Anna Sól\naddress anna@two.example")
    text = " ".join(text_of(anna.last("confirm")).split())
    for line in (f"{bo.address} {cy.address}", "language da", "name Anna Sól", "address anna@two.example"):
        assert line in text
    assert "left out" not in text


def test_only_what_was_shown_happens(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.meet(anna)
    lobby.write(anna, "open 3\nname The very best offers of all, at pills.example")
    text = text_of(anna.last("confirm"))
    assert "pills" not in text
    assert "The rest of your email has been ignored." in text
    lobby.reply(anna, "yes", to="confirm")
    assert lobby.names() == ["Anna"]


def test_of_a_long_list_no_more_is_done_than_is_shown(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.meet(anna)
    lobby.write(anna, "\n".join(["open 3", *(f"name Anna {letter}" for letter in "ABCDEFGHIJ")]))
    assert "name Anna J" not in text_of(anna.last("confirm"))
    lobby.reply(anna, "yes", to="confirm")
    assert lobby.player(anna).name == "Anna I"


def test_an_order_that_was_held_is_for_the_position_of_then(desk: Desk, anna: Person) -> None:
    desk.hand_in(mail(anna.sender))
    asked = anna.last("confirm")
    desk.reply(anna, "take red blue green")
    arrived = desk.hand_in(typed(asked, anna.sender, "yes"))
    assert refusal(arrived) == "went_on"


@pytest.mark.parametrize("talk", ["say Cheap pills", "tell Bo Cheap pills", "note Cheap pills"])
def test_talk_in_a_mail_that_was_held_reaches_nobody(desk: Desk, anna: Person, talk: str) -> None:
    desk.hand_in(mail(anna.sender, body=f"{talk}\n{ORDER}"))
    assert "pills" not in text_of(anna.last("confirm"))
    arrived = desk.reply(anna, "yes", to="confirm")
    assert "turn" in kinds(arrived)
    assert all("pills" not in text_of(each) for each in arrived)


def test_an_order_beside_a_denial_is_still_an_order_where_a_reading_was_asked_for(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "take b r g")
    arrived = desk.reply(anna, "That was not me at my best.\ntake white blue green", to="refused")
    assert sorted(kinds(arrived)) == ["moved", "turn"]
