"""The clerk: takes waiting mails out of the inbox, a batch to a transaction, and shunts what can't be handled."""

import traceback
from time import monotonic

import structlog

from pbem.errors import StoreUnavailable
from pbem.model import StoredMail
from pbem.pipeline import Handled, Office, handle
from pbem.work import Store, Work

_log = structlog.get_logger()

# Mails that wait together share a commit: the disk is waited for once.
BATCH = 16
# Others wait for the database meanwhile: a bot that thinks makes a batch shorter.
LONGEST_SECONDS = 1.0


def process_waiting(store: Store, office: Office) -> int:
    """Handle up to a batch of waiting mails; returns how many. StoreUnavailable: all of them still wait."""
    outcomes: list[tuple[StoredMail, Handled | str]] = []
    started = monotonic()
    with store.work() as work:
        for mail in work.waiting_mail(BATCH):
            outcomes.append((mail, _process(work, office, mail)))
            if monotonic() - started > LONGEST_SECONDS:
                break
    for mail, handled in outcomes:
        _report(mail, handled)
    return len(outcomes)


def _process(work: Work, office: Office, mail: StoredMail) -> Handled | str:
    """What became of it, or the error that sent it to the shunt; a mail that breaks harms no other."""
    try:
        with work.attempt():
            return handle(office, work, mail)
    except StoreUnavailable:
        raise
    except Exception:
        error = traceback.format_exc(limit=-6)
        work.shunt_mail(mail.id, error)
        return error


def _report(mail: StoredMail, handled: Handled | str) -> None:
    if isinstance(handled, str):
        # Only the kind of error: its text may quote the mail.
        _log.error("mail shunted", mail=mail.id, error=handled.strip().splitlines()[-1].partition(":")[0])
        return
    _log.info(
        "mail handled",
        mail=mail.id,
        verdict=handled.verdict,
        player=handled.player_id,
        game=handled.game_id,
        sent=handled.sent,
    )
