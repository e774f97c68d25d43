"""How things of the game are said in a sentence: tokens, cards, nobles and names, as text or as HTML."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import lru_cache
from urllib.parse import quote

from babel.numbers import get_decimal_symbol
from markupsafe import Markup, escape

from engine import CARDS, COLOURS, Card, Colour
from pbem.i18n import Language

# The `mailto:` links by which a tap becomes an order (RFC 6068), and the one to a page.


@dataclass(frozen=True, slots=True)
class Links:
    """Where answers go, tagged, and the subject that they carry: the mail's own, behind a `mark` where one is needed.

    `prefix` says which game is meant (`#42 `) where a mail is about several. Where there are pages, `settings` is that
    of the reader's own settings, and `pages` are those on which they play, by the games' numbers.
    """

    address: str
    subject: str = ""
    mark: str = ""
    prefix: str = ""
    settings: str = ""
    pages: Mapping[int, str] = field(default_factory=dict)

    def order(self, text: str) -> str:
        """A URL that opens a mail to us with this text as its body."""
        return _target(self.address, self.subject) + _encoded(self.prefix + text)


@lru_cache(maxsize=64)
def _target(address: str, subject: str) -> str:
    return f"mailto:{quote(address, safe='@+')}?subject={_encoded(subject)}&body="


@lru_cache(maxsize=4096)
def _encoded(text: str) -> str:
    """RFC 6068 section 5: UTF-8, percent-encoded, line breaks as %0D%0A."""
    return quote("\r\n".join(text.splitlines()), safe="")


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
            return Markup(f"<bdi>{escape(text)}</bdi>")  # noqa: S704 - escaped
        return f"{text}{RIGHT_TO_LEFT_MARK}" if self.language.direction == "rtl" else str(text)

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

    def span(self, hours: float) -> str:
        """A length of time: days where they are whole and more than one, else hours, else minutes."""
        minutes = round(hours * 60)
        if minutes >= 2 * _DAY and minutes % _DAY == 0:
            return self.several("%(num)d day", "%(num)d days", minutes // _DAY)
        if minutes % 60 == 0:
            return self.several("%(num)d hour", "%(num)d hours", minutes // 60)
        return self.several("%(num)d minute", "%(num)d minutes", minutes)

    def roughly(self, span: timedelta) -> str:
        """A length of time, as it is said in passing: days from two on, else hours, else minutes."""
        minutes = max(0, round(span.total_seconds() / 60))
        if minutes >= 2 * _DAY:
            return self.several("%(num)d day", "%(num)d days", minutes // _DAY)
        if minutes >= 60:
            return self.several("%(num)d hour", "%(num)d hours", minutes // 60)
        return self.several("%(num)d minute", "%(num)d minutes", minutes)

    def tokens(self, count: int) -> str:
        return self.several("%(num)d token", "%(num)d tokens", count)

    def points(self, count: int) -> str:
        return self.several("%(num)d point", "%(num)d points", count)

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


@lru_cache(maxsize=1 << 12)
def purse(tokens: tuple[int, ...]) -> str:
    """W2   U0   G1: all colours in columns."""
    return "".join(f"{letter}{count:<4d}" for letter, count in zip(LETTERS.values(), tokens, strict=False))
