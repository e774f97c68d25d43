"""Every command, a row each: what follows its word, where it works, who may use it, and what carries it out.

The words themselves are in `words/`, a file for each language; docs/commands.md is made of both.
"""

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Literal, TypeAlias

Shape: TypeAlias = (
    Literal["none", "text", "note", "tell", "name", "options", "word"]
    | Literal["setting", "choice", "switch", "directive", "language", "vacation", "gift", "until", "later"]
)
_NEVER_TALK: tuple[Shape, ...] = ("none", "word", "options")
_BRIEF: tuple[Shape, ...] = ("none", "word")
_WITH_OUR_WORDS: tuple[Shape, ...] = ("options", "setting", "choice", "switch", "vacation", "later")


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


HELP_CHAPTERS = {
    "game": Topic.GAME,
    "tables": Topic.TABLES,
    "leagues": Topic.LEAGUES,
    "talk": Topic.TALK,
    "time": Topic.TIME,
    "settings": Topic.YOU,
    "all": None,
}
"""What `help` may be asked for, and what it is about; None: about everything."""


class Where(Enum):
    """Anywhere, or at a table by one of its players: while the game runs, while they play in it, once it is over, or
    both."""

    ANYWHERE = "anywhere"
    RUNNING = "running"
    PLAYING = "playing"
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
    answers_with: Literal["yes", "no"] | None = None
    """What it answers where we asked something."""
    informs: bool = False
    """It changes nothing, so a question mark may follow."""
    needs_more: bool = False
    most_words: int = 10
    numbered: bool = False
    """It is about a game by its number: `join 42`."""
    strangers_may: bool = False
    """What somebody may begin with whom we don't know."""
    banned_may: bool = False
    """A right that even the banned have; nobody comes back by it who had stopped."""
    alone_in_line: bool = False
    """It is meant only where nothing else stands in the line."""
    asked_first: bool = False
    """It ends something, so it is done only with a yes."""
    ends_seats: bool = False
    """It gives up all seats of the writer; the question says how many they are."""
    only_if_seated: bool = False
    """It is asked first only of somebody who has a seat."""
    or_league: bool = False
    """In answer to a mail of a league it means that league: no game is given up that is not named."""
    by_key: Literal["turn", "game"] | None = None
    """The key of one game is enough for it; `turn`: even one from before keys had purposes. Else its owner is asked."""

    @property
    def choices(self) -> tuple[str, ...]:
        """The words of which one follows, where there are only so many."""
        return tuple(self.takes.strip("[]").split("|")) if self.shape in ("choice", "later") else ()

    @property
    def is_brief(self) -> bool:
        """Whether it may stand as one sentence among others."""
        return self.shape in _BRIEF and not self.alone_in_line

    @property
    def is_never_talk(self) -> bool:
        """Whether it counts after words of courtesy, since no talk is mistaken for it."""
        return self.shape in _NEVER_TALK

    @property
    def takes_our_words(self) -> bool:
        """Whether what follows is not the writer's own text, so that it can be said in another language."""
        return self.shape in _WITH_OUR_WORDS


OF_ONE_GAME = ("follow", "talk", "reminders", "digest")
"""The switches that can be turned for one game alone: `follow on here`, `#42 digest off`."""

MOVE = Row("move", "none", Topic.MOVE, "games.at_table:move", where=Where.PLAYING, by_key="turn")
"""An order is no command by name: it has its own words."""

