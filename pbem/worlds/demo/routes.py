"""The pages of the web mailbox. Everything works with links and forms; the script adds live arrival and keys."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote, urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from pbem.errors import SendError
from pbem.i18n.codes import LANGUAGES
from pbem.web.site import form
from pbem.web.templates import page
from pbem.worlds.demo.mailbox import Arrivals, KeptMail, WebMailbox
from pbem.worlds.demo.reading import (
    FRAME_POLICY,
    Client,
    Contents,
    Post,
    Quote,
    ReplyDraft,
    clients,
    contents,
    framed,
    reply,
    tapped,
)

# Bytes; with all that it quotes.
_LONGEST_LETTER = 1 << 20
_LISTS = ("inbox", "threads")

# What is on the screen: one mailbox, or two beside each other, each with its list and what is open in it.


@dataclass(frozen=True, slots=True)
class Pane:
    """One mailbox on the screen; `beside` is where the other pane is, empty if there is none."""

    box: WebMailbox
    beside: str = ""
    mail: KeptMail | None = None
    show: str = "html"
    draft: ReplyDraft | None = None
    problem: str = ""
    after: int | None = None
    """The last mail before something was sent: the answer is a later one."""

    @property
    def place(self) -> str:
        """Where this pane is, as the other one's `beside` says it."""
        return f"{self.box.key}/{self.mail.number}" if self.mail else self.box.key

    def href(self, place: object = "", **query: object) -> str:
        """A page in this pane that leaves the other pane where it is."""
        path = f"/mailbox/{self.box.key}" + (f"/{place}" if place else "")
        given = {"beside": self.beside, **query}
        kept = urlencode({name: value for name, value in given.items() if value not in ("", None)})
        return f"{path}?{kept}" if kept else path

    @property
    def here(self) -> str:
        """This very page, as far as it can be come back to."""
        return self.href(self.mail.number if self.mail else "")

    @property
    def contents(self) -> Contents:
        assert self.mail
        return contents(self.box.raw(self.mail))

    @property
    def came_since(self) -> list[KeptMail]:
        """What arrived after something was sent."""
        return self.box.received_after(self.after) if self.after is not None else []

    @property
    def is_open(self) -> bool:
        """Whether something beside the list is to be seen."""
        return bool(self.mail or self.draft or self.after is not None)

    @property
    def clients(self) -> Mapping[str, Client]:
        return clients()


def waiting(box: WebMailbox, beside: str, after: int) -> Pane:
    """After sending: the answer as soon as it is there, till then a word of patience."""
    for mail in box.received_after(after):
        opened = box.open(mail)
        if mail.wants_attention:
            return Pane(box, beside, mail=opened)
    return Pane(box, beside, after=after)


