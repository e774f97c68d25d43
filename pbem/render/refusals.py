"""Why something can't be done, in words: the message of a code, filled with the facts that come with it."""

from engine import CARDS
from engine.errors import Facts
from pbem.render.refusal_messages import EXAMPLES, GENERAL, MESSAGES
from pbem.render.voice import Voice
from pbem.render.wording import spoken


def why(voice: Voice, code: str, facts: Facts) -> str:
    """The reason, or a general one where the code is new or a fact is missing."""
    told = {name: _fact(voice, name, value) for name, value in facts.items()}
    if code in EXAMPLES:
        told["example"] = voice.isolated(_example(voice, EXAMPLES[code], facts))
    try:
        return voice.say(MESSAGES.get(code, GENERAL), **told)
    except KeyError:
        return voice.say(GENERAL)


def _fact(voice: Voice, name: str, value: object) -> str:
    match name, value:
        case ("card" | "then" | "now", str(card)) if card in CARDS:
            return voice.card(card)
        case "colour", str(colour):
            return voice.colour(colour)
        case ("gems" | "colours", [*colours]):
            return voice.colours(map(str, colours))
        case ("price" | "missing" | "tokens", {**counts}):
            return voice.counted(int(str(count)) for count in counts.values())
        case "choices", [*choices]:
            return voice.listed(spoken(voice.language, str(choice)) for choice in choices)
        case "languages", [*codes]:
            return voice.listed(voice.language.locale.languages[str(code)] for code in codes)
        case _, [*several]:
            return voice.listed(several)
    return voice.isolated(value)


def _example(voice: Voice, line: str, facts: Facts) -> str:
    """A line that would do, about the first game in question."""
    match facts.get("games", ()):
        case [number, *_]:
            game = number
        case _:
            game = facts.get("game", 1)
    return spoken(voice.language, line % {"first": game, "nearest": facts.get("nearest", "UTC")})
