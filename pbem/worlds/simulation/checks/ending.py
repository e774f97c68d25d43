"""When all is over: every season came to its end, every fixture was played once, and every table is right."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any, TypeAlias

from engine import InvalidRecord, parse_record, ranking, replay
from pbem.actions.games.views import record
from pbem.actions.leagues.check import check_league
from pbem.actions.leagues.divisions import DivisionGames, divisions, ranked
from pbem.actions.leagues.season_facts import CALLED_OFF
from pbem.league.season import Phase
from pbem.model import Fixture, Game, Season
from pbem.work import ReadWork, Work
from pbem.worlds.simulation.checks.naive_table import Chair, Played, table
from pbem.worlds.simulation.world import SimulatedWorld

# When all is over: nothing is left undone, nothing got lost, and every game can be verified.


_RUNNING = "SELECT id FROM game WHERE status NOT IN ('over', 'called off') ORDER BY id"
_OVER = "SELECT id FROM game WHERE status = 'over' ORDER BY id"
_UNHANDLED = "SELECT id, status, error FROM inbox WHERE status <> 'done' OR verdict = ''"
_UNANSWERED = (
    "SELECT id, player_id FROM inbox WHERE verdict IN ('order', 'stranger')"
    " AND id NOT IN (SELECT mail_id FROM outbox WHERE mail_id IS NOT NULL)"
    " AND id NOT IN (SELECT mail_id FROM ledger WHERE mail_id IS NOT NULL)"
    " AND NOT EXISTS (SELECT 1 FROM remark WHERE author_id = player_id AND at = handled_at)"
    # What was understood from a sentence is played some minutes later, and who wants no receipts gets none.
    " AND NOT EXISTS (SELECT 1 FROM ledger JOIN seat ON seat.game_id = ledger.game_id AND seat.number = ledger.seat"
    "  WHERE ledger.game_id = inbox.game_id AND seat.player_id = inbox.player_id AND ledger.mail_id IS NULL"
    "  AND (julianday(ledger.at) - julianday(handled_at)) * 24 * 60 BETWEEN 2.9 AND 3.1)"
)
_UNSENT = "SELECT id, kind FROM outbox WHERE status = 'waiting'"


def every_game_ended(world: SimulatedWorld) -> Iterator[str]:
    for (game,) in _rows(world, _RUNNING):
        yield f"game {game} is not over"


def every_mail_has_a_verdict(world: SimulatedWorld) -> Iterator[str]:
    """Nothing waits, and nothing is in the shunt."""
    for mail, status, error in _rows(world, _UNHANDLED):
        yield f"mail {mail} is {status}: {error}"


def every_mail_is_answered(world: SimulatedWorld) -> Iterator[str]:
    """By a mail, or by what it did where no receipt is wanted: a line in a ledger, a remark at a table."""
    for mail, player in _rows(world, _UNANSWERED):
        yield f"mail {mail} of player {player} was not answered"


def everything_was_sent(world: SimulatedWorld) -> Iterator[str]:
    for mail, kind in _rows(world, _UNSENT):
        yield f"mail {mail} ({kind}) still waits"


def every_record_verifies(world: SimulatedWorld) -> Iterator[str]:
    for (number,) in _rows(world, _OVER):
        with world.store.work() as work:
            game = work.game(number)
            assert game
            text = record(work, game)
        try:
            parse_record(text)
        except InvalidRecord as error:
            yield f"the record of game {number}: {error}"


CLOSING: tuple[Callable[[SimulatedWorld], Iterator[str]], ...] = (
    every_game_ended,
    every_mail_has_a_verdict,
    every_mail_is_answered,
    everything_was_sent,
    every_record_verifies,
)


def _rows(world: SimulatedWorld, query: str) -> list[tuple[Any, ...]]:
    return world.database.execute(query).fetchall()


_Check: TypeAlias = Callable[[Work, Season], Iterator[str]]


def every_season_ended(world: SimulatedWorld) -> Iterator[str]:
    for season in _seasons(world):
        if season.phase not in (Phase.SIGNED_OFF, CALLED_OFF):
            yield f"season {season.id} is at {season.phase}"


def every_fixture_was_played_once(work: ReadWork, season: Season) -> Iterator[str]:
    fixtures = work.fixtures(season.id)
    games = Counter(each.game_id for each in fixtures if each.game_id)
    yield from (f"game {game} is the game of {count} fixtures" for game, count in games.items() if count > 1)
    for fixture in fixtures:
        game = work.game(fixture.game_id) if fixture.game_id else None
        if game is None or not game.state.over or not fixture.result:
            yield f"season {season.id}: fixture {fixture.number} was not played"
        elif tuple(holder.member_id for holder in game.holders) != fixture.members:
            yield f"season {season.id}: game {game.id} was not played by {fixture.members}"


def every_division_is_even(work: ReadWork, season: Season) -> Iterator[str]:
    """Everyone has as many games as the others, and every seat as often; no two meet much more than others do."""
    for division in divisions(work, season):
        seats = Counter((member, seat) for each in division.fixtures for seat, member in enumerate(each.members))
        pairs = Counter(pair for each in division.fixtures for pair in combinations(sorted(each.members), 2))
        every = [seats[member, seat] for member in division.ids for seat in range(season.rules.seats)]
        met = [pairs[pair] for pair in combinations(sorted(division.ids), 2)]
        if len(set(every)) > 1 or max(met) - min(met) > 1 or sum(every) != seats.total():
            yield f"season {season.id}: division {division.name} is uneven"


def every_table_is_right(work: ReadWork, season: Season) -> Iterator[str]:
    """By the naive way as by the server's, and by the places that members were given."""
    for division in divisions(work, season):
        games = [_played(work, each) for each in division.fixtures if each.result]
        naive = table(division.ids, games, season.secret)
        shown = [(row.member, row.points) for row in ranked(season, division)]
        if naive != shown or [member for member, _ in naive] != _placed(division):
            yield f"season {season.id}: division {division.name} is {shown}, expected {naive}"


