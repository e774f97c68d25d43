"""The front page: what this is, ways to begin, and who runs it."""

import json
from pathlib import Path
from urllib.parse import urlencode

import pytest

from pbem.config import load_config
from pbem.mail.tags import Purpose
from pbem.web.routes import public_site
from pbem.web.start import MOST_AN_HOUR, WISHES
from tests.support.web.asking import Answer, ask
from tests.support.web.seats import OWN, SeatPage, Seen
from tests.support.web.showroom import Showroom


async def begin(room: Showroom, address: str, wish: str = "computer", client: str = "192.0.2.7") -> Answer:
    return await ask(room.site, "/start", "POST", urlencode({"address": address, "wish": wish}), client, **OWN)


async def test_it_says_what_this_is_and_how_to_begin(full_showroom: Showroom) -> None:
    seen = Seen(await ask(full_showroom.site, "/"))
    assert "board game" in seen.texts("//section[1]")[0]
    assert "splendor@example.org" in seen.texts("//section[1]")[0]
    links = [str(each) for each in seen.tree.xpath("//a/@href")]
    for order in ("new%202%20bot", "lesson", "open%203"):
        assert any(link.startswith("mailto:") and link.endswith(order) for link in links), order
    assert len(seen.tree.xpath("//*[@class='picture']//*[@class='card']")) == 12


@pytest.mark.parametrize("wish", WISHES)
async def test_who_gives_an_address_gets_the_mail_of_a_first_contact(showroom: Showroom, wish: str) -> None:
    answer = await begin(showroom, "eva@elsewhere.example", wish)
    assert answer.headers["location"] == "/?begun=1"
    arrived = showroom.hand_in()
    assert {mail["To"].addresses[0].addr_spec for mail in arrived} == {"eva@elsewhere.example"}
    assert "Check your inbox" in (await ask(showroom.site, "/?begun=1")).text
    with showroom.store.work() as work:
        assert not any(game.id for game in work.games_of(9))


async def test_nothing_happens_in_the_name_of_a_player_before_a_yes(showroom: Showroom) -> None:
    anna = showroom.people[0]
    known, unknown = await begin(showroom, anna.address), await begin(showroom, "eva@elsewhere.example")
    assert (known.status, known.headers["location"]) == (unknown.status, unknown.headers["location"])
    showroom.hand_in()
    with showroom.store.work() as work:
        assert work.games_of(1) == []


async def test_five_an_hour_begin_from_one_network(showroom: Showroom) -> None:
    for number in range(MOST_AN_HOUR):
        assert (await begin(showroom, f"eva{number}@elsewhere.example", client=f"192.0.2.{number}")).status == 303
    assert (await begin(showroom, "eva@elsewhere.example", client="192.0.2.200")).status == 429
    assert (await begin(showroom, "eva@elsewhere.example", client="198.51.100.1")).status == 303


async def test_a_network_is_the_same_where_one_socket_takes_both_kinds_of_addresses(showroom: Showroom) -> None:
    for number in range(MOST_AN_HOUR):
        client = f"::ffff:192.0.2.{number}" if number % 2 else f"192.0.2.{number}"
        assert (await begin(showroom, f"eva{number}@elsewhere.example", client=client)).status == 303
    assert (await begin(showroom, "eva@elsewhere.example", client="::ffff:192.0.2.200")).status == 429
    assert (await begin(showroom, "eva@elsewhere.example", client="::ffff:198.51.100.1")).status == 303


async def test_who_has_no_mail_program_takes_a_seat_and_opens_a_table(showroom: Showroom) -> None:
    showroom.write(showroom.people[0], "open 2")
    (link,) = Seen(await ask(showroom.site, "/")).tree.xpath("//article//a[contains(@href, '#start')]/@href")
    (wish,) = Seen(await ask(showroom.site, link.partition("#")[0])).tree.xpath("//option[@selected]/@value")
    await begin(showroom, showroom.people[1].address, wish)
    showroom.hand_in()
    showroom.reply(showroom.people[1], "yes", to="confirm")
    assert [holder.name for holder in showroom.game().holders] == ["Anna", "Björn"]
    await begin(showroom, showroom.people[2].address, "open 3")
    showroom.hand_in()
    showroom.reply(showroom.people[2], "yes", to="confirm")
    with showroom.store.work() as work:
        assert [table.seats for table in work.open_tables()] == [3]


