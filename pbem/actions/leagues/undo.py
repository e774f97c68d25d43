"""A decision is undone by giving its rows what they held before, as long as no later line has touched them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from pbem.actions.leagues.decide import Matter, Outcome, changed_by
from pbem.actions.leagues.entries import member_of, new_member
from pbem.actions.leagues.reports import decided_about
from pbem.actions.leagues.rulings import rate_again
from pbem.actions.leagues.seasons import settle_places
from pbem.actions.request import Refused
from pbem.actions.results import entries
from pbem.model import Role, Season
from pbem.model.leagues import load_rules, nested
from pbem.model.row_changes import RowChange, loaded
from pbem.work import Work

_DERIVED = ("rating_change",)
"""They follow from the others."""
_ROWS = ("league", "season", "member", "fixture", "protest")
"""What a decision may have changed to be undone like this; a game goes on meanwhile."""
_TOLD_TO_ALL = {"league": {"name", "rules"}, "season": {"rules", "start", "phase", "planned"}}
_OF_A_SEASON = ("start", "decided_at", "signed_off_at", "paused_at", "paused_until", "round_at")
_TIMES = (*_OF_A_SEASON, "entered_at", "left_at", "asked_at")


def undo(matter: Matter, _words: list[str]) -> Outcome:
    """The last decision in this league that changed anything."""
    work, league = matter.work, matter.league
    lines = entries(work.league_log(league.id))
    number = _last_decision(lines)
    if number is None:
        raise Refused("nothing_to_undo", league=league.name)
    word, changes = lines[number - 1]["event"], _changes(lines, number)
    touched = {name for each in changes for name in _cells(each)}
    later = {name for each in lines[number:] for row in each["rows"] for name in _cells(loaded(row))}
    if touched & later or not all(map(_can_be_given_back, changes)):
        raise Refused("rests_on_it", word=word, line=number)
    seasons = {str(each.number): each for each in work.seasons(league.id)}
    for each in changes:
        _give_back(matter, seasons, each)
    unchanged: dict[str, dict[str, list[float]]] = {}
    for about in work.seasons(league.id):
        settle_places(work, about)
        unchanged |= _ratings(work, about, changes)
    logged = {"undone": number, "unchanged": unchanged}
    whom = " · ".join(decided_about(work, lines[number - 1]))
    facts = {"word": word, "line": number, "about": whom}
    return Outcome("undone about" if whom else "undone", facts, logged, _concerned(matter, changes))


def _last_decision(lines: Sequence[Mapping[str, Any]]) -> int | None:
    """The last that was taken and not undone; a message changes nothing, and can't be unsaid."""
    undone = {each["undone"] for each in lines if "undone" in each}
    numbers = [number for number, each in enumerate(lines, 1) if "by" in each and "undone" not in each]
    return next((each for each in reversed(numbers) if each not in undone and _changes(lines, each)), None)


def _changes(lines: Sequence[Mapping[str, Any]], number: int) -> list[RowChange]:
    """All that a decision changed; lines before its own may have told of some of it."""
    return changed_by(lines[lines[number - 1].get("first", number) - 1 : number])


def _can_be_given_back(change: RowChange) -> bool:
    """Somebody may come in again or go out; a season, once it is announced, is there."""
    came_or_went = change.before is None or change.after is None
    return change.table in _DERIVED or (change.table in _ROWS and not (came_or_went and change.table != "member"))


def _cells(change: RowChange) -> Iterator[tuple[str, str, str]]:
    for column in change.columns if change.table not in _DERIVED else ():
        if column != "place":
            yield change.table, change.row, column


def _concerned(matter: Matter, changes: Sequence[RowChange]) -> set[int]:
    """Whoever was told of the decision: those whom it was about, or everyone."""
    work = matter.work
    told_to_all = any(_TOLD_TO_ALL.get(each.table, set()) & each.columns.keys() for each in changes)
    everyone = {each.player_id for each in work.members(matter.season.id)} if told_to_all else set()
    members = [each for each in changes if each.table == "member"]
    asked = {who for each in members for who in each.columns.get("asked_id", ()) if who}
    return everyone | asked | {int(each.row.partition(".")[2]) for each in members}


def _give_back(matter: Matter, seasons: Mapping[str, Season], change: RowChange) -> None:
    """What a row held before the decision; a member who came or went by it goes or comes back."""
    work, before = matter.work, {name: _read(name, value) for name, value in (change.before or {}).items()}
    of_season, _, number = change.row.partition(".")
    match change.table:
        case "league":
            work.save_league(replace(work.league(matter.season.league_id), **before))
        case "season":
            season = work.season(seasons[of_season].id)
            assert season
            work.save_season(replace(season, **before, due_at=work.now))
        case "member":
            _member(matter, seasons[of_season], change, before)
        case "fixture":
            fixture = next(each for each in work.fixtures(seasons[of_season].id) if each.number == int(number))
            work.save_fixture(replace(fixture, ruling=before.get("ruling", fixture.ruling)))
        case "protest":
            every = [each for season in seasons.values() for each in work.protests(season.id)]
            case = next(each for each in every if each.id == int(change.row))
            work.save_protest(replace(case, granted=before.get("granted")))


def _member(matter: Matter, season: Season, change: RowChange, before: dict[str, Any]) -> None:
    work, number = matter.work, int(change.row.partition(".")[2])
    member, player = member_of(work, season, number), work.player(number)
    if member and change.before is None:
        work.remove_member(member)
    elif member:
        work.save_member(replace(member, **before))
    elif player:
        # The log keeps no salt: the name is sealed anew.
        before.pop("name_hash")
        work.add_member(replace(new_member(matter.server, season, player, work.now), **before))


def _read(name: str, value: Any) -> Any:
    """A column as our values have it."""
    if name in _TIMES:
        return datetime.fromisoformat(value) if value else None
    match name:
        case "rules":
            return load_rules(value)
        case "directors":
            return {int(who): Role(role, _read("start", until)) for who, (role, until) in value.items()}
        case "absent":
            return {int(who): tuple(each) for who, each in value.items()}
        case "apart" | "seeds" | "planned":
            return tuple(map(tuple, value))
        case "barred" | "waiting":
            return tuple(value)
        case "groups" | "byes" | "challenges" | "idled" | "teams":
            return nested(value)
    return value


def _ratings(work: Work, season: Season, changes: list[RowChange]) -> dict[str, dict[str, list[float]]]:
    """Of a season's games whose ruling was given back, and of all later ones."""
    rows = {each.row for each in changes if each.table == "fixture"}
    ruled = [each for each in work.fixtures(season.id) if f"{season.number}.{each.number}" in rows and each.result]
    first = min(ruled, key=lambda each: str((each.result or {})["finished"]), default=None)
    return rate_again(work, first) if first else {}
