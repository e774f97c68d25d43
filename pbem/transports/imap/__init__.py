"""Mail in, from any IMAP mailbox: found by IDLE and by polling, stored, and only then moved away."""

from pbem.transports.imap.errors import ImapError, LoginRefused
from pbem.transports.imap.mailbox import Findings, check
from pbem.transports.imap.receiver import ImapReceiver
from pbem.transports.imap.timing import Timing

__all__ = ["Findings", "ImapError", "ImapReceiver", "LoginRefused", "Timing", "check"]
