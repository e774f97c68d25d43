"""How to play by mail: what to write, in the reader's words, and what it means."""

from dataclasses import dataclass
from typing import NamedTuple

from engine.state import may_take_fewer
from pbem.commands.languages import help_lines, own_examples, speakers
from pbem.commands.table import COMMANDS, HELP_CHAPTERS, Topic
from pbem.i18n import Language
from pbem.i18n.codes import another
from pbem.render.words import spoken


class HelpEntry(NamedTuple):
    """Something to write and what it does."""

    words: str
    meaning: str


class HelpSection(NamedTuple):
    """Commands that belong together."""

    heading: str
    entries: list[HelpEntry]


class HelpChapter(NamedTuple):
    """Something else to be helped with: what it is about, and what to write for it."""

    heading: str
    order: str


def manual(language: Language, chapter: str) -> list[HelpSection]:
    """How to move, a chapter of the commands, or all of it."""
    moves = HelpSection(language.gettext("Your move"), _orders(language))
    if not chapter:
        return [moves]
    topic = HELP_CHAPTERS[chapter]
    if topic:
        return [_section(language, topic)]
    return [moves, *(_section(language, each) for each in HELP_CHAPTERS.values() if each)]


def chapters(language: Language, shown: str) -> list[HelpChapter]:
    """What else `help` tells."""
    headings = _headings(language)
    return [
        HelpChapter(headings[topic] if topic else language.gettext("All commands"), f"help {name}")
        for name, topic in HELP_CHAPTERS.items()
        if shown not in (name, "all")
    ]


def _headings(language: Language) -> dict[Topic, str]:
    say = language.gettext
    return {
        Topic.GAME: say("Your game"),
        Topic.TABLES: say("Tables"),
        Topic.LEAGUES: say("Leagues"),
        Topic.TALK: say("Talk"),
        Topic.TIME: say("Time"),
        Topic.YOU: say("You"),
    }


def _section(language: Language, topic: Topic) -> HelpSection:
    return HelpSection(_headings(language)[topic], _commands(language, topic))


def _commands(language: Language, topic: Topic) -> list[HelpEntry]:
    """Those of the topic of which the language's word file says something."""
    lines, own = help_lines(language.code), own_examples(language.code)
    rows = [row for row in COMMANDS if row.topic is topic and row.name in lines]
    return _entries(
        language,
        *(
            (f"{row.name} {own.get(row.name) or _filled(example, language)}".rstrip(), meaning)
            for row in rows
            for example, meaning in zip(row.examples, lines[row.name], strict=True)
        ),
    )


def _filled(example: str, language: Language) -> str:
    match example:
        case "xx":
            return another(language.code)
        case "Area/City":
            return speakers(language.code).home
    return example


def _entries(language: Language, *rows: tuple[str, str]) -> list[HelpEntry]:
    return [HelpEntry(spoken(language, words), meaning) for words, meaning in rows]


def _orders(language: Language) -> list[HelpEntry]:
    say = language.gettext
    return _entries(
        language,
        ("take w u g", say("three gems: white, blue, green (letters W U G R K, or the words)")),
        ("take r r", say("two of one colour")),
        ("take w u g return r", say("and what to give back if that makes more than ten")),
        ("buy 23", say("the card at place 23; gold is used only for what you are short of")),
        ("buy 23 gold blue", say("gold stands for the colours that you name")),
        ("buy 23 noble 52", say("and which noble, if several would come")),
        ("reserve 23", say("a card from the table")),
        ("reserve 30", say("the unseen top card of a deck: 10, 20 or 30")),
        ("pass", say("only when nothing else is possible")),
        ("buy 23 else take w u g", say("the first one that is possible; sent early, it waits for your turn")),
        ("preview buy 23", say("shows what would happen, without playing it")),
        ("#42 buy 23", say("if you play in several games: one line for each")),
    )


