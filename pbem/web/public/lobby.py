"""The lobby: tables that wait for players, games that are played, games that are over."""

from dataclasses import asdict

from pbem.model import GameStatus
from pbem.notices import OpenTable
from pbem.render.lobby import card
from pbem.service.lobby.tables import open_table
from pbem.web.public.paging import pager
from pbem.web.public.shown import Shown
from pbem.web.public.summary import Facts, summary
from pbem.web.public.visit import Visit
from pbem.web.public.visitor import Visitor

_MOST_TABLES = 20
_GAMES_A_PAGE = 20


def lobby(visit: Visit, who: Visitor) -> Shown:
    """`?over=1` lists the games that are over instead of those that are played."""
    over = who.query.get("over") == "1"
    status = GameStatus.OVER if over else GameStatus.RUNNING
    pages = pager(who, _GAMES_A_PAGE, visit.count_games(status))
    waiting = [] if over else [each for each in visit.gatherings() if each.public and not each.full][:_MOST_TABLES]
    tables = [open_table(visit, each) for each in waiting]
    return Shown(
        "lobby.html",
        {
            "tables": [table_facts(each) for each in tables],
            "games": [summary(visit, each) for each in visit.games(status, pages.size, pages.offset)],
            **pages.facts,
        },
        {"cards": [card(who.voice, each, who.timezone) for each in tables], "over": over, "pager": pages},
    )


def table_facts(table: OpenTable) -> Facts:
    """An open table, for JSON."""
    return {
        "game": table.game_id,
        "edition": table.edition,
        "seats": table.seats,
        "seating": table.seating.value,
        "players": [asdict(guest) for guest in table.guests],
        "terms": asdict(table.terms),
        "until": table.until,
        "commitment": table.commitment,
    }
