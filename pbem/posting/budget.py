"""How much mail a mailbox gets: counted by mailbox, over all kinds, against whoever brought it about."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum

import structlog

from pbem.actions.request import Server
from pbem.mail.mailbox import mailbox, organisation
from pbem.mail.providers import is_shared
from pbem.model import Cause, Player
from pbem.notices import Notice, RefusedNotice
from pbem.work import Reading

_log = structlog.get_logger()

_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
_ANSWERS = (Cause.OWN, Cause.CONVERSATION)


@dataclass(frozen=True, slots=True)
class Source:
    """The mail that brings notices about: who is said to have written it, and what is known of that."""

    mail_id: int
    address: str
    proven: bool = True
    """Whether it is known to be theirs."""
    ordered: bool = False
    """Whether it holds an order, which is always answered."""
    deep: bool = False
    """Whether it answers a mail of ours that was no turn."""


class _Room(Enum):
    """What there is left of a budget."""

    ENOUGH = "enough"
    LAST = "last"
    """For one more, which says so."""
    NONE = "none"


def allowed(server: Server, work: Reading, notice: Notice, source: Source | None) -> tuple[Notice, Cause | None] | None:
    """The notice as it may go out, and what it counts as; None: its reader has had enough for now.

    What comes out of a move or out of the clock is not counted: games are finite, so that can't go on for ever.
    """
    cause = _cause(notice, source)
    if cause is None:
        return notice, None
    player = work.player(notice.to.player_id) if notice.to.player_id else None
    if player is None or not player.confirmed or not notice.to.proven:
        return _to_stranger(server, work, notice, cause)
    match cause:
        case Cause.OTHERS:
            return _because_of_others(server, work, notice)
        case Cause.UNPROVEN:
            room = _room(work, notice, (cause,), server.limits.unproven_an_hour)
        case _:
            room = _for_answers(server, work, notice, cause, player)
    if room is _Room.NONE:
        _log.info("mail held back", cause=cause.value, kind=notice.kind.value)
        return None
    return (notice if room is _Room.ENOUGH else _last(notice)), cause


def _cause(notice: Notice, source: Source | None) -> Cause | None:
    if source is None or notice.of_play or notice.to_admins:
        return None
    if mailbox(notice.to.address) != mailbox(source.address):
        return Cause.OTHERS
    if not source.proven:
        return Cause.UNPROVEN
    if source.ordered:
        return None
    return Cause.CONVERSATION if source.deep else Cause.OWN


def _to_stranger(server: Server, work: Reading, notice: Notice, cause: Cause) -> tuple[Notice, Cause] | None:
    """Whoever reads this may never have heard of us."""
    limits, address = server.limits, notice.to.address
    if work.caused_since(address, tuple(Cause), work.now - _DAY) >= limits.stranger_mails_a_day:
        _log.info("mail held back", cause=cause.value, kind=notice.kind.value)
        return None
    domain = organisation(address)
    if cause is not Cause.UNPROVEN or is_shared(domain):
        return notice, cause
    hours = work.strangers_mails_since(domain, work.now - _HOUR) // limits.stranger_domain_an_hour
    return _later(notice, work.now + hours * _HOUR if hours else None), cause


def _because_of_others(server: Server, work: Reading, notice: Notice) -> tuple[Notice, Cause] | None:
    """What is too much for this hour waits for the next; what is too much for a day is not sent."""
    counted, address = (Cause.OTHERS,), notice.to.address
    if work.caused_since(address, counted, work.now - _DAY) >= server.limits.mails_a_day:
        _log.info("mail held back", cause=Cause.OTHERS.value, kind=notice.kind.value)
        return None
    hours = work.caused_since(address, counted, work.now - _HOUR) // server.limits.answers_an_hour
    return _later(notice, work.now + hours * _HOUR if hours else None), Cause.OTHERS


def _for_answers(server: Server, work: Reading, notice: Notice, cause: Cause, player: Player) -> _Room:
    limits = server.limits
    if work.caused_since(player.address, _ANSWERS, work.now - _DAY) >= limits.mails_a_day:
        return _Room.NONE
    room = _room(work, notice, _ANSWERS, limits.answers_an_hour)
    if cause is not Cause.CONVERSATION or room is not _Room.ENOUGH or player.address in server.admins:
        return room
    room = _room(work, notice, (cause,), limits.conversation_an_hour)
    return room if room is _Room.ENOUGH or not _moved_since(work, player, work.now - _HOUR) else _Room.ENOUGH


def _room(work: Reading, notice: Notice, causes: tuple[Cause, ...], limit: int) -> _Room:
    left = limit - work.caused_since(notice.to.address, causes, work.now - _HOUR)
    if left == 1 < limit:
        return _Room.LAST
    return _Room.ENOUGH if left > 0 else _Room.NONE


def _moved_since(work: Reading, player: Player, since: datetime) -> bool:
    """Whether a mail of the player's moved in a game that runs."""
    games = ((game.seat_of(player.id), work.ledger(game.id)) for game in work.games_of(player.id))
    return any(line.seat == seat and line.mail_id and line.at >= since for seat, lines in games for line in lines)


def _last(notice: Notice) -> Notice:
    """In place of an answer: there will be none for a while. It is said once."""
    return RefusedNotice(
        to=notice.to,
        answers=notice.answers,
        not_before=notice.not_before,
        code="enough_for_now",
        facts={"minutes": round(_HOUR.total_seconds() / 60)},
    )


def _later(notice: Notice, moment: datetime | None) -> Notice:
    if moment is None:
        return notice
    return replace(notice, not_before=max(moment, notice.not_before or moment))
