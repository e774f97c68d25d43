"""What the demo lets one do that no mail program can: let time pass, speak another language, begin another game."""

import asyncio
from dataclasses import dataclass
from datetime import timedelta

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from pbem.i18n import language
from pbem.i18n.codes import LANGUAGES
from pbem.server.app import App
from pbem.server.attendance import CLOCKS
from pbem.store.glance import games_of, glance_at
from pbem.web.pages import environment
from pbem.web.site import form, local_path
from pbem.worlds.demo.mailbox import WebMailbox
from pbem.worlds.demo.reading import Post, ReplyDraft, contents
from pbem.worlds.demo.table import DemoClock, DemoTable

_SPANS = {"1": "an hour", "24": "a day", "72": "three days"}


@dataclass(frozen=True, slots=True)
class Controls:
    """The menu in the head of every page, and the forms in it."""

    app: App
    clock: DemoClock
    table: DemoTable
    boxes: list[WebMailbox]
    post: Post

    def routes(self) -> list[Route]:
        return [
            Route("/time", self._pass_time, methods=["POST"]),
            Route("/language", self._change_language, methods=["POST"]),
            Route("/games", self._play_again, methods=["POST"]),
        ]

    async def menu(self, back: str) -> str:
        """The menu; its forms lead back to the page that it is on."""
        return (
            environment()
            .get_template("demo/controls.html")
            .render(
                back=back,
                now=self.clock(),
                spans=_SPANS,
                boxes=self.boxes,
                languages={code: language(code).locale.get_display_name("en") for code in LANGUAGES},
                games=await asyncio.to_thread(self._games),
            )
        )

    def _games(self) -> list[dict[str, object]]:
        with glance_at(self.app.config.database_url) as glance:
            return games_of(glance, everything=True)

    async def _pass_time(self, request: Request) -> Response:
        fields = await form(request)
        if (hours := fields.get("hours", "")) in _SPANS:
            span = timedelta(hours=int(hours))
            # Or it would look as if the server had been away for so long, and no clock would have run.
            await asyncio.to_thread(self.app.store.pulses.beat, CLOCKS, self.clock() + span)
            self.clock.let_pass(span)
        return _back(fields)

    async def _change_language(self, request: Request) -> Response:
        """By mail, as any player does; the board comes along, to have something to read in the new language."""
        fields = await form(request)
        box = next((box for box in self.boxes if box.key == fields.get("box")), None)
        if box and (code := fields.get("language", "")) in LANGUAGES:
            for mail in box.received_after(0)[-1:]:
                to = contents(box.raw(mail)).reply_address()
                await self.post.send(box, ReplyDraft(to, "Splendor", f"language {code}\nboard"))
        return _back(fields)

    async def _play_again(self, request: Request) -> Response:
        fields = await form(request)
        await asyncio.to_thread(self.table.play_again, self.app.store, self.app.server, self.app.config)
        return _back(fields)


def _back(fields: dict[str, str]) -> Response:
    return RedirectResponse(local_path(fields.get("back", "")), 303)
