"""From a configuration to a server: the one place in it that names concrete transports and the concrete store."""

from pbem.server.app import App, alert_limits
from pbem.server.assemble import (
    imap_settings,
    load_secret,
    make_office,
    open_store,
    receiver_settings,
    relay_settings,
    seal_of,
)

__all__ = [
    "App",
    "alert_limits",
    "imap_settings",
    "load_secret",
    "make_office",
    "open_store",
    "receiver_settings",
    "relay_settings",
    "seal_of",
]
