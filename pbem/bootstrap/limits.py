"""The limits beyond which something needs a person."""

from datetime import timedelta

from pbem.alerts import Limits
from pbem.config import Config


def alert_limits(config: Config) -> Limits:
    """When something needs a person, as [alerts] says."""
    alerts, imap = config.alerts, config.imap
    return Limits(
        queue=timedelta(minutes=alerts.queue_minutes),
        disk_mb=alerts.disk_mb,
        mailbox=timedelta(minutes=alerts.mailbox_minutes) if imap else None,
        poll=timedelta(seconds=imap.poll_seconds if imap else 0),
    )
