"""A season's tables: computed from the results, put into words that a mail can show."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from pbem.actions.games.views import time_left
from pbem.actions.leagues.divisions import DivisionGames, divisions, ranked, who_left
from pbem.actions.leagues.season_facts import drawn_since, name_of, pyramid
from pbem.actions.results import counted, load_result, settled_rating
from pbem.league.competition import Group, cup_of, scale_of, scoring_of, teams_of
from pbem.league.knockout import Match, matches
from pbem.league.points import SeatResult, shown
from pbem.league.pyramid import Final, PlaceClaim, movements
from pbem.league.rating import SETTLED_GAMES, Pool, Rating
from pbem.league.standings import Cell, Decider, TableRow, crosstable, points_over_time
from pbem.league.teams import team_table
from pbem.model import Fixture, Holder, Season
from pbem.model.characters import shown_name
from pbem.notices import (
    BracketMatch,
    DivisionTable,
    FixtureLine,
    Rival,
    StandingsLine,
    TeamLine,
    side_by_side,
)
from pbem.work import ReadWork

_LOT_SHOWN = 8


def division_table(
    work: ReadWork, season: Season, division: DivisionGames, reader_id: int | None = None
) -> DivisionTable:
    """The division as one of its readers sees it."""
    rows, left, zones = ranked(season, division), who_left(division), zones_of(work, season)
    order = [row.member for row in rows]
    crossed = crosstable(order, division.results)
    growth = points_over_time(order, division.results, scale_of(season.rules)) if _grows(division) else ()
    people = {each.player_id: each.played_by for each in division.members}
    return DivisionTable(
        name=division.name,
        lines=tuple(
            replace(
                _line(work, season, row),
                left=row.member in left,
                mine=reader_id in (row.member, people.get(row.member)),
                zone=zones.get(row.member, ""),
                substitute=_substitutes(work, division, row.member),
            )
            for row in rows
        ),
        crosstable=tuple(tuple(cell_text(crossed[one].get(other)) for other in order) for one in order),
        finished=tuple(finished_line(work, each) for each in _in_order(division)),
        running=tuple(running_line(work, each) for each in division.fixtures if not each.result),
        growth=tuple((each.at, tuple(float(each.points[member]) for member in order)) for each in growth),
        **_of_format(work, season, division, order, reader_id),
    )


def _grows(division: DivisionGames) -> bool:
    """In a cup it is rounds that lead on, on a ladder rungs: points are beside the point."""
    return division.group is None or division.group.stage.pairing not in ("knockout", "challenge")


_KINDS = {"swiss": "swiss", "knockout": "cup", "challenge": "ladder"}


def _of_format(
    work: ReadWork, season: Season, division: DivisionGames, order: Sequence[int], reader_id: int | None
) -> dict[str, Any]:
    """What a table has besides where it is none of a league's division."""
    group = division.group
    if group is None:
        return {}
    kind = {"boards": "board", "groups": "group"}.get(group.stage.grouping, "final")
    kind = "group" if len(season.groups[division.stage - 1]) > 1 and kind == "final" else kind
    whole = group.stage.rounds if group.stage.pairing == "swiss" else 0
    seeds = group.field.members
    return {
        "kind": _KINDS.get(group.stage.pairing, kind),
        "order": tuple(scoring_of(season.rules, group.stage).order),
        "rounds": (len(group.rounds), whole),
        "bracket": side_by_side(tuple(_bracket(work, group, division, reader_id))),
        "moved": tuple(seeds.index(each) - at for at, each in enumerate(order))
        if group.stage.pairing == "challenge"
        else (),
    }


