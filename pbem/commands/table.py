"""Every command, a row each: what follows its word, where it works, who may use it, and what carries it out.

The words themselves are in `words/`, a file for each language; docs/commands.md is made of both.
"""

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Literal, TypeAlias

Shape: TypeAlias = (
    Literal["none", "text", "note", "tell", "name", "options", "word"]
    | Literal["setting", "choice", "switch", "directive", "language", "vacation"]
)
_NEVER_TALK: tuple[Shape, ...] = ("none", "word", "options")
_BRIEF: tuple[Shape, ...] = ("none", "word")
_WITH_OUR_WORDS: tuple[Shape, ...] = ("options", "setting", "choice", "switch", "vacation")


class Topic(StrEnum):
    """What a command is about; the help and the page of commands have a section for each."""

    MOVE = "Your move"
    GAME = "Your game"
    TABLES = "Tables"
    LEAGUES = "Leagues"
    TALK = "Talk"
    TIME = "Time"
    YOU = "You"
    ANSWERS = "Answers"
    DIRECTORS = "Directors"


class Where(Enum):
    """Anywhere, or at a table by one of its players: while the game runs, once it is over, or both."""

    ANYWHERE = "anywhere"
    RUNNING = "running"
    OVER = "over"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Row:
    """One command. Its handler is a function below `pbem.actions`, as `module:function`."""

    name: str
    shape: Shape
    topic: Topic
    handler: str
    takes: str = ""
    """What follows the word, as the page of commands has it; the example, where nothing is said."""
    examples: tuple[str, ...] = ("",)
    """What may follow the word; the help shows each, with its line in the word files, if they have one."""
    where: Where = Where.ANYWHERE
    says: Literal["yes", "no"] | None = None
    """What it answers where we asked something."""
    informs: bool = False
    """It changes nothing, so a question mark may follow."""
    needs_more: bool = False
    most_words: int = 10
    numbered: bool = False
    """It is about a game by its number: `join 42`."""
    first: bool = False
    """What somebody may begin with whom we don't know."""
    right: bool = False
    """A right that even the banned have; nobody comes back by it who had stopped."""
    alone: bool = False
    """It is meant only where nothing else stands in the line."""
    asked_first: bool = False
    """It can't be undone, so it is done only with a yes."""

    @property
    def is_brief(self) -> bool:
        """Whether it may stand as one sentence among others."""
        return self.shape in _BRIEF and not self.alone

    @property
    def is_never_talk(self) -> bool:
        """Whether it counts after words of courtesy, since no talk is mistaken for it."""
        return self.shape in _NEVER_TALK

    @property
    def takes_our_words(self) -> bool:
        """Whether what follows is not the writer's own text, so that it can be said in another language."""
        return self.shape in _WITH_OUR_WORDS


MOVE = Row("move", "none", Topic.MOVE, "games.table:move", where=Where.RUNNING)
"""An order is no command by name: it has its own words."""

