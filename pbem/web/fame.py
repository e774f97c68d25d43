"""The hall of fame: who won which season, and how often somebody did."""

from collections import Counter
from dataclasses import asdict

from pbem.actions.leagues.fame import titles
from pbem.model.leagues import slug
from pbem.web.lobby import known
from pbem.web.pages import Shown, Visit, Visitor


def hall_of_fame(visit: Visit, _who: Visitor) -> Shown:
    """Every season that is over, by league; whoever is forgotten is there by number alone."""
    leagues = [(league, titles(visit, league)) for league in visit.leagues()]
    found = [(league, won) for league, won in leagues if won]
    wins = Counter(number for _, won in found for each in won for number in each.winners)
    names = {number for _, won in found for each in won for number, _ in each.podium}
    return Shown(
        "champions.html",
        {
            "leagues": [
                {"name": league.name, "slug": slug(league.name), "titles": [asdict(each) for each in won]}
                for league, won in found
            ],
            "most": [
                {"player": known(visit, number), "name": name, "titles": count}
                for (number, name), count in wins.most_common(20)
            ],
        },
        {"pages": {number: known(visit, number) for number in names}},
    )
