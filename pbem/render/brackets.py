"""Cups and teams as a mail shows them: who sat with whom in each round, and what a team has together."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.notices import BracketMatch, DivisionTable, Rival, TeamLine
from pbem.render.phrases import Phrases


class ShownMatch(NamedTuple):
    """A table of a cup: its rivals, and the same in a line."""

    rivals: tuple[Rival, ...]
    line: str
    games: tuple[int, ...]


class ShownRound(NamedTuple):
    """A round of a cup."""

    heading: str
    matches: list[ShownMatch]


class ShownTeam(NamedTuple):
    """A team with its boards in a line."""

    team: TeamLine
    points: str
    boards: str


def shown_bracket(phrases: Phrases, division: DivisionTable) -> list[ShownRound]:
    """Every round, the first first."""
    return [
        ShownRound(_heading(phrases, number, each), list(_matches(phrases, each)))
        for number, each in enumerate(division.bracket, 1)
    ]


def _matches(phrases: Phrases, matches: Sequence[BracketMatch]) -> Iterator[ShownMatch]:
    """Those that are played, and in one line who rests."""
    resting = [each.rivals[0] for each in matches if not each.games and len(each.rivals) == 1]
    yield from (_match(phrases, each) for each in matches if each.games or len(each.rivals) > 1)
    if resting:
        names = phrases.listed(each.name for each in resting)
        yield ShownMatch(tuple(resting), phrases.say("Without a game in this round: %(names)s", names=names), ())


def _heading(phrases: Phrases, number: int, matches: Sequence[BracketMatch]) -> str:
    pairs = all(len(each.rivals) == 2 for each in matches)
    match len(matches):
        case 1:
            return phrases.say("Final")
        case 2 if pairs:
            return phrases.say("Semi-finals")
        case 4 if pairs:
            return phrases.say("Quarter-finals")
    return phrases.say("Round %(number)d", number=number)


def _match(phrases: Phrases, match: BracketMatch) -> ShownMatch:
    """`Anna 3 ✓ – Bo 0`; whoever goes on is marked."""
    told = [
        phrases.fill("%(name)s %(rest)s", name=phrases.isolated(each.name), rest=_rest(phrases, each))
        if _rest(phrases, each)
        else phrases.isolated(each.name)
        for each in match.rivals
    ]
    return ShownMatch(match.rivals, phrases.fill(" – ").join(told), match.games)


def _rest(phrases: Phrases, rival: Rival) -> str:
    return phrases.fill(" ").join(filter(None, (phrases.number(rival.points), "✓" * rival.goes_on)))


def shown_teams(phrases: Phrases, teams: Sequence[TeamLine]) -> list[ShownTeam]:
    return [
        ShownTeam(
            each,
            phrases.number(each.points),
            phrases.fill(", ").join(
                phrases.fill("%(name)s %(points)s", name=phrases.isolated(name), points=phrases.number(points))
                for name, points in each.boards
            ),
        )
        for each in teams
    ]
