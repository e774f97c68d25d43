"""A season's tables from nothing but its log and the records of its games, and what does not fit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine import InvalidRecord, parse_record, ranking, replay
from pbem.actions.games.views import record
from pbem.actions.leagues.tables import divisions, name_of, ranked
from pbem.actions.results import entries, load_result
from pbem.league.chain import broken_at
from pbem.league.points import SCALES, Result, parse_scale
from pbem.league.standings import TableRow, standings
from pbem.model import Season
from pbem.work import Reading

# A season as plain files that anyone can check without asking us.


LOG = "log.jsonl"
MEMBERS = "members.tsv"
RECORDS = "records"
_README = """# {league}, season {number}

- `{log}`: all that happened, a line each. Every line has the SHA-256 of the hash before it, a newline and its own
  entry as JSON with sorted keys and no white space; the first follows 64 zeros. Members are numbers there.
- `members.tsv`: the members' numbers and names.
- `{records}/`: the record of every game that is over, named by its number.

To check all of it: `pbem league check .` verifies every record and the log, computes the tables again and compares
them with those that were published. `pbem verify {records}/N.txt` verifies one game. The SHA-256 of the season's
secret stands in the first line of the log; the secret itself stands in the line `signed off`.
"""


def season_files(work: Reading, season: Season) -> Mapping[str, str]:
    """Every file with its text."""
    fixtures = [each for each in work.fixtures(season.id) if each.result]
    games = [game for each in fixtures if each.game_id and (game := work.game(each.game_id))]
    members = [each.player_id for each in work.members(season.id) if each.plays]
    league = work.league(season.league_id).name
    return {
        "README.md": _README.format(league=league, number=season.number, log=LOG, records=RECORDS),
        LOG: "".join(f"{line}\n" for line in work.season_log(season.id)),
        MEMBERS: "".join(f"{number}\t{name_of(work, number)}\n" for number in members),
        **{f"{RECORDS}/{game.id}.txt": record(work, game) for game in games},
    }


@dataclass(frozen=True, slots=True)
class Recomputed:
    """The tables by level and division, both from 0, and everything that does not fit."""

    tables: Mapping[tuple[int, int], tuple[TableRow, ...]]
    problems: tuple[str, ...]


def recompute(lines: Sequence[str], records: Mapping[int, str], secret: bytes | None = None) -> Recomputed:
    """The tables again; without `secret`, it is the one that the log tells once the season is signed off."""
    if (broken := broken_at(lines)) is not None:
        return Recomputed({}, (f"the log is broken at line {broken}",))
    events = entries(list(lines))
    problems: list[str] = []
    finished = [each["result"] for each in events if each["event"] == "finished"]
    results = [each for data in finished if (each := _result(data, records, problems))]
    rules = _last(events, "announced")["rules"]
    scale = parse_scale(rules["scale"], rules["seats"]) if rules["scale"] else SCALES[rules["seats"]]
    key = secret or bytes.fromhex(_last(events, "signed off").get("secret", ""))
    if not key:
        problems.append("the season is not signed off: its log does not tell the secret")
    tables = {}
    for level, number, members in _last(events, "divisions").get("divisions", []):
        mine = [each for each in results if any(seat.member in members for seat in each.seats)]
        tables[level, number] = standings(members, mine, scale, key)
    return Recomputed(tables, (*problems, *_tables_that_differ(events, tables)))


def recompute_season(work: Reading, season: Season) -> Recomputed:
    """From the database's log and ledgers, compared with the tables that everyone is shown."""
    played = [each for each in work.fixtures(season.id) if each.result and each.game_id]
    games = [game for each in played if each.game_id and (game := work.game(each.game_id))]
    found = recompute(work.season_log(season.id), {game.id: record(work, game) for game in games}, season.secret)
    differing = [
        f"the table of division {each.name} differs"
        for each in divisions(work, season)
        if ranked(season, each) != found.tables.get((each.level, each.number))
    ]
    return replace(found, problems=(*found.problems, *differing))


def _result(logged: Mapping[str, Any], records: Mapping[int, str], problems: list[str]) -> Result | None:
    """What the record says of a game; who was a bot or a substitute, and the clocks, only the log knows."""
    said = load_result(logged)
    try:
        read = parse_record(records[said.game])
    except (KeyError, InvalidRecord) as error:
        problems.append(f"game {said.game}: no good record: {error}")
        return None
    state = replay(read.setup, read.entries)
    seats = tuple(
        replace(each, score=seat.points, resigned=seat.resigned)
        for each, seat in zip(said.seats, state.seats, strict=True)
    )
    result = replace(said, seats=seats, ranking=ranking(state))
    if result != said:
        problems.append(f"game {said.game}: the log and the record differ")
    return result


def _tables_that_differ(
    events: Sequence[Mapping[str, Any]], tables: Mapping[tuple[int, int], tuple[TableRow, ...]]
) -> list[str]:
    """The order that was published has to be the one that follows."""
    told = [each for each in events if each["event"] == "table"]
    return [
        f"the table of division {each['division']} was published in another order"
        for each in told
        if each["order"] != [row.member for row in tables.get((each["level"], each["number"]), ())]
    ]


def _last(events: Sequence[Mapping[str, Any]], event: str) -> Mapping[str, Any]:
    return next((each for each in reversed(events) if each["event"] == event), {})
