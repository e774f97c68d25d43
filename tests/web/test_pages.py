"""The public pages: everything that a spectator may see, in five languages, and nothing that is hidden."""

import json
import re
from itertools import permutations

import pytest
from lxml import etree

from engine import CARDS, parse_record
from pbem.i18n.codes import LANGUAGES
from pbem.model.log_chain import broken_at
from tests.support.web.asking import Answer, ask
from tests.support.web.showroom import Showroom

LARGEST = 100_000
CARD = re.compile(r"\b[123][wugrk]\d\b")


def pages(room: Showroom) -> list[str]:
    games = [f"/games/{number}" for number in (room.running.id, room.over.id)]
    moves = [f"{game}/{move}" for game in games for move in (0, 1, 2, 12)]
    leagues = ["/leagues", "/leagues/nordic", "/leagues/nordic/1", "/champions"]
    ratings = ["/ratings", "/ratings?pool=casual", "/ratings?pool=bots"]
    people = [f"/players/{number}" for number in range(1, 9)]
    return ["/", "/?over=1", *games, *moves, *leagues, *ratings, *people, "/leagues/nordic/feed.atom", "/healthz"]


async def get(room: Showroom, path: str, **headers: str) -> Answer:
    answer = await ask(room.site, path, **headers)
    assert answer.status == 200, (path, answer.status)
    return answer


def as_json(path: str) -> str:
    path, _, query = path.partition("?")
    return ("/index" if path == "/" else path) + ".json" + ("?" + query if query else "")


async def test_no_page_and_no_json_names_an_address(full_showroom: Showroom) -> None:
    addresses = [full_showroom.player(each).address for each in full_showroom.people]
    for path in pages(full_showroom):
        shown = (await get(full_showroom, path)).text + (await get(full_showroom, path, accept="application/json")).text
        assert [each for each in addresses if each in shown] == [], path
        assert "@people.example" not in shown


async def test_no_card_is_named_before_everyone_may_know_it(full_showroom: Showroom) -> None:
    state, number = full_showroom.running.state, full_showroom.running.id
    hidden = {held.card.id for seat in state.seats for held in seat.reserved if held.hidden and held.card}
    unseen = hidden | {card.id for deck in state.decks for card in deck}
    assert len(hidden) == 2
    for path in [f"/games/{number}", *(f"/games/{number}/{move}" for move in range(full_showroom.running.length + 1))]:
        shown = (await get(full_showroom, path)).text + (await get(full_showroom, as_json(path))).text
        named = set(CARD.findall(shown)) & set(CARDS)
        assert named, path
        assert named & unseen == set(), path


async def test_the_secret_of_a_game_is_told_only_once_it_is_over(full_showroom: Showroom) -> None:
    secret = full_showroom.running.start.secret.hex()
    for path in (f"/games/{full_showroom.running.id}", f"/games/{full_showroom.running.id}.json"):
        assert secret not in (await get(full_showroom, path)).text
    assert (await ask(full_showroom.site, f"/games/{full_showroom.running.id}/record.txt")).status == 409
    told = await get(full_showroom, f"/games/{full_showroom.over.id}/record.txt")
    assert told.headers["content-type"].startswith("text/plain")
    assert parse_record(told.text).secret == full_showroom.over.start.secret


async def test_the_season_keeps_its_secret_while_it_lasts(full_showroom: Showroom) -> None:
    secret = full_showroom.season().secret.hex()
    for path in (
        "/leagues/nordic",
        "/leagues/nordic.json",
        "/leagues.json",
        "/leagues/nordic/feed.atom",
        "/leagues/nordic/1/log.jsonl",
        "/leagues/nordic/1/season.zip",
    ):
        assert secret not in (await get(full_showroom, path)).text


async def test_a_finished_game_shows_its_result_and_that_its_record_holds(full_showroom: Showroom) -> None:
    page = await get(full_showroom, f"/games/{full_showroom.over.id}")
    assert "Verified" in page.text
    assert " won with " in page.text
    assert json.loads((await get(full_showroom, f"/games/{full_showroom.over.id}.json")).text)["verified"] is True


async def test_a_finished_game_is_looked_back_on_after_its_last_move_alone(full_showroom: Showroom) -> None:
    assert "Looking back" in (await get(full_showroom, f"/games/{full_showroom.over.id}")).text
    assert "Looking back" not in (await get(full_showroom, f"/games/{full_showroom.over.id}/1")).text


async def test_the_chances_of_winning_are_drawn_once_the_game_is_over_and_never_before(full_showroom: Showroom) -> None:
    over, running = full_showroom.over, full_showroom.running
    assert "How the chances of winning changed" in (await get(full_showroom, f"/games/{over.id}")).text
    assert "chances of winning" not in (await get(full_showroom, f"/games/{running.id}")).text


