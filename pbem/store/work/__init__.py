"""One unit of work: everything that a mail changes, in one transaction."""

from pbem.store.work.gatherings import GatheringsWork
from pbem.store.work.leagues import LeaguesWork
from pbem.store.work.mails import MailsWork
from pbem.store.work.privacy import PrivacyWork
from pbem.store.work.running import RunningWork


class SqlWork(PrivacyWork, GatheringsWork, LeaguesWork, MailsWork, RunningWork):
    """work.Work on one open transaction."""


__all__ = ["SqlWork"]
