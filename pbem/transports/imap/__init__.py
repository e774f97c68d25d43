"""Mail in, from any IMAP mailbox: found by IDLE and by polling, stored, and only then moved away."""

from pbem.transports.imap.mailbox import Findings, check
from pbem.transports.imap.receiver import ImapReceiver
from pbem.transports.imap.settings import ImapError, ImapSettings, LoginRefused, Timing

__all__ = ["Findings", "ImapError", "ImapReceiver", "ImapSettings", "LoginRefused", "Timing", "check"]