async def test_a_game_can_be_replayed_move_by_move(full_showroom: Showroom) -> None:
    first = await get(full_showroom, f"/games/{full_showroom.running.id}/0")
    assert "Nothing yet" in first.text
    assert f'rel="next" href="/games/{full_showroom.running.id}/1"' in first.text
    second = await get(full_showroom, f"/games/{full_showroom.running.id}/1")
    assert "Anna</span> reserved an unseen card of level 3." in second.text
    assert (await ask(full_showroom.site, f"/games/{full_showroom.running.id}/13")).status == 404


async def test_the_lobby_lists_tables_and_games(full_showroom: Showroom) -> None:
    page = await get(full_showroom, "/")
    assert "1 of 3 taken" in page.text
    assert 'href="mailto:splendor@example.org?' in page.text
    assert f'href="/games/{full_showroom.running.id}"' in page.text
    assert f'href="/games/{full_showroom.over.id}"' not in page.text
    assert f'href="/games/{full_showroom.over.id}"' in (await get(full_showroom, "/?over=1")).text


async def test_an_table_facts_has_a_page_before_its_game_begins(full_showroom: Showroom) -> None:
    with full_showroom.store.work() as work:
        (table,) = work.open_tables()
    assert "24 hours a turn" in (await get(full_showroom, f"/games/{table.id}")).text


async def test_a_league_shows_table_tie_breaks_crosstable_chart_and_games(full_showroom: Showroom) -> None:
    page = await get(full_showroom, "/leagues/nordic")
    for words in ("Division 1", "head to head", "Who beat whom", "<polyline", "Games that are being played", "* won"):
        assert words in page.text
    told = json.loads((await get(full_showroom, "/leagues/nordic/1.json")).text)
    (division,) = told["divisions"]
    assert len(division["lines"]) == len(division["crosstable"]) == 7
    assert len(division["finished"]) == 9


async def test_an_unknown_season_league_player_or_page_says_so_in_the_reader_s_language(
    full_showroom: Showroom,
) -> None:
    for path in ("/leagues/nordic/7", "/leagues/other", "/players/99", "/games/999", "/nowhere", "/?page=9"):
        answer = await ask(full_showroom.site, path)
        assert answer.status == 404, path
        assert 'href="/"' in answer.text
    told = await ask(full_showroom.site, "/games/999.json", accept_language="he")
    assert json.loads(told.text) == {"error": "אין משחק כזה.", "status": 404}


@pytest.mark.parametrize("code", LANGUAGES)
async def test_each_page_speaks_each_language(full_showroom: Showroom, code: str) -> None:
    direction = "rtl" if code == "he" else "ltr"
    for path in pages(full_showroom):
        if path.endswith((".atom", "/healthz")):
            continue
        page = await get(full_showroom, path, accept_language=f"{code}-XX, en;q=0.3")
        assert f'<html lang="{code}" dir="{direction}">' in page.text
        assert len(page.text.encode()) < LARGEST


async def test_no_words_of_one_language_are_left_in_another(full_showroom: Showroom) -> None:
    path = f"/games/{full_showroom.over.id}"
    told = {code: set(words((await get(full_showroom, f"{path}?lang={code}")).text)) for code in LANGUAGES}
    for code, other in permutations(LANGUAGES, 2):
        assert told[code].isdisjoint(told[other]), (code, other)


def words(page: str) -> list[str]:
    """The headings, buttons and columns of a page."""
    return re.findall(r'<(?:h2|th scope="col"|a class="button"[^>]*|span class="button off")>([^<]+)<', page)


@pytest.mark.parametrize(
    ("accepted", "spoken"),
    [
        ("en;q=0.3, DA-dk", "da"),
        ("sv, pl;q=0.8, is;q=0.9", "is"),
        ("da;q=0, he;q=0.1", "he"),
        ("plt, da;q=0.2", "da"),
        ("sv, *", "en"),
        ("da;q=much", "en"),
    ],
)
async def test_of_the_languages_that_a_browser_names_the_one_liked_best_is_spoken(
    full_showroom: Showroom, accepted: str, spoken: str
) -> None:
    assert f'<html lang="{spoken}"' in (await get(full_showroom, "/", accept_language=accepted)).text


async def test_the_language_in_the_address_counts_most_and_is_kept(full_showroom: Showroom) -> None:
    page = await get(full_showroom, "/?lang=da", accept_language="pl")
    assert '<html lang="da"' in page.text
    assert 'href="/leagues?lang=da"' in page.text