def _bracket(
    work: ReadWork, group: Group, division: DivisionGames, reader_id: int | None
) -> Iterator[tuple[BracketMatch, ...]]:
    """The rounds of a cup, each match from first to last; those of the last round as they lead on."""
    if group.stage.pairing != "knockout":
        return
    cup, games = cup_of(group.rules, group.stage), {each.members: each for each in division.fixtures}
    for number, played in enumerate(group.rounds):
        later = {member for each in group.rounds[number + 1 :] for match in matches(each) for member in match.members}
        shown_matches = []
        for match in matches(played):
            rows = cup.order(group.field, match) if match.bouts else ()
            over = bool(match.bouts) and all(bout.result for bout in match.bouts)
            members = [row.member for row in rows] or list(match.members)
            points = _told_of(match, rows) if over else {}
            champion = members[0] if over and len(matches(played)) == 1 and not later else None
            rivals = tuple(
                Rival(name_of(work, each), points.get(each, ""), each in later or each == champion, each == reader_id)
                for each in members
            )
            numbers = tuple(game.game_id for bout in match.bouts if (game := games[bout.members]).game_id)
            shown_matches.append(BracketMatch(rivals, numbers))
        leads_on = number == len(group.rounds) - 1
        order = cup.standing_order(len(shown_matches)) if leads_on else range(len(shown_matches))
        yield tuple(shown_matches[each] for each in order)


def _told_of(match: Match, rows: Sequence[TableRow]) -> dict[int, str]:
    """What each had at the end: of a single game the score, of several the points of all."""
    if len(match.bouts) == 1 and (result := match.bouts[0].result):
        return {seat.member: str(seat.score) for seat in result.seats if seat.member is not None and seat.scores}
    return {row.member: shown(row.points) for row in rows}


def team_lines(work: ReadWork, season: Season, reader_id: int | None = None) -> tuple[TeamLine, ...]:
    """The table of teams: what their boards have together."""
    boards = [each for each in divisions(work, season) if each.group] if season.rules.boards else []
    if not boards:
        return ()
    known = {each[0]: each for each in season.teams}
    lined = [(name, captain, members) for name, captain, members in known.values() if members]
    rows = [{row.member: row for row in ranked(season, each)} for each in boards]
    playing = [
        (name, captain, tuple(next(each for each in members if each in board) for board in rows))
        for name, captain, members in lined
        if all(any(each in board for each in members) for board in rows)
    ]
    teams = teams_of(playing)
    return tuple(
        TeamLine(
            row.place,
            teams[row.team - 1].name,
            shown(row.points),
            shown(row.wins),
            tuple(
                (name_of(work, member), shown(points))
                for member, points in zip(teams[row.team - 1].members, row.boards, strict=True)
            ),
            reader_id in teams[row.team - 1].members,
        )
        for row in team_table(teams, rows, season.secret)
    )


_ZONES = {PlaceClaim.PROMOTED: "up", PlaceClaim.RELEGATED: "down", PlaceClaim.LEFT: "down"}


def zones_of(work: ReadWork, season: Season) -> dict[int, str]:
    """Who goes `up` or `down` by the tables as they stand; nobody does before a game is over.

    Where the next season was drawn from a table that was open again, who went.
    """
    if season.rules.stages or not any(each.result for each in work.fixtures(season.id)):
        return {}
    following = drawn_since(work, season)
    if following and (season.signed_off_at is None or season.signed_off_at >= following.start):
        return _went(work, season, following)
    finals = [
        Final(each.level, tuple(row.member for row in ranked(season, each)), who_left(each))
        for each in divisions(work, season)
    ]
    bottom = max(each.level for each in finals)
    moves = movements(finals, pyramid(season.rules))
    levels = {member: final.level for final in finals for member in final.members}
    return {
        member: zone
        for member, claim in moves.items()
        if (zone := _ZONES.get(claim)) and not (zone == "down" and levels[member] == bottom)
    }


def _went(work: ReadWork, season: Season, following: Season) -> dict[int, str]:
    """By the levels of both seasons; whoever does not play in the next one went nowhere."""
    levels = {each.player_id: each.level for each in work.members(following.id) if each.level is not None}
    both = {
        each.player_id: (each.level, levels[each.heir_id])
        for each in work.members(season.id)
        if each.level is not None and each.heir_id in levels
    }
    return {member: "up" if now < then else "down" for member, (then, now) in both.items() if then != now}


def _substitutes(work: ReadWork, division: DivisionGames, member: int) -> str:
    """Whoever played for a member, in a game or from now on."""
    named = [each.substitute_id for each in division.members if each.player_id == member and each.substitute_id]
    seats = [seat for result in division.results for seat in result.seats if seat.member == member]
    people = dict.fromkeys([*(seat.substitute for seat in seats if seat.substitute), *named])
    return ", ".join(name_of(work, each) for each in people)


def _in_order(division: DivisionGames) -> list[Fixture]:
    by_game = {each.game_id: each for each in division.fixtures}
    return [by_game[result.game] for result in division.results]


