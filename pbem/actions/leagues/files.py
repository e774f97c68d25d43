"""A season as plain files that anyone can check without asking us: the log, the members, and every record."""

from collections.abc import Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pbem.actions.games.views import record
from pbem.actions.leagues.season_facts import name_of
from pbem.model import Season
from pbem.work import ReadWork

LOG = "log.jsonl"
MEMBERS = "members.tsv"
RECORDS = "records"
_README = """# {league}, season {number}

- `{log}`: all that happened in this league up to the end of this season, a line each. Every line has the SHA-256 of the
  hash before it, a newline and its own entry as JSON with sorted keys and no white space; the first follows 64 zeros.
  `rows` are the rows of the database that a line changed. Members are numbers there.
- `members.tsv`: the members' numbers and names.
- `{records}/`: the record of every game that is over, named by its number.

To check all of it: `pbem league check .` verifies the log and every record, makes the draw, the tables and the ratings
again and compares them with what the log says. `pbem league check . --mail kept.eml` also says whether the line that a
mail of this league names is still in the log. `pbem verify {records}/N.txt` verifies one game. The SHA-256 of the
season's secret stands in the line `announced`; the secret itself stands in the line `signed off`.
"""


def log_of(work: ReadWork, season: Season) -> list[str]:
    """The league's log up to the last line of a season: it can be checked from its first line on."""
    lines, mine = work.league_log(season.league_id), work.season_log(season.id)
    return lines[: lines.index(mine[-1]) + 1] if mine else lines


def season_files(work: ReadWork, season: Season) -> Mapping[str, str]:
    """Every file with its text."""
    fixtures = [each for each in work.fixtures(season.id) if each.result]
    games = [game for each in fixtures if each.game_id and (game := work.game(each.game_id))]
    members = [each.player_id for each in work.members(season.id) if each.plays]
    league = work.league(season.league_id).name
    return {
        "README.md": _README.format(league=league, number=season.number, log=LOG, records=RECORDS),
        LOG: "".join(f"{line}\n" for line in log_of(work, season)),
        MEMBERS: "".join(f"{number}\t{name_of(work, number)}\n" for number in members),
        **{f"{RECORDS}/{game.id}.txt": record(work, game) for game in games},
    }


def season_zip(work: ReadWork, season: Season) -> bytes:
    """All of them in one file; the same season is the same bytes."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as folder:
        for name, text in season_files(work, season).items():
            folder.writestr(ZipInfo(name), text, ZIP_DEFLATED)
    return made.getvalue()
