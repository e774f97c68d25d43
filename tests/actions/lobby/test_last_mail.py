"""Whoever wonders where our mails are is told when the last one left."""

from pbem.mail.tags import Purpose
from tests.support.desk import Desk
from tests.support.people import Person, text_of
from tests.support.web.asking import ask
from tests.support.web.showroom import Showroom

TAKEN = "The mail server accepted it; if it is not in your inbox, check your spam folder."


def test_games_tells_when_the_last_mail_left_and_that_it_was_taken(desk: Desk, anna: Person) -> None:
    (answer,) = desk.reply(anna, "games")
    words = " ".join(text_of(answer).split())
    assert "Our last email to you: " in words
    assert TAKEN in words


async def test_so_does_the_page_of_one_s_own_games(showroom: Showroom) -> None:
    path = f"/games/{showroom.tag(1, Purpose.GAMES)}"
    before = (await ask(showroom.site, path)).text
    showroom.write(showroom.people[0], "help")
    assert TAKEN not in before
    assert TAKEN in (await ask(showroom.site, path)).text