def every_table_recomputes(work: ReadWork, season: Season) -> Iterator[str]:
    """By `pbem league check`."""
    if work.fixtures(season.id):
        found = check_league(work, work.league(season.league_id), season=season.number)
        yield from (f"season {season.id}: {problem}" for problem in found.problems)


_OF_EACH: tuple[_Check, ...] = (
    every_fixture_was_played_once,
    every_division_is_even,
    every_table_is_right,
    every_table_recomputes,
)


def troubles_of(work: Work, season: Season) -> Iterator[tuple[str, list[str]]]:
    """Each check by its name, with what it found in a season that is over."""
    for check in _OF_EACH:
        yield check.__name__.replace("_", " "), list(check(work, season))


def of_all_seasons(world: SimulatedWorld) -> Iterator[tuple[str, Iterable[str]]]:
    """The same for every season of every league."""
    seasons = _seasons(world)
    if seasons:
        yield "every season ended", every_season_ended(world)
    for season in seasons:
        with world.store.work() as work:
            yield from troubles_of(work, season)


def _seasons(world: SimulatedWorld) -> list[Season]:
    with world.store.work() as work:
        return [season for league in work.leagues() for season in work.seasons(league.id)]


def _played(work: ReadWork, fixture: Fixture) -> Played:
    game = work.game(fixture.game_id) if fixture.game_id else None
    assert game
    read = parse_record(record(work, game))
    state = replay(read.setup, read.entries)
    scores = [seat.points for seat in state.seats]
    return Played([_chair(game, seat, score) for seat, score in enumerate(scores)], ranking(state))


def _chair(game: Game, seat: int, score: int) -> Chair:
    holder = game.holders[seat]
    assert holder.member_id
    left = holder.bot is not None or holder.player_id != holder.member_id or holder.gone_at is not None
    return Chair(holder.member_id, score, holder.used, holder.bot is not None, left)


def _placed(division: DivisionGames) -> list[int]:
    return [each.player_id for each in sorted(division.members, key=lambda each: each.place or 0)]
