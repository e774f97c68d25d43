"""Where visitors come in: a request becomes a look at the database, and that a page in their language, or JSON."""

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, partial
from hashlib import sha256
from math import ceil
from typing import Any, Protocol, TypeAlias, TypeVar
from urllib.parse import urlencode

from babel import negotiate_locale
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from engine import COLOURS
from pbem.actions.request import Server
from pbem.config import Config
from pbem.i18n import Language, language
from pbem.i18n import language as language_of
from pbem.i18n.codes import LANGUAGES
from pbem.i18n.language import N_
from pbem.model import Backlog, Game, GameStatus, GameVersion, Rated, Waiting
from pbem.render.phrases import LETTERS, Links, Phrases
from pbem.render.words import spoken
from pbem.thoughts import undisturbed
from pbem.unseen import without_unseen
from pbem.web.discreet import discreet
from pbem.web.templates import environment, in_words, private
from pbem.work import ReadWork

# Numbers in an address: what a database can count to, and Python reads.


class _Number(IntegerConvertor):
    regex = "[0-9]{1,9}"


register_url_convertor("number", _Number())


# What a page is made of, before it is HTML or JSON.


@dataclass(frozen=True, slots=True)
class Shown:
    """`facts` are the page as JSON; the template gets them and `values`, which are in words."""

    template: str
    facts: Mapping[str, object]
    values: Mapping[str, object] = field(default_factory=dict)


# What the pages ask of the database: to look, and never to touch. pbem/store/look.py keeps the promise.


class Visit(ReadWork, Protocol):
    """One look at the database, in which nothing changes."""

    def games(self, status: GameStatus, limit: int, offset: int) -> list[Game]: ...
    def count_games(self, status: GameStatus) -> int: ...
    def games_with(self, player_id: int, limit: int, offset: int) -> list[Game]: ...
    def count_games_with(self, player_id: int) -> int: ...
    def ratings(self, pool: str, settled: int, limit: int, offset: int) -> list[Rated]: ...
    def count_ratings(self, pool: str) -> int: ...
    def version(self, game_id: int) -> GameVersion: ...
    def waiting(self) -> Waiting: ...
    def backlog(self) -> Backlog: ...
    def size(self) -> int: ...


class LookedAt(Protocol):
    """A database that can be looked at."""

    def look(self) -> AbstractContextManager[Visit]: ...


class Application(Protocol):
    """What the pages need of a running server."""

    @property
    def config(self) -> Config: ...
    @property
    def store(self) -> Any: ...
    @property
    def server(self) -> Server: ...
    @property
    def on_queued(self) -> Callable[[], None]: ...
    @property
    def on_stored(self) -> Callable[[], None]: ...


# Who looks at a page: the language they read, where in a long list they are, and how they want to have it.


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
    def phrases(self) -> Phrases:
        return Phrases(self.speech, html=True)

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
    liked = sorted((part for part in header.split(",") if _quality(part) > 0), key=_quality, reverse=True)
    return negotiate_locale([part.partition(";")[0].strip().lower() for part in liked], LANGUAGES, sep="-") or ""


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


T = TypeVar("T")
Show: TypeAlias = Callable[[Visit, Visitor], Shown]
Write: TypeAlias = Callable[[Visit, Visitor], str | bytes]


@cache
def _names() -> dict[str, str]:
    """Of the languages, each in its own; not at the start, which would wait for all of the catalogues."""
    return {code: language_of(code).locale.languages[code] for code in LANGUAGES}


