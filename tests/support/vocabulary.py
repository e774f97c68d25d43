"""The catalogues, and every word that may stand in a mail of a language."""

import re
from datetime import timedelta

from babel import Locale
from babel.messages import Catalog
from babel.messages.catalog import Message

from engine import CARDS, NOBLES
from pbem.commands.intents import INTENTS, OF_RULES, answer
from pbem.commands.languages import first_words, help_lines, own_examples, speakers
from pbem.i18n import language
from pbem.i18n.codes import LANGUAGES
from pbem.i18n.update import catalogues
from pbem.model.characters import characters
from pbem.notices.alerts import WORDS as ALERTS
from pbem.render.people import setting_labels
from pbem.render.phrases import LETTERS
from tests.support.render.league_scenes import LEAGUE
from tests.support.render.scenes import BACK, FREE_UNTIL, FRIENDS, NAMES, UNTIL, VACATION, every_kind

TRANSLATED = {path.stem: catalogue for path, catalogue in catalogues()}
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]")
WORD = re.compile(r"[^\W\d_]+")

LEAGUE_WORDS = ("Nordic", "Open", "2b", "Chaim", "Gísli", "Ewa", "Dagny", "½")
SHELL_COMMANDS = [command for words in ALERTS.values() for command in words.commands]
HOMES = [speakers(code).home for code in LANGUAGES]
# What stands as it is in every language: addresses, zones, codes, files, and what players wrote.
TONGUES = [str(Locale.parse(code).get_display_name(code)) for code in LANGUAGES]
PERSONAE = [each.name for each in characters()]
WRITTEN = (*PERSONAE, "a@example.org", *FRIENDS, "Rita", "Sam", *TONGUES)
OTHERS = (*WRITTEN, *HOMES, "Europe/Copenhagen", "en", "pbem-data.json", "Hæ", "r4")
EXAMPLES = (*OTHERS, *LEAGUE_WORDS, *SHELL_COMMANDS)


def strings(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def all_messages(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def vocabulary(code: str) -> set[str]:
    translations = [string for message in all_messages(TRANSLATED[code]) for string in strings(message)]
    spelled = [PLACEHOLDER.sub(" ", string) for string in translations if "MMMM" not in string]
    joined = language(code).join(["", "", ""]), language(code).join(["", ""])
    names = ("Splendor", *NAMES, "splendor-42.txt", "r2d2 c3po", *CARDS, *NOBLES, *LETTERS.values(), *hexadecimal())
    tongue = language(code).locale.languages[code]
    ours = [
        *first_words(
            code,
            "actions",
            "colours",
            "parts",
            "spoken",
            "dates",
            "switches",
            "remarks",
            "options",
            "directives",
            "rulings",
        ).values()
    ]
    ours += [answer(intent.name, code) for intent in (*INTENTS, *OF_RULES)]
    ours += [each.manner[code] for each in characters()]
    ours += [each.name[:2] for each in characters()]
    ours += [*first_words(code, "commands").values(), *(line for told in help_lines(code).values() for line in told)]
    ours += own_examples(code).values()
    text = " ".join([*spelled, *ours, *setting_labels(code).values(), *dates(code), *joined, tongue, *names, *EXAMPLES])
    words = set(WORD.findall(text.casefold()))
    # In Hebrew "and", "on" and "since" are letters before the word.
    return words | {f"{letter}{word}" for letter in "ובמ" for word in words} if code == "he" else words


def dates(code: str) -> list[str]:
    """The words of the days that the mails name."""
    speech, zone = language(code), "Europe/Copenhagen"
    deadlines = (UNTIL, UNTIL + timedelta(hours=12), UNTIL + timedelta(days=1))
    days = (*deadlines, BACK, VACATION.first, VACATION.end, LEAGUE.start, LEAGUE.end)
    soon = [speech.soon(day, zone, now) for day in (FREE_UNTIL, *deadlines) for now in (None, day)]
    return [*soon, *(each(day, zone) for day in days for each in (speech.moment, speech.day, speech.date))]


def hexadecimal() -> list[str]:
    """What digits leave of a commitment: runs of the letters a to f."""
    notice = every_kind("en")["started"]
    return [str(getattr(notice, "commitment", "")), bytes(range(32)).hex()]
