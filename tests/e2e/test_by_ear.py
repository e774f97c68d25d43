"""A game by ear: what a browser tells a screen reader of each turn mail is all that its player goes by."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from pbem.commands.read import parse
from pbem.commands.values import Move
from pbem.i18n.codes import LANGUAGES
from pbem.notices import Reader, TurnNotice
from pbem.render import render
from tests.support.desk import Desk
from tests.support.people import taps, text_of
from tests.support.render.reading import links
from tests.support.render.scenes import LINKS, at_turn


def heard(page: Page, source: str) -> dict[str, list[str]]:
    """What Chromium's accessibility tree says of a mail: the names of all that has one, by their roles."""
    page.set_content(source)
    session = page.context.new_cdp_session(page)
    said: dict[str, list[str]] = {}
    for node in session.send("Accessibility.getFullAXTree")["nodes"]:
        if not node["ignored"]:
            said.setdefault(node["role"]["value"], []).append(node.get("name", {}).get("value", ""))
    session.detach()
    return said


def order_in(name: str, language: str) -> Move | None:
    """The order that a button is called by; a card's price stands behind a colon."""
    commands = parse(name.partition(":")[0], language).commands
    return commands[0] if len(commands) == 1 and isinstance(commands[0], Move) else None


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_button_says_its_whole_order_and_no_two_say_the_same(browser: Browser, code: str) -> None:
    source = render(TurnNotice(to=Reader("anna@example.org", code), game_view=at_turn(42)), LINKS).html
    page = browser.new_page()
    said = heard(page, source)
    orders = [
        (name, link.body)
        for name, link in zip(said["link"], links(source), strict=True)
        if isinstance(next(iter(parse(link.body, code).commands), None), Move)
    ]
    assert len(orders) > 15
    assert [name for name, _ in orders if order_in(name, code) is None] == []
    bodies = {name: {body for each, body in orders if each == name} for name, _ in orders}
    assert [name for name, meant in bodies.items() if len(meant) > 1] == []
    assert len(said["table"]) == 2, "who has what; all other tables are for the eye"
    assert "" not in [*said["link"], *said["rowheader"], *said["heading"]]
    page.close()


def test_a_whole_game_is_played_by_what_is_heard(browser: Browser, tmp_path: Path) -> None:
    desk, page = Desk(tmp_path, "Anna"), browser.new_page()
    desk.new_game("greedy")
    anna = desk.people[0]
    while desk.game().state.turn is not None:
        turn = anna.last("turn")
        names = heard(page, text_of(turn, "html"))["link"]
        wanted = next(name for verb in ("buy", "take", "reserve") for name in names if name.startswith(verb))
        desk.reply(anna, taps(turn)[names.index(wanted)].body)
    print(f"{desk.game().state.round} rounds by ear, {len(anna.mails)} mails")
    assert anna.kinds()[-1] == "ended"
    assert "refused" not in anna.kinds()
    page.close()
    desk.close()
