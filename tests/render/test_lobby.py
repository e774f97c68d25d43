"""Mails about tables that wait for players."""

from dataclasses import replace

import pytest

from pbem.commands.read import parse
from pbem.commands.values import Command
from pbem.i18n import language
from pbem.i18n.codes import LANGUAGES
from pbem.model import Terms
from pbem.notices import InviteNotice, LobbyNews, LobbyNotice, Reader
from pbem.render import render
from pbem.render.phrases import Phrases
from tests.support.render.reading import links
from tests.support.render.scenes import LINKS, STRICT, TABLE, seen_from_outside

ANNA = Reader("anna@example.org", "en", "Europe/Copenhagen", "Anna", 1)
FOOTER = {"help", "rules", "games", "stop"}


def bodies(notice: LobbyNotice | InviteNotice) -> set[str]:
    return {link.body for link in links(render(notice, LINKS).html)} - FOOTER


def test_each_table_facts_can_be_joined_by_a_tap() -> None:
    lobby = LobbyNotice(to=ANNA, tables=(TABLE, replace(TABLE, game_id=44)))
    assert bodies(lobby) == {"join 43", "join 44", "open 3"}
    assert "To join, write: join 44" in render(lobby, LINKS).text


def test_a_table_tells_its_players_and_its_terms() -> None:
    text = render(LobbyNotice(to=ANNA, tables=(TABLE,)), LINKS).text
    assert "Players: Björn (96% on time), Zofia (new)" in text
    assert "Seats: 2 of 4 taken; 1 invitation not answered yet" in text
    assert "Time: 24 hours a turn, 5 days in reserve" in text
    strict = render(LobbyNotice(to=ANNA, tables=(replace(TABLE, terms=STRICT),)), LINKS).text
    assert "Time: 2 days a turn; weekends off" in strict
    assert "If time runs out: the game is given up" in strict
    assert "Talk: only to the whole table" in strict


@pytest.mark.parametrize(
    ("hours", "span"),
    [(0.5, "30 minutes"), (1, "1 hour"), (1.5, "90 minutes"), (24, "24 hours"), (36, "36 hours"), (120, "5 days")],
)
def test_a_length_of_time_is_told_in_whole_units(hours: float, span: str) -> None:
    assert Phrases(language("en")).span(hours) == span


def test_polish_counts_hours_as_polish_does() -> None:
    phrases = Phrases(language("pl"))
    assert [phrases.span(hours) for hours in (1, 22, 36)] == ["1 godzina", "22 godziny", "36 godzin"]


def test_an_invitation_is_answered_by_a_tap() -> None:
    taps = bodies(InviteNotice(to=ANNA, table=TABLE))
    languages = {f"language {code}" for code in LANGUAGES if code != "en"}
    assert taps == {"accept 43", "decline 43", "#43 block", "What is this?"} | languages
    commands = [command for tap in taps - languages for command in parse(tap, "en").commands]
    assert sorted(each.name for each in commands if isinstance(each, Command)) == ["accept", "block", "decline"]
    assert all(each.game == 43 for each in commands)


def test_an_invitation_shows_the_commitment_and_how_to_add_a_word() -> None:
    text = render(InviteNotice(to=ANNA, table=TABLE), LINKS).text
    assert TABLE.commitment in text
    assert "accept 43 …" in text


def test_whoever_is_asked_to_take_over_a_seat_sees_the_board() -> None:
    watched = seen_from_outside(42)
    offer = InviteNotice(to=ANNA, table=replace(TABLE, game_id=42, commitment=""), game_view=watched)
    mail = render(offer, LINKS)
    assert "Björn had to leave this game. Would you take over the seat?" in mail.text
    assert all(f" {place} " in mail.text for place in (11, 14, 21, 24, 31, 34))
    assert bodies(offer) == {"accept 42", "decline 42"}


def test_the_host_can_invite_and_everyone_at_the_table_can_leave() -> None:
    own = replace(TABLE, host="Anna")
    assert bodies(LobbyNotice(to=ANNA, table=own, news=LobbyNews.OPENED)) == {
        "#43 invite ",
        "#43 invite bot",
        "new 2 bot",
        "leave 43",
    }
    assert bodies(LobbyNotice(to=ANNA, table=TABLE, news=LobbyNews.JOINED, who="Zofia")) == {
        "new 2 bot",
        "leave 43",
    }


@pytest.mark.parametrize("news", [LobbyNews.LEFT, LobbyNews.DECLINED, LobbyNews.CALLED_OFF])
def test_whoever_does_not_sit_there_is_offered_nothing(news: LobbyNews) -> None:
    assert bodies(LobbyNotice(to=ANNA, table=TABLE, news=news)) == set()


@pytest.mark.parametrize("news", [LobbyNews.JOINED, LobbyNews.LEFT, LobbyNews.DECLINED, LobbyNews.EXPIRED])
def test_a_host_is_told_what_others_do(news: LobbyNews) -> None:
    mail = render(LobbyNotice(to=ANNA, table=TABLE, news=news, who="Zofia"), LINKS)
    assert mail.subject.endswith(" · #43")
    assert mail.text.partition("--------\n\n")[2].startswith("Zofia")


@pytest.mark.parametrize("news", [each for each in LobbyNews if each is not LobbyNews.EXPIRED])
def test_all_other_news_of_a_table_are_told(news: LobbyNews) -> None:
    mail = render(LobbyNotice(to=ANNA, table=TABLE, news=news), LINKS)
    assert mail.subject.endswith(" · #43")
    assert mail.text.partition("--------\n\n")[2].startswith(("The", "Your", "Thank"))


def test_a_table_without_a_reserve_of_time_promises_none() -> None:
    table = replace(TABLE, terms=Terms(free_hours=12, bank_hours=0))
    assert "Time: 12 hours a turn\n" in render(LobbyNotice(to=ANNA, tables=(table,)), LINKS).text