COMMANDS = (
    Row("board", "none", Topic.GAME, "people.information:board", where=Where.RUNNING, informs=True, by_key="turn"),
    Row("history", "none", Topic.GAME, "games.at_table:history", "[#N]", informs=True, by_key="game"),
    Row("hint", "none", Topic.GAME, "games.hints:hint", where=Where.RUNNING, informs=True, by_key="game"),
    Row("show me", "none", Topic.GAME, "games.hints:show", where=Where.RUNNING, informs=True, by_key="game"),
    Row("cancel", "none", Topic.GAME, "games.at_table:cancel", where=Where.RUNNING, answers_with="no", by_key="game"),
    Row("note", "note", Topic.GAME, "people.talk:note", "TEXT", ("…",), where=Where.RUNNING, by_key="game"),
    Row(
        "table name",
        "name",
        Topic.GAME,
        "games.naming:call_table",
        "NAME|off",
        ("…",),
        where=Where.RUNNING,
        needs_more=True,
        by_key="game",
    ),
    Row("take back", "none", Topic.GAME, "games.agreements:ask_to_take_back", where=Where.PLAYING, by_key="game"),
    Row("end", "none", Topic.GAME, "games.agreements:end", where=Where.PLAYING, by_key="game"),
    Row("agree", "none", Topic.GAME, "games.agreements:agree", where=Where.PLAYING, by_key="game"),
    Row("disagree", "none", Topic.GAME, "games.agreements:disagree", where=Where.PLAYING, by_key="game"),
    Row(
        "vote",
        "choice",
        Topic.GAME,
        "games.agreements:vote",
        "more|bot|end",
        ("more",),
        where=Where.PLAYING,
        by_key="game",
    ),
    Row(
        "resign",
        "none",
        Topic.GAME,
        "games.at_table:resign",
        where=Where.PLAYING,
        asked_first=True,
        or_league=True,
        by_key="game",
    ),
    Row("rematch", "none", Topic.GAME, "games.at_table:rematch", where=Where.OVER, by_key="game"),
    Row("lesson", "none", Topic.TABLES, "people.lesson:lesson", strangers_may=True),
    Row("games", "none", Topic.TABLES, "lobby.joining:games", informs=True, strangers_may=True, by_key="game"),
    Row("join", "word", Topic.TABLES, "lobby.joining:join", "N", ("43",), numbered=True, strangers_may=True),
    Row("leave", "none", Topic.TABLES, "lobby.joining:leave", "N", ("43",), numbered=True, asked_first=True),
    Row("open", "options", Topic.TABLES, "lobby.opening:open_to_all", examples=("4",), strangers_may=True),
    Row("new", "options", Topic.TABLES, "lobby.opening:new", "3 invite a@… b@…", ("3",), strangers_may=True),
    Row(
        "invite",
        "options",
        Topic.TABLES,
        "lobby.opening:invite",
        "a@…",
        ("a@example.org", "Gusto"),
        needs_more=True,
    ),
    Row(
        "accept",
        "word",
        Topic.TABLES,
        "lobby.answers:accept",
        "[WORD]",
        answers_with="yes",
        strangers_may=True,
        by_key="game",
    ),
    Row("decline", "none", Topic.TABLES, "lobby.answers:decline", answers_with="no", by_key="game"),
    Row("watch", "none", Topic.TABLES, "games.at_table:watch", "N", ("42",), numbered=True, strangers_may=True),
    Row("unwatch", "none", Topic.TABLES, "games.at_table:unwatch", "N", ("42",), numbered=True),
    Row("league", "name", Topic.LEAGUES, "leagues.commands:league", "[NAME]", most_words=400, strangers_may=True),
    Row("enter", "name", Topic.LEAGUES, "leagues.commands:enter_league", "[NAME]", ("Nordic",), strangers_may=True),
    Row("check in", "none", Topic.LEAGUES, "leagues.commands:check_in_league"),
    Row(
        "standings",
        "name",
        Topic.LEAGUES,
        "leagues.commands:standings",
        "[NAME]",
        ("Nordic",),
        informs=True,
        strangers_may=True,
        by_key="game",
    ),
    Row("withdraw", "name", Topic.LEAGUES, "leagues.commands:withdraw", "[NAME]", ("Nordic",), asked_first=True),
    Row("protest", "note", Topic.LEAGUES, "leagues.commands:protest", "TEXT", ("…",)),
    Row("challenge", "name", Topic.LEAGUES, "leagues.commands:challenge", "[NAME]", ("Anna",)),
    Row("say", "text", Topic.TALK, "people.talk:say", "TEXT", ("…",), where=Where.TABLE, by_key="game"),
    Row("tell", "tell", Topic.TALK, "people.talk:tell", "NAME TEXT", ("Anna …",), where=Where.TABLE, by_key="game"),
    Row("talk", "switch", Topic.TALK, "people.settings:switch", "on|off", ("on",)),
    Row("remarks", "choice", Topic.TALK, "people.settings:remarks", "ask|always|never", ("always",)),
    Row("mute", "name", Topic.TALK, "people.talk:mute", "NAME", ("Anna",), needs_more=True),
    Row("unmute", "name", Topic.TALK, "people.talk:unmute", "NAME", ("Anna",), needs_more=True),
    Row("report", "note", Topic.TALK, "leagues.reporting:report", "[TEXT]", where=Where.TABLE, by_key="game"),
    Row("block", "name", Topic.TALK, "people.talk:block", "NAME", ("Anna",)),
    Row("unblock", "name", Topic.TALK, "people.talk:unblock", "NAME", ("Anna",), needs_more=True),
    Row(
        "later",
        "later",
        Topic.TIME,
        "games.later:later",
        "[tonight|tomorrow|at 19:00]",
        ("tonight",),
        where=Where.RUNNING,
        by_key="game",
    ),
    Row(
        "give",
        "gift",
        Topic.TIME,
        "games.giving:give",
        "NAME 3 days",
        ("72h Anna",),
        where=Where.PLAYING,
        by_key="game",
    ),
    Row("pause", "until", Topic.TIME, "directing:pause_or_ask", "[DAY]", ("2027-01-05",), by_key="game"),
    Row("resume", "none", Topic.TIME, "directing:resume_or_ask", by_key="game"),
    Row("vacation", "vacation", Topic.TIME, "people.vacations:vacation", examples=("2026-12-20 to 2027-01-03",)),
    Row("back", "none", Topic.TIME, "people.vacations:back"),
    Row("quiet", "setting", Topic.TIME, "people.settings:quiet", "22-08|off", ("22-08",)),
    Row(
        "timezone",
        "name",
        Topic.TIME,
        "people.settings:timezone",
        "Area/City",
        ("Area/City",),
        needs_more=True,
        strangers_may=True,
    ),
    Row("stand-in", "choice", Topic.TIME, "people.settings:stand_in", "Gusto|pass|resign|off", ("Gusto",)),
    Row("second thoughts", "setting", Topic.TIME, "people.settings:second_thoughts", "10m|off", ("10",)),
    Row("substitute", "switch", Topic.TIME, "people.settings:switch", "on|off", ("on",)),
    Row("status", "none", Topic.YOU, "people.information:status", informs=True, by_key="game"),
    Row("settings", "none", Topic.YOU, "people.settings:settings", informs=True, by_key="game"),
    Row("name", "name", Topic.YOU, "people.settings:name", "NAME", ("Anna",), needs_more=True, strangers_may=True),
    Row("language", "language", Topic.YOU, "people.settings:language", examples=("xx",), strangers_may=True),
    Row("digest", "switch", Topic.YOU, "people.settings:switch", "on|off", ("on",)),
    Row("reminders", "switch", Topic.TIME, "people.settings:switch", "on|off", ("off",)),
    Row("follow", "switch", Topic.YOU, "people.settings:switch", "on|off", ("on",)),
    Row("receipts", "choice", Topic.YOU, "people.settings:receipts", "always|needed|never", ("never",)),
    Row("ids", "switch", Topic.YOU, "people.settings:switch", "on|off", ("on",)),
    Row("spoken", "switch", Topic.YOU, "people.settings:switch", "on|off", ("on",)),
    Row("analysis", "switch", Topic.YOU, "people.settings:switch", "on|off", ("off",)),
    Row("public", "switch", Topic.YOU, "people.settings:switch", "on|off", ("off",)),
    Row("ping", "choice", Topic.YOU, "people.bell:ping", "https://…|off", ("https://example.org/bell",)),
    Row("presence", "switch", Topic.YOU, "people.settings:switch", "on|off", ("on",)),
    Row("born", "setting", Topic.YOU, "people.settings:born", "1990|off", ("1990",)),
    Row("address", "setting", Topic.YOU, "people.addresses:address", "second@… [main]|off", ("a@example.org",)),
    Row("new tag", "none", Topic.YOU, "people.information:new_tag"),
    Row("send my data", "none", Topic.YOU, "people.privacy:send_my_data", banned_may=True),
    Row(
        "forget me",
        "none",
        Topic.YOU,
        "people.privacy:forget_me",
        banned_may=True,
        alone_in_line=True,
        asked_first=True,
        ends_seats=True,
    ),
    Row(
        "stop",
        "none",
        Topic.YOU,
        "people.away:stop",
        banned_may=True,
        alone_in_line=True,
        asked_first=True,
        ends_seats=True,
        only_if_seated=True,
    ),
    Row("rules", "none", Topic.YOU, "people.information:rules", informs=True, strangers_may=True, by_key="game"),
    Row(
        "all rules", "none", Topic.YOU, "people.information:all_rules", informs=True, strangers_may=True, by_key="game"
    ),
    Row("help", "none", Topic.YOU, "people.information:how_to_play", informs=True, strangers_may=True, by_key="game"),
    *(
        Row(
            f"help {chapter}",
            "none",
            Topic.YOU,
            "people.information:how_to_play",
            informs=True,
            strangers_may=True,
            by_key="game",
        )
        for chapter in HELP_CHAPTERS
    ),
    Row("yes", "none", Topic.ANSWERS, "plain_answers:yes", answers_with="yes", by_key="game"),
    Row("no", "none", Topic.ANSWERS, "plain_answers:no", answers_with="no", by_key="game"),
    Row("confirm", "none", Topic.ANSWERS, "plain_answers:yes", answers_with="yes", by_key="game"),
    Row("adjudicate", "directive", Topic.DIRECTORS, "directing:direct", "#42 [NAME …]", ("#42",)),
    Row(
        "replace",
        "directive",
        Topic.DIRECTORS,
        "directing:direct",
        "#42 NAME with bot Gusto",
        ("#42 Anna with bot Gusto",),
    ),
    Row("extend", "directive", Topic.DIRECTORS, "directing:direct", "#42 24h [NAME]", ("#42 24h",)),
    Row("admin page", "none", Topic.DIRECTORS, "directing:show_operators_page", informs=True, alone_in_line=True),
    Row("ban", "name", Topic.DIRECTORS, "directing:direct", "NAME|ADDRESS", ("Anna",), needs_more=True),
    Row("unban", "name", Topic.DIRECTORS, "directing:direct", "NAME|ADDRESS", ("Anna",), needs_more=True),
    Row(
        "ruling",
        "name",
        Topic.DIRECTORS,
        "leagues.commands:decide",
        "#42 places NAME … | void | as played",
        ("#42 void because …",),
        needs_more=True,
        most_words=200,
    ),
    Row(
        "penalty",
        "name",
        Topic.DIRECTORS,
        "leagues.commands:decide",
        "LEAGUE NAME POINTS",
        ("Nordic Anna 2 because …",),
        needs_more=True,
        most_words=200,
    ),
)

_BY_NAME = {row.name: row for row in (MOVE, *COMMANDS)}


def row_of(name: str) -> Row:
    """What the table says of the command of this name."""
    return _BY_NAME[name]
