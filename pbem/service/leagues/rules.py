"""From a season's row to the values that the pure core works with."""

from datetime import timedelta

from pbem.league.designs import sizes
from pbem.league.levels import Shape
from pbem.league.points import SCALES, Scale, parse_scale
from pbem.league.pyramid import Rules
from pbem.league.season import Progress, Timetable
from pbem.model import LeagueRules, Season

CALLED_OFF = "called off"
"""The phase of a season to which too few came."""
_STRETCH = 3


def timetable(season: Season) -> Timetable:
    """The season's dates."""
    rules = season.rules
    return Timetable(
        season.start,
        weeks=rules.weeks,
        check_in=timedelta(days=rules.check_in_days),
        overtime=timedelta(days=rules.overtime_days),
        protests=timedelta(hours=rules.protest_hours),
    )


def progress(season: Season) -> Progress:
    """What has happened in it."""
    return Progress(season.decided_at, season.signed_off_at)


def pyramid(rules: LeagueRules) -> Rules:
    """Who goes up and down; divisions may be a little larger than planned where players don't fill the last level."""
    largest = min(max(sizes(rules.seats)), max(Shape().largest, rules.size + _STRETCH))
    shape = Shape(rules.widths, rules.size, smallest=min(Shape().smallest, rules.size), largest=largest)
    return Rules(
        shape,
        promoted=rules.promoted,
        relegated=rules.relegated,
        newcomers_by_rating=rules.newcomers_by_rating,
    )


def scale(rules: LeagueRules) -> Scale:
    """What the places are worth."""
    return parse_scale(rules.scale, rules.seats) if rules.scale else SCALES[rules.seats]
