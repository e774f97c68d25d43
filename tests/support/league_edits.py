"""What somebody might change in a league's database behind our back, and how they would hide it in the log."""

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from pbem.league.log import Projection, projection
from pbem.model.log_chain import BEGINNING, chained, head_of
from pbem.model.row_changes import Rows

_RESULT = "UPDATE fixture SET result = json_set(result, '{path}', {value}) WHERE id = 1"
_RULE = "UPDATE {table} SET rules = json_set(rules, '{path}', {value}) WHERE id = {row}"


def _result(path: str, value: str) -> str:
    return _RESULT.format(path=path, value=value)


def _rule(table: str, path: str, value: str, row: int = 1) -> str:
    return _RULE.format(table=table, path=path, value=value, row=row)


_MEMBER = (
    "entered_at, awaited, level, division, place, left_at, substitute_id, inherits, asked_to_inherit, penalty, salt,"
    " name_hash"
)
"""What a copied member needs."""

ROWS: Mapping[str, str] = {
    # Results
    "ranking of a result": _result("$.ranking", "json('[[3],[2],[1],[0]]')"),
    "score in a result": _result("$.seats[0].score", "99"),
    "clock in a result": _result("$.seats[1].clock", "1"),
    "who left in a result": _result("$.seats[0].gone", "'2026-12-02T00:00:00+00:00'"),
    "substitute in a result": _result("$.seats[0].substitute", "3"),
    "bot in a result": _result("$.seats[2].bot", "'greedy'"),
    "resignation in a result": _result("$.seats[1].resigned", "json('true')"),
    "end of a game in a result": _result("$.finished", "'2026-12-01T19:00:00+00:00'"),
    "member in a result": _result("$.seats[0].member", "77"),
    "game of a result": _result("$.game", "2"),
    "result taken away": "UPDATE fixture SET result = NULL WHERE id = 1",
    "ruling: void": "UPDATE fixture SET ruling = '[]' WHERE id = 1",
    "ruling: places": "UPDATE fixture SET ruling = '[[3],[2],[1],[0]]' WHERE id = 2",
    # Adjudications and records
    "adjudication changed": "UPDATE ledger SET entry = 'adjudicate 2' WHERE game_id = 1 AND entry LIKE 'adjudicate%'",
    "adjudication taken away": "DELETE FROM ledger WHERE game_id = 1 AND entry LIKE 'adjudicate%'",
    "order changed": "UPDATE ledger SET entry = 'take white red black' WHERE game_id = {running} AND number = 0",
    "order taken away": "DELETE FROM ledger WHERE game_id = {running} AND number = 0",
    "order at another time": "UPDATE ledger SET at = '2026-12-01 00:00:00.000000' WHERE game_id = {running}",
    "order of another seat": "UPDATE ledger SET seat = 3 - seat WHERE game_id = {running}",
    "order added": "INSERT INTO ledger VALUES ({running}, 77, 'pass', 1, '2027-01-01 00:00:00.000000', NULL)",
    "order that nobody can read": "UPDATE ledger SET entry = 'nonsense' WHERE game_id = {running} AND number = 0",
    "secret of a game": "UPDATE game SET secret = x'00' WHERE id = 1",
    "words of a game": 'UPDATE game SET words = json(\'["a","b","c","d"]\') WHERE id = 1',
    "seating of a game": "UPDATE game SET seating = json('[3,2,1,0]') WHERE id = 1",
    "edition of a game": "UPDATE game SET edition = '2014' WHERE id = 1",
    "position of a game": "UPDATE game SET snapshot = (SELECT snapshot FROM game WHERE id = 2) WHERE id = {running}",
    "length of a game": "UPDATE game SET length = length + 1 WHERE id = {running}",
    "status of a game": "UPDATE game SET status = 'over' WHERE id = {running}",
    # Places, levels, members
    "place in the table": "UPDATE member SET place = 3 - place WHERE season_id = 1 AND place < 3",
    "place taken away": "UPDATE member SET place = NULL WHERE season_id = 1 AND place = 5",
    "level": "UPDATE member SET level = 1 WHERE season_id = 1 AND player_id = 2",
    "division": "UPDATE member SET division = 1 WHERE season_id = 2 AND player_id = 2",
    "member taken away": "DELETE FROM member WHERE season_id = 2 AND player_id = 3",
    "member added": f"INSERT INTO member (season_id, player_id, {_MEMBER}) SELECT season_id, 6, {_MEMBER} FROM member"
    " WHERE season_id = 2 AND player_id = 3",
    "inheritance": "UPDATE member SET inherits = 1 WHERE season_id = 1 AND player_id = 2",
    "who is asked": "UPDATE member SET asked_id = 1 WHERE season_id = 2 AND player_id = 2",
    "member left": "UPDATE member SET left_at = '2026-12-05 00:00:00.000000' WHERE season_id = 1 AND player_id = 2",
    "member came back": "UPDATE member SET left_at = NULL WHERE left_at IS NOT NULL",
    "substitute": "UPDATE member SET substitute_id = 1 WHERE season_id = 1 AND player_id = 2",
    "check-in": "UPDATE member SET awaited = 1 - awaited WHERE season_id = 2 AND player_id = 2",
    "day of entry": "UPDATE member SET entered_at = '2026-01-01 00:00:00.000000' WHERE season_id = 2 AND player_id = 4",
    "penalty": "UPDATE member SET penalty = 3 WHERE season_id = 1 AND place = 1",
    # Fixtures
    "order of play": "UPDATE fixture SET members = json_array(members ->> 1, members ->> 0, members ->> 2,"
    " members ->> 3) WHERE season_id = 2 AND number = 1",
    "game of a fixture": "UPDATE fixture SET game_id = 2 WHERE id = 1",
    "fixture taken away": "DELETE FROM fixture WHERE season_id = 2 AND number = 5",
    "fixture added": "INSERT INTO fixture (season_id, level, division, number, members, game_id, result, ruling)"
    " SELECT season_id, level, division, 77, members, NULL, NULL, NULL FROM fixture WHERE id = 1",
    "level of a fixture": "UPDATE fixture SET level = 1 WHERE id = 3",
    # Secrets, ratings
    "secret of a season": "UPDATE season SET secret = x'00' WHERE id = 1",
    "secret of a running season": "UPDATE season SET secret = x'00' WHERE id = 2",
    "rating": "UPDATE rating_change SET mu = mu + 5 WHERE id = (SELECT max(id) FROM rating_change)",
    "uncertainty of a rating": "UPDATE rating_change SET sigma = 1 WHERE id = 3",
    "rating before": "UPDATE rating_change SET mu_before = 40 WHERE id = 2",
    "rating taken away": "DELETE FROM rating_change WHERE id = 4",
    "rating added": "INSERT INTO rating_change (pool, who, game_id, at, mu_before, sigma_before, mu, sigma)"
    " VALUES ('league', '2', 3, '2026-12-09 00:00:00.000000', 25, 8, 30, 7)",
    "pool of a rating": "UPDATE rating_change SET pool = 'casual' WHERE id = 1",
    "lapse": "UPDATE rating_change SET lapsed_at = '2026-12-02 00:00:00.000000' WHERE id = 1",
    "time of a rating": "UPDATE rating_change SET at = '2026-12-01 00:00:00.000000' WHERE id = 5",
    # Rules, dates
    "scale": _rule("season", "$.scale", "'99-6-3-1'"),
    "weeks": _rule("season", "$.weeks", "50", 2),
    "promotion": _rule("season", "$.promoted", "0", 2),
    "relegation of the next season": _rule("league", "$.relegated", "0"),
    "time for a turn": _rule("season", "$.terms.free_hours", "1", 2),
    "start": "UPDATE season SET start = '2026-11-01 00:00:00.000000' WHERE id = 2",
    "end of all games": "UPDATE season SET decided_at = '2026-12-02 00:00:00.000000' WHERE id = 1",
    "sign-off": "UPDATE season SET signed_off_at = '2026-12-02 00:00:00.000000' WHERE id = 1",
    "sign-off taken away": "UPDATE season SET signed_off_at = NULL WHERE id = 1",
    "part of the season": "UPDATE season SET phase = 'overtime' WHERE id = 2",
    "absence": "UPDATE season SET absent = json('{{\"6\":[0,1]}}') WHERE id = 1",
    "seeds": "UPDATE season SET seeds = json('[[2]]') WHERE id = 2",
    "waiting list": "UPDATE season SET waiting = json('[6]') WHERE id = 2",
    "dates moved": "UPDATE season SET rested = 86400 WHERE id = 2",
    # Clocks, vacations
    "bank": "UPDATE seat SET bank = bank + 3600 WHERE game_id = {running} AND number = 1",
    "time used": "UPDATE seat SET used = used + 3600 WHERE game_id = {running} AND number = 0",
    "time used in a game that is over": "UPDATE seat SET used = 77 WHERE game_id = 1 AND number = 0",
    "turns missed": "UPDATE seat SET missed = 2 WHERE game_id = {running} AND number = 0",
    "terms of a game": "UPDATE game SET terms = json_set(terms, '$.bank_hours', 1) WHERE id = {running}",
    "clock of a turn": "UPDATE game SET clock = json_set(clock, '$.used', 7777) WHERE id = {running}",
    "pause": "UPDATE game SET paused = 1 WHERE id = {running}",
    "vacation added": "INSERT INTO vacation (player_id, first, end)"
    " VALUES (3, '2026-12-01 00:00:00.000000', '2027-12-01 00:00:00.000000')",
    "vacation moved": "UPDATE vacation SET end = '2027-12-01 00:00:00.000000'",
    "vacation taken away": "DELETE FROM vacation",
    # Names, seats, roles
    "name of a player": "UPDATE player SET name = 'Mallory' WHERE id = 2",
    "name of the league": "UPDATE league SET name = 'Sudric' WHERE id = 1",
    "hash of a name": "UPDATE member SET name_hash = 'x' WHERE season_id = 2 AND player_id = 2",
    "salt of a name": "UPDATE member SET salt = 'x' WHERE season_id = 2 AND player_id = 2",
    "player of a seat": "UPDATE seat SET player_id = 6 WHERE game_id = {running} AND number = 1",
    "bot on a seat": "UPDATE seat SET bot = 'strong' WHERE game_id = {running} AND number = 1",
    "who left a seat": "UPDATE seat SET gone_at = '2026-12-02 00:00:00.000000' WHERE game_id = 1 AND number = 0",
    "whose seat it was": "UPDATE seat SET member_id = 77 WHERE game_id = 1 AND number = 0",
    "director": 'UPDATE league SET directors = json(\'{{"2":["director",null]}}\')',
    "ban": "UPDATE league SET barred = json('[4]')",
    "pair kept apart": "UPDATE league SET apart = json('[[2,3]]')",
}
"""One statement each; `{running}` is a game that is being played."""


