"""The turn mail on a phone, measured in a browser: how high it is, where its first button is, how large each target."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from statistics import median

import pytest
from playwright.sync_api import Browser, Page

import benchmarks.render as benchmark
from benchmarks.pictures import SCHEMES
from engine import COLOURS
from pbem.commands.read import parse
from pbem.commands.table import HELP_CHAPTERS
from pbem.commands.values import name_of
from pbem.i18n.codes import LANGUAGES
from pbem.notices import GameView, HelpNotice, Reader, TurnNotice
from pbem.render import render
from pbem.render.board import board
from pbem.render.style import style
from tests.support.paths import TESTS
from tests.support.render.clients import roundcube, thunderbird_dark, unstyled
from tests.support.render.reading import document, links
from tests.support.render.scenes import LINKS, at_turn, game_views

TOO_FAINT = (TESTS / "support" / "render" / "too_faint.js").read_text("utf-8")
TOO_WIDE = (TESTS / "support" / "render" / "too_wide.js").read_text("utf-8")
BOXES = "links => links.map(link => { const box = link.getBoundingClientRect(); return [box.top, box.height] })"
MIDDLE = range(8, 19)
"""The rounds of a game's middle."""
EVERY_FEW = 5
LETTERS = "WUGRK★"


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 375, "height": 780}, color_scheme="light")
    yield context.new_page()
    context.close()


