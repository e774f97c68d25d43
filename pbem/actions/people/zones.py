"""Time zones by the names that people give them: Europe/Warsaw, Warsaw, Warszawa, in any case and without accents."""

from collections.abc import Iterator
from functools import cache
from zoneinfo import available_timezones

from babel import Locale
from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler

from pbem.actions.names import plain_name
from pbem.i18n.codes import LANGUAGES

_LONGEST = 60


def zone_named(text: str) -> str | None:
    """The zone that is meant, by its own name or by its city's."""
    return _zones().get(_plain(text))


def nearest_zone(text: str) -> str:
    """The zone whose name is most like this."""
    known = _zones()
    close = process.extractOne(_plain(text)[:_LONGEST], known.keys(), scorer=JaroWinkler.similarity)
    return known[close[0]] if close else "UTC"


@cache
def _zones() -> dict[str, str]:
    """Where two zones share a name, the one that is written shortest: America/Indiana/Knox is not the only Knox."""
    zones: dict[str, str] = {}
    for name, zone in sorted(_names(), key=lambda each: (len(each[1]), each[1])):
        zones.setdefault(_plain(name), zone)
    # A zone's own name is never another's.
    return {**zones, **{_plain(zone): zone for zone in available_timezones()}}


def _names() -> Iterator[tuple[str, str]]:
    placed = {zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/")}
    yield from ((zone.rpartition("/")[2], zone) for zone in placed)
    for language in LANGUAGES:
        for zone, names in Locale.parse(language).time_zones.items():
            if zone in placed and "city" in names:
                yield names["city"], zone


def _plain(text: str) -> str:
    return plain_name(text.replace("_", " "))
