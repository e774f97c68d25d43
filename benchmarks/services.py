"""The real servers that some measurements need, and what to say where they are not installed."""

from pbem.errors import PbemError
from tests.support.servers import dovecot, postgres


def need_postgres() -> None:
    if not postgres.found():
        raise PbemError("this needs PostgreSQL (package postgresql)")


def need_dovecot() -> None:
    if not dovecot.found():
        raise PbemError("this needs Dovecot (packages dovecot-imapd and dovecot-lmtpd)")
