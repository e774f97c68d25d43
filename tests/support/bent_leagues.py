"""Leagues whose database somebody edits behind our back: played once, then put back before each edit."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from email.message import EmailMessage
from functools import partial
from pathlib import Path

from pbem.store.schema import copy_sqlite
from tests.support.league_desk import LeagueDesk
from tests.support.league_edits import forged, rewrite


class Bent:
    """A league that was played, and a mail of it that somebody kept."""

    def __init__(self, folder: Path, people: tuple[str, ...], play: Callable[[LeagueDesk], None]) -> None:
        self.desk = LeagueDesk(folder, *people)
        self.file = folder / "pbem.db"
        play(self.desk)
        games = [self.desk.game(each.game_id) for each in self.desk.fixtures() if each.game_id and not each.result]
        self.running = next((game.id for game in games if self._has_orders(game.id)), 0)
        self.kept: EmailMessage = self._last_mail()
        self._honest = folder / "honest.db"
        copy_sqlite(self.file, self._honest)

    def _has_orders(self, game_id: int) -> bool:
        """Whether somebody has moved; a line that a seat was left is of nobody's seat."""
        with self.desk.store.look() as look:
            return any(line.seat is not None for line in look.ledger(game_id))

    def _last_mail(self) -> EmailMessage:
        mails = [mail for person in self.desk.people for mail in person.mails if mail["X-PBEM-League"]]
        return max(mails, key=lambda mail: int(str(mail["X-PBEM-League"]).split("line=")[1].split(";")[0]))

    def restore(self) -> None:
        self.desk.store.engine.dispose()
        copy_sqlite(self._honest, self.file)

    def edit(self, statement: str) -> None:
        with closing(sqlite3.connect(self.file)) as database, database:
            assert database.execute(statement.format(running=self.running)).rowcount > 0

    def forge(self) -> None:
        with self.desk.store.look() as look:
            rows = look.league_rows(1)
        rewrite(self.file, partial(forged, rows=rows))
