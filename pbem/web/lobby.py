"""The lobby: tables that wait, games that are played or over; ratings; a player's page."""

from dataclasses import asdict
from typing import Any, TypeAlias

from markupsafe import Markup
from starlette.exceptions import HTTPException

from engine import Setup, deal, winners
from pbem.actions.leagues.fame import career, head_to_head
from pbem.actions.leagues.season_facts import facts
from pbem.actions.lobby.tables import table_facts
from pbem.actions.results import rated_games
from pbem.i18n.language import N_
from pbem.league.rating import BOT, SETTLED_GAMES, Pool, Rating
from pbem.model import Game, GameStatus, Rated
from pbem.model.characters import names_of_bot
from pbem.model.leagues import slug
from pbem.notices import TableFacts
from pbem.render.lobby import card
from pbem.web.chart import ChartLine, svg
from pbem.web.pages import Shown, Visit, Visitor, pager

# A game in a few words: who plays, how it stands.


Facts: TypeAlias = dict[str, Any]


def summary(visit: Visit, game: Game) -> Facts:
    """What a list says of a game."""
    state = game.state
    return {
        "game": game.id,
        "status": game.status.value,
        "edition": game.start.edition,
        "moves": game.length,
        "round": state.round,
        "paused": game.paused,
        "seats": [seat(visit, game, number) for number in state.seating],
        "on_turn": None if state.turn is None else game.holders[state.turn].name,
        "winners": [game.holders[each].name for each in winners(state)] if game.status is GameStatus.OVER else [],
    }


def seat(visit: Visit, game: Game, number: int) -> Facts:
    holder = game.holders[number]
    return {
        "name": holder.name,
        "player": None if holder.bot else known(visit, holder.player_id),
        "bot": holder.bot,
        "points": game.state.seats[number].points,
    }


def known(visit: Visit, player_id: int | None) -> int | None:
    """The number of somebody who has a page: who never confirmed, or is forgotten, has none."""
    player = visit.player(player_id) if player_id is not None else None
    return player.id if player and player.confirmed else None


# The lobby: tables that wait for players, games that are played, games that are over.


# What a board looks like, for those who have never seen one.
_PICTURE = deal(Setup(seats=3, seed=b"the front page"))
_MOST_TABLES = 20
_GAMES_A_PAGE = 20


def lobby(visit: Visit, who: Visitor) -> Shown:
    """`?over=1` lists the games that are over instead of those that are played."""
    over = who.query.get("over") == "1"
    status = GameStatus.OVER if over else GameStatus.RUNNING
    pages = pager(who, _GAMES_A_PAGE, visit.count_games(status))
    waiting = [] if over else [each for each in visit.open_tables() if each.public and not each.full][:_MOST_TABLES]
    tables = [table_facts(visit, each) for each in waiting]
    return Shown(
        "lobby.html",
        {
            "tables": [table_json(each) for each in tables],
            "games": [summary(visit, each) for each in visit.games(status, pages.size, pages.offset)],
            **pages.facts,
        },
        {
            "cards": [card(who.phrases, each, who.timezone) for each in tables],
            "entries": [] if over else _open_entries(visit),
            "over": over,
            "begun": who.query.get("begun") == "1",
            "wish": who.query.get("wish", ""),
            "typed": "",
            "trouble": "",
            "picture": _PICTURE.table,
            "pager": pages,
        },
    )


def _open_entries(visit: Visit) -> list[tuple[str, str]]:
    """The leagues that one can enter now: name and address."""
    seasons = [visit.seasons(each.id)[-1] for each in visit.leagues()]
    names = [facts(visit, season).name for season in seasons if season.phase == "entries"]
    return [(name, f"/leagues/{slug(name)}") for name in names]


def table_json(table: TableFacts) -> Facts:
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


_A_PAGE = 50
_IN_THE_CHART = 8
_MOST_POINTS = 200


def ratings(visit: Visit, who: Visitor) -> Shown:
    """`?pool=` league (unless told otherwise), casual or bots."""
    pool = who.query.get("pool", Pool.LEAGUE.value)
    if pool not in list(Pool):
        raise HTTPException(404)
    pages = pager(who, _A_PAGE, visit.count_ratings(pool))
    rows = [_row(visit, each) for each in visit.ratings(pool, SETTLED_GAMES, pages.size, pages.offset)]
    charted = [row for row in rows[:_IN_THE_CHART] if row["rating"] and pages.number == 1]
    return Shown(
        "ratings.html",
        {"pool": pool, "ratings": rows, **pages.facts},
        {
            "pools": pools(who),
            "pager": pages,
            "rows": list(enumerate(rows, pages.offset + 1)),
            "chart": _chart(visit, who, pool, charted),
            "charted": len(charted),
            "settled": SETTLED_GAMES,
        },
    )


