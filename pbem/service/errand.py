"""One mail's errand: who wants something, by which mail, in answer to what."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.errors import Facts
from pbem.house import House
from pbem.model import Game
from pbem.notices import Reader, RefusedNotice, Sheet
from pbem.service.sheets import reader
from pbem.who import Writer
from pbem.work import Work


@dataclass(frozen=True, slots=True)
class Errand:
    """What every command needs to know of the mail that it came in."""

    work: Work
    writer: Writer
    mail_id: int
    message_id: str
    house: House
    entropy: Callable[[int], bytes]
    """Where a new game's secret comes from."""
    is_admin: bool = False
    confirmed: bool = False
    """Whether the mail answers with a yes what we asked before doing this."""
    ordered: bool = False
    """Whether the mail also holds a move."""
    directors: tuple[str, ...] = ()
    """The addresses of those who are told what needs a decision."""

    @property
    def reader(self) -> Reader:
        return reader(self.writer.player)

    def turn_answered(self, game: Game) -> int | None:
        """How long the game's ledger was in the mail that this one answers, if it answers one of this game."""
        answered = self.writer.answered
        return answered.turn if answered and answered.game_id == game.id else None

    def refused(
        self, code: str, facts: Facts | None = None, understood: str = "", sheet: Sheet | None = None
    ) -> RefusedNotice:
        """Nothing was changed, and why."""
        return RefusedNotice(
            to=self.reader,
            sheet=sheet,
            answers=self.message_id,
            code=code,
            facts=facts or {},
            understood=understood,
        )

    def asked(
        self, code: str, choices: tuple[str, ...], understood: str = "", sheet: Sheet | None = None
    ) -> RefusedNotice:
        """Nothing was changed: one of the choices may be meant, and its number will do as an answer."""
        return RefusedNotice(
            to=self.reader,
            sheet=sheet,
            answers=self.message_id,
            code=code,
            facts={},
            understood=understood,
            choices=choices,
        )
