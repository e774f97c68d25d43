"""The site of a real server, put together."""

from functools import partial
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import Route

from pbem.errors import StoreUnavailable
from pbem.web.about import privacy
from pbem.web.admin import AdminPage
from pbem.web.directing import DirectorsPage
from pbem.web.fame import hall_of_fame
from pbem.web.games import game_after, game_now, record_file
from pbem.web.leagues import (
    XLSX,
    calendar_file,
    feed,
    league,
    leagues,
    log_file,
    proof_file,
    season,
    sheet_file,
    workbook_file,
)
from pbem.web.lobby import lobby, player, ratings
from pbem.web.mine import MyGames
from pbem.web.monitoring import Health, Metrics
from pbem.web.pages import Application, PublicPages
from pbem.web.play.routes import PlayPages
from pbem.web.settings import SettingsPage
from pbem.web.site import make_site
from pbem.web.start import Starting
from pbem.web.unsubscribing import UNSUBSCRIBE as PATH
from pbem.web.unsubscribing import Unsubscribing

PAGES = (
    ("/games/{game:number}", "/games/{game:number}.json", game_now),
    ("/games/{game:number}/{move:number}", "/games/{game:number}/{move:number}.json", game_after),
    ("/leagues", "/leagues.json", leagues),
    ("/champions", "/champions.json", hall_of_fame),
    ("/leagues/{name}", "/leagues/{name}.json", league),
    ("/leagues/{name}/{season:number}", "/leagues/{name}/{season:number}.json", season),
    ("/ratings", "/ratings.json", ratings),
    ("/players/{player:number}", "/players/{player:number}.json", player),
)


def page_routes(app: Application, public_url: str) -> list[Route]:
    """Everything that mails and pages link to, but for the front page."""
    pages = PublicPages(app)
    return [
        pages.file("/games/{game:number}/record.txt", "text/plain; charset=utf-8", record_file),
        pages.file("/leagues/{name}/{season:number}/log.jsonl", "application/jsonl; charset=utf-8", log_file),
        pages.file("/leagues/{name}/{season:number}/season.zip", "application/zip", proof_file),
        pages.file("/leagues/{name}/calendar.ics", "text/calendar; charset=utf-8", calendar_file),
        pages.file("/leagues/{name}/{season:number}/{sheet}.csv", "text/csv; charset=utf-8", sheet_file),
        pages.file("/leagues/{name}/{season:number}/season.xlsx", XLSX, workbook_file),
        pages.file("/leagues/{name}/feed.atom", "application/atom+xml; charset=utf-8", partial(feed, public_url)),
        *(route for path, json_path, show in PAGES for route in pages.page(path, json_path, show)),
        *MyGames(app).routes(),
        *DirectorsPage(app).routes(),
        *PlayPages(app).routes(),
        *SettingsPage(app).routes(),
        *Unsubscribing(app).routes(),
    ]


def public_site(app: Application) -> Starlette:
    """Everything that `[web] listen` serves."""
    web = app.config.web
    hosts = {urlsplit(web.public_url).hostname, web.listen.rpartition(":")[0].strip("[]"), "localhost"}
    pages, public_url = PublicPages(app), web.public_url.rstrip("/") or f"http://{web.listen}"
    routes = [
        *pages.page("/", "/index.json", lobby),
        *page_routes(app, public_url),
        *Starting(app).routes(),
        *AdminPage(app).routes(),
        *Health(app).routes(),
        *Metrics(app).routes(),
    ]
    if web.privacy_file:
        routes += pages.page("/privacy", "/privacy.json", partial(privacy, app.config))
    site = make_site(routes, sorted(filter(None, hosts)), open_paths=(PATH,))
    site.add_exception_handler(HTTPException, pages.problem)
    site.add_exception_handler(StoreUnavailable, pages.unavailable)
    return site


# The pages of a real server: everyone sees here what a spectator may see, and nothing else.


__all__ = ["page_routes", "public_site"]
