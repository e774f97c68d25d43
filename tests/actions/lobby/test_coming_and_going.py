"""Accepting, declining, joining and leaving, and who hears of it."""

from pathlib import Path

import pytest

from pbem.i18n.codes import LANGUAGES
from tests.support.desk import kinds
from tests.support.lobby import Lobby, only, refusal, told, told_too_late
from tests.support.people import text_of

ACCEPT = {
    "en": "accept tulip",
    "da": "accepter tulip",
    "is": "samþykkja tulip",
    "pl": "przyjmuję tulip",
    "he": "מקבל tulip",
}
DECLINE = {"en": "decline", "da": "afslå", "is": "afþakka", "pl": "odmawiam", "he": "דוחה"}
YES_NO = {"en": ("yes", "no"), "da": ("ja", "nej"), "is": ("já", "nei"), "pl": ("tak", "nie"), "he": ("כן", "לא")}
JOIN = {
    "en": "join 1 rose",
    "da": "deltag 1 rose",
    "is": "taka þátt 1 rose",
    "pl": "dołącz 1 rose",
    "he": "הצטרף 1 rose",
}
LEAVE = {"en": "leave 1", "da": "forlad 1", "is": "yfirgefa 1", "pl": "opuść 1", "he": "לעזוב 1"}
BLOCK = {"en": "block", "da": "bloker", "is": "loka á", "pl": "zablokuj", "he": "חסום"}
ALL = {"en": "all", "da": "alle", "is": "alla", "pl": "wszystkich", "he": "כולם"}
UNBLOCK = {"en": "unblock", "da": "ophæv blokering", "is": "leyfa aftur", "pl": "odblokuj", "he": "בטל חסימה"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_to_accept_starts_the_game(lobby: Lobby, language: str) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(anna, f"new 3 invite {bo.address} {cy.address}")
    assert told(lobby.reply(bo, ACCEPT[language], to="invite")) == [("Anna", "lobby"), ("Bo", "lobby")]
    assert told(lobby.reply(cy, YES_NO[language][0], to="invite")) == [
        ("Anna", "turn"),
        ("Bo", "started"),
        ("Cy", "started"),
    ]
    assert lobby.game().start.words == ("", "tulip", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_declines_is_thanked_and_the_host_hears_of_it(lobby: Lobby, language: str) -> None:
    anna, bo, cy, dina = lobby.people
    lobby.meet(anna, f"new 3 invite {bo.address} {cy.address}")
    for person, word in ((bo, DECLINE[language]), (cy, YES_NO[language][1])):
        lobby.wait(minutes=31)
        assert told(lobby.reply(person, word, to="invite")) in (
            [("Anna", "lobby"), (f"player{lobby.people.index(person)}", "lobby")],
            [("Anna", "lobby"), (person.name, "lobby")],
        )
        assert not lobby.player(person).confirmed
    assert "declined" in text_of(anna.last("lobby"))
    assert refusal(lobby.reply(bo, "accept", to="invite")) == "invitation_over"
    assert kinds(lobby.reply(anna, f"invite {dina.address}", to="lobby")) == ["lobby", "invite"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_anyone_joins_and_leaves_an_table_facts(lobby: Lobby, language: str) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna, "open 3")
    assert told(lobby.meet(bo, JOIN[language])) == [("Anna", "lobby"), ("Bo", "lobby")]
    assert lobby.table().words == ("", "rose")
    lobby.wait(minutes=31)
    assert told(lobby.reply(bo, LEAVE[language], to="lobby")) == [("Anna", "lobby"), ("Bo", "lobby")]
    assert lobby.names() == ["Anna"]
    assert lobby.table().words == ("",)


def test_join_alone_takes_the_oldest_table_with_a_free_seat(lobby: Lobby) -> None:
    anna, bo, cy, dina = lobby.people
    lobby.meet(anna, f"new 2 invite {dina.address}")
    lobby.meet(anna, "open 3")
    lobby.meet(bo, "open 3")
    lobby.meet(cy, "join")
    assert lobby.names(2) == ["Anna", "Cy"]
    lobby.reply(cy, "join", to="lobby")
    assert lobby.names(3) == ["Bo", "Cy"]
    assert refusal(lobby.reply(cy, "join", to="lobby")) == "no_open_table"


def test_a_seat_is_taken_once(lobby: Lobby) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(anna, "open 3")
    lobby.meet(bo, "join 1")
    assert refusal(lobby.reply(bo, "join 1", to="lobby")) == "already_seated"
    assert refusal(lobby.meet(cy, "join 99")) == "no_such_game"


def test_a_table_of_others_is_closed_to_who_is_not_invited(lobby: Lobby) -> None:
    anna, bo, cy, dina = lobby.people
    lobby.meet(anna, f"new 2 invite {bo.address}")
    assert refusal(lobby.meet(cy, "join 1")) == "not_invited"
    assert kinds(lobby.reply(bo, "join", to="invite")) == ["started", "turn"]
    assert "has no seat left" in only(lobby.meet(dina, "join 1"), "welcome")


def test_an_invitation_to_an_table_facts_may_come_too_late(lobby: Lobby) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(anna, f"open 2 invite {bo.address}")
    lobby.meet(cy, "join 1")
    for yes in ("accept", "Sure, gladly!"):
        assert told_too_late(lobby.reply(bo, yes, to="invite")) == ["new 2 bot", "lesson", "new invite", "open 3"]
    assert [holder.name for holder in lobby.game().holders] == ["Anna", "Cy"]
    assert kinds(lobby.reply(bo, "1", to="welcome")) == ["turn"]


def test_several_invitations_are_told_apart_by_their_numbers(lobby: Lobby) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(bo)
    lobby.meet(anna, f"new 3 invite {bo.address}")
    lobby.meet(cy, f"new 3 invite {bo.address}")
    lobby.write(bo, "accept")
    assert refusal(lobby.reply(bo, "yes", to="confirm")) == "which_invitation"
    lobby.write(bo, "accept 2")
    lobby.reply(bo, "yes", to="confirm")
    assert lobby.names(2) == ["Cy", "Bo"]
    lobby.write(bo, "accept")
    lobby.reply(bo, "yes", to="confirm")
    assert lobby.names(1) == ["Anna", "Bo"]


def test_who_is_not_invited_has_nothing_to_accept(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.meet(anna)
    assert refusal(lobby.reply(anna, "accept", to="lobby")) == "no_invitation"
    assert refusal(lobby.reply(anna, "decline 7", to="lobby")) == "no_invitation"
    assert refusal(lobby.reply(anna, "yes", to="lobby")) == "nothing_asked"


def test_the_next_guest_becomes_the_host(lobby: Lobby) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(anna, "open 4")
    lobby.meet(bo, "join")
    lobby.meet(cy, "join")
    assert told(lobby.reply(anna, "leave 1", to="lobby")) == [("Anna", "lobby"), ("Bo", "lobby")]
    assert lobby.table().host_id == lobby.player(bo).id
    assert kinds(lobby.reply(bo, "invite player3@people.example", to="lobby")) == ["lobby", "invite"]


def test_a_table_that_everyone_left_is_called_off(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna, f"new 3 invite {bo.address} bot greedy")
    assert told(lobby.reply(anna, "leave", to="lobby")) == [("Anna", "lobby")]
    assert lobby.open_table() is None
    assert told_too_late(lobby.reply(bo, "accept", to="invite"))


def test_a_running_game_is_resigned_not_left(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.meet(anna, "new 2 bot greedy")
    assert refusal(lobby.reply(anna, "leave 1")) == "leave_running"


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_is_blocked_invites_no_more(lobby: Lobby, language: str) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(cy)
    lobby.meet(anna, f"new 3 invite {bo.address}")
    assert told(lobby.reply(bo, BLOCK[language], to="invite")) == [("Anna", "lobby"), ("Bo", "status")]
    assert "declined" in text_of(anna.last("lobby"))
    assert refusal(lobby.reply(anna, f"new 3 invite {bo.address}", to="lobby")) == "cannot_invite"
    assert kinds(lobby.reply(cy, f"new 3 invite {bo.address}", to="lobby")) == ["lobby", "invite"]
    lobby.reply(bo, f"{UNBLOCK[language]} Anna", to="invite")
    assert kinds(lobby.reply(anna, f"new 3 invite {bo.address}", to="lobby")) == ["lobby", "invite"]


@pytest.mark.parametrize(
    "order", ["zablokuj Annę, odblokuj Annę", "blokka Önnu, leyfa aftur Önnu", "לחסום את Anna, לבטל חסימה Anna"]
)
def test_whoever_is_named_in_another_case_is_blocked_and_unblocked(lobby: Lobby, order: str) -> None:
    anna, bo, *_ = lobby.people
    block, unblock = order.split(", ")
    lobby.meet(anna, f"new 3 invite {bo.address}")
    assert told(lobby.reply(bo, block, to="invite")) == [("Anna", "lobby"), ("Bo", "status")]
    assert refusal(lobby.reply(anna, f"new 3 invite {bo.address}", to="lobby")) == "cannot_invite"
    lobby.reply(bo, unblock, to="invite")
    assert kinds(lobby.reply(anna, f"new 3 invite {bo.address}", to="lobby")) == ["lobby", "invite"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_everyone_may_be_blocked(lobby: Lobby, language: str) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna)
    lobby.meet(bo)
    assert kinds(lobby.reply(bo, f"{BLOCK[language]} {ALL[language]}", to="lobby")) == ["status"]
    assert refusal(lobby.reply(anna, f"new 2 invite {bo.address}", to="lobby")) == "cannot_invite"
    assert kinds(lobby.reply(bo, f"{UNBLOCK[language]} {ALL[language]}", to="lobby")) == ["status"]
    assert kinds(lobby.reply(anna, f"new 2 invite {bo.address}", to="lobby")) == ["lobby", "invite"]


def test_nobody_of_that_name_can_be_blocked(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.meet(anna)
    assert refusal(lobby.reply(anna, "block Zorro", to="lobby")) == "no_such_player"
    assert refusal(lobby.reply(anna, "block", to="lobby")) == "no_invitation"


def test_a_host_of_the_same_name_as_another_is_the_one_who_invited(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path, "Anna", "Anna", "Bo")
    anna, other, bo = lobby.people
    lobby.all_meet()
    lobby.reply(anna, f"new 2 invite {bo.address}", to="lobby")
    lobby.reply(bo, "block anna", to="lobby")
    assert refusal(lobby.reply(anna, f"new 2 invite {bo.address}", to="lobby")) == "cannot_invite"
    assert kinds(lobby.reply(other, f"new 2 invite {bo.address}", to="lobby")) == ["lobby", "invite"]