@cache
def positions() -> dict[str, tuple[str, GameView]]:
    """Real positions, each with its reader's language."""
    full = [each for each in game_views(2, 3, "2021", "random") if board(each).must_return]
    four = [each for each in game_views(7, 4) if each.view.round == 12]
    return {
        "first turn": ("en", game_views(5)[0]),
        "middle": ("en", at_turn(42)),
        "ten tokens": ("en", full[len(full) // 2]),
        "four players": ("en", four[0]),
        "middle, Hebrew": ("he", at_turn(42)),
        "four players, Hebrew": ("he", four[0]),
    }


# Of the 136,622 turns of 1,500 games of bots (`benchmarks.render.largest`): a game and how many moves it had seen.
LARGEST = {125: 20, 551: 22, 1133: 27, 1340: 22, 1451: 27, 1481: 54}


@pytest.mark.parametrize("game", LARGEST)
def test_the_largest_mail_of_a_thousand_games_is_not_clipped_in_any_language(game: int) -> None:
    game_view = next(each for each in benchmark.turns(game) if each.length == LARGEST[game])
    sizes = {
        code: len(render(benchmark.notice_of(game_view, code), benchmark.LINKS).html.encode()) for code in LANGUAGES
    }
    print(f"game {game}, {len(game_view.names)} players: {sizes}")
    assert max(sizes.values()) < 45_000


def mail(position: str) -> str:
    code, game_view = positions()[position]
    return render(TurnNotice(to=Reader("anna@example.org", code, "Europe/Copenhagen"), game_view=game_view), LINKS).html


@pytest.mark.parametrize("position", positions())
def test_a_turn_is_seen_at_a_glance_and_every_target_is_large_enough(phone: Page, position: str) -> None:
    source = mail(position)
    phone.set_content(source)
    height = phone.evaluate("document.documentElement.scrollHeight")
    boxes = phone.eval_on_selector_all("a", BOXES)
    first = min(top for top, _ in boxes)
    small = [tall for _, tall in boxes if tall < 44]
    size = len(source.encode())
    print(f"{position}: {height} px high, first button at {first:.0f} px, {len(boxes)} targets, {size} bytes")
    assert small == []
    assert first <= 600
    assert size < 45_000
    assert height <= 1200


@pytest.mark.parametrize("position", positions())
def test_a_turn_is_right_at_every_width_by_day_and_by_night(phone: Page, position: str) -> None:
    phone.set_content(mail(position))
    for width, scheme in product((360, 700, 375), reversed(SCHEMES)):
        phone.set_viewport_size({"width": width, "height": 780})
        phone.emulate_media(color_scheme=scheme)
        assert phone.evaluate(TOO_WIDE) == [], (width, scheme)
        assert phone.evaluate(TOO_FAINT) == [], (width, scheme)
        assert [tall for _, tall in phone.eval_on_selector_all("a", BOXES) if tall < 44] == [], (width, scheme)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_middle_of_a_game_is_seen_at_a_glance_in_all_its_positions(phone: Page, code: str, seats: int) -> None:
    to, heights, tops = Reader("anna@example.org", code, "Europe/Copenhagen"), [], []
    for game_view in middles(seats):
        phone.set_content(render(TurnNotice(to=to, game_view=game_view), LINKS).html)
        heights.append(phone.evaluate("document.documentElement.scrollHeight"))
        tops.append(min(top for top, _ in phone.eval_on_selector_all("a", BOXES)))
    print(f"{seats} players, {code}: {len(heights)} turns, {median(heights):.0f} px, at most {max(heights)} px high")
    assert max(heights) <= 1200
    assert max(tops) <= 600


def middles(seats: int) -> list[GameView]:
    """Turns from the middles of two games, the highest of all that were measured among them."""
    turns = [(seed, each) for seed in (5, 11) for each in game_views(seed, seats) if each.view.round in MIDDLE]
    few = [each for _, each in turns[::EVERY_FEW]]
    return [*few, *(each for seed, each in turns if (seed, each.length) in HIGHEST)]


# Games by their seeds and how many moves they had seen: what came out highest of the 198 turns of these middles.
HIGHEST = {(5, 31), (5, 34), (5, 51), (5, 53), (11, 24), (11, 29), (11, 36)}


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_short_help_is_a_screen_or_two_and_its_chapters_are_a_tap(phone: Page, code: str) -> None:
    source = render(HelpNotice(to=Reader("anna@example.org", code)), LINKS).html
    phone.set_content(source)
    height, size = phone.evaluate("document.documentElement.scrollHeight"), len(source.encode())
    print(f"help, {code}: {height} px high, {size} bytes")
    assert height <= 1200
    assert size <= 12_000
    assert {f"help {chapter}" for chapter in HELP_CHAPTERS} <= {
        spoken_in_english(code, link.body) for link in links(source)
    }


def spoken_in_english(code: str, body: str) -> str:
    (command,) = parse(body, code).commands
    return name_of(command)


@pytest.mark.parametrize("left", [roundcube, thunderbird_dark, unstyled], ids=lambda each: each.__name__)
@pytest.mark.parametrize("position", ["middle", "middle, Hebrew"])
def test_what_mail_programs_leave_can_be_read(phone: Page, position: str, left: object) -> None:
    assert callable(left)
    source, stripped = mail(position), left(mail(position))
    assert words(stripped) == words(source)
    assert set(LETTERS) <= set(words(stripped))
    phone.set_content(stripped)
    assert phone.evaluate(TOO_FAINT) == []
    if left is not unstyled:
        assert phone.evaluate(TOO_WIDE) == []


def test_every_gem_keeps_its_ground_in_thunderbird_s_dark_mode() -> None:
    left = thunderbird_dark(mail("middle"))
    assert [colour for colour in COLOURS if style().light[f".{colour}"] not in left] == []


def test_a_gem_that_is_short_keeps_its_colour_in_the_dark_and_black_has_an_edge(phone: Page) -> None:
    phone.emulate_media(color_scheme="dark")
    for left, property_ in ((roundcube, "color"), (thunderbird_dark, "borderTopColor")):
        phone.set_content(left(mail("middle")))
        dashed, black = "b[style*=dashed]", "b[style*='background:#000'][style*=outline]"
        told = phone.eval_on_selector_all(
            dashed, f"chips => chips.map(each => [each.textContent[0], getComputedStyle(each).{property_}])"
        )
        colours = dict(told)
        assert len({colour for _, colour in told}) == len(colours) > 2, (left.__name__, colours)
        assert set(phone.eval_on_selector_all(black, "all => all.map(b => getComputedStyle(b).outlineStyle)")) == {
            "solid"
        }
    phone.emulate_media(color_scheme="light")


def words(source: str) -> str:
    return " ".join(document(source).body.text_content().split())


def test_a_hebrew_table_runs_from_the_right_where_the_body_says_nothing(phone: Page) -> None:
    phone.set_content(roundcube(mail("middle, Hebrew")))
    first, last = (phone.locator(f"a[aria-label*=' {place}:']").first.bounding_box() for place in ("31", "34"))
    assert first
    assert last
    assert first["x"] > last["x"]
    assert phone.eval_on_selector("h1", "title => getComputedStyle(title).textAlign") == "right"


@pytest.mark.parametrize(("position", "side"), [("middle", "left"), ("middle, Hebrew", "right")])
def test_what_heads_a_row_stands_at_its_beginning_in_roundcube(phone: Page, position: str, side: str) -> None:
    phone.set_content(roundcube(mail(position)))
    sides = phone.eval_on_selector_all("th[scope=row]", "heads => heads.map(each => getComputedStyle(each).textAlign)")
    assert set(sides) == {side}


def test_roundcube_shows_the_dark_mail_in_the_dark(phone: Page) -> None:
    phone.emulate_media(color_scheme="dark")
    phone.set_content(roundcube(mail("middle")))
    assert phone.eval_on_selector("table", "sheet => getComputedStyle(sheet).backgroundColor") == "rgb(31, 29, 40)"
    assert phone.evaluate(TOO_FAINT) == []
    phone.emulate_media(color_scheme="light")
