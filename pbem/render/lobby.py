"""Tables that wait for players: who sits there, and under which terms."""

from collections.abc import Mapping
from typing import NamedTuple

from pbem.i18n.language import N_
from pbem.model import Seating, Terms
from pbem.notices import Guest, LobbyNews, LobbyNotice, OpenTable
from pbem.render.voice import Voice

_OF_OTHERS: Mapping[LobbyNews, str] = {
    LobbyNews.JOINED: N_("%(name)s has sat down at the table."),
    LobbyNews.LEFT: N_("%(name)s has left the table."),
    LobbyNews.DECLINED: N_("%(name)s declined the invitation."),
    LobbyNews.EXPIRED: N_("%(name)s did not answer the invitation."),
}
_BEGINS_SOON = N_("The game begins as soon as every seat is taken; you get a mail then.")
_OF_ONESELF: Mapping[LobbyNews, str] = {
    LobbyNews.OPENED: _BEGINS_SOON,
    LobbyNews.JOINED: _BEGINS_SOON,
    LobbyNews.LEFT: N_("Your seat is free again."),
    LobbyNews.INVITED: N_("The invitations are on their way. You hear of every answer."),
    LobbyNews.DECLINED: N_("Thank you for the answer. You hear no more of this game."),
    LobbyNews.CALLED_OFF: N_("The table is closed, and this game is not played."),
}


class Row(NamedTuple):
    """A fact and what it is called."""

    label: str
    value: str


class TableCard(NamedTuple):
    """An open table as a mail shows it."""

    game_id: int
    number: str
    host: str
    rows: list[Row]


def card(voice: Voice, table: OpenTable, timezone: str, *, running: bool = False) -> TableCard:
    """All that somebody wants to know before sitting down; in a running game the rest is on the board."""
    rows = [*([] if running else _people(voice, table)), *_terms(voice, table)]
    rows.append(Row(voice.say("Open until"), voice.language.day(table.until, timezone)))
    return TableCard(table.game_id, voice.isolated(f"#{table.game_id}"), voice.isolated(table.host), rows)


def _people(voice: Voice, table: OpenTable) -> list[Row]:
    return [
        Row(voice.say("Players"), voice.fill(", ").join(_guest(voice, guest) for guest in table.guests)),
        Row(voice.say("Seats"), _seats(voice, table)),
        Row(voice.say("Order of play"), _seating(voice, table.seating)),
    ]


def _terms(voice: Voice, table: OpenTable) -> list[Row]:
    rows = [
        Row(voice.say("Time"), pace(voice, table.terms)),
        Row(voice.say("Out of time"), _on_timeout(voice, table.terms.on_timeout)),
        Row(voice.say("Edition"), voice.isolated(table.edition)),
    ]
    if not table.terms.private_talk:
        rows.append(Row(voice.say("Talk"), voice.say("only to the whole table")))
    return rows


def _guest(voice: Voice, guest: Guest) -> str:
    name = voice.isolated(guest.name)
    if guest.bot:
        return voice.say("%(name)s (bot)", name=name)
    if guest.reliability is None:
        return voice.say("%(name)s (new)", name=name)
    return voice.say("%(name)s (%(percent)d%% in time)", name=name, percent=guest.reliability)


def _seats(voice: Voice, table: OpenTable) -> str:
    taken = voice.say("%(taken)d of %(seats)d taken", taken=len(table.guests), seats=table.seats)
    if not table.invited:
        return taken
    open_ones = voice.several(
        "%(num)d invitation not answered yet", "%(num)d invitations not answered yet", table.invited
    )
    return voice.fill("%(taken)s; %(invited)s", taken=taken, invited=open_ones)


def pace(voice: Voice, terms: Terms) -> str:
    """How much time there is."""
    free = voice.span(terms.free_hours)
    if terms.bank_hours:
        pace = voice.say("%(free)s a turn, %(bank)s in reserve", free=free, bank=voice.span(terms.bank_hours))
    else:
        pace = voice.say("%(free)s a turn", free=free)
    if not terms.weekends_off:
        return pace
    return voice.fill("%(pace)s; %(weekends)s", pace=pace, weekends=voice.say("weekends off"))


def _on_timeout(voice: Voice, rule: str) -> str:
    match rule:
        case "pass":
            return voice.say("the turn is lost")
        case "resign":
            return voice.say("the game is given up")
    return voice.say("a bot plays the turn")


def _seating(voice: Voice, seating: Seating) -> str:
    match seating:
        case Seating.RANDOM:
            return voice.say("drawn by lot")
        case Seating.YOUNGEST:
            return voice.say("the youngest begins")
        case Seating.LISTED:
            return voice.say("as listed")


def news(voice: Voice, notice: LobbyNotice) -> str:
    """What became of a table."""
    if notice.news is None:
        return ""
    if notice.who:
        return voice.say(_OF_OTHERS[notice.news], name=voice.isolated(notice.who))
    return voice.say(_OF_ONESELF[notice.news])


def is_seated(notice: LobbyNotice) -> bool:
    """Whether the reader sits at the table that the news are about."""
    left = (LobbyNews.LEFT, LobbyNews.DECLINED, LobbyNews.CALLED_OFF)
    return bool(notice.who) or notice.news not in left
