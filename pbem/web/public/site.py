"""The site of a real server, put together."""

from functools import partial
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException

from pbem.bootstrap import App
from pbem.errors import StoreUnavailable
from pbem.web.public.feed import feed
from pbem.web.public.games import game_after, game_now, record_file
from pbem.web.public.hall import Hall
from pbem.web.public.health import Health
from pbem.web.public.leagues import league, leagues, season
from pbem.web.public.lobby import lobby
from pbem.web.public.metrics import Metrics
from pbem.web.public.players import player
from pbem.web.public.ratings import ratings
from pbem.web.public.settings import SettingsPage
from pbem.web.site import make_site
from pbem.web.unsubscribing import PATH, Unsubscribing


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


def public_site(app: App) -> Starlette:
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
