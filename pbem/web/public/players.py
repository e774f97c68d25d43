"""A player's page: the name that they chose, how reliable they are, their games and ratings."""

from starlette.exceptions import HTTPException

from pbem.i18n.marking import N_
from pbem.web.public.paging import pager
from pbem.web.public.ratings import own_chart, pools
from pbem.web.public.shown import Shown
from pbem.web.public.summary import summary
from pbem.web.public.visit import Visit
from pbem.web.public.visitor import Visitor

_GAMES_A_PAGE = 20
_NO_PLAYER = N_("There is no such player.")


def player(visit: Visit, who: Visitor) -> Shown:
    """Whoever never confirmed their address, or is forgotten, has no page."""
    found = visit.player(who.params["player"])
    if found is None or not found.confirmed:
        raise HTTPException(404, _NO_PLAYER)
    pages = pager(who, _GAMES_A_PAGE, visit.count_games_with(found.id))
    chart, now = own_chart(visit, who, found.id)
    return Shown(
        "player.html",
        {
            "player": found.id,
            "name": found.name,
            "reliability": found.reliability,
            "ratings": now,
            "games": [summary(visit, each) for each in visit.games_with(found.id, pages.size, pages.offset)],
            **pages.facts,
        },
        {"chart": chart, "pools": pools(who), "pager": pages},
    )
