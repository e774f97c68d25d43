"""How things of the game are said in a sentence: tokens, cards, nobles and names, as text or as HTML."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import lru_cache
from urllib.parse import quote

from babel.numbers import get_decimal_symbol
from markupsafe import Markup, escape

from engine import CARDS, COLOURS, Card, Colour
from pbem.i18n import Language

# The `mailto:` links by which a tap becomes an order (RFC 6068), and the one to a page.
_ENDS_IN_HEBREW = re.compile(r"[\u0590-\u05ff]\)$")


@dataclass(frozen=True, slots=True)
class Links:
    """Where answers go, tagged, and the subject that they carry: the mail's own, behind a `mark` where one is needed.

    `prefix` says which game is meant (`#42 `) where a mail is about several. Where there are pages, `web` is where
    those for everyone begin; `settings` and `games` are those of the reader's own, `directs` is that of the leagues
    that they direct, and `pages` are those on which they play, by the games' numbers. `speak` puts our words into the
    reader's language.
    """

    address: str
    subject: str = ""
    mark: str = ""
    prefix: str = ""
    web: str = ""
    settings: str = ""
    games: str = ""
    directs: str = ""
    pages: Mapping[int, str] = field(default_factory=dict)
    speak: Callable[[str], str] = str

    def order(self, text: str) -> str:
        """A URL that opens a mail to us with this canonical text, in the reader's language, as its body."""
        return _target(self.address, self.subject) + _encoded(self.prefix + self.speak(text))


@lru_cache(maxsize=64)
def _target(address: str, subject: str) -> str:
    return f"mailto:{quote(address, safe='@+')}?subject={_encoded(subject)}&body="


@lru_cache(maxsize=4096)
def _encoded(text: str) -> str:
    """RFC 6068 section 5: UTF-8, percent-encoded, line breaks as %0D%0A; commas and colons may stand as they are."""
    return quote("\r\n".join(text.splitlines()), safe=",:")


# Letters that orders are written with; gold is never taken, so it needs none there.
LETTERS: dict[Colour, str] = {
    "white": "W", "blue": "U", "green": "G", "red": "R", "black": "K", "gold": "★"
}  # fmt: skip
_DAY = 24 * 60

# They keep the direction of a line, or of what stands beside them, in text that has no other way to tell it.
LEFT_TO_RIGHT_MARK = "\u200e"
RIGHT_TO_LEFT_MARK = "\u200f"


