"""A season's tables: computed from the results, then put into words that a mail can show."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from pbem.actions.games.views import time_left
from pbem.actions.request import not_before, reader, wants_mail
from pbem.actions.results import counted, load_result, settled_rating
from pbem.league.competition import Group, challenges_of, cup_of, ladder_steps, scale_of, scoring_of, teams_of
from pbem.league.fixtures import sizes
from pbem.league.knockout import matches
from pbem.league.ladder import Step
from pbem.league.points import Result, SeatResult, shown
from pbem.league.pyramid import Final, PlaceClaim, Rules, Shape, movements
from pbem.league.rating import SETTLED_GAMES, Pool, Rating
from pbem.league.rounds import Bout, Bye, Field, Round
from pbem.league.season import Phase, Progress, Timetable
from pbem.league.standings import Cell, Decider, TableRow, crosstable, points_over_time, standings
from pbem.league.teams import team_table
from pbem.model import Fixture, Holder, LeagueRules, Member, Player, Season
from pbem.model.characters import shown_name
from pbem.notices import (
    BracketMatch,
    DivisionTable,
    FixtureLine,
    LeagueFacts,
    LeagueNews,
    LeagueNotice,
    MemberLine,
    Notice,
    Rival,
    SeasonStory,
    StandingsLine,
    TeamLine,
)
from pbem.work import Reading, Work

# From a season's row to the values that the pure core works with.


CALLED_OFF = "called off"
"""The phase of a season to which too few came."""
_STRETCH = 3


def timetable(season: Season) -> Timetable:
    """The season's dates."""
    rules = season.rules
    return Timetable(
        season.start,
        weeks=rules.weeks,
        check_in=timedelta(days=rules.check_in_days),
        overtime=timedelta(days=rules.overtime_days),
        protests=timedelta(hours=rules.protest_hours),
        rested=timedelta(seconds=season.rested),
        round_begins=season.round_at,
    )


def progress(season: Season) -> Progress:
    """What has happened in it."""
    return Progress(season.decided_at, season.signed_off_at)


def pyramid(rules: LeagueRules, seeds: Sequence[Sequence[int]] = (), apart: Sequence[tuple[int, int]] = ()) -> Rules:
    """Who goes up and down; divisions may be a little larger than planned where players don't fill the last level."""
    largest = min(max(sizes(rules.seats)), max(Shape().largest, rules.size + _STRETCH))
    shape = Shape(rules.widths, rules.size, smallest=min(Shape().smallest, rules.size), largest=largest)
    return Rules(
        shape,
        promoted=rules.promoted,
        relegated=rules.relegated,
        newcomers_by_rating=rules.newcomers == "rating",
        seeds=seeds,
        apart=apart,
    )


# Who hears what of a league: its facts as everyone may see them, and a mail to each whom they concern.


OPEN = (Phase.ENTRIES, Phase.CHECK_IN)
PLAYED = (Phase.RUNNING, Phase.OVERTIME, Phase.ADJUDICATION)


def facts(work: Reading, season: Season, player_id: int | None = None) -> LeagueFacts:
    """The league and its season, for this reader."""
    members = [each for each in work.members(season.id) if each.plays or season.phase in OPEN]
    entered = any(each.played_by == player_id and (each.substitute_id or each.left_at is None) for each in members)
    return LeagueFacts(
        name=work.league(season.league_id).name,
        season=season.number,
        phase=season.phase,
        seats=season.rules.seats,
        edition=season.rules.edition,
        terms=season.rules.terms,
        start=season.start,
        end=timetable(season).overtime_begins,
        entrants=len(members),
        commitment=season.commitment,
        mine=None if player_id is None else entered,
        rules=season.rules,
        directors=tuple(name_of(work, each) for each in work.league(season.league_id).directors),
        format=season.rules.format,
        rounds=max((each.rounds for each in season.rules.stages if each.pairing == "swiss"), default=0),
    )


@dataclass(frozen=True, slots=True)
class Details:
    """What there is to say besides the news."""

    until: datetime | None = None
    division: str = ""
    fixtures: Sequence[FixtureLine] = ()
    remarks: Sequence[str] = ()
    story: SeasonStory | None = None
    by: str | None = None
    """Who did this to the reader, who hears of it once even if they never wrote to us."""
    other: str = ""
    proof: bytes = b""


