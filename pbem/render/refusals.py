"""Why something can't be done, in words: the message of a refusal, filled with the facts that come with it."""

from engine import CARDS
from engine.errors import Facts
from pbem.commands.languages import first_words
from pbem.notices.refusals import REFUSALS
from pbem.render.phrases import Phrases
from pbem.render.words import spoken


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
    return phrases.isolated(value)


def _example(phrases: Phrases, line: str, facts: Facts) -> str:
    """A line that would do, about the first game in question."""
    match facts.get("games", ()):
        case [number, *_]:
            game = number
        case _:
            game = facts.get("game", 1)
    return spoken(phrases.language, line % {"first": game, "nearest": facts.get("nearest", "UTC")})