async def test_a_typing_error_shows_the_form_again_with_what_was_typed(showroom: Showroom) -> None:
    answer = await ask(
        showroom.site, "/start", "POST", urlencode({"address": "eva@", "wish": "open 4"}), accept_language="da", **OWN
    )
    seen = Seen(answer)
    assert answer.status == 422
    assert seen.texts("//form[@id='start']//*[@role='alert']") == ["Det ligner ikke en mailadresse."]
    assert seen.tree.xpath("//input[@name='address']/@value") == ["eva@"]
    assert seen.tree.xpath("//option[@selected]/@value") == ["open 4"]
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("wish", ["stop", "join 1\nresign", "open 9", ""])
async def test_nothing_else_can_be_wished(showroom: Showroom, wish: str) -> None:
    assert (await begin(showroom, "eva@elsewhere.example", wish)).status == 422
    assert showroom.hand_in() == []


@pytest.mark.parametrize("address", ["", "eva", "eva@x", "eva@elsewhere.example\r\nBcc: all@elsewhere.example"])
async def test_what_is_no_address_is_not_written_to(showroom: Showroom, address: str) -> None:
    assert (await begin(showroom, address)).status == 422
    assert showroom.hand_in() == []


async def test_every_page_says_who_runs_it_and_what_becomes_of_data(showroom: Showroom, tmp_path: Path) -> None:
    assert "Privacy" not in (await ask(showroom.site, "/")).text
    config = tmp_path / "config.toml"
    config.write_text(config.read_text("utf-8") + 'contact = "td@example.org"\nprivacy_file = "privacy.txt"\n', "utf-8")
    (tmp_path / "privacy.txt").write_text("We keep little.\n\nAsk us <anything>.\n", "utf-8")
    showroom.app.config = load_config(config)
    site = public_site(showroom.app)
    for path in (
        "/",
        "/ratings",
        "/nowhere",
        f"/settings/{showroom.tag(1)}",
        f"/games/{showroom.tag(1, Purpose.GAMES)}",
    ):
        page = (await ask(site, path)).text
        assert 'href="mailto:td@example.org"' in page, path
        assert 'href="/privacy"' in page, path
    assert "Ask us &lt;anything&gt;." in (await ask(site, "/privacy")).text


async def test_who_keeps_the_name_to_the_table_is_there_by_initials(showroom: Showroom) -> None:
    anna = showroom.people[0]
    showroom.set(anna, name="Anna Ek", public=False)
    game = showroom.play((), moves=500)
    table = showroom.play((), moves=3)
    for path in (
        "/",
        "/?over=1",
        f"/games/{game.id}",
        f"/games/{game.id}/record.txt",
        f"/games/{table.id}",
        "/players/1",
    ):
        for accept in ("text/html", "application/json"):
            shown = (await ask(showroom.site, path, accept=accept)).text
            assert "Anna" not in shown, path
            assert "A. E." in shown, path
    seat = (await SeatPage(showroom, 2, table.id).look()).answer.text
    assert "Anna Ek" in seat


async def test_two_with_the_same_initials_are_told_apart(showroom: Showroom) -> None:
    showroom.set(showroom.people[0], name="Bo", public=False)
    showroom.set(showroom.people[1], public=False)
    game = showroom.play((), moves=3)
    seats = json.loads((await ask(showroom.site, f"/games/{game.id}.json")).text)["seats"]
    assert [seat["name"] for seat in seats] == ["B.", "B. 2", "Chaim"]
