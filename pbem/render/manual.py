"""How to play by mail: what to write, in the reader's words, and what it means."""

from typing import NamedTuple

from pbem.i18n import Language
from pbem.render.wording import spoken


class Entry(NamedTuple):
    """Something to write and what it does."""

    words: str
    meaning: str


def orders(language: Language) -> list[Entry]:
    """The moves."""
    say = language.gettext
    return [
        Entry(spoken(language, words), meaning)
        for words, meaning in (
            ("take w u g", say("three gems: white, blue, green (letters W U G R K, or the words)")),
            ("take r r", say("two of one colour")),
            ("take w u g return r", say("with what goes back above ten tokens")),
            ("buy 23", say("the card at place 23; gold is used only for what you lack")),
            ("buy 23 gold blue", say("gold stands for the colours that you name")),
            ("buy 23 noble 52", say("where several nobles would come")),
            ("reserve 23", say("a card from the table")),
            ("reserve 30", say("the unseen top card of a deck: 10, 20 or 30")),
            ("pass", say("only when nothing else is possible")),
            ("buy 23 else take w u g", say("the first that is possible; before your turn it waits for it")),
            ("preview buy 23", say("shows what would happen; nothing does")),
        )
    ]


def commands(language: Language) -> list[Entry]:
    """Everything else."""
    say = language.gettext
    return [
        Entry(spoken(language, words), meaning)
        for words, meaning in (
            ("board", say("the board as it is now")),
            ("status", say("all your games")),
            ("rules", say("the rules of the game")),
            ("cancel", say("drops an order that waits")),
            ("resign", say("leaves the game; the others play on")),
            ("new tag", say("makes all older links useless, if somebody else has seen them")),
            ("help", say("this mail")),
            ("stop", say("no more mails")),
        )
    ]