def finished_line(work: ReadWork, fixture: Fixture) -> FixtureLine:
    """A game that is over; names are those whose seats they were."""
    assert fixture.result
    result, names = counted(fixture) or load_result(fixture.result), _names(work, fixture)
    return FixtureLine(
        fixture.game_id,
        names,
        tuple(seat.score for seat in result.seats),
        tuple(names[seat] for seat in result.places[0]),
        finishers=tuple(_finisher(work, each) for each in result.seats),
        ruled=tuple(names[seat] for group in fixture.ruling or () for seat in group),
    )


def _finisher(work: ReadWork, seat: SeatResult) -> str:
    """Who played it at the end, if that was not its member."""
    if seat.member is None or not seat.left:
        return ""
    if seat.bot:
        return shown_name(seat.bot, seat.bot)
    return name_of(work, seat.substitute) if seat.substitute else ""


def running_line(work: ReadWork, fixture: Fixture) -> FixtureLine:
    """A game that is being played, or has not begun."""
    game = work.game(fixture.game_id) if fixture.game_id else None
    if game is None or game.state.turn is None:
        return FixtureLine(fixture.game_id, _names(work, fixture), finishers=_to_play(work, fixture))
    return FixtureLine(
        game.id,
        _names(work, fixture),
        finishers=tuple(_plays(holder, member) for holder, member in zip(game.holders, fixture.members, strict=True)),
        on_turn=game.holders[game.state.turn].name,
        until=time_left(work, game)[0],
        commitment=game.start.commitment,
    )


def _to_play(work: ReadWork, fixture: Fixture) -> tuple[str, ...]:
    """Who will play for whom in a game that has not begun."""
    known = {each.player_id: each.substitute_id for each in work.members(fixture.season_id)}
    return tuple(name_of(work, other) if (other := known.get(each)) else "" for each in fixture.members)


def _plays(holder: Holder, member: int) -> str:
    """Who plays a seat now, if that is not its member."""
    if holder.bot:
        return shown_name(holder.name, holder.bot)
    return holder.name if holder.player_id != member else ""


def fixture_line(work: ReadWork, fixture: Fixture) -> FixtureLine:
    """A game, over or not."""
    return finished_line(work, fixture) if fixture.result else running_line(work, fixture)


def _names(work: ReadWork, fixture: Fixture) -> tuple[str, ...]:
    return tuple(name_of(work, member) for member in fixture.members)


def _line(work: ReadWork, season: Season, row: TableRow) -> StandingsLine:
    rating = rating_then(work, row.member, season.decided_at)
    return replace(standings_line(row, name_of(work, row.member)), rating=str(rating or ""))


def rating_then(work: ReadWork, member: int, moment: datetime | None) -> Rating | None:
    """What was shown of a rating at a moment, or is now; None as long as somebody was new."""
    if moment is None:
        return settled_rating(work, Pool.LEAGUE, member)
    until = [each for each in work.rating_history(str(member)) if each.pool == Pool.LEAGUE and each.at <= moment]
    return Rating(until[-1].mu, until[-1].sigma) if len(until) >= SETTLED_GAMES else None


def standings_line(row: TableRow, name: str) -> StandingsLine:
    """What the games alone tell."""
    return StandingsLine(
        place=row.place,
        name=name,
        games=row.games,
        points=shown(row.points),
        wins=shown(row.wins),
        seconds=shown(row.seconds),
        thirds=shown(row.thirds),
        share=f"{float(row.share):.3f}",
        head_to_head="" if row.head_to_head is None else shown(row.head_to_head),
        clock_hours=round(row.clock.total_seconds() / 3600),
        lot=row.lot[:_LOT_SHOWN] if row.games else "",
        decided_by="" if row.decided_by is Decider.LOT and not row.games else row.decided_by or "",
        rating="",
        penalty=row.penalty,
        byes=row.byes,
        opponents=shown(row.opponents) if row.opponents or row.byes else "",
    )


def cell_text(cell: Cell | None) -> str:
    """`2-1`: ahead and behind; `1=1-0` where they were level once."""
    if cell is None or cell == Cell():
        return ""
    level = f"={cell.level}" if cell.level else ""
    return f"{cell.ahead}{level}-{cell.behind}"