_NONE = Details()


def tell(
    work: Work,
    season: Season,
    player: Player | None,
    news: LeagueNews,
    details: Details = _NONE,
    answers: str | None = None,
) -> list[Notice]:
    """One mail to one reader; an answer at any hour, all else to those who want mail, not in their quiet hours."""
    if player is None or not (answers or wants_mail(player) or (details.by is not None and not player.stopped)):
        return []
    return [
        LeagueNotice(
            to=reader(player),
            leagues=(facts(work, season, player.id),),
            news=news,
            answers=answers,
            not_before=not_before(work, player, answers),
            until=details.until,
            division=details.division,
            fixtures=tuple(details.fixtures),
            remarks=tuple(details.remarks),
            story=details.story,
            by=details.by or "",
            other=details.other,
            proof=details.proof,
        )
    ]


def tell_all(
    work: Work, season: Season, player_ids: Collection[int], news: LeagueNews, until: datetime | None = None
) -> list[Notice]:
    """The same news for each."""
    details = Details(until)
    return [notice for each in player_ids for notice in tell(work, season, work.player(each), news, details)]


def is_ladder(season: Season) -> bool:
    return any(each.pairing == "challenge" for each in season.rules.stages)


def played_by(work: Reading, season: Season) -> dict[int, int]:
    """Who plays for each place now, and so hears what becomes of it: the member, or a substitute."""
    return {each.player_id: each.played_by for each in work.members(season.id)}


def people_in(work: Reading, season: Season) -> list[int]:
    """Everyone who is in a season, in the place of whoever left those who play for them."""
    members = [each for each in work.members(season.id) if each.substitute_id or each.left_at is None]
    return list(dict.fromkeys(each.played_by for each in members))


def member_lines(work: Reading, season: Season) -> Iterator[MemberLine]:
    """Who is in a season, by division once it is drawn, and who waits."""
    members = work.members(season.id)
    drawn = sorted({(each.level or 0, each.division or 0) for each in members if each.plays})
    for each in sorted(members, key=lambda one: (not one.plays, one.level or 0, one.division or 0)):
        yield MemberLine(name_of(work, each.player_id), *_stands(work, season, each, drawn))
    for player_id in season.waiting:
        yield MemberLine(name_of(work, player_id), "waits")


def _stands(work: Reading, season: Season, member: Member, drawn: Sequence[tuple[int, int]]) -> tuple[str, str]:
    if member.asked_id:
        return "asked", name_of(work, member.asked_id)
    if member.substitute_id:
        return "replaced", name_of(work, member.substitute_id)
    if member.left_at:
        return "left", ""
    if member.plays and season.rules.stages:
        return "plays", ""
    if member.plays:
        return "plays", division_name(drawn, member.level or 0, member.division or 0)
    if season.phase == Phase.CHECK_IN:
        return ("awaited" if member.awaited else "here"), ""
    return ("entered" if season.phase in OPEN else "absent"), ""


def division_name(drawn: Iterable[tuple[int | None, int | None]], level: int, number: int) -> str:
    """`1`, or `2b` where several divisions were drawn on the level; levels and numbers count from 0."""
    alone = all(each == (level, 0) for each in drawn if each[0] == level)
    return f"{level + 1}" if alone else f"{level + 1}{chr(ord('a') + number)}"


def name_of(work: Reading, player_id: int) -> str:
    player = work.player(player_id)
    assert player
    return player.name


_LOT_SHOWN = 8


@dataclass(frozen=True, slots=True)
class DivisionGames:
    """A division with all that is known of it; the members in the order in which they entered."""

    level: int
    number: int
    name: str
    members: tuple[Member, ...]
    fixtures: tuple[Fixture, ...]
    stage: int = 1
    group: Group | None = None
    """In a season that has stages and no levels."""

    @property
    def ids(self) -> tuple[int, ...]:
        return tuple(each.player_id for each in self.members)

    @property
    def results(self) -> tuple[Result, ...]:
        """In the order in which the games ended."""
        heirs = _with_heirs(self.members)
        ended = (result for each in self.fixtures if (result := _inherited(each, heirs)))
        return tuple(sorted(ended, key=lambda result: (result.finished, result.game)))

    @property
    def penalties(self) -> dict[int, int]:
        return {each.player_id: each.penalty for each in self.members if each.penalty}


