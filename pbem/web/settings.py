"""The page of one's own settings: how one is called and written to, when one is away, and the ways out.

What is more than a switch goes the way of a mail, so that it means the same and is refused alike.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from zoneinfo import available_timezones

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from pbem.actions.people.settings import before_other_hours
from pbem.actions.people.zones import nearest_zone, zone_named
from pbem.commands.values import AnyCommand, Command, Day, SetVacation, Switch
from pbem.i18n import language
from pbem.i18n.codes import LANGUAGES
from pbem.i18n.language import N_
from pbem.mail.tags import KEY_BYTES, Claim, Purpose, new_key
from pbem.model import SWITCHES, Player, Vacation
from pbem.model.time import parse_quiet
from pbem.page_orders import PageOrder, Undone, handle_page, obeyed
from pbem.render.people import setting_labels, vacation_days
from pbem.render.phrases import Phrases
from pbem.render.refusals import why
from pbem.web.play.asked import once_of
from pbem.web.site import form
from pbem.web.tagged import NO_LINK, TaggedPage
from pbem.web.templates import in_words, page, private
from pbem.work import ReadWork, Work, retried

PATH = "/settings/"
_SAVED = N_("Saved. These are your settings now.")
# What a button asks for, and what the page says once it is done.
_DONE = {
    "name": N_("This is now your name at every table."),
    "vacation": N_("Your clocks are stopped on these days, and the others can see that you are away."),
    "back": N_("You are back: your clocks run again."),
    "address": N_("We've written to that address. It will be used once you confirm it from there."),
    "no address": N_("Your second address has been removed."),
    "new tag": N_(
        "All earlier links and addresses have stopped working, this page included. New ones are on their way to "
        "your inbox."
    ),
    "stop": N_("You will get no more email from us. To come back, write to us again."),
    "forget me": N_("Your name and address have been deleted. Thank you for playing."),
}
# These are asked with all that they bring about, and afterwards there is nothing left to show.
_FAREWELLS = ("new tag", "stop", "forget me")


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The player after the form, and what to say of it."""

    player: Player
    away: tuple[Vacation, ...]
    done: str = ""
    trouble: str = ""
    is_farewell: bool = False


