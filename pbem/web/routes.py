"""The site of a real server, put together."""

from functools import partial
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.exceptions import HTTPException

from pbem.errors import StoreUnavailable
from pbem.web.games import game_after, game_now, record_file
from pbem.web.leagues import feed, league, leagues, season
from pbem.web.lobby import lobby, player, ratings
from pbem.web.monitoring import Health, Metrics
from pbem.web.pages import Application, PublicPages
from pbem.web.people import UNSUBSCRIBE as PATH
from pbem.web.people import SettingsPage, Unsubscribing
from pbem.web.play.routes import PlayPages
from pbem.web.site import make_site

PAGES = (
    ("/", "/index.json", lobby),
    ("/games/{game:number}", "/games/{game:number}.json", game_now),
    ("/games/{game:number}/{move:number}", "/games/{game:number}/{move:number}.json", game_after),
    ("/leagues", "/leagues.json", leagues),
    ("/leagues/{name}", "/leagues/{name}.json", league),
    ("/leagues/{name}/{season:number}", "/leagues/{name}/{season:number}.json", season),
    ("/ratings", "/ratings.json", ratings),
    ("/players/{player:number}", "/players/{player:number}.json", player),
)


def public_site(app: Application) -> Starlette:
    """Everything that `[web] listen` serves."""
    web = app.config.web
    hosts = {urlsplit(web.public_url).hostname, web.listen.rpartition(":")[0].strip("[]"), "localhost"}
    pages, public_url = PublicPages(app), web.public_url.rstrip("/") or f"http://{web.listen}"
    routes = [
        pages.file("/games/{game:number}/record.txt", "text/plain; charset=utf-8", record_file),
        pages.file("/leagues/{name}/feed.atom", "application/atom+xml; charset=utf-8", partial(feed, public_url)),
        *(route for path, json_path, show in PAGES for route in pages.page(path, json_path, show)),
        *PlayPages(app).routes(),
        *SettingsPage(app).routes(),
        *Unsubscribing(app).routes(),
        *Health(app).routes(),
        *Metrics(app).routes(),
    ]
    site = make_site(routes, sorted(filter(None, hosts)), open_paths=(PATH,))
    site.add_exception_handler(HTTPException, pages.problem)
    site.add_exception_handler(StoreUnavailable, pages.unavailable)
    return site


# The pages of a real server: everyone sees here what a spectator may see, and nothing else.


__all__ = ["public_site"]
