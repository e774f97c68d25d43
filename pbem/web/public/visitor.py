"""Who looks at a page: the language they read, where in a long list they are, and how they want to have it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request

from pbem.i18n import Language, language
from pbem.languages import LANGUAGES
from pbem.render.voice import Voice

# There are not so many pages, and Python does not read a number of any length.
_DIGITS = 7


@dataclass(frozen=True, slots=True)
class Visitor:
    """One request, understood; `chosen` is the language that its address names, if it does."""

    speech: Language
    chosen: str
    timezone: str
    path: str
    query: Mapping[str, str]
    params: Mapping[str, Any]
    """The parts of the path."""

    @property
    def voice(self) -> Voice:
        return Voice(self.speech, html=True)

    @property
    def page(self) -> int:
        """Of a long list, from 1."""
        asked = self.query.get("page", "")
        return max(1, int(asked[:_DIGITS])) if asked.isdecimal() else 1

    def link(self, path: str, **query: object) -> str:
        """An address of ours that keeps the language which was chosen."""
        kept = {**({"lang": self.chosen} if self.chosen else {}), **query}
        return f"{path}?{urlencode(kept)}" if kept else path


def visitor(request: Request, otherwise: str, timezone: str) -> Visitor:
    """Read a request; whoever names no language of ours gets the server's."""
    asked = request.query_params.get("lang", "")
    chosen = asked if asked in LANGUAGES else ""
    accepted = preferred(request.headers.get("accept-language", ""))
    speech = language(chosen or accepted or otherwise)
    path = request.url.path
    return Visitor(speech, chosen, timezone, path, request.query_params, request.path_params)


def preferred(header: str) -> str:
    """The language of ours that is liked best (RFC 9110 section 12.5.4); nothing if none is."""
    liked = [(_quality(part), part.partition(";")[0].strip().lower()[:2]) for part in header.split(",")]
    ours = [(quality, code) for quality, code in liked if quality > 0 and code in LANGUAGES]
    return max(ours, key=lambda each: each[0])[1] if ours else ""


def _quality(part: str) -> float:
    _, _, weight = part.replace(" ", "").partition(";q=")
    try:
        return float(weight or 1)
    except ValueError:
        return 0


def wants_json(request: Request) -> bool:
    """Whether JSON is asked for and HTML is not."""
    accepted = request.headers.get("accept", "")
    return "application/json" in accepted and "text/html" not in accepted
