"""The page of one's settings, where something is more than a switch: it means what a mail would mean."""

from urllib.parse import urlencode

from pbem.mail.tags import Purpose
from pbem.model import Player
from tests.support.people import text_of
from tests.support.web.asking import Answer, ask
from tests.support.web.seats import OWN, Seen
from tests.support.web.showroom import Showroom


def anna(room: Showroom) -> Player:
    return room.player(room.people[0])


async def press(room: Showroom, deed: str, **fields: str) -> Answer:
    return await ask(room.site, f"/settings/{room.tag(1)}", "POST", urlencode({"do": deed, **fields}), **OWN)


async def test_another_name_counts_at_every_table(showroom: Showroom) -> None:
    showroom.play((), moves=3)
    answer = await press(showroom, "name", name="Anneli")
    assert "at every table" in answer.text
    assert (anna(showroom).name, showroom.game().holders[0].name) == ("Anneli", "Anneli")


async def test_a_name_that_somebody_at_the_table_has_is_refused_and_changes_nothing(showroom: Showroom) -> None:
    showroom.play((), moves=3)
    answer = await press(showroom, "name", name="Björn")
    assert answer.status == 422
    assert "Nothing was changed." in answer.text
    assert anna(showroom).name == "Anna"


async def test_days_away_are_entered_shown_and_called_off(showroom: Showroom) -> None:
    first = f"{showroom.now:%Y}-12-20"
    answer = await press(showroom, "vacation", first=first, last=f"{showroom.now:%Y}-12-27")
    assert "20 December" in answer.text
    with showroom.store.work() as work:
        (away,) = work.vacations(1)
    assert f"{away.first:%Y-%m-%d}" == first
    answer = await press(showroom, "back")
    assert "20 December" not in answer.text


async def test_days_that_are_over_or_none_are_refused(showroom: Showroom) -> None:
    for fields in ({"first": "2020-01-01", "last": "2020-01-02"}, {}):
        assert (await press(showroom, "vacation", **fields)).status == 422
    with showroom.store.work() as work:
        assert work.vacations(1) == []


async def test_a_second_address_is_asked_before_it_counts(showroom: Showroom) -> None:
    answer = await press(showroom, "address", address="anna@elsewhere.example")
    assert "once you confirm it from there" in answer.text
    (mail,) = showroom.deliver_outbox()
    assert (mail["To"].addresses[0].addr_spec, mail["X-PBEM-Kind"]) == ("anna@elsewhere.example", "confirm")
    assert anna(showroom).second_address is None
    showroom.set(showroom.people[0], second_address="anna@elsewhere.example")
    await press(showroom, "no address")
    assert anna(showroom).second_address is None


async def test_new_links_go_to_the_mailbox_and_never_to_who_pressed_the_button(showroom: Showroom) -> None:
    old = showroom.tag(1)
    answer = await press(showroom, "new tag")
    assert anna(showroom).generation == 1
    assert "this page included" in answer.text
    assert "/games/" not in answer.text
    assert (await ask(showroom.site, f"/settings/{old}")).status == 404
    (mail,) = showroom.deliver_outbox()
    assert mail["To"].addresses[0].addr_spec == showroom.people[0].address


async def test_who_stops_or_is_forgotten_was_told_what_happens(showroom: Showroom) -> None:
    seen = Seen(await ask(showroom.site, f"/settings/{showroom.tag(1)}"))
    dangers = seen.texts("//*[contains(@class,'danger')]//details")
    assert len(dangers) == 3
    assert all(len(each) > 80 for each in dangers)
    await press(showroom, "stop")
    assert anna(showroom).stopped


async def test_forget_me_deletes_name_and_address(showroom: Showroom) -> None:
    address = anna(showroom).address
    answer = await press(showroom, "forget me")
    assert "have been deleted" in answer.text
    with showroom.store.work() as work:
        assert work.player_at(address) is None


async def test_the_games_are_one_tap_away_and_each_game_another(showroom: Showroom) -> None:
    first, second = showroom.play((), moves=3).id, showroom.play((), moves=1).id
    seen = Seen(await ask(showroom.site, f"/settings/{showroom.tag(1)}"))
    (path,) = seen.tree.xpath("//a[contains(@href, '/games/')]/@href")
    games = Seen(await ask(showroom.site, str(path)))
    assert games.texts("//li//b") == ["Your turn", "It is Björn's turn."]
    assert "1 game waits for you" in games.texts("//h1")[0]
    for link in games.tree.xpath("//li/a/@href"):
        assert (await ask(showroom.site, str(link))).status == 200
    assert {first, second} == {int(text.split("#")[1].split()[0]) for text in games.texts("//li//small")}


async def test_the_page_of_games_opens_by_its_own_key_and_leads_to_no_settings(showroom: Showroom) -> None:
    showroom.play((), moves=3)
    answer = await ask(showroom.site, f"/games/{showroom.tag(1, Purpose.GAMES)}")
    assert answer.headers["cache-control"] == "no-store"
    assert "/settings/" not in answer.text
    assert (await ask(showroom.site, f"/games/{showroom.tag(1)}")).status == 404
    showroom.set(showroom.people[0], generation=1)
    assert (await ask(showroom.site, f"/games/{showroom.tag(1, Purpose.GAMES)}")).status == 404


async def test_an_old_link_shows_nothing_and_mails_a_new_one_to_its_owner(showroom: Showroom) -> None:
    old = f"/settings/{showroom.tag(1, Purpose.OLD)}"
    seen = await ask(showroom.site, old)
    assert "Email me a new link" in seen.text
    assert anna(showroom).address not in seen.text
    before = anna(showroom)
    answer = await ask(showroom.site, old, "POST", urlencode({"do": "forget me", "name": "Eve"}), **OWN)
    assert "on its way to your inbox" in answer.text
    assert anna(showroom) == before
    (mail,) = showroom.deliver_outbox()
    assert mail["To"].addresses[0].addr_spec == showroom.people[0].address
    link = f"/settings/{showroom.tag(1)}"
    assert link in text_of(mail)
    assert (await ask(showroom.site, link)).status == 200


async def test_an_old_link_mails_no_more_than_forged_mails_would(showroom: Showroom) -> None:
    for _ in range(15):
        await ask(showroom.site, f"/settings/{showroom.tag(1, Purpose.OLD)}", "POST", "", **OWN)
    assert len(showroom.deliver_outbox()) == showroom.server.limits.unproven_an_hour
