"""The site of a real server."""

from urllib.parse import urlsplit

from starlette.applications import Starlette

from pbem.bootstrap import App
from pbem.web.site import make_site
from pbem.web.unsubscribing import PATH, Unsubscribing


def public_site(app: App) -> Starlette:
    """Everything that `[web] listen` serves."""
    web = app.config.web
    hosts = {urlsplit(web.public_url).hostname, web.listen.rpartition(":")[0], "localhost"}
    return make_site(Unsubscribing(app).routes(), sorted(filter(None, hosts)), open_paths=(PATH,))
