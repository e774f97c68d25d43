"""One unit of work: everything that a mail changes, in one transaction."""

from pbem.store.work.health import RunningWork
from pbem.store.work.leagues import LeaguesWork
from pbem.store.work.lobby import GatheringsWork
from pbem.store.work.mails import MailsWork
from pbem.store.work.privacy import PrivacyWork


class SqlWork(PrivacyWork, GatheringsWork, LeaguesWork, MailsWork, RunningWork):
    """work.Work on one open transaction."""


__all__ = ["SqlWork"]
