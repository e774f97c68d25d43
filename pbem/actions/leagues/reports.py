"""For the directors alone: who is late, what is stuck, what needs a decision, and what somebody should look at."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any

from engine import Resign, Timeout
from pbem.actions.games.clock import turn_of
from pbem.actions.leagues.decide import directors_of
from pbem.actions.leagues.divisions import DivisionGames, divisions, who_left
from pbem.actions.leagues.entries import place_of
from pbem.actions.leagues.games import running
from pbem.actions.leagues.season_facts import OPEN, facts, name_of, played_before, timetable, with_its_rest
from pbem.actions.leagues.suspicions import suspicious_play, suspicious_results
from pbem.actions.leagues.tables import division_table, team_lines
from pbem.actions.names import alike
from pbem.actions.request import Server, not_before, reader, wants_mail
from pbem.actions.results import entries as entries_of
from pbem.league.season import Phase
from pbem.model import Game, Holder, Member, Player, Season
from pbem.model.characters import shown_name
from pbem.notices import Concern, Notice, Reader, ReportNotice, StandingsNotice, Worry
from pbem.work import ReadWork, Work

_STUCK = timedelta(days=7)
_WEEK = timedelta(weeks=1)
_DAY = timedelta(days=1)
_NOTHING = timedelta()
_HOUR = timedelta(hours=1)


def report(work: Work, server: Server, season: Season, worries: list[Worry]) -> list[Notice]:
    """The same for each director."""
    return [
        ReportNotice(
            to=reader(who) if isinstance(who, Player) else Reader(address=who, language=server.language),
            league=facts(work, season),
            worries=tuple(worries),
            not_before=not_before(work, who) if isinstance(who, Player) else None,
        )
        for who in directors_of(work, server, work.league(season.league_id))
    ]


def report_for(work: ReadWork, season: Season, player: Player, answers: str) -> list[Notice]:
    """The weekly report, to whoever directs and asks for it."""
    worries = tuple(weekly_worries(work, season))
    return [ReportNotice(to=reader(player), league=facts(work, season), worries=worries, answers=answers)]


def cases_for(work: ReadWork, season: Season, player: Player, answers: str) -> list[Notice]:
    """What waits for a decision, to whoever directs and asks for it."""
    worries = tuple(decisions(work, season))
    return [ReportNotice(to=reader(player), league=facts(work, season), worries=worries, answers=answers)]


def weekly_worries(work: ReadWork, season: Season) -> list[Worry]:
    """All that is not as it should be."""
    return [
        *_pace(work, season),
        *decisions(work, season),
        *(worry for _, game in running(work, season) for worry in _game(work, game)),
        *_left(work, season),
        *happened(work, season, work.now - _WEEK, still=True),
        *_acts(work, season),
        *suspicious_results(work, season),
    ]


def _pace(work: ReadWork, season: Season) -> list[Worry]:
    """How many came and who has not said so; how many games are over, and how many would be at an even pace."""
    if season.phase in OPEN:
        return _coming(work, season)
    fixtures, dates = work.fixtures(season.id), timetable(with_its_rest(season, work.now))
    if not fixtures:
        return []
    if season.decided_at:
        return list(_decided(work, season, len(fixtures)))
    played = [each for each in fixtures if (each.stage, each.round) == (season.stage, season.round)] or fixtures
    over, begun = sum(each.result is not None for each in played), season.round_at or season.start
    gone = (work.now - begun) / (dates.hard_date - begun)
    days = max(0, (dates.hard_date - work.now).days)
    even = round(len(played) * min(1, max(0, gone)))
    return [Worry(Concern.PACE, figure=f"{over} {len(played)} {even} {days}")]


def _decided(work: ReadWork, season: Season, games: int) -> Iterator[Worry]:
    """Once all games are over: how long protests are heard."""
    yield Worry(Concern.OVER, figure=str(games))
    if season.phase == Phase.PROVISIONAL and season.decided_at:
        left = season.decided_at + timetable(season).protests - work.now
        yield Worry(Concern.HEARD, figure=f"{max(0, left.total_seconds() / 3600):.1f}")


def _coming(work: ReadWork, season: Season) -> list[Worry]:
    members = work.members(season.id)
    silent = tuple(name_of(work, each.player_id) for each in members if each.awaited)
    asked = season.phase == Phase.CHECK_IN
    here = len(members) - len(silent) if asked else 0
    awaited = [Worry(Concern.AWAITED, silent)] if asked and silent else []
    return [
        *_open_before(work, season, Concern.COUNTS_AS_IT_STANDS),
        Worry(Concern.ENTRANTS, figure=f"{len(members)} {here}"),
        *awaited,
        *look_alikes(work, season),
    ]


def _open_before(work: ReadWork, season: Season, concern: Concern) -> list[Worry]:
    """Where divisions rest on a table that directors may still change."""
    last = played_before(work.seasons(season.league_id), season.number)
    rests = last is not None and last.signed_off_at is None and not season.rules.stages
    return [Worry(concern, figure=str(last.number))] if last and rests else []


def look_alikes(work: ReadWork, season: Season) -> list[Worry]:
    """Those who entered and whose names could be taken for one another."""
    names = [name_of(work, each.player_id) for each in work.members(season.id)]
    return [Worry(Concern.ALIKE, pair) for pair in combinations(names, 2) if alike(*pair)]


def warned_for(work: ReadWork, season: Season, player: Player, answers: str) -> list[Notice]:
    """Of such names, to whoever has just entered somebody."""
    worries = tuple(look_alikes(work, season))
    if not worries:
        return []
    return [ReportNotice(to=reader(player), league=facts(work, season), worries=worries, answers=answers)]


def entries_closed(work: ReadWork, season: Season) -> list[Worry]:
    """What directors are told when check-in begins."""
    return [Worry(Concern.CLOSED), *weekly_worries(work, season)]


def begun(work: ReadWork, season: Season, missing: Sequence[Member]) -> list[Worry]:
    """What they are told when the games begin."""
    names = tuple(name_of(work, each.player_id) for each in missing)
    return [
        Worry(Concern.BEGUN),
        *_open_before(work, season, Concern.DRAWN_FROM_OPEN),
        *([Worry(Concern.ABSENT, names)] if names else []),
        *_withdrew(work, season),
        *weekly_worries(work, season),
    ]


def _withdrew(work: ReadWork, season: Season) -> list[Worry]:
    """Who said no when they were asked whether they come, and did not think better of it."""
    lines, gone = entries_of(work.season_log(season.id)), dict[int, None]()
    asked = next((number for number, each in enumerate(lines) if each["event"] == "check-in"), len(lines))
    for each in lines[asked:]:
        if each["event"] == "withdrawn":
            gone[each["member"]] = None
        elif each["event"] == "entered":
            gone.pop(each["member"], None)
    return [Worry(Concern.WITHDREW, tuple(name_of(work, each) for each in gone))] if gone else []


def happened(work: ReadWork, season: Season, since: datetime, *, still: bool = False) -> Iterator[Worry]:
    """Whose time ran out, who resigned, who is gone from a game since then; `still`: and who was gone before."""
    for fixture in work.fixtures(season.id):
        if game := work.game(fixture.game_id) if fixture.game_id else None:
            yield from _written(work, game, since)
            yield from _gone(work, game, None if still and not game.state.over else since)


def _written(work: ReadWork, game: Game, since: datetime) -> Iterator[Worry]:
    """What the ledger says."""
    every = work.ledger(game.id)
    lines = [line for line in every if line.at >= since]
    so_far = Counter(line.seat for line in every if isinstance(line.entry, Timeout))
    for seat in dict.fromkeys(line.seat for line in lines if isinstance(line.entry, Timeout)):
        if seat is not None:
            yield Worry(Concern.TIMED_OUT, (_whose(work, game, seat),), game.id, str(so_far[seat]))
    for line in lines:
        if isinstance(line.entry, Resign):
            yield Worry(Concern.RESIGNED, (_whose(work, game, line.entry.seat),), game.id)


def _gone(work: ReadWork, game: Game, since: datetime | None) -> Iterator[Worry]:
    for seat, holder in enumerate(game.holders):
        if holder.gone_at and (since is None or holder.gone_at >= since):
            member, plays = _whose(work, game, seat), _plays(holder)
            yield Worry(Concern.REPLACED, (member,) if member == plays else (member, plays), game.id)


def _whose(work: ReadWork, game: Game, seat: int) -> str:
    """The member whose seat it was."""
    member = game.holders[seat].member_id
    return name_of(work, member) if member else game.holders[seat].called


def _plays(holder: Holder) -> str:
    return shown_name(holder.name, holder.bot) if holder.bot else holder.name


def _acts(work: ReadWork, season: Season) -> Iterator[Worry]:
    """What was decided in the last week."""
    since = work.now - _WEEK
    for entry in entries_of(work.season_log(season.id)):
        if datetime.fromisoformat(entry["at"]) >= since and "by" in entry:
            who = name_of(work, entry["by"]) if isinstance(entry["by"], int) else ""
            about = " · ".join(decided_about(work, entry))
            told = (who, about) if about else (who,)
            yield Worry(Concern.DECIDED, told, figure=entry["event"], words=entry.get("because", ""))


def decided_about(work: ReadWork, entry: Mapping[str, Any]) -> Iterator[str]:
    """Whom and what a decision was about, as far as its line of the log says."""
    if entry.get("game"):
        yield f"#{entry['game']}"
    if entry.get("case"):
        yield str(entry["case"])
    for who in ("member", "player", "substitute"):
        if entry.get(who):
            yield name_of(work, entry[who])
    yield from (name_of(work, each) for each in entry.get("pair", ()))
    for what in ("points", "option", "value", "results"):
        if entry.get(what):
            yield str(entry[what])
    for day in ("until", "start"):
        if entry.get(day):
            yield entry[day][:10]


def closing_worries(work: ReadWork, season: Season) -> list[Worry]:
    """Once all games are over: what a director should know before signing off; this looks at every move."""
    resigned = [each for each in happened(work, season, season.start) if each.concern is Concern.RESIGNED]
    return [*_pace(work, season), *_left(work, season), *resigned, *suspicious_play(work, season)]


def decisions(work: ReadWork, season: Season) -> list[Worry]:
    """What waits for a director."""
    protests = [
        Worry(Concern.PROTEST, (name_of(work, each.player_id),), each.game_id, str(number), each.text)
        for number, each in enumerate(work.protests(season.id), 1)
        if each.granted is None
    ]
    waits = [Worry(Concern.SIGN_OFF)] if season.phase == Phase.SIGN_OFF else []
    return [*waits, *protests]


def _game(work: ReadWork, game: Game) -> Iterator[Worry]:
    idle = work.now - work.changed_at(game.id)
    if game.paused:
        yield Worry(Concern.PAUSED, game_id=game.id, figure=str(idle.days))
        return
    turn, seat = turn_of(work, game), game.state.turn
    if turn is None or seat is None:
        return
    name = game.holders[seat].name
    if turn.used(work.now) > turn.free:
        left = max(_NOTHING, turn.at(turn.whole_with_grace, work.now) - work.now)
        yield Worry(Concern.LATE, (name,), game.id, str(left // _HOUR))
    elif idle >= _STUCK:
        yield Worry(Concern.STUCK, (name,), game.id, str(idle.days))


def _left(work: ReadWork, season: Season) -> Iterator[Worry]:
    for division in divisions(work, season):
        for member in sorted(who_left(division)):
            unfinished = sum(member in each.members and not each.result for each in division.fixtures)
            yield Worry(Concern.LEFT, (name_of(work, member),), figure=str(unfinished))


def next_look(start: datetime, now: datetime) -> datetime:
    """The end of the day of the season that it is."""
    return start + _DAY * ((now - start) // _DAY + 1)


def week_is_over(season: Season, now: datetime) -> bool:
    """Whether a week has ended since the last look."""
    assert season.weekly_at
    return (now - season.start) // _WEEK > (season.weekly_at - _DAY - season.start) // _WEEK


def news_of_the_day(work: ReadWork, season: Season) -> list[Worry]:
    """What happened since the last look and should not wait for the end of the week."""
    assert season.weekly_at
    return list(happened(work, season, season.weekly_at - _DAY))


# Tables by mail: to whoever asks, to each division every week, and to everyone at the end.


def standings_for(work: ReadWork, season: Season, player: Player, answers: str) -> list[Notice]:
    """All tables, the reader's own first."""
    member = place_of(work, season, player.id)
    mine = (member.level, member.division) if member else None
    ordered = sorted(divisions(work, season), key=lambda each: (each.level, each.number) != mine)
    tables = tuple(division_table(work, season, each, player.id) for each in ordered)
    league = facts(work, season, player.id)
    secret = _told(season)
    return [
        StandingsNotice(
            to=reader(player),
            league=league,
            tables=tables,
            secret=secret,
            teams=team_lines(work, season, player.id),
            answers=answers,
        )
    ]


def round_up(work: Work, season: Season, *, weekly: bool) -> list[Notice]:
    """To every member the table of their division."""
    return [
        StandingsNotice(
            to=reader(player),
            league=facts(work, season, player.id),
            tables=(division_table(work, season, division, player.id),),
            weekly=weekly,
            secret=_told(season),
            teams=team_lines(work, season, player.id),
            not_before=not_before(work, player),
        )
        for division in divisions(work, season)
        for player in _readers(work, division, weekly)
    ]


def _readers(work: ReadWork, division: DivisionGames, weekly: bool) -> list[Player]:
    """Who plays for each place; whoever left hears only of the end."""
    still = [each.played_by for each in division.members if each.substitute_id or each.left_at is None]
    left = [each.player_id for each in division.members if each.left_at and not weekly]
    players = map(work.player, dict.fromkeys([*still, *left]))
    return [player for player in players if player and wants_mail(player)]


def _told(season: Season) -> str:
    """The secret, once it is no longer one."""
    return season.secret.hex() if season.signed_off_at else ""
