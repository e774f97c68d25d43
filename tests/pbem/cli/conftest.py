"""A mailbox for the commands that need one."""

from tests.pbem.setup.conftest import dovecot

__all__ = ["dovecot"]
