"""Ratings: everybody in a pool, the best first, and how the best came there."""

from markupsafe import Markup
from starlette.exceptions import HTTPException

from pbem.league.rating import Pool, Rating
from pbem.model import Rated
from pbem.web.public.chart import Line, svg
from pbem.web.public.paging import pager
from pbem.web.public.shown import Shown
from pbem.web.public.summary import Facts
from pbem.web.public.visit import Visit
from pbem.web.public.visitor import Visitor

_A_PAGE = 50
_IN_THE_CHART = 8
_MOST_POINTS = 200


def ratings(visit: Visit, who: Visitor) -> Shown:
    """`?pool=` league (unless told otherwise), casual or bots."""
    pool = who.query.get("pool", Pool.LEAGUE.value)
    if pool not in list(Pool):
        raise HTTPException(404)
    pages = pager(who, _A_PAGE, visit.count_ratings(pool))
    rows = [_row(visit, each) for each in visit.ratings(pool, pages.size, pages.offset)]
    return Shown(
        "ratings.html",
        {"pool": pool, "ratings": rows, **pages.facts},
        {
            "pools": pools(who),
            "pager": pages,
            "rows": list(enumerate(rows, pages.offset + 1)),
            "chart": _chart(visit, who, pool, rows[:_IN_THE_CHART]) if pages.number == 1 else "",
            "charted": _IN_THE_CHART if pages.number == 1 else 0,
        },
    )


def pools(who: Visitor) -> dict[str, str]:
    """What the pools are called."""
    say = who.voice.say
    return {
        Pool.LEAGUE.value: say("League games"),
        Pool.CASUAL.value: say("Other games"),
        Pool.BOTS.value: say("Games with bots"),
    }


def _row(visit: Visit, standing: Rated) -> Facts:
    number = int(standing.who) if standing.who.isdecimal() else None
    player = visit.player(number) if number is not None else None
    return {
        "who": standing.who,
        "name": player.name if player else standing.who,
        "player": number,
        "rating": str(Rating(standing.mu, standing.sigma)),
        "mu": round(standing.mu, 3),
        "sigma": round(standing.sigma, 3),
        "games": standing.games,
    }


def _chart(visit: Visit, who: Visitor, pool: str, rows: list[Facts]) -> Markup:
    lines = [Line(row["name"], _history(visit, row["who"]).get(pool, ())) for row in rows]
    return svg(lines, who.speech.gettext("How the ratings changed, game by game."))


def _history(visit: Visit, who: str) -> dict[str, tuple[tuple[float, float], ...]]:
    """Somebody's rating after each of their games, by pool."""
    pools: dict[str, list[float]] = {}
    for each in visit.rating_history(who):
        start = [Rating(each.mu_before, each.sigma_before).safe]
        pools.setdefault(each.pool, start).append(Rating(each.mu, each.sigma).safe)
    return {pool: _thinned(values) for pool, values in pools.items()}


def _thinned(values: list[float]) -> tuple[tuple[float, float], ...]:
    """No more points than can be seen, the last one among them."""
    every = -(-len(values) // _MOST_POINTS)
    points = list(enumerate(values))
    return tuple((float(x), y) for x, y in (*points[:-1:every], points[-1]))


def own_chart(visit: Visit, who: Visitor, player_id: int) -> tuple[Markup, dict[str, str]]:
    """A player's ratings, a line for each pool, and what they are now."""
    names, history = pools(who), _history(visit, str(player_id))
    lines = [Line(names[pool], history.get(pool, ())) for pool in names]
    now = {pool: str(Rating(last.mu, last.sigma)) for pool in names if (last := visit.rating(pool, str(player_id)))}
    return svg(lines, who.speech.gettext("How the ratings changed, game by game.")), now
