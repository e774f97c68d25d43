"""The clerk: takes waiting mails out of the inbox, a batch to a transaction, and shunts what can't be handled."""

import traceback
from contextlib import nullcontext
from dataclasses import dataclass
from time import monotonic

import structlog

from pbem.errors import Conflict, StoreUnavailable
from pbem.model import StoredMail
from pbem.pipeline import Handled, Office, handle
from pbem.work import Store, Work, retried

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


def process_waiting(store: Store, office: Office) -> int:
    """Handle up to a batch of waiting mails; returns how many. StoreUnavailable: the others still wait."""
    handled = 0
    while handled < BATCH:
        outcomes = _process_batch(store, office, set())
        for mail, outcome in outcomes:
            _report(mail, outcome)
        handled += len(outcomes)
        if not outcomes or not store.shared:
            break
    return handled


@retried
def _process_batch(store: Store, office: Office, broken: set[int]) -> list[tuple[StoredMail, Handled | Shunted]]:
    """`broken` is added to: where others work too, a mail that breaks may only have been disturbed by them."""
    outcomes: list[tuple[StoredMail, Handled | Shunted]] = []
    started = monotonic()
    with store.work() as work:
        for mail in work.waiting_mail(ALONGSIDE_OTHERS if store.shared else BATCH):
            once_more = store.shared and mail.id not in broken
            broken.add(mail.id)
            outcomes.append((mail, _process(work, office, mail, once_more)))
            if monotonic() - started > LONGEST_SECONDS:
                break
    return outcomes


def _process(work: Work, office: Office, mail: StoredMail, once_more: bool) -> Handled | Shunted:
    """What became of it; a mail that breaks harms no other."""
    try:
        with nullcontext() if once_more else work.attempt():
            return handle(office, work, mail)
    except StoreUnavailable:
        raise
    except Exception as reason:
        if once_more:
            raise Conflict("a mail broke") from reason
        work.shunt_mail(mail.id, traceback.format_exc(limit=-6))
        return Shunted(type(reason).__name__)


def _report(mail: StoredMail, handled: Handled | Shunted) -> None:
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
