"""From a configuration to a server: the one place in it that names concrete transports and the concrete store."""

from pbem.bootstrap.app import App
from pbem.bootstrap.limits import alert_limits
from pbem.bootstrap.office import make_office
from pbem.bootstrap.secret import load_secret, seal_of
from pbem.bootstrap.store import open_store
from pbem.bootstrap.transports import imap_settings, receiver_settings, relay_settings

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
