"""People: who they are, how they want to be written to, and when they are away."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated, get_args, get_type_hints

from pbem.model.marks import IMPERSONAL, PERSONAL, Section, Setting

NOWHERE = "@invalid"
"""How the address ends of somebody who was forgotten (RFC 2606)."""

BETWEEN_BOUNCES = timedelta(days=1)
"""So far apart mail must come back before a second address is used."""
# Late is whose turns ran out twice with fewer than five in time between; more than four weigh no more than four.
_A_MISSED_TURN, _TOO_LATE, _LATEST = 5, 6, 20


_QUOTES = frozenset('"״')


@dataclass(frozen=True, slots=True)
class Player:
    """A person with an address; a raised `generation` voids all older tags. Who `stopped` gets no mail but answers."""

    id: int
    name: Annotated[str, PERSONAL, Setting(Section.PERSON)]
    address: Annotated[str, PERSONAL]
    language: Annotated[str, IMPERSONAL, Setting(Section.PERSON)]
    timezone: Annotated[str, PERSONAL, Setting(Section.TIME)]
    generation: int = 0
    unreachable: bool = False
    stopped: bool = False
    keeps_seats: bool = False
    """Whether somebody who stopped did so with one click: their clocks run on, and no seat is given away by it."""
    confirmed: bool = True
    """Whether a reply has shown that the address is theirs."""
    banned: bool = False
    second_address: Annotated[str | None, PERSONAL, Setting(Section.PERSON, "address", "a@example.org")] = None
    """Written to as well once mail to the first one came back twice, a day apart; it never replaces that one."""
    second_used: bool = False
    bounced_at: datetime | None = None
    """When mail to the first address came back, unless somebody was heard from there since."""
    proved: Annotated[str, PERSONAL] = ""
    """The address that they confirmed as theirs: what a director is known by, wherever mail to them goes now."""
    ping: Annotated[str, PERSONAL, Setting(Section.MAIL, example="https://example.org/bell")] = ""
    """The address of their own bell, which is called at each of their turns."""
    ping_failures: int = 0
    """How often in a row it did not answer."""
    quiet: Annotated[str, PERSONAL, Setting(Section.QUIET, example="22-08")] = ""
    """The hours without mail that nobody asked for, such as 22:00-08:00 in the player's own time."""
    receipts: Annotated[str, IMPERSONAL, Setting(Section.MAIL, example="always")] = "needed"
    """When their own orders are confirmed: always, when that tells more than they wrote (`needed`), or never."""
    ids: Annotated[bool, Setting(Section.MAIL)] = False
    """Whether mails show the ids of cards and nobles."""
    spoken: Annotated[bool, Setting(Section.MAIL)] = False
    """Whether the text of mails has the board in sentences, to be read aloud."""
    follow: Annotated[bool, Setting(Section.MAIL)] = False
    """Whether every move at the table is told at once."""
    talk: Annotated[bool, Setting(Section.MAIL)] = False
    """Whether what others say is told at once, rather than with the next mail."""
    remarks: Annotated[str, IMPERSONAL, Setting(Section.MAIL, example="always")] = "ask"
    """Whether talk beside an order goes to the table: `always`, `never`, or when they say so."""
    reminders: Annotated[bool, Setting(Section.MAIL)] = True
    """Whether they are reminded while there is time; when it is up they are told anyway."""
    digest: Annotated[bool, Setting(Section.MAIL)] = False
    analysis: Annotated[bool, Setting(Section.MAIL)] = True
    """Whether the last mail of a game looks back on its moves."""
    substitute: Annotated[bool, Setting(Section.SEATS)] = False
    """Whether they are willing to take over a seat that somebody left."""
    presence: Annotated[bool, Setting(Section.PERSON)] = False
    """Whether those at their tables see on the page that they are there."""
    public: Annotated[bool, Setting(Section.PERSON)] = True
    """Whether everybody may read their name on pages, in halls of fame and exports."""
    stand_in: Annotated[str, IMPERSONAL, Setting(Section.TIME, "stand-in", "Gusto")] = ""
    """What is to happen when their time runs out: a bot's name, `pass` or `resign`; empty: the table's rule."""
    second_thoughts: Annotated[int | None, Setting(Section.TIME, "second thoughts", "10")] = None
    """Minutes before an order is played that was understood from a sentence; None: as many as the house gives."""
    born: Annotated[int | None, PERSONAL, Setting(Section.PERSON, example="1990")] = None
    turns: int = 0
    """How many turns they played in time."""
    timeouts: int = 0
    late: int = 0
    """What turns that ran out lately weigh: five each, and each turn in time takes one off."""

    @property
    def tried_again_at(self) -> datetime | None:
        """When one more mail to the first address shows whether the second is to be used."""
        waits = self.unreachable and self.second_address and not self.second_used
        return self.bounced_at + BETWEEN_BOUNCES if waits and self.bounced_at else None

    @property
    def is_forgotten(self) -> bool:
        """Whether there is only a pseudonym left."""
        return self.address.endswith(NOWHERE)

    @property
    def public_name(self) -> str:
        """What they are called where everybody reads it."""
        return self.name if self.public or self.is_forgotten else initials(self.name)

    @property
    def is_late(self) -> bool:
        """Whether turns of theirs ran out again and again: at new tables they have half the free time."""
        return self.late >= _TOO_LATE

    @property
    def turns_to_whole_time(self) -> int:
        """After how many turns in time they are late no more."""
        return max(0, self.late - _TOO_LATE + 1)

    def with_turn_in_time(self) -> "Player":
        return replace(self, turns=self.turns + 1, late=max(0, self.late - 1))

    def with_missed_turn(self) -> "Player":
        return replace(self, timeouts=self.timeouts + 1, late=min(_LATEST, self.late + _A_MISSED_TURN))

    @property
    def reliability(self) -> int | None:
        """Turns in time, per cent; None before there were any."""
        total = self.turns + self.timeouts
        return round(100 * self.turns / total) if total else None


def first_name(name: str) -> str:
    """The first word of a name; all of it where that is a title or an initial: `Prof.`, `R.`, `ד"ר`."""
    first = name.split(maxsplit=1)[0] if name.split() else name
    return name if first.endswith(".") or not _QUOTES.isdisjoint(first) else first


def initials(name: str) -> str:
    """A. K. for Anna Kowalska."""
    return " ".join(f"{word[0].upper()}." for word in name.split() if word[0].isalnum()) or "?"


_HINTS = get_type_hints(Player, include_extras=True)
_MARKED = {name: mark for name, hint in _HINTS.items() for mark in get_args(hint)[1:] if isinstance(mark, Setting)}

SETTINGS = dict(sorted(_MARKED.items(), key=lambda each: each[1].section))
"""The fields that players settle, in the order in which they are told."""

SWITCHES = tuple(name for name in _MARKED if get_args(_HINTS[name])[0] is bool)
"""Those that are turned on and off; each is a command of the same name."""


@dataclass(frozen=True, slots=True)
class Vacation:
    """A player is away from `first` up to, but not including, `end`."""

    id: int
    player_id: int
    first: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Ring:
    """A player's own bell is to be called: it is their turn in this game."""

    id: int
    player_id: int
    game_id: int
    at: datetime


class Blocked(StrEnum):
    """What somebody does not want from another: talk, or invitations; `silence`: what the organiser wants of nobody."""

    MUTE = "mute"
    BLOCK = "block"
    SILENCE = "silence"


@dataclass(frozen=True, slots=True)
class Block:
    """A player does not want something from another; no other: from anyone."""

    player_id: int
    other_id: int | None
    what: Blocked