def divisions(work: Reading, season: Season) -> Iterator[DivisionGames]:
    """From the top; of stages the last first."""
    return divisions_of(season, work.members(season.id), work.fixtures(season.id))


def divisions_of(
    season: Season, entered: Sequence[Member], fixtures: Sequence[Fixture], apart: Collection[tuple[int, int]] = ()
) -> Iterator[DivisionGames]:
    """The divisions or groups that these members and fixtures make."""
    if season.rules.stages:
        for number in reversed(range(1, len(season.groups) + 1)):
            yield from groups_of(season, entered, fixtures, number, apart)
        return
    members = [each for each in entered if each.plays]
    drawn = sorted({(each.level or 0, each.division or 0) for each in members})
    for level, number in drawn:
        yield DivisionGames(
            level,
            number,
            division_name(drawn, level, number),
            tuple(each for each in members if (each.level, each.division) == (level, number)),
            tuple(each for each in fixtures if (each.level, each.division) == (level, number)),
        )


def groups_of(
    season: Season,
    entered: Sequence[Member],
    fixtures: Sequence[Fixture],
    stage: int,
    apart: Collection[tuple[int, int]] = (),
) -> Iterator[DivisionGames]:
    """The groups of a stage, with all that was played in them."""
    rules, known = season.rules.stages[stage - 1], {each.player_id: each for each in entered}
    for number, ids in enumerate(season.groups[stage - 1]):
        members = tuple(known[each] for each in ids)
        games = tuple(each for each in fixtures if (each.stage, each.division) == (stage, number))
        group = Group(
            season.rules,
            rules,
            Field(
                ids,
                season.secret,
                frozenset(each.player_id for each in members if each.left_at and not each.substitute_id),
                frozenset(apart),
                {each.player_id: each.penalty for each in members if each.penalty},
            ),
            tuple(_rounds(season, games, stage, number, _with_heirs(members))),
            tuple(_steps(season, games, _with_heirs(members))) if rules.pairing == "challenge" else (),
        )
        yield DivisionGames(0, number, group_name(season, stage, number), members, games, stage, group)


def _with_heirs(members: Iterable[Member]) -> frozenset[int]:
    """The members whose places get what substitutes play."""
    return frozenset(each.player_id for each in members if each.inherits)


def _rounds(
    season: Season, games: Sequence[Fixture], stage: int, group: int, heirs: Collection[int]
) -> Iterator[Round]:
    byes = [each for each in season.byes if each[:2] == (stage, group)]
    begun = {each.round for each in games} | {each[2] for each in byes}
    for number in sorted(begun):
        bouts = tuple(Bout(each.members, _inherited(each, heirs)) for each in games if each.round == number)
        yield Round(bouts, tuple(Bye(each[3], each[4]) for each in byes if each[2] == number))


def _inherited(fixture: Fixture, heirs: Collection[int]) -> Result | None:
    result = counted(fixture)
    return result.inherited_from(heirs) if result else None


def _steps(season: Season, games: Sequence[Fixture], heirs: Collection[int]) -> Iterator[Step]:
    results = {each.number: result for each in games if (result := _inherited(each, heirs))}
    return ladder_steps(challenges_of(season.challenges), results, season.idled)


def group_name(season: Season, stage: int, number: int) -> str:
    """`A`, `B` of several groups, the number of a board; `final` for the only group of the last of several stages."""
    if season.rules.stages[stage - 1].grouping == "boards":
        return str(number + 1)
    if len(season.groups[stage - 1]) > 1:
        return chr(ord("A") + number)
    return "final" if stage > 1 and stage == len(season.rules.stages) else str(stage)


def ranked(season: Season, division: DivisionGames) -> tuple[TableRow, ...]:
    """The table as it stands."""
    if division.group:
        return division.group.table
    scoring = scoring_of(season.rules, None)
    return standings(division.ids, division.results, scoring, season.secret, division.penalties)


def who_left(division: DivisionGames) -> set[int]:
    """Who withdrew, was replaced, or left half of their games or more, unless somebody inherits their place."""
    withdrew = {each.player_id for each in division.members if each.left_at and each.heir_id == each.player_id}
    return withdrew | {each for each in division.ids if _left_half(each, division.results)}


