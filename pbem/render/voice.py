"""How things of the game are said in a sentence: tokens, cards, nobles and names, as text or as HTML."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from engine import CARDS, COLOURS, Card, Colour
from engine.gems import tokens_of
from pbem.i18n import Language

# Letters that orders are written with (CONTRACT section 4); gold is never taken, so it needs none there.
LETTERS: dict[Colour, str] = {
    "white": "W", "blue": "U", "green": "G", "red": "R", "black": "K", "gold": "★"
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Voice:
    """Speaks one language, into text or into HTML, where everything foreign to the sentence is isolated."""

    language: Language
    html: bool = False

    def say(self, message: str, **facts: object) -> str:
        """A message of the catalogue with its facts filled in."""
        return self.fill(self.language.gettext(message), **facts)

    def fill(self, message: str, **facts: object) -> str:
        return Markup(message) % facts if self.html else message % facts

    def isolated(self, text: object) -> str:
        """A name, place or id, whose direction must not mix with the sentence's (Unicode UAX 9)."""
        return Markup("<bdi>{}</bdi>").format(text) if self.html else str(text)

    def colour(self, colour: str) -> str:
        """The colour of a token."""
        return _token(self.language)[colour]

    def bonus(self, colour: str) -> str:
        """The colour of a bonus."""
        return _bonus(self.language)[colour]

    def colours(self, colours: Iterable[str]) -> str:
        """White, blue and green."""
        return self.language.join([self.colour(each) for each in colours])

    def counted(self, tokens: Iterable[int]) -> str:
        """2 white and 1 gold."""
        return _counted(self.language, tuple(tokens))

    def tally(self, colours: Sequence[Colour]) -> str:
        """The same for tokens that are listed one by one."""
        return self.counted(tokens_of(tuple(colours)))

    def points(self, count: int) -> str:
        return self.language.ngettext("%(num)d point", "%(num)d points", count) % {"num": count}

    def card(self, card: Card | str) -> str:
        """What a card is, told by more than its id."""
        known = CARDS[card] if isinstance(card, str) else card
        # The description of a card, after the word "card": its id, level, bonus and points.
        message = self.language.gettext("%(id)s (level %(level)d, %(bonus)s bonus, %(points)s)")
        return self.fill(
            message,
            id=self.isolated(known.id),
            level=known.level,
            bonus=self.bonus(known.bonus),
            points=self.points(known.points),
        )


@lru_cache(maxsize=16)
def _token(language: Language) -> dict[str, str]:
    say = language.pgettext
    return {
        "white": say("token", "white"),
        "blue": say("token", "blue"),
        "green": say("token", "green"),
        "red": say("token", "red"),
        "black": say("token", "black"),
        "gold": say("token", "gold"),
    }


@lru_cache(maxsize=16)
def _bonus(language: Language) -> dict[str, str]:
    say = language.pgettext
    return {
        "white": say("bonus", "white"),
        "blue": say("bonus", "blue"),
        "green": say("bonus", "green"),
        "red": say("bonus", "red"),
        "black": say("bonus", "black"),
    }


@lru_cache(maxsize=1 << 12)
def _counted(language: Language, tokens: tuple[int, ...]) -> str:
    counts = zip(COLOURS, tokens, strict=False)
    return language.join([_so_many(language, colour, count) for colour, count in counts if count])


def _so_many(language: Language, colour: Colour, count: int) -> str:
    say = language.ngettext
    match colour:
        case "white":
            message = say("%(num)d white", "%(num)d white", count)
        case "blue":
            message = say("%(num)d blue", "%(num)d blue", count)
        case "green":
            message = say("%(num)d green", "%(num)d green", count)
        case "red":
            message = say("%(num)d red", "%(num)d red", count)
        case "black":
            message = say("%(num)d black", "%(num)d black", count)
        case "gold":
            message = say("%(num)d gold", "%(num)d gold", count)
    return message % {"num": count}


def letters(tokens: Iterable[int], gap: str = " ") -> str:
    """W2 U1 ★1: tokens where room is short; nothing where there are none."""
    return gap.join(
        f"{letter}{count}" for letter, count in zip(LETTERS.values(), tokens, strict=False) if count
    )
