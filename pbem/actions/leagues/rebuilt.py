"""A league rebuilt from its log alone: its seasons, members and games as values, and what follows from them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Any

from engine import Record, ranking, replay
from pbem.actions.leagues.divisions import DivisionGames, divisions_of, ranked
from pbem.actions.leagues.rounds import entrants_of, final_places, new_fixtures, next_games, rungs_left
from pbem.actions.leagues.season_facts import played_before, pyramid
from pbem.actions.leagues.seasons import final_table, laid_down
from pbem.actions.results import counted, load_result, record_hash
from pbem.league.competition import Following, opening
from pbem.league.log import Projection, projected, told
from pbem.league.points import Result
from pbem.league.pyramid import Absence, NextSeason, next_season
from pbem.league.rating import Pool, Rated, Rating, Ratings, update
from pbem.league.standings import TableRow
from pbem.model import Fixture, Member, Season
from pbem.model.leagues import load_rules, nested

_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Sources:
    """What the log does not hold itself: the records of the games, and the secrets of the seasons."""

    record: Callable[[int], Record | None]
    secret: Callable[[int], bytes | None]


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """A season as its log has it."""

    season: Season
    members: tuple[Member, ...]
    fixtures: tuple[Fixture, ...]

    @property
    def divisions(self) -> list[DivisionGames]:
        return list(divisions_of(self.season, self.members, self.fixtures))

    @property
    def tables(self) -> dict[str, tuple[TableRow, ...]]:
        """By the names of the divisions or groups."""
        return {each.name: ranked(self.season, each) for each in self.divisions}


def rebuilt(logged: Projection, sources: Sources) -> list[Rebuilt]:
    """Every season, the first first."""
    seasons = sorted(logged.of("season").items(), key=lambda each: int(each[0]))
    return [_rebuilt(logged, int(name), values, sources) for name, values in seasons]


def _rebuilt(logged: Projection, number: int, values: Mapping[str, Any], sources: Sources) -> Rebuilt:
    season = Season(
        number,
        0,
        number,
        load_rules(values["rules"]),
        datetime.fromisoformat(values["start"]),
        sources.secret(number) or b"",
        values["phase"],
        decided_at=_moment(values["decided_at"]),
        signed_off_at=_moment(values["signed_off_at"]),
        absent={int(player): (level, seasons) for player, (level, seasons) in values["absent"].items()},
        seeds=tuple(map(tuple, values["seeds"])),
        stage=values.get("stage", 1),
        round=values.get("round", 0),
        **{name: nested(values.get(name, [])) for name in ("groups", "byes", "challenges", "idled", "teams")},
    )
    members = [_member(number, int(name), row) for name, row in _of_season(logged, "member", number)]
    fixtures = [_fixture(number, int(name), row) for name, row in _of_season(logged, "fixture", number)]
    in_order = sorted(members, key=lambda each: (each.entered_at, each.player_id))
    return Rebuilt(season, tuple(in_order), tuple(sorted(fixtures, key=lambda each: each.number)))


def _of_season(logged: Projection, table: str, number: int) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, row in logged.of(table).items():
        season, _, rest = name.partition(".")
        if season == str(number):
            yield rest, row


def _member(season: int, player: int, row: Mapping[str, Any]) -> Member:
    times = {name: _moment(row.get(name)) for name in ("entered_at", "left_at", "asked_at")}
    return Member(**{**row, **times, "season_id": season, "player_id": player})


def _fixture(season: int, number: int, row: Mapping[str, Any]) -> Fixture:
    return Fixture(**{**row, "id": number, "season_id": season, "number": number, "members": tuple(row["members"])})


def _moment(text: str | None) -> Any:
    return datetime.fromisoformat(text) if text else None


# What follows from the log, compared with what it says.


def season_problems(logged: Projection, here: Rebuilt, sources: Sources) -> Iterator[str]:
    """All that does not follow in one season."""
    number = here.season.number
    if secret := sources.secret(number):
        if sha256(secret).hexdigest() != logged.value("season", str(number), "secret"):
            yield f"season {number}: the secret is not the one whose SHA-256 was published"
            return
        if here.season.rules.stages:
            yield from _round_problems(logged, here, sources)
        else:
            yield from _draw_problems(logged, here, sources)
    yield from _result_problems(logged, here, sources)
    if here.season.decided_at and secret:
        yield from _place_problems(here)
    if here.season.decided_at:
        yield from (f"fixture {number}.{each.number} has no result" for each in here.fixtures if each.result is None)
    for each in here.fixtures:
        yield from _rating_problems(logged, each)


def _draw_problems(logged: Projection, here: Rebuilt, sources: Sources) -> Iterator[str]:
    number = here.season.number
    lines = [line for line, each in enumerate(logged.entries, 1) if _is_draw(each, number)]
    if not lines:
        return
    drawn, last = logged.entries[lines[-1] - 1], _tables_then(logged, lines[-1], number, sources)
    if "table" in drawn and drawn["table"] != (last and last.season.number):
        yield f"season {number}: line {lines[-1]} names another table than that of the season before"
    if last and last.season.signed_off_at is None:
        # What was ruled since is in the rows of now; the draw rests on those of then.
        yield from (f"{each}, at line {lines[-1]}" for each in _place_problems(last))
    drawn_up = _drawn_up(last, here, drawn)
    levels = {each: (part.level, part.number) for part in drawn_up.divisions for each in part.members}
    for member in here.members:
        if levels.get(member.player_id, (None, None)) != (member.level, member.division):
            yield f"member {number}.{member.player_id}: the draw of line {lines[-1]} puts them elsewhere"
    again = {each.number: each for each in laid_down(here.season, drawn_up)}
    for fixture in here.fixtures:
        made = again.pop(fixture.number, None)
        said = (fixture.level, fixture.division, fixture.members)
        if made is None or (made.level, made.division, made.members) != said:
            yield f"fixture {number}.{fixture.number} is not what the secret draws"
    yield from (f"fixture {number}.{each} is missing: the secret draws it" for each in again)


def _round_problems(logged: Projection, here: Rebuilt, sources: Sources) -> Iterator[str]:
    """Every draw and every round again, each from what the log knew before it."""
    number = here.season.number
    for line, entry in enumerate(logged.entries, 1):
        if entry["season"] == number and entry["event"] in ("groups", "round"):
            yield from _ladder_problems(logged, line, number, sources)
            before = _before(logged, line, number, sources)
            made = _made_again(before, logged, line, entry)
            if made is None:
                yield f"season {number}: nothing was to be played at line {line}"
                continue
            again = list(new_fixtures(before.season, made, before.fixtures))
            said = [[each.number, each.division, list(each.members)] for each in again]
            byes = [[group, bye.member] for group, bye in made.byes]
            if said != entry["games"] or byes != entry["byes"]:
                yield f"season {number}: the games of line {line} are not what follows from the lines before it"
    yield from _missing_games(logged, here)


def _ladder_problems(logged: Projection, line: int, number: int, sources: Sources) -> Iterator[str]:
    """Where a ladder goes on: in the order in which the last one ended."""
    said = logged.entries[line - 1].get("last")
    if said is None:
        return
    last = _tables_then(logged, line, number, sources)
    if last is None or rungs_left(last.members) != said:
        yield f"season {number}: line {line} names another order than the one in which the ladder before ended"


def _before(logged: Projection, line: int, number: int, sources: Sources) -> Rebuilt:
    """The season as it was before a line."""
    earlier = projected(logged.entries[: line - 1])
    return next(each for each in rebuilt(earlier, sources) if each.season.number == number)


def _made_again(before: Rebuilt, logged: Projection, line: int, entry: Mapping[str, Any]) -> Following | None:
    if entry["event"] == "groups":
        ratings = {int(player): value for player, value in entry["ratings"].items()}
        basis = entrants_of(before.season, entry["here"], ratings, entry["apart"], entry.get("last", ()))
        return opening(before.season.rules, basis)
    (league,) = projected(logged.entries[: line - 1]).of("league").values()
    apart = [(one, other) for one, other in league["apart"]]
    return next_games(before.season, before.members, before.fixtures, apart)


def _missing_games(logged: Projection, here: Rebuilt) -> Iterator[str]:
    """Every fixture comes of a line that laid it down, or of a challenge that was accepted."""
    number = here.season.number
    mine = [each for each in logged.entries if each["season"] == number]
    laid = {game[0]: tuple(game[2]) for each in mine if each["event"] in ("groups", "round") for game in each["games"]}
    accepted = {each["challenge"] for each in mine if each["event"] == "accepted"}
    for fixture in here.fixtures:
        if fixture.number not in accepted and laid.get(fixture.number) != fixture.members:
            yield f"fixture {number}.{fixture.number} is in no round"


def _is_draw(entry: Mapping[str, Any], number: int) -> bool:
    return bool(entry["event"] == "divisions" and entry["season"] == number)


def _tables_then(logged: Projection, line: int, number: int, sources: Sources) -> Rebuilt | None:
    """The season whose tables a draw rests on, as it was then."""
    then, drawn = rebuilt(projected(logged.entries[: line - 1]), sources), logged.entries[line - 1]
    if drawn["event"] == "divisions" and "table" not in drawn:
        # Before the draw named its table, one that was open again did not count.
        then = [each for each in then if each.season.signed_off_at]
    last = played_before([each.season for each in then], number)
    return next((each for each in then if last and each.season.number == last.number), None)


def _drawn_up(last: Rebuilt | None, here: Rebuilt, line: Mapping[str, Any]) -> NextSeason:
    """The draw again, with what the line says that it rested on, and the last tables."""
    finals = [final_table(each) for each in last.divisions] if last else []
    absent = last.season.absent if last else {}
    apart = [(one, other) for one, other in line["apart"]]
    return next_season(
        finals,
        line["here"],
        {player: Absence(*each) for player, each in absent.items()},
        {int(player): value for player, value in line["ratings"].items()},
        pyramid(here.season.rules, here.season.seeds, apart),
        line["settled"],
    )


def _result_problems(logged: Projection, here: Rebuilt, sources: Sources) -> Iterator[str]:
    hashes = {each["game"]: each["record"] for each in logged.entries if each["event"] == "finished"}
    for fixture in here.fixtures:
        if fixture.result is None or fixture.game_id is None:
            continue
        said, record = load_result(fixture.result), sources.record(fixture.game_id)
        if record is None:
            yield f"game {fixture.game_id}: no good record"
        elif hashes.get(fixture.game_id, record_hash(record)) != record_hash(record):
            yield f"game {fixture.game_id}: the record is not the one that the log tells of"
        elif _played(said, record) != said:
            yield f"game {fixture.game_id}: the log and the record differ"
        for seat, each in enumerate(said.seats):
            used = logged.value("seat", f"{fixture.game_id}.{seat}", "used")
            if used is not None and used != each.clock.total_seconds():
                yield f"seat {fixture.game_id}.{seat}: used is {told(used)}, the result says {each.clock}"


def _played(said: Result, record: Record) -> Result:
    """What the record says of a game; who was a bot or a substitute, and the clocks, only the log knows."""
    state = replay(record.setup, record.entries)
    if len(state.seats) != len(said.seats):
        return replace(said, seats=())
    seats = zip(said.seats, state.seats, strict=True)
    shown = tuple(replace(each, score=seat.points, resigned=seat.resigned) for each, seat in seats)
    return replace(said, seats=shown, ranking=ranking(state))


def _place_problems(here: Rebuilt) -> Iterator[str]:
    if here.season.rules.stages:
        places = final_places(here.season, here.members, here.fixtures)
    else:
        places = {row.member: row.place for rows in here.tables.values() for row in rows}
    for each in here.members:
        if each.plays and each.place != places[each.player_id]:
            name = f"member {here.season.number}.{each.player_id}"
            yield f"{name}: place is {each.place}, the results give {places[each.player_id]}"


def _rating_problems(logged: Projection, fixture: Fixture) -> Iterator[str]:
    """The figures again; whether somebody who left is rated for it depends on games that are not in this log."""
    rows = {
        name.split(".")[1]: row for name, row in logged.of("rating_change").items() if _is_rating(name, fixture.game_id)
    }
    result = counted(fixture)
    if result is None:
        yield from (f"rating_change of {who}: game {fixture.game_id} does not count" for who in rows)
        return
    before = _rated_before(logged, fixture.game_id, rows)
    gone = {each.member: each.gone or result.finished for each in result.seats if each.left and each.member}
    lapses = {member: at for member, at in gone.items() if str(member) not in rows}
    _, changes = update(Ratings(before, lapses), result, Pool.LEAGUE)
    found = {str(each.who): each.after for each in changes if each.pool is Pool.LEAGUE}
    for who in sorted({*rows, *found}):
        row, after = rows.get(who), found.get(who)
        if row is None or after is None or not _same(row, after):
            yield f"rating_change league.{who}.{fixture.game_id} does not follow from the result"


def _rated_before(
    logged: Projection, game_id: int | None, rows: Mapping[str, Mapping[str, Any]]
) -> dict[tuple[Pool, Rated], Rating]:
    """What everyone was worth: as the game's own rows say, or as a line says of those whom it did not change."""
    told = [each["unchanged"].get(str(game_id), {}) for each in logged.entries if each.get("unchanged")]
    known = {who: Rating(mu, sigma) for each in told for who, (mu, sigma) in each.items()}
    own = {who: Rating(row["mu_before"], row["sigma_before"]) for who, row in rows.items()}
    return {(Pool.LEAGUE, int(who) if who.isdecimal() else who): rating for who, rating in (known | own).items()}


def _is_rating(name: str, game_id: int | None) -> bool:
    pool, _, rest = name.partition(".")
    return pool == Pool.LEAGUE and rest.rpartition(".")[2] == str(game_id)


def _same(row: Mapping[str, Any], after: Rating) -> bool:
    return bool(abs(row["mu"] - after.mu) < _TOLERANCE and abs(row["sigma"] - after.sigma) < _TOLERANCE)