def _replace(lines: list[str], number: int, *new: str) -> list[str]:
    return [*lines[:number], *new, *lines[number + 1 :]]


BROKEN: Mapping[str, str] = {
    "DELETE FROM season WHERE id = 1": "season 1 is missing",
    "DELETE FROM member": "member 1.1 is missing",
    "DELETE FROM game WHERE id = 1": "game 1 is missing",
    "DELETE FROM player WHERE id = 2": "player 2 is missing",
    "DELETE FROM seat WHERE game_id = 1": "seat 1.0 is missing",
    "DELETE FROM fixture": "fixture 1.1 is missing",
    "DELETE FROM ledger": "ledger 1.0 is missing",
    "DELETE FROM league_log": "league 1 is in no line of the log",
    "UPDATE league_log SET line = 'nonsense'": "the log is broken at line 1",
    "UPDATE fixture SET result = 'nonsense' WHERE id = 1": "fixture 1.1: result can't be read",
    "UPDATE fixture SET result = '{{}}' WHERE id = 1": "fixture 1.1: result is {}",
    "UPDATE fixture SET members = '[]' WHERE id = 1": "fixture 1.1: members is []",
    "UPDATE season SET rules = '{{}}' WHERE id = 1": "season 1: rules is {}",
    "UPDATE season SET rules = 'x' WHERE id = 1": "season 1: rules can't be read",
    "UPDATE season SET start = 'x' WHERE id = 1": "season 1: start can't be read",
    "UPDATE season SET phase = 'nonsense' WHERE id = 2": "season 2: phase is",
    "UPDATE season SET teams = '{{}}' WHERE id = 2": "season 2: teams is {}",
    "UPDATE season SET number = 7 WHERE id = 1": "member 7.1 is in no line",
    "UPDATE league SET directors = 'x'": "league 1: directors can't be read",
    "UPDATE member SET penalty = 'x' WHERE player_id = 1": "member 1.1: penalty is",
    "UPDATE game SET snapshot = 'x' WHERE id = 1": "game 1: snapshot can't be read",
    "UPDATE game SET snapshot = x'00' WHERE id = 1": "game 1: snapshot can't be read",
    "UPDATE game SET terms = '{{}}' WHERE id = 1": "game 1: terms is {}",
    "UPDATE game SET status = 'x' WHERE id = 1": "game 1: status is",
    "UPDATE ledger SET entry = 'nonsense' WHERE game_id = 1 AND number = 0": "ledger 1.0: entry is",
    "UPDATE rating_change SET pool = 'zzz' WHERE id = 1": "rating_change zzz.",
}
"""Rows as nobody would write them, and what is named first; doubled braces, since each is a pattern."""

