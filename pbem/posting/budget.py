"""How much mail a mailbox gets: counted by mailbox, over all kinds, against whoever brought it about."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from zoneinfo import ZoneInfo

import structlog

from pbem.actions.crowd import MOST_HOURS, hours_to_wait
from pbem.actions.leagues.decide import directs
from pbem.actions.request import Server
from pbem.mail.mailbox import mailbox
from pbem.model import Cause, Player
from pbem.notices import BounceNotice, LessonNotice, LobbyNotice, Notice, Reader, RefusedNotice, StatusNotice
from pbem.work import ReadWork

_log = structlog.get_logger()

_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
_ANSWERS = (Cause.OWN, Cause.CONVERSATION)
STRANGERS = (Cause.STRANGER, Cause.NEWCOMER)
"""What answers somebody who may never have heard of us."""


@dataclass(frozen=True, slots=True)
class Source:
    """The mail that brings notices about: who is said to have written it, and what is known of that."""

    mail_id: int
    address: str
    proven: bool = True
    """Whether it is known to be theirs."""
    player_id: int | None = None
    """Who that is, if it is a player."""
    ordered: bool = False
    """Whether it holds an order."""
    deep: bool = False
    """Whether it answers a mail of ours that was no turn."""


class _Room(Enum):
    """What there is left of a budget."""

    ENOUGH = "enough"
    LAST = "last"
    """For one more, which says so."""
    LAST_TODAY = "last today"
    NONE = "none"


def allowed(
    server: Server, work: ReadWork, notice: Notice, source: Source | None
) -> tuple[Notice, Cause | None] | None:
    """The notice as it may go out, and what it counts as; None: its reader has had enough for now.

    What comes out of a move that is played or out of the clock is not counted: games are finite, so that can't go on
    for ever.
    """
    if isinstance(notice, BounceNotice):
        told = work.caused_since(notice.to.address, (Cause.BOUNCE,), work.now - _DAY)
        return None if told else (notice, Cause.BOUNCE)
    cause = _cause(notice, source)
    if cause is None:
        return notice, None
    player = work.player(notice.to.player_id) if notice.to.player_id else None
    if player is None or is_stranger(work, notice.to):
        return _to_stranger(server, work, notice, cause)
    match cause:
        case Cause.OTHERS if source:
            return _because_of_others(server, work, notice, source)
        case Cause.UNPROVEN:
            room = _room(work, notice, (cause,), server.limits.unproven_an_hour, _HOUR)
        case Cause.ORDER:
            room = _for_orders(server, work, notice)
        case _:
            room = _for_answers(server, work, notice, cause, player)
    if room is _Room.NONE:
        _tell_held_back(notice, cause)
        return None
    if room is _Room.ENOUGH:
        return notice, cause
    return _last(work, notice, today=room is _Room.LAST_TODAY), cause


def is_stranger(work: ReadWork, reader: Reader) -> bool:
    """Whether the one at this address has not said yes to our mail."""
    player = work.player(reader.player_id) if reader.player_id else None
    return player is None or not player.confirmed or not reader.proven


def _cause(notice: Notice, source: Source | None) -> Cause | None:
    if source is None or notice.of_play or notice.to_admins:
        return None
    if isinstance(notice, StatusNotice) and notice.moved_to:
        # It is told once, however much was written there today.
        return None
    if mailbox(notice.to.address) != mailbox(source.address):
        return Cause.OTHERS
    if not source.proven:
        return Cause.UNPROVEN
    if isinstance(notice, LessonNotice):
        # As often as somebody likes to try, but no game ends it.
        return Cause.OWN
    if source.ordered:
        return Cause.ORDER
    return Cause.CONVERSATION if source.deep else Cause.OWN


def _to_stranger(server: Server, work: ReadWork, notice: Notice, cause: Cause) -> tuple[Notice, Cause] | None:
    """What is too much for this hour waits for a later one; nobody uses up the room of who proves to have written."""
    limits, address = server.limits, notice.to.address
    if work.caused_since(address, tuple(Cause), work.now - _DAY) >= limits.stranger_mails_a_day:
        _tell_held_back(notice, cause)
        return None
    if cause is Cause.OTHERS:
        return notice, cause
    cause = Cause.STRANGER if cause is Cause.UNPROVEN else Cause.NEWCOMER
    return _in_hours(work, notice, cause, hours_to_wait(work, limits, cause, address))


def _because_of_others(server: Server, work: ReadWork, notice: Notice, by: Source) -> tuple[Notice, Cause] | None:
    """What is too much for this hour waits for a later one; of one other's doing so much is sent in a day."""
    address = notice.to.address
    if work.caused_by_since(address, by.player_id, work.now - _DAY) >= server.limits.mails_a_day:
        _tell_held_back(notice, Cause.OTHERS)
        return None
    hours = work.caused_since(address, (Cause.OTHERS,), work.now - _HOUR) // server.limits.answers_an_hour
    return _in_hours(work, notice, Cause.OTHERS, hours)


