"""Whether a league is what its log says: every row, every table, every rating, and every mail that somebody kept."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine import EngineError, InvalidRecord, Record, parse_record, replay
from pbem.actions.leagues.rebuilt import Rebuilt, Sources, rebuilt, season_problems
from pbem.actions.results import record_of
from pbem.league.log import Anchor, Projection, anchor_problems, chain_problems, projection, row_problems
from pbem.league.rating import Pool
from pbem.league.standings import TableRow
from pbem.model import Game, League, Season
from pbem.model.leagues import name_hash
from pbem.model.log_chain import broken_at, head_of
from pbem.work import ReadWork


@dataclass(frozen=True, slots=True)
class Checked:
    """What does not fit, the first first; `since` is the line from which on the log can prove what happened."""

    problems: tuple[str, ...]
    since: int
    lines: int
    tables: Mapping[str, tuple[TableRow, ...]]
    """Of the last season that was drawn, by division or group."""
    unproven: tuple[str, ...] = ()
    """What could not be computed again, and why."""


UNREADABLE = (EngineError, ValueError, TypeError, LookupError, AssertionError)
"""What comes of rows that hold what nobody wrote there."""


def check_league(work: ReadWork, league: League, anchors: Sequence[Anchor] = (), season: int | None = None) -> Checked:
    """The database, against the log that it holds: its rows first, then what they lead to."""
    lines = work.league_log(league.id)
    logged = projection(lines)
    problems = [
        *chain_problems(lines),
        *anchor_problems(lines, anchors),
        *logged.problems,
        *_rows_or_illegible(work, league, logged),
    ]
    if problems or not lines:
        empty = () if lines else (f"{league.name} has no log yet: its first line is written when something happens",)
        return Checked((*problems, *empty), _since(logged), len(lines), {})
    seasons = {each.number: each for each in work.seasons(league.id)}
    games, unread = _games(work, seasons.values())
    problems = [
        *unread,
        *_old_chains(work, logged, seasons.values()),
        *_name_problems(work, seasons.values()),
        *(problem for game in games.values() for problem in _game_problems(work, game)),
        *_rating_chains(work, seasons.values()),
    ]
    if problems:
        return Checked(tuple(problems), _since(logged), len(lines), {})

    def found(number: int) -> Record | None:
        return record_of(work, games[number]) if number in games else None

    sources = Sources(found, lambda number: seasons[number].secret if number in seasons else None)
    return _recomputed(logged, sources, len(lines), season)


def _rows_or_illegible(work: ReadWork, league: League, logged: Projection) -> list[str]:
    """Where rows are not what the log says; or, where some can't even be read, those."""
    try:
        return row_problems(logged, work.league_rows(league.id), _watched(logged))
    except UNREADABLE as error:
        return work.illegible() or [f"the rows can't be read: {error!r}"]


def check_files(
    lines: Sequence[str], records: Mapping[int, str], anchors: Sequence[Anchor] = (), season: int | None = None
) -> Checked:
    """An exported season; only of its own games are the records there."""
    logged = projection(lines)
    problems = [*chain_problems(lines), *anchor_problems(lines, anchors), *logged.problems]
    problems += [f"game {number}: {error}" for number, text in records.items() if (error := _unreadable(text))]
    if problems or not lines:
        return Checked(tuple(problems) or ("the log is empty",), _since(logged), len(lines), {})
    told = {each["season"]: each["secret"] for each in logged.entries if each["event"] == "signed off"}
    sources = Sources(
        lambda number: parse_record(records[number]) if number in records else None,
        lambda number: bytes.fromhex(told[number]) if number in told else None,
    )
    last = season or max((int(each) for each in logged.of("season")), default=1)
    return _recomputed(logged, sources, len(lines), last)


