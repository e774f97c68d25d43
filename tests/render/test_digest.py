"""One mail for several games."""

from dataclasses import replace
from functools import cache

import pytest

from engine import legal_orders
from pbem.commands.read import parse
from pbem.i18n.codes import LANGUAGES
from pbem.notices import DigestNotice, GameView, Reader
from pbem.render import Rendered, render
from tests.support.render.reading import _order, links
from tests.support.render.scenes import LINKS, at_turn, game_views


@cache
def game(number: int) -> GameView:
    """Anna's game view in one of several games."""
    played = [game_view for game_view in game_views(number % 5, 4, "2021", "random") if game_view.seat == 0]
    return replace(played[5 + number % 20], game_id=number)


def digest(games: int, code: str = "en") -> Rendered:
    game_views = tuple(game(100 + number) for number in range(games))
    return render(DigestNotice(to=Reader("anna@example.org", code, "Europe/Copenhagen"), games=game_views), LINKS)


def test_every_tap_says_which_game_it_is_about() -> None:
    game_views = {game.game_id: game for game in (at_turn(42), replace(at_turn(30), game_id=43))}
    mail = render(DigestNotice(to=Reader("anna@example.org", "en"), games=tuple(game_views.values())), LINKS)
    moves = [link.body.split(" ", 1) for link in links(mail.html) if link.body.startswith("#")]
    assert {number for number, _ in moves} == {"#42", "#43"}
    for number, text in moves:
        order = _order(text)
        assert text == "board" or order in legal_orders(game_views[int(number[1:])].view)


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_the_text_offers_is_understood_with_its_game(code: str) -> None:
    offered = [line.strip() for line in digest(2, code).text.splitlines() if line.startswith("    #")]
    assert offered
    for line in offered:
        reading = parse(line.split("   ")[0], code)
        assert not reading.problems
        assert reading.commands[0].game in (100, 101)


def test_many_games_leave_out_the_taps_but_no_game() -> None:
    bodies = {link.body for link in links(digest(16).html)}
    assert {f"#{100 + number} board" for number in range(16)} <= bodies
    assert not [body for body in bodies if "take" in body]


@pytest.mark.parametrize("games", [1, 4, 7, 18, 50])
def test_a_digest_is_never_clipped(games: int) -> None:
    assert len(digest(games, "he").html.encode()) < 60_000