LINES: Mapping[str, Callable[[list[str]], list[str]]] = {
    "line changed": lambda lines: _replace(lines, 5, lines[5].replace('"at":"2026', '"at":"2025')),
    "line taken away": lambda lines: _replace(lines, 7),
    "last line taken away": lambda lines: lines[:-1],
    "first line taken away": lambda lines: lines[1:],
    "two lines swapped": lambda lines: _replace(_replace(lines, 8, lines[9]), 9, lines[8]),
    "line put in": lambda lines: _replace(lines, 6, lines[6], lines[5]),
    "line that is no JSON": lambda lines: _replace(lines, 6, "nonsense"),
    "hash changed": lambda lines: _replace(lines, 4, json.dumps({**json.loads(lines[4]), "hash": "0" * 64})),
    "event changed": lambda lines: _replace(lines, 3, lines[3].replace('"event":"entered"', '"event":"withdrawn"')),
    "record changed": lambda lines: [line.replace('"record":"', '"record":"0') for line in lines],
}
"""What may be done to the log itself."""


def rewrite(file: Path, change: Callable[[list[str]], list[str]]) -> None:
    """Put other lines in place of the log's."""
    with closing(sqlite3.connect(file)) as database, database:
        rows = database.execute("SELECT season_id, line FROM league_log WHERE league_id = 1 ORDER BY number").fetchall()
        seasons = [season for season, _ in rows]
        lines = change([line for _, line in rows])
        database.execute("DELETE FROM league_log")
        for number, line in enumerate(lines, 1):
            season = seasons[min(number, len(seasons)) - 1]
            database.execute("INSERT INTO league_log VALUES (1, ?, ?, ?)", (number, season, line))