async def test_json_is_the_same_by_ending_and_by_header(full_showroom: Showroom) -> None:
    for path in ("/", "/leagues", "/ratings", "/players/1", f"/games/{full_showroom.over.id}/5"):
        by_header = await get(full_showroom, path, accept="application/json")
        by_ending = await get(full_showroom, as_json(path))
        assert json.loads(by_header.text) == json.loads(by_ending.text)
        assert by_header.headers["content-type"] == "application/json"


async def test_what_has_not_changed_is_not_sent_again(full_showroom: Showroom) -> None:
    for path in pages(full_showroom)[:-1]:
        first = await get(full_showroom, path)
        again = await ask(full_showroom.site, path, if_none_match=f'"other", {first.headers["etag"]}')
        assert (again.status, again.text) == (304, "")
    other = await ask(full_showroom.site, "/", if_none_match=first.headers["etag"])
    assert other.status == 200


async def test_every_answer_has_the_strict_policy(full_showroom: Showroom) -> None:
    for path in (*pages(full_showroom), "/nowhere"):
        answer = await ask(full_showroom.site, path)
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        assert " style=" not in answer.text
        assert "<style" not in answer.text


async def test_the_log_of_a_league_can_be_checked_by_anyone(full_showroom: Showroom) -> None:
    lines = (await get(full_showroom, "/leagues/nordic/1/log.jsonl")).text.splitlines()
    assert lines
    assert broken_at(lines) is None


@pytest.mark.parametrize("sheet", ["standings", "fixtures", "results", "members"])
async def test_a_season_is_there_for_a_spreadsheet(full_showroom: Showroom, sheet: str) -> None:
    answer = await get(full_showroom, f"/leagues/nordic/1/{sheet}.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert len(answer.text.splitlines()) > 1
    assert "@" not in answer.text


async def test_its_dates_can_be_subscribed_to(full_showroom: Showroom) -> None:
    answer = await get(full_showroom, "/leagues/nordic/calendar.ics")
    assert answer.text.startswith("BEGIN:VCALENDAR")
    assert "SUMMARY:Nordic\\, season 1: check-in" in answer.text


async def test_a_players_page_tells_their_seasons_and_whom_they_met(full_showroom: Showroom) -> None:
    told = json.loads((await get(full_showroom, "/players/1.json")).text)
    assert [each["league"] for each in told["career"]] == ["Nordic"]
    assert told["head_to_head"]


async def test_the_feed_is_atom_with_every_result(full_showroom: Showroom) -> None:
    answer = await get(full_showroom, "/leagues/nordic/feed.atom")
    feed = etree.fromstring(answer.text.encode())
    names = {"atom": "http://www.w3.org/2005/Atom"}
    ids = [each.text for each in feed.iterfind("atom:entry/atom:id", names)]
    assert len(ids) == len(set(ids)) == 10
    assert all(each and each.startswith("https://splendor.example.org/") for each in ids)


async def test_ratings_list_everyone_with_a_chart(full_showroom: Showroom, monkeypatch: pytest.MonkeyPatch) -> None:
    page = await get(full_showroom, "/ratings")
    assert page.text.count('href="/players/') == 7
    assert page.text.count("<small>new</small>") == 7
    monkeypatch.setattr("pbem.web.lobby.SETTLED_GAMES", 1)
    page = await get(full_showroom, "/ratings")
    assert "<polyline" in page.text
    assert "<small>new</small>" not in page.text
    rows = json.loads((await get(full_showroom, "/ratings.json")).text)["ratings"]
    assert [row["rating"] for row in rows] == [
        max(100, round(1500 + 40 * (row["mu"] - 3 * row["sigma"]))) for row in rows
    ]
    assert (await ask(full_showroom.site, "/ratings?pool=none")).status == 404


async def test_a_player_has_a_page_with_the_chosen_name(full_showroom: Showroom) -> None:
    told = json.loads((await get(full_showroom, "/players/1.json")).text)
    assert told["name"] == "Anna"
    assert {full_showroom.running.id, full_showroom.over.id} <= {each["game"] for each in told["games"]}
    about = {"player", "name", "reliability", "ratings", "games", "career", "head_to_head"}
    assert set(told) == about | {"page", "pages", "total"}


async def test_lists_say_who_won_in_words(full_showroom: Showroom) -> None:
    answer = await get(full_showroom, "/?over=1")
    assert re.search(r"★ <span dir=.auto.>Chaim</span> won with 16", answer.text)


async def test_who_has_no_rating_yet_has_no_place(full_showroom: Showroom) -> None:
    answer = await get(full_showroom, "/ratings")
    assert "<td>–</td>" in answer.text
    assert "<td>1</td>" not in answer.text
