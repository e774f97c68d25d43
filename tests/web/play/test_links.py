"""The way to a seat's page: in every mail of the game, good for one seat, and not for a machine."""

import re
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.errors import StoreUnavailable
from pbem.mail.tags import Claim, Purpose
from pbem.web.play.limits import MOST_A_MINUTE
from tests.support.league_desk import LeagueDesk
from tests.support.web.asking import ask
from tests.support.web.seats import SeatPage, Seen

LINK = re.compile(r"https://splendor\.example\.org(/play/\w+)")


def texts(mail: EmailMessage) -> list[str]:
    """What is read: the record of a game is a file of its own."""
    parts = [part for part in mail.walk() if not part.is_attachment()]
    return [part.get_content() for part in parts if part.get_content_maintype() == "text"]


def links(mail: EmailMessage) -> set[str]:
    return {found for text in texts(mail) for found in LINK.findall(text)}


KINDS = {"turn", "reminder", "refused", "moved", "queued", "press", "started", "ended"}


def whole_life(room: LeagueDesk) -> list[EmailMessage]:
    """A game in which every kind of mail is sent, one of each kind; a digest is below."""
    anna, bo, _ = room.people
    room.reply(anna, "buy 34")
    room.reply(bo, "take white blue green", to="started")
    room.set(bo, talk=True)
    room.reply(anna, "say hello")
    room.reply(anna, "take white blue red please")
    room.let_pass(days=4)
    room.direct("adjudicate #1")
    mails = {str(mail["X-PBEM-Kind"]): mail for person in room.people for mail in person.mails}
    return [mails[kind] for kind in sorted(KINDS)]


async def test_every_mail_of_a_game_has_the_link_in_text_and_html(anna_page: SeatPage) -> None:
    for mail in whole_life(anna_page.room):
        assert all(LINK.search(text) for text in texts(mail)), mail["X-PBEM-Kind"]
        assert len(links(mail)) == 1, mail["X-PBEM-Kind"]
    assert links(anna_page.room.people[0].last("turn")) == {anna_page.path}


def test_without_an_address_of_the_pages_no_mail_has_a_link(tmp_path: Path) -> None:
    with closing(LeagueDesk(tmp_path, "Anna", "Bo", "Cy")) as desk:
        desk.new_game()
        assert not any("/play/" in text for mail in whole_life(desk) for text in texts(mail))


async def test_the_link_of_a_mail_opens_no_other_door(anna_page: SeatPage) -> None:
    for door in ("settings", "unsubscribe", "games"):
        assert (await ask(anna_page.room.site, f"/{door}/{anna_page.tag}")).status == 404
    other = anna_page.room.tags.make(Purpose.ANSWER, Claim(1, 1, 0))
    assert (await ask(anna_page.room.site, f"/play/{other}")).status == 404


async def test_a_link_is_worth_nothing_after_new_tag_and_a_month_after_the_end(anna_page: SeatPage) -> None:
    room = anna_page.room
    over = room.play((), moves=500)
    page = SeatPage(room, 1, over.id)
    assert (await page.look()).answer.status == 200
    room.wait(days=31)
    assert (await page.look()).answer.status == 404
    room.set(room.people[0], generation=1)
    assert (await anna_page.look()).answer.status == 404


async def test_who_asks_more_than_one_can_tap_is_told_to_wait(anna_page: SeatPage, bo_page: SeatPage) -> None:
    for _ in range(MOST_A_MINUTE):
        assert (await anna_page.look()).answer.status == 200
    answer = (await anna_page.look()).answer
    assert answer.status == 429
    assert "Please wait a moment" in answer.text
    assert (await bo_page.look()).answer.status == 200


async def test_games_that_wait_elsewhere_are_mailed_to_their_owner_and_never_linked(anna_page: SeatPage) -> None:
    room = anna_page.room
    room.new_game(secret=b"another game")
    seen = await anna_page.look()
    assert "1 more game waits for you." in seen.answer.text
    assert SeatPage(room, 1, 2).tag not in seen.answer.text
    done = await anna_page.send(seen, do="links")
    assert done.headers["location"].endswith("done=linked")
    (mail,) = room.deliver_outbox()
    assert mail["X-PBEM-Kind"] == "digest"
    assert links(mail) == {anna_page.path, SeatPage(room, 1, 2).path}
    again = await anna_page.send(await anna_page.look(), do="links")
    assert again.headers["location"].endswith("done=sent+before")
    assert room.deliver_outbox() == []


async def test_without_a_database_nothing_is_changed_and_that_is_said(
    anna_page: SeatPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = await anna_page.look()

    def gone(*_: object) -> None:
        raise StoreUnavailable("gone")

    monkeypatch.setattr(anna_page.room.app.store, "work", gone)
    answer = await anna_page.send(seen, order="take white blue red")
    assert answer.status == 503
    assert "try again" in Seen(answer).tree.text_content()
    assert anna_page.room.game().length == 0
