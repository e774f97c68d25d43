"""How good the directors' suspicions are: leagues of bots, honest ones and such in which one helps another."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

from benchmarks.figures import Figure
from engine import Order, Setup, State, apply, deal, legal_orders, ranking, view
from engine.bots import BOTS, estimates
from pbem.league.fixtures import fixtures
from pbem.league.points import Result, SeatResult
from pbem.league.suspicion import Choice, Evidence, Suspicion, best_for, suspicions

PEOPLE, DIVISION, SEATS, SEASONS = 14, 7, 4, 3
HONEST = "is honest"
HELPS = ("gives chances", "gives chances in every third move", "resigns")
"""What a helper does in games with the one who is helped."""
_LEVELS = ("greedy", "1", "2", "3", "4", "5", "6", "7")
_RESIGNS, _FAR_BEHIND = 0.3, 5
"""How often somebody with fewer points than these resigns at the end, without any wish to help."""
_HELPER, _HELPED = 0, 1
_FIRST = 1000
"""The bounds were set on leagues with lower numbers; these are measured."""
_START = datetime(2026, 1, 5, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Found:
    """How many seasons of honest leagues raised an alarm, and how many helpers of each kind were found by when."""

    seasons: int
    false_alarms: int
    leagues: int
    helpers: dict[str, tuple[int, ...]]


def run(leagues: int = 8, processes: int = 2) -> Found:
    """So many leagues with a helper of each kind, and twice as many honest ones; the same ones in every run."""
    jobs = [(HONEST, _FIRST + number) for number in range(2 * leagues)]
    jobs += [(kind, _FIRST + number) for kind in HELPS for number in range(leagues)]
    with ProcessPoolExecutor(processes) as pool:
        told = list(zip(jobs, pool.map(_alarms, jobs), strict=True))
    honest = [season for (kind, _), league in told if kind == HONEST for season in league]
    helpers = {
        helps: tuple(
            sum(any(map(_is_meant, league[season])) for (kind, _), league in told if kind == helps)
            for season in range(SEASONS)
        )
        for helps in HELPS
    }
    return Found(len(honest), sum(len(season) > 0 for season in honest), leagues, helpers)


def lines(result: Found) -> list[str]:
    """The result as `pbem bench suspicion` prints it."""
    rows = [f"seasons of honest leagues with an alarm: {result.false_alarms} of {result.seasons}"]
    for kind, found in result.helpers.items():
        by_season = ", ".join(f"{each} of {result.leagues}" for each in found)
        rows.append(f"a helper who {kind}, found after one, two, three seasons: {by_season}")
    return rows


def figures(result: Found) -> list[Figure]:
    alarms = Figure("suspicion: false alarms in 20 seasons", 20 * result.false_alarms / result.seasons, "seasons")
    recall = [
        Figure(f"suspicion: {kind}, found after three seasons", 100 * found[-1] / result.leagues, "%")
        for kind, found in result.helpers.items()
    ]
    return [alarms, *recall]


def _is_meant(suspicion: Suspicion) -> bool:
    return (suspicion.helper, suspicion.helped) == (_HELPER, _HELPED)


def _alarms(job: tuple[str, int]) -> list[tuple[Suspicion, ...]]:
    """What is suspected after each season of one league, from all that was played so far."""
    return [suspicions(each) for each in evidence_by_season(*job)]


def evidence_by_season(kind: str, number: int) -> Iterator[Evidence]:
    """A league of bots of all levels; the helper and the one who is helped play in one division."""
    luck = Random(f"{kind} {number}")
    levels = [luck.choice(_LEVELS) for _ in range(PEOPLE)]
    results, choices = list[Result](), list[Choice]()
    for _ in range(SEASONS):
        rest = luck.sample(range(2, PEOPLE), PEOPLE - 2)
        for members in ([_HELPER, _HELPED, *rest[: DIVISION - 2]], rest[DIVISION - 2 :]):
            drawn = luck.sample(members, len(members))
            for game in fixtures(len(members), SEATS).games:
                people = [drawn[each] for each in game]
                helps = kind if {_HELPER, _HELPED} <= set(people) else HONEST
                end, moves = _played(helps, people, levels, len(results), luck)
                results.append(_result(helps, people, end, len(results), luck))
                choices += moves
        yield Evidence(tuple(results), tuple(choices))


def _played(
    kind: str, people: Sequence[int], levels: Sequence[str], number: int, luck: Random
) -> tuple[State, list[Choice]]:
    state, choices = deal(Setup(SEATS, seed=luck.randbytes(32))), list[Choice]()
    while state.turn is not None:
        mover = people[state.turn]
        gives = mover == _HELPER and kind.startswith("gives") and (kind == HELPS[0] or luck.random() < 1 / 3)
        order = _gift(state, people.index(_HELPED)) if gives else BOTS[levels[mover]](view(state, state.turn), luck)
        best = best_for(state, order)
        choices.append(Choice(number, mover, {who: best[seat] for seat, who in enumerate(people) if who != mover}))
        state = apply(state, order).state
    return state, choices


def _gift(state: State, seat: int) -> Order:
    """The order after which this seat stands best."""
    return max(legal_orders(state), key=lambda order: estimates(apply(state, order).state)[seat])


def _result(kind: str, people: Sequence[int], end: State, number: int, luck: Random) -> Result:
    """Some who are far behind have resigned before the end; so has whoever helps like that."""
    hopeless = [seat for seat in range(SEATS) if end.seats[seat].points < _FAR_BEHIND and luck.random() < _RESIGNS]
    helping = [people.index(_HELPER)] if kind == "resigns" else []
    resigned = {*hopeless, *helping} if len({*hopeless, *helping}) < SEATS else set[int]()
    seats = [SeatResult(who, end.seats[seat].points, resigned=seat in resigned) for seat, who in enumerate(people)]
    stayed = [tuple(seat for seat in group if seat not in resigned) for group in ranking(end)]
    order = [*filter(None, stayed), *([tuple(sorted(resigned))] if resigned else [])]
    return Result(number, _START + timedelta(days=number), tuple(seats), tuple(order))