class PublicPages:
    """Makes routes of functions that say what is to be shown."""

    def __init__(self, app: Application) -> None:
        self._server, self._web = app.config.server, app.config.web
        self._store: LookedAt = app.store

    def page(self, path: str, json_path: str, show: Show) -> list[Route]:
        """A page, and the same as JSON; the latter comes first, for a name may end like it."""

        async def as_json(request: Request) -> Response:
            return await asyncio.to_thread(self._answer, request, show, True)

        async def as_asked(request: Request) -> Response:
            return await asyncio.to_thread(self._answer, request, show, wants_json(request))

        return [Route(json_path, as_json), Route(path, as_asked)]

    def file(self, path: str, media_type: str, write: Write) -> Route:
        """A text or a file that is no page."""

        async def as_text(request: Request) -> Response:
            return cacheable(request, await asyncio.to_thread(self._look, request, write), media_type)

        return Route(path, as_text)

    def _answer(self, request: Request, show: Show, in_json: bool) -> Response:
        shown = self._look(request, show)
        return to_json(request, shown) if in_json else self.to_html(request, shown)

    def shown(self, request: Request, show: Show, status: int) -> Response:
        """A page in answer to a form."""
        return self.to_html(request, self._look(request, show), status)

    def _look(self, request: Request, see: Callable[[Visit, Visitor], T]) -> T:
        return undisturbed(partial(self._look_once, request, see))

    def _look_once(self, request: Request, see: Callable[[Visit, Visitor], T]) -> T:
        with self._store.look() as visit:
            return see(discreet(visit), self.visitor(request))

    def visitor(self, request: Request) -> Visitor:
        return visitor(request, self._server.language, self._server.timezone)

    def to_html(self, request: Request, shown: Shown, status: int = 200) -> Response:
        who = self.visitor(request)
        values = {**self.words(who), **shown.facts, **shown.values}
        text = environment().get_template(f"public/{shown.template}").render(**values)
        return cacheable(request, without_unseen(text), "text/html; charset=utf-8", status)

    def words(self, who: Visitor) -> dict[str, object]:
        """What every template can use."""
        return {
            **in_words(who.phrases),
            "who": who,
            "link": who.link,
            "mail": Links(self._server.address, self._server.name),
            "spoken": lambda text: spoken(who.speech, text),
            "site_name": self._server.name,
            "web": self._web,
            "languages": _names(),
            "colours": COLOURS,
            "letters": LETTERS,
        }

    async def problem(self, request: Request, error: Exception) -> Response:
        """Whatever can't be shown, in one sentence."""
        assert isinstance(error, HTTPException)
        sentence = error.detail if error.status_code in (404, 409, 410, 422, 429) else ""
        return self._sorry(request, error.status_code, _SENTENCES.get(sentence, sentence))

    async def unavailable(self, request: Request, _error: Exception) -> Response:
        """The database is locked, full or gone; the next request may find it again."""
        answer = self._sorry(
            request, 503, N_("This isn't working at the moment. Nothing was changed; please try again soon.")
        )
        answer.headers["Retry-After"] = "30"
        return answer

    def _sorry(self, request: Request, status: int, sentence: str) -> Response:
        said = self.visitor(request).speech.gettext(sentence or N_("This can't be done now."))
        shown = Shown("problem.html", {"error": said, "status": status})
        json_asked = wants_json(request) or request.url.path.endswith(".json")
        answer = to_json(request, shown, status) if json_asked else self.to_html(request, shown, status)
        return private(answer)  # there may be a tag in the address, good or not


# What Starlette itself says where there is no route.
_SENTENCES = {"Not Found": N_("There is no such page.")}


def to_json(request: Request, shown: Shown, status: int = 200) -> Response:
    text = json.dumps(shown.facts, ensure_ascii=False, separators=(",", ":"), default=_plain)
    return cacheable(request, text, "application/json", status)


def _plain(value: object) -> str:
    assert isinstance(value, datetime), value
    return value.isoformat()


def cacheable(request: Request, text: str | bytes, media_type: str, status: int = 200) -> Response:
    """An answer that need not be sent again while it stays the same (RFC 9110 section 13.1.2)."""
    body = text.encode() if isinstance(text, str) else text
    tag = f'W/"{sha256(body).hexdigest()[:20]}"'
    headers = {"ETag": tag, "Vary": "Accept, Accept-Language"}
    known = request.headers.get("if-none-match", "")
    if status == 200 and tag.removeprefix("W/") in (each.strip().removeprefix("W/") for each in known.split(",")):
        return Response(status_code=304, headers=headers)
    return Response(body, status, headers, media_type)


# Long lists, a page at a time.


@dataclass(frozen=True, slots=True)
class Pager:
    """Which part of a list is shown."""

    number: int
    size: int
    total: int

    @property
    def pages(self) -> int:
        return max(1, ceil(self.total / self.size))

    @property
    def offset(self) -> int:
        return (self.number - 1) * self.size

    @property
    def facts(self) -> dict[str, int]:
        """For JSON."""
        return {"page": self.number, "pages": self.pages, "total": self.total}


def pager(visitor: Visitor, size: int, total: int) -> Pager:
    """The page that is asked for, if there is such a page."""
    found = Pager(visitor.page, size, total)
    if found.number > found.pages:
        raise HTTPException(404)
    return found
