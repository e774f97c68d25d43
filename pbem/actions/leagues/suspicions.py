"""What a director should look at, from the games of a league over all its seasons: who helps whom."""

from collections.abc import Iterator

from engine import Order, Replace, Timeout, deal, steps
from engine.bots import BOTS
from pbem.actions.leagues.season_facts import name_of
from pbem.actions.results import counted
from pbem.league.points import Result
from pbem.league.suspicion import Choice, Evidence, Suspicion, best_for, suspicions
from pbem.model import Game, LedgerLine, Season
from pbem.notices import Concern, Worry
from pbem.work import ReadWork

_SEASONS_OF_MOVES = 3
"""Whose moves are looked at: each costs the time of a dozen positions."""


def suspicious_results(work: ReadWork, season: Season) -> list[Worry]:
    """What the results tell, of this season and all before it."""
    return _worries(work, Evidence(_results(work, season)))


def suspicious_play(work: ReadWork, season: Season) -> list[Worry]:
    """What the moves of the last seasons tell, too."""
    results, recent = _results(work, season), _results(work, season, _SEASONS_OF_MOVES)
    return _worries(work, Evidence(results, tuple(choice for each in recent for choice in choices(work, each.game))))


def _results(work: ReadWork, season: Season, last: int = 0) -> tuple[Result, ...]:
    """Of all seasons, or of the last ones."""
    seasons = [each for each in work.seasons(season.league_id) if each.number <= season.number][-last:]
    return tuple(result for each in seasons for fixture in work.fixtures(each.id) if (result := counted(fixture)))


def _worries(work: ReadWork, evidence: Evidence) -> list[Worry]:
    return [_worry(work, each) for each in suspicions(evidence)]


def _worry(work: ReadWork, suspicion: Suspicion) -> Worry:
    names = (name_of(work, suspicion.helper), name_of(work, suspicion.helped))
    figure = " ".join(f"{round(each, 1):g}" for each in suspicion.figures.values())
    return Worry(Concern(suspicion.pattern.value), names, figure=figure)


def choices(work: ReadWork, game_id: int) -> Iterator[Choice]:
    """Every order of a game that a person made, and for whom of the other people at the table it was the best."""
    game = work.game(game_id)
    assert game
    lines = work.ledger(game_id)
    dealt = deal(game.start.setup)
    states = [dealt, *(step.state for step in steps(dealt, [line.entry for line in lines]))]
    for (line, mover, people), before in zip(_moves(work, game, lines), states, strict=False):
        if isinstance(line.entry, Order) and mover is not None:
            best = best_for(before, line.entry)
            yield Choice(game_id, mover, {who: best[seat] for seat, who in people.items() if who != mover})


def _moves(
    work: ReadWork, game: Game, lines: list[LedgerLine]
) -> Iterator[tuple[LedgerLine, int | None, dict[int, int]]]:
    """Each line, who made it, and who held each seat then; bots and stand-ins are nobody."""
    known = _by_name(work, game)
    people = _first_holders(game, lines)
    stands_in: int | None = None
    for line in lines:
        mover = people.get(line.seat) if line.seat is not None and line.seat != stands_in else None
        yield line, mover, dict(people)
        stands_in = line.seat if isinstance(line.entry, Timeout) and not line.entry.skip else None
        if isinstance(line.entry, Replace):
            _seat_anew(people, line.entry, known.get(line.entry.name))


def _by_name(work: ReadWork, game: Game) -> dict[str, int]:
    """Whoever plays or played, by the names that the ledger has for them."""
    members = {name_of(work, each.member_id): each.member_id for each in game.holders if each.member_id}
    return members | {each.name: each.player_id for each in game.holders if each.player_id}


def _first_holders(game: Game, lines: list[LedgerLine]) -> dict[int, int]:
    """Who held each seat at first: where it never changed hands who holds it now, else its member."""
    changed = {line.entry.seat for line in lines if isinstance(line.entry, Replace)}
    first = {
        seat: each.member_id if seat in changed else None if each.bot else each.player_id
        for seat, each in enumerate(game.holders)
    }
    return {seat: who for seat, who in first.items() if who is not None}


def _seat_anew(people: dict[int, int], entry: Replace, who: int | None) -> None:
    """Somebody else plays a seat from here on; a bot is nobody."""
    if who is None or entry.name in BOTS:
        people.pop(entry.seat, None)
    else:
        people[entry.seat] = who
