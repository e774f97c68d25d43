"""Where visitors come in: a request becomes a look at the database, and that a page in their language, or JSON."""

import asyncio
import json
from collections.abc import Callable
from datetime import datetime
from hashlib import sha256
from typing import TypeAlias, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from engine import COLOURS
from pbem.bootstrap import App
from pbem.i18n import language as language_of
from pbem.i18n.marking import N_
from pbem.languages import LANGUAGES
from pbem.render.links import Links
from pbem.render.voice import LETTERS
from pbem.render.wording import spoken
from pbem.web.pages import environment
from pbem.web.public.shown import Shown
from pbem.web.public.visit import Gallery, Visit
from pbem.web.public.visitor import Visitor, visitor, wants_json

T = TypeVar("T")
Show: TypeAlias = Callable[[Visit, Visitor], Shown]
Write: TypeAlias = Callable[[Visit, Visitor], str]

_NAMES = {code: language_of(code).locale.languages[code] for code in LANGUAGES}


class Hall:
    """Makes routes of functions that say what is to be shown."""

    def __init__(self, app: App) -> None:
        self._server = app.config.server
        self._gallery: Gallery = app.store.gallery

    def page(self, path: str, json_path: str, show: Show) -> list[Route]:
        """A page, and the same as JSON; the latter comes first, for a name may end like it."""

        async def as_json(request: Request) -> Response:
            return await asyncio.to_thread(self._answer, request, show, True)

        async def as_asked(request: Request) -> Response:
            return await asyncio.to_thread(self._answer, request, show, wants_json(request))

        return [Route(json_path, as_json), Route(path, as_asked)]

    def file(self, path: str, media_type: str, write: Write) -> Route:
        """A text that is no page."""

        async def as_text(request: Request) -> Response:
            return cacheable(request, await asyncio.to_thread(self._look, request, write), media_type)

        return Route(path, as_text)

    def _answer(self, request: Request, show: Show, in_json: bool) -> Response:
        shown = self._look(request, show)
        return to_json(request, shown) if in_json else self.to_html(request, shown)

    def _look(self, request: Request, see: Callable[[Visit, Visitor], T]) -> T:
        with self._gallery.visit() as visit:
            return see(visit, self.visitor(request))

    def visitor(self, request: Request) -> Visitor:
        return visitor(request, self._server.language, self._server.timezone)

    def to_html(self, request: Request, shown: Shown, status: int = 200) -> Response:
        who = self.visitor(request)
        values = {**self.words(who), **shown.facts, **shown.values}
        text = environment().get_template(f"public/{shown.template}").render(**values)
        return cacheable(request, text, "text/html; charset=utf-8", status)

    def words(self, who: Visitor) -> dict[str, object]:
        """What every template can use."""
        voice = who.voice
        return {
            "_": voice.say,
            "ngettext": voice.several,
            "pgettext": voice.language.pgettext,
            "voice": voice,
            "speech": who.speech,
            "who": who,
            "link": who.link,
            "mail": Links(self._server.address, self._server.name),
            "spoken": lambda text: spoken(who.speech, text),
            "site_name": self._server.name,
            "languages": _NAMES,
            "colours": COLOURS,
            "letters": LETTERS,
        }

    async def problem(self, request: Request, error: Exception) -> Response:
        """Whatever can't be shown, in one sentence."""
        assert isinstance(error, HTTPException)
        sentence = error.detail if error.status_code in (404, 409, 410) else ""
        return self._sorry(request, error.status_code, _SENTENCES.get(sentence, sentence))

    async def unavailable(self, request: Request, _error: Exception) -> Response:
        """The database is locked, full or gone; the next request may find it again."""
        answer = self._sorry(request, 503, N_("This does not work at the moment. Please try again soon."))
        answer.headers["Retry-After"] = "30"
        return answer

    def _sorry(self, request: Request, status: int, sentence: str) -> Response:
        said = self.visitor(request).speech.gettext(sentence or N_("This can't be done now."))
        shown = Shown("problem.html", {"error": said, "status": status})
        json_asked = wants_json(request) or request.url.path.endswith(".json")
        return to_json(request, shown, status) if json_asked else self.to_html(request, shown, status)


# What Starlette itself says where there is no route.
_SENTENCES = {"Not Found": N_("There is no such page.")}


def to_json(request: Request, shown: Shown, status: int = 200) -> Response:
    text = json.dumps(shown.facts, ensure_ascii=False, separators=(",", ":"), default=_plain)
    return cacheable(request, text, "application/json", status)


def _plain(value: object) -> str:
    assert isinstance(value, datetime), value
    return value.isoformat()


def cacheable(request: Request, text: str, media_type: str, status: int = 200) -> Response:
    """An answer that need not be sent again while it stays the same (RFC 9110 section 13.1.2)."""
    body = text.encode()
    tag = f'W/"{sha256(body).hexdigest()[:20]}"'
    headers = {"ETag": tag, "Vary": "Accept, Accept-Language"}
    known = request.headers.get("if-none-match", "")
    if status == 200 and tag.removeprefix("W/") in (each.strip().removeprefix("W/") for each in known.split(",")):
        return Response(status_code=304, headers=headers)
    return Response(body, status, headers, media_type)