def chained_again(lines: Sequence[str]) -> list[str]:
    """The chain redone, so that every line follows from the one before it."""
    made, head = list[str](), BEGINNING
    for line in lines:
        try:
            made.append(chained(head, json.loads(line)["entry"]))
        except ValueError:
            continue
        head = head_of(made[-1])
    return made


def forged(lines: Sequence[str], rows: Rows) -> list[str]:
    """The log as somebody would rewrite it who changed rows: it tells of them as they are now, and its chain holds."""
    entries = [json.loads(line)["entry"] for line in lines]
    logged = projection(lines)
    for (table, row), values in rows.items():
        cells = logged.rows.get((table, row))
        if cells is None:
            entries[-1]["rows"].append({"table": table, "row": row, "new": dict(values)})
            continue
        for column, cell in cells.items():
            if values[column] != cell.value:
                _retell(entries[cell.line - 1], table, row, column, values[column])
    for name in _missing(logged, rows):
        for entry in entries:
            entry["rows"] = [each for each in entry["rows"] if (each["table"], each["row"]) != name]
    return chained_again([json.dumps({"entry": entry}) for entry in entries])


def _missing(logged: Projection, rows: Rows) -> list[tuple[str, str]]:
    return [name for name in logged.rows if name not in rows]


def _retell(entry: dict[str, Any], table: str, row: str, column: str, value: Any) -> None:
    for each in entry["rows"]:
        if (each["table"], each["row"]) != (table, row):
            continue
        if column in each.get("new", {}):
            each["new"][column] = value
        elif column in each.get("set", {}):
            each["set"][column][1] = value
