"""How a command looks at games, players and leagues: nothing is made, brought up to date, or locked."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbem.cli.direct import explained
from pbem.config import load_config
from pbem.setup.existing import look_through
from pbem.store.books import Books
from pbem.work import Work


@contextmanager
def books(config_path: Path) -> Iterator[Books]:
    """The lists."""
    with look_through(load_config(config_path)) as store:
        yield store.books


@contextmanager
def visit(config_path: Path) -> Iterator[Work]:
    """A unit of work that only looks; what can't be found is said in one line."""
    with explained(), look_through(load_config(config_path)) as store, store.gallery.visit() as work:
        yield work