# The rules in our own words: in ten lines for the opening mail, and at length.


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading and the paragraphs below it."""

    heading: str
    lines: tuple[str, ...]


def rules_in_short(language: Language, edition: str) -> tuple[str, ...]:
    """Ten lines, enough to play by."""
    say = language.gettext
    return (
        say(
            "On your turn you do exactly one thing: take different gems, take two of one colour, "
            "reserve a card, or buy a card."
        ),
        _different(language, edition),
        say("Two of one colour: only while at least four of that colour are in the bank."),
        say(
            "Reserve: a card from the table, or the unseen top card of a deck. You get one gold token "
            "if the bank has one. You may hold three reserved cards at most."
        ),
        say(
            "Buy: a card from the table or one that you reserved. Your bonuses make it cheaper, and "
            "gold stands for any colour."
        ),
        say(
            "A card you have bought stays in front of you: its bonus saves you one token of its colour on every later"
            " purchase, and its points count."
        ),
        say("At the end of your turn you hold ten tokens at most, gold included; the rest goes back to the bank."),
        say(
            "A noble visits you at the end of your turn once your bonuses cover its needs: 3 points. "
            "One noble a turn; where several would come, you choose."
        ),
        say(
            "Once somebody has 15 points, the round is played to the end. The most points win; in a tie, the fewest "
            "bought cards; if still tied, the victory is shared."
        ),
        say("You may pass only when no action is possible."),
    )


def _different(language: Language, edition: str) -> str:
    say = language.gettext
    if may_take_fewer(edition):
        return say("Different gems: one, two or three tokens, each of another colour, never gold.")
    return say(
        "Different gems: three tokens of three colours, never gold; fewer only where the bank has fewer colours left."
    )


def rules_at_length(language: Language, edition: str) -> tuple[Chapter, ...]:
    """Everything, by chapters."""
    say = language.gettext
    turn, different, pair, reserve, buy, bought, ten, noble, end, no_action = rules_in_short(language, edition)
    return (
        Chapter(
            say("The aim"),
            (
                say(
                    "You trade in gems. With tokens you buy development cards; they give you bonuses and "
                    "prestige points, and bring nobles to your table."
                ),
            ),
        ),
        Chapter(
            say("At the start"),
            (
                say("The bank holds 4, 5 or 7 tokens of each gem for 2, 3 or 4 players, and always 5 gold tokens."),
                say("Four cards of each of the three levels lie face up, and one noble more than there are players."),
            ),
        ),
        Chapter(say("Your turn"), (turn, different, pair, reserve, buy, bought, no_action)),
        Chapter(
            say("Cards"),
            (
                say(
                    "A card that leaves the table is replaced at once from the deck of its level; an empty "
                    "deck leaves an empty place."
                ),
                say(
                    "You choose how much gold you pay with, and for which colours. With enough bonuses a card "
                    "costs nothing."
                ),
                say(
                    "A reserved card can't be put back: it is bought or it stays. With no gold left in the "
                    "bank you may still reserve."
                ),
            ),
        ),
        Chapter(
            say("The end of a turn"),
            (
                ten,
                noble,
                say(
                    "A noble can't be refused, doesn't use your turn, and is never replaced. Only bonuses count "
                    "towards it, not tokens."
                ),
            ),
        ),
        Chapter(
            say("The end of the game"),
            (
                end,
                say(
                    "Reserved cards that were not bought count for nothing. If all players have to pass in a "
                    "row, the game ends there."
                ),
            ),
        ),
        Chapter(
            say("What everyone sees"),
            (
                say(
                    "Tokens, bonuses, points, bought cards, nobles and the sizes of the decks are open. So is "
                    "a card that was reserved from the table; one that was reserved unseen is known to its "
                    "owner alone until it is bought."
                ),
            ),
        ),
        Chapter(
            say("The edition"),
            (
                say("Edition %(edition)s is in force.") % {"edition": edition},
                say("The editions differ in one thing: since 2021 you may take fewer different gems than you could."),
            ),
        ),
    )
