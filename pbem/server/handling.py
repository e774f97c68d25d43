"""Takes waiting mails out of the inbox, a batch to a transaction, and shunts what can't be handled."""

import traceback
from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from time import monotonic

import structlog

from pbem.actions.request import Server
from pbem.errors import Conflict, StoreUnavailable
from pbem.mail.authentication import keys_wanted
from pbem.measures import ANSWERING, HANDLED
from pbem.model import StoredMail
from pbem.pipeline import Handled, handle
from pbem.thoughts import NotThoughtYet, undisturbed
from pbem.work import TRIES, Store, Work, retried

_log = structlog.get_logger()

# Mails that wait together share a commit: the disk is waited for once.
BATCH = 16
# Where other processes work too, locks are few and short: two that wait for each other cost a second (PostgreSQL's
# deadlock_timeout), more than the commits that a batch would save.
ALONGSIDE_OTHERS = 1
# Others wait for the database meanwhile: a bot that thinks makes a batch shorter.
LONGEST_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Shunted:
    """A mail could not be handled. Only the kind of error is for the log: its text may quote the mail."""

    error: str


@dataclass(frozen=True, slots=True)
class Batch:
    """What became of the mails of a transaction, and the keys that others wait for."""

    begun: datetime
    outcomes: list[tuple[StoredMail, Handled | Shunted]] = field(default_factory=list)
    keys_wanted: list[str] = field(default_factory=list)


def process_waiting(store: Store, server: Server) -> int:
    """Handle up to a batch of waiting mails; returns how many. StoreUnavailable: the others still wait."""
    handled = 0
    while handled < BATCH:
        started = monotonic()
        batch = undisturbed(partial(_process_batch, store, server, Counter()))
        for mail, outcome in batch.outcomes:
            _report(mail, outcome)
            ANSWERING.took((batch.begun - mail.received_at).total_seconds() + monotonic() - started)
        handled += len(batch.outcomes)
        if batch.keys_wanted:
            server.dkim_keys.fetch(batch.keys_wanted)
        elif not batch.outcomes or not store.shared:
            break
    return handled


@retried
def _process_batch(store: Store, server: Server, tried: Counter[int]) -> Batch:
    """`tried` is added to: where others work too, a mail that breaks may only have been disturbed by them."""
    started = monotonic()
    with store.work() as work:
        batch = Batch(work.now)
        for mail in work.waiting_mail(ALONGSIDE_OTHERS if store.shared else BATCH):
            batch.keys_wanted.extend(_keys_wanted(work, server, mail))
            if batch.keys_wanted:
                continue  # DNS is not waited for here: it is its turn, and that of those behind it, with the key.
            tried[mail.id] += 1
            try:
                batch.outcomes.append((mail, _process(work, server, mail, tried[mail.id], store.shared)))
            except NotThoughtYet:
                if not batch.outcomes:
                    raise
                break  # What went before is kept; its turn is next, and it is thought of then.
            if monotonic() - started > LONGEST_SECONDS:
                break
    return batch


def _keys_wanted(work: Work, server: Server, mail: StoredMail) -> list[str]:
    """Only for those whom we know: a stranger makes us ask for nothing, and is asked for a yes in any case."""
    author, names = keys_wanted(mail.delivery, server.ours)
    missing = server.dkim_keys.missing(names)
    return missing if missing and work.player_at(author) else []


def _process(work: Work, server: Server, mail: StoredMail, tries: int, shared: bool) -> Handled | Shunted:
    """What became of it; a mail that breaks harms no other."""
    once_more = shared and tries == 1
    try:
        with nullcontext() if once_more else work.attempt():
            return handle(server, work, mail)
    except NotThoughtYet:
        raise
    except Exception as reason:
        # What is in conflict with itself would be tried for ever, and keep all others waiting.
        if isinstance(reason, StoreUnavailable) and not (isinstance(reason, Conflict) and tries >= TRIES):
            raise
        if once_more:
            raise Conflict("a mail broke") from reason
        work.shunt_mail(mail.id, traceback.format_exc(limit=-6))
        return Shunted(type(reason).__name__)


def _report(mail: StoredMail, handled: Handled | Shunted) -> None:
    HANDLED.count("shunted" if isinstance(handled, Shunted) else handled.verdict)
    if isinstance(handled, Shunted):
        _log.error("mail shunted", mail=mail.id, error=handled.error)
        return
    _log.info(
        "mail handled",
        mail=mail.id,
        verdict=handled.verdict,
        player=handled.player_id,
        game=handled.game_id,
        sent=handled.sent,
    )