def _recomputed(logged: Projection, sources: Sources, lines: int, only: int | None) -> Checked:
    try:
        every = rebuilt(logged, sources)
        wanted = [each for each in every if only is None or each.season.number == only]
        problems = [problem for each in wanted for problem in season_problems(logged, each, sources)]
        tables = _tables(wanted)
    except UNREADABLE as error:
        return Checked((f"the log does not hold together: {error!r}",), _since(logged), lines, {})
    unproven = tuple(
        f"season {each.season.number} is not signed off: without its secret the draw and the lots can't be made again"
        for each in wanted
        if not sources.secret(each.season.number)
    )
    return Checked(tuple(problems), _since(logged), lines, tables, unproven)


def _tables(seasons: Sequence[Rebuilt]) -> Mapping[str, tuple[TableRow, ...]]:
    drawn = [each for each in seasons if each.fixtures]
    return drawn[-1].tables if drawn else {}


def _since(logged: Projection) -> int:
    """Before this line somebody else kept the books: it tells the rows as they were taken over."""
    taken = [number for number, each in enumerate(logged.entries, 1) if each["event"] == "taken over"]
    return taken[-1] if taken else 1


def _games(work: ReadWork, seasons: Iterable[Season]) -> tuple[dict[int, Game], list[str]]:
    """The games by their numbers, and what is wrong with those that can't be had."""
    found, problems = dict[int, Game](), list[str]()
    numbers = [each.game_id for season in seasons for each in work.fixtures(season.id) if each.game_id]
    for number in numbers:
        try:
            game = work.game(number)
        except UNREADABLE as error:
            problems.append(f"game {number}: snapshot can't be read: {error!r}")
            continue
        if game is None:
            problems.append(f"game {number} is missing")
        else:
            found[number] = game
    return found, problems


def _unreadable(text: str) -> str:
    try:
        parse_record(text)
    except InvalidRecord as error:
        return f"no good record: {error}"
    return ""


def _watched(logged: Projection) -> Iterator[int]:
    """Who is in a season that is not over: their vacations count."""
    open_seasons = {name for name, row in logged.of("season").items() if row["signed_off_at"] is None}
    for name, row in logged.of("member").items():
        season, _, player = name.partition(".")
        if season in open_seasons and row["left_at"] is None:
            yield int(player)


def _old_chains(work: ReadWork, logged: Projection, seasons: Iterable[Season]) -> Iterator[str]:
    """What was taken over still ends as it did."""
    for entry in logged.entries:
        for season in seasons if entry["event"] == "taken over" else ():
            lines, head = work.log_before(season.id), entry["heads"].get(str(season.number))
            if head and (broken_at(lines) is not None or not lines or head_of(lines[-1]) != head):
                yield f"season_log of season {season.number} is not the one that was taken over"


def _name_problems(work: ReadWork, seasons: Iterable[Season]) -> Iterator[str]:
    for season in seasons:
        for member in work.members(season.id):
            player = work.player(member.player_id)
            if player is None:
                yield f"player {member.player_id} is missing, member {season.number}.{member.player_id} names them"
                continue
            if player.is_forgotten or not member.name_hash:
                continue
            if name_hash(member.salt, player.name) != member.name_hash:
                known = f"member {season.number}.{player.id}"
                yield f"player {player.id}: name is not the one that the log knows of {known}"


def _game_problems(work: ReadWork, game: Game) -> Iterator[str]:
    try:
        state = replay(game.start.setup, [line.entry for line in work.ledger(game.id)])
    except (EngineError, ValueError) as error:
        yield f"ledger of game {game.id}: {error}"
        return
    if state != game.state:
        yield f"game {game.id}: snapshot is not the position that the ledger leads to"


def _rating_chains(work: ReadWork, seasons: Iterable[Season]) -> Iterator[str]:
    """Every change begins where the one before it ended."""
    members = {each.player_id for season in seasons for each in work.members(season.id)}
    for who in sorted(members):
        changes = [each for each in work.rating_history(str(who)) if each.pool == Pool.LEAGUE]
        for before, after in pairwise(changes):
            if (before.mu, before.sigma) != (after.mu_before, after.sigma_before):
                yield f"rating_change league.{who}.{after.game_id}: mu_before is not what game {before.game_id} left"