class SettingsPage(TaggedPage):
    """A look changes nothing; a form from another site is turned away by the guard."""

    path, methods = PATH, ("GET", "POST")

    async def _answer(self, request: Request) -> Response:
        tag = request.path_params["tag"]
        if self._app.server.tags.read(Purpose.OLD, tag):
            return await self._answer_old(request, tag)
        if self._app.server.tags.read(Purpose.SETTINGS, tag) is None:
            raise HTTPException(404, NO_LINK)  # before a stranger's form is read
        if request.method != "POST":
            return self._page(await asyncio.to_thread(self._looked_at, tag))
        fields = await form(request)
        outcome = await asyncio.to_thread(self._obeyed, tag, fields)
        self._app.on_queued()
        return self._page(outcome)

    async def _answer_old(self, request: Request, tag: str) -> Response:
        """A link of before this page had a key of its own shows nothing; a new one is mailed to its owner."""
        asked = request.method == "POST"
        player = await asyncio.to_thread(self._mailed_anew if asked else self._owner_of_old, tag)
        if asked:
            self._app.on_queued()
        speech = language(player.language)
        web = self._app.config.web
        return private(page("public/old_link.html", done=asked, speech=speech, _=speech.gettext, web=web))

    def _owner_of_old(self, tag: str) -> Player:
        with self._app.store.look() as visit:
            return self._owner(visit, tag, Purpose.OLD)

    @retried
    def _mailed_anew(self, tag: str) -> Player:
        server = self._app.server
        with self._app.store.work() as work:
            player, once = self._owner(work, tag, Purpose.OLD), new_key(server.entropy(KEY_BYTES))
            handle_page(
                server, work, PageOrder(once, player, None, 0, (Command("settings"),), mailed=True, proven=False)
            )
            return player

    def _looked_at(self, tag: str) -> _Outcome:
        with self._app.store.look() as visit:
            player = self._owner(visit, tag, Purpose.SETTINGS)
            return _Outcome(player, _away(visit, player))

    def _obeyed(self, tag: str, fields: Mapping[str, str]) -> _Outcome:
        try:
            return self._settled(tag, fields)
        except Undone as undone:
            before = self._looked_at(tag)
            return replace(before, trouble=why(_phrases(before.player), undone.refusal.code, undone.refusal.facts))

    @retried
    def _settled(self, tag: str, fields: Mapping[str, str]) -> _Outcome:
        """The player as they are after the form; if something is wrong with it, nothing is changed."""
        with self._app.store.work() as work:
            player, deed = self._owner(work, tag, Purpose.SETTINGS), fields.get("do", "")
            if deed in _DONE:
                return self._done(work, player, deed, fields)
            if trouble := _trouble(player, fields):
                return _Outcome(player, _away(work, player), trouble=trouble)
            changed = _changed(player, fields)
            if (changed.timezone, changed.quiet) != (player.timezone, player.quiet):
                before_other_hours(work, player, changed.timezone)
            work.save_player(changed)
            return _Outcome(changed, _away(work, changed), _SAVED)

    def _done(self, work: Work, player: Player, deed: str, fields: Mapping[str, str]) -> _Outcome:
        server, is_farewell = self._app.server, deed in _FAREWELLS
        once = once_of(fields, new_key(server.entropy(KEY_BYTES)))
        order = PageOrder(once, player, None, 0, (_command(deed, fields),), confirmed=is_farewell, mailed=is_farewell)
        obeyed(server, work, order)
        after = work.player(player.id) or player
        return _Outcome(after, _away(work, after), _DONE[deed], is_farewell=is_farewell)

    def _page(self, outcome: _Outcome) -> Response:
        server, player, phrases = self._app.server, outcome.player, _phrases(outcome.player)
        template = "public/farewell.html" if outcome.is_farewell else "public/settings.html"
        answer = page(
            template,
            422 if outcome.trouble else 200,
            player=player,
            trouble=outcome.trouble,
            done=phrases.say(outcome.done) if outcome.done else "",
            away=[vacation_days(phrases, each, player.timezone) for each in outcome.away],
            **in_words(phrases),
            web=self._app.config.web,
            labels=setting_labels(player.language),
            switches=SWITCHES,
            hours=player.quiet.partition("-") if player.quiet else ("", "", ""),
            games="/games/" + server.tags.make(Purpose.GAMES, Claim(player.id, 0, player.generation)),
            once=new_key(server.entropy(KEY_BYTES)),
            languages={code: language(code).locale.languages[code] for code in LANGUAGES},
            zones=sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/")),
        )
        return private(answer)


def _phrases(player: Player) -> Phrases:
    return Phrases(language(player.language), html=True)


def _away(work: ReadWork, player: Player) -> tuple[Vacation, ...]:
    """Now, or on days to come."""
    return tuple(each for each in work.vacations(player.id) if each.end > work.now)


def _command(deed: str, fields: Mapping[str, str]) -> AnyCommand:
    """What a mail would have asked for."""
    match deed:
        case "name":
            return Command("name", fields.get("name", ""))
        case "vacation":
            days = _day(fields.get("first", "")), _day(fields.get("last", ""))
            return SetVacation(*days) if any(days) else Command("vacation", "?")
        case "address":
            return Command("address", fields.get("address", "").strip() or "?")
        case "no address":
            return Switch("address", on=False)
    return Command(deed)


def _day(text: str) -> Day | None:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return Day(day.month, day.day, day.year)


def _quiet(fields: Mapping[str, str]) -> str:
    """The two times of the form as one text; nothing where neither is there."""
    return "-".join(fields.get(name, "").strip() for name in ("quiet_from", "quiet_to")).strip("-")


def _trouble(player: Player, fields: Mapping[str, str]) -> str:
    quiet, zone = _quiet(fields), fields.get("timezone", "")
    if quiet and parse_quiet(quiet) is None:
        return why(_phrases(player), "no_such_hours", {})
    if zone_named(zone) is None:
        return why(_phrases(player), "no_such_timezone", {"zone": zone, "nearest": nearest_zone(zone)})
    return ""


def _changed(player: Player, fields: Mapping[str, str]) -> Player:
    code = fields.get("language", "")
    switches = {name: name in fields for name in SWITCHES}
    return replace(
        replace(player, **switches),  # type: ignore[arg-type]
        language=code if code in LANGUAGES else player.language,
        timezone=zone_named(fields.get("timezone", "")) or player.timezone,
        quiet=parse_quiet(_quiet(fields)) or "",
    )
