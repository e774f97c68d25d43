"""For the directors alone: who is late, what is stuck, what needs a decision, and what somebody should look at."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import pairwise

from engine import Order, deal, steps
from engine.bots import estimate
from pbem.actions.games.clock import turn_of
from pbem.actions.leagues.entries import member_of
from pbem.actions.leagues.games import running
from pbem.actions.leagues.tables import DivisionGames, division_table, divisions, facts, name_of, who_left
from pbem.actions.request import Server, not_before, reader, wants_mail
from pbem.actions.results import load_result
from pbem.league.points import Result
from pbem.league.season import Phase
from pbem.league.suspicion import Evidence, Suspicion, Swing, suspicions
from pbem.model import Game, Player, Season
from pbem.notices import Concern, Notice, Reader, ReportNotice, StandingsNotice, Worry
from pbem.work import Reading, Work

_STUCK = timedelta(days=7)
_NOTHING = timedelta()
_HOUR = timedelta(hours=1)


def report(work: Work, server: Server, season: Season, worries: list[Worry]) -> list[Notice]:
    """The same for each director."""
    return [
        ReportNotice(
            to=reader(player) if player else Reader(address=address, language=server.language),
            league=facts(work, season),
            worries=tuple(worries),
            not_before=not_before(work, player) if player else None,
        )
        for address in server.admins
        for player in [_director(work, address)]
    ]


def weekly_worries(work: Reading, season: Season) -> list[Worry]:
    """All that is not as it should be."""
    return [
        *decisions(work, season),
        *(worry for _, game in running(work, season) for worry in _game(work, game)),
        *_left(work, season),
        *suspicious(work, Evidence(_results(work, season))),
    ]


def closing_worries(work: Reading, season: Season) -> list[Worry]:
    """Once all games are over: what a director should know before signing off; this looks at every move."""
    swings = tuple(swing for result in _results(work, season) for swing in _swings(work, result.game))
    return [*_left(work, season), *suspicious(work, Evidence(_results(work, season), swings))]


def decisions(work: Reading, season: Season) -> list[Worry]:
    """What waits for a director."""
    protests = [
        Worry(Concern.PROTEST, (name_of(work, each.player_id),), words=each.text) for each in work.protests(season.id)
    ]
    waits = [Worry(Concern.SIGN_OFF)] if season.phase == Phase.SIGN_OFF else []
    return [*waits, *protests]


def suspicious(work: Reading, evidence: Evidence) -> Iterator[Worry]:
    for each in suspicions(evidence):
        yield _suspicion(work, each)


def _suspicion(work: Reading, suspicion: Suspicion) -> Worry:
    names = (name_of(work, suspicion.helper), name_of(work, suspicion.helped))
    figure = " ".join(f"{each:.2g}" for each in suspicion.figures.values())
    return Worry(Concern(suspicion.pattern.value), names, figure=figure)


def _game(work: Reading, game: Game) -> Iterator[Worry]:
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


def _left(work: Reading, season: Season) -> Iterator[Worry]:
    for division in divisions(work, season):
        for member in sorted(who_left(division)):
            unfinished = sum(member in each.members and not each.result for each in division.fixtures)
            yield Worry(Concern.LEFT, (name_of(work, member),), figure=str(unfinished))


def _results(work: Reading, season: Season) -> tuple[Result, ...]:
    return tuple(load_result(each.result) for each in work.fixtures(season.id) if each.result)


def _swings(work: Reading, game_id: int) -> Iterator[Swing]:
    """Every order of a game, with everyone's chances before and after it."""
    game = work.game(game_id)
    assert game
    members = {seat: holder.member_id for seat, holder in enumerate(game.holders) if holder.member_id is not None}
    lines = work.ledger(game_id)
    dealt = deal(game.start.setup)
    states = [dealt, *(step.state for step in steps(dealt, [line.entry for line in lines]))]
    chances = [{member: estimate(state, seat) for seat, member in members.items()} for state in states]
    for line, (before, after) in zip(lines, pairwise(chances), strict=True):
        if isinstance(line.entry, Order) and line.seat in members:
            yield Swing(game_id, members[line.seat], before, after)


def _director(work: Reading, address: str) -> Player | None:
    """A director who plays here has a tag, and can answer."""
    player = work.player_at(address)
    return player if player and player.confirmed else None


def next_weekly(start: datetime, now: datetime) -> datetime:
    """The end of the week of the season that it is."""
    return start + timedelta(weeks=(now - start) // timedelta(weeks=1) + 1)


# Tables by mail: to whoever asks, to each division every week, and to everyone at the end.


def standings_for(work: Reading, season: Season, player: Player, answers: str) -> list[Notice]:
    """All tables, the reader's own first."""
    member = member_of(work, season, player.id)
    mine = (member.level, member.division) if member else None
    ordered = sorted(divisions(work, season), key=lambda each: (each.level, each.number) != mine)
    tables = tuple(division_table(work, season, each, player.id) for each in ordered)
    league = facts(work, season, player.id)
    secret = _told(season)
    return [StandingsNotice(to=reader(player), league=league, tables=tables, secret=secret, answers=answers)]


def round_up(work: Work, season: Season, *, weekly: bool) -> list[Notice]:
    """To every member the table of their division."""
    return [
        StandingsNotice(
            to=reader(player),
            league=facts(work, season, player.id),
            tables=(division_table(work, season, division, player.id),),
            weekly=weekly,
            secret=_told(season),
            not_before=not_before(work, player),
        )
        for division in divisions(work, season)
        for player in _readers(work, division, weekly)
    ]


def _readers(work: Reading, division: DivisionGames, weekly: bool) -> list[Player]:
    """Whoever left hears only of the end."""
    players = [work.player(each.player_id) for each in division.members if not (weekly and each.left_at)]
    return [player for player in players if player and wants_mail(player)]


def _told(season: Season) -> str:
    """The secret, once it is no longer one."""
    return season.secret.hex() if season.signed_off_at else ""