@dataclass(frozen=True, slots=True)
class Phrases:
    """Speaks one language, into text or into HTML, where everything foreign to the sentence is isolated."""

    language: Language
    html: bool = False

    def say(self, message: str, **facts: object) -> str:
        """A message of the catalogue with its facts filled in."""
        return self.fill(self.language.gettext(message), **facts)

    def several(self, one: str, many: str, count: int) -> str:
        """A message that counts, in the form that goes with the number."""
        return self.fill(self.language.ngettext(one, many, count), num=count)

    def fill(self, message: str, **facts: object) -> str:
        """Put facts into words that are our own; in HTML the facts are escaped."""
        if not facts:
            return _without_facts(message, self.html)
        return Markup(message) % facts if self.html else message % facts  # noqa: S704 - from our catalogues

    def isolated(self, text: object) -> str:
        """A name, place or id, whose direction must not mix with the sentence's (Unicode UAX 9)."""
        if self.html:
            # No <bdi>: Roundcube takes it out. What ends in Hebrew runs as the sentence: `Gusto (מחשב)`.
            direction = "rtl" if _ENDS_IN_HEBREW.search(str(text)) else "auto"
            return Markup(f'<span dir="{direction}">{escape(text)}</span>')  # noqa: S704 - escaped
        return f"{text}{RIGHT_TO_LEFT_MARK}" if self.language.direction == "rtl" else str(text)

    def game(self, number: int, title: str) -> str:
        """Which game it is: #42, with the name of its table, if it has one."""
        return self.isolated(f"#{number} {title}".strip())

    def number(self, text: str) -> str:
        """A number that comes as text, with this language's decimal sign; fractions must not be turned round."""
        shown = text.replace(".", get_decimal_symbol(self.language.locale))
        if shown.isascii() or self.language.direction == "ltr":
            return shown
        return self.isolated(shown) if self.html else f"{LEFT_TO_RIGHT_MARK}{shown}{LEFT_TO_RIGHT_MARK}"

    def colour(self, colour: str) -> str:
        """The colour of a token."""
        return _token(self.language)[colour]

    def bonus(self, colour: str) -> str:
        """The colour of a bonus."""
        return _bonus(self.language)[colour]

    def colours(self, colours: Sequence[str]) -> str:
        """White, blue and green; where one comes twice they are counted: 2 red."""
        if len(set(colours)) < len(colours):
            return self.tally(colours)
        return self.language.join([self.colour(each) for each in colours])

    def counted(self, tokens: Iterable[int]) -> str:
        """2 white and 1 gold."""
        return _counted(self.language, tuple(tokens))

    def tally(self, colours: Sequence[str]) -> str:
        """The same for tokens that are listed one by one."""
        return self.counted(map(colours.count, COLOURS))

    def listed(self, things: Iterable[object]) -> str:
        """Names, each isolated, with commas between them."""
        return self.fill(", ").join(map(self.isolated, things))

    def joined(self, names: Iterable[str]) -> str:
        """The same as they stand in a sentence: A, B and C."""
        told = self.language.join([*map(self.isolated, names)])
        return Markup(told) if self.html else told  # noqa: S704 - each is escaped

    def span(self, hours: float) -> str:
        """A length of time: days where they are whole and more than one, else hours, else minutes."""
        minutes = round(hours * 60)
        if minutes >= 2 * _DAY and minutes % _DAY == 0:
            return self.several("%(num)d day", "%(num)d days", minutes // _DAY)
        if minutes % 60 == 0:
            return self.several("%(num)d hour", "%(num)d hours", minutes // 60)
        return self.several("%(num)d minute", "%(num)d minutes", minutes)

    def reserve(self, span: timedelta) -> str:
        """What is left of a bank of time, as short as it can be said: 4 d 3 h, 5 h, 20 min."""
        minutes = max(0, round(span.total_seconds() / 60))
        days, hours = divmod(minutes // 60, 24)
        if days and hours:
            return self.say("%(days)d d %(hours)d h", days=days, hours=hours)
        return self.span(24 * days if days else hours or minutes / 60)

    def roughly(self, span: timedelta) -> str:
        """A length of time, as it is said in passing: days from two on, else hours, else minutes."""
        minutes = max(0, round(span.total_seconds() / 60))
        if minutes >= 2 * _DAY:
            return self.several("%(num)d day", "%(num)d days", minutes // _DAY)
        if minutes >= 60:
            return self.several("%(num)d hour", "%(num)d hours", minutes // 60)
        return self.several("%(num)d minute", "%(num)d minutes", minutes)

    def noble_came(self, noble: str) -> str:
        """By its name, for those who are told one."""
        name = self.named(noble)
        return self.say("Noble %(noble)s came.", noble=self.isolated(name)) if name else self.say("A noble came.")

    def tokens(self, count: int) -> str:
        return self.several("%(num)d token", "%(num)d tokens", count)

    def points(self, count: int) -> str:
        return self.several("%(num)d point", "%(num)d points", count)

    def named(self, thing: str) -> str:
        """What a card or a noble is called: its id, or where it lies; nothing where that would say nothing."""
        return thing

    def card(self, card: Card | str) -> str:
        """What a card is, told by more than its name."""
        known = CARDS[card] if isinstance(card, str) else card
        # The description of a card, after the word "card" and its name.
        message = self.language.gettext("(level %(level)d, %(bonus)s bonus, %(points)s)")
        bonus, points = self.bonus(known.bonus), self.points(known.points)
        description = self.fill(message, level=known.level, bonus=bonus, points=points)
        name = self.named(known.id)
        return self.fill("%(name)s %(what)s", name=self.isolated(name), what=description) if name else description


@dataclass(frozen=True, slots=True)
class PlacedPhrases(Phrases):
    """Calls cards by the places at which they lie."""

    places: Mapping[str, str] = field(default_factory=dict, hash=False)

    def named(self, thing: str) -> str:
        return self.places.get(thing, thing)


@dataclass(frozen=True, slots=True)
class TalePhrases(Phrases):
    """Tells what happened: names cards and nobles by where they lay then, and by their ids to those who want these."""

    ids: bool = False
    places: Mapping[str, int | str] = field(default_factory=dict, hash=False)

    def named(self, thing: str) -> str:
        place = self.places.get(thing)
        return " ".join([*([str(place)] if place else ()), *([thing] if self.ids else ())])


def shortened(text: str, longest: int) -> str:
    """The text, or its beginning where there is no room for all of it."""
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


@lru_cache(maxsize=1 << 12)
def _without_facts(message: str, html: bool) -> str:
    return Markup(message) % {} if html else message % {}  # noqa: S704 - from our catalogues


@lru_cache(maxsize=16)
def _token(language: Language) -> dict[str, str]:
    pgettext = language.pgettext
    return {
        "white": pgettext("token", "white"),
        "blue": pgettext("token", "blue"),
        "green": pgettext("token", "green"),
        "red": pgettext("token", "red"),
        "black": pgettext("token", "black"),
        "gold": pgettext("token", "gold"),
    }


@lru_cache(maxsize=16)
def _bonus(language: Language) -> dict[str, str]:
    pgettext = language.pgettext
    return {
        "white": pgettext("bonus", "white"),
        "blue": pgettext("bonus", "blue"),
        "green": pgettext("bonus", "green"),
        "red": pgettext("bonus", "red"),
        "black": pgettext("bonus", "black"),
    }


@lru_cache(maxsize=1 << 12)
def _counted(language: Language, tokens: tuple[int, ...]) -> str:
    counts = zip(COLOURS, tokens, strict=False)
    return language.join([_so_many(language, colour, count) for colour, count in counts if count])


def _so_many(language: Language, colour: Colour, count: int) -> str:
    ngettext = language.ngettext
    match colour:
        case "white":
            message = ngettext("%(num)d white", "%(num)d white", count)
        case "blue":
            message = ngettext("%(num)d blue", "%(num)d blue", count)
        case "green":
            message = ngettext("%(num)d green", "%(num)d green", count)
        case "red":
            message = ngettext("%(num)d red", "%(num)d red", count)
        case "black":
            message = ngettext("%(num)d black", "%(num)d black", count)
        case "gold":
            message = ngettext("%(num)d gold", "%(num)d gold", count)
    return message % {"num": count}


@lru_cache(maxsize=1 << 12)
def letters(tokens: tuple[int, ...]) -> str:
    """W2 U1 ★1: tokens where room is short; nothing where there are none."""
    return " ".join(f"{letter}{count}" for letter, count in zip(LETTERS.values(), tokens, strict=False) if count)


@lru_cache(maxsize=1 << 10)
def initials(colours: tuple[Colour, ...]) -> str:
    """R R ★: tokens listed one by one."""
    return " ".join(LETTERS[colour] for colour in colours)
