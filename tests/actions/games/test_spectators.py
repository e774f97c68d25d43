"""Looking on: what everyone may see, a mail a round, and the end."""

import re

import pytest

from pbem.i18n.codes import LANGUAGES
from tests.support.desk import kinds
from tests.support.lobby import Lobby, only, refusal
from tests.support.people import Person, text_of

WATCH = {"en": "watch", "da": "se på", "is": "horfa á", "pl": "obserwuj", "he": "צפה"}
UNWATCH = {"en": "unwatch", "da": "se ikke", "is": "hætta að horfa", "pl": "nie obserwuj", "he": "הפסק צפייה"}
HISTORY = {"en": "history", "da": "historik", "is": "saga", "pl": "historia", "he": "היסטוריה"}


@pytest.fixture(autouse=True)
def _anna_and_bo_play(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna, f"new 2 invite {bo.address}")
    lobby.reply(bo, "accept", to="invite")


def play(lobby: Lobby, *people: Person, verb: str = "take") -> None:
    for person in people:
        lobby.tap(person, verb)


def reserved(lobby: Lobby) -> str:
    """The card that Anna holds."""
    (held,) = lobby.game().state.seats[0].reserved
    assert held.card
    return held.card.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_spectator_hears_of_each_round_until_they_look_away(lobby: Lobby, language: str) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(cy, f"{WATCH[language]} 1")
    assert cy.kinds() == ["welcome", "status"]
    play(lobby, anna)
    assert cy.kinds() == ["welcome", "status"]
    play(lobby, bo)
    assert cy.kinds() == ["welcome", "status", "status"]
    assert kinds(lobby.reply(cy, f"{UNWATCH[language]} 1", to="status")) == ["status"]
    play(lobby, anna, bo)
    assert cy.kinds().count("status") == 3


def test_a_spectator_sees_no_hidden_card(lobby: Lobby) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(cy, "watch 1")
    for each in (anna, bo, cy):
        lobby.set(each, ids=True)
    lobby.reply(anna, "reserve deck 3")
    play(lobby, bo)
    hidden = reserved(lobby)
    shown = cy.last("status")
    assert hidden not in text_of(shown) + text_of(shown, "html")
    assert hidden not in only(lobby.reply(cy, "board 1", to="status"), "status")
    story = only(lobby.reply(cy, "history 1", to="status"), "status")
    assert hidden not in story
    assert hidden in only(lobby.reply(anna, "history"), "status")
    assert hidden not in only(lobby.reply(bo, "history", to="started"), "status")


def test_the_last_mail_has_the_record_and_is_the_last(lobby: Lobby) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(cy, "watch 1")
    lobby.reply(anna, "resign")
    assert "ended" in cy.kinds()
    assert [part.get_filename() for part in cy.last("ended").iter_attachments()][:1] == ["splendor-1.txt"]
    with lobby.store.work() as work:
        assert not work.watchers(1)
    assert bo.last("ended")


def test_who_stopped_hears_nothing(lobby: Lobby) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(cy, "watch 1")
    lobby.reply(cy, "stop", to="status")
    before = len(cy.mails)
    play(lobby, anna, bo)
    assert len(cy.mails) == before


def test_spectators_are_not_woken(lobby: Lobby) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(cy, "watch 1")
    lobby.change(cy, quiet="10:00-20:00", timezone="UTC")
    before = len(cy.mails)
    play(lobby, anna, bo)
    assert len(cy.mails) == before
    lobby.let_pass(hours=9)
    assert len(cy.mails) == before + 1


def test_what_can_not_be_watched_is_refused(lobby: Lobby) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(cy, "open 3")
    assert refusal(lobby.reply(anna, "watch 1")) == "own_game"
    assert "You're playing in game #1 yourself, so you can't watch it" in text_of(anna.last("refused"))
    assert refusal(lobby.reply(cy, "watch 99", to="lobby")) == "no_such_game"
    assert refusal(lobby.reply(cy, "watch 2", to="lobby")) == "not_started"
    assert refusal(lobby.reply(cy, "unwatch 1", to="lobby")) == "not_watching"
    assert refusal(lobby.reply(cy, "history 99", to="lobby")) == "no_such_game"
    lobby.reply(anna, "resign")
    assert refusal(lobby.reply(cy, "watch 1", to="lobby")) == "game_over"
    assert bo.last("ended")


def test_twenty_look_on_at_most(lobby: Lobby) -> None:
    cy = lobby.people[2]
    lobby.meet(cy)
    with lobby.store.work() as work:
        for number in range(20):
            work.watch(1, work.add_player(f"W{number}", f"w{number}@x.example", "en", "UTC").id)
    assert refusal(lobby.reply(cy, "watch 1", to="lobby")) == "too_many_watchers"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_story_of_a_game_is_told_to_anyone(lobby: Lobby, language: str) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(cy)
    play(lobby, anna, bo, anna, bo)
    for person, kind in ((anna, "turn"), (cy, "lobby")):
        text = only(lobby.reply(person, f"{HISTORY[language]} 1", to=kind), "status")
        assert re.findall(r"^ *(\d+)\. ", text, re.MULTILINE) == ["1", "2", "3", "4"]


def test_once_a_game_is_over_nothing_of_it_is_hidden(lobby: Lobby) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(cy)
    lobby.set(cy, ids=True)
    lobby.reply(anna, "reserve deck 3")
    hidden = reserved(lobby)
    lobby.reply(bo, "resign")
    assert hidden in only(lobby.reply(cy, "history 1", to="lobby"), "status")


def test_a_rematch_is_played_under_the_same_terms_by_the_next_to_begin(lobby: Lobby) -> None:
    _, _, cy, dina = lobby.people
    lobby.meet(cy, f"new 2 invite {dina.address} slow weekends off edition 2021")
    lobby.reply(dina, "accept", to="invite")
    lobby.tap(cy, "take")
    lobby.reply(dina, "resign")
    lobby.reply(cy, "rematch", to="ended")
    lobby.reply(dina, "rematch", to="ended")
    first, again = lobby.game(2), lobby.game(3)
    assert (again.terms, again.start.edition) == (first.terms, "2021")
    assert [holder.name for holder in again.holders] == ["Dina", "Cy"]
    assert again.start.secret != first.start.secret
    assert lobby.player(cy).reliability == 100
