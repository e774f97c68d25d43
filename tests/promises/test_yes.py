"""Nothing happens in anybody's name that they did not clearly say yes to."""

import pytest

from pbem.i18n.codes import LANGUAGES
from tests.support.desk import Desk, kinds
from tests.support.handwritten import mail
from tests.support.league_desk import READING, LeagueDesk
from tests.support.lobby import Lobby, refusal
from tests.support.people import Person, typed

DENIALS = {
    "en": "OK\nIt was not me!",
    "da": "Ja\nDet var ikke mig!",
    "is": "Já\nÞetta var ekki ég!",
    "pl": "Tak\nTo nie ja!",
    "he": "כן\nזה לא אני!",
}
UNCLEAR = ("", "\N{THUMBS UP SIGN}", "yes\nno", "OK?", "Yes, but who are you?", "> yes", "tak")
GIVES_UP = {
    "en": "resign",
    "da": "jeg opgiver",
    "is": "ég gefst upp",
    "pl": "rezygnuję",
    "he": "לפרוש",
}
NEW_ADDRESS = {
    "en": "new address",
    "da": "ny adresse",
    "is": "nýtt netfang",
    "pl": "nowy adres",
    "he": "כתובת חדשה",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_denial_closes_the_question_and_drops_what_was_held(desk: Desk, anna: Person, language: str) -> None:
    desk.hand_in(mail(anna.sender))
    before = desk.position()
    assert not desk.reply(anna, DENIALS[language], to="confirm")
    desk.reply(anna, "yes", to="confirm")
    assert desk.position() == before


@pytest.mark.parametrize("answer", UNCLEAR)
def test_what_is_not_clear_is_no_yes(desk: Desk, anna: Person, answer: str) -> None:
    desk.hand_in(mail(anna.sender))
    before = desk.position()
    assert kinds(desk.reply(anna, answer, to="confirm")) == ["confirm"]
    assert refusal(desk.reply(anna, answer, to="confirm")) == "question_over"
    assert desk.position() == before


def test_a_yes_is_answered_with_what_was_played(desk: Desk, anna: Person) -> None:
    desk.hand_in(mail(anna.sender))
    arrived = desk.reply(anna, "yes", to="confirm")
    assert [each["X-PBEM-Kind"] for each in arrived if each["To"] == anna.last("confirm")["To"]] == ["moved"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_gives_up_in_answer_to_a_league_gives_up_no_other_game(league_desk: LeagueDesk, language: str) -> None:
    league_desk.found()
    league_desk.all_enter()
    league_desk.until(READING)
    anna = league_desk.people[0]
    asked = anna.last("league")
    league_desk.write(anna, "new 2 bot")
    league_desk.hand_in(typed(asked, anna.sender, GIVES_UP[language]))
    with league_desk.store.work() as work:
        assert [game.state.over for game in work.games_of(1)] == [False]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_address_is_a_second_address_that_is_asked_and_voids_no_link(lobby: Lobby, language: str) -> None:
    anna, bo = lobby.people[:2]
    lobby.meet(anna)
    lobby.change(anna, language=language)
    lobby.reply(anna, f"{NEW_ADDRESS[language]} {bo.address}", to="lobby")
    assert bo.kinds() == ["confirm"]
    assert lobby.player(anna).generation == 0
