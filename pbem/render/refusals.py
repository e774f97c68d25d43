"""Why something can't be done, in words: the message of a refusal, filled with the facts that come with it."""

import re
from datetime import UTC, datetime

from engine import CARDS
from engine.errors import Facts
from pbem.commands.languages import first_words
from pbem.notices.refusals import REFUSALS
from pbem.render.phrases import Phrases
from pbem.render.words import spoken

_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def why(phrases: Phrases, code: str, facts: Facts) -> str:
    """The reason, in the reader's language."""
    refusal = REFUSALS[code]
    told = {name: told_fact(phrases, name, value) for name, value in facts.items()}
    if refusal.example:
        told["example"] = phrases.isolated(_example(phrases, refusal.example, facts))
    return phrases.say(refusal.message, **told)


def told_fact(phrases: Phrases, name: str, value: object) -> str:
    """A fact in words, by its name."""
    match name, value:
        case ("card" | "then" | "now", str(card)) if card in CARDS:
            return phrases.card(card)
        case "colour", str(colour):
            return phrases.colour(colour)
        case ("gems" | "colours", [*colours]):
            return phrases.colours([str(each) for each in colours])
        case ("price" | "missing" | "tokens", {**counts}):
            return phrases.counted(int(str(count)) for count in counts.values())
        case "choices", [*choices]:
            return phrases.listed(spoken(phrases.language, str(choice)) for choice in choices)
        case "word", str(word):
            return phrases.isolated(first_words(phrases.language.code, "directives").get(word, word))
        case "languages", [*codes]:
            return phrases.listed(phrases.language.locale.languages[str(code)] for code in codes)
        case _, [*several]:
            return phrases.listed(several)
    return _by_itself(phrases, name, value)


def _by_itself(phrases: Phrases, name: str, value: object) -> str:
    """What stands in the sentence as it is; a day as the reader would write it."""
    if name in ("date", "until") and _DAY.fullmatch(str(value)):
        return phrases.language.date(datetime.fromisoformat(str(value)).replace(tzinfo=UTC), "UTC")
    return phrases.isolated(value)


def _example(phrases: Phrases, line: str, facts: Facts) -> str:
    """A line that would do, about the first game in question."""
    match facts.get("games", ()):
        case [number, *_]:
            game = number
        case _:
            game = facts.get("game", 1)
    return spoken(phrases.language, line % {"first": game, "nearest": facts.get("nearest", "UTC")})