def _left_half(member: int, results: Sequence[Result]) -> bool:
    mine = [result.seats[seat] for result in results if (seat := result.seat_of(member)) is not None]
    return bool(mine) and sum(not each.scores for each in mine) * 2 >= len(mine)


def division_table(
    work: Reading, season: Season, division: DivisionGames, reader_id: int | None = None
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
    work: Reading, season: Season, division: DivisionGames, order: Sequence[int], reader_id: int | None
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
        "bracket": tuple(_bracket(work, group, division, reader_id)),
        "moved": tuple(seeds.index(each) - at for at, each in enumerate(order))
        if group.stage.pairing == "challenge"
        else (),
    }


def _bracket(
    work: Reading, group: Group, division: DivisionGames, reader_id: int | None
) -> Iterator[tuple[BracketMatch, ...]]:
    """The rounds of a cup, each match from first to last."""
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
            points = {row.member: shown(row.points) if over else "" for row in rows}
            champion = members[0] if over and len(matches(played)) == 1 and not later else None
            rivals = tuple(
                Rival(name_of(work, each), points.get(each, ""), each in later or each == champion, each == reader_id)
                for each in members
            )
            numbers = tuple(game.game_id for bout in match.bouts if (game := games[bout.members]).game_id)
            shown_matches.append(BracketMatch(rivals, numbers))
        yield tuple(shown_matches)


def team_lines(work: Reading, season: Season, reader_id: int | None = None) -> tuple[TeamLine, ...]:
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


def zones_of(work: Reading, season: Season) -> dict[int, str]:
    """Who goes `up` or `down` by the tables as they stand; nobody does before a game is over."""
    if season.rules.stages or not any(each.result for each in work.fixtures(season.id)):
        return {}
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


def _substitutes(work: Reading, division: DivisionGames, member: int) -> str:
    """Whoever played for a member, in a game or from now on."""
    named = [each.substitute_id for each in division.members if each.player_id == member and each.substitute_id]
    seats = [seat for result in division.results for seat in result.seats if seat.member == member]
    people = dict.fromkeys([*(seat.substitute for seat in seats if seat.substitute), *named])
    return ", ".join(name_of(work, each) for each in people)


def _in_order(division: DivisionGames) -> list[Fixture]:
    by_game = {each.game_id: each for each in division.fixtures}
    return [by_game[result.game] for result in division.results]


def finished_line(work: Reading, fixture: Fixture) -> FixtureLine:
    """A game that is over; names are those whose seats they were."""
    assert fixture.result
    result, names = counted(fixture) or load_result(fixture.result), _names(work, fixture)
    return FixtureLine(
        fixture.game_id,
        names,
        tuple(seat.score for seat in result.seats),
        tuple(names[seat] for seat in result.places[0]),
        finishers=tuple(_finisher(work, each) for each in result.seats),
    )


def _finisher(work: Reading, seat: SeatResult) -> str:
    """Who played it at the end, if that was not its member."""
    if seat.member is None or not seat.left:
        return ""
    if seat.bot:
        return shown_name(seat.bot, seat.bot)
    return name_of(work, seat.substitute) if seat.substitute else ""


def running_line(work: Reading, fixture: Fixture) -> FixtureLine:
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


def _to_play(work: Reading, fixture: Fixture) -> tuple[str, ...]:
    """Who will play for whom in a game that has not begun."""
    known = {each.player_id: each.substitute_id for each in work.members(fixture.season_id)}
    return tuple(name_of(work, other) if (other := known.get(each)) else "" for each in fixture.members)


def _plays(holder: Holder, member: int) -> str:
    """Who plays a seat now, if that is not its member."""
    if holder.bot:
        return shown_name(holder.name, holder.bot)
    return holder.name if holder.player_id != member else ""


def fixture_line(work: Reading, fixture: Fixture) -> FixtureLine:
    """A game, over or not."""
    return finished_line(work, fixture) if fixture.result else running_line(work, fixture)


def _names(work: Reading, fixture: Fixture) -> tuple[str, ...]:
    return tuple(name_of(work, member) for member in fixture.members)


def _line(work: Reading, season: Season, row: TableRow) -> StandingsLine:
    rating = rating_then(work, row.member, season.decided_at)
    return replace(standings_line(row, name_of(work, row.member)), rating=str(rating or ""))


def rating_then(work: Reading, member: int, moment: datetime | None) -> Rating | None:
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
