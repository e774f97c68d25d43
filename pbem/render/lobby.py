"""Tables that wait for players: who sits there, and under which terms."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from pbem.i18n.language import N_
from pbem.model import Seating, Terms
from pbem.notices import GameView, Guest, LobbyNews, LobbyNotice, TableFacts
from pbem.render.phrases import Phrases

_OF_OTHERS: Mapping[LobbyNews, str] = {
    LobbyNews.JOINED: N_("%(name)s has sat down at the table."),
    LobbyNews.LEFT: N_("%(name)s has left the table."),
    LobbyNews.DECLINED: N_("%(name)s declined the invitation."),
    LobbyNews.EXPIRED: N_("%(name)s did not answer the invitation."),
}
_BEGINS_SOON = N_("The game begins as soon as every seat is taken; we'll email you then.")
_OF_ONESELF: Mapping[LobbyNews, str] = {
    LobbyNews.OPENED: _BEGINS_SOON,
    LobbyNews.JOINED: _BEGINS_SOON,
    LobbyNews.LEFT: N_("Your seat is free again."),
    LobbyNews.INVITED: N_("The invitations are on their way. We'll tell you about every answer."),
    LobbyNews.DECLINED: N_("Thank you for answering. You won't hear about this game again."),
    LobbyNews.CALLED_OFF: N_("The table is closed, and this game is not played."),
}


class TermsRow(NamedTuple):
    """A fact and what it is called."""

    label: str
    value: str


class TableCard(NamedTuple):
    """An open table as a mail shows it."""

    game_id: int
    number: str
    host: str
    rows: list[TermsRow]


def card(phrases: Phrases, table: TableFacts, timezone: str, *, running: bool = False) -> TableCard:
    """All that somebody wants to know before sitting down; in a running game the rest is on the board."""
    rows = [*([] if running else _people(phrases, table)), *_terms(phrases, table)]
    rows.append(TermsRow(phrases.say("Open until"), phrases.language.day(table.until, timezone)))
    return TableCard(table.game_id, phrases.isolated(f"#{table.game_id}"), phrases.isolated(table.host), rows)


def _people(phrases: Phrases, table: TableFacts) -> list[TermsRow]:
    return [
        TermsRow(phrases.say("Players"), phrases.fill(", ").join(_guest(phrases, guest) for guest in table.guests)),
        TermsRow(phrases.say("Seats"), _seats(phrases, table)),
        *([TermsRow(phrases.say("No answer yet"), phrases.listed(table.awaited))] if table.awaited else []),
        TermsRow(phrases.say("Order of play"), _seating(phrases, table.seating)),
    ]


def _terms(phrases: Phrases, table: TableFacts) -> list[TermsRow]:
    rows = [
        TermsRow(phrases.say("Time"), pace(phrases, table.terms)),
        TermsRow(phrases.say("If time runs out"), _on_timeout(phrases, table.terms.on_timeout)),
        TermsRow(phrases.say("Edition"), phrases.isolated(table.edition)),
    ]
    if not table.terms.private_talk:
        rows.append(TermsRow(phrases.say("Talk"), phrases.say("only to the whole table")))
    return rows


def with_computers_marked(phrases: Phrases, game_view: GameView) -> GameView:
    """The game with what no person holds named as a computer, wherever its name stands."""
    names = [
        _computer(phrases, name) if seat in game_view.computers else name for seat, name in enumerate(game_view.names)
    ]
    return replace(game_view, names=tuple(names)) if game_view.computers else game_view


def _computer(phrases: Phrases, name: str) -> str:
    return phrases.say("%(name)s (computer)", name=name)


def _guest(phrases: Phrases, guest: Guest) -> str:
    name = phrases.isolated(guest.name)
    if guest.bot:
        return _computer(phrases, name)
    if guest.reliability is None:
        return phrases.say("%(name)s (new)", name=name)
    return phrases.say("%(name)s (%(percent)d%% on time)", name=name, percent=guest.reliability)


def _seats(phrases: Phrases, table: TableFacts) -> str:
    taken = phrases.say("%(taken)d of %(seats)d taken", taken=len(table.guests), seats=table.seats)
    if not table.invited:
        return taken
    open_ones = phrases.several(
        "%(num)d invitation not answered yet", "%(num)d invitations not answered yet", table.invited
    )
    return phrases.fill("%(taken)s; %(invited)s", taken=taken, invited=open_ones)


def pace(phrases: Phrases, terms: Terms) -> str:
    """How much time there is."""
    free = phrases.span(terms.free_hours)
    if terms.bank_hours:
        pace = phrases.say("%(free)s a turn, %(bank)s in reserve", free=free, bank=phrases.span(terms.bank_hours))
    else:
        pace = phrases.say("%(free)s a turn", free=free)
    if not terms.weekends_off:
        return pace
    return phrases.fill("%(pace)s; %(weekends)s", pace=pace, weekends=phrases.say("weekends off"))


def _on_timeout(phrases: Phrases, rule: str) -> str:
    match rule:
        case "pass":
            return phrases.say("the turn is lost")
        case "resign":
            return phrases.say("the game is given up")
    return phrases.say("the computer plays the turn")


def _seating(phrases: Phrases, seating: Seating) -> str:
    match seating:
        case Seating.RANDOM:
            return phrases.say("drawn by lot")
        case Seating.YOUNGEST:
            return phrases.say("the youngest begins")
        case Seating.LISTED:
            return phrases.say("as listed")


def news(phrases: Phrases, notice: LobbyNotice) -> str:
    """What became of a table."""
    if notice.news is None:
        return ""
    if notice.who:
        changes = notice.changes or ((notice.news, notice.who),)
        told = (phrases.say(_OF_OTHERS[what], name=phrases.isolated(who)) for what, who in changes)
        return phrases.fill(" ").join(told)
    line = phrases.say(_OF_ONESELF[notice.news])
    awaited = notice.table.awaited if notice.table and notice.news is LobbyNews.OPENED else ()
    if not awaited:
        return line
    asked = phrases.say("The invitation is on its way to: %(names)s.", names=phrases.listed(awaited))
    return phrases.fill("%(line)s %(more)s", line=asked, more=line)


def is_seated(notice: LobbyNotice) -> bool:
    """Whether the reader sits at the table that the news are about."""
    left = (LobbyNews.LEFT, LobbyNews.DECLINED, LobbyNews.CALLED_OFF)
    return bool(notice.who) or notice.news not in left