COMMANDS = (
    Row("board", "none", Topic.GAME, "people.information:board", where=Where.RUNNING, informs=True),
    Row("history", "none", Topic.GAME, "games.table:history", "[#N]", informs=True),
    Row("hint", "none", Topic.GAME, "games.hints:hint", where=Where.RUNNING, informs=True),
    Row("cancel", "none", Topic.GAME, "games.table:cancel", where=Where.RUNNING, says="no"),
    Row("note", "note", Topic.GAME, "people.talk:note", "TEXT", ("…",), where=Where.RUNNING),
    Row("resign", "none", Topic.GAME, "games.table:resign", where=Where.RUNNING),
    Row("rematch", "none", Topic.GAME, "games.table:rematch", where=Where.OVER),
    Row("games", "none", Topic.TABLES, "lobby.joining:games", informs=True, first=True),
    Row("join", "word", Topic.TABLES, "lobby.joining:join", "N", ("43",), numbered=True, first=True),
    Row("leave", "none", Topic.TABLES, "lobby.joining:leave", "N", ("43",), numbered=True),
    Row("open", "options", Topic.TABLES, "lobby.opening:open_to_all", examples=("4",), first=True),
    Row("new", "options", Topic.TABLES, "lobby.opening:new", "3 invite a@… b@…", ("3",), first=True),
    Row(
        "invite",
        "options",
        Topic.TABLES,
        "lobby.opening:invite",
        "a@…",
        ("a@example.org", "bot greedy"),
        needs_more=True,
    ),
    Row("accept", "word", Topic.TABLES, "lobby.answers:accept", "[WORD]", says="yes", first=True),
    Row("decline", "none", Topic.TABLES, "lobby.answers:decline", says="no"),
    Row("watch", "none", Topic.TABLES, "games.table:watch", "N", ("42",), numbered=True, first=True),
    Row("unwatch", "none", Topic.TABLES, "games.table:unwatch", "N", ("42",), numbered=True),
    Row("league", "name", Topic.LEAGUES, "leagues.commands:league", "[NAME]", most_words=100, first=True),
    Row("enter", "name", Topic.LEAGUES, "leagues.commands:enter_league", "[NAME]", ("Nordic",), first=True),
    Row("check in", "none", Topic.LEAGUES, "leagues.commands:check_in_league"),
    Row(
        "standings",
        "name",
        Topic.LEAGUES,
        "leagues.commands:standings",
        "[NAME]",
        ("Nordic",),
        informs=True,
        first=True,
    ),
    Row("withdraw", "name", Topic.LEAGUES, "leagues.commands:withdraw", "[NAME]", ("Nordic",)),
    Row("protest", "note", Topic.LEAGUES, "leagues.commands:protest", "TEXT", ("…",)),
    Row("say", "text", Topic.TALK, "people.talk:say", "TEXT", ("…",), where=Where.TABLE),
    Row("tell", "tell", Topic.TALK, "people.talk:tell", "NAME TEXT", ("Anna …",), where=Where.TABLE),
    Row("talk", "switch", Topic.TALK, "people.settings:switch", "on|off", ("on",)),
    Row("mute", "name", Topic.TALK, "people.talk:mute", "NAME", ("Anna",), needs_more=True),
    Row("unmute", "name", Topic.TALK, "people.talk:unmute", "NAME", ("Anna",), needs_more=True),
    Row("block", "name", Topic.TALK, "people.talk:block", "NAME", ("Anna",)),
    Row("unblock", "name", Topic.TALK, "people.talk:unblock", "NAME", ("Anna",), needs_more=True),
    Row("vacation", "vacation", Topic.TIME, "people.settings:vacation", examples=("2026-12-20 to 2027-01-03",)),
    Row("back", "none", Topic.TIME, "people.settings:back"),
    Row("quiet", "setting", Topic.TIME, "people.settings:quiet", "22-08|off", ("22-08",)),
    Row(
        "timezone",
        "name",
        Topic.TIME,
        "people.settings:timezone",
        "Area/City",
        ("Area/City",),
        needs_more=True,
        first=True,
    ),
    Row("stand-in", "choice", Topic.TIME, "people.settings:stand_in", "greedy|pass|resign|off", ("greedy",)),
    Row("substitute", "switch", Topic.TIME, "people.settings:switch", "on|off", ("on",)),
    Row("status", "none", Topic.YOU, "people.information:status", informs=True),
    Row("settings", "none", Topic.YOU, "people.settings:settings", informs=True),
    Row("name", "name", Topic.YOU, "people.settings:name", "NAME", ("Anna",), needs_more=True, first=True),
    Row("language", "language", Topic.YOU, "people.settings:language", examples=("xx",), first=True),
    Row("digest", "switch", Topic.YOU, "people.settings:switch", "on|off", ("on",)),
    Row("follow", "switch", Topic.YOU, "people.settings:switch", "on|off", ("on",)),
    Row("receipts", "switch", Topic.YOU, "people.settings:switch", "on|off", ("off",)),
    Row("analysis", "switch", Topic.YOU, "people.settings:switch", "on|off", ("off",)),
    Row("born", "setting", Topic.YOU, "people.settings:born", "1990|off", ("1990",)),
    Row("address", "setting", Topic.YOU, "people.settings:address", "second@…|off", ("a@example.org",)),
    Row("new tag", "none", Topic.YOU, "people.information:new_tag"),
    Row("send my data", "none", Topic.YOU, "people.privacy:send_my_data", right=True),
    Row("forget me", "none", Topic.YOU, "people.privacy:forget_me", right=True, alone=True, asked_first=True),
    Row("stop", "none", Topic.YOU, "people.away:stop", right=True, alone=True),
    Row("rules", "none", Topic.YOU, "people.information:rules", informs=True, first=True),
    Row("help", "none", Topic.YOU, "people.information:how_to_play", informs=True, first=True),
    Row("yes", "none", Topic.ANSWERS, "leagues.commands:yes", says="yes"),
    Row("no", "none", Topic.ANSWERS, "leagues.commands:no", says="no"),
    Row("confirm", "none", Topic.ANSWERS, "leagues.commands:yes", says="yes"),
    Row("pause", "none", Topic.DIRECTORS, "directing:direct", examples=("#42",)),
    Row("resume", "none", Topic.DIRECTORS, "directing:direct", examples=("#42",)),
    Row("adjudicate", "directive", Topic.DIRECTORS, "directing:direct", "#42 [NAME …]", ("#42",)),
    Row(
        "replace",
        "directive",
        Topic.DIRECTORS,
        "directing:direct",
        "#42 NAME with bot greedy",
        ("#42 Anna with bot greedy",),
    ),
    Row("extend", "directive", Topic.DIRECTORS, "directing:direct", "#42 24h [NAME]", ("#42 24h",)),
    Row("ban", "name", Topic.DIRECTORS, "directing:direct", "NAME|ADDRESS", ("Anna",), needs_more=True),
    Row("unban", "name", Topic.DIRECTORS, "directing:direct", "NAME|ADDRESS", ("Anna",), needs_more=True),
)

_BY_NAME = {row.name: row for row in (MOVE, *COMMANDS)}


def row_of(name: str) -> Row:
    """What the table says of the command of this name."""
    return _BY_NAME[name]
