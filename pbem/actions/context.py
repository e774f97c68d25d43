"""One mail's errand: who wants something, by which mail, in answer to what."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import wraps
from typing import Self, TypeAlias

from engine.errors import Facts
from pbem.actions.who import Writer
from pbem.commands.text import command_text
from pbem.commands.values import AnyCommand, Command
from pbem.commands.words import fold, lower
from pbem.mail.address import Ours
from pbem.model import Game, Player
from pbem.model.games import House
from pbem.model.time import quiet_end
from pbem.notices import Notice, Reader, RefusedNotice, Sheet
from pbem.work import Work

# Players as readers of our mail: how a notice names them, whether they want mail, and when.


def reader(player: Player) -> Reader:
    """The player as the reader of a mail."""
    return Reader(
        address=player.address,
        language=player.language,
        timezone=player.timezone,
        name=player.name,
        player_id=player.id,
        generation=player.generation,
    )


def wants_mail(player: Player) -> bool:
    """Whether the player may be written to without having asked; who is banned has been stopped."""
    return player.confirmed and not player.stopped


def not_before(work: Work, player: Player, answers: str | None = None) -> datetime | None:
    """When a mail may leave: an answer at once, what nobody asked for not in the quiet hours."""
    return None if answers else quiet_end(player.quiet, player.timezone, work.now)


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
    confirmed: bool = False
    """Whether the mail answers with a yes what we asked before doing this."""
    ordered: bool = False
    """Whether the mail also holds a move."""
    directors: tuple[str, ...] = ()
    """The addresses of those who are told what needs a decision."""
    ours: Ours = field(default_factory=lambda: Ours(""))
    """Our own address, at which nobody plays."""

    @property
    def reader(self) -> Reader:
        return reader(self.writer.player)

    @property
    def is_director(self) -> bool:
        return self.writer.player.address in self.directors

    def game_meant(self, named: int | None) -> int | None:
        """The game that is named, or that the tag or the answered mail is about."""
        answered = self.writer.answered
        return named or self.writer.game_id or (answered.game_id if answered else None)

    def only_game(self) -> int | None:
        """The game that the writer plays, if it is only one."""
        games = self.work.games_of(self.writer.player.id)
        return games[0].id if len(games) == 1 else None

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


# What running a league needs besides the database.


@dataclass(frozen=True, slots=True)
class Bureau:
    """The house rules, where secrets come from, and who the directors are."""

    house: House
    entropy: Callable[[int], bytes]
    directors: tuple[str, ...] = ()
    """Their addresses."""
    language: str = "en"
    """Of directors who are no players."""

    @classmethod
    def of(cls, errand: Errand) -> Self:
        return cls(errand.house, errand.entropy, errand.directors, errand.writer.player.language)


# How a command is refused: by an exception, so that nothing of it has happened.


Handler: TypeAlias = Callable[[Errand, AnyCommand], list[Notice]]


class Refused(Exception):
    """What was asked for can't be: `code` and `facts` say why."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts: Facts = facts


def refusing(act: Callable[[Errand, Command], list[Notice]]) -> Handler:
    """A handler that undoes everything where it refuses."""

    @wraps(act)
    def handler(errand: Errand, command: AnyCommand) -> list[Notice]:
        assert isinstance(command, Command)
        try:
            with errand.work.attempt():
                return act(errand, command)
        except Refused as refusal:
            return [errand.refused(refusal.code, refusal.facts, command_text(command))]

    return handler


# What people write, made fit to be shown to others: one line, nothing invisible, nothing that turns text around.


LONGEST_NAME = 40
"""Of a player."""
# UAX #9: embeddings, overrides, isolates and marks could make the text around them read backwards.
_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# A joiner stays where it is part of an emoji or a letter; controls, half surrogates and private codes mean nothing.
_MEANINGLESS = ("Cc", "Cs", "Co")
_BLANK = re.compile("[\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u3164\ufeff\uffa0\u2800]")


def tidy(text: str) -> str:
    """The text on one line, without what can't be seen."""
    visible = _BLANK.sub("", _BIDI.sub("", unicodedata.normalize("NFC", text)))
    kept = (char if unicodedata.category(char) not in _MEANINGLESS else " " for char in visible)
    line = " ".join("".join(kept).split())
    return line if any(unicodedata.category(char)[0] in "LNPS" for char in line) else ""


def matching(name: str, known: Iterable[str]) -> list[str]:
    """Which of these names is meant, whatever its accents and case: the same one, else all that begin so."""
    wanted, names = plain_name(name), list(dict.fromkeys(known))
    same = [each for each in names if plain_name(each) == wanted]
    return same or [each for each in names if wanted and plain_name(each).startswith(wanted)]


def plain_name(name: str) -> str:
    """A name as it is compared."""
    return fold(lower(" ".join(name.split())))


_BRACKETS = str.maketrans('<>"', "   ")
# A name is shown to people whom its owner invites: it must not advertise.
_ADVERTISING = re.compile(r"://|www\.|@|\.(?:com|net|org|info|biz)\b", re.IGNORECASE)


def display_name(name: str, address: str) -> str:
    """The name as it is shown to others: one short line; without one, what stands before the @."""
    local = address.partition("@")[0].partition("+")[0]
    for each in (name, local):
        line = tidy(each.translate(_BRACKETS))[:LONGEST_NAME].strip()
        if line and not advertises(line):
            return line
    return "?"


def advertises(name: str) -> bool:
    """Whether the name leads to somewhere else."""
    return bool(_ADVERTISING.search(name))
