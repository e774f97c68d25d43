"""One unit of work: everything that a mail changes, in one transaction."""

from pbem.store.work.health import RunningWork
from pbem.store.work.leagues import LeaguesWork
from pbem.store.work.lobby import OpenTablesWork
from pbem.store.work.mails import MailsWork
from pbem.store.work.privacy import PrivacyWork


class SqlWork(PrivacyWork, OpenTablesWork, LeaguesWork, MailsWork, RunningWork):
    """work.ServerWork on one open transaction."""


__all__ = ["SqlWork"]
