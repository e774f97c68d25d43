"""The site of a real server, put together."""

from functools import partial
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException

from pbem.errors import StoreUnavailable
from pbem.web.games import game_after, game_now, record_file
from pbem.web.leagues import feed, league, leagues, season
from pbem.web.lobby import lobby, player, ratings
from pbem.web.monitoring import Health, Metrics
from pbem.web.pages import Hall, Server
from pbem.web.people import UNSUBSCRIBE as PATH
from pbem.web.people import SettingsPage, Unsubscribing
from pbem.web.site import make_site


class _Number(IntegerConvertor):
    """What a database can count to, and Python reads."""

    regex = "[0-9]{1,9}"


register_url_convertor("number", _Number())

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


def public_site(app: Server) -> Starlette:
    """Everything that `[web] listen` serves."""
    web = app.config.web
    hosts = {urlsplit(web.public_url).hostname, web.listen.rpartition(":")[0].strip("[]"), "localhost"}
    hall, public_url = Hall(app), web.public_url.rstrip("/") or f"http://{web.listen}"
    routes = [
        hall.file("/games/{game:number}/record.txt", "text/plain; charset=utf-8", record_file),
        hall.file("/leagues/{name}/feed.atom", "application/atom+xml; charset=utf-8", partial(feed, public_url)),
        *(route for path, json_path, show in PAGES for route in hall.page(path, json_path, show)),
        *SettingsPage(app).routes(),
        *Unsubscribing(app).routes(),
        *Health(app).routes(),
        *Metrics(app).routes(),
    ]
    site = make_site(routes, sorted(filter(None, hosts)), open_paths=(PATH,))
    site.add_exception_handler(HTTPException, hall.problem)
    site.add_exception_handler(StoreUnavailable, hall.unavailable)
    return site


# The pages of a real server: everyone sees here what a spectator may see, and nothing else.


__all__ = ["public_site"]
