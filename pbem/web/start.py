"""Beginning on the page: a visitor gives an address, and what follows is a first contact by mail like any other."""

import asyncio
import ipaddress
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from pbem.actions.people.addresses import is_address
from pbem.i18n.language import N_
from pbem.model.time import Clock, system_clock
from pbem.page_orders import first_mail
from pbem.web.lobby import lobby
from pbem.web.pages import Application, PublicPages, Shown, Visit, Visitor
from pbem.web.site import form
from pbem.web.templates import private

PATH = "/start"
WISHES = {"computer": "new 2 bot", "learn": "lesson", "table": "games"}
"""What a visitor can begin with, and the mail that asks for it."""

_SPOKEN_WISH = re.compile(r"join [0-9]{1,9}|open [234]|enter [^\r\n]{1,80}")
"""The same for a seat at a table, a table of one's own, a league: the mail says just this."""

MOST_AN_HOUR = 5
_HOUR = timedelta(hours=1)
_NO_ADDRESS = N_("That doesn't look like an email address.")
_TOO_MANY = N_(
    "There have been too many sign-ups from your network in the last hour. Please email us instead, or come back later."
)


class Starting:
    """Takes the form of the front page. Nothing is said of whether an address is known here."""

    def __init__(self, app: Application, clock: Clock = system_clock) -> None:
        self._app, self._pages, self._clock = app, PublicPages(app), clock
        self._since, self._counts = clock(), Counter[str]()

    def routes(self) -> list[Route]:
        return [Route(PATH, self._begin, methods=["POST"])]

    async def _begin(self, request: Request) -> Response:
        fields = await form(request)
        address, wish = fields.get("address", "").strip(), _mail_for(fields.get("wish", ""))
        if not is_address(address) or not wish:
            return await asyncio.to_thread(self._again, request, 422, _NO_ADDRESS, fields)
        if not self._allows(network_of(request)):
            return await asyncio.to_thread(self._again, request, 429, _TOO_MANY, fields)
        await asyncio.to_thread(self._take_in, address, wish, self._language(request))
        self._app.on_stored()
        return private(RedirectResponse("/?begun=1", 303))

    def _again(self, request: Request, status: int, trouble: str, fields: Mapping[str, str]) -> Response:
        """The front page with what is wrong, and with what was typed."""

        def show(visit: Visit, who: Visitor) -> Shown:
            front = lobby(visit, replace(who, path="/", query={"wish": fields.get("wish", "")}))
            typed = {"trouble": who.phrases.say(trouble), "typed": fields.get("address", "")}
            return replace(front, values={**front.values, **typed, "who": replace(who, path="/")})

        return private(self._pages.shown(request, show, status))

    def _take_in(self, address: str, wish: str, code: str) -> None:
        """As a mail that proves nothing: whoever has the address is asked before anything happens."""
        self._app.store.inbox.accept([first_mail(self._app.server, address, wish, code)])

    def _language(self, request: Request) -> str:
        return self._pages.visitor(request).speech.code

    def _allows(self, network: str) -> bool:
        now: datetime = self._clock()
        if now - self._since >= _HOUR:
            self._since = now
            self._counts.clear()
        self._counts[network] += 1
        return self._counts[network] <= MOST_AN_HOUR


def _mail_for(wish: str) -> str:
    """What the mail says; nothing where no visitor could wish it."""
    return wish if _SPOKEN_WISH.fullmatch(wish) else WISHES.get(wish, "")


def network_of(request: Request) -> str:
    """Whose network the visitor comes from: what a proxy on this machine says, else the connection's own."""
    here = request.client.host if request.client else ""
    said = request.headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
    try:
        peer = ipaddress.ip_address(here)
        address = ipaddress.ip_address(said) if said and peer.is_loopback else peer
    except ValueError:
        return here
    # Where one socket takes both, every IPv4 address stands in the same network of IPv6 (RFC 4291 section 2.5.5.2).
    address = getattr(address, "ipv4_mapped", None) or address
    return str(ipaddress.ip_network((address, 24 if address.version == 4 else 48), strict=False))