def pools(who: Visitor) -> dict[str, str]:
    """What the pools are called."""
    say = who.phrases.say
    return {
        Pool.LEAGUE.value: say("League games"),
        Pool.CASUAL.value: say("Other games"),
        Pool.BOTS.value: say("Games against computers"),
    }


def _row(visit: Visit, standing: Rated) -> Facts:
    number = int(standing.who) if standing.who.isdecimal() else None
    player = visit.player(number) if number is not None else None
    return {
        "who": standing.who,
        "name": player.name if player else names_of_bot(standing.who.removeprefix(BOT))[0],
        "player": number,
        "rating": Rating(standing.mu, standing.sigma).points if standing.games >= SETTLED_GAMES else None,
        "mu": round(standing.mu, 3),
        "sigma": round(standing.sigma, 3),
        "games": standing.games,
    }


def _chart(visit: Visit, who: Visitor, pool: str, rows: list[Facts]) -> Markup:
    lines = [ChartLine(row["name"], _history(visit, row["who"]).get(pool, ())) for row in rows]
    return svg(lines, who.speech.gettext("How the ratings changed, game by game."), from_zero=False)


def _history(visit: Visit, who: str) -> dict[str, tuple[tuple[float, float], ...]]:
    """Somebody's rating after each of their games, by pool."""
    pools: dict[str, list[int]] = {}
    for each in visit.rating_history(who):
        start = [Rating(each.mu_before, each.sigma_before).points]
        pools.setdefault(each.pool, start).append(Rating(each.mu, each.sigma).points)
    return {pool: _thinned(values) for pool, values in pools.items()}


def _thinned(values: list[int]) -> tuple[tuple[float, float], ...]:
    """No more points than can be seen, the last one among them."""
    every = -(-len(values) // _MOST_POINTS)
    points = list(enumerate(values))
    return tuple((float(x), float(y)) for x, y in (*points[:-1:every], points[-1]))


def own_chart(visit: Visit, who: Visitor, player_id: int) -> tuple[Markup, dict[str, Facts]]:
    """A player's ratings, a line for each pool that is settled, and what they are now."""
    names, history = pools(who), _history(visit, str(player_id))
    now = {pool: each for pool in names if (each := _rating_now(visit, Pool(pool), player_id))}
    lines = [ChartLine(names[pool], history[pool] if now.get(pool, {}).get("rating") else ()) for pool in names]
    return svg(lines, who.speech.gettext("How the ratings changed, game by game."), from_zero=False), now


def _rating_now(visit: Visit, pool: Pool, player_id: int) -> Facts | None:
    last = visit.rating(pool.value, str(player_id))
    if last is None:
        return None
    games = rated_games(visit, pool, player_id)
    shown = Rating(last.mu, last.sigma).points if games >= SETTLED_GAMES else None
    return {"rating": shown, "mu": round(last.mu, 3), "sigma": round(last.sigma, 3), "games": games}


# A player's page: the name that they chose, how reliable they are, their games and ratings.


_GAMES_OF_A_PLAYER = 20
_NO_PLAYER = N_("There is no such player.")


def player(visit: Visit, who: Visitor) -> Shown:
    """Whoever never confirmed their address, or is forgotten, has no page."""
    found = visit.player(who.params["player"])
    if found is None or not found.confirmed:
        raise HTTPException(404, _NO_PLAYER)
    pages = pager(who, _GAMES_OF_A_PLAYER, visit.count_games_with(found.id))
    chart, now = own_chart(visit, who, found.id)
    return Shown(
        "player.html",
        {
            "player": found.id,
            "name": found.name,
            "reliability": found.reliability,
            "ratings": now,
            "games": [summary(visit, each) for each in visit.games_with(found.id, pages.size, pages.offset)],
            "career": [{"slug": slug(each.league), **asdict(each)} for each in career(visit, found.id)],
            "head_to_head": [
                {**asdict(each), "other": known(visit, each.other)} for each in head_to_head(visit, found.id)
            ],
            **pages.facts,
        },
        {"chart": chart, "pools": pools(who), "pager": pages},
    )
