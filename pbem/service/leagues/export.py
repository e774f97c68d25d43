"""A season as a folder of plain files that anyone can check without asking us."""

from collections.abc import Mapping
from pathlib import Path

from pbem.errors import PbemError
from pbem.model import Season
from pbem.service.leagues.recompute import Recomputed, recompute
from pbem.service.leagues.telling import name_of
from pbem.service.sheets import record
from pbem.work import Work

_LOG = "log.jsonl"
_RECORDS = "records"
_README = """# {league}, season {number}

- `{log}`: all that happened, a line each. Every line has the SHA-256 of the hash before it, a newline and its own
  entry as JSON with sorted keys and no white space; the first follows 64 zeros. Members are numbers there.
- `members.tsv`: the members' numbers and names.
- `{records}/`: the record of every game that is over, named by its number.

To check all of it: `pbem league check .` verifies every record and the log, computes the tables again and compares
them with those that were published. `pbem verify {records}/N.txt` verifies one game. The SHA-256 of the season's
secret stands in the first line of the log; the secret itself stands in the line `signed off`.
"""


def export(work: Work, season: Season, folder: Path) -> int:
    """Write the files; returns how many games there are."""
    files = season_files(work, season)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return sum(name.startswith(_RECORDS) for name in files)


def season_files(work: Work, season: Season) -> Mapping[str, str]:
    """Every file with its text."""
    fixtures = [each for each in work.fixtures(season.id) if each.result]
    games = [game for each in fixtures if each.game_id and (game := work.game(each.game_id))]
    members = [each.player_id for each in work.members(season.id) if each.plays]
    league = work.league(season.league_id).name
    return {
        "README.md": _README.format(league=league, number=season.number, log=_LOG, records=_RECORDS),
        _LOG: "".join(f"{line}\n" for line in work.season_log(season.id)),
        "members.tsv": "".join(f"{number}\t{name_of(work, number)}\n" for number in members),
        **{f"{_RECORDS}/{game.id}.txt": record(work, game) for game in games},
    }


def check(folder: Path) -> Recomputed:
    """Compute the tables again from an exported season."""
    log = folder / _LOG
    if not log.is_file():
        raise PbemError(f"{folder}: no {_LOG} there")
    records = {int(path.stem): path.read_text(encoding="utf-8") for path in (folder / _RECORDS).glob("*.txt")}
    return recompute(log.read_text(encoding="utf-8").splitlines(), records)


def members_in(folder: Path) -> dict[int, str]:
    """The members' names by their numbers."""
    lines = (folder / "members.tsv").read_text(encoding="utf-8").splitlines()
    return {int(number): name for number, _, name in (line.partition("\t") for line in lines)}
