"""A language as a mail needs it: its messages, its lists, its dates, its direction."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel import Locale
from babel.dates import format_datetime, get_timezone_location
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from pbem.i18n.codes import LANGUAGES

# Message catalogues: the .po files themselves, compiled in memory when a language is first used.


# Hebrew's "and" clings to the next word, but for a hyphen before digits and foreign letters.
_HEBREW_AND = re.compile(r"(?<= )(ו)(?=(?:<[^>]*>)*[^<\u0590-\u05ff])")

# As the British list: no comma before "and".
_LISTS = {"en": "en_GB"}

_WEEKDAY_IS_ENOUGH = timedelta(days=6)

SOURCE = "en"
"""Messages are written in this language in the code and the templates, so it has no catalogue."""


@cache
def translations(code: str) -> NullTranslations:
    """The messages of a language."""
    if code == SOURCE:
        return NullTranslations()
    with (files("pbem.i18n") / "locale" / f"{code}.po").open("rb") as file:
        catalogue = read_po(file, locale=code, abort_invalid=True)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """Speaks one language; there is one of each, so they are told apart by identity."""

    code: str
    locale: Locale
    messages: NullTranslations

    @property
    def direction(self) -> Literal["ltr", "rtl"]:
        return "rtl" if self.locale.text_direction == "rtl" else "ltr"

    def gettext(self, message: str) -> str:
        return self.messages.gettext(message)

    def pgettext(self, context: str, message: str) -> str:
        return self.messages.pgettext(context, message)

    def ngettext(self, one: str, many: str, count: int) -> str:
        return self.messages.ngettext(one, many, count)

    def join(self, words: Sequence[str]) -> str:
        """A, B and C."""
        return _HEBREW_AND.sub(r"\1-", format_list(words, locale=_LISTS.get(self.code, self.code)))

    def moment(self, at: datetime, timezone: str) -> str:
        """Day and time where the reader lives."""
        return _moment(self, at, timezone)

    def soon(self, at: datetime, timezone: str, now: datetime | None) -> str:
        """Day and time where the reader lives, as short as they can be said: the weekday alone within a week."""
        if now and at - now < _WEEKDAY_IS_ENOUGH:
            # A date pattern of CLDR: EEE short weekday, HH:mm time.
            return self._dated(at, timezone, self.pgettext("date pattern", "EEE HH:mm"))
        # A date pattern of CLDR: EEE short weekday, d day, MMM short month, HH:mm time.
        return self._dated(at, timezone, self.pgettext("date pattern", "EEE d MMM HH:mm"))

    def day(self, at: datetime, timezone: str) -> str:
        """The day where the reader lives, by its name."""
        # A date pattern of CLDR: EEEE weekday, d day, MMMM month.
        return self._dated(at, timezone, self.pgettext("date pattern", "EEEE d MMMM"))

    def date(self, at: datetime, timezone: str) -> str:
        """The day where the reader lives, with its year."""
        # A date pattern of CLDR: d day, MMMM month, y year.
        return self._dated(at, timezone, self.pgettext("date pattern", "d MMMM y"))

    def hours(self, span: str) -> str:
        """Two times of day, as 22:00-08:00, in this language's way to write them."""
        # A date pattern of CLDR: HH:mm time.
        sign = self.pgettext("date pattern", "HH:mm").removeprefix("HH").removesuffix("mm")
        return span.replace(":", sign).replace("-", "–")

    def city(self, timezone: str) -> str:
        """The city by which a time zone is known."""
        return _city(self, _zone(timezone))

    def _dated(self, at: datetime, timezone: str, pattern: str) -> str:
        return _dated(self, at.astimezone(_zone(timezone)), pattern)


@lru_cache(maxsize=1 << 10)
def _moment(language: Language, at: datetime, timezone: str) -> str:
    zone = _zone(timezone)
    # A date pattern of CLDR: EEEE weekday, d day, MMMM month, HH:mm time.
    pattern = language.pgettext("date pattern", "EEEE d MMMM, HH:mm")
    return f"{_dated(language, at.astimezone(zone), pattern)} ({_city(language, zone)})"


def _dated(language: Language, there: datetime, pattern: str) -> str:
    """A moment by a date pattern, its weekday in the case that our sentences need: CLDR has the nominative alone."""
    # The weekdays as they stand in "The season begins on %(day)s."
    weekdays = language.pgettext("weekdays", "Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday")
    named = pattern.replace("EEEE", f"'{weekdays.split(', ')[there.weekday()]}'")
    return format_datetime(there, named, tzinfo=there.tzinfo, locale=language.locale)


def _city(language: Language, zone: ZoneInfo) -> str:
    if "/" not in zone.key:
        return zone.key
    return get_timezone_location(zone, locale=language.locale, return_city=True)


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


@cache
def language(code: str) -> Language:
    """The language of this code; the source language for one that we don't speak."""
    known = code if code in LANGUAGES else SOURCE
    return Language(known, Locale.parse(known), translations(known))


# Messages in tables, which are translated only when they are said.


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for a message that is translated later
    """Mark a message for the catalogues."""
    return message
