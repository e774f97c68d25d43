"""A hostile visitor: every answer of every route forbids what it does not need, and tells only what is public."""

import re
from contextlib import suppress
from pathlib import Path

import pytest
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from pbem.mail.tags import Claim, Purpose, Tags
from pbem.web.settings import SettingsPage
from tests.support.web.asking import Answer, ask
from tests.support.web.showroom import Showroom

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_PARAMETER = re.compile(r"{(\w+)(?::\w+)?}")


def addresses(room: Showroom) -> list[str]:
    """One for each route of the site, to something that is there, and one for each to something that is not."""
    there = {
        "game": f"{room.over.id}",
        "move": "1",
        "name": "nordic",
        "season": "1",
        "player": "1",
        "sheet": "standings",
        "tag": room.tag(1),
    }
    nowhere = {**dict.fromkeys(there, "999999"), "tag": "a" * 26}
    paths = [_PARAMETER.sub(r"{\1}", route.path) for route in room.site.routes if isinstance(route, Route)]
    found = [path.format(**values) for values in (there, nowhere) for path in paths]
    return [*found, "/static/base.css", "/static/nothing.css", "/nowhere"]


def lacking(answer: Answer) -> list[str]:
    headers = {**answer.headers}
    if headers.get("referrer-policy") == "strict-origin":
        headers["referrer-policy"] = "same-origin"  # stricter: not even our own pages are told the address
    return [name for name, value in HEADERS.items() if headers.get(name) != value]


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT"])
async def test_every_answer_of_every_route_has_the_headers(full_showroom: Showroom, method: str) -> None:
    asked = {path: await ask(full_showroom.site, path, method, client="127.0.0.1") for path in addresses(full_showroom)}
    assert {path: lacking(answer) for path, answer in asked.items() if lacking(answer)} == {}
    assert {answer.status for answer in asked.values()} & {200, 403}


async def test_whoever_asks_for_another_host_gets_them_too(full_showroom: Showroom) -> None:
    answer = await ask(full_showroom.site, "/", host="evil.example")
    assert answer.status == 400
    assert lacking(answer) == []


async def test_the_page_of_one_s_settings_is_kept_nowhere(full_showroom: Showroom) -> None:
    answer = await ask(full_showroom.site, f"/settings/{full_showroom.tag(1)}")
    assert answer.status == 200
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-robots-tag"] == "noindex"


@pytest.mark.parametrize("page", ["settings", "unsubscribe", "play"])
async def test_no_guess_opens_the_pages_of_a_player(full_showroom: Showroom, page: str) -> None:
    forged = Tags(b"another secret of 32 bytes length").make(Purpose(page), Claim(1, 0, 0))
    for tag in ("1", "a" * 26, forged, full_showroom.tag(1, Purpose(page))[:-1], full_showroom.tag(999, Purpose(page))):
        assert (await ask(full_showroom.site, f"/{page}/{tag}", "POST", sec_fetch_site="same-origin")).status == 404


@pytest.mark.parametrize("number", ["2147483648", "9" * 20, "9" * 5000])
async def test_no_number_is_too_large_for_a_page(full_showroom: Showroom, number: str) -> None:
    for path in (f"/games/{number}", f"/games/1/{number}", f"/leagues/nordic/{number}", f"/players/{number}"):
        assert (await ask(full_showroom.site, path)).status == 404
    assert (await ask(full_showroom.site, f"/?page={number}")).status == 404


async def test_no_tag_and_no_secret_is_on_a_page(full_showroom: Showroom) -> None:
    tags = [
        full_showroom.tags.make(purpose, Claim(player, game, 0))
        for purpose in Purpose
        for player in range(1, 8)
        for game in (0, full_showroom.running.id)
    ]
    secrets = [full_showroom.running.start.secret.hex(), full_showroom.running.start.secret.decode(), *tags]
    own = full_showroom.tag(1, Purpose.GAMES)  # whoever opens their settings finds the way to their games there
    for path in addresses(full_showroom):
        answer = await ask(full_showroom.site, path, client="127.0.0.1")
        found = {each for each in secrets if each in answer.text and each not in path}
        assert found == ({own} if answer.status == 200 and path.startswith("/settings/") else set()), path


async def test_what_goes_wrong_is_told_without_a_word_of_what_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("correct-horse")

    showroom = Showroom(tmp_path)

    async def site(scope: Scope, receive: Receive, send: Send) -> None:
        with suppress(RuntimeError):
            await showroom.site(scope, receive, send)

    monkeypatch.setattr(SettingsPage, "_looked_at", broken)
    answer = await ask(site, f"/settings/{showroom.tag(1)}")
    assert (answer.status, answer.text) == (500, "Internal Server Error")
    assert lacking(answer) == []
    showroom.close()