def _in_hours(work: ReadWork, notice: Notice, cause: Cause, hours: int) -> tuple[Notice, Cause] | None:
    if hours >= MOST_HOURS:
        _tell_held_back(notice, cause)
        return None
    return _later(notice, work.now + hours * _HOUR if hours else None), cause


def _tell_held_back(notice: Notice, cause: Cause) -> None:
    _log.info("mail held back", cause=cause.value, kind=notice.kind.value)


def _for_answers(server: Server, work: ReadWork, notice: Notice, cause: Cause, player: Player) -> _Room:
    """Whoever directs, and has much to do in an hour, is held back by the day alone."""
    today = _today(server, work, notice, _ANSWERS)
    if today is not _Room.ENOUGH:
        return today
    room = _room(work, notice, _ANSWERS, server.limits.answers_an_hour, _HOUR)
    if room is _Room.ENOUGH and cause is Cause.CONVERSATION:
        room = _room(work, notice, (cause,), server.limits.conversation_an_hour, _HOUR)
        if room is not _Room.ENOUGH and _moved_since(work, player, work.now - _HOUR):
            return _Room.ENOUGH
    return _Room.ENOUGH if room is not _Room.ENOUGH and directs(work, server, player) else room


def _for_orders(server: Server, work: ReadWork, notice: Notice) -> _Room:
    today = _today(server, work, notice, (Cause.ORDER,))
    if today is not _Room.ENOUGH:
        return today
    return _room(work, notice, (Cause.ORDER,), server.limits.refused_orders_an_hour, _HOUR)


def _today(server: Server, work: ReadWork, notice: Notice, causes: tuple[Cause, ...]) -> _Room:
    today = _room(work, notice, causes, server.limits.mails_a_day, _DAY)
    return _Room.LAST_TODAY if today is _Room.LAST else today


def _room(work: ReadWork, notice: Notice, causes: tuple[Cause, ...], limit: int, span: timedelta) -> _Room:
    """After the last one nothing goes until the whole span is over, as it said."""
    sent = work.caused_at(notice.to.address, causes, work.now - 2 * span)
    if any(
        last > work.now - span and last - first < span for first, last in zip(sent, sent[limit - 1 :], strict=False)
    ):
        return _Room.NONE
    recent = sum(moment > work.now - span for moment in sent)
    return _Room.LAST if recent == limit - 1 > 0 else _Room.ENOUGH


def _moved_since(work: ReadWork, player: Player, since: datetime) -> bool:
    """Whether a mail of the player's moved in a game that runs."""
    games = ((game.seat_of(player.id), work.ledger(game.id)) for game in work.games_of(player.id))
    return any(line.seat == seat and line.mail_id and line.at >= since for seat, lines in games for line in lines)


def _last(work: ReadWork, notice: Notice, *, today: bool) -> Notice:
    """In place of an answer: there will be none until then. It is said once."""
    until = (work.now + (_DAY if today else _HOUR)).astimezone(ZoneInfo(notice.to.timezone))
    return RefusedNotice(
        to=notice.to,
        answers=notice.answers,
        not_before=notice.not_before,
        code="enough_for_now",
        facts={"until": f"{until:%Y-%m-%d %H:%M}" if today else f"{until:%H:%M}"},
    )


def spaced(server: Server, work: ReadWork, notice: Notice) -> Notice:
    """News of a table that waits go to its host only so often, with all that changed meanwhile."""
    if not (isinstance(notice, LobbyNotice) and notice.changes and notice.table and notice.to.player_id):
        return notice
    last = work.last_table_news(notice.table.game_id, notice.to.player_id)
    return _later(notice, max(last + server.limits.table_news, work.now) if last else None)


def _later(notice: Notice, moment: datetime | None) -> Notice:
    if moment is None:
        return notice
    return replace(notice, not_before=max(moment, notice.not_before or moment))
