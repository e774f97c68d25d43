"""From a configuration to a server: the one place in it that names concrete transports and the concrete store."""

from pbem.server.app import App
from pbem.server.assemble import make_server, open_store
from pbem.server.secret import load_secret, seal_of

__all__ = ["App", "load_secret", "make_server", "open_store", "seal_of"]
