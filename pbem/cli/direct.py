"""What a director does from the command line: one transaction, with the mails that come of it."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

import click

from pbem.again import retried
from pbem.bootstrap import make_office, open_store
from pbem.cli.options import print_json
from pbem.config import load_config
from pbem.errors import PbemError
from pbem.i18n import language
from pbem.model import Game, Player
from pbem.notices import Notice
from pbem.pipeline import Office
from pbem.render.refusals import why
from pbem.render.voice import Voice
from pbem.service.directing import find_player
from pbem.service.refusal import Refused
from pbem.work import Store, Work

T = TypeVar("T")


def direct(config_path: Path, act: Callable[[Work, Office], list[Notice]], done: str, as_json: bool) -> None:
    """Do it and put what everyone is told into the outbox; what can't be done is said in one line."""
    config = load_config(config_path)
    with explained(), closing(open_store(config)) as store:
        office = make_office(config)
        mails = done_at_once(store, lambda work: office.postroom.post(work, act(work, office)))
    if as_json:
        print_json({"done": done, "mails": len(mails)})
    else:
        click.echo(done)


@retried
def done_at_once(store: Store, act: Callable[[Work], T]) -> T:
    """One transaction; where another process came in between, the whole of it is done again."""
    with store.work() as work:
        return act(work)


@contextmanager
def explained() -> Iterator[None]:
    """A refusal is an error that a user can read."""
    try:
        yield
    except Refused as refusal:
        raise PbemError(why(Voice(language("en")), refusal.code, refusal.facts)) from refusal


def game_numbered(work: Work, number: int) -> Game:
    """The game, or an error that a user can read."""
    found = work.game(number)
    if found is None:
        raise PbemError(f"there is no game {number}")
    return found


def player_called(work: Work, who: str) -> Player:
    """By number, address or name."""
    found = work.player(int(who)) if who.isdecimal() else None
    return found or find_player(work, who)
