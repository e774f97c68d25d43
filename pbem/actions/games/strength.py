"""How strong a computer is to be: as somebody is rated, or of the level that a table agreed on."""

from collections.abc import Collection

from engine.bots import LEVELS, THINKING
from pbem.actions.results import rating_of
from pbem.league.rating import Pool, Rating, first_rating
from pbem.model import Terms
from pbem.work import ReadWork

STAND_INS = tuple(str(level) for level in LEVELS if str(level) not in THINKING)
"""The levels at which bots may stand in: a turn that ran out is played at once, so not those that take their time."""
AS_RATED = "rating"


def nearest_level(work: ReadWork, rating: Rating, among: Collection[str] = tuple(map(str, LEVELS))) -> str:
    """The one of these levels that is rated nearest, as the games with it say by now."""
    return min(among, key=lambda each: abs((rating_of(work, Pool.BOTS, each) or first_rating(each)).mu - rating.mu))


def stand_in_for(work: ReadWork, player_id: int | None, terms: Terms, usual: str) -> str:
    """The bot that plays for whoever is gone; `usual` is that of the house."""
    if terms.stand_in_level != AS_RATED:
        return terms.stand_in_level or usual
    rating = rating_of(work, Pool.LEAGUE, player_id) if player_id is not None else None
    return nearest_level(work, rating, STAND_INS) if rating else usual
