"""Several processes on one PostgreSQL: a command or a form that another process came in between of is done again."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.mail.tags import Claim, Purpose
from pbem.model import Player
from pbem.server.app import App
from pbem.store.store import SqlStore
from pbem.web.routes import public_site
from tests.support.cli.runs import Run, inside
from tests.support.processes import Submit, player, waits
from tests.support.servers.tools import PATIENCE
from tests.support.stores import POSTGRESQL_ONLY
from tests.support.web.asking import Answer, ask
from tests.support.web.workers import worker, write_config

pytestmark = POSTGRESQL_ONLY


@pytest.fixture
def shared_home(tmp_path: Path, store: SqlStore) -> Path:
    write_config(tmp_path, store)
    return tmp_path


@pytest.fixture
def shared_app(shared_home: Path, store: SqlStore) -> Iterator[App]:
    app = worker(shared_home, store)
    yield app
    app.store.close()


def posted(app: App, path: str, fields: str) -> Answer:
    return asyncio.run(ask(public_site(app), path, "POST", fields, sec_fetch_site="same-origin"))


def tag(app: App, who: Player, purpose: Purpose = Purpose.SETTINGS) -> str:
    return app.server.tags.make(purpose, Claim(who.id, 0, who.generation))


@pytest.mark.parametrize("command", [("ban", "Anna"), ("forget", "Anna", "--yes")])
def test_a_director_s_command_is_done_again(
    store: SqlStore, known_anna: Player, another: Submit, shared_home: Path, command: tuple[str, ...]
) -> None:
    with store.work() as work:
        work.save_player(replace(known_anna, stopped=True))
        done = another(lambda: inside(shared_home, "player", *command))
        assert waits(done)
    assert _run(done.result()).code == 0, _run(done.result()).err


def test_tags_that_two_void_at_the_same_time_are_voided_twice(
    store: SqlStore, known_anna: Player, another: Submit, shared_home: Path
) -> None:
    with store.work() as work:
        work.save_player(replace(known_anna, generation=1))
        done = another(lambda: inside(shared_home, "player", "new-tag", "--all"))
        assert waits(done)
    assert _run(done.result()).out == "every tag of all 1 players is void\n"
    with store.work() as work:
        assert player(work, known_anna.id).generation == 2


def test_somebody_who_is_entered_by_two_at_the_same_time_is_one_player(
    store: SqlStore, known_anna: Player, another: Submit, shared_home: Path
) -> None:
    seats = f"Anna <{known_anna.address}>, Eva <eva@players.example>"
    with store.work() as work:
        eva = work.add_player("Eva", "eva@players.example", "en", "UTC")
        done = another(lambda: inside(shared_home, "game", "new", "--seats", seats))
        assert waits(done)
    assert _run(done.result()).code == 0, _run(done.result()).err
    with store.work() as work:
        assert [game.id for game in work.games_of(eva.id)] == [1]


def test_what_is_only_looked_at_waits_for_nobody(
    store: SqlStore, known_anna: Player, another: Submit, shared_home: Path
) -> None:
    inside(shared_home, "game", "new", "--seats", f"Anna <{known_anna.address}>, bot:greedy")
    with store.work() as work:
        assert work.game(1)
        assert _run(another(lambda: inside(shared_home, "game", "show", "1")).result(timeout=PATIENCE)).code == 0


def test_settings_from_a_page_are_saved_though_a_mail_changed_them_meanwhile(
    store: SqlStore, known_anna: Player, another: Submit, shared_app: App
) -> None:
    with store.work() as work:
        work.save_player(replace(known_anna, language="da"))
        done = another(
            lambda: posted(shared_app, f"/settings/{tag(shared_app, known_anna)}", "language=pl&timezone=UTC")
        )
        assert waits(done)
    assert _answer(done.result()).status == 200
    with store.work() as work:
        assert player(work, known_anna.id).language == "pl"


def test_one_click_stops_the_mail_though_a_mail_did_so_meanwhile(
    store: SqlStore, known_anna: Player, another: Submit, shared_app: App
) -> None:
    with store.work() as work:
        work.save_player(replace(known_anna, stopped=True))
        link = f"/unsubscribe/{tag(shared_app, known_anna, Purpose.UNSUBSCRIBE)}"
        done = another(lambda: posted(shared_app, link, "List-Unsubscribe=One-Click"))
        assert waits(done)
    assert _answer(done.result()).status == 200


def _run(result: object) -> Run:
    assert isinstance(result, Run)
    return result


def _answer(result: object) -> Answer:
    assert isinstance(result, Answer)
    return result
