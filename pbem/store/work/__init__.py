"""One unit of work: everything that a mail changes, in one transaction."""

from pbem.store.work.gatherings import GatheringsWork
from pbem.store.work.leagues import LeaguesWork
from pbem.store.work.mails import MailsWork
from pbem.store.work.players import PlayersWork
from pbem.store.work.privacy import PrivacyWork


class SqlWork(PlayersWork, PrivacyWork, GatheringsWork, LeaguesWork, MailsWork):
    """work.Work on one open transaction."""


__all__ = ["SqlWork"]