@dataclass(frozen=True, slots=True)
class MailProgram:
    """The mailboxes that are shown, and the way out for what is written in them."""

    boxes: Sequence[WebMailbox]
    arrivals: Arrivals
    post: Post
    server: str
    """The address that a mail out of the blue goes to."""
    controls: Callable[[str], Awaitable[str]]
    """More for the head of the page, in HTML, given the page to come back to."""

    def routes(self) -> list[Route]:
        return [
            Route("/", self._start),
            Route("/events", self._events),
            Route("/mailbox/{box}", self._list),
            Route("/mailbox/{box}/compose", self._compose),
            Route("/mailbox/{box}/send", self._send, methods=["POST"]),
            Route("/mailbox/{box}/{number:int}", self._mail),
            Route("/mailbox/{box}/{number:int}/frame", self._frame),
            Route("/mailbox/{box}/{number:int}/source", self._source),
            Route("/mailbox/{box}/{number:int}/file/{index:int}", self._file),
            Route("/mailbox/{box}/{number:int}/reply", self._reply),
        ]

    async def _start(self, _request: Request) -> Response:
        """Whoever comes in sees at once what waits for them, however often they come."""
        box = self.boxes[0]
        if not box.last:
            return RedirectResponse(Pane(box).href(after=0))  # The first mail is on its way, and opens by itself.
        return RedirectResponse(Pane(box).href(box.awaiting.number if box.awaiting else ""))

    async def _events(self, _request: Request) -> Response:
        return StreamingResponse(self.arrivals.stream(), media_type="text/event-stream")

    async def _list(self, request: Request) -> Response:
        box, after = self._box(request), request.query_params.get("after", "")
        if (wanted := request.query_params.get("list", "")) in _LISTS:
            box.threaded = wanted == "threads"
        if after.isdecimal():
            return await self._page(waiting(box, _beside(request), int(after)))
        return await self._page(Pane(box, _beside(request)))

    async def _mail(self, request: Request) -> Response:
        box, show = self._box(request), request.query_params.get("show", "html")
        return await self._page(Pane(box, _beside(request), mail=box.open(_mail(box, request)), show=show))

    async def _frame(self, request: Request) -> Response:
        box = self._box(request)
        mail, pane = _mail(box, request), Pane(box, _beside(request))

        def compose(link: str) -> str:
            return pane.href("compose", link=link, mail=mail.number)

        source = framed(contents(box.raw(mail)), compose)
        return HTMLResponse(source, headers={"Content-Security-Policy": FRAME_POLICY})

    async def _source(self, request: Request) -> Response:
        box = self._box(request)
        return PlainTextResponse(box.raw(_mail(box, request)))

    async def _file(self, request: Request) -> Response:
        box = self._box(request)
        files = contents(box.raw(_mail(box, request))).files
        index = request.path_params["index"]
        if index >= len(files):
            raise HTTPException(404, "This mail has no such attachment.")
        disposition = f"attachment; filename*=UTF-8''{quote(files[index].name, safe='')}"
        return Response(files[index].content, media_type="text/plain", headers={"Content-Disposition": disposition})

    async def _compose(self, request: Request) -> Response:
        box, link = self._box(request), request.query_params.get("link", "")
        draft = tapped(link) if link else ReplyDraft(self.server, "")
        number = request.query_params.get("mail", "")
        mail = box.mail(int(number)) if number.isdecimal() else None
        return await self._page(Pane(box, _beside(request), mail=mail, draft=draft))

    async def _reply(self, request: Request) -> Response:
        box = self._box(request)
        mail = _mail(box, request)
        draft = reply(_quote(box, mail, dict(request.query_params)))
        return await self._page(Pane(box, _beside(request), mail=mail, draft=draft))

    async def _send(self, request: Request) -> Response:
        box, fields = self._box(request), await form(request, _LONGEST_LETTER)
        answered = box.mail(int(number)) if (number := fields.get("answers", "")).isdecimal() else None
        below = _quote(box, answered, fields) if answered else None
        draft = ReplyDraft(fields.get("to", "").strip(), fields.get("subject", ""), fields.get("body", ""), below)
        pane, after = Pane(box, fields.get("beside", ""), mail=answered, draft=draft), box.last
        try:
            await self.post.send(box, draft)
        except SendError as error:
            return await self._page(replace(pane, problem=str(error)), 422)
        return RedirectResponse(pane.href(after=after), 303)

    async def _page(self, pane: Pane, status: int = 200) -> Response:
        """The pane that was asked for and the one beside it, always in the same order."""
        other = self._other(pane)
        panes = [pane] if other is None else sorted((pane, other), key=lambda each: self.boxes.index(each.box))
        return page(
            "mailbox.html",
            status,
            panes=panes,
            main=pane,
            boxes=self.boxes,
            languages=LANGUAGES,
            count=self.arrivals.count,
            today=self.post.now().astimezone().date(),
            controls=await self.controls(pane.here),
        )

    def _other(self, pane: Pane) -> Pane | None:
        key, _, number = pane.beside.partition("/")
        box = self._find(key)
        if box is None or box is pane.box:
            return None
        mail = box.mail(int(number)) if number.isdecimal() else None
        return Pane(box, pane.place, mail=box.open(mail) if mail else None)

    def _box(self, request: Request) -> WebMailbox:
        box = self._find(request.path_params["box"])
        if box is None:
            raise HTTPException(404, "There is no such mailbox.")
        return box

    def _find(self, key: str) -> WebMailbox | None:
        return next((box for box in self.boxes if box.key == key), None)


def _beside(request: Request) -> str:
    return request.query_params.get("beside", "")


def _mail(box: WebMailbox, request: Request) -> KeptMail:
    mail = box.mail(request.path_params["number"])
    if mail is None:
        raise HTTPException(404, "There is no such mail in this mailbox.")
    return mail


def _quote(box: WebMailbox, mail: KeptMail, chosen: dict[str, str]) -> Quote:
    """The mail as the chosen program quotes it; the choice holds for the next reply from this mailbox."""
    client, language = chosen.get("client", ""), chosen.get("language", "")
    if client in clients():
        box.client = client
    return Quote(mail, contents(box.raw(mail)), box.client, language if language in LANGUAGES else box.language)
