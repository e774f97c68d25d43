"""One's own settings on a page; the tag of a mail in its address says whose they are, and is the secret."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from zoneinfo import available_timezones

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pbem.actions.people.away import stop_mail
from pbem.actions.people.settings import before_other_hours, nearest_zone, zone_named
from pbem.actions.who import player_of
from pbem.i18n import language
from pbem.i18n.codes import LANGUAGES
from pbem.i18n.language import N_
from pbem.mail.tags import Purpose
from pbem.model import SWITCHES, Player
from pbem.model.time import parse_quiet
from pbem.posting import send
from pbem.render.people import setting_labels
from pbem.render.phrases import Phrases
from pbem.render.refusals import why
from pbem.render.words import spoken
from pbem.web.pages import Application, page, private
from pbem.web.site import form
from pbem.work import Reading, retried

PATH = "/settings/"
_NO_LINK = N_("This link is no longer good.")


class SettingsPage:
    """A look changes nothing; a form from another site is turned away by the guard."""

    def __init__(self, app: Application) -> None:
        self._app = app

    def routes(self) -> list[Route]:
        return [Route(PATH + "{tag}", self._answer, methods=["GET", "POST"])]

    async def _answer(self, request: Request) -> Response:
        tag = request.path_params["tag"]
        if self._app.server.tags.read(Purpose.SETTINGS, tag) is None:
            raise HTTPException(404, _NO_LINK)  # before a stranger's form is read
        fields = await form(request) if request.method == "POST" else None
        player, trouble = await asyncio.to_thread(self._settled, tag, fields)
        return _page(player, trouble, done=fields is not None and not trouble)

    @retried
    def _settled(self, tag: str, fields: Mapping[str, str] | None) -> tuple[Player, str]:
        """The player as they are after the form, and what is wrong with it; then nothing is changed."""
        with self._app.store.work() as work:
            player = player_of(work, self._app.server.tags.read(Purpose.SETTINGS, tag))
            if player is None:
                raise HTTPException(404, _NO_LINK)
            if fields is None:
                return player, ""
            if trouble := _trouble(player, fields):
                return player, trouble
            changed = _changed(player, fields)
            if (changed.timezone, changed.quiet) != (player.timezone, player.quiet):
                before_other_hours(work, player, changed.timezone)
            work.save_player(changed)
            return changed, ""


def _trouble(player: Player, fields: Mapping[str, str]) -> str:
    phrases = Phrases(language(player.language), html=True)
    quiet, zone = fields.get("quiet", "").strip(), fields.get("timezone", "")
    if quiet and parse_quiet(quiet) is None:
        return why(phrases, "no_such_hours", {})
    if zone_named(zone) is None:
        return why(phrases, "no_such_timezone", {"zone": zone, "nearest": nearest_zone(zone)})
    return ""


def _changed(player: Player, fields: Mapping[str, str]) -> Player:
    code = fields.get("language", "")
    switches = {name: name in fields for name in SWITCHES}
    return replace(
        replace(player, **switches),  # type: ignore[arg-type]
        language=code if code in LANGUAGES else player.language,
        timezone=zone_named(fields.get("timezone", "")) or player.timezone,
        quiet=parse_quiet(fields.get("quiet", "")) or "",
    )


def _page(player: Player, trouble: str, *, done: bool) -> Response:
    speech = language(player.language)
    phrases = Phrases(speech, html=True)
    return private(
        page(
            "public/settings.html",
            422 if trouble else 200,
            player=player,
            trouble=trouble,
            done=done,
            speech=speech,
            _=phrases.say,
            labels=setting_labels(speech.code),
            switches=SWITCHES,
            languages={code: language(code).locale.languages[code] for code in LANGUAGES},
            zones=sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/")),
        )
    )


# One click and no more mail: the https half of List-Unsubscribe (RFC 8058).


UNSUBSCRIBE = "/unsubscribe/"


class Unsubscribing:
    """The tag of a mail says who wants to stop. A look changes nothing: mail scanners follow every link."""

    def __init__(self, app: Application) -> None:
        self._app = app

    def routes(self) -> list[Route]:
        return [Route(UNSUBSCRIBE + "{tag}", self._answer, methods=["GET", "POST"])]

    async def _answer(self, request: Request) -> Response:
        stops = request.method == "POST"
        player = await asyncio.to_thread(self._looked_up, request.path_params["tag"], stops)
        speech = language(player.language)
        return private(
            page("public/unsubscribe.html", done=stops, speech=speech, _=speech.gettext, word=spoken(speech, "stop"))
        )

    @retried
    def _looked_up(self, tag: str, stops: bool) -> Player:
        server = self._app.server
        with self._app.store.work() as work:
            player = self._player(work, tag)
            if stops and not player.stopped:
                send(server, work, stop_mail(work, server.house, player))
        return player

    def _player(self, work: Reading, tag: str) -> Player:
        tags = self._app.server.tags
        # Mails of earlier releases are still in mailboxes.
        player = player_of(work, tags.read(Purpose.UNSUBSCRIBE, tag) or tags.read(Purpose.OLD, tag))
        if player is None:
            raise HTTPException(404, "This link is no longer good.")
        return player
