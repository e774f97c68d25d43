"""A season as plain files that anyone can check without asking us."""

from collections.abc import Mapping

from pbem.model import Season
from pbem.service.leagues.telling import name_of
from pbem.service.sheets import record
from pbem.work import Work

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


def season_files(work: Work, season: Season) -> Mapping[str, str]:
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
