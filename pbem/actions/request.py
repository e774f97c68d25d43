"""One mail's request: on which server, by whom, by which mail, in answer to what."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from functools import wraps
from secrets import token_bytes
from typing import ClassVar, TypeVar

from engine.errors import Facts
from pbem.actions.board_shown import length_shown
from pbem.actions.names import OwnWords
from pbem.commands.text import command_text
from pbem.commands.values import AnyCommand, Reading
from pbem.mail.address import Ours
from pbem.mail.dkim_keys import DkimKeys
from pbem.mail.letter import Letter
from pbem.mail.tags import Tags
from pbem.model import Game, Limits, Player, SentMail, StoredMail
from pbem.model.games import House
from pbem.model.time import quiet_end
from pbem.notices import GameView, Notice, Reader, RefusedNotice
from pbem.notices.refusals import REFUSALS
from pbem.work import Work

# Players as readers of our mail: how a notice names them, whether they want mail, and when.


def reader(player: Player) -> Reader:
    """The player as the reader of a mail."""
    return Reader(
        address=player.address,
        second_address=player.second_address or "" if player.second_used else "",
        language=player.language,
        timezone=player.timezone,
        name=player.name,
        player_id=player.id,
        generation=player.generation,
        ids=player.ids,
        spoken=player.spoken,
    )


def wants_mail(player: Player) -> bool:
    """Whether the player may be written to without having asked; who is banned has been stopped."""
    return player.confirmed and not player.stopped


def not_before(work: Work, player: Player, answers: str | None = None) -> datetime | None:
    """When a mail may leave: an answer at once, what nobody asked for not in the quiet hours."""
    return None if answers else quiet_end(player.quiet, player.timezone, work.now)


@dataclass(frozen=True, slots=True)
class Server:
    """Who we are, what we seal with, and the rules of the house."""

    ours: Ours
    tags: Tags
    entropy: Callable[[int], bytes] = token_bytes
    """Where secrets and keys come from."""
    house: House = field(default_factory=House)
    limits: Limits = field(default_factory=Limits)
    admins: tuple[str, ...] = ()
    """The addresses of those who direct, and who are told what needs a decision."""
    language: str = "en"
    timezone: str = "UTC"
    trusted_authserv_id: str = ""
    dkim_keys: DkimKeys = field(default_factory=DkimKeys)

    @property
    def own_words(self) -> OwnWords:
        """What nobody else is called here."""
        return OwnWords(self.ours.name)

    def is_admin(self, player: Player) -> bool:
        """By the address that they confirmed: nobody directs because an address of theirs reads so now."""
        return player.proved in self.admins


class Rights(Enum):
    """What a mail may do for the player in whose name it comes."""

    ALL = "all"
    """It is known to be theirs."""
    SEAT = "seat"
    """It came to the address of one game: what the column `by_key` of the table of commands says."""
    TURN = "turn"
    """It came to the address of a mail from before purposes: to move, to preview, to see the board."""
    UNSUBSCRIBE = "unsubscribe"
    """It came to the address that mail programs write to for whoever wants no more mail."""
    CONSENT = "consent"
    """It came to an address that asked for yes or no."""
    NONE = "none"
    """Nothing before they have said that it is theirs."""


@dataclass(frozen=True, slots=True)
class Writer:
    """A player whom we know. `game_id` is the game that the key is of, the only one where that is all the proof."""

    player_id: int
    rights: Rights
    game_id: int | None = None
    in_reply_to: SentMail | None = None
    """The mail of ours that this one answers."""
    lost: str = ""
    """The key of the mail that it answers, if we know of it no longer: an older state of the database was restored."""
    verdict: ClassVar[str] = "order"

    @property
    def proven(self) -> bool:
        return self.rights is not Rights.NONE


@dataclass(frozen=True, slots=True)
class ReadMail:
    """A mail as it was read: its new text, and what that asks for."""

    id: int
    letter: Letter
    text: str
    reading: Reading


@dataclass(frozen=True, slots=True)
class Request:
    """What every command needs to know: by whom and by which mail it is asked."""

    server: Server
    work: Work
    writer: Writer
    mail: ReadMail
    confirmed: bool = False
    """Whether the mail answers with a yes what we asked before doing this."""
    held: StoredMail | None = None
    """The mail that waited for that yes: what it orders is for the boards of when it came."""
    ordered: bool = False
    """Whether the mail also holds a move."""
    dropped: str = ""
    """The order that waited to be played, if the mail speaks against it."""
    aside: str = ""
    """What the mail asks somebody at the table by name beside what it wants of us."""

    @property
    def player(self) -> Player:
        """The writer, as the command before this one left them."""
        player = self.work.player(self.writer.player_id)
        assert player
        return player

    @property
    def message_id(self) -> str:
        return self.mail.letter.message_id

    @property
    def reader(self) -> Reader:
        return reader(self.player)

    @property
    def is_director(self) -> bool:
        return self.server.is_admin(self.player)

    def game_meant(self, named: int | None) -> int | None:
        """The game that is named, or that the tag or the answered mail is about."""
        answered = self.writer.in_reply_to
        return named or self.writer.game_id or (answered.game_id if answered else None)

    def only_game(self) -> int | None:
        """The game that the writer plays, if it is only one."""
        games = self.work.games_of(self.writer.player_id)
        return games[0].id if len(games) == 1 else None

    def turn_answered(self, game: Game) -> int | None:
        """How long the game's ledger was in the mail that this one answers, if it answers one of this game."""
        answered = self.writer.in_reply_to
        if self.writer.lost and self.writer.game_id == game.id:
            return length_shown(self.work, game, self.writer.lost)
        return answered.turn if answered and answered.game_id == game.id else None

    def refused(self, refusal: "Refused", command: AnyCommand | None = None) -> RefusedNotice:
        """Nothing was changed, and why."""
        said = command_text(command) if command and refusal.understood is None else refusal.understood
        return RefusedNotice(
            to=self.reader,
            game_view=refusal.game_view,
            answers=self.message_id,
            code=refusal.code,
            facts=refusal.facts,
            understood=said or "",
            dropped=self.dropped,
        )

    def asked(
        self, code: str, choices: tuple[str, ...], understood: str = "", game_view: GameView | None = None
    ) -> RefusedNotice:
        """Nothing was changed: one of the choices may be meant, and its number will do as an answer."""
        return RefusedNotice(
            to=self.reader,
            game_view=game_view,
            answers=self.message_id,
            code=code,
            facts={},
            understood=understood,
            choices=choices,
            dropped=self.dropped,
        )


# How a command is refused: by an exception, which dispatch answers.


class Refused(Exception):
    """What was asked for can't be: `code` and `facts` say why, as pbem/notices/refusals.py has it.

    `understood` is what we read, if that is not the command as it stands; `game_view` is shown with it.
    """

    def __init__(
        self, code: str, game_view: GameView | None = None, understood: str | None = None, /, **facts: object
    ) -> None:
        super().__init__(code)
        REFUSALS[code].check(facts)
        self.code = code
        self.facts: Facts = facts
        self.game_view = game_view
        self.understood = understood


C = TypeVar("C", bound=AnyCommand)


def all_or_nothing(act: Callable[[Request, C], list[Notice]]) -> Callable[[Request, C], list[Notice]]:
    """A handler whose changes are undone where it refuses half-way."""

    @wraps(act)
    def handler(request: Request, command: C) -> list[Notice]:
        with request.work.attempt():
            return act(request, command)

    return handler
