"""What answers a mail, whatever it asked for."""

from dataclasses import dataclass
from typing import ClassVar

from engine.errors import Facts
from pbem.model import Kind, Player, Vacation
from pbem.notices.base import Notice, Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedNotice(Notice):
    """Nothing was changed: `code` and `facts` say why, `understood` what we read, `choices` what could be meant."""

    kind: ClassVar[Kind] = Kind.REFUSED
    code: str
    facts: Facts
    understood: str = ""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmNotice(Notice):
    """Somebody wrote in your name without a tag: say `yes` if it was you.

    `welcome` says that we have not heard of this address before, `second` that it is to be a player's second address.
    `asks` is the one command that a yes carries out, asked because it can't be undone, or needs another's consent.
    `held` is the mail that waits for the yes, where it is not the one that is answered.
    """

    kind: ClassVar[Kind] = Kind.CONFIRM
    understood: tuple[str, ...]
    welcome: bool = False
    second: bool = False
    asks: str = ""
    held: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpNotice(Notice):
    """How to play by mail."""

    kind: ClassVar[Kind] = Kind.HELP


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesNotice(Notice):
    """The rules of an edition."""

    kind: ClassVar[Kind] = Kind.RULES
    edition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusNotice(Notice):
    """Where your games stand; with `sheet`, the board of one game.

    `stopped` says that no more mail will come, `forgotten` that nothing of the reader is kept, `waiting_for` who has
    yet to agree to a rematch, `watching` whether the reader looks on from now on, or no longer.
    """

    kind: ClassVar[Kind] = Kind.STATUS
    games: tuple[Sheet, ...] = ()
    stopped: bool = False
    forgotten: bool = False
    waiting_for: tuple[str, ...] = ()
    watching: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsNotice(Notice):
    """How we write to you from now on; `changed` names the setting that was just changed."""

    kind: ClassVar[Kind] = Kind.STATUS
    player: Player
    vacations: tuple[Vacation, ...] = ()
    vacation_days_left: int = 0
    changed: str = ""
    about: str = ""
    """Who is no longer heard, or is again; the address that was asked whether it may be the second one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryNotice(Notice):
    """All that happened in a game: `sheet.news` from the first move on."""

    kind: ClassVar[Kind] = Kind.STATUS


@dataclass(frozen=True, slots=True, kw_only=True)
class DataNotice(Notice):
    """All that we hold of you, as JSON."""

    kind: ClassVar[Kind] = Kind.STATUS
    data: str
